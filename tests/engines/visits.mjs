// The pages that the behaviours are shown on: each has a folder of its own on the server, so that what it fetches is counted there, whatever the
// browser tells; and a first script that notes what goes wrong, as no protocol does it in the same way.
import { createServer } from "node:http";
import { answerFile, strictPolicy, wasmOf } from "../browser/support.mjs";

/** Runs in the page before all else. */
function watch() {
    const watched = { problems: [], errors: [], loads: 0, prevented: [], contexts: new Set(), pointer: [] };
    window.watched = watched;
    addEventListener("error", ({ message }) => watched.problems.push(message));
    addEventListener("unhandledrejection", ({ reason }) => watched.problems.push(String(reason)));
    const say = console.error;
    console.error = (...words) => {
        watched.problems.push(words.join(" "));
        say(...words);
    };
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
        watched.problems.push(`policy: ${violatedDirective} ${blockedURI}`),
    );
    document.addEventListener("error", (event) => event.detail && watched.errors.push(event.detail), true);
    document.addEventListener("load", ({ target }) => (watched.loads += target.localName === "attention-explainer"), true);
    for (const type of ["keydown", "wheel", "touchstart", "touchmove"])
        addEventListener(type, (event) => event.defaultPrevented && watched.prevented.push(type));
    for (const type of ["pointerdown", "pointermove", "pointerup", "pointercancel"])
        addEventListener(type, (event) => (watched.pointer = [event.buttons, event.clientX, event.clientY]), true);
    const original = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
        const context = original.call(this, kind, ...rest);
        if (kind === "webgl2" && context) watched.contexts.add(context);
        return context;
    };
}

const scriptOf = (before) => `(${watch})();${before ? `(${before})();` : ""}`;

const visits = new Map(); // folder -> {html, headers, script, broken, fetched}
let server;

async function answer(request, response) {
    const { pathname } = new URL(request.url, "http://here");
    const [, folder, path] = /^\/(\d+)(\/.*)$/.exec(pathname) ?? [];
    const visit = visits.get(folder);
    if (!visit) return response.writeHead(404).end();
    visit.fetched.push(path);
    response.setHeader("cache-control", "no-store");
    if (path === "/page.html")
        return response.writeHead(200, { "content-type": "text/html; charset=utf-8", ...visit.headers }).end(visit.html);
    if (path === "/watch.js") return response.writeHead(200, { "content-type": "text/javascript" }).end(visit.script);
    if (path === "/made.css") return response.writeHead(200, { "content-type": "text/css" }).end(visit.style);
    if (visit.broken?.test(path)) return response.writeHead(404).end();
    return answerFile(path, response);
}

async function origin() {
    if (!server) {
        server = createServer((request, response) => void answer(request, response));
        await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
        server.unref(); // open as long as there are tests
    }
    return `http://127.0.0.1:${server.address().port}`;
}

/**
 * A page with this in its body, on the server. `before` runs in it first; `broken` says which files are not there. Under the strict policy unless
 * other headers are given.
 */
export async function visit(
    body,
    { headers = { "content-security-policy": strictPolicy }, before = null, broken = null, style = "" } = {},
) {
    const folder = String(visits.size + 1);
    const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>test</title><link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width, initial-scale=1"><script src="watch.js"></script>
<link rel="stylesheet" href="made.css"><script type="module" src="attention-explainer.js"></script></head><body>${body}</body></html>`;
    const fetched = [];
    visits.set(folder, { html, headers, script: scriptOf(before), broken, fetched, style });
    const base = `${await origin()}/${folder}/`;
    return { base, address: `${base}page.html`, fetched, wasm: () => wasmOf(fetched) };
}
