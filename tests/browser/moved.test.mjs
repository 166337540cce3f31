// Elements on the move: within the document the view and what it computes go on; in another document the style sheet is there, and
// pointers, sizes and frames are that document's.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertDrawn, describe, openExhibits, picture, rowsOf, settled } from "./support.mjs";

const moves = {
    "append to another place": () => document.querySelector("#b").append(document.querySelector("attention-explainer")),
    "remove, then append": () => {
        const element = document.querySelector("attention-explainer");
        element.remove();
        document.querySelector("#b").append(element);
    },
    moveBefore: () => document.querySelector("#b").moveBefore(document.querySelector("attention-explainer"), null),
    "sort the page": () => document.querySelector("#b").append(...document.querySelectorAll("attention-explainer")),
};

for (const [name, move] of Object.entries(moves)) {
    test(`proof, moved within the document (${name}), keeps what it has measured`, async (t) => {
        const page = await openExhibits(
            t,
            '<div id="a"><attention-explainer exhibit="proof" state="size=sentence"></attention-explainer></div><div id="b"></div>',
        );
        if (name === "moveBefore" && !(await page.evaluate(() => "moveBefore" in Element.prototype)))
            return t.skip("this browser has no moveBefore()");
        const before = rowsOf(await describe(page), "This machine");
        assert.ok(before.length > 1);
        const [shown] = await picture(page);
        await page.evaluate(move);
        assert.deepEqual(rowsOf(await describe(page), "This machine"), before, "at once");
        await settled(page);
        assert.deepEqual(rowsOf(await describe(page), "This machine"), before, "and later: it does not measure again");
        assert.deepEqual((await picture(page))[0], shown);
        assert.deepEqual(page.problems, []);
    });
}

test("proof, moved while it measures, goes on measuring", async (t) => {
    const page = await openExhibits(t, '<div id="a"></div><div id="b"></div>', {
        init: () => {
            window.measured = 0; // each run makes cores anew
            const original = WebAssembly.instantiate;
            WebAssembly.instantiate = (...rest) => (++window.measured, original(...rest));
        },
    });
    const modules = await page.evaluate(async () => {
        const element = document.createElement("attention-explainer");
        element.exhibit = "proof";
        element.setAttribute("state", "size=sentence");
        document.querySelector("#a").append(element);
        const rows = () => element.describe().tables[0].rows.length;
        await new Promise((resolve) => element.addEventListener("load", resolve));
        while (rows() === 0) await new Promise(requestAnimationFrame);
        const before = window.measured;
        document.querySelector("#b").append(element);
        if (rows() === 0) return "what was measured is gone";
        await element.settled();
        return window.measured - before;
    });
    assert.equal(modules, 0, "it began again");
    for (const row of rowsOf(await describe(page), "This machine")) assert.equal(row.rounds, 15);
    assert.deepEqual(page.problems, []);
});

test("removed for good, the view is freed with the task; put back later it is there again with its state", async (t) => {
    const page = await openExhibits(t, '<attention-explainer exhibit="softmax" state="count=3"></attention-explainer>');
    const got = await page.evaluate(async () => {
        const element = document.querySelector("attention-explainer");
        const loads = [];
        element.addEventListener("load", () => loads.push("load"));
        element.remove();
        await Promise.resolve();
        let name = "";
        try {
            element.describe();
        } catch (error) {
            name = error.name;
        }
        document.body.append(element);
        await element.settled();
        return [name, element.save(), element.describe().tables[0].rows.length];
    });
    assert.deepEqual(got, ["InvalidStateError", "count=3", 3]);
});

/** How the element stands in its document: what a style sheet does for it. */
const look = (page, inFrame) =>
    page.evaluate((framed) => {
        const document_ = framed ? document.querySelector("iframe").contentDocument : document;
        const { shadowRoot } = document_.querySelector("attention-explainer");
        const style = (selector, property) => getComputedStyle(shadowRoot.querySelector(selector))[property];
        const canvas = shadowRoot.querySelector("canvas");
        return {
            sheets: shadowRoot.adoptedStyleSheets.length,
            canvas: style("canvas", "display"),
            tables: style(".tables", "position"),
            poster: style(".poster", "display"),
            background: style(".stage", "backgroundColor"),
            size: [canvas.width, canvas.height],
            width: canvas.getBoundingClientRect().width,
        };
    }, inFrame);

for (const how of ["append", "adoptNode"]) {
    test(`an element that another document takes over (${how}) keeps its looks and works there, and back again`, async (t) => {
        const page = await openExhibits(
            t,
            '<attention-explainer exhibit="softmax" state="count=3"></attention-explainer><iframe></iframe>',
            { height: 1400 },
        );
        const before = await look(page, false);
        assert.equal(before.tables, "absolute");
        await page.evaluate(async (way) => {
            const frame = document.querySelector("iframe");
            frame.style.cssText = "border: 0; width: 700px; height: 900px";
            const element = document.querySelector("attention-explainer");
            element.state = { temperature: 0.5 };
            frame.contentDocument.body.style.margin = "0";
            if (way === "adoptNode") frame.contentDocument.adoptNode(element);
            frame.contentDocument.body.append(element);
            await element.settled();
        }, how);
        const inside = await look(page, true);
        assert.deepEqual({ ...inside, size: 0, width: 0 }, { ...before, size: 0, width: 0 });
        assert.equal(inside.width, 700);
        assert.equal(inside.size[0], 700);
        await assertDrawn(page);
        // It answers the pointer there.
        const frame = page.frames().at(-1);
        const slider = frame.locator('[name="temperature"]');
        const box = await slider.evaluate((native) => {
            const { x, y, width, height } = native.getBoundingClientRect();
            const outer = native.ownerDocument.defaultView.frameElement.getBoundingClientRect();
            return { x: outer.x + x + width * 0.8, y: outer.y + y + height / 2 };
        });
        await page.mouse.click(box.x, box.y);
        const state = await page.evaluate(async () => {
            const element = document.querySelector("iframe").contentDocument.querySelector("attention-explainer");
            await element.settled();
            return element.save();
        });
        assert.match(state, /^count=3;temperature=(?!0\.5$)/);
        await page.evaluate(async () => {
            const element = document.querySelector("iframe").contentDocument.querySelector("attention-explainer");
            document.body.prepend(element);
            await element.settled();
        });
        await page.mouse.move(1, 1399); // (what is pointed at is lit, in the canvas alone)
        await settled(page);
        assert.deepEqual(await look(page, false), before);
        await assertDrawn(page);
        assert.equal((await describe(page)).saved, state);
        assert.deepEqual(page.problems, []);
    });
}
