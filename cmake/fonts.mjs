// Cuts the type faces down to the signs that the exhibits can show: `node --import ./cmake/packages.mjs cmake/fonts.mjs FOLDER`
// writes text_font.ttf, bold_font.ttf (Source Sans 3) and symbol_font.ttf (DejaVu Sans: what the first lacks). Draws nothing.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import subset from "subset-font";

const folder = process.argv[2];
const require = createRequire(new URL("../build/npm/", import.meta.url));
const file = (name) => readFileSync(require.resolve(name));

const range = (first, last) => String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, i) => first + i));
const latin = range(0x20, 0x7e) + range(0xa0, 0xac) + range(0xae, 0xff);
const extended = range(0x100, 0x17f); // readers type words of their own language
const typographic = "‐‑–—‘’‚“”„…‰′″ ";
const scripts = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁿ₀₁₂₃₄₅₆₇₈₉₊₋₍₎ᵀᵢⱼₖₘₙᵥ½⅓";
const mathematics = "−×·÷√Σ∑∏∫∂∇∞≤≥≈≠≡∝∈∉∀⋅⊙‖∥⟨⟩ᐟ°⊥∠⊤ℝ→←↑↓↔⇒";
const greek = "αβγδεζηθκλμνξπρστφχψωΔΘΛΠΣΦΨΩ";
const shapes = "✓✗▸▾▴◂●○■□◆";
const all = latin + extended + typographic + scripts + mathematics + greek + shapes;

/** The tables of a TrueType file that matter here: which code points it has, and how wide each is. */
function face(data) {
    const tables = {};
    for (let i = 0; i < data.readUInt16BE(4); ++i)
        tables[data.toString("latin1", 12 + 16 * i, 16 + 16 * i)] = data.readUInt32BE(20 + 16 * i);
    const glyphs = new Map();
    for (let i = 0; i < data.readUInt16BE(tables.cmap + 2); ++i) {
        const at = tables.cmap + data.readUInt32BE(tables.cmap + 8 + 8 * i);
        if (data.readUInt16BE(at) === 4) {
            const n = data.readUInt16BE(at + 6); // twice the number of segments
            for (let s = 0; s < n; s += 2) {
                const last = data.readUInt16BE(at + 14 + s), first = data.readUInt16BE(at + 16 + n + s);
                const delta = data.readUInt16BE(at + 16 + 2 * n + s), offset = data.readUInt16BE(at + 16 + 3 * n + s);
                for (let c = first; c <= last && c < 0xffff; ++c) {
                    const raw = offset ? data.readUInt16BE(at + 16 + 3 * n + s + offset + 2 * (c - first)) : c;
                    if (!offset || raw) glyphs.set(c, (raw + delta) & 0xffff);
                }
            }
        }
    }
    const widths = data.readUInt16BE(tables.hhea + 34);
    const advance = (sign) => data.readUInt16BE(tables.hmtx + 4 * Math.min(glyphs.get(sign.codePointAt(0)), widths - 1));
    return { has: (sign) => glyphs.has(sign.codePointAt(0)), advance, table: (tag) => tables[tag] };
}

/** stb_truetype reads outlines and widths: hints, kerning, ligatures, names and metrics for other renderers are left out. */
async function cut(name, source, signs) {
    const dropTables = ["BASE", "DSIG", "FFTM", "GDEF", "GPOS", "GSUB", "MATH", "OS/2", "gasp", "kern", "name", "post"];
    const data = await subset(source, signs, { targetFormat: "truetype", keepFeatures: [], noLayoutClosure: true, noHinting: true, dropTables });
    const cutFace = face(data);
    const missing = [...signs].filter((sign) => !cutFace.has(sign));
    if (missing.length) throw new Error(`${name} lacks ${missing.join(" ")}`);
    const digits = new Set([..."0123456789"].filter(cutFace.has).map(cutFace.advance));
    if (digits.size > 1) throw new Error(`${name}: digits of different widths (${[...digits]}): numbers would dance`);
    // Dear ImGui takes a size for ascent plus descent; CSS, and the exhibits, for the em. Make them the same.
    const hhea = cutFace.table("hhea"), em = data.readUInt16BE(cutFace.table("head") + 18);
    data.writeInt16BE(Math.round(0.8 * em), hhea + 4);
    data.writeInt16BE(Math.round(0.8 * em) - em, hhea + 6);
    writeFileSync(`${folder}/${name}.ttf`, data);
}

const regular = file("source-sans/TTF/SourceSans3-Regular.ttf");
const signs = file("dejavu-fonts-ttf/ttf/DejaVuSans.ttf");
const inText = [...new Set(all)].filter(face(regular).has);
const inBold = inText.filter((sign) => !extended.includes(sign) && !shapes.includes(sign)); // headings and totals
const rest = [...new Set(all)].filter((sign) => !inText.includes(sign));
await cut("text_font", regular, inText.join(""));
await cut("bold_font", file("source-sans/TTF/SourceSans3-Semibold.ttf"), inBold.join(""));
await cut("symbol_font", signs, rest.join(""));
