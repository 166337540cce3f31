// Elements that are there long before the script, and elements that are moved or removed while the engine is on its way.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertDrawn, describe, makePage, open, settled, wasmFor, wasmOf } from "./support.mjs";

test("in the document long before the script, with properties, in templates and shadow roots: all are taken over, and each loads once", async (t) => {
    const body = `<attention-explainer id="a" exhibit="softmax" state="count=3"></attention-explainer><attention-explainer id="b"></attention-explainer>
        <template><attention-explainer id="c" exhibit="softmax" state="count=2"></attention-explainer></template><div id="open"></div><div id="closed"></div>`;
    const page = await open(t, await makePage(body, { script: false }), { height: 5000 });
    await page.evaluate(() => {
        window.loads = [];
        window.early = () => [...document.querySelectorAll("attention-explainer"), ...window.roots.map((root) => root.firstElementChild)];
        document.querySelector("#a").state = { temperature: 2 }; // an own property, as there is no setter yet
        Object.assign(document.querySelector("#b"), { exhibit: "dot-product", state: { kx: -1 }, theme: "dark" });
        document.querySelector("template").before(document.querySelector("template").content.cloneNode(true));
        window.roots = ["open", "closed"].map((mode) => document.querySelector(`#${mode}`).attachShadow({ mode }));
        for (const root of window.roots) root.innerHTML = '<attention-explainer exhibit="softmax" state="count=4"></attention-explainer>';
        for (const element of window.early()) element.addEventListener("load", () => window.loads.push(element.exhibit));
    });
    await page.evaluate(
        () =>
            new Promise((resolve) => {
                const script = Object.assign(document.createElement("script"), {
                    type: "module",
                    src: "/attention-explainer.js",
                    onload: resolve,
                });
                document.head.append(script);
            }),
    );
    await page.evaluate(() => Promise.all(window.early().map((element) => element.settled())));
    const states = await page.evaluate(() =>
        window.early().map((element) => [element.exhibit, element.theme, element.save(), element.describe().tables[0].rows.length]),
    );
    assert.deepEqual(
        states.map(([exhibit, theme, state]) => [exhibit, theme, state]),
        [
            ["softmax", "auto", "count=3;temperature=2"],
            ["dot-product", "dark", "kx=-1"],
            ["softmax", "auto", "count=2"],
            ["softmax", "auto", "count=4"],
            ["softmax", "auto", "count=4"],
        ],
    );
    assert.deepEqual(
        states.filter(([exhibit]) => exhibit === "softmax").map(([, , , rows]) => rows),
        [3, 2, 4, 4],
    );
    assert.deepEqual((await page.evaluate(() => window.loads)).sort(), ["dot-product", "softmax", "softmax", "softmax", "softmax"]);
    assert.deepEqual(wasmOf(page.fetched), wasmFor(["softmax", "dot-product"]));
    await assertDrawn(page);
    assert.deepEqual(page.problems, []);
});

test("removed, moved, put into a shadow root or into a frame while the engine is on its way: what is there in the end is live, once", async (t) => {
    const tag = (id, count) => `<attention-explainer id="${id}" exhibit="softmax" state="count=${count}"></attention-explainer>`;
    const page = await open(t, "about:blank", { height: 5000 });
    const held = [];
    await page.route("**/explainer.relaxed.wasm", (route) => void held.push(route));
    await page.goto(
        await makePage(
            `${tag("gone", 2)}${tag("moved", 3)}${tag("shadow", 4)}${tag("frame", 6)}<div id="place"></div><div id="root"></div><iframe width="700" height="900"></iframe>`,
        ),
    );
    await page.waitForFunction(() => customElements.get("attention-explainer"));
    await page.evaluate(() => {
        window.elements = Object.fromEntries(["gone", "moved", "shadow", "frame"].map((id) => [id, document.getElementById(id)]));
        window.told = [];
        for (const [id, element] of Object.entries(window.elements))
            for (const type of ["load", "error"]) element.addEventListener(type, () => window.told.push(`${id} ${type}`));
    });
    while (held.length === 0) await page.evaluate(() => new Promise(requestAnimationFrame));
    await page.evaluate(() => {
        window.elements.gone.remove();
        document.querySelector("#place").append(window.elements.moved);
        document.querySelector("#root").attachShadow({ mode: "open" }).append(window.elements.shadow);
        document.querySelector("iframe").contentDocument.body.append(window.elements.frame);
    });
    await held[0].continue();
    await page.evaluate(() => Promise.all(Object.values(window.elements).map((element) => element.settled())));
    const rows = await page.evaluate(() => ["moved", "shadow", "frame"].map((id) => window.elements[id].describe().tables[0].rows.length));
    assert.deepEqual(rows, [3, 4, 6]);
    assert.deepEqual((await page.evaluate(() => window.told)).sort(), ["frame load", "moved load", "shadow load"]);
    assert.equal(
        await page.evaluate(() => {
            try {
                return window.elements.gone.describe();
            } catch (error) {
                return error.name;
            }
        }),
        "InvalidStateError",
        "what is gone holds no view",
    );
    await assertDrawn(page);
    await page.evaluate(() => document.body.prepend(window.elements.gone));
    await settled(page, "#gone");
    assert.equal((await describe(page, "#gone")).tables[0].rows.length, 2);
    assert.equal(held.length, 1, "nothing is fetched twice");
    assert.deepEqual(page.problems, []);
});
