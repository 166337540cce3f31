// What the model that learned takes in a page: after ./build.sh build, `node --import ./cmake/packages.mjs tests/bench/model.mjs [--rounds 41]`.
// createModel reads 48 words at once (forward), then writes 48 one by one (decode): milliseconds for all of the first, and for one step of the second
// (the mean over an empty cache to a full one). The builds take turns in one page; medians. Not a test.
import { readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { browser, makePage, root } from "../browser/support.mjs";

const { values: options } = parseArgs({ options: { rounds: { type: "string", default: "41" } } });
const learned = (name) => readFileSync(`${root}/train/learned/${name}`);

/** In the page: [build, forward, decode step] each, in milliseconds. */
async function timesOf({ weights, config, rounds }) {
    const { createModel } = await import("/core.js");
    const bytes = Uint8Array.from(atob(weights), (sign) => sign.charCodeAt(0));
    const paths = ["relaxed", "simd128", "scalar"];
    const models = await Promise.all(paths.map((path) => createModel(bytes, config, { path })));
    const tokens = Array.from({ length: config.n_ctx }, (_, i) => (i * 7) % config.vocab_size);
    const again = 5; // a clock of a page is coarse
    const timed = (work) => {
        const from = performance.now();
        for (let i = 0; i < again; ++i) work();
        return (performance.now() - from) / again;
    };
    const turns = Array.from({ length: rounds + 3 }, () =>
        models.map((model) => [
            timed(() => model.forward(tokens)),
            timed(() => {
                const decoder = model.decode();
                for (const token of tokens) decoder.next(token);
                decoder.dispose();
            }) / tokens.length,
        ]),
    ).slice(3); // what compiles while it runs is compiled by then
    const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];
    return paths.map((path, i) => [path, ...[0, 1].map((what) => median(turns.map((turn) => turn[i][what])))]);
}

const page = await (await browser()).newPage();
page.on("pageerror", (error) => console.error(`page: ${error.message}`));
await page.goto(await makePage("<p>A page without figures.</p>", { script: false }));
const config = JSON.parse(learned("config.json"));
const found = await page.evaluate(timesOf, {
    weights: learned("model.safetensors").toString("base64"),
    config,
    rounds: Number(options.rounds),
});
console.log(`${(await browser()).version()}, load ${loadavg()[0].toFixed(1)}`);
for (const [path, forward, step] of found)
    console.log(`${path.padEnd(8)} ${config.n_ctx} words ${forward.toFixed(2)} ms, a further word ${step.toFixed(3)} ms`);
await (await browser()).close();
process.exit(0);
