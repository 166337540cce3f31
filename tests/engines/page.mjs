// What every behaviour is shown with: a page in some engine, the pictures in it whatever draws them, a hand on it. The helpers of the other browser
// tests ask a page nothing but evaluate(), so they serve here as well. No test in here.
import assert from "node:assert/strict";
import { settled } from "../browser/support.mjs";
import { visit } from "./visits.mjs";

const patience = 60_000; // ms: longer is hung, on however busy a machine

/** Opens a page with these tags (or the ids of exhibits) in a browser; waits until they are still, unless told not to. */
export async function open(
    browser,
    tags,
    { wait = true, prefers, touch, width = 1000, height = 800, file = "page.html", ...options } = {},
) {
    const list = Array.isArray(tags) ? tags : [tags];
    const body = list
        .map((tag) => (tag.includes("<") || tag === "" ? tag : `<attention-explainer exhibit="${tag}"></attention-explainer>`))
        .join("\n");
    const made = await visit(body, options);
    const tab = await browser.open({ prefers, touch });
    const page = {
        ...tab,
        ...made,
        /** Waits until this says so, in the page. */
        async until(work, given) {
            const end = Date.now() + patience;
            for (;;) {
                const said = await tab.evaluate(work, given);
                if (said) return said;
                if (Date.now() > end) throw new Error(`in vain: ${work} ${JSON.stringify(given)}`);
                await new Promise((resolve) => setTimeout(resolve, 20));
            }
        },
        /** What went wrong in it. */
        problems: () => tab.evaluate(() => window.watched.problems),
        errors: () => tab.evaluate(() => window.watched.errors),
        saved: (selector = "attention-explainer") => tab.evaluate((wanted) => document.querySelector(wanted).save(), selector),
        /** Gives a state, by the element's own property, and waits until it is drawn. */
        state: (state, selector = "attention-explainer") =>
            tab.evaluate(
                async ([given, wanted]) => {
                    const element = document.querySelector(wanted);
                    element.state = given;
                    await element.settled();
                },
                [state, selector],
            ),
    };
    await tab.resize(width, height);
    await tab.go(made.base + file);
    if (wait) await settled(page);
    return page;
}

/**
 * What is to be seen of each element: what draws it, its size, how much is in it (colours of a canvas, nodes of a drawing), a number that stands for
 * all of it, and the colour of its paper.
 */
export function pictures(page, selector = "attention-explainer") {
    return page.evaluate(
        (wanted) =>
            Promise.all(
                [...document.querySelectorAll(wanted)].map(async (element) => {
                    const hashOf = (words) => {
                        let hash = 2166136261;
                        for (const word of words) hash = Math.imul(hash ^ word, 16777619) >>> 0;
                        return hash;
                    };
                    const { renderer, shadowRoot } = element;
                    if (renderer === "svg") {
                        const drawing = shadowRoot.querySelector(".drawing");
                        if (!drawing?.firstChild) return { renderer, richness: 0 };
                        const [, , width, height] = drawing.getAttribute("viewBox").split(" ").map(Number);
                        // (in what order attributes came to a node is not to be seen)
                        const nodes = [...drawing.querySelectorAll("*")].map(
                            ({ localName, attributes, textContent }) =>
                                `${localName} ${[...attributes].map(({ name, value }) => `${name}=${value}`).sort()} ${localName === "text" ? textContent : ""}`,
                        );
                        const hash = hashOf([...nodes.join("\n")].map((sign) => sign.codePointAt(0)));
                        return {
                            renderer,
                            width,
                            height,
                            richness: nodes.length,
                            hash,
                            paper: drawing.querySelector("rect").getAttribute("fill"),
                        };
                    }
                    let canvas = shadowRoot.querySelector("canvas");
                    if (canvas.width === 0) {
                        // far from the reader
                        const bitmap = await createImageBitmap(await element.toBlob());
                        canvas = Object.assign(document.createElement("canvas"), { width: bitmap.width, height: bitmap.height });
                        canvas.getContext("2d").drawImage(bitmap, 0, 0);
                    }
                    const words = new Uint32Array(canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.buffer);
                    const paper = `#${[0, 8, 16].map((shift) => ((words[0] >> shift) & 255).toString(16).padStart(2, "0")).join("")}`;
                    return {
                        renderer,
                        width: canvas.width,
                        height: canvas.height,
                        richness: new Set(words).size,
                        hash: hashOf(words),
                        paper,
                    };
                }),
            ),
        selector,
    );
}

/** One element's picture. */
export const picture = async (page, selector) => (await pictures(page, selector))[0];

export const papers = { light: "#ffffff", dark: "#14181f" };

/** Waits until an element's picture is like this: browsers tell pages of a preference or a medium when it suits them. */
export async function becomes(page, wanted) {
    const end = Date.now() + patience;
    for (;;) {
        await settled(page);
        const seen = await picture(page);
        if (Object.entries(wanted).every(([name, value]) => seen[name] === value)) return;
        if (Date.now() > end) assert.deepEqual(seen, wanted);
    }
}

/** A point of an element's picture (CSS px from its upper left corner) in the window. */
export function pointOf(page, [x, y], selector = "attention-explainer") {
    return page.evaluate(
        ([px, py, wanted]) => {
            const box = document.querySelector(wanted).shadowRoot.querySelector("canvas").getBoundingClientRect();
            return [box.left + px, box.top + py];
        },
        [x, y, selector],
    );
}

/**
 * Drags from one point of the window over others, and lets go there. Each step waits until the page has heard of it: WebKitGTK's driver says that a
 * hand has moved before the page knows.
 */
export async function drag(page, points) {
    const heard = (buttons, [x, y]) =>
        page.until(
            ([held, atX, atY]) => {
                const [now, nowX, nowY] = window.watched.pointer;
                return now === held && Math.abs(nowX - atX) < 1 && Math.abs(nowY - atY) < 1;
            },
            [buttons, x, y],
        );
    await page.hand.move(...points[0]);
    await page.hand.down();
    await heard(1, points[0]);
    for (const point of points.slice(1)) {
        await page.hand.move(...point);
        await heard(1, point);
        await settled(page);
    }
    await page.hand.up();
    await heard(0, points.at(-1));
    await settled(page);
}

/** Which control has the focus: its name, what is written on it, or the id of what is outside. */
export const focused = (page) =>
    page.evaluate(() => {
        const active = document.activeElement;
        const inner = active?.shadowRoot?.activeElement;
        if (!inner) return active?.id || active?.localName;
        return inner.getAttribute("name") ?? inner.className ?? inner.textContent;
    });

/** Nothing went wrong in the page. */
export async function quiet(page) {
    assert.deepEqual(await page.problems(), []);
    assert.deepEqual(await page.errors(), []);
}
