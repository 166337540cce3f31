// The essay page from its pieces: frame.html, one section a file, in each the questions that it names, then terms, symbols and sources. Each pass over the document is a file of its own. Writes nothing.
import { load } from "cheerio";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { checkPage } from "./checks.mjs";
import { numberFigures, writeContents } from "./contents.mjs";
import { putPictures } from "./pictures.mjs";
import { setFormulas } from "./formulas.mjs";
import { measureNumbers } from "./numbers.mjs";
import { finishQuestions } from "./questions.mjs";
import { linkTerms } from "./terms.mjs";
import { date } from "../build/version.mjs";

const folder = new URL("./", import.meta.url);
const piece = (name) => (existsSync(new URL(name, folder)) ? readFileSync(new URL(name, folder), "utf8") : "");
const pieces = (name) =>
    existsSync(new URL(name, folder))
        ? readdirSync(new URL(name, folder))
              .filter((file) => file.endsWith(".html"))
              .sort()
        : [];

const sections = () =>
    pieces("sections/")
        .map((file) => piece(`sections/${file}`))
        .join("\n");

/** The figures of a page, each as its attributes; of the essay, from its pieces. */
export const figuresOf = (html = sections()) =>
    load(html)("attention-explainer")
        .toArray()
        .map(({ attribs }) => attribs);

/** The sections, and the questions where they say: <form data-question="NAME"></form>. */
function putIn($, problems) {
    $("#sections").replaceWith(sections());
    const unasked = new Set(pieces("questions/"));
    for (const place of $("[data-question]").toArray()) {
        const file = `${place.attribs["data-question"]}.html`;
        if (!unasked.delete(file)) problems.push(`there is no question ${file}, or it is asked twice`);
        $(place).replaceWith(piece(`questions/${file}`));
    }
    for (const file of unasked) problems.push(`no section asks the question ${file}`);
    for (const name of ["terms", "symbols", "sources"]) {
        const text = piece(`${name}.html`);
        if (text) $(`#${name}`).append(text);
        else $(`#${name}`).remove();
    }
}

/**
 * The whole page as HTML, and what is wrong with its pieces, a line each. `exhibits` is the table of exhibits; `version` is the package's; `picturesOf` makes the pictures
 * of figures (pictures.mjs), none if it is left out. `told` is the same page, in which numbers of answers say what computes them.
 */
export async function essayPage(exhibits, version, picturesOf) {
    const problems = [];
    const $ = load(piece("frame.html"));
    putIn($, problems);
    $("[data-version]").text(version);
    $("[data-date]")
        .text(new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(new Date(date)))
        .attr("datetime", date);
    setFormulas($, problems);
    linkTerms($, problems);
    numberFigures($);
    finishQuestions($, problems);
    measureNumbers($, exhibits);
    writeContents($);
    checkPage($, exhibits, problems);
    if (picturesOf && problems.length === 0) await putPictures($, exhibits, picturesOf);
    const told = $.html();
    for (const span of $(".computed").toArray()) $(span).replaceWith($(span).contents()); // where a number comes from is for the tests
    return { html: $.html(), told, problems };
}
