// What the tests of the package share: the tarball that `npm pack` makes of dist/, unpacked into a node_modules/ as npm would, and servers of
// folders, with CORS and for this machine only. No test in here, and nothing from the network.
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize, sep } from "node:path";
import { after } from "node:test";
import { promisify } from "node:util";
import { dist, root } from "../browser/support.mjs";

export const run = promisify(execFile);
export const place = join(root, "build/package"); // where apps live that have installed the package
export const installed = join(place, "node_modules/attention-explainer");
export const examples = join(root, "web/examples");

/** The packed package beside the libraries that apps use with it. The name of the tarball. */
async function install() {
    rmSync(place, { recursive: true, force: true });
    mkdirSync(installed, { recursive: true });
    const npm = join(root, "build/npm/node_modules");
    for (const name of readdirSync(npm)) if (!name.startsWith(".")) symlinkSync(join(npm, name), join(place, "node_modules", name));
    const { stdout } = await run("npm", ["pack", "--offline", "--ignore-scripts", "--json", "--pack-destination", place], { cwd: dist });
    const tarball = join(place, JSON.parse(stdout)[0].filename);
    await run("tar", ["-xzf", tarball, "--strip-components=1", "-C", installed]);
    return tarball;
}

export const packed = install();
packed.catch(() => {}); // awaited by each test

const types = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".wasm": "application/wasm",
    ".json": "application/json",
    ".woff2": "font/woff2",
    ".woff": "font/woff",
};
const servers = [];
after(() => {
    for (const server of servers) {
        server.close();
        server.closeAllConnections();
    }
});

/** Serves folders by the beginning of the path, the first that has the file; pages may be changed on their way. The origin. */
export async function serve(folders, { cors = false, edit = (text) => text, pages = {} } = {}) {
    const find = (path) =>
        folders
            .map((folder) => [normalize(join(folder, path)), folder])
            .find(([file, folder]) => file.startsWith(normalize(folder) + sep) && existsSync(file) && extname(file))?.[0];
    const server = createServer(async (request, response) => {
        const path = decodeURIComponent(new URL(request.url, "http://here").pathname);
        const file = path in pages ? "page.html" : find(path);
        if (!file) return response.writeHead(path === "/favicon.ico" ? 204 : 404).end();
        const body = path in pages ? pages[path] : await readFile(file);
        const headers = {
            "content-type": types[extname(file)] ?? "application/octet-stream",
            ...(cors ? { "access-control-allow-origin": "*" } : {}),
        };
        response.writeHead(200, headers).end(extname(file) === ".html" ? edit(String(body)) : body);
    });
    servers.push(server);
    await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
    return `http://127.0.0.1:${server.address().port}`;
}
