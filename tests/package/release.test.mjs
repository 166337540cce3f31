// A release: what stands in its way is said, and the tags that it prints run that very package and no other.
import assert from "node:assert/strict";
import { appendFileSync, cpSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { obstacles, tagsFor } from "../../web/release.mjs";
import { open, root, settled } from "../browser/support.mjs";
import { installed, packed, serve } from "./support.mjs";

test("all that stands in the way of a release is said at once", () => {
    const fine = { version: "1.2.3", changelog: "## [1.2.3] 2026-01-01\n", repository: "https://example.org/x", changed: "" };
    assert.deepEqual(obstacles(fine), []);
    const wrong = obstacles({ version: "1.2", changelog: "## [1.2.3]\n", repository: "", changed: " M README.md" });
    assert.equal(wrong.length, 4);
    for (const [i, word] of ["VERSION", "CHANGELOG", "REPOSITORY", "README.md"].entries()) assert.ok(wrong[i].includes(word), wrong[i]);
    assert.ok(readFileSync(join(root, "build.sh"), "utf8").includes("release)"));
});

for (const changed of [false, true]) {
    test(`the tags of a release run ${changed ? "nothing, where a script has one byte more" : "the package"}`, async (t) => {
        await packed;
        const folder = mkdtempSync(join(tmpdir(), "release-"));
        cpSync(installed, folder, { recursive: true });
        const tags = tagsFor(folder, "./");
        const scripts = [...tags.matchAll(/(?:href|src)="\.\/([^"]+)"/g)].map(([, name]) => name);
        assert.ok(scripts.length > 1 && scripts.at(-1) === "attention-explainer.js", tags);
        if (changed) appendFileSync(join(folder, scripts[0]), " ");
        const html = `<!doctype html><title>release</title>${tags}<body><attention-explainer exhibit="softmax"></attention-explainer>`;
        const page = await open(t, `${await serve([folder], { pages: { "/index.html": html } })}/index.html`);
        if (changed) {
            await page.waitForFunction(() => document.readyState === "complete");
            await page.waitForFunction(() => performance.getEntriesByType("navigation")[0].loadEventEnd > 0);
            assert.ok(
                page.problems.some((problem) => /integrity/i.test(problem)),
                `${page.problems}`,
            );
            assert.equal(await page.evaluate(() => customElements.get("attention-explainer")), undefined);
        } else {
            await settled(page);
            assert.ok(await page.evaluate(() => document.querySelector("attention-explainer").path));
            assert.deepEqual(page.problems, []);
        }
    });
}
