// Pictures for readers without script, without the engine, and on paper: each figure of the page, in its state, as the engine exports it. Three
// files a figure (wide, middle, narrow), each light and dark, fetched only where the engine does not draw. The files are picture-file.mjs's.
import { mkdirSync, writeFileSync } from "node:fs";
import { escaped } from "../escaped.mjs";
import { piecesShown } from "./pieces.mjs";
import { adaptivePicture, fontRules } from "./picture-file.mjs";

// CSS pixels: how wide a picture is laid out, and up to which window it is the one; on paper and in feed readers, the first
const sizes = [{ width: 960 }, { width: 640, window: 860 }, { width: 360, window: 520 }];
const mostSteps = 5000;
const unmeasured = "This is measured on your own machine, by a script.";

/** Steps until nothing moves. What asks for a measurement hears that there is none. */
function settle(view, exhibit) {
    for (let step = 0; step < mostSteps; ++step) {
        const more = view.step(step * 1000, false);
        const request = view.takeRequest();
        if (request) view.reply({ generation: request.generation, progress: 1, done: true, tensors: [], error: unmeasured });
        else if (!more) return;
    }
    throw new Error(`picture of ${exhibit}: it does not come to rest`);
}

/** What the engine draws and says of an exhibit in a state, at each width. */
function exportsOf(engine, exhibit, state) {
    const view = engine.makeView(exhibit);
    const problem = view ? view.restore(state) : `there is no exhibit "${exhibit}"`;
    if (problem) throw new Error(`picture of ${exhibit}: ${problem}`);
    view.setReducedMotion(true);
    view.setStill(true);
    const made = sizes.map(({ width }) => {
        const height = Math.ceil(view.naturalHeight(width));
        view.resize(width, height, width, height);
        const [light, dark] = [false, true].map((isDark) => {
            view.setDark(isDark);
            settle(view, exhibit);
            return view.svg();
        });
        return { width, height, light, dark };
    });
    const { summary } = view.describe();
    view.delete();
    return { made, summary };
}

/** Writes the pictures of a page's figures under `folder`/figures; returns the HTML of each, by the figure's id. */
export async function writePictures(engine, figures, folder) {
    mkdirSync(`${folder}/figures`, { recursive: true });
    const html = new Map();
    for (const { id, exhibit, state } of figures) {
        const { made, summary } = exportsOf(engine, exhibit, state);
        const fonts = await fontRules(made.map(({ light }) => light));
        const files = made.map(({ width, height, light, dark }, index) => {
            const name = `figures/${id}${index > 0 ? `-${width}` : ""}.svg`;
            writeFileSync(`${folder}/${name}`, adaptivePicture(light, dark, fonts));
            return { name, size: `width="${width}" height="${height}"`, window: sizes[index].window };
        });
        const sources = files
            .slice(1)
            .reverse()
            .map(({ name, size, window }) => `<source media="screen and (max-width: ${window}px)" srcset="${name}" ${size}>`);
        html.set(
            id,
            `<picture>${sources.join("")}<img src="${files[0].name}" ${files[0].size} alt="${escaped(summary)}" loading="lazy" decoding="async"></picture>`,
        );
    }
    return html;
}

/** The state of a figure's tag, with the pieces that it shows. */
function stateOf({ exhibit, state, show }, exhibits) {
    const pieces = piecesShown(
        exhibits.find(({ id }) => id === exhibit),
        show,
    );
    return [...(state ? [state] : []), ...pieces.map(({ name, on }) => `${name}=${on}`)].join(";");
}

/** Puts the picture of each figure of a page into its tag, before the text. */
export async function putPictures($, exhibits, picturesOf) {
    const tags = $("main attention-explainer").toArray();
    const pictures = await picturesOf(
        tags.map(({ attribs }) => ({ id: attribs.id, exhibit: attribs.exhibit, state: stateOf(attribs, exhibits) })),
    );
    for (const tag of tags) $(tag).prepend(`\n${pictures.get(tag.attribs.id)}`);
}
