// Each exhibit under real pointer and key events: what moves in the picture moves in the state, in describe() and in the controls.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import {
    describe,
    exhibitTable,
    focusControl,
    focused,
    handles,
    openExhibits,
    picture,
    quickState,
    quickTag,
    rowsOf,
    settled,
    controlBox,
} from "./support.mjs";

const close = (actual, expected, tolerance = 0.005) =>
    assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected} ± ${tolerance}`);

/** Drags the mouse from one point to another in a few steps. */
async function drag(page, from, to) {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    for (let step = 1; step <= 5; ++step) {
        await page.mouse.move(from.x + ((to.x - from.x) * step) / 5, from.y + ((to.y - from.y) * step) / 5);
        await settled(page);
    }
    await page.mouse.up();
    await settled(page);
}

test("dot-product: dragging the tip of q changes q, q·k and the picture, and nothing else", async (t) => {
    const page = await openExhibits(t, "dot-product");
    const before = await describe(page);
    const [picture0] = await picture(page);
    // q's tip opens at (3, 1), k's at (2, 1.4): the rightmost handle is q's.
    const points = await handles(page);
    assert.ok(points.length > 0, "no handle to grab");
    const rightmost = points.reduce((best, point) => (point.x > best.x ? point : best));
    const grip = { x: rightmost.x - 8, y: rightmost.y };
    await page.mouse.move(grip.x, grip.y);
    await settled(page);
    assert.equal(
        await page.evaluate(() => document.querySelector("attention-explainer").shadowRoot.querySelector("canvas").style.cursor),
        "grab",
    );
    await page.evaluate(() => {
        window.changes = [];
        document.querySelector("attention-explainer").addEventListener("change", ({ detail }) => window.changes.push(detail));
    });
    await drag(page, grip, { x: grip.x - 90, y: grip.y + 70 });
    const after = await describe(page);
    const moved = Object.keys(before.state)
        .filter((name) => before.state[name] !== after.state[name])
        .sort();
    assert.deepEqual(moved, ["qx", "qy"]);
    const [dx, dy] = moved.map((name) => after.state[name] - before.state[name]);
    assert.ok(dx < 0 && dy < 0, "left and down");
    assert.notEqual(after.summary, before.summary);
    assert.notEqual((await picture(page))[0].hash, picture0.hash);
    const changes = await page.evaluate(() => window.changes);
    assert.ok(changes.length > 0 && changes.every(({ source }) => source === "pointer"));
    assert.deepEqual(changes.at(-1).state, after.state);
    // The native control follows.
    const native = await page.evaluate(
        (name) => Number(document.querySelector("attention-explainer").shadowRoot.querySelector(`[name="${name}"]`).value),
        moved[0],
    );
    close(native, after.state[moved[0]], 0.051);
});

for (const [exhibit, name, chosen] of [
    ["dot-product", "qx", {}],
    ["softmax", "score2", { row: 1, column: 1 }], // what is dragged is what is chosen
]) {
    test(`${exhibit}: dragging the control of ${name} sets it; a press off every handle changes nothing`, async (t) => {
        const page = await openExhibits(t, exhibit);
        const before = await describe(page);
        const { x, width, middle } = await controlBox(page, name);
        await drag(page, { x: x + width * 0.5, y: middle.y }, { x: x + width * 0.6, y: middle.y + 80 });
        const after = await describe(page);
        assert.notEqual(after.state[name], before.state[name]);
        assert.deepEqual({ ...after.state, [name]: 0 }, { ...before.state, [name]: 0, ...chosen });
        await page.mouse.click(3, 3);
        assert.deepEqual((await describe(page)).state, after.state);
    });
}

test("softmax: arrow keys on the temperature move it, the weights and the spoken value; the log scale is a small factor a key", async (t) => {
    const page = await openExhibits(t, "softmax");
    await focusControl(page, "temperature");
    await settled(page);
    const before = await describe(page);
    const changes = [];
    for (let press = 0; press < 3; ++press) {
        await page.keyboard.press("ArrowRight");
        changes.push((await describe(page)).state.temperature);
    }
    assert.ok(changes[0] > 1 && changes[0] < 1.1 && changes[1] > changes[0] && changes[2] > changes[1], String(changes));
    await page.keyboard.press("PageDown");
    const paged = (await describe(page)).state.temperature;
    assert.ok(paged < 0.9 && paged > 0.3, String(paged));
    await page.keyboard.press("Home");
    assert.equal((await describe(page)).state.temperature, 0.05);
    await page.keyboard.press("ArrowRight");
    const spoken = await page.evaluate(() =>
        document.querySelector("attention-explainer").shadowRoot.querySelector('[name="temperature"]').getAttribute("aria-valuetext"),
    );
    assert.equal(spoken, "0.06");
    await page.keyboard.press("End");
    await settled(page);
    const after = await describe(page);
    assert.equal(after.state.temperature, 30);
    assert.equal(after.saved, "temperature=30");
    assert.ok(rowsOf(after, "Weights")[2].weight < rowsOf(before, "Weights")[2].weight);
});

// proof shows measured times, so no two pictures of it are alike: it is not for tests by pixels.
for (const { id: exhibit, parameters } of exhibitTable().filter(({ id }) => id !== "proof")) {
    test(`${exhibit}: Tab goes through every active control in order, the menu, and leaves; each lights up its place in the canvas`, async (t) => {
        const tag = `<button id="before">before</button>${quickTag(exhibit)}<button id="after">after</button>`;
        const page = await openExhibits(t, tag, { reducedMotion: "reduce" });
        const expected = await page.evaluate(() =>
            [...document.querySelector("attention-explainer").shadowRoot.querySelectorAll(".control:not([hidden])")].map((holder) => {
                const native = holder.querySelector('[tabindex="0"]') ?? holder.querySelector("input, select, button");
                return native.getAttribute("name") ?? native.textContent;
            }),
        );
        assert.ok(expected.length >= Math.min(3, parameters.length));
        const [unfocused] = await picture(page);
        await page.focus("#before");
        for (const name of expected) {
            await page.keyboard.press("Tab");
            assert.equal(await focused(page), name);
            await settled(page);
            assert.notEqual((await picture(page))[0].hash, unfocused.hash, `${name} does not light up`);
        }
        // The figure's menu is the last stop, and no part of the canvas.
        for (const name of ["\u22ef", "after"]) {
            await page.keyboard.press("Tab");
            assert.equal(await focused(page), name);
            await settled(page);
            assert.equal((await picture(page))[0].hash, unfocused.hash, "the light goes out");
        }
        for (const name of ["\u22ef", expected.at(-1)]) {
            await page.keyboard.press("Shift+Tab");
            assert.equal(await focused(page), name);
        }
        assert.deepEqual(page.problems, []);
    });

    test(`${exhibit}: keys change every kind of control, and the state, the summary and the picture follow`, async (t) => {
        const page = await openExhibits(t, quickTag(exhibit), { reducedMotion: "reduce" });
        const names = await page.evaluate(() =>
            [
                ...document
                    .querySelector("attention-explainer")
                    .shadowRoot.querySelectorAll('.control:not([hidden]) :is(input, select):not([tabindex="-1"])'),
            ].map((native) => [native.name, native.closest(".matrix") ? "matrix" : native.type]),
        );
        for (const [name, type] of names) {
            await page.evaluate((state) => document.querySelector("attention-explainer").restore(state), quickState(exhibit));
            await settled(page); // what another choice had hidden is there again
            await focusControl(page, name);
            await settled(page);
            const before = await describe(page);
            const [old] = await picture(page);
            const keys = { checkbox: ["Space"], text: ["End", "a"], range: ["ArrowLeft"], matrix: ["2"], "select-one": ["ArrowDown"] }[
                type
            ];
            for (const key of keys) await page.keyboard.press(key);
            // It was at its end, or two is more than there may be.
            const others = { range: ["ArrowRight"], matrix: ["Escape", "1"] }[type] ?? ["ArrowUp"];
            if (isDeepStrictEqual((await describe(page)).state[name], before.state[name]))
                for (const key of others) await page.keyboard.press(key);
            await settled(page);
            const after = await describe(page);
            assert.notDeepEqual(after.state[name], before.state[name], `${name} (${type}) did not change`);
            assert.notEqual((await picture(page))[0].hash, old.hash, `${name} changed and the picture did not`);
        }
    });
}

test("a preset's button sets its state by Space and by Enter", async (t) => {
    const page = await openExhibits(t, "dot-product");
    for (const [label, key, dot] of [
        ["orthogonal", "Space", 0],
        ["opposite", "Enter", -8.2],
        ["aligned", "Space", 7.4],
    ]) {
        await page.locator("attention-explainer").evaluate((element, wanted) => {
            [...element.shadowRoot.querySelectorAll("button")].find((button) => button.textContent === wanted).focus();
        }, label);
        await page.keyboard.press(key);
        await settled(page);
        const { state } = await describe(page);
        close(state.qx * state.kx + state.qy * state.ky, dot, 1e-9);
    }
});

/** The chosen row of the large map: there lies the grid that row and column share. */
const rowBox = (page) =>
    page.evaluate(() => {
        const { x, y, width, height } = document
            .querySelector("attention-explainer")
            .shadowRoot.querySelector(".control.grid")
            .getBoundingClientRect();
        return { x, y, width, height, middle: { x: x + width / 2, y: y + height / 2 } };
    });

test("heads: a press on a row of the map takes that row apart; switches and heads answer to a press", async (t) => {
    const page = await openExhibits(t, "heads", { height: 1100 });
    const press = async (x, y) => {
        const [before] = await picture(page);
        await page.mouse.click(x, y);
        await settled(page);
        assert.notEqual((await picture(page))[0].hash, before.hash);
        return describe(page);
    };
    const row = await rowBox(page); // the native grid lies over the chosen row, which is the sixth
    const above = await press(row.middle.x, row.middle.y - 2 * row.height);
    assert.equal(above.state.row, 4);
    assert.match(above.summary, /“the”/);
    const now = await rowBox(page);
    close(now.y, row.y - 2 * row.height, 1);
    const causal = await controlBox(page, "causal");
    assert.equal((await press(causal.x + 20, causal.middle.y)).state.causal, false);
    const heads = await controlBox(page, "head"); // eight small maps, two in a row: D is the second of the second row
    assert.equal((await press(heads.x + heads.width * 0.65, heads.y + heads.height * 0.4)).state.head, "sink");
    const tick = await controlBox(page, "ribbonsC");
    assert.equal((await press(tick.middle.x, tick.middle.y)).state.ribbonsC, true);
    assert.deepEqual(page.problems, []);
});

test("hovering the map shows the value under the pointer, and leaves no trace", async (t) => {
    const page = await openExhibits(t, "heads", { height: 1100 });
    const [still] = await picture(page);
    const { state } = await describe(page);
    const row = await rowBox(page);
    await page.mouse.move(row.x + 100, row.middle.y - row.height);
    await settled(page);
    assert.notEqual((await picture(page))[0].hash, still.hash);
    assert.deepEqual((await describe(page)).state, state);
    await page.mouse.move(2, 2); // outside the element
    await settled(page);
    assert.equal((await picture(page))[0].hash, still.hash);
});
