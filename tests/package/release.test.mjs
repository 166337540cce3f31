// A release: what stands in its way is said, and the tags that it prints run that very package and no other.
import assert from "node:assert/strict";
import { appendFileSync, cpSync, mkdtempSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { lastStep, obstacles, tagsFor } from "../../web/release.mjs";
import { open, root, settled } from "../browser/support.mjs";
import { installed, packed, run, serve } from "./support.mjs";

test("all that stands in the way of a release is said at once", () => {
    const fine = { version: "1.2.3", changelog: "## [1.2.3] 2026-01-01\n", repository: "https://example.org/x", changed: "" };
    assert.deepEqual(obstacles(fine), []);
    const wrong = obstacles({ version: "1.2", changelog: "## [1.2.3]\n", repository: "", changed: " M README.md" });
    assert.equal(wrong.length, 4);
    for (const [i, word] of ["VERSION", "CHANGELOG", "REPOSITORY", "README.md"].entries()) assert.ok(wrong[i].includes(word), wrong[i]);
    assert.ok(readFileSync(join(root, "build.sh"), "utf8").includes("release)"));
});

test("the last step that is printed is one that npm takes outside of a CI: a registry gets the package", async (t) => {
    const tarball = await packed;
    const got = [];
    const registry = createServer(async (request, response) => {
        const chunks = [];
        for await (const chunk of request) chunks.push(chunk);
        if (request.method === "PUT") got.push(JSON.parse(Buffer.concat(chunks)));
        response.writeHead(request.method === "PUT" ? 201 : 404, { "content-type": "application/json" }).end("{}");
    });
    await new Promise((ready) => registry.listen(0, "127.0.0.1", ready));
    t.after(() => (registry.close(), registry.closeAllConnections()));
    const here = `127.0.0.1:${registry.address().port}/`;
    const [, words] = /&& npm (publish .*)$/m.exec(lastStep("1.2.3", tarball));
    const outside = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(CI|GITHUB_|GITLAB_|npm_)/.test(name)));
    await run("npm", [...words.split(" "), `--registry=http://${here}`, `--//${here}:_authToken=none`, "--tag=test"], { env: outside });
    assert.deepEqual(
        got.map(({ name }) => name),
        ["attention-explainer"],
    );
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
