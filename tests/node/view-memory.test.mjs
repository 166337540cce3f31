// What a view takes of the engine's memory, by how many fit into it. What a figure takes of the page's: tests/browser/memory.test.mjs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { engineOf, figureModules } from "../../web/build/engine.mjs";
import { exhibitTable } from "../browser/support.mjs";

const modules = figureModules("explainer.scalar");
const few = 16;
const many = 128;

/** An engine with the code of an exhibit, and its memory. */
async function engineFor(exhibit) {
    const original = WebAssembly.instantiate;
    let memory;
    WebAssembly.instantiate = async (...rest) => {
        const made = await original(...rest);
        // (A module of figures has no memory of its own.)
        memory ??= Object.values((made.instance ?? made).exports).find((value) => value instanceof WebAssembly.Memory);
        return made;
    };
    try {
        return { engine: await engineOf("explainer.scalar", modules[exhibit]), memory };
    } finally {
        WebAssembly.instantiate = original;
    }
}

for (const { id } of exhibitTable()) {
    test(`${id}: a further view takes at most 100 KB of the engine's memory`, async (t) => {
        const { engine, memory } = await engineFor(id);
        const make = (count) => {
            for (let i = 0; i < count; ++i) {
                const view = engine.makeView(id);
                // The queries and keys of a map are 512 bytes for each token: 2 MB at its 4,096.
                if (id === "map") view.restore("n=64");
                view.resize(640, 1200, 640, 1200);
                for (let time = 0; time < 3 * 16; time += 16) view.step(time, false);
                view.describe();
            }
        };
        make(few);
        const before = memory.buffer.byteLength;
        make(many);
        const each = (memory.buffer.byteLength - before) / many / 1024; // KB
        t.diagnostic(`${each.toFixed(0)} KB`);
        assert.ok(each < 100, `${each} KB`);
    });
}
