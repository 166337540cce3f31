// What the browser tests share: a static server of dist/ under a strict policy, one Chromium, pages that record what went wrong.
// No test in here.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { extname, join, normalize, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { after } from "node:test";
import { figureModules } from "../../web/build/engine.mjs";

export const root = fileURLToPath(new URL("../../", import.meta.url));
export const dist = process.env.DIST ?? join(root, "dist");
export const require = createRequire(join(root, "build/npm/package.json"));

/** The table of exhibits, as the build generated it from the engine. */
export function exhibitTable(hidden = false) {
    return JSON.parse(readFileSync(join(root, `build/web/generated${hidden ? "-parts" : ""}/exhibits.json`), "utf8"));
}

export { load } from "../bundled.mjs";

/** The names of the WebAssembly among the fetched paths; nothing came twice. */
export function wasmOf(fetched) {
    const names = fetched.filter((path) => path.endsWith(".wasm")).map((path) => path.split("/").at(-1));
    assert.equal(new Set(names).size, names.length, `fetched twice: ${names}`);
    return names.sort();
}

/** The names of the WebAssembly that it takes to show these exhibits. */
export function wasmFor(exhibits, path = "relaxed") {
    const modules = figureModules(`explainer.${path}`);
    const names = exhibits.flatMap((exhibit) => modules[exhibit]).map((name) => `explainer.${name}.${path}.wasm`);
    return [...new Set([`explainer.${path}.wasm`, ...names])].sort();
}

/** The policy that the element promises to live under. */
export const strictPolicy =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; img-src 'self' data:";

const types = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".wasm": "application/wasm",
    ".json": "application/json",
    ".txt": "text/plain; charset=utf-8",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".png": "image/png",
};

const madePages = new Map(); // address -> {html, headers}
let server;
let browserPromise;

async function answer(request, response) {
    const { pathname } = new URL(request.url, "http://here");
    const made = madePages.get(pathname);
    if (made) return response.writeHead(200, { "content-type": types[".html"], ...made.headers }).end(made.html);
    return answerFile(pathname, response);
}

/** Answers with a file of dist/; the element with the hidden exhibits, below /parts/, is no part of that. */
export async function answerFile(pathname, response) {
    const folder = pathname.startsWith("/parts/") ? join(root, "build/web") : dist;
    const file = normalize(join(folder, decodeURIComponent(pathname)));
    if (!file.startsWith(normalize(folder) + sep)) return response.writeHead(404).end();
    try {
        const body = await readFile(file);
        response
            .writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream", "content-length": body.length })
            .end(body);
    } catch {
        response.writeHead(404).end();
    }
}

/** The address of the running server. */
export async function origin() {
    if (!server) {
        server = createServer((request, response) => void answer(request, response));
        await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
    }
    return `http://127.0.0.1:${server.address().port}`;
}

/** Makes a page out of some HTML for its body; returns its address. Served with the strict policy unless other headers are given. */
export async function makePage(body, { headers = { "content-security-policy": strictPolicy }, script = true, head = "" } = {}) {
    const path = `/made/${madePages.size + 1}.html`;
    // What dist/ does not have (sheets of parts, exhibits that wait for room) is in the tests' own module.
    const shipped = new Set(exhibitTable().map(({ id }) => id));
    const hidden = new Set(
        exhibitTable(true)
            .map(({ id }) => id)
            .filter((id) => !shipped.has(id)),
    );
    const folder = [...body.matchAll(/exhibit="([\w-]+)"/g)].some(([, id]) => hidden.has(id)) ? "/parts" : "";
    const tag = script ? `<script type="module" src="${folder}/attention-explainer.js"></script>` : "";
    const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>test</title><link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width, initial-scale=1">${head}${tag}</head><body>${body}</body></html>`;
    madePages.set(path, { html, headers });
    return (await origin()) + path;
}

// There is no GPU where tests run. Mesa's rasteriser draws our WebGL in half of SwiftShader's time, and the page itself is put together without
// either. GPU=swiftshader is what Chromium has by itself.
const drawing =
    process.env.GPU === "swiftshader"
        ? ["--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
        : ["--use-gl=angle", "--use-angle=gl-egl", "--disable-gpu-compositing"];

/** The browser that readers have. */
export const wholeChromium = process.env.CHROMIUM ?? "/usr/bin/chromium";

// The same engine without windows, menus and services: a page is open in a third of the time. What the whole one does with our pages is tested in
// tests/engines.
const chromiumShell = process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell";

/** Starts a Chromium of its own. */
export function launch(options) {
    return require("playwright-core").chromium.launch({
        executablePath: chromiumShell,
        args: [
            "--no-sandbox",
            ...drawing,
            "--ignore-gpu-blocklist",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
        ],
        ...options,
    });
}

/** The Chromium that a file's tests share. */
export function browser() {
    browserPromise ??= launch();
    return browserPromise;
}

after(async () => {
    // A browser that does not close within a while must not keep the run from its end: it is killed with this process, once that has summed up.
    const closed = browserPromise && (await browserPromise).close().then(() => true);
    const patience = new Promise((resolve) => setTimeout(resolve, 20_000, false).unref());
    if (browserPromise && !(await Promise.race([closed, patience]))) setTimeout(() => process.exit(), 20_000).unref();
    server?.close();
    server?.closeAllConnections();
});

/**
 * Opens a page in a context of its own and closes it after the test. `page.problems` collects console errors, uncaught errors and
 * policy violations; `page.fetched` the paths it fetched. `init` runs in the page before anything else.
 */
export async function open(test, address, { init, argument, width = 1000, height = 800, ...options } = {}) {
    const context = await (await browser()).newContext({ viewport: { width, height }, ...options });
    // What waits for ever in the page (a figure that never settles) ends with it, so that its test fails by name and the others run.
    const patience = setTimeout(() => {
        test.diagnostic("the page was closed: it was open for 300 s");
        context.close().catch(() => {});
    }, 300_000);
    test.after(() => (clearTimeout(patience), context.close()));
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    page.problems = [];
    page.fetched = [];
    page.on("console", (message) => {
        if (message.type() === "error") page.problems.push(message.text());
    });
    page.on("pageerror", (error) => page.problems.push(String(error)));
    page.on("request", (request) => page.fetched.push(new URL(request.url()).pathname));
    await page.addInitScript(() => {
        document.addEventListener("securitypolicyviolation", (event) =>
            console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`),
        );
    });
    if (init) await page.addInitScript(init, argument);
    await page.goto(address);
    return page;
}

/** Lets what the page asks for at such an address wait until the function that is returned is called. */
export async function hold(page, address, answer = (route) => route.continue()) {
    let release;
    const held = new Promise((resolve) => (release = resolve));
    await page.route(address, async (route) => {
        await held;
        await answer(route);
    });
    return release;
}

/** Waits until every element (or those that match) that is near has nothing more to draw. */
export function settled(page, selector = "attention-explainer") {
    return page.evaluate(async (wanted) => {
        await customElements.whenDefined("attention-explainer");
        await Promise.all([...document.querySelectorAll(wanted)].map((element) => element.settled()));
    }, selector);
}

/** Opens a page with these elements and waits until they are still. */
export async function openExhibits(test, tags, options) {
    const list = Array.isArray(tags) ? tags : [tags];
    const html = list.map((tag) => (tag.startsWith("<") ? tag : `<attention-explainer exhibit="${tag}"></attention-explainer>`)).join("\n");
    const page = await open(test, await makePage(html, options?.page), options);
    await settled(page);
    return page;
}

/** What the element says of itself: summary, tables, state, canonical string. */
export function describe(page, selector = "attention-explainer") {
    return page.evaluate((wanted) => {
        const element = document.querySelector(wanted);
        return { ...element.describe(), state: element.state, saved: element.save() };
    }, selector);
}

/** The table whose title begins so, as objects keyed by column. */
export function rowsOf(description, title) {
    const table = description.tables.find((candidate) => candidate.title.startsWith(title));
    if (!table) throw new Error(`no table "${title}" among ${description.tables.map((candidate) => candidate.title).join(", ")}`);
    return table.rows.map((row) => Object.fromEntries(table.columns.map((column, index) => [column, row[index]])));
}

/** A number that stands for the pixels of each element's canvas, and its size. (Far from the reader it has none: then of its picture.) */
export function picture(page, selector = "attention-explainer") {
    return page.evaluate((wanted) => {
        return Promise.all(
            [...document.querySelectorAll(wanted)].map(async (element) => {
                let canvas = element.shadowRoot.querySelector("canvas");
                if (canvas.width === 0) {
                    const bitmap = await createImageBitmap(await element.toBlob());
                    canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
                    canvas.getContext("2d", { alpha: false }).drawImage(bitmap, 0, 0);
                }
                const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
                const words = new Uint32Array(data.buffer);
                let hash = 2166136261;
                for (const word of words) hash = Math.imul(hash ^ word, 16777619) >>> 0;
                return { hash, width: canvas.width, height: canvas.height };
            }),
        );
    }, selector);
}

/**
 * How far each element's canvas is from its own SVG export, drawn by the browser: both are averaged over blocks of 16 × 16 pixels, so
 * that faces of type do not matter but every bar, arrow and heap of text has to be where the other picture has it. `mean` is in 255ths;
 * `alike` is the correlation of the two (a blank canvas has none).
 */
export function againstSvg(page, selector = "attention-explainer") {
    return page.evaluate(async (wanted) => {
        const coarse = (source, width, height) => {
            const canvas = new OffscreenCanvas(width, height);
            const context = canvas.getContext("2d", { willReadFrequently: true });
            context.drawImage(source, 0, 0, width, height);
            const { data } = context.getImageData(0, 0, width, height);
            const out = [];
            for (let top = 0; top + 16 <= height; top += 16) {
                for (let left = 0; left + 16 <= width; left += 16) {
                    const sum = [0, 0, 0];
                    for (let y = top; y < top + 16; ++y)
                        for (let x = left; x < left + 16; ++x) for (let c = 0; c < 3; ++c) sum[c] += data[4 * (y * width + x) + c] / 256;
                    out.push(...sum);
                }
            }
            return out;
        };
        const found = [];
        const documents = [document, ...[...document.querySelectorAll("iframe")].map((frame) => frame.contentDocument)];
        for (const element of documents.flatMap((one) => [...(one?.querySelectorAll(wanted) ?? [])])) {
            const image = new Image();
            image.src = `data:image/svg+xml,${encodeURIComponent(element.export("svg"))}`;
            await image.decode();
            const { clientWidth: width, clientHeight: height } = element;
            const canvas = element.shadowRoot.querySelector("canvas");
            const [a, b] = [canvas.width > 0 ? canvas : await createImageBitmap(await element.toBlob()), image].map((source) =>
                coarse(source, width, height),
            );
            const average = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
            const [am, bm] = [average(a), average(b)];
            const product = (p, pm, q, qm) => average(p.map((value, index) => (value - pm) * (q[index] - qm)));
            const alike = product(a, am, b, bm) / Math.sqrt(product(a, am, a, am) * product(b, bm, b, bm));
            found.push({ mean: average(a.map((value, index) => Math.abs(value - b[index]))), alike });
        }
        return found;
    }, selector);
}

/**
 * Their cells are smaller than a pixel, of which the canvas shows the largest and the browser's image the mean: they cannot be compared so (their canvas
 * is compared with the native window's, tests/native/pictures.test.mjs).
 */
export const notAveraged = ["map", "parts-maps"];

/** Fails unless every element's canvas shows what its SVG export says. */
export async function assertDrawn(page, selector) {
    const found = await againstSvg(page, selector);
    assert.ok(found.length > 0, `no element ${selector}`);
    for (const { mean, alike } of found)
        assert.ok(alike > 0.9 && mean < 4, `canvas against SVG: ${mean.toFixed(2)} of 255 apart, alike ${alike.toFixed(3)}`);
}

/** A state of an exhibit that is quickly computed; the large map's default has 16 million scores. */
export const quickState = (exhibit) => (exhibit === "map" ? "n=256;zoom=3;centreRow=128;centreColumn=128" : "");

/** The tag of an exhibit in that state. */
export const quickTag = (exhibit) => `<attention-explainer exhibit="${exhibit}" state="${quickState(exhibit)}"></attention-explainer>`;

/** Keeps the elements' pixels in the page, for difference(). */
export function keepPictures(page) {
    return page.evaluate(() => {
        window.kept = [...document.querySelectorAll("attention-explainer")].map((element) => {
            const canvas = element.shadowRoot.querySelector("canvas");
            return canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
        });
    });
}

/**
 * How far each element's pixels are from the kept ones: the share of colour values that differ by more than 40 of 255. A glyph that lies
 * elsewhere in a new font atlas is filtered a little differently; a changed number or bar is another matter.
 */
export function difference(page) {
    return page.evaluate(() =>
        [...document.querySelectorAll("attention-explainer")].map((element, index) => {
            const canvas = element.shadowRoot.querySelector("canvas");
            const now = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
            const before = window.kept[index];
            if (before.length !== now.length) return 1;
            let far = 0;
            for (let at = 0; at < now.length; ++at) if (Math.abs(now[at] - before[at]) > 40) ++far;
            return far / now.length;
        }),
    );
}

/** Where the control of a parameter is on the screen, by the native control that lies over it. */
export function controlBox(page, name, selector = "attention-explainer") {
    return page.evaluate(
        ([wanted, parameter]) => {
            const control = document.querySelector(wanted).shadowRoot.querySelector(`[name="${parameter}"]`);
            const { x, y, width, height } = control.getBoundingClientRect();
            return { x, y, width, height, middle: { x: x + width / 2, y: y + height / 2 } };
        },
        [selector, name],
    );
}

/** Points of the canvas where a handle is: where the element itself would keep a finger's drag from the page. */
export function handles(page, selector = "attention-explainer") {
    return page.evaluate((wanted) => {
        const canvas = document.querySelector(wanted).shadowRoot.querySelector("canvas");
        const box = canvas.getBoundingClientRect();
        const found = [];
        for (let y = box.top + 4; y < Math.min(box.bottom, innerHeight); y += 5) {
            for (let x = box.left + 4; x < box.right; x += 5) {
                const touch = new Touch({ identifier: 9, target: canvas, clientX: x, clientY: y });
                const event = new TouchEvent("touchstart", { touches: [touch], changedTouches: [touch], cancelable: true, bubbles: true });
                canvas.dispatchEvent(event);
                if (event.defaultPrevented) found.push({ x: Math.round(x), y: Math.round(y) });
            }
        }
        return found;
    }, selector);
}

/** Puts the focus on the native control of a parameter, as Tab would. */
export function focusControl(page, name, selector = "attention-explainer") {
    return page.evaluate(
        ([wanted, parameter]) => {
            document.querySelector(wanted).shadowRoot.querySelector(`[name="${parameter}"]`).focus();
        },
        [selector, name],
    );
}

/** Which control has the focus: its name, a preset's label, or the tag of what is outside. */
export function focused(page) {
    return page.evaluate(() => {
        const active = document.activeElement;
        const inner = active?.shadowRoot?.activeElement;
        return inner ? (inner.getAttribute("name") ?? inner.textContent) : active?.id || active?.tagName.toLowerCase();
    });
}

/** What `press` copies. (Playwright's waitForFunction takes a promise for true, whatever comes of it.) */
export async function copied(page, press) {
    await page.evaluate(() => navigator.clipboard.writeText(""));
    await press();
    return page.evaluate(async () => {
        for (;;) {
            const text = await navigator.clipboard.readText();
            if (text) return text;
            await new Promise(requestAnimationFrame);
        }
    });
}
