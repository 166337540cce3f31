// What elements keep: nothing once they are gone, little for each further one, and no pixels while they are far from the reader.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertDrawn, exhibitTable, makePage, open, picture, settled } from "./support.mjs";

/** Lets the test see the engine's memory. */
function watchMemory() {
    const original = WebAssembly.instantiate;
    WebAssembly.instantiate = async (...rest) => {
        const instance = await original(...rest);
        // (A module of figures has no memory of its own.)
        window.memory ??= Object.values(instance.exports).find((value) => value instanceof WebAssembly.Memory) ?? rest[1]?.env?.memory;
        return instance;
    };
}

/** After a collection: bytes of JavaScript's heap, of the document (nodes and their layout) and of the engine's memory; nodes, listeners and documents that the browser counts. */
async function counters(page) {
    page.session ??= await page.context().newCDPSession(page);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))); // what observers still hold
    await page.session.send("HeapProfiler.collectGarbage");
    const { usedSize, embedderHeapUsedSize } = await page.session.send("Runtime.getHeapUsage");
    const { nodes, jsEventListeners } = await page.session.send("Memory.getDOMCounters");
    return {
        heap: usedSize,
        document: embedderHeapUsedSize,
        wasm: await page.evaluate(() => window.memory.buffer.byteLength),
        nodes,
        listeners: jsEventListeners,
    };
}

test("hundreds of figures come and go and leave nothing behind: no memory, no node, no listener, no view", async (t) => {
    const page = await open(t, await makePage('<attention-explainer exhibit="softmax"></attention-explainer><div id="place"></div>'), {
        init: watchMemory,
        height: 1400,
    });
    await settled(page);
    const comeAndGo = (times) =>
        page.evaluate(async (count) => {
            const place = document.querySelector("#place");
            for (let i = 0; i < count; ++i) {
                const element = document.createElement("attention-explainer");
                element.exhibit = ["blend", "dot-product", "softmax"][i % 3];
                if (i % 5 === 0) element.setAttribute("renderer", "svg");
                element.loading = "eager";
                const loaded = new Promise((resolve) => element.addEventListener("load", resolve));
                place.append(element);
                if (i % 10) await loaded; // every tenth goes before it is there
                element.remove();
            }
        }, times);
    // (Code that is compiled as it runs is on the heap too, for some 500 figures: what each figure leaves is what every round leaves.)
    await comeAndGo(60);
    const before = await counters(page);
    let after = before;
    let left = Infinity;
    for (let round = 0; round < 8 && left > 30 * 1024; ++round) {
        const { heap } = after;
        await comeAndGo(150);
        after = await counters(page);
        left = Math.min(left, after.heap - heap);
    }
    assert.equal(after.wasm, before.wasm, "the engine's memory");
    assert.ok(after.nodes - before.nodes < 100, `${after.nodes - before.nodes} nodes more, of some 500 a figure`);
    assert.ok(after.listeners - before.listeners < 20, `${after.listeners - before.listeners} listeners more, of some 70 a figure`);
    assert.ok(left <= 30 * 1024, `each 150 figures left ${left} bytes or more`);
    await assertDrawn(page);
});

test("a further figure of any exhibit costs at most 300 KB besides its pixels, with all that it has in the document", async (t) => {
    const page = await open(t, await makePage('<attention-explainer exhibit="softmax"></attention-explainer><div id="place"></div>'), {
        init: watchMemory,
    });
    await settled(page);
    const add = (exhibit, count) =>
        page.evaluate(
            async ([kind, many]) => {
                const made = Array.from({ length: many }, () =>
                    Object.assign(document.createElement("attention-explainer"), {
                        exhibit: kind,
                        loading: "eager",
                        // The queries and keys of a map are 512 bytes for each token: 2 MB at its 4,096.
                        state: kind === "map" ? "n=64" : "",
                    }),
                );
                const loaded = made.map((element) => element.loaded);
                document.querySelector("#place").append(...made);
                await Promise.all(loaded);
            },
            [exhibit, count],
        );
    const many = 12;
    const atFirst = await counters(page);
    const costs = [];
    for (const { id } of exhibitTable()) {
        await add(id, 16); // (for the first dozen of a kind the browser keeps more, once)
        const before = await counters(page);
        await add(id, many);
        const after = await counters(page);
        const each = (what) => (after[what] - before[what]) / many / 1024; // KB
        const cost = Object.fromEntries(["heap", "wasm", "document"].map((what) => [what, each(what)]));
        const told = Object.entries(cost).map(([what, size]) => `${what} ${size.toFixed(0)} KB`);
        t.diagnostic(`${id}: ${told.join(", ")}`);
        costs.push({ id, ...cost });
    }
    // The engine's memory grows by steps of megabytes, for whichever figure it is that finds none left: they are all the figures'. (What each exhibit takes
    // of it: tests/node/view-memory.test.mjs.)
    const engine = ((await counters(page)).wasm - atFirst.wasm) / costs.length / (16 + many) / 1024;
    t.diagnostic(`the engine: ${engine.toFixed(0)} KB for each figure`);
    for (const { id, heap, document } of costs) assert.ok(heap + document + engine < 300, `${id}: ${heap} + ${document} + ${engine} KB`);
});

test("far away a figure gives its pixels back, in the same place; a leap there finds it drawn in the frame that shows it", async (t) => {
    const far = (id) => `<attention-explainer id="${id}" exhibit="softmax"></attention-explainer><div class="far"></div>`;
    const style = "<style>body { margin: 0 } .far { height: 9000px }</style>";
    const page = await open(t, await makePage(["a", "b", "c"].map(far).join(""), { headers: {}, head: style }));
    await settled(page);
    const sizes = () =>
        page.evaluate(() =>
            [...document.querySelectorAll("attention-explainer")].map((element) => {
                const { width, height } = element.shadowRoot.querySelector("canvas");
                const { top, width: across, height: down } = element.getBoundingClientRect();
                return { pixels: width * height, box: [top + scrollY, across, down].map(Math.round) };
            }),
        );
    const first = await sizes();
    const [{ hash }] = await picture(page, "#a");
    assert.ok(first[0].pixels > 0);
    assert.deepEqual(
        first.slice(1).map(({ pixels }) => pixels),
        [0, 0],
    );
    // What the reader sees in the first frame after a leap: the pixels as they are when the frame's callbacks are over.
    const leap = (id) =>
        page.evaluate(
            (wanted) =>
                new Promise((resolve) => {
                    const element = document.querySelector(wanted);
                    const canvas = element.shadowRoot.querySelector("canvas");
                    let shifts = 0;
                    new PerformanceObserver((list) => (shifts += list.getEntries().length)).observe({ type: "layout-shift" });
                    element.scrollIntoView({ behavior: "instant" });
                    // The scroll event comes before the frame's callbacks, and messages after the frame.
                    requestAnimationFrame(() => {
                        const { port1, port2 } = new MessageChannel();
                        port1.onmessage = () => resolve({ pixels: canvas.width * canvas.height, shifts });
                        port2.postMessage(0);
                    });
                }),
            id,
        );
    await leap("#c");
    await settled(page);
    await page.waitForFunction(() => document.querySelector("#a").shadowRoot.querySelector("canvas").width === 0);
    assert.deepEqual(
        (await sizes()).map(({ box }) => box),
        first.map(({ box }) => box),
    );
    await page.evaluate(() => (document.querySelector("#a").state = { temperature: 0.5 }));
    assert.equal((await sizes())[0].pixels, 0, "a change draws nothing that nobody sees");
    await page.evaluate(() => (document.querySelector("#a").state = { temperature: 1 }));
    // Its picture and its exports are whole all the same, and it stays as it is.
    const [width, texts] = await page.evaluate(async () => {
        const element = document.querySelector("#a");
        const bitmap = await createImageBitmap(await element.toBlob());
        return [bitmap.width, element.export("svg").split("<text").length];
    });
    assert.ok(width === first[0].box[1] && texts > 20, `${width} ${texts}`);
    assert.equal((await sizes())[0].pixels, 0);
    assert.deepEqual(await leap("#a"), { pixels: first[0].pixels, shifts: 0 });
    await settled(page);
    assert.equal((await picture(page, "#a"))[0].hash, hash);
    await assertDrawn(page, "#a");

    // Printed, all are drawn; afterwards the distant ones have none again.
    await page.evaluate(() => scrollTo(0, 5000)); // half way between a and b
    await page.waitForFunction(() =>
        [...document.querySelectorAll("attention-explainer")].every((element) => element.shadowRoot.querySelector("canvas").width === 0),
    );
    await page.emulateMedia({ media: "print" });
    await page.waitForFunction(() => ["a", "c"].every((id) => document.getElementById(id).shadowRoot.querySelector("canvas").width > 0));
    await page.emulateMedia({ media: "screen" });
    await page.waitForFunction(() => ["a", "c"].every((id) => document.getElementById(id).shadowRoot.querySelector("canvas").width === 0));
    assert.deepEqual(page.problems, []);
});
