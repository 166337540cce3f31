// What a frame costs: `node --import ./cmake/packages.mjs tests/bench/frames.mjs [--exhibit softmax] [--frames 120]`. Opens each exhibit of
// dist/ alone, drags its first handle to and fro (a frame a move), and prints the own CPU of JavaScript and WebAssembly a frame, sampled by the
// browser's profiler: time in our files only, without the wait for the GPU and without what the browser does by itself. Not a test.
import { parseArgs } from "node:util";
import { browser, exhibitTable, makePage, settled, controlBox } from "../browser/support.mjs";

const { values: options } = parseArgs({ options: { exhibit: { type: "string" }, frames: { type: "string", default: "120" } } });
const frames = Number(options.frames);

/** Self time in microseconds of every function, and whether its code is ours. */
function selfTimes({ nodes, samples, timeDeltas }) {
    const byId = new Map(nodes.map((node) => [node.id, { ...node.callFrame, time: 0 }]));
    samples.forEach((id, index) => (byId.get(id).time += timeDeltas[index]));
    return [...byId.values()].map((frame) => ({ ...frame, own: /\.(js|wasm)\b/.test(frame.url) || frame.url.startsWith("wasm:") }));
}

async function measure(exhibit) {
    const context = await (await browser()).newContext({ viewport: { width: 1000, height: 900 } });
    const page = await context.newPage();
    await page.addInitScript(() => {
        window.drawn = 0;
        const draw = CanvasRenderingContext2D.prototype.drawImage;
        CanvasRenderingContext2D.prototype.drawImage = function (...values) {
            window.drawn += 1;
            return draw.apply(this, values);
        };
    });
    await page.goto(await makePage(`<attention-explainer exhibit="${exhibit.id}"></attention-explainer>`));
    await settled(page);
    const parameter = exhibit.parameters.find(({ kind }) => kind === "number") ?? exhibit.parameters.find(({ kind }) => kind === "integer");
    const place = parameter ? await controlBox(page, parameter.name) : await controlBox(page, exhibit.parameters[0].name);
    const at = (share) => [place.x + place.width * share, place.middle.y];
    await page.mouse.move(...at(0.4));
    await page.mouse.down();
    for (let move = 0; move < 20; ++move) await page.mouse.move(...at(0.4 + 0.01 * (move % 10))); // engines begin in a baseline compiler
    await settled(page);
    const session = await context.newCDPSession(page);
    await session.send("Profiler.enable");
    await session.send("Profiler.setSamplingInterval", { interval: 100 });
    const before = await page.evaluate(() => window.drawn);
    await session.send("Profiler.start");
    for (let move = 0; move < frames; ++move) await page.mouse.move(...at(0.3 + (0.4 * (move % 40)) / 40));
    const { profile } = await session.send("Profiler.stop");
    await page.mouse.up();
    const drawn = (await page.evaluate(() => window.drawn)) - before;
    await context.close();
    const times = selfTimes(profile).filter(({ own }) => own);
    const total = times.reduce((sum, { time }) => sum + time, 0);
    const heaviest = times.sort((a, b) => b.time - a.time).slice(0, 3);
    return { drawn, perFrame: total / 1000 / Math.max(1, drawn), heaviest: heaviest.map((one) => `${one.functionName || "wasm"} ${(one.time / 1000 / Math.max(1, drawn)).toFixed(3)}`) };
}

const wanted = exhibitTable().filter(({ id }) => !options.exhibit || id === options.exhibit);
console.log("exhibit         frames  own CPU ms a frame   of it");
for (const exhibit of wanted) {
    const { drawn, perFrame, heaviest } = await measure(exhibit);
    console.log(`${exhibit.id.padEnd(16)}${String(drawn).padStart(5)}${perFrame.toFixed(3).padStart(15)}        ${heaviest.join(", ")}`);
}
await (await browser()).close();
process.exit(0);
