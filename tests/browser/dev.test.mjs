// `./build.sh dev`: what is saved is made anew and loaded, figures keep their states, and nothing of it is in dist/. Sources are only touched here.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync, utimesSync } from "node:fs";
import { createInterface } from "node:readline";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { dist, open, settled } from "./support.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const server = spawn(process.execPath, ["--import", "./cmake/packages.mjs", "web/dev.mjs", "0"], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
});
after(() => server.kill());
const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
const said = async (what) => {
    for (;;) {
        const { value, done } = await lines.next();
        if (done) throw new Error(`web/dev.mjs ended before it said ${what}`);
        if (what.test(value)) return what.exec(value);
    }
};
const before = new Map();
const touch = (path) => {
    before.set(path, statSync(root + path).mtime);
    utimesSync(root + path, new Date(), new Date());
};
after(() => before.forEach((time, path) => utimesSync(root + path, time, time))); // or the next build would find work
const whole = Number((await said(/all: made anew in (\d+) ms/))[1]);
const [address] = await said(/http:\S+/);

test("a saved script or section is there in a moment, and figures are in the states they were in", async (t) => {
    const page = await open(t, address, { width: 1000, height: 800 });
    const figure = page.locator("attention-explainer#softmax");
    await figure.scrollIntoViewIfNeeded();
    await settled(page, "#softmax");
    await page.evaluate(() => (document.querySelector("#softmax").state = { temperature: 0.3 }));
    for (const [file, most] of [
        ["web/page/notes.ts", 0.5],
        ["web/essay/sections/05-shares.html", 1],
    ]) {
        await page.evaluate(() => (window.old = true));
        touch(file);
        // (of the time for all of it)
        const [, milliseconds] = await said(/made anew in (\d+) ms/);
        t.diagnostic(`${file}: ${milliseconds} ms`);
        assert.ok(Number(milliseconds) < most * whole, `${file}: ${milliseconds} of ${whole} ms`);
        await page.waitForFunction(() => !window.old && document.querySelector("#softmax")?.state?.temperature === 0.3);
        await settled(page, "#softmax");
        assert.match(await page.evaluate(() => document.querySelector("#softmax").save()), /temperature=0\.3/);
        assert.ok(await figure.isVisible());
    }
    assert.deepEqual(page.problems, []);
});

test("dist/ has nothing of it", () => {
    assert.ok(existsSync(`${root}build/web/dev/index.html`));
    for (const file of readdirSync(dist).filter((name) => /\.(html|js)$/.test(name))) {
        const text = readFileSync(new URL(file, `file://${dist.replace(/\/?$/, "/")}`), "utf8");
        assert.doesNotMatch(text, /dev-(page|events)|EventSource|sourceMappingURL/, file);
    }
});
