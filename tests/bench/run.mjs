// The benchmark: `node tests/bench/run.mjs [--rounds 9] [--only text] [--json file] [--chromium path] [--native program]`. Serves dist/ and the
// runtimes from npm (`npm ci` here first), times them in one page of headless Chromium, prints the table of the README.
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { chromium } from "playwright-core";

const { values: options } = parseArgs({
    options: {
        rounds: { type: "string", default: "9" },
        "batch-ms": { type: "string", default: "30" },
        only: { type: "string" },
        json: { type: "string" },
        native: { type: "string" }, // bench-native, the same core compiled for this machine
        dist: { type: "string", default: fileURLToPath(new URL("../../dist", import.meta.url)) },
        chromium: { type: "string", default: process.env.CHROMIUM ?? "/usr/bin/chromium" },
    },
});

const here = fileURLToPath(new URL(".", import.meta.url));
const types = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm" };
const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    if (path === "/") {
        response.writeHead(200, { "Content-Type": "text/html" });
        const imports = { "@litertjs/wasm-utils": "/node_modules/@litertjs/wasm-utils/dist/index.js" };
        const map = `<script type="importmap">${JSON.stringify({ imports })}</script>`;
        response.end(`<!doctype html><title>bench</title>${map}<script type="module" src="/page.mjs"></script>`);
        return;
    }
    const [root, rest] = path.startsWith("/dist/") ? [options.dist, path.slice(6)] : [here, path];
    const file = normalize(join(root, rest));
    try {
        if (!file.startsWith(normalize(root + sep))) throw new Error("outside");
        const body = readFileSync(file);
        response.writeHead(200, { "Content-Type": types[extname(file)] ?? "application/octet-stream" });
        response.end(body);
    } catch {
        response.writeHead(404);
        response.end();
    }
});
await new Promise((ready) => server.listen(0, "127.0.0.1", ready));

const profile = mkdtempSync(join(tmpdir(), "bench-"));
let report;
try {
    const context = await chromium.launchPersistentContext(profile, {
        executablePath: options.chromium,
        headless: true,
        args: [
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
        ],
    });
    try {
        const page = await context.newPage();
        page.on("pageerror", (error) => console.error(`page: ${error.message}`));
        if (options.native) {
            await page.exposeFunction(
                "native",
                async (...numbers) => +(await promisify(execFile)(options.native, numbers.map(String))).stdout,
            );
        }
        await page.exposeFunction("progress", (id) => console.error(`  ${id}`));
        await page.goto(`http://127.0.0.1:${server.address().port}/`);
        await page.waitForFunction(() => window.bench);
        report = await page.evaluate((o) => window.bench(o), {
            rounds: +options.rounds,
            batchMs: +options["batch-ms"],
            only: options.only,
        });
    } finally {
        await context.close();
    }
} finally {
    server.close();
    rmSync(profile, { recursive: true, force: true });
}

const time = (ms) => (Number.isNaN(ms) ? "–" : ms < 1 ? `${(ms * 1000).toPrecision(3)} µs` : `${ms.toPrecision(3)} ms`);
const lines = [
    `${report.userAgent.match(/\S*Chrome\/\S+/)?.[0]}, one thread; the engine's own peak is ${report.peak.toFixed(1)} GFLOP/s, its share is taken round by round`,
    "",
    "| workload | relaxed | % of peak | native | simd128 | scalar | plain JS | best onnxruntime-web | LiteRT.js | ratio, onnxruntime-web | ratio, best other |",
    "|---|---|---|---|---|---|---|---|---|---|---|",
];
for (const w of report.workloads) {
    const at = (name) => w.results[name]?.ms ?? NaN;
    const onnx = Math.min(
        ...Object.values(w.results)
            .filter((r) => r.runtime === "onnxruntime-web")
            .map((r) => r.ms),
    );
    const other = Math.min(onnx, at("LiteRT.js") || Infinity, at("plain JavaScript"));
    const percent = w.flop && !w.causal ? `${((100 * w.flop) / at("relaxed") / 1e6 / w.peak).toFixed(0)} %` : "–";
    w.ratios = { onnx: onnx / at("relaxed"), other: other / at("relaxed") };
    lines.push(
        `| ${w.id} | ${[time(at("relaxed")), percent, ...[at("native"), at("simd128"), at("scalar"), at("plain JavaScript"), onnx, at("LiteRT.js")].map(time)].join(" | ")}` +
            ` | ${w.ratios.onnx.toFixed(2)} | ${w.ratios.other.toFixed(2)} |`,
    );
}
const worst = Math.max(...report.workloads.map((w) => w.results.relaxed?.error ?? 0));
lines.push("", `Largest error of the relaxed build against double: ${worst.toExponential(1)}`);
console.log(lines.join("\n"));
for (const [what, why] of Object.entries(report.failures)) console.log(`left out: ${what}: ${why}`);
if (options.json) writeFileSync(options.json, JSON.stringify(report, null, 2) + "\n");
