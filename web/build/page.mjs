// The pages: index.html, made of the pieces in web/essay, and the guide.
import { appendFileSync, writeFileSync } from "node:fs";
import { essayPage } from "../essay/build.mjs";
import { cutFaces } from "../essay/faces.mjs";
import { heightRules } from "../essay/heights.mjs";
import { writePictures } from "../essay/pictures.mjs";
import { guidePage } from "../guide/build.mjs";
import { engineOf } from "./generated.mjs";
import { at, made, write } from "./paths.mjs";
import { version } from "./version.mjs";

function fail(problem) {
    throw new Error(problem);
}

/**
 * index.html, made of the pieces in web/essay, its type faces and, if `module` names an engine that draws them, the pictures of its figures, into `folder`.
 * Returns the same page with what computes the numbers of its answers. The guide is written apart, as it says what all of it weighs.
 */
export async function writePage(exhibits, elements, module = null, folder = made, report = fail) {
    const engine = module && (await engineOf(module));
    const { html, told, problems } = await essayPage(exhibits, engine && ((figures) => writePictures(engine, figures, at(folder))));
    if (problems.length > 0) report(`web/essay:\n    ${problems.join("\n    ")}`);
    write(`${folder}/index.html`, html);
    for (const [file, data] of Object.entries(await cutFaces(html + guidePage({ exhibits, elements, sizes: [], version })))) writeFileSync(at(`${folder}/${file}`), data);
    return told;
}

/** The places that figures need, behind the style sheet of the page. */
export const appendPlaces = (exhibits, folder = made) => appendFileSync(at(`${folder}/page.css`), heightRules(exhibits));

export const writeGuide = (exhibits, elements, sizes, folder = made) => write(`${folder}/guide.html`, guidePage({ exhibits, elements, sizes, version }));
