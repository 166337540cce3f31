// One picture of a figure as a file: what the engine exports in its light and in its dark colours becomes one SVG that follows the reader's
// preference, with the signs of its type faces inside, as an image of a page may load nothing. Knows no page; computes nothing that is shown.
import { create } from "fontkit";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { deflateSync, inflateSync } from "node:zlib";
import subset from "subset-font";

const require = createRequire(new URL("../../build/npm/", import.meta.url));
const read = (name) => readFileSync(require.resolve(name));
const tagPattern = /<([\w:]+)((?:\s+[\w:-]+="[^"]*")*)\s*(\/?)>/g;
const attributesOf = (text) => new Map([...text.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]));

// ---- type

// The engine's (cmake/fonts.mjs): what Source Sans lacks is DejaVu's, which has no bold here.
const faces = [
    { family: "S", weight: "400", file: read("source-sans/TTF/SourceSans3-Regular.ttf") },
    { family: "S", weight: "600", file: read("source-sans/TTF/SourceSans3-Semibold.ttf") },
    { family: "D", weight: "400", file: read("dejavu-fonts-ttf/ttf/DejaVuSans.ttf") },
];
const families = "S,D,'Source Sans 3','Open Sans','Segoe UI',sans-serif";
const dropTables = ["BASE", "DSIG", "FFTM", "GDEF", "GPOS", "GSUB", "MATH", "gasp", "kern"]; // as the engine, which sets sign by sign

/** CSS with the faces of the signs that some SVGs write. */
export async function fontRules(svgs) {
    const written = { 400: new Set(), 600: new Set() };
    for (const svg of svgs) {
        for (const [, attributes, text] of svg.matchAll(/<text((?:\s+[\w:-]+="[^"]*")*)\s*>([^<]*)<\/text>/g)) {
            const plain = text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
            for (const sign of plain) written[attributesOf(attributes).get("font-weight") ?? 400].add(sign);
        }
    }
    const left = [...faces].map(({ file }) => create(file)); // what they are asked for signs
    const wanted = faces.map(() => new Set());
    for (const [weight, signs] of Object.entries(written)) {
        for (const sign of signs) {
            const index = faces.findIndex((face, i) => (face.family === "D" || face.weight === weight) && left[i].hasGlyphForCodePoint(sign.codePointAt(0)));
            if (index >= 0) wanted[index].add(sign);
        }
    }
    const rules = await Promise.all(faces.map(async ({ family, weight, file }, index) => {
        if (wanted[index].size === 0) return "";
        const cut = await subset(file, [...wanted[index]].sort().join(""), { targetFormat: "woff2", keepFeatures: [], noLayoutClosure: true, noHinting: true, dropTables });
        return `@font-face{font-family:${family};font-weight:${weight};font-display:swap;src:url(data:font/woff2;base64,${cut.toString("base64")})}`;
    }));
    return `${rules.join("")}svg{font-family:${families};font-synthesis:none;font-kerning:none}`;
}

// ---- pixels of maps

/** Width, height, palette indices and palette of a PNG as the engine writes it: 8 bits, no filters. */
function readPng(base64) {
    const bytes = Buffer.from(base64, "base64");
    const parts = {};
    for (let at = 8; at < bytes.length;) {
        const length = bytes.readUInt32BE(at), type = bytes.toString("latin1", at + 4, at + 8);
        parts[type] = Buffer.concat([parts[type] ?? Buffer.alloc(0), bytes.subarray(at + 8, at + 8 + length)]);
        at += 12 + length;
    }
    const [width, height] = [parts.IHDR.readUInt32BE(0), parts.IHDR.readUInt32BE(4)];
    const rows = inflateSync(parts.IDAT);
    const pixels = new Uint8Array(width * height);
    for (let y = 0; y < height; ++y) pixels.set(rows.subarray(y * (width + 1) + 1, (y + 1) * (width + 1)), y * width);
    return { width, height, pixels, palette: parts.PLTE };
}

function chunk(type, data) {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    let crc = 0xffffffff;
    for (const byte of body) {
        crc ^= byte;
        for (let bit = 0; bit < 8; ++bit) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    }
    const out = Buffer.alloc(body.length + 8);
    out.writeUInt32BE(data.length, 0);
    body.copy(out, 4);
    out.writeUInt32BE(~crc >>> 0, out.length - 4);
    return out;
}

const slack = 1.5; // shades
const levels = 15; // shades of a map, and one for what is masked: four bits a pixel

/** A map with at most `most` pixels a side and few shades, of grey: a filter gives them the colours of the theme. */
function smallPng({ width, height, pixels }, most) {
    const share = Math.min(1, most / Math.max(width, height));
    const [across, down] = [Math.round(width * share), Math.round(height * share)];
    const bytes = Math.ceil(across / 2) + 1;
    const rows = Buffer.alloc(bytes * down);
    for (let y = 0; y < down; ++y) {
        const [top, bottom] = [Math.floor(y / share), Math.max(Math.floor(y / share) + 1, Math.floor((y + 1) / share))];
        let before = 0;
        for (let x = 0; x < across; ++x) {
            const [left, right] = [Math.floor(x / share), Math.max(Math.floor(x / share) + 1, Math.floor((x + 1) / share))];
            let largest = 0, seen = 0, all = 0;
            for (let j = top; j < Math.min(bottom, height); ++j) {
                for (let i = left; i < Math.min(right, width); ++i) {
                    const index = pixels[j * width + i];
                    ++all;
                    if (index === 0) continue;
                    ++seen;
                    largest = Math.max(largest, index);
                }
            }
            const exact = ((largest - 1) / 254) * (levels - 1);
            // As its neighbour, where it is nearly: noise is what weighs most.
            const shade = seen * 2 < all ? 0 : before > 0 && Math.abs(exact - (before - 1)) < slack ? before : 1 + Math.round(exact);
            rows[y * bytes + 1 + (x >> 1)] |= shade << (x & 1 ? 0 : 4);
            before = shade;
        }
    }
    const header = Buffer.alloc(13);
    header.writeUInt32BE(across, 0);
    header.writeUInt32BE(down, 4);
    header.set([4, 3], 8);
    const greys = [0, ...Array.from({ length: levels }, (_, i) => Math.round((i / (levels - 1)) * 255))];
    const palette = Buffer.from(greys.flatMap((grey) => [grey, grey, grey]));
    const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    return Buffer.concat([signature, chunk("IHDR", header), chunk("PLTE", palette), chunk("tRNS", Buffer.from([0])),
        chunk("IDAT", deflateSync(rows, { level: 9 })), chunk("IEND", Buffer.alloc(0))]).toString("base64");
}

/** A filter that turns greys into a palette's colours, by 16 pieces. */
function colouring(id, palette) {
    const channel = (offset, name) => {
        const values = Array.from({ length: 17 }, (_, i) => (palette[3 * (1 + Math.round((i / 16) * 254)) + offset] / 255).toFixed(3).replace(/\.?0+$/, ""));
        return `<feFunc${name} type="table" tableValues="${values.join(" ")}"/>`;
    };
    return `<filter id="${id}" color-interpolation-filters="sRGB" x="0" y="0" width="1" height="1"><feComponentTransfer>` +
        `${channel(0, "R")}${channel(1, "G")}${channel(2, "B")}</feComponentTransfer></filter>`;
}

const imagePattern = /xlink:href="data:image\/png;base64,([^"]+)"/g;

/** The two exports' maps made small and of one kind: their SVG, and the filters with the rules that choose among them. */
function withSmallMaps(light, dark) {
    const palettes = [light, dark].map((svg) => [...svg.matchAll(imagePattern)].map(([, data]) => readPng(data).palette));
    const filters = [];
    const rules = { light: "", dark: "" };
    const number = (index) => {
        const pair = ["light", "dark"].map((theme, i) => [theme, colouring("", palettes[i][index])]);
        const key = pair.map(([, text]) => text).join();
        const known = filters.findIndex((one) => one.key === key);
        if (known >= 0) return known;
        const at = filters.push({ key }) - 1;
        filters[at].text = pair.map(([theme], i) => colouring(`${theme}${at}`, palettes[i][index])).join("");
        for (const [theme] of pair) rules[theme] += `.m${at}{filter:url(#${theme}${at})}`;
        return at;
    };
    const images = [...light.matchAll(imagePattern)].map(([, data], index) => ({ data: readPng(data), filter: number(index) }));
    const boxes = [...light.matchAll(/<svg x="[^"]*" y="[^"]*" width="([^"]*)" height="([^"]*)"/g)].map(([, width, height]) => Math.max(Number(width), Number(height)));
    const replaced = (svg) => {
        let index = -1;
        return svg.replace(imagePattern, () => {
            const { data, filter } = images[++index];
            return `class="m${filter}" href="data:image/png;base64,${smallPng(data, Math.min(480, 1.25 * (boxes[index] ?? 480)))}"`;
        }).replaceAll(/ xmlns:xlink="[^"]*"/g, "");
    };
    return { svgs: [replaced(light), replaced(dark)], filters: filters.map(({ text }) => text).join(""), rules };
}

// ---- colours

/** What an element is painted with, if its colours depend on the theme: the CSS of each theme. */
function paintOf(attributes) {
    const one = (name) => {
        const colour = attributes.get(name);
        if (!colour?.startsWith("#")) return "";
        const opacity = attributes.get(`${name}-opacity`);
        return `${name}:${colour}${opacity === undefined ? "" : Math.round(Number(opacity) * 255).toString(16).padStart(2, "0")}`;
    };
    return [one("fill"), one("stroke")].filter(Boolean).join(";");
}

const painted = new Set(["fill", "stroke", "fill-opacity", "stroke-opacity"]);

/**
 * One SVG of two exports that differ in colours only, with this CSS of its type faces. Each pair of colours is a class. Printing is light: a
 * dark screen's picture would come out as a black sheet.
 */
export function adaptivePicture(lightExport, darkExport, fonts) {
    const maps = withSmallMaps(lightExport, darkExport);
    const [light, dark] = maps.svgs.map((svg) => svg.replaceAll(/hatch-[0-9a-f]+/g, "hatch"));
    const darkTags = [...dark.matchAll(tagPattern)];
    const classes = new Map(); // both paints → name
    let index = -1;
    const body = light.replaceAll(tagPattern, (tag, name, attributeText, close) => {
        const [, darkName, darkText] = darkTags[++index] ?? [];
        const [mine, other] = [attributesOf(attributeText), attributesOf(darkText ?? "")];
        const rest = (attributes) => [...attributes].filter(([key]) => !painted.has(key)).join();
        if (name !== darkName || rest(mine) !== rest(other)) throw new Error(`the picture's ${tag} has no like in the dark one: <${darkName}${darkText}>`);
        const paints = [paintOf(mine), paintOf(other)];
        if (paints[0] === "" && paints[1] === "") return tag;
        const key = paints.join("|");
        if (!classes.has(key)) classes.set(key, { name: `c${classes.size.toString(36)}`, paints });
        const kept = [...mine].filter(([attribute, value]) => !painted.has(attribute) || value === "none" || value.startsWith("url("));
        const text = kept.map(([attribute, value]) => ` ${attribute}="${value}"`).join("");
        return `<${name} class="${classes.get(key).name}"${text}${close}>`;
    });
    if (darkTags.length !== index + 1) throw new Error("the dark picture has more in it than the light one");
    const rules = (theme) => [...classes.values()].filter(({ paints }) => theme === 0 || paints[1] !== paints[0]).map(({ name, paints }) => `.${name}{${paints[theme]}}`).join("");
    const style = `<style>${fonts}${rules(0)}${maps.rules.light}@media screen and (prefers-color-scheme:dark){${rules(1)}${maps.rules.dark}}</style>`;
    return body.replace(/ font-family="[^"]*"/, "").replace("</desc>\n", `</desc>\n${style}${maps.filters ? `<defs>${maps.filters}</defs>` : ""}\n`);
}
