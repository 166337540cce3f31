// The pages: index.html, made of the pieces in web/essay, and the guide.
import { appendFileSync, writeFileSync } from "node:fs";
import { essayPage } from "../essay/build.mjs";
import { cutFaces } from "../essay/faces.mjs";
import { heightRules } from "../essay/heights.mjs";
import { writePictures } from "../essay/pictures.mjs";
import { guidePage } from "../guide/build.mjs";
import { engineOf } from "./generated.mjs";
import { at, made, read, write } from "./paths.mjs";
import { version } from "./version.mjs";

/** index.html, made of the pieces in web/essay, its type faces, the pictures of its figures and the places that these need. */
export async function writePage(exhibits, module) {
    const engine = await engineOf(module);
    const { html, told, problems } = await essayPage(exhibits, (figures) => writePictures(engine, figures, at(made)));
    if (problems.length > 0) throw new Error(`web/essay:\n    ${problems.join("\n    ")}`);
    appendFileSync(at(`${made}/page.css`), heightRules(exhibits));
    write(`${made}/index.html`, html);
    write("build/web/essay-told.html", told); // for tests/native/questions.test.mjs
    for (const [file, data] of Object.entries(await cutFaces(html + guide(exhibits, [])))) writeFileSync(at(`${made}/${file}`), data);
}

export const guide = (exhibits, sizes) => guidePage({ exhibits, sizes, version, elements: JSON.parse(read(`${made}/custom-elements.json`)) });
