// What the large map costs: `node --import ./cmake/packages.mjs tests/bench/map.mjs`. The map of 4096 tokens alone in a page; the wall
// time of the one function that all our work in a frame is in (web/element/scheduler.ts): the first sample, the slices after it, pan by
// the pointer, zoom by the state; and the engine's memory before and after. Run it on a machine that does nothing else. Not a test.
import { browser, controlBox, makePage, settled } from "../browser/support.mjs";

const context = await (await browser()).newContext({ viewport: { width: 1000, height: 1000 } });
const page = await context.newPage();
await page.addInitScript(() => {
    window.frames = [];
    const ask = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (work) =>
        ask((time) => {
            const begin = performance.now();
            work(time);
            window.frames.push(performance.now() - begin);
        });
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

async function during(name, work) {
    await page.evaluate(() => { window.frames = []; });
    await work();
    await settled(page);
    const frames = await page.evaluate(() => window.frames);
    const sorted = [...frames].sort((a, b) => a - b);
    const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))].toFixed(2);
    console.log(`${name.padEnd(28)}${String(frames.length).padStart(7)}${frames[0].toFixed(2).padStart(9)}${at(0.5).padStart(9)}${at(0.95).padStart(9)}${at(1).padStart(9)}`);
}

await page.goto(await makePage(`<attention-explainer exhibit="map" state="n=64"></attention-explainer>`));
await settled(page);
const memory = () => page.evaluate(() => (window.memory ? window.memory.buffer.byteLength / 2 ** 20 : NaN));
const small = await memory();
console.log("own work, ms                 frames    first   median      95 %     most");
const set = (state) => page.evaluate((values) => { document.querySelector("attention-explainer").state = values; }, state);
for (let time = 0; time < 3; ++time) {
    await during("first sample and slices", () => set({ n: 4096, seed: time + 2 }));
}
console.log(`memory of the engine, MB: ${small.toFixed(1)} with 64 tokens, ${(await memory()).toFixed(1)} with 4096`);
const place = await controlBox(page, "zoom");
await page.evaluate((y) => scrollBy(0, y - innerHeight / 2), place.middle.y);
await settled(page);
const zoomed = (zoom) => set({ zoom });
for (const zoom of [2, 8, 40]) {
    await during(`to zoom ${zoom}`, () => zoomed(zoom));
    const box = await controlBox(page, "zoom");
    await during(`pan at zoom ${zoom}`, async () => {
        await page.mouse.move(box.x + box.width * 0.7, box.y + box.height * 0.7);
        await page.mouse.down();
        for (let move = 0; move < 120; ++move) await page.mouse.move(box.x + box.width * (0.7 - 0.005 * move), box.y + box.height * (0.7 - 0.005 * move));
        await page.mouse.up();
    });
}
await during("zoom in and out", async () => {
    for (let step = 0; step < 120; ++step) {
        await page.evaluate((zoom) => new Promise((done) => {
            document.querySelector("attention-explainer").state = { zoom };
            requestAnimationFrame(done);
        }), 2 ** (Math.abs(60 - step) / 10));
    }
});
await during("another query, each frame", async () => {
    for (let step = 0; step < 60; ++step) {
        await page.evaluate((query) => new Promise((done) => {
            document.querySelector("attention-explainer").state = { query };
            requestAnimationFrame(done);
        }), 100 + 60 * step);
    }
});
await (await browser()).close();
process.exit(0);
