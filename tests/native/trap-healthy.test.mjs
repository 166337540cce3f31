// --trap-nan stops nowhere in exhibits that are well: what they show has no NaN that was not asked for.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { folder, ids, run } from "./support.mjs";

// The rasteriser in threads of its own, in which nothing traps: what the driver makes of a texture's unused memory is the driver's. (Leaks are looked for
// elsewhere, see support.mjs.)
process.env.LP_NUM_THREADS = "2";
process.env.ASAN_OPTIONS = `${process.env.ASAN_OPTIONS ?? ""}:detect_leaks=0`;

for (const exhibit of [...ids(), "parts", "parts-figures", "parts-formulas", "parts-matrix", "parts-maps"]) {
    test(`${exhibit} draws with --trap-nan`, () => {
        const { status, stderr } = run(
            "--trap-nan",
            "--exhibit",
            exhibit,
            "--screenshot",
            join(folder, `${exhibit}.png`),
            "--size",
            "700x900",
        );
        assert.equal(status, 0, stderr);
    });
}
