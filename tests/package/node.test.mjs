// What Node makes of the package: ./core computes, the entry of the elements can be imported where a page is rendered.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { exhibitTable } from "../browser/support.mjs";
import { packed, place, run } from "./support.mjs";

const exhibitIds = exhibitTable().map(({ id }) => id);

/** What a script in the app's folder prints, as JSON. */
async function answer(script) {
    await packed;
    const file = join(place, `node-${Math.random().toString(36).slice(2)}.mjs`);
    writeFileSync(file, script);
    return JSON.parse((await run(process.execPath, [file])).stdout);
}

test("./core in Node: reads its wasm from the disk, by the package's name, by a file's address and by bytes", async () => {
    const found = await answer(`
        import { readFileSync } from "node:fs";
        import { AttentionCore, createAttentionCore } from "attention-explainer/core";
        const wasm = import.meta.resolve("attention-explainer/core.scalar.wasm");
        const q = new Float32Array([1, 0]), k = new Float32Array([1, 0, 0, 1, 1, 1]), v = new Float32Array([10, 0, 0, 10, 5, 5]);
        const out = [];
        for (const options of [undefined, {}, { path: "scalar" }, { path: "scalar", wasm: new URL(wasm) }, { path: "scalar", wasm }, { path: "scalar", wasm: readFileSync(new URL(wasm)) },
            { wasm: (path) => readFileSync(new URL(import.meta.resolve("attention-explainer/core." + path + ".wasm"))) }]) {
            const core = await createAttentionCore(options);
            out.push([core instanceof AttentionCore, ...core.attend(q, k, v, { n: 1, m: 3, d: 2 })].map((x) => typeof x === "number" ? +x.toFixed(3) : x));
        }
        const refused = await Promise.all([null, "scalar", { wasm: 7 }, { path: "fast" }].map((options) => createAttentionCore(options).then(() => "made", (error) => error.name)));
        console.log(JSON.stringify({ out, refused }));`);
    assert.deepEqual(found.out, Array(7).fill([true, 6.017, 3.983]));
    assert.deepEqual(found.refused, ["TypeError", "TypeError", "TypeError", "RangeError"]);
});

test("the elements' entry in Node, as of a page rendered there: the table is whole, an element cannot be made", async () => {
    const found = await answer(`
        import { AttentionExplainer, AttentionValue, exhibits } from "attention-explainer";
        import * as react from "attention-explainer/react";
        const refused = [AttentionExplainer, AttentionValue].map((Class) => { try { new Class(); } catch (error) { return error.name; } });
        console.log(JSON.stringify({ refused, same: react.exhibits === exhibits, ids: exhibits.map(({ id }) => id), kinds: exhibits.every(({ parameters }) => parameters.every(({ kind, choices }) => kind && Array.isArray(choices))) }));`);
    assert.deepEqual(found.refused, ["TypeError", "TypeError"]);
    assert.ok(found.same && found.kinds, JSON.stringify(found));
    assert.deepEqual(found.ids, exhibitIds);
});

test("the entry for browsers can be imported where there is no page, and where a page has neither matchMedia nor custom elements", async () => {
    for (const page of [
        "",
        "globalThis.document = { }; globalThis.window = globalThis;",
        "globalThis.HTMLElement = class {}; globalThis.document = { addEventListener() {} };",
    ]) {
        const found = await answer(`
            ${page}
            const { AttentionExplainer, AttentionValue, exhibits } = await import(new URL("attention-explainer.js", import.meta.resolve("attention-explainer/package.json")));
            const refused = [AttentionExplainer, AttentionValue].map((Class) => { try { new Class(); return "made"; } catch (error) { return error.constructor.name; } });
            console.log(JSON.stringify({ refused, ids: exhibits.map(({ id }) => id) }));`);
        assert.deepEqual(found.ids, exhibitIds, page);
        assert.ok(!found.refused.includes("made"), page);
    }
});
