// The guide from its frame: samples as they lie in web/examples, tables from the elements' manifest, sizes as they were weighed. Writes nothing.
import { load } from "cheerio";
import { readFileSync } from "node:fs";
import { escaped } from "../escaped.mjs";
import { writeContents } from "../essay/contents.mjs";
import { modelCard } from "./model-card.mjs";

const folder = new URL("./", import.meta.url);

/** `code` in backquotes, the rest as it is. */
const marked = (text) => escaped(text ?? "").replace(/`([^`]+)`/g, "<code>$1</code>");

function table(caption, head, rows) {
    const cells = (row) => row.map((cell, i) => (i === 0 ? `<th scope="row"><code>${cell}</code></th>` : `<td>${cell}</td>`)).join("");
    return `<h3>${caption}</h3><div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table><thead><tr>${head.map((title) => `<th scope="col">${title}</th>`).join("")}</tr></thead>
<tbody>${rows.map((row) => `<tr>${cells(row)}</tr>`).join("\n")}</tbody></table></div>\n`;
}

const typed = (type) => `<code>${escaped(type)}</code>`;
const parameters = (method) =>
    (method.parameters ?? []).map(({ name, optional, default: value }) => name + (optional || value !== undefined ? "?" : "")).join(", ");

/** What may stand behind a parameter's name in a state. */
function valuesOf({ kind, minimum, maximum, choices, maxLength, default: first, initialFollows }) {
    const number = (value) => escaped(String(value).replace("-", "\u2212"));
    if (kind === "toggle") return "<code>true</code>, <code>false</code>";
    if (kind === "choice") return choices.map(({ id }) => `<code>${id}</code>`).join(", ");
    if (kind === "text") return `a text of at most ${maxLength} signs`;
    const range = `${number(minimum)} to ${number(maximum)}`;
    if (kind === "matrix") {
        const size = initialFollows === "data" ? "rows of numbers" : `${first.length} × ${first[0].length} numbers`;
        return `${size}, ${range}`;
    }
    return kind === "integer" ? `whole, ${range}` : range;
}

/** What it is where no state names it; of a matrix whose size another parameter decides only that. */
function firstOf({ kind, default: first, initialFollows }) {
    if (initialFollows) {
        const followed = initialFollows
            .split(" ")
            .map((name) => `<code>${name}</code>`)
            .join(", ");
        return kind === "matrix" ? `by ${followed}` : `<code>${escaped(String(first))}</code>, by ${followed}`;
    }
    if (kind === "matrix") return `<code>${first.map((row) => row.join(",")).join("/")}</code>`;
    return `<code>${escaped(String(first))}</code>`;
}

/** Of one element what an author can write, call and hear. */
function reference({ name, tagName, summary, attributes, members, events, slots, cssParts, cssProperties }) {
    const attributeType = ({ name: attribute, type }) => (attribute === "exhibit" ? "one of the figures above" : typed(type.text));
    const properties = members.filter(({ kind, attribute }) => kind === "field" && !attribute);
    const methods = members.filter(({ kind, static: ofClass }) => kind === "method" && !ofClass);
    const parts = [
        table(
            `Attributes of ${tagName}`,
            ["name", "values", "meaning"],
            attributes.map((one) => [one.name, attributeType(one), marked(one.description)]),
        ),
        methods.length > 0 &&
            table(
                `Methods of ${tagName}`,
                ["call", "gives", "what it does"],
                methods.map((one) => [`${one.name}(${parameters(one)})`, typed(one.return?.type?.text ?? "void"), marked(one.description)]),
            ),
        properties.length > 0 &&
            table(
                `Further properties of ${tagName}`,
                ["name", "type", "meaning"],
                properties.map((one) => [
                    one.static ? `${name}.${one.name}` : one.name,
                    typed(one.type?.text ?? ""),
                    marked(one.description),
                ]),
            ),
        events?.length > 0 &&
            table(
                `Events of ${tagName}`,
                ["name", "type", "when"],
                events.map((one) => [one.name, typed(one.type?.text ?? ""), marked(one.description)]),
            ),
        cssProperties?.length > 0 &&
            table(
                "Custom properties",
                ["name", "default", "what it colours"],
                cssProperties.map((one) => [one.name, typed(one.default ?? ""), marked(one.description)]),
            ),
        cssParts?.length > 0 &&
            table(
                `Parts of ${tagName}`,
                ["name", "what it is"],
                cssParts.map((one) => [one.name, marked(one.description)]),
            ),
        slots?.length > 0 &&
            table(
                `Slots of ${tagName}`,
                ["name", "what it is for"],
                slots.map((one) => [one.name || "(none)", marked(one.description)]),
            ),
    ];
    return `<p><code>&lt;${tagName}&gt;</code>: ${marked(summary)}</p>\n${parts.filter(Boolean).join("")}`;
}

/**
 * The guide as HTML. `exhibits` is the table of exhibits, `elements` custom-elements.json, `sizes` what a reader fetches as [name, bytes] pairs.
 */
export function guidePage({ exhibits, elements, sizes, version }) {
    const $ = load(readFileSync(new URL("guide.html", folder), "utf8"));
    for (const sample of $("[data-sample]").toArray()) {
        const text = readFileSync(new URL(`../examples/${$(sample).attr("data-sample")}`, folder), "utf8");
        $(sample).html(`<code>${escaped(text.trimEnd())}</code>`);
    }
    // what is shown is what is written
    for (const sample of $("[data-shown]").toArray()) {
        const shown = $(`#${$(sample).attr("data-shown")}`)
            .html()
            .trim();
        $(sample)
            .html(`<code>${escaped(shown)}</code>`)
            .removeAttr("data-shown");
    }
    for (const sample of $("pre.sample").toArray()) if (!$(sample).attr("tabindex")) $(sample).attr("tabindex", "0");
    $('[name="exhibit"]').html(
        exhibits
            .filter(({ hidden }) => !hidden)
            .map(({ id, title }) => `<option value="${id}"${id === "softmax" ? " selected" : ""}>${escaped(title)}</option>`)
            .join(""),
    );
    const pieces = (parameters) => parameters.filter(({ piece }) => piece);
    const named = (name, words) => `<code>${name}</code> (${words})`;
    $("[data-pieces]").html(
        table(
            "Pieces",
            ["figure", "always there", "can fold away"],
            exhibits
                .filter(({ hidden, parameters }) => !hidden && pieces(parameters).length > 0)
                .map(({ id, essential, parameters }) => [
                    id,
                    `<code>${essential}</code>`,
                    pieces(parameters)
                        .map(({ piece, label, default: opened }) => named(piece, escaped(label) + (opened ? "" : ", folded at first")))
                        .join(", "),
                ]),
        ),
    );
    $("[data-parameters]").html(
        exhibits
            .filter(({ hidden }) => !hidden)
            .map(
                ({ id, title, parameters: all }) =>
                    `<details><summary><code>${id}</code> ${escaped(title)}</summary>${table(
                        `States of ${id}`,
                        ["name", "values", "default", "what it is"],
                        all
                            .filter(({ kind }) => kind !== "action")
                            .map((one) => [one.name, valuesOf(one), firstOf(one), `${escaped(one.label)}. ${marked(one.help)}`]),
                    )}</details>`,
            )
            .join("\n"),
    );
    $("[data-reference]").html(elements.modules[0].declarations.map(reference).join("\n"));
    const kilobytes = (bytes) => `${(bytes / 1024).toFixed(0)} KB`;
    $("[data-sizes]").html(
        table(
            "Sizes",
            ["what", "how much"],
            sizes.map(([name, bytes]) => [name, kilobytes(bytes)]),
        )
            .replace(/<th scope="row"><code>(.*?)<\/code>/g, '<th scope="row">$1')
            .replace("<h3>Sizes</h3>", ""),
    );
    const { summary, questions, heads } = modelCard();
    $("[data-model-card]").html(
        `<p>${summary}</p>\n${table("What it was asked", questions.head, questions.rows)}${table("What its heads do", heads.head, heads.rows)}`,
    );
    $("[data-version]").text(version);
    writeContents($);
    return $.html();
}
