// The maps in a figure's pictures, which the engine writes as PNGs of 256 colours, made small: fewer pixels, few greys, and a filter for each theme's
// colours. Knows nothing else of the picture.
import { decode, encode } from "fast-png";

const slack = 1.5; // shades
const levels = 15; // shades of a map, and one for what is masked: four bits a pixel

/** A map with at most `most` pixels a side and few shades, of grey: a filter gives them the colours of the theme. */
function smallPng({ width, height, data: pixels }, most) {
    const share = Math.min(1, most / Math.max(width, height));
    const [across, down] = [Math.round(width * share), Math.round(height * share)];
    const bytes = Math.ceil(across / 2);
    const rows = new Uint8Array(bytes * down);
    for (let y = 0; y < down; ++y) {
        const [top, bottom] = [Math.floor(y / share), Math.max(Math.floor(y / share) + 1, Math.floor((y + 1) / share))];
        let before = 0;
        for (let x = 0; x < across; ++x) {
            const [left, right] = [Math.floor(x / share), Math.max(Math.floor(x / share) + 1, Math.floor((x + 1) / share))];
            let largest = 0,
                seen = 0,
                all = 0;
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
            rows[y * bytes + (x >> 1)] |= shade << (x & 1 ? 0 : 4);
            before = shade;
        }
    }
    const greys = Array.from({ length: levels }, (_, i) => Math.round((i / (levels - 1)) * 255));
    const palette = [[0, 0, 0, 0], ...greys.map((grey) => [grey, grey, grey, 255])];
    const png = encode({ width: across, height: down, data: rows, depth: 4, channels: 1, palette }, { zlib: { level: 9 } });
    return Buffer.from(png).toString("base64");
}

/** A filter that turns greys into a palette's colours, by 16 pieces. */
function colouring(id, palette) {
    const channel = (offset, name) => {
        const values = Array.from({ length: 17 }, (_, i) =>
            (palette[1 + Math.round((i / 16) * 254)][offset] / 255).toFixed(3).replace(/\.?0+$/, ""),
        );
        return `<feFunc${name} type="table" tableValues="${values.join(" ")}"/>`;
    };
    return (
        `<filter id="${id}" color-interpolation-filters="sRGB" x="0" y="0" width="1" height="1"><feComponentTransfer>` +
        `${channel(0, "R")}${channel(1, "G")}${channel(2, "B")}</feComponentTransfer></filter>`
    );
}

const imagePattern = /xlink:href="data:image\/png;base64,([^"]+)"/g;

/** The two exports' maps made small and of one kind: their SVG, and the filters with the rules that choose among them. */
export function withSmallMaps(light, dark) {
    const palettes = [light, dark].map((svg) =>
        [...svg.matchAll(imagePattern)].map(([, data]) => decode(Buffer.from(data, "base64")).palette),
    );
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
    const images = [...light.matchAll(imagePattern)].map(([, data], index) => ({
        data: decode(Buffer.from(data, "base64")),
        filter: number(index),
    }));
    const boxes = [...light.matchAll(/<svg x="[^"]*" y="[^"]*" width="([^"]*)" height="([^"]*)"/g)].map(([, width, height]) =>
        Math.max(Number(width), Number(height)),
    );
    const replaced = (svg) => {
        let index = -1;
        return svg
            .replace(imagePattern, () => {
                const { data, filter } = images[++index];
                return `class="m${filter}" href="data:image/png;base64,${smallPng(data, Math.min(480, 1.25 * (boxes[index] ?? 480)))}"`;
            })
            .replaceAll(/ xmlns:xlink="[^"]*"/g, "");
    };
    return { svgs: [replaced(light), replaced(dark)], filters: filters.map(({ text }) => text).join(""), rules };
}
