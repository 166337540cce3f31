// What the large map costs: `node --import ./cmake/packages.mjs tests/bench/map.mjs`. The map of 4096 tokens alone in a page; the frames
// of the first sample and the slices after it, of a pan by the pointer, of a zoom and of another query by the state. Own work is the main
// thread's CPU time in a frame's callback, as the browser's trace has it: what the thread waits for (a GPU in software, other programs) is
// in the wall time beside it. And the engine's memory before and after. Not a test.
import { browser, controlBox, makePage, settled } from "../browser/support.mjs";

const context = await (await browser()).newContext({ viewport: { width: 1000, height: 1000 } });
const page = await context.newPage();
await page.addInitScript(() => {
    const { instantiate } = WebAssembly;
    const keep = (instance) => {
        for (const value of Object.values(instance.exports)) if (value instanceof WebAssembly.Memory) window.memory = value;
        return instance;
    };
    WebAssembly.instantiate = async (...values) => {
        const out = await instantiate(...values);
        keep(out.instance ?? out);
        return out;
    };
});
const session = await (await browser()).newBrowserCDPSession();

/** The trace's animation frames while `work` runs. */
async function framesDuring(work) {
    const frames = [];
    const collect = ({ value }) => frames.push(...value.filter(({ name, tdur }) => name === "FireAnimationFrame" && tdur !== undefined));
    session.on("Tracing.dataCollected", collect);
    await session.send("Tracing.start", { traceConfig: { includedCategories: ["devtools.timeline"] }, transferMode: "ReportEvents" });
    await work();
    await settled(page);
    const whole = new Promise((done) => session.once("Tracing.tracingComplete", done));
    await session.send("Tracing.end");
    await whole;
    session.off("Tracing.dataCollected", collect);
    return frames.sort((a, b) => a.ts - b.ts);
}

async function during(name, work) {
    const frames = await framesDuring(work);
    const line = (key) => {
        const times = frames.map((frame) => frame[key] / 1000);
        const sorted = [...times].sort((a, b) => a - b);
        const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
        return [times[0], at(0.5), at(0.95), at(1)].map((time) => time.toFixed(2).padStart(8)).join("");
    };
    console.log(`${name.padEnd(26)}${String(frames.length).padStart(6)}${line("tdur")}   |${line("dur")}`);
}

await page.goto(await makePage(`<attention-explainer exhibit="map" state="n=64"></attention-explainer>`));
await settled(page);
const memory = () => page.evaluate(() => (window.memory ? window.memory.buffer.byteLength / 2 ** 20 : NaN));
const small = await memory();
console.log("ms, own work | wall       frames   first  median    95 %    most   |   first  median    95 %    most");
const set = (state) =>
    page.evaluate((values) => {
        document.querySelector("attention-explainer").state = values;
    }, state);
/** One state after the other, a frame each. */
const through = (states) =>
    page.evaluate(async (all) => {
        const element = document.querySelector("attention-explainer");
        for (const state of all) {
            element.state = state;
            await Promise.race([element.settled(), new Promise((done) => setTimeout(done, 32))]);
        }
    }, states);
for (let time = 0; time < 3; ++time) {
    await during("first sample and slices", () => set({ n: 4096, seed: time + 2 }));
}
console.log(`memory of the engine, MB: ${small.toFixed(1)} with 64 tokens, ${(await memory()).toFixed(1)} with 4096`);
const place = await controlBox(page, "zoom");
await page.evaluate((y) => scrollBy(0, y - innerHeight / 2), place.middle.y);
await settled(page);
for (const zoom of [2, 8, 40]) {
    await during(`to zoom ${zoom}`, () => set({ zoom }));
    const box = await controlBox(page, "zoom");
    await during(`pan at zoom ${zoom}`, async () => {
        await page.mouse.move(box.x + box.width * 0.7, box.y + box.height * 0.7);
        await page.mouse.down();
        for (let move = 0; move < 120; ++move)
            await page.mouse.move(box.x + box.width * (0.7 - 0.005 * move), box.y + box.height * (0.7 - 0.005 * move));
        await page.mouse.up();
    });
}
await during("zoom in and out", () => through(Array.from({ length: 120 }, (_, step) => ({ zoom: 2 ** (Math.abs(60 - step) / 10) }))));
await during("another query, each frame", () => through(Array.from({ length: 60 }, (_, step) => ({ query: 100 + 60 * step }))));
await (await browser()).close();
process.exit(0);
