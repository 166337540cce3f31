// What a frame costs in calls: no question that waits for the GPU's process, nothing sent up that is there already, and under a drag no
// native control written, which nobody could read then; let go, they say what is there.
import assert from "node:assert/strict";
import { test } from "node:test";
import { exhibitTable, handles, openExhibits, quickTag, settled, controlBox } from "./support.mjs";

/** Counts the calls of every WebGL function, by name. */
function countCalls() {
    window.calls = {};
    for (const name of Object.getOwnPropertyNames(WebGL2RenderingContext.prototype)) {
        const { value, ...rest } = Object.getOwnPropertyDescriptor(WebGL2RenderingContext.prototype, name);
        if (typeof value !== "function") continue;
        Object.defineProperty(WebGL2RenderingContext.prototype, name, {
            ...rest,
            value(...args) {
                window.calls[name] = (window.calls[name] ?? 0) + 1;
                return value.apply(this, args);
            },
        });
    }
}

/** Draws `count` frames while the pointer drags the handle at `from`; what was called meanwhile. */
async function drag(page, from, count) {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await settled(page);
    await page.evaluate(() => (window.calls = {}));
    let frames = 0;
    for (let i = 1; i <= count; ++i) {
        await page.mouse.move(from.x + (i % 2 ? 3 : -3) * (i % 7), from.y + (i % 5));
        frames += await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(1)))));
    }
    await settled(page);
    await page.mouse.up();
    assert.equal(frames, count);
    return page.evaluate(() => window.calls);
}

// isContextLost answers from a flag of the page's own process.
const waits = (name) => /^(get|is|read|finish|flush|check|fence|client|wait)/.test(name) && name !== "isContextLost";

for (const { id } of exhibitTable()) {
    test(`${id}: thirty frames of a drag ask the GPU nothing`, async (t) => {
        // (In its default state masks has nothing that a finger could drag: cells are pressed, scores are moved along an axis.)
        const tag = id === "masks" ? '<attention-explainer exhibit="masks" state="mask=window"></attention-explainer>' : quickTag(id);
        const page = await openExhibits(t, tag, { init: countCalls, height: 1400 });
        const [handle] = await handles(page);
        const slider = await page.evaluate(
            () => document.querySelector("attention-explainer").shadowRoot.querySelector(".control:not([hidden]) input[type=range]")?.name,
        );
        const from = handle ?? (slider ? (await controlBox(page, slider)).middle : { x: 200, y: 200 });
        const calls = await drag(page, from, 30);
        assert.ok((calls.drawElements ?? 0) >= 30, `frames were drawn: ${JSON.stringify(calls)}`);
        assert.deepEqual(Object.keys(calls).filter(waits), [], JSON.stringify(calls));
    });
}

/** What each native control says: its value, and what is spoken for it. */
function nativeControls(page) {
    return page.evaluate(() => {
        const controls = document.querySelector("attention-explainer").shadowRoot.querySelectorAll(".controls [name]");
        return [...controls].map((one) => [
            one.name,
            one.type === "checkbox" ? one.checked : one.value,
            one.getAttribute("aria-valuetext"),
            one.getAttribute("aria-label"),
        ]);
    });
}

/** Drags a slider; the button stays down. Returns the state string. */
async function dragHeld(page, name, to = 0.7) {
    await page.evaluate(
        (wanted) =>
            document
                .querySelector("attention-explainer")
                .shadowRoot.querySelector(`[name="${wanted}"]`)
                .scrollIntoView({ block: "center" }),
        name,
    );
    await settled(page);
    const box = await controlBox(page, name);
    await page.mouse.move(box.x + box.width * 0.5, box.middle.y);
    await page.mouse.down();
    await settled(page);
    for (const share of [0.2, 0.9, to]) await page.mouse.move(box.x + box.width * share, box.middle.y);
    return page.evaluate(
        () =>
            new Promise((done) =>
                requestAnimationFrame(() => requestAnimationFrame(() => done(document.querySelector("attention-explainer").save()))),
            ),
    );
}

/** The controls say what those of an element say that has the same state and that nobody has touched. */
async function assertTrue(t, page, id, said) {
    const state = await page.evaluate(() => document.querySelector("attention-explainer").save());
    const fresh = await openExhibits(t, `<attention-explainer exhibit="${id}" state="${state}"></attention-explainer>`, { height: 1400 });
    assert.deepEqual(said, await nativeControls(fresh), state);
    await fresh.context().close();
}

/** Those that a slider may set: not the row and the column that share a grid. */
const ranges = (parameters) =>
    parameters.filter(
        ({ kind, name, gridColumn }) =>
            ["number", "integer", "choice"].includes(kind) && !gridColumn && !parameters.some((other) => other.gridColumn === name),
    );

/** These have nothing whose value follows a held pointer: cells and lists to press, and times that are measured. */
const nothingToDrag = ["opening", "one-word", "heads", "masks", "induction", "learned-heads", "patch", "check", "proof"];

for (const { id, parameters } of exhibitTable()) {
    test(`${id}: a drag of a slider writes no native control before it is let go, and then each says what there is, at once`, async (t) => {
        const page = await openExhibits(t, quickTag(id).replace(" ", ' show="all" '), { height: 1400 });
        const dragged = [];
        // Integers too: what they turn goes on moving when the hand has let go.
        const all = ranges(parameters);
        for (const kinds of ["number", "integer", "choice"]) {
            const candidates = all.filter(({ kind }) => kind === kinds);
            for (const { name } of kinds === "integer" ? candidates.reverse() : candidates) {
                if ((await controlBox(page, name)).width < 30) continue; // hidden in this state, or a field
                const start = await page.evaluate(() => document.querySelector("attention-explainer").save());
                const before = await nativeControls(page);
                const drag = async (...to) => {
                    const saved = await dragHeld(page, name, ...to);
                    const held = await nativeControls(page);
                    await page.mouse.up();
                    return [saved, held];
                };
                let [saved, held] = await drag();
                // Where it stood before, by chance? (A press on a button of a stepper does something when it is let go.)
                if (saved === start && (await page.evaluate(() => document.querySelector("attention-explainer").save())) === start)
                    [saved, held] = await drag(0.4);
                if (saved !== start) {
                    assert.deepEqual(held, before, name);
                    await assertTrue(t, page, id, await nativeControls(page)); // (no frame need have been drawn since)
                    dragged.push(name);
                }
                await page.evaluate((state) => document.querySelector("attention-explainer").restore(state), start);
                await settled(page);
                if (saved !== start) break; // one of each kind is enough; what a drag does not move is pressed
            }
        }
        assert.equal(dragged.length === 0, nothingToDrag.includes(id), `dragged: ${dragged}`);
    });
}

/** What a drag may end in, other than its release over the figure. */
const ends = {
    "let go far away": async (page) => {
        await page.evaluate(() => scrollTo(0, 9000));
        await settled(page);
        await page.mouse.up();
    },
    "the window has lost the focus, far away": async (page) => {
        await page.evaluate(() => scrollTo(0, 9000));
        await settled(page);
        await page.evaluate(() => window.dispatchEvent(new Event("blur")));
    },
    "taken out, and put back far away": (page) => page.evaluate(() => document.body.append(document.querySelector("attention-explainer"))),
    "a key of the slider, while it is held": (page) =>
        page.evaluate(() =>
            document.querySelector("attention-explainer").shadowRoot.querySelector("[name=temperature]").focus({ preventScroll: true }),
        ),
};

for (const [how, end] of Object.entries(ends)) {
    test(`a drag that ends otherwise (${how}): the controls say what there is, and a key goes on from there`, async (t) => {
        const page = await openExhibits(
            t,
            ['<attention-explainer exhibit="softmax"></attention-explainer>', '<div style="height: 12000px"></div>'],
            { height: 1000 },
        );
        await dragHeld(page, "temperature");
        await end(page);
        const state = () => page.evaluate(() => document.querySelector("attention-explainer").state.temperature);
        const before = await state();
        assert.ok(before > 1.5, `dragged to ${before}`);
        await page.evaluate(() =>
            document.querySelector("attention-explainer").shadowRoot.querySelector("[name=temperature]").focus({ preventScroll: true }),
        );
        await assertTrue(t, page, "softmax", await nativeControls(page));
        await page.keyboard.press("ArrowRight");
        const after = await state();
        // (Held, the hand has it back at once.)
        assert.ok((after > before || how.endsWith("held")) && after >= before && after < before * 1.2, `${before}, a step on: ${after}`);
    });
}
