// Formulas: \( … \) and \[ … \] in the text become MathML. A symbol is marked by its role (\query{q_i}), coloured by it, and leads to what it means
// in the list of symbols: the entry there whose own symbol has the same role and the same letter.
import temml from "temml";
import { escaped } from "../escaped.mjs";
import { spoken } from "./spoken.mjs";
import { typeset } from "./typeset.mjs";

/** Macro → class; each marks its argument as a symbol of that role. */
const roles = { query: "q", key: "k", val: "v", out: "o", weight: "w", temp: "t", score: "s", sym: "n" };
const macros = {
    ...Object.fromEntries(Object.entries(roles).map(([name, role]) => [`\\${name}`, `\\class{symbol ${role}}{#1}`])),
    "\\dk": "\\class{symbol n}{d_k}",
    "\\softmax": "\\operatorname{softmax}",
};
const formula = /\\\((.+?)\\\)|\\\[(.+?)\\\]/gs;
const quiet = "script, style, pre, code, textarea, math";

function rendered(source, displayMode) {
    const html = temml.renderToString(source.trim(), {
        displayMode,
        trust: true,
        throwOnError: true,
        annotate: false,
        macros: { ...macros },
    });
    // The page's policy allows no styles, page.css says what is needed of them; and browsers know what a fence is, and where it stands.
    return html.replace(/ (style|fence|form)="[^"]*"/g, "");
}

/** Role and letter: what makes two marked symbols the same. */
function keyOf($, node) {
    const role = ($(node).attr("class") ?? "").split(/\s+/).find((name) => name.length === 1);
    const leaf = $(node).is("mi") ? $(node) : $(node).find("mi").first();
    return `${role} ${leaf.text()}${leaf.text() === "d" ? $(node).text() : ""}`; // (d_k, d_v and d_model are three)
}

function textNodes($, node, found = []) {
    for (const child of $(node).contents().toArray()) {
        if (child.type === "text") found.push(child);
        else if (child.type === "tag" && !$(child).is(quiet)) textNodes($, child, found);
    }
    return found;
}

export function setFormulas($, problems) {
    for (const node of textNodes($, $("body"))) {
        if (!/\\[([]/.test(node.data)) continue;
        let at = 0;
        let html = "";
        for (const match of node.data.matchAll(formula)) {
            html += escaped(node.data.slice(at, match.index));
            at = match.index + match[0].length;
            try {
                html += rendered(match[1] ?? match[2], match[2] !== undefined);
            } catch (error) {
                problems.push(`the formula ${match[0]}: ${error.message}`);
            }
        }
        $(node).replaceWith(html + escaped(node.data.slice(at)));
    }
    typeset($);
    $("math.tml-display").each(
        (_, math) =>
            void $(math).attr(
                "alttext",
                spoken($, math)
                    .replace(/length bar (.+?) length bar/g, "the length of $1")
                    .replace(/\s+/g, " "),
            ),
    );
    linkSymbols($, problems);
}

/** Each marked symbol says by data-symbol which entry of the list explains it. */
function linkSymbols($, problems) {
    const entries = new Map();
    $("#symbols dt").each((index, dt) => {
        const symbol = $(dt).find(".symbol").first();
        if (symbol.length === 0) return void problems.push(`symbols.html: ${$(dt).text().trim()} marks no symbol`);
        if (!$(dt).attr("id")) $(dt).attr("id", `symbol-${index + 1}`);
        entries.set(keyOf($, symbol), $(dt).attr("id"));
    });
    const missing = new Set();
    $("main math, header math").each((_, math) => {
        if ($(math).closest("#symbols dt").length > 0) return;
        $(math)
            .find(".symbol")
            .each((_, symbol) => {
                const key = keyOf($, symbol);
                if (entries.has(key)) $(symbol).attr("data-symbol", entries.get(key));
                else missing.add(key);
            });
    });
    for (const key of missing) problems.push(`symbols.html explains no ${key} (role, letter)`);
}
