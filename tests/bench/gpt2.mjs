// GPT-2 small's size with random weights: `createModel` beside onnxruntime-web, one thread, in one page of Chromium and in turns. After ./build.sh bench,
// which fetches the other runtime, and ./build.sh build:
// `node --import ./cmake/packages.mjs tests/bench/gpt2.mjs [--rounds 5] [--steps 8] [--tokens 64] [--paths relaxed,simd128] [--alone]`.
// Milliseconds for the logits of all tokens at once, for a prompt of as many (the last one's logits), and for a further token; medians, and ratios
// round by round. It takes 3 GB of memory. Not a test.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { loadavg } from "node:os";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { browser } from "../browser/support.mjs";

const { values: options } = parseArgs({
    options: {
        rounds: { type: "string", default: "5" },
        steps: { type: "string", default: "8" },
        tokens: { type: "string", default: "64" },
        paths: { type: "string", default: "relaxed" },
        alone: { type: "boolean", default: false },
    },
});

const root = fileURLToPath(new URL("../../", import.meta.url));
const folders = { dist: join(root, "dist"), node_modules: join(root, "build/bench/node_modules"), bench: join(root, "tests/bench") };
const types = { ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm" };
const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    if (path === "/") {
        response.writeHead(200, { "Content-Type": "text/html" });
        response.end('<!doctype html><title>bench</title><script type="module" src="/bench/gpt2-page.mjs"></script>');
        return;
    }
    const [, folder, ...rest] = normalize(path).split("/");
    try {
        const body = readFileSync(join(folders[folder], ...rest));
        response.writeHead(200, { "Content-Type": types[extname(path)] ?? "application/octet-stream" });
        response.end(body);
    } catch {
        response.writeHead(404);
        response.end();
    }
});
await new Promise((ready) => server.listen(0, "127.0.0.1", ready));

const page = await (await browser()).newPage();
page.on("pageerror", (error) => console.error(`page: ${error.message}`));
page.on("console", (message) => message.type() === "error" && console.error(`page: ${message.text()}`));
page.setDefaultTimeout(0);
await page.goto(`http://127.0.0.1:${server.address().port}/`);
await page.waitForFunction(() => window.gpt2);
const found = await page.evaluate((o) => window.gpt2(o), {
    rounds: Number(options.rounds),
    steps: Number(options.steps),
    n: Number(options.tokens),
    paths: options.paths.split(","),
    withOnnx: !options.alone,
});
console.log(
    `${(await browser()).version()}, one thread, load ${loadavg()[0].toFixed(1)}; the engine's own peak: ${found.peak.toFixed(1)} GFLOP/s`,
);
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
const onnx = found.peers.find(({ name }) => name === "onnxruntime-web");
const shown = (x) => (Number.isNaN(x) ? "–" : `${x.toPrecision(3)} ms`);
const ratio = (peer, what) =>
    onnx && peer !== onnx ? ` (${median(onnx.times[what].map((ms, i) => ms / peer.times[what][i])).toFixed(2)} times as fast)` : "";
for (const peer of found.peers) {
    const share = (100 * found.flop) / peer.prefill / 1e6 / found.peak;
    const read = (peer.name.endsWith("F16") ? found.bytes / 2 : found.bytes) / peer.step / 1e6;
    console.log(
        `${peer.name.padEnd(18)} ${options.tokens} tokens ${shown(peer.prefill)}${ratio(peer, "prefill")}, ${share.toFixed(0)} % of the peak; as a prompt ${shown(peer.prompt)}; ` +
            `a further token ${shown(peer.step)}${ratio(peer, "step")}, ${read.toFixed(1)} GB/s of weights; logits ${peer.apart.toExponential(1)} apart`,
    );
}
await (await browser()).close();
server.close();
process.exit(0);
