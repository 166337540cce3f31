// The essay page from its pieces: frame.html, one section a file, the questions after the section whose number they bear, then terms, symbols and
// sources. Each pass over the document is a file of its own. Writes nothing.
import { load } from "cheerio";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { checkPage } from "./checks.mjs";
import { numberFigures, writeContents } from "./contents.mjs";
import { putPictures } from "./pictures.mjs";
import { setFormulas } from "./formulas.mjs";
import { measureNumbers } from "./numbers.mjs";
import { finishQuestions } from "./questions.mjs";
import { linkTerms } from "./terms.mjs";

const folder = new URL("./", import.meta.url);
const piece = (name) => (existsSync(new URL(name, folder)) ? readFileSync(new URL(name, folder), "utf8") : "");
const pieces = (name) =>
    existsSync(new URL(name, folder))
        ? readdirSync(new URL(name, folder))
              .filter((file) => file.endsWith(".html"))
              .sort()
        : [];

/** The sections, each with the questions of its number at its end. */
function putIn($) {
    const place = $("#sections");
    for (const file of pieces("sections/")) {
        const section = $(piece(`sections/${file}`));
        const number = file.slice(0, 2);
        for (const question of pieces("questions/"))
            if (question.startsWith(number)) section.filter("section").append(piece(`questions/${question}`));
        place.before(section, "\n");
    }
    place.remove();
    for (const name of ["terms", "symbols", "sources"]) {
        const text = piece(`${name}.html`);
        if (text) $(`#${name}`).append(text);
        else $(`#${name}`).remove();
    }
}

/**
 * The whole page as HTML, and what is wrong with its pieces, a line each. `exhibits` is the table of exhibits; `picturesOf` makes the pictures
 * of figures (pictures.mjs), none if it is left out. `told` is the same page, in which numbers of answers say what computes them.
 */
export async function essayPage(exhibits, picturesOf) {
    const problems = [];
    const $ = load(piece("frame.html"));
    putIn($);
    setFormulas($, problems);
    linkTerms($, problems);
    numberFigures($);
    finishQuestions($, problems);
    measureNumbers($, exhibits);
    writeContents($);
    checkPage($, exhibits, problems);
    if (picturesOf && problems.length === 0) await putPictures($, picturesOf);
    const told = $.html();
    for (const span of $(".computed").toArray()) $(span).replaceWith($(span).contents()); // where a number comes from is for the tests
    return { html: $.html(), told, problems };
}
