// How long a reader waits for a picture once the bytes are there, and what many figures cost: `node --import ./cmake/packages.mjs tests/bench/first.mjs
// [--rounds 7] [--many 200]`. First: from the end of the last fetch (or the first paint, if that is later) to the first copy of a frame into a
// figure, with its parts (the context is made beside the bytes: what is left of it is in the others); each round has a page of each kind in turn, and a calibration beside it, as the machine may be busy. Many: own time of the
// main thread for each of so many figures, scrolled past once. Medians. Not a test.
import { parseArgs } from "node:util";
import { loadavg } from "node:os";
import { browser, makePage, settled } from "../browser/support.mjs";

const { values: options } = parseArgs({ options: { rounds: { type: "string", default: "7" }, many: { type: "string", default: "200" } } });
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

/** Notes when what happens, in milliseconds since the navigation. */
function watch() {
    window.times = {};
    const note = (name) => (window.times[name] ??= performance.now());
    const wrap = (owner, name, before, after) => {
        const original = owner[name];
        owner[name] = function (...values) {
            note(before);
            const result = original.apply(this, values);
            if (after) result instanceof Promise ? result.then(() => note(after)) : note(after);
            return result;
        };
    };
    wrap(WebAssembly, "compileStreaming", "compile", "compiled");
    wrap(WebAssembly, "instantiate", "instantiate", "instantiated");
    wrap(CanvasRenderingContext2D.prototype, "drawImage", "copy", "copied");
    const context = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
        if (kind === "webgl2") note("webgl");
        const made = context.call(this, kind, ...rest);
        if (kind === "webgl2") note("webglMade");
        return made;
    };
    wrap(WebGL2RenderingContext.prototype, "drawElements", "draw", "drawn");
}

async function first(exhibit) {
    const context = await (await browser()).newContext({ viewport: { width: 1000, height: 900 } });
    const page = await context.newPage();
    await page.addInitScript(watch);
    await page.goto(await makePage(`<attention-explainer exhibit="${exhibit}"></attention-explainer>`));
    await settled(page);
    const out = await page.evaluate(() => {
        const bytes = Math.max(...performance.getEntriesByType("resource").map(({ responseEnd }) => responseEnd));
        const paint = performance.getEntriesByName("first-paint")[0]?.startTime ?? 0;
        const { compiled, instantiated, webgl, webglMade, draw, copied } = window.times;
        const start = performance.now();
        let sum = 0;
        for (let i = 0; i < 2e7; ++i) sum = (sum + i * i) % 1000003; // how fast the machine is just now
        return {
            all: copied - Math.max(bytes, paint),
            bytes: copied - bytes,
            context: webglMade - webgl,
            compile: compiled - bytes,
            instantiate: instantiated - compiled,
            shaders: draw - Math.max(instantiated, webglMade),
            frame: copied - draw,
            calibration: performance.now() - start + 0 * sum,
        };
    });
    await context.close();
    return out;
}

const kinds = ["softmax", "heads", "pipeline"];
const seen = Object.fromEntries(kinds.map((kind) => [kind, []]));
for (let round = 0; round < Number(options.rounds); ++round) for (const kind of kinds) seen[kind].push(await first(kind));
console.log(`load ${loadavg()[0].toFixed(1)}; ms, medians of ${options.rounds}`);
const parts = Object.keys(seen.softmax[0]);
console.log(["first picture", ...parts].map((text) => text.padEnd(14)).join(""));
for (const kind of kinds)
    console.log(
        [kind, ...parts.map((part) => median(seen[kind].map((one) => one[part])).toFixed(0))].map((text) => text.padEnd(14)).join(""),
    );

const many = Number(options.many);
if (many > 0) {
    const context = await (await browser()).newContext({ viewport: { width: 1000, height: 900 } });
    const page = await context.newPage();
    await page.goto(await makePage('<attention-explainer exhibit="softmax"></attention-explainer><div id="place"></div>'));
    await settled(page);
    const session = await context.newCDPSession(page);
    await session.send("Performance.enable");
    const spent = async () =>
        Object.fromEntries((await session.send("Performance.getMetrics")).metrics.map(({ name, value }) => [name, value * 1000]));
    const phase = async (name, work) => {
        const before = await spent();
        const start = performance.now();
        await work();
        const after = await spent();
        const of = (metric) => ((after[metric] - before[metric]) / many).toFixed(1);
        console.log(
            `${name.padEnd(22)}${((performance.now() - start) / many).toFixed(1)} ms each; main thread: script ${of("ScriptDuration")}, style ${of("RecalcStyleDuration")}, layout ${of("LayoutDuration")}, all tasks ${of("TaskDuration")}`,
        );
    };
    await phase(`${many} put in`, () =>
        page.evaluate(async (count) => {
            const made = Array.from({ length: count }, () =>
                Object.assign(document.createElement("attention-explainer"), { exhibit: "softmax", loading: "eager" }),
            );
            const loaded = made.map((element) => new Promise((resolve) => element.addEventListener("load", resolve)));
            document.querySelector("#place").append(...made);
            await Promise.all(loaded);
        }, many),
    );
    await phase(`${many} scrolled past`, () =>
        page.evaluate(async () => {
            for (const element of document.querySelectorAll("attention-explainer")) {
                element.scrollIntoView({ behavior: "instant" });
                await element.settled();
            }
        }),
    );
    await context.close();
}
await (await browser()).close();
process.exit(0);
