// Serves a folder to this machine only: `node cmake/serve.mjs FOLDER PORT` (the next free one from there). For looking at dist/; not
// for the public: no compression, no caching.
import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize, resolve } from "node:path";

const [folder, first] = [resolve(process.argv[2]), Number(process.argv[3])];
if (!Number.isInteger(first) || first < 0 || first > 65535) {
    console.error(`serve: port must be a whole number from 0 to 65535, got "${process.argv[3]}"`);
    process.exit(2);
}
const types = {
    ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
    ".wasm": "application/wasm", ".json": "application/json", ".svg": "image/svg+xml", ".png": "image/png", ".txt": "text/plain; charset=utf-8", ".woff2": "font/woff2",
};

const server = createServer((request, response) => {
    const answer = (status) => response.writeHead(status, { "content-type": "text/plain" }).end(String(status));
    try {
        let path = join(folder, normalize(decodeURIComponent(new URL(request.url, "http://here").pathname)));
        if (!path.startsWith(folder)) return answer(404);
        if (statSync(path).isDirectory()) path = join(path, "index.html");
        const type = types[extname(path)] ?? "application/octet-stream";
        response.writeHead(200, { "content-type": type, "content-length": statSync(path).size, "cache-control": "no-store" });
        createReadStream(path).pipe(response);
    } catch {
        answer(404);
    }
});
server.on("error", (error) => {
    const port = error.port + 1;
    if (error.code === "EADDRINUSE" && port < 65536 && port < first + 20) return server.listen(port, "127.0.0.1");
    console.error(`serve: ${error.message}`);
    process.exit(1);
});
server.on("listening", () => console.log(`http://127.0.0.1:${server.address().port}/   (Ctrl+C ends)`));
server.listen(first, "127.0.0.1");
