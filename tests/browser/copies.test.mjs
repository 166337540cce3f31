// Two copies of the script on one page, as when an essay and its template both bring one: the first runs, the second gives what the first has registered,
// and says so if it is another version.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { assertDrawn, dist, exhibitTable, makePage, open, settled, wasmFor, wasmOf } from "./support.mjs";

const { version } = JSON.parse(await readFile(join(dist, "package.json"), "utf8"));

/** Opens a page with two scripts: dist's own, and a copy under another address that takes itself for `other`. */
async function openTwice(t, other, addresses) {
    const page = await open(t, "about:blank", {
        height: 2400,
        init: () => {
            window.contexts = 0;
            const original = HTMLCanvasElement.prototype.getContext;
            HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
                window.contexts += kind === "webgl2";
                return original.call(this, kind, ...rest);
            };
        },
    });
    page.warnings = [];
    page.on(
        "console",
        (message) => message.type() === "warning" && message.text().startsWith("attention-explainer") && page.warnings.push(message.text()),
    );
    await page.route("**/copy/*", async (route) => {
        const path = join(dist, new URL(route.request().url()).pathname.slice("/copy/".length));
        if (path.endsWith(".wasm")) return route.fulfill({ path, contentType: "application/wasm" });
        await route.fulfill({
            body: (await readFile(path, "utf8")).replaceAll(`"${version}"`, `"${other}"`),
            contentType: "text/javascript",
        });
    });
    const head = addresses.map((address) => `<script type="module" src="${address}"></script>`).join("");
    const figures =
        '<attention-explainer id="a" exhibit="softmax"></attention-explainer><attention-explainer exhibit="dot-product"></attention-explainer>';
    const prose = '<p><attention-value for="a" value="largest weight" unit="%"></attention-value></p>';
    await page.goto(await makePage(prose + figures, { head, script: false }));
    await settled(page);
    return page;
}

const [own, copy] = ["/attention-explainer.js", "/copy/attention-explainer.js"];
for (const [what, other, addresses, runs] of [
    ["the same version", version, [own, copy], version],
    ["another version behind it", "99.1.0", [own, copy], version],
    ["another version before it", "99.1.0", [copy, own], "99.1.0"],
]) {
    test(`two copies of the script, ${what}: one engine, one registry, and ${other === version ? "no" : "one"} word about it`, async (t) => {
        const page = await openTwice(t, other, addresses);
        const got = await page.evaluate(async (both) => {
            const modules = await Promise.all(both.map((address) => import(address)));
            const [Explainer, Value] = ["attention-explainer", "attention-value"].map((name) => customElements.get(name));
            const made = new modules[1].AttentionExplainer();
            made.exhibit = "softmax";
            document.body.prepend(made);
            await made.settled();
            return {
                shared: modules.every((one) => one.AttentionExplainer === Explainer && one.AttentionValue === Value),
                version: Explainer.version,
                tables: modules.map(({ exhibits }) => exhibits),
                rows: made.describe().tables[0].rows.length,
                contexts: window.contexts,
                reading: document.querySelector("attention-value").text,
            };
        }, addresses);
        assert.deepEqual(page.problems, []);
        assert.ok(got.shared, "both modules export the classes that are registered");
        assert.equal(got.version, runs);
        assert.deepEqual(
            got.tables,
            [exhibitTable(), exhibitTable()].map((table) => table.filter(({ hidden }) => !hidden)),
        );
        assert.deepEqual([got.rows, got.contexts], [5, 1]);
        assert.match(got.reading, /^54\.5/);
        assert.deepEqual(wasmOf(page.fetched), wasmFor(["softmax", "dot-product"]));
        assert.equal(page.warnings.length, other === version ? 0 : 1);
        for (const warning of page.warnings)
            assert.match(warning, new RegExp(`(${version}|99\\.1\\.0) came after version ${runs}, which runs`));
        for (const warning of page.warnings) assert.ok(warning.includes(version) && warning.includes(other));
        await assertDrawn(page);
    });
}
