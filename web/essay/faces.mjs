// The type faces of the text: Source Sans as in the figures, cut to the signs that the page writes, as woff2; and a face of the reader's machine
// stretched to the same measures, which stands in where ours comes too late.
import { create } from "fontkit";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import subset from "subset-font";

const require = createRequire(new URL("../../build/npm/", import.meta.url));
const file = (name) => readFileSync(require.resolve(`source-sans/TTF/SourceSans3-${name}.ttf`));
const faces = ["Regular", "Semibold", "It"];
const most = 40 * 1024; // bytes, all faces
const range = (first, last) => String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, i) => first + i));
const always = range(0x20, 0x7e) + range(0xa0, 0xff) + "−≈≠≤≥∞√Σ‘’“”–—…‰ₖᵢⱼαβθλμπσ₀₁₂₃₄₅₆₇₈₉⁰⁴⁵⁶⁷⁸⁹⁻"; // live numbers and words are not on the page yet
const dropTables = ["BASE", "DSIG", "FFTM", "GSUB", "MATH", "gasp"];

/** The files, by name. `text` is all that the page writes. */
export async function cutFaces(text) {
    const files = {};
    for (const name of faces) {
        const source = file(name);
        const face = create(source);
        const signs = [...new Set(always + text)].filter((sign) => face.hasGlyphForCodePoint(sign.codePointAt(0)));
        files[`text-${name.toLowerCase()}.woff2`] = await subset(source, signs.join(""), {
            targetFormat: "woff2",
            keepFeatures: ["kern"],
            noLayoutClosure: true,
            noHinting: true,
            dropTables,
        });
    }
    const total = Object.values(files).reduce((sum, { length }) => sum + length, 0);
    if (total > most) throw new Error(`the type faces of the text are too heavy: ${total} of ${most} bytes`);
    return files;
}
