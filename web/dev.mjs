// `./build.sh dev [port]`: serves build/web/dev/, makes anew what a change concerns, and lets the pages load it (web/dev/page.js). The
// engine is the one with the hidden exhibits, which links fastest; it stands for all three builds. Writes nothing into dist/.
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, watch } from "node:fs";
import { basename } from "node:path";
import { promisify } from "node:util";
import { context } from "esbuild";
import { portOf, serve } from "../cmake/serve.mjs";
import { copyLearned } from "./build/copies.mjs";
import { appendPlaces } from "./build/page.mjs";
import { at, read, variants } from "./build/paths.mjs";
import { declarations, pages } from "./build/scripts.mjs";

const port = portOf(process.argv[2] ?? "8000");
const folder = "build/web/dev";
const generated = "generated-dev";
const table = `build/web/${generated}/shown.json`;

const run = promisify(execFile);
const node = (script, ...args) =>
    run(process.execPath, ["--import", at("cmake/packages.mjs"), at(script), ...args], { cwd: at("."), maxBuffer: 1e8 });

// --- what can be made anew, each alone
async function engine() {
    await run(
        "ninja",
        [
            "-C",
            at("build/web"),
            "explainer-parts",
            ...variants.flatMap((variant) => ["core", "model", "learner"].map((name) => `${name}-${variant}`)),
        ],
        { maxBuffer: 1e8 },
    );
    await node("web/dev/table.mjs", generated, folder);
    copyLearned(folder);
    for (const variant of variants) {
        cpSync(at("build/web/out/explainer.parts.wasm"), at(`${folder}/explainer.${variant}.wasm`));
        for (const name of ["core", "model", "learner"])
            cpSync(at(`build/web/out/${name}.${variant}.wasm`), at(`${folder}/${name}.${variant}.wasm`));
    }
}
const essay = () => node("web/dev/pages.mjs", folder, table);
const html = () => node("web/dev/pages.mjs", folder, table, "all");

let bundles = null;
async function scripts() {
    bundles ??= await Promise.all(
        pages(folder, generated).map((options) => context({ ...options, minify: false, sourcemap: "linked", logLevel: "silent" })),
    );
    await Promise.all(bundles.map((bundle) => bundle.rebuild()));
    appendPlaces(JSON.parse(read(table)), folder);
}

// --- which of these a changed file concerns
function concerned(path) {
    if (/^(src|shaders)\/.*\.(cpp|h|vert|frag)$|^web\/words\//.test(path)) return [engine, scripts, html];
    if (/^web\/.*\.(ts|css)$/.test(path)) return [scripts];
    if (/^web\/essay\/.*\.html$/.test(path)) return [essay, scripts];
    if (/^web\/.*\.(html|mjs|png|py|tsx|md)$/.test(path)) return [html];
    return [];
}

// --- pages that listen
const listeners = new Set();
let problem = ""; // the latest round's; who comes later hears it too
const line = (event, data) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
const tell = (event, data) => listeners.forEach((response) => response.write(line(event, data)));
const client = readFileSync(at("web/dev/page.js"));
function answer({ url }, response) {
    if (url === "/dev-page.js") response.writeHead(200, { "content-type": "text/javascript", "cache-control": "no-store" }).end(client);
    else if (url === "/dev-events") {
        response
            .writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" })
            .write(problem ? line("problem", problem) : "\n");
        listeners.add(response);
        response.on("close", () => listeners.delete(response));
    } else return false;
    return true;
}
const withClient = (data, type) =>
    type.startsWith("text/html")
        ? Buffer.from(String(data).replace("</head>", '<script type="module" src="/dev-page.js"></script>\n</head>'))
        : data;

// --- one round after the other; what changes meanwhile waits for the next, and so does what failed
const due = new Set();
const textOf = (error) =>
    [
        error.errors?.map(({ text, location }) => `${location?.file}:${location?.line}: ${text}`).join("\n") ||
            (!error.stderr && !error.stdout && error.message),
        error.stdout,
        error.stderr,
    ]
        .filter(Boolean)
        .join("\n");
async function attempt(step) {
    try {
        await step();
        due.delete(step);
        return "";
    } catch (error) {
        return textOf(error);
    }
}
async function round(what) {
    const start = performance.now();
    const wanted = new Set(due);
    problem = "";
    for (const step of [engine, scripts]) if (wanted.has(step) && !problem) problem = await attempt(step);
    if (!problem) {
        for (const step of [essay, html]) if (wanted.has(step)) problem ||= await attempt(step); // (the page is there all the same)
        console.log(`dev: ${what}: made anew in ${Math.round(performance.now() - start)} ms`);
        tell("reload", what);
        if (wanted.has(scripts)) problem ||= await attempt(declarations); // types, when the page is there already
    }
    if (!problem) return;
    console.error(`dev: ${problem}`);
    tell("problem", problem);
}
const changed = new Set();
let busy = true;
async function rounds() {
    if (busy) return;
    busy = true;
    while (changed.size > 0) {
        const files = [...changed];
        changed.clear();
        for (const step of files.flatMap(concerned)) due.add(step);
        await round(files.map((file) => basename(file)).join(", "));
    }
    busy = false;
}

rmSync(at(folder), { recursive: true, force: true });
mkdirSync(at(folder), { recursive: true });
let soon;
for (const root of ["src", "shaders", "web"]) {
    watch(at(root), { recursive: true }, (_, name) => {
        const path = `${root}/${name}`.replaceAll("\\", "/");
        if (concerned(path).length === 0) return;
        changed.add(path);
        clearTimeout(soon);
        soon = setTimeout(rounds, 30); // an editor writes a file in several goes
    });
}
for (const step of [engine, scripts, html]) due.add(step);
await round("all");
busy = false;
console.log("dev: one exhibit alone: /embed.html?exhibit=NAME, NAME being its id");
serve(at(folder), port, { first: answer, changed: withClient });
rounds();
