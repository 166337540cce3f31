// One change to a type face's MATH table, in place: a sign that grows with what it encloses keeps its smallest form alone. Chromium makes room for the widest
// form, used or not, and a fraction with a root of one line would be drawn wider than the root.
import { create } from "fontkit";

/** `file` is a TrueType file, whole, as a Buffer. */
export function keepSmallest(file, sign) {
    const face = create(file);
    const glyph = face.glyphForCodePoint(sign.codePointAt(0)).id;
    const word = (at) => file.readUInt16BE(at);
    const { offset: math } = face.directory.tables.MATH;
    const variants = math + word(math + 8);
    const coverage = variants + word(variants + 2);
    const glyphs = [];
    for (let i = 0, at = coverage + 4; i < word(coverage + 2); ++i) {
        if (word(coverage) === 1) glyphs.push(word(at + 2 * i));
        else for (let id = word(at + 6 * i); id <= word(at + 6 * i + 2); ++id) glyphs.push(id);
    }
    if (!glyphs.includes(glyph)) throw new Error(`${sign} does not grow in this type face`);
    const construction = variants + word(variants + 10 + 2 * glyphs.indexOf(glyph));
    file.writeUInt16BE(0, construction); // no pieces to put together
    file.writeUInt16BE(1, construction + 2); // one form
}
