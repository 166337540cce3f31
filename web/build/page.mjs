// The pages: index.html, made of the pieces in web/essay, and the guide.
import { appendFileSync, writeFileSync } from "node:fs";
import { essayPage, figuresOf } from "../essay/build.mjs";
import { cutFaces } from "../essay/faces.mjs";
import { heightRules } from "../essay/heights.mjs";
import { cutMathFace } from "../essay/math-face.mjs";
import { writePictures } from "../essay/pictures.mjs";
import { guidePage } from "../guide/build.mjs";
import { engineOf } from "./engine.mjs";
import { at, made, read, write } from "./paths.mjs";
import { version } from "./version.mjs";

function fail(problem) {
    throw new Error(problem);
}

/**
 * index.html, made of the pieces in web/essay and, if `module` names an engine that draws them, the pictures of its figures, into `folder`. Returns the same page with
 * what computes the numbers of its answers.
 */
export async function writePage(exhibits, module = null, folder = made, report = fail) {
    const engine = module && (await engineOf(module));
    const { html, told, problems } = await essayPage(
        exhibits,
        version,
        engine && ((figures) => writePictures(engine, figures, at(folder))),
    );
    if (problems.length > 0) report(`web/essay:\n    ${problems.join("\n    ")}`);
    write(`${folder}/index.html`, html);
    return told;
}

/** The type faces, with the signs of both pages, which are there; that of formulas with those of the essay, as the guide has none. */
export async function writeFaces(folder = made) {
    const [essay, guide] = ["index", "guide"].map((page) => read(`${folder}/${page}.html`));
    const files = { ...(await cutFaces(essay + guide)), "formulas.woff2": await cutMathFace(essay) };
    for (const [file, data] of Object.entries(files)) writeFileSync(at(`${folder}/${file}`), data);
}

/** The places that the figures of both pages need, behind the style sheet that both have. */
export const appendPlaces = (exhibits, folder = made) =>
    appendFileSync(at(`${folder}/page.css`), heightRules(exhibits, [...figuresOf(), ...figuresOf(read("web/guide/guide.html"))]));

export const writeGuide = (exhibits, elements, sizes, folder = made) =>
    write(`${folder}/guide.html`, guidePage({ exhibits, elements, sizes, version }));
