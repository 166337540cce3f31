// createModel in Chromium, which runs all three builds (Node 20 has no relaxed SIMD): PyTorch's logits, under the strict policy.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { makePage, open, root } from "./support.mjs";

test("each build gives PyTorch's logits to 1e-4, with all heads and with some switched off", async (t) => {
    const page = await open(t, await makePage("<p>A page without figures.</p>", { script: false }));
    const file = readFileSync(join(root, "tests/model/torch_case.safetensors")).toString("base64");
    const found = await page.evaluate(async (text) => {
        const { createModel } = await import("/core.js");
        const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
        const length = Number(new DataView(bytes.buffer).getBigUint64(0, true));
        const header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + length)));
        const stored = (Type, name) => {
            const [begin, end] = header[name].data_offsets;
            return new Type(bytes.slice(8 + length + begin, 8 + length + end).buffer);
        };
        const config = JSON.parse(header.__metadata__.config);
        const { n_ctx: n, n_head: heads, vocab_size: vocabulary } = config;
        const tokens = stored(Int32Array, "case.tokens");
        const off = [...stored(Uint8Array, "case.off")].flatMap((flag, i) => (flag ? [[Math.floor(i / heads), i % heads]] : []));
        const results = [];
        for (const path of ["relaxed", "simd128", "scalar"]) {
            const model = await createModel(bytes, config, { path });
            for (const [name, options] of [
                ["case.logits", {}],
                ["case.logits_without", { off }],
            ]) {
                const expected = stored(Float32Array, name);
                let worst = 0;
                for (let b = 0; b * n < tokens.length; ++b) {
                    const got = model.forward(tokens.subarray(b * n, (b + 1) * n), options);
                    for (let i = 0; i < got.length; ++i) {
                        const distance = Math.abs(got[i] - expected[b * n * vocabulary + i]);
                        if (!(distance <= worst)) worst = Number.isNaN(distance) ? Infinity : distance;
                    }
                }
                results.push([model.path, name, worst]);
            }
            model.dispose();
        }
        return results;
    }, file);
    assert.equal(found.length, 6);
    for (const [path, name, worst] of found) assert.ok(worst > 0 && worst < 1e-4, `${path}, ${name}: ${worst}`);
    assert.deepEqual([...new Set(found.map(([path]) => path))], ["relaxed", "simd128", "scalar"]);
    assert.deepEqual(
        page.fetched.filter((path) => path.endsWith(".wasm")),
        ["/model.relaxed.wasm", "/model.simd128.wasm", "/model.scalar.wasm"],
    );
    assert.deepEqual(page.problems, []);
});
