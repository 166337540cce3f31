// Packs a TrueType face for the way to the reader, where src/explainer/drawing/packed_face.cpp makes a TrueType file of it again:
// 40 % smaller, gzip counted. Widths are the same, points of outlines stand on a grid of four units (0.002 em at most
// from where they stood, a sixth of a pixel in the largest number on the sharpest screen); hints and other tables are left out.
//
// A packed face is seven streams of numbers, each behind its length in two bytes, so that like stands beside like. A number below 255
// is one byte, a greater one 255 and two bytes more; a signed one is 2n or −2n − 1. Words are big-endian, as in TrueType.
//   kinds       how many glyphs; for each 0 (nothing to draw), its number of contours, or 64 + its number of parts
//   contours    of each contour the number of points
//   flags       of each point 1 (on the curve) + 2 (to the left) or 4 (to the right) + 8 (down) or 16 (up)
//   sizes       of each point how far it is that way from the one before, in steps of the grid: along x, along y, whatever is not 0
//   parts       of each part its glyph, which comes before, and signed x and y
//   advances    units an em; of each glyph the width
//   characters  the greatest code point; of each glyph, signed, how much its code point is greater than the last one; 0: it has none

const composite = 64;
const grid = 4; // units

/** The glyphs of a TrueType file: `{ advance, box, contours: [[{ on, x, y }]], parts: [{ glyph, x, y }] }`. */
function glyphsOf(file) {
    const tables = {};
    for (let at = 12; at < 12 + 16 * file.readUInt16BE(4); at += 16)
        tables[file.toString("latin1", at, at + 4)] = file.subarray(
            file.readUInt32BE(at + 8),
            file.readUInt32BE(at + 8) + file.readUInt32BE(at + 12),
        );
    const { head, hhea, hmtx, loca, glyf, maxp } = tables;
    const offset = (i) => (head.readInt16BE(50) ? loca.readUInt32BE(4 * i) : 2 * loca.readUInt16BE(2 * i));
    const widths = hhea.readUInt16BE(34);
    return {
        em: head.readUInt16BE(18),
        glyphs: Array.from({ length: maxp.readUInt16BE(4) }, (_, i) => ({
            advance: hmtx.readUInt16BE(4 * Math.min(i, widths - 1)),
            contours: [],
            parts: [],
            ...outline(glyf.subarray(offset(i), offset(i + 1))),
        })),
    };
}

function outline(data) {
    if (data.length === 0) return {};
    const count = data.readInt16BE(0);
    const box = [2, 4, 6, 8].map((at) => data.readInt16BE(at));
    let at = 10;
    if (count < 0) {
        const parts = [];
        for (let more = true; more;) {
            const [flags, glyph] = [data.readUInt16BE(at), data.readUInt16BE(at + 2)];
            if (!(flags & 2) || flags & 0xc8) throw new Error("a glyph with parts that are turned, scaled or fitted");
            const words = flags & 1;
            parts.push({
                glyph,
                x: words ? data.readInt16BE(at + 4) : data.readInt8(at + 4),
                y: words ? data.readInt16BE(at + 6) : data.readInt8(at + 5),
            });
            at += words ? 8 : 6;
            more = (flags & 32) !== 0;
        }
        return { box, parts };
    }
    const ends = Array.from({ length: count }, (_, i) => data.readUInt16BE(at + 2 * i));
    at += 2 * count;
    at += 2 + data.readUInt16BE(at);
    const flags = [];
    while (flags.length <= ends.at(-1)) {
        const flag = data[at++];
        flags.push(...new Array(flag & 8 ? data[at++] + 1 : 1).fill(flag));
    }
    const along = (short, same) => {
        let value = 0;
        return flags.map((flag) => {
            if (flag & short) {
                value += flag & same ? data[at++] : -data[at++];
            } else if (!(flag & same)) {
                value += data.readInt16BE(at);
                at += 2;
            }
            return value;
        });
    };
    const xs = along(2, 16);
    const ys = along(4, 32);
    const points = flags.map((flag, i) => ({ on: flag & 1, x: xs[i], y: ys[i] }));
    return { box, contours: ends.map((end, i) => points.slice(i > 0 ? ends[i - 1] + 1 : 0, end + 1)) };
}

/** Parts that have parts themselves are replaced by these. */
function flattened(glyphs, parts) {
    return parts.flatMap((part) => {
        const within = glyphs[part.glyph].parts;
        if (within.length === 0) return [part];
        return flattened(glyphs, within).map(({ glyph, x, y }) => ({ glyph, x: x + part.x, y: y + part.y }));
    });
}

/** Since the box is not packed: it is what encloses the points, or the glyph would be drawn elsewhere by a hair. */
function checkBox(glyphs, { box, contours, parts }) {
    const points = [
        ...contours.flat(),
        ...parts.flatMap(({ glyph, x, y }) => glyphs[glyph].contours.flat().map((point) => ({ x: x + point.x, y: y + point.y }))),
    ];
    if (points.length === 0) return;
    const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
    const own = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
    if (own.join() !== box.join()) throw new Error(`a glyph whose box is ${box}, its points' ${own}`);
}

class Stream {
    bytes = [];
    put(number) {
        if (!(number >= 0 && number < 65536)) throw new Error(`${number} has no place in a packed face`);
        this.bytes.push(...(number < 255 ? [number] : [255, number >> 8, number & 255]));
    }
    putSigned(number) {
        this.put(number < 0 ? -2 * number - 1 : 2 * number);
    }
}

/** A letter as its own subscript: 0.72 of its size, its foot 0.16 em below the baseline. */
function lowered(em, glyphs, { advance, contours, parts }) {
    const placed = [...contours, ...parts.flatMap(({ glyph, x, y }) => glyphs[glyph].contours.map((one) => moved(one, x, y)))];
    const small = ({ on, x, y }) => ({ on, x: Math.round(0.72 * x), y: Math.round(0.72 * y - 0.16 * em) });
    return { advance: Math.round(0.72 * advance), contours: placed.map((contour) => contour.map(small)), parts: [] };
}
const moved = (contour, x, y) => contour.map((point) => ({ ...point, x: x + point.x, y: y + point.y }));

/** `glyphOf` maps each code point of the face to its glyph in the file, `subscripts` those of subscripts that it lacks to the letter's. */
export function packedFace(file, glyphOf, subscripts = new Map()) {
    const { em, glyphs } = glyphsOf(file);
    for (const glyph of glyphs) glyph.parts = flattened(glyphs, glyph.parts);
    glyphs.forEach((glyph) => checkBox(glyphs, glyph));
    for (const [code, letter] of subscripts) glyphOf.set(code, glyphs.push(lowered(em, glyphs, glyphs[letter])) - 1);

    // The glyph for what is missing first, empty; then those without parts, then the others, each by code point. A second character
    // of a glyph has a copy of it, in one part.
    const entries = [{ code: 0, advance: 0, contours: [], parts: [] }];
    const entryOf = new Map();
    for (const [code, index] of [...glyphOf].sort(([a], [b]) => a - b)) {
        const { advance, contours, parts } = glyphs[index];
        if (entryOf.has(index) && contours.length > 0) {
            entries.push({ code, advance, contours: [], parts: [{ glyph: index, x: 0, y: 0 }] });
        } else {
            const entry = { code, advance, contours, parts };
            entries.push(entry);
            entryOf.set(index, entry);
        }
    }
    for (const index of new Set(entries.flatMap(({ parts }) => parts.map(({ glyph }) => glyph)))) {
        if (entryOf.has(index)) continue;
        const entry = { code: 0, advance: 0, contours: glyphs[index].contours, parts: [] };
        entries.push(entry);
        entryOf.set(index, entry);
    }
    const ordered = [...entries.filter(({ parts }) => parts.length === 0), ...entries.filter(({ parts }) => parts.length > 0)];

    const streams = Array.from({ length: 7 }, () => new Stream());
    const [kinds, contours, flags, sizes, parts, advances, characters] = streams;
    kinds.put(ordered.length);
    advances.put(em);
    characters.put(Math.max(...glyphOf.keys()));
    let last = 0;
    for (const entry of ordered) {
        if (entry.contours.length >= composite) throw new Error("a glyph of too many contours");
        kinds.put(entry.parts.length > 0 ? composite + entry.parts.length : entry.contours.length);
        advances.put(entry.advance);
        characters.putSigned(entry.code === 0 ? 0 : entry.code - last);
        last = entry.code || last;
        for (const contour of entry.contours) contours.put(contour.length);
        let [x, y] = [0, 0];
        for (const point of entry.contours.flat()) {
            const [dx, dy] = [Math.round(point.x / grid) - x, Math.round(point.y / grid) - y];
            flags.put(point.on + (dx < 0 ? 2 : dx > 0 ? 4 : 0) + (dy < 0 ? 8 : dy > 0 ? 16 : 0));
            if (dx !== 0) sizes.put(Math.abs(dx));
            if (dy !== 0) sizes.put(Math.abs(dy));
            x += dx;
            y += dy;
        }
        for (const part of entry.parts) {
            parts.put(ordered.indexOf(entryOf.get(part.glyph)));
            parts.putSigned(part.x);
            parts.putSigned(part.y);
        }
    }
    return Buffer.concat(streams.flatMap(({ bytes }) => [Buffer.from([bytes.length >> 8, bytes.length & 255]), Buffer.from(bytes)]));
}
