// One picture of a figure as a file: what the engine exports in its light and in its dark colours becomes one SVG that follows the reader's
// preference, with the signs of its type faces inside, as an image of a page may load nothing. Knows no page; computes nothing that is shown.
import { create } from "fontkit";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import subset from "subset-font";
import { withSmallMaps } from "./map-pixels.mjs";

const require = createRequire(new URL("../../build/npm/", import.meta.url));
const read = (name) => readFileSync(require.resolve(name));
const tagPattern = /<([\w:]+)((?:\s+[\w:-]+="[^"]*")*)\s*(\/?)>/g;
const attributesOf = (text) => new Map([...text.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]));

// ---- type

// The engine's (cmake/fonts.mjs); the subscripts that it makes of letters are DejaVu's here, which have no bold.
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
            const index = faces.findIndex(
                (face, i) => (face.family === "D" || face.weight === weight) && left[i].hasGlyphForCodePoint(sign.codePointAt(0)),
            );
            if (index >= 0) wanted[index].add(sign);
        }
    }
    const rules = await Promise.all(
        faces.map(async ({ family, weight, file }, index) => {
            if (wanted[index].size === 0) return "";
            const cut = await subset(file, [...wanted[index]].sort().join(""), {
                targetFormat: "woff2",
                keepFeatures: [],
                noLayoutClosure: true,
                noHinting: true,
                dropTables,
            });
            return `@font-face{font-family:${family};font-weight:${weight};font-display:swap;src:url(data:font/woff2;base64,${cut.toString("base64")})}`;
        }),
    );
    return `${rules.join("")}svg{font-family:${families};font-synthesis:none;font-kerning:none}`;
}

// ---- colours

/** What an element is painted with, if its colours depend on the theme: the CSS of each theme. */
function paintOf(attributes) {
    const one = (name) => {
        const colour = attributes.get(name);
        if (!colour?.startsWith("#")) return "";
        const opacity = attributes.get(`${name}-opacity`);
        return `${name}:${colour}${
            opacity === undefined
                ? ""
                : Math.round(Number(opacity) * 255)
                      .toString(16)
                      .padStart(2, "0")
        }`;
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
        if (name !== darkName || rest(mine) !== rest(other))
            throw new Error(`the picture's ${tag} has no like in the dark one: <${darkName}${darkText}>`);
        const paints = [paintOf(mine), paintOf(other)];
        if (paints[0] === "" && paints[1] === "") return tag;
        const key = paints.join("|");
        if (!classes.has(key)) classes.set(key, { name: `c${classes.size.toString(36)}`, paints });
        const kept = [...mine].filter(([attribute, value]) => !painted.has(attribute) || value === "none" || value.startsWith("url("));
        const text = kept.map(([attribute, value]) => ` ${attribute}="${value}"`).join("");
        return `<${name} class="${classes.get(key).name}"${text}${close}>`;
    });
    if (darkTags.length !== index + 1) throw new Error("the dark picture has more in it than the light one");
    const rules = (theme) =>
        [...classes.values()]
            .filter(({ paints }) => theme === 0 || paints[1] !== paints[0])
            .map(({ name, paints }) => `.${name}{${paints[theme]}}`)
            .join("");
    const style = `<style>${fonts}${rules(0)}${maps.rules.light}@media screen and (prefers-color-scheme:dark){${rules(1)}${maps.rules.dark}}</style>`;
    return body
        .replace(/ font-family="[^"]*"/, "")
        .replace("</desc>\n", `</desc>\n${style}${maps.filters ? `<defs>${maps.filters}</defs>` : ""}\n`);
}
