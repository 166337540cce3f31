// The type face of formulas: STIX Two Math, cut to the signs that the page's formulas are made of. Its MATH table comes along, by which browsers set
// subscripts, limits, roots and brackets; with it come the pieces that brackets grow by. Only for MathML; text has faces.mjs.
import { create } from "fontkit";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { load } from "cheerio";
import subset from "subset-font";
import { keepSmallest } from "./math-table.mjs";

const require = createRequire(new URL("../../build/npm/", import.meta.url));
const source = readFileSync(require.resolve("@fontsource/stix-two-math/files/stix-two-math-latin-400-normal.woff2"));
const most = 30 * 1024; // bytes
const dropTables = ["BASE", "DSIG", "FFTM", "GDEF", "GPOS", "GSUB", "gasp", "kern"];

/** First and last of a row of letters, and where its italics begin. */
const rows = [
    ["A", "Z", 0x1d434],
    ["a", "z", 0x1d44e],
    ["Α", "Ω", 0x1d6e2],
    ["α", "ω", 0x1d6fc],
];
const others = { h: 0x210e, "∇": 0x1d6fb, "∂": 0x1d715, ϵ: 0x1d716, ϑ: 0x1d717, ϕ: 0x1d719 };

/** What browsers draw in place of a letter that stands alone in <mi> (MathML Core, "italic mappings"). */
function italic(sign) {
    if (Object.hasOwn(others, sign)) return String.fromCodePoint(others[sign]);
    const row = rows.find(([first, last]) => first <= sign && sign <= last);
    return row ? String.fromCodePoint(row[2] + sign.codePointAt(0) - row[0].codePointAt(0)) : sign;
}

/** The signs that the formulas of a page are drawn with. */
export function formulaSigns(html) {
    const $ = load(html);
    const signs = new Set(" "); // its width is asked for
    if ($("math msqrt").length > 0) signs.add("√");
    const tall = $("math msqrt, math mroot").find("mfrac, mtable, msqrt, munder, mover, munderover, msup, msubsup");
    if (tall.length > 0) throw new Error("a root of more than one line: its type face is cut for lower ones (keepSmallest)");
    for (const leaf of $("math").find("mi, mn, mo, mtext, ms").toArray()) {
        const text = [...$(leaf).text()];
        const alone = leaf.name === "mi" && text.length === 1 && leaf.attribs.mathvariant !== "normal";
        for (const sign of alone ? [italic(text[0])] : text) signs.add(sign);
    }
    return [...signs];
}

/** The face for the formulas of a page, as woff2. */
export async function cutMathFace(html) {
    const face = create(source);
    const signs = formulaSigns(html);
    const missing = signs.filter((sign) => !face.hasGlyphForCodePoint(sign.codePointAt(0)));
    if (missing.length > 0) throw new Error(`the type face of formulas lacks ${missing.join(" ")}`);
    const file = await subset(source, null, { targetFormat: "truetype", keepAllGlyphs: true });
    keepSmallest(file, "√");
    const data = await subset(file, signs.join(""), { targetFormat: "woff2", keepFeatures: [], noHinting: true, dropTables });
    if (data.length > most) throw new Error(`the type face of formulas is too heavy: ${data.length} of ${most} bytes`);
    return data;
}
