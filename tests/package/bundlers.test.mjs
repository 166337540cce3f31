// Vite, webpack and esbuild build apps of the packed package, without a warning, and the apps run. What Node imports is in node.test.mjs.
import assert from "node:assert/strict";
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { exhibitTable, open, require, root, settled } from "../browser/support.mjs";
import { examples, installed, packed, place, run, serve } from "./support.mjs";

const esbuild = require("esbuild");

/** Each: builds the app in a folder into its dist/; returns what the tool complained about. */
const tools = {
    async vite(folder) {
        const { build } = await import("vite");
        const said = [];
        const note = (message) => message.includes("PLUGIN_TIMINGS") || said.push(message); // (how long it took is the machine's)
        const customLogger = {
            hasWarned: false,
            hasErrorLogged: () => false,
            clearScreen() {},
            info() {},
            warn: note,
            warnOnce: note,
            error: note,
        };
        await build({
            root: folder,
            base: "./",
            configFile: false,
            logLevel: "warn",
            customLogger,
            build: { target: "es2022", reportCompressedSize: false },
        });
        return said;
    },
    async webpack(folder) {
        const webpack = require("webpack");
        // (TypeScript is not what is tested here)
        const { code } = await esbuild.transform(readFileSync(join(folder, "main.ts"), "utf8"), { loader: "ts" });
        mkdirSync(join(folder, "plain"));
        writeFileSync(join(folder, "plain/main.js"), code);
        const stats = await new Promise((resolve, reject) =>
            webpack(
                {
                    mode: "production",
                    context: folder,
                    entry: "./plain/main.js",
                    experiments: { topLevelAwait: true, outputModule: true },
                    performance: { hints: false },
                    output: { path: join(folder, "dist"), filename: "main.js", module: true },
                },
                (error, result) => (error ? reject(error) : resolve(result)),
            ),
        );
        const { warnings, errors } = stats.toJson({ warnings: true, errors: true });
        return [...errors, ...warnings].map(({ message }) => message);
    },
    async esbuild(folder) {
        const { warnings, errors } = await esbuild.build({
            absWorkingDir: folder,
            entryPoints: ["main.ts"],
            bundle: true,
            splitting: true,
            format: "esm",
            outdir: join(folder, "dist"),
            logLevel: "silent",
            target: "es2022",
            minify: true,
        });
        for (const file of readdirSync(installed))
            if (file.endsWith(".wasm") || ["learned", "words"].includes(file))
                cpSync(join(installed, file), join(folder, "dist", file), { recursive: true }); // as the README says
        return [...errors, ...warnings].map(({ text }) => text);
    },
};
/** The app that is rendered on a server first: by Node, which has the package from the same place. */
async function served(folder) {
    await esbuild.build({
        absWorkingDir: folder,
        entryPoints: ["served.tsx"],
        outfile: join(folder, "server.mjs"),
        bundle: true,
        packages: "external",
        format: "esm",
        jsx: "automatic",
        logLevel: "silent",
    });
    const render = `import { createElement } from "react"; import { renderToString } from "react-dom/server"; import { Softmax } from "./server.mjs";
        console.log(renderToString(createElement(Softmax)));`;
    writeFileSync(join(folder, "render.mjs"), render);
    const { stdout } = await run("node", ["render.mjs"], { cwd: folder });
    const page = readFileSync(join(folder, "index.html"), "utf8");
    writeFileSync(
        join(folder, "index.html"),
        page.replace('<div id="root">', `<div id="root">${stdout.trim()}`).replace("main.tsx", "served.tsx"),
    );
    return tools.vite(folder);
}

/** All apps, built at once while other tests run. */
const built = packed.then(() => {
    const copy = (from, name) => {
        cpSync(from, join(place, name), { recursive: true });
        return join(place, name);
    };
    const app = new URL("app", import.meta.url).pathname;
    const builds = Object.fromEntries(Object.entries(tools).map(([name, build]) => [name, build(copy(app, name))]));
    builds.react = tools.vite(copy(join(examples, "react"), "react"));
    builds.served = served(copy(join(examples, "react"), "served"));
    for (const build of Object.values(builds)) build.catch(() => {}); // awaited by its test
    return builds;
});
built.catch(() => {});

for (const name of Object.keys(tools)) {
    test(`${name} builds an app with both entries, and it runs`, async (t) => {
        assert.deepEqual(await (await built)[name], []);
        const html = '<!doctype html><title>app</title><body><script type="module" src="main.js"></script>';
        const page = await open(
            t,
            `${await serve([join(place, name, "dist")], { pages: name === "vite" ? {} : { "/index.html": html } })}/index.html`,
        );
        await page.waitForFunction(() => document.body.dataset.found);
        const { largest, ...found } = await page.evaluate(() => ({ ...JSON.parse(document.body.dataset.found), title: document.title }));
        assert.deepEqual(found, {
            isOne: true,
            exhibits: exhibitTable().length,
            state: "count=3;temperature=2",
            output: [6.017, 3.983],
            title: "api 3",
        });
        const shares = [2.4, 0.5, 3.1].map((score) => Math.exp(score / 2));
        assert.ok(Math.abs(largest - shares[2] / (shares[0] + shares[1] + shares[2])) < 1e-5, String(largest));
        assert.equal(
            page.fetched.filter((path) => path.endsWith(".wasm")).length,
            3,
            `one build each of the engine, of the figure and of the core: ${page.fetched}`,
        );
        // Its words in another language are there too.
        const language = await page.evaluate(async () => {
            const figure = document.querySelector("attention-explainer");
            document.documentElement.lang = "de";
            await figure.settled();
            return figure.shadowRoot.querySelector(".box").lang;
        });
        assert.equal(language, "de");
        assert.deepEqual(page.problems, []);
    });
}

test("React 19: the state goes in and comes out", async (t) => {
    assert.deepEqual(await (await built).react, []);
    const page = await open(t, `${await serve([join(place, "react/dist")])}/index.html`);
    await page.waitForFunction(() => document.querySelector("attention-explainer")?.path);
    await settled(page);
    const look = () =>
        page.evaluate(() => [
            document.querySelector("attention-explainer").state.temperature,
            document.querySelector("output").textContent,
            document.querySelector("input").value,
        ]);
    assert.deepEqual(await look(), [0.5, "0.50", "0.5"]);
    const largest = async (percent) => assert.equal(await page.locator("#root > p").textContent(), `The largest weight is ${percent} %.`);
    await largest("76.1");
    await page.locator("label > input[max='30']").fill("2"); // in
    await page.waitForFunction(() => document.querySelector("attention-explainer").state.temperature === 2);
    assert.deepEqual(await look(), [2, "2.00", "2"]);
    const scores = await page.evaluate(() => {
        const { state } = document.querySelector("attention-explainer");
        return Array.from({ length: state.count }, (_, i) => state[`score${i + 1}`]);
    });
    const shares = scores.map((score) => Math.exp(score / 2));
    await largest(((100 * Math.max(...shares)) / shares.reduce((all, one) => all + one)).toFixed(1));
    await page.evaluate(() => document.querySelector("attention-explainer").shadowRoot.querySelector('[name="temperature"]').focus());
    await page.keyboard.press("Home"); // out, from the figure's own control
    await page.waitForFunction(() => document.querySelector("output").textContent !== "2.00");
    const [temperature, told] = await look();
    assert.ok(temperature < 0.5);
    assert.equal(told, temperature.toFixed(2));
    assert.deepEqual(page.problems, []);
});

test("React 19 on a server: the figure is in the page that comes, and then the component's state goes in and comes out", async (t) => {
    assert.deepEqual(await (await built).served, []);
    const html = readFileSync(join(place, "served/dist/index.html"), "utf8");
    assert.match(html, /<attention-explainer exhibit="softmax">With temperature 0\.5/);
    const page = await open(t, `${await serve([join(place, "served/dist")])}/index.html`);
    const temperature = () => page.evaluate(() => document.querySelector("attention-explainer").state.temperature);
    await page.waitForFunction(() => document.querySelector("attention-explainer").state?.temperature === 0.5);
    await settled(page);
    await page.evaluate(() => document.querySelector("attention-explainer").shadowRoot.querySelector('[name="temperature"]').focus());
    await page.keyboard.press("Home");
    await settled(page);
    const moved = await temperature();
    assert.ok(moved < 0.5, "what the reader moves stays, as the component has heard of it");
    await page.evaluate(() => new Promise((later) => requestAnimationFrame(() => requestAnimationFrame(later))));
    assert.equal(await temperature(), moved);
    assert.deepEqual(page.problems, []);
});

test("Vite's development server, which keeps packages in a place of its own, finds the package's files", async (t) => {
    await packed;
    const folder = join(place, "dev");
    cpSync(join(examples, "react"), folder, { recursive: true });
    const { createServer } = await import("vite");
    const server = await createServer({
        root: folder,
        configFile: false,
        logLevel: "silent",
        server: { port: 0, host: "127.0.0.1", fs: { allow: [root] } }, // (the tools are linked from there)
    });
    t.after(() => server.close());
    await server.listen();
    const page = await open(t, `http://127.0.0.1:${server.httpServer.address().port}/index.html`);
    await page.waitForFunction(() => document.querySelector("attention-explainer")?.path);
    await settled(page);
    assert.equal(await page.evaluate(() => document.querySelector("attention-explainer").state.temperature), 0.5);
    assert.deepEqual(page.problems, []);
});
