// What a frame costs: `node --import ./cmake/packages.mjs tests/bench/frames.mjs [--exhibit softmax] [--frames 120]`. Opens each exhibit of
// dist/ alone, drags its first slider to and fro (a frame a move), and prints the own CPU of JavaScript and WebAssembly a frame, sampled by the
// browser's profiler: time in our files only, without the wait for the GPU and without what the browser does by itself. Texels sent: the
// page table of a large map's tiles is sent each frame (an entry a tile in sight), values that were seen are not. Not a test.
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

/** What is dragged: a slider by a parameter's name, else the first one; a map by the middle of it. */
async function measure({ id, state = "", parameter, pan = false }) {
    const context = await (await browser()).newContext({ viewport: { width: 1000, height: 900 } });
    const page = await context.newPage();
    await page.addInitScript(() => {
        window.drawn = 0;
        window.uploads = 0;
        for (const [name, width] of [
            ["texSubImage2D", 4],
            ["texSubImage3D", 5],
            ["texImage2D", 3],
            ["texImage3D", 3],
        ]) {
            const upload = WebGL2RenderingContext.prototype[name];
            WebGL2RenderingContext.prototype[name] = function (...values) {
                window.uploads += values[width] * values[width + 1];
                return upload.apply(this, values);
            };
        }
        const draw = CanvasRenderingContext2D.prototype.drawImage;
        CanvasRenderingContext2D.prototype.drawImage = function (...values) {
            window.drawn += 1;
            return draw.apply(this, values);
        };
    });
    await page.goto(await makePage(`<attention-explainer exhibit="${id}" state="${state}"></attention-explainer>`));
    await settled(page);
    parameter ??= await page.evaluate(
        (otherwise) =>
            document.querySelector("attention-explainer").shadowRoot.querySelector(".control:not([hidden]) input[type=range]")?.name ??
            otherwise,
        exhibitTable().find((one) => one.id === id).parameters[0].name,
    );
    const scrolled = async () => {
        const { middle } = await controlBox(page, parameter);
        await page.evaluate((y) => scrollBy(0, y - innerHeight / 2), middle.y);
        await settled(page);
        return controlBox(page, parameter);
    };
    const place = await scrolled();
    const at = (share) =>
        pan ? [place.x + place.width * share, place.y + place.height * (1 - share)] : [place.x + place.width * share, place.middle.y];
    await page.mouse.move(...at(0.4));
    await page.mouse.down();
    for (let move = 0; move < 20; ++move) await page.mouse.move(...at(0.4 + 0.01 * (move % 10))); // engines begin in a baseline compiler
    await settled(page);
    const session = await context.newCDPSession(page);
    await session.send("Profiler.enable");
    await session.send("Profiler.setSamplingInterval", { interval: 100 });
    const before = await page.evaluate(() => window.drawn);
    const uploaded = await page.evaluate(() => window.uploads);
    await session.send("Profiler.start");
    for (let move = 0; move < frames; ++move) await page.mouse.move(...at(0.3 + (0.4 * (move % 40)) / 40));
    const { profile } = await session.send("Profiler.stop");
    await page.mouse.up();
    const drawn = (await page.evaluate(() => window.drawn)) - before;
    const uploads = (await page.evaluate(() => window.uploads)) - uploaded;
    await context.close();
    const times = selfTimes(profile).filter(({ own }) => own);
    const total = times.reduce((sum, { time }) => sum + time, 0);
    const heaviest = times.sort((a, b) => b.time - a.time).slice(0, 3);
    return {
        drawn,
        uploads,
        perFrame: total / 1000 / Math.max(1, drawn),
        heaviest: heaviest.map((one) => `${one.functionName || "wasm"} ${(one.time / 1000 / Math.max(1, drawn)).toFixed(3)}`),
    };
}

// As tests/browser/frames.test.mjs: the first slider in sight. In its default state masks has none. The first of map is its number of
// tokens, and those behind it up to the noise generate all data anew (that is what `node tests/bench/map.mjs` times): there the map is panned.
const states = { masks: "mask=window" };
const first = ({ id }) => (id === "map" ? { id, name: "map, pan", parameter: "zoom", pan: true } : { id, name: id, state: states[id] });
const wanted = [
    ...exhibitTable().map(first),
    { id: "parts-maps", name: "144 maps of 48²", parameter: "row" },
    { id: "parts-maps", name: "pan over 4096²", parameter: "zoom", pan: true },
].filter(({ id }) => !options.exhibit || id === options.exhibit);
console.log("what            frames  own CPU ms a frame  texels a frame  of it");
for (const one of wanted) {
    const { drawn, uploads, perFrame, heaviest } = await measure(one);
    console.log(
        `${one.name.padEnd(16)}${String(drawn).padStart(5)}${perFrame.toFixed(3).padStart(15)}${(uploads / Math.max(1, drawn)).toFixed(0).padStart(15)}      ${heaviest.join(", ")}`,
    );
}
await (await browser()).close();
process.exit(0);
