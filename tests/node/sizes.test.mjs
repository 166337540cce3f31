// What readers fetch stays within the limits; what a change adds is said, and fails nothing (tests/sizes.json: `node web/sizes.mjs --keep`).
import assert from "node:assert/strict";
import { test } from "node:test";
import { limits, sizesKept, sizesNow, table, tooMuch } from "../../web/sizes.mjs";

test("the page, its first figure and all of them are within the limits", (t) => {
    const sizes = sizesNow();
    for (const line of table(sizes, sizesKept()).trimEnd().split("\n")) t.diagnostic(line);
    assert.deepEqual(tooMuch(sizes), []);
    for (const { gzip, brotli, files } of Object.values(sizes)) {
        assert.ok(brotli < gzip, JSON.stringify(files));
        assert.equal(
            Object.values(files).reduce((sum, file) => sum + file.gzip, 0),
            gzip,
        );
    }
    assert.ok(Object.keys(sizes["the first figure"].files).some((file) => /^explainer\.\w+\.wasm$/.test(file)));
});

test("more is said, too much fails, and so does what is not weighed", () => {
    const group = "the first figure";
    const now = Object.fromEntries(Object.keys(limits).map((name) => [name, { gzip: 1024, brotli: 1000 }]));
    assert.deepEqual(tooMuch(now), []);
    const lines = table({ ...now, more: { gzip: 2048, brotli: 2000 } }, { ...now, [group]: { gzip: 1000, brotli: 900 } }).split("\n");
    assert.match(
        lines.find((line) => line.startsWith(group)),
        / 1\.0 of 480 +1\.0 {2}\+24 bytes$/,
    );
    assert.match(
        lines.find((line) => line.startsWith("all figures")),
        / 1\.0$/,
    );
    assert.match(
        lines.find((line) => line.startsWith("more")),
        / new$/,
    );
    assert.deepEqual(tooMuch({ ...now, [group]: { gzip: limits[group] + 1 } }), [`${group}: 491521 bytes (gzip -9), 491520 at most`]);
    delete now[group];
    assert.equal(tooMuch(now).length, 1);
});
