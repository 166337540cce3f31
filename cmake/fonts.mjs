// Cuts the type faces down to Latin letters, which readers type, and to the other signs that the exhibits write, in German too; what else is typed, the browser draws
// (web/element/drawing/glyphs.ts). `node --import ./cmake/packages.mjs cmake/fonts.mjs FOLDER` writes text_font.face and bold_font.face (Source Sans 3).
// Draws nothing.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { create } from "fontkit";
import subset from "subset-font";
import { packedFace } from "./packed_face.mjs";

const folder = process.argv[2];
const require = createRequire(new URL("../build/npm/", import.meta.url));
const file = (name) => readFileSync(require.resolve(name));

const range = (first, last) => String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, i) => first + i));
const latin = range(0x20, 0x7e) + "\u00a0" + range(0xc0, 0xff);
const latinSigns = range(0xa1, 0xac) + range(0xae, 0xbf); // of Latin-1: money, fractions, marks
const extended = range(0x100, 0x17f); // readers type words of their own language
const typographic = "‐‑–—‘’‚“”„…‰′″\u202f"; // (the last between thousands, in German)
const scripts = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁿ₀₁₂₃₄₅₆₇₈₉₊₋₍₎ᵀᵢⱼₖₘₙᵥ½⅓";
/** Subscripts that Source Sans lacks, made of its letters. */
const letters = { ᵢ: "i", ⱼ: "j", ₖ: "k", ₘ: "m", ₙ: "n", ᵥ: "v" };
const mathematics = "−×·÷√Σ∑∏∫∂∇∞≤≥≈≠≡∝∈∉∀⋅⊙‖∥⟨⟩ᐟ°⊥∠⊤ℝℓ→←↑↓↔⇒";
const greek = "αβγδεζηθκλμνξπρστφχψωΔΘΛΠΣΦΨΩ";
const shapes = "✓✗▸▾▴◂●○■□◆";
const german = readFileSync(new URL("../web/words/de.json", import.meta.url), "utf8");
const sources = new URL("../src/explainer/", import.meta.url);
const written = readdirSync(sources, { recursive: true })
    .filter((name) => /\.(cpp|h)$/.test(name))
    .map((name) => readFileSync(new URL(name, sources), "utf8"))
    .concat(german)
    .join("");
const escaped = (sign) => written.includes(`\\u${sign.codePointAt(0).toString(16).padStart(4, "0")}`);
const others = [...new Set(latinSigns + typographic + scripts + mathematics + greek + shapes)].filter(
    (sign) => written.includes(sign) || escaped(sign),
);
const all = latin + extended + others.join("");
/** What is said in another language has to be as wide on every machine: it is drawn in these faces. (⟦ and ⟧ mark places.) */
const foreign = [...new Set(Object.values(JSON.parse(german).words).join(""))].filter((sign) => !`${all}⟦⟧`.includes(sign));
if (foreign.length) throw new Error(`web/words/de.json has signs that the type faces lack: ${foreign.join(" ")}`);

const has = (face, sign) => face.hasGlyphForCodePoint(sign.codePointAt(0));

/** stb_truetype reads outlines and widths: hints, kerning, ligatures, names and metrics for other renderers are left out. */
async function cut(name, source, signs) {
    const dropTables = ["BASE", "DSIG", "FFTM", "GDEF", "GPOS", "GSUB", "MATH", "OS/2", "gasp", "kern", "name", "post"];
    const data = await subset(source, signs, {
        targetFormat: "truetype",
        keepFeatures: [],
        noLayoutClosure: true,
        noHinting: true,
        dropTables,
    });
    const face = create(data);
    const missing = [...signs].filter((sign) => !has(face, sign));
    if (missing.length) throw new Error(`${name} lacks ${missing.join(" ")}`);
    const digits = [..."0123456789"].filter((sign) => has(face, sign));
    const widths = new Set(digits.map((digit) => face.glyphForCodePoint(digit.codePointAt(0)).advanceWidth));
    if (widths.size > 1) throw new Error(`${name}: digits of different widths (${[...widths]}): numbers would dance`);
    const glyphs = new Map([...signs].map((sign) => [sign.codePointAt(0), face.glyphForCodePoint(sign.codePointAt(0)).id]));
    const subscripts = Object.entries(letters).filter(([sign]) => all.includes(sign));
    const lowered = subscripts.map(([sign, letter]) => [sign.codePointAt(0), face.glyphForCodePoint(letter.codePointAt(0)).id]);
    writeFileSync(`${folder}/${name}.face`, packedFace(data, glyphs, new Map(lowered)));
}

const regular = file("source-sans/TTF/SourceSans3-Regular.ttf");
const signs = [...new Set(all)];
const inText = signs.filter((sign) => !(sign in letters));
const inBold = inText.filter((sign) => !extended.includes(sign) && !shapes.includes(sign)); // headings and totals
await cut("text_font", regular, inText.join(""));
await cut("bold_font", file("source-sans/TTF/SourceSans3-Semibold.ttf"), inBold.join(""));
