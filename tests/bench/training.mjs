// Training in a page, ours beside TensorFlow.js: after ./build.sh bench, which makes what this needs in build/bench and build/web,
// `node --import ./cmake/packages.mjs tests/bench/training.mjs [--rounds 5] [--steps 200]`. The network that `learn` trains, 2 layers of 2 heads, 16 sequences of
// 24 letters: ours as a reader has it (a worker trains, and the figure draws and keeps scores and maps), TensorFlow.js with
// the same network and batch on an easier text (its second half is its first) and Adam without our decay of weights; only its last loss is read. In turns in
// one page, new weights each time; medians, and the ratio round by round. WebGL here means what this machine draws with. Then the share of what the engine can
// do at best (peak.mjs) that is reached forward and backward, beside the core's multi-head attention at the same shape (training.cpp). Not a test.
import { readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { browser, makePage, settled } from "../browser/support.mjs";

const { values: options } = parseArgs({ options: { rounds: { type: "string", default: "5" }, steps: { type: "string", default: "200" } } });
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
const packages = new URL("../../build/bench/node_modules/@tensorflow/", import.meta.url);

/** In the page: what trains the same network with TensorFlow.js. */
function makeTraining() {
    const { tf } = window;
    const [letters, length, width, layers, heads, batch] = [16, 24, 32, 2, 2, 16];
    const d = width / heads;
    const batchOf = () => {
        const tokens = [];
        for (let s = 0; s < batch; ++s) {
            const half = Array.from({ length: length / 2 }, () => Math.floor(Math.random() * letters));
            tokens.push(...half, ...half);
        }
        // The letter behind each one; known where the sequence comes again.
        const next = tokens.map((_, i) => (i % length < length - 1 ? tokens[i + 1] : 0));
        const known = tokens.map((_, i) => Number(i % length >= length / 2 - 1 && i % length < length - 1));
        return { tokens, next, known };
    };
    const mask = tf.tensor(Array.from({ length }, (_, i) => Array.from({ length }, (__, j) => (j <= i ? 0 : -1e9))));
    /** Steps of training from random weights; returns the last loss. */
    window.train = async (steps) => {
        const weights = [];
        const variable = (shape, spread) => {
            const one = tf.variable(spread === null ? tf.ones(shape) : tf.randomNormal(shape, 0, spread));
            weights.push(one);
            return one;
        };
        const table = variable([letters, width], 0.1);
        const places = variable([1, length, width], 0.1);
        const blocks = Array.from({ length: layers }, () => ({
            gain: variable([width], null),
            qkv: variable([width, 3 * width], 0.15),
            output: variable([width, width], 0.1),
        }));
        const [gain, unembed] = [variable([width], null), variable([width, letters], 0.15)];
        const norm = (x, by) => x.mul(x.square().mean(-1, true).add(1e-5).rsqrt()).mul(by);
        const loss = ({ tokens, next, known }) => {
            // (Letters as a product with ones and zeros: the WebAssembly backend has no derivative of gather.)
            let x = tf.oneHot(tf.tensor1d(tokens, "int32"), letters).cast("float32").matMul(table);
            x = x
                .reshape([batch, length, width])
                .add(places)
                .reshape([batch * length, width]);
            for (const block of blocks) {
                const all = norm(x, block.gain).matMul(block.qkv).reshape([batch, length, 3, heads, d]).transpose([2, 0, 3, 1, 4]);
                const [q, k, v] = tf.unstack(all);
                const weights = q.matMul(k, false, true).div(Math.sqrt(d)).add(mask).softmax();
                const blended = weights
                    .matMul(v)
                    .transpose([0, 2, 1, 3])
                    .reshape([batch * length, width]);
                x = x.add(blended.matMul(block.output));
            }
            const logits = norm(x, gain).matMul(unembed);
            const right = tf.oneHot(tf.tensor1d(next, "int32"), letters).cast("float32");
            const each = logits.logSoftmax().mul(right).sum(-1).neg();
            const counted = tf.tensor1d(known);
            return each.mul(counted).sum().div(counted.sum());
        };
        const optimizer = tf.train.adam(0.003);
        let last = null;
        for (let step = 0; step < steps; ++step) {
            last?.dispose();
            const data = batchOf();
            last = tf.tidy(() => optimizer.minimize(() => loss(data), true, weights));
        }
        const [value] = await last.data();
        last.dispose();
        weights.forEach((one) => one.dispose());
        optimizer.dispose();
        return value;
    };
}

const context = await (await browser()).newContext({ viewport: { width: 1000, height: 1200 }, reducedMotion: "reduce" });
const page = await context.newPage();
page.on("pageerror", (error) => console.error(`page: ${error.message}`));
await page.route("**/tfjs-wasm/*", (route) =>
    route.fulfill({
        path: new URL(`tfjs-backend-wasm/dist/${route.request().url().split("/").at(-1)}`, packages).pathname,
        contentType: "application/wasm",
    }),
);
await page.goto(await makePage('<attention-explainer exhibit="learn"></attention-explainer>', { headers: {} }));
await settled(page);
for (const file of ["tfjs/dist/tf.min.js", "tfjs-backend-wasm/dist/tf-backend-wasm.min.js"])
    await page.addScriptTag({ content: readFileSync(new URL(file, packages), "utf8") });
await page.evaluate(makeTraining);
const steps = Number(options.steps);

/** Milliseconds a step. */
async function timed(work, prepare) {
    await prepare();
    const from = performance.now();
    await work();
    return (performance.now() - from) / steps;
}
const trainers = {
    "this figure": (round) => {
        const train = (state) =>
            page.evaluate(async (wanted) => {
                const figure = document.querySelector("attention-explainer");
                figure.restore(wanted);
                await figure.settled();
            }, state);
        return timed(
            () => train(`seed=${round + 1};step=${steps}`),
            () => train(`seed=${round + 1}`),
        );
    },
};
await page.evaluate(() => window.tf.wasm.setWasmPaths("/tfjs-wasm/"));
for (const backend of ["wasm", "cpu", "webgl"])
    trainers[`TensorFlow.js, ${backend}`] = () =>
        timed(
            () => page.evaluate((count) => window.train(count), steps),
            () =>
                page.evaluate(async (name) => {
                    await window.tf.setBackend(name);
                    await window.train(3); // compiles, and takes its memory
                }, backend),
        );
const turns = [];
for (let round = 0; round < Number(options.rounds); ++round) {
    const turn = {};
    for (const [name, train] of Object.entries(trainers)) turn[name] = await train(round);
    turns.push(turn);
}
console.log(`TensorFlow.js ${await page.evaluate(() => window.tf.version.tfjs)}, ${steps} steps, load ${loadavg()[0].toFixed(1)}`);
for (const name of Object.keys(trainers)) {
    const ratio = median(turns.map((turn) => turn[name] / turn["this figure"])).toFixed(1);
    console.log(`${name.padEnd(22)} ${median(turns.map((turn) => turn[name])).toFixed(1)} ms a step, ${ratio} times the figure's`);
}

/** In the page: the median share of the peak of each, in turns. */
async function sharesOf(rounds) {
    const { default: make } = await import("./bench.training.js");
    const module = await make();
    const peak = await window.makePeak();
    const forward = module._forward_operations();
    const all = [
        ["peak", peak.run, peak.flop],
        ["the core's multi-head attention", module._multi_head_forward, module._multi_head_operations()],
        ["forward", module._forward, forward],
        ["backward", module._backward, 2 * forward],
    ];
    const turns = Array.from({ length: rounds + 3 }, () =>
        all.map(([, run, operations]) => {
            const from = performance.now();
            for (let i = 0; i < 20; ++i) run();
            return (20 * operations) / (performance.now() - from);
        }),
    ).slice(3); // what compiles while it runs is compiled by then
    const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];
    return all.slice(1).map(([name], i) => [name, median(turns.map((turn) => turn[i + 1] / turn[0]))]);
}
const module = readFileSync(new URL("../../build/web/out/bench.training.js", import.meta.url), "utf8");
await page.route("**/bench.training.js", (route) => route.fulfill({ body: module, contentType: "text/javascript" }));
await page.addScriptTag({
    type: "module",
    content: `${readFileSync(new URL("./peak.mjs", import.meta.url), "utf8")}window.makePeak = makePeak;`,
});
await page.waitForFunction(() => window.makePeak);
console.log("share of the engine's peak:");
for (const [name, share] of await page.evaluate(sharesOf, 21)) console.log(`${name.padEnd(32)} ${(100 * share).toFixed(0)} %`);
await (await browser()).close();
process.exit(0);
