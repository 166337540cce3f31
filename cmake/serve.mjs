// Serves a folder to this machine only: `node cmake/serve.mjs FOLDER PORT` (the next free one from there). For looking at dist/; not
// for the public: no compression, no caching.
import { readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const types = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".wasm": "application/wasm",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".txt": "text/plain; charset=utf-8",
    ".woff2": "font/woff2",
};

/** `first` answers a request itself if it returns true; `changed(data, type)` is what is sent in place of a file's data. */
export function serve(folder, port, { first = () => false, changed = (data) => data } = {}) {
    const server = createServer((request, response) => {
        if (first(request, response)) return;
        try {
            let path = join(folder, normalize(decodeURIComponent(new URL(request.url, "http://here").pathname)));
            if (!path.startsWith(folder)) throw new Error("outside");
            if (statSync(path).isDirectory()) path = join(path, "index.html");
            const type = types[extname(path)] ?? "application/octet-stream";
            const data = changed(readFileSync(path), type);
            response.writeHead(200, { "content-type": type, "content-length": data.length, "cache-control": "no-store" }).end(data);
        } catch {
            response.writeHead(404, { "content-type": "text/plain" }).end("404");
        }
    });
    server.on("error", (error) => {
        const next = error.port + 1;
        if (error.code === "EADDRINUSE" && next < 65536 && next < port + 20) return server.listen(next, "127.0.0.1");
        console.error(`serve: ${error.message}`);
        process.exit(1);
    });
    server.on("listening", () => console.log(`http://127.0.0.1:${server.address().port}/   (Ctrl+C ends)`));
    server.listen(port, "127.0.0.1");
}

/** The port that an argument names; ends the program if it is none. */
export function portOf(text) {
    const port = Number(text);
    if (Number.isInteger(port) && port >= 0 && port <= 65535) return port;
    console.error(`serve: port must be a whole number from 0 to 65535, got "${text}"`);
    process.exit(2);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) serve(resolve(process.argv[2]), portOf(process.argv[3]));
