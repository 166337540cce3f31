// Makes dist/ from the compiled modules and the TypeScript: `node --import ./cmake/packages.mjs web/build.mjs` (the target `dist` of
// the preset `web` does it). Checks types, bundles, and says what a reader loads, beside what it should weigh at most.
import { execFile } from "node:child_process";
import { appendFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { build, transform } from "esbuild";
import { essayPage } from "./essay/build.mjs";
import { heightRules } from "./essay/heights.mjs";
import { writePictures } from "./essay/pictures.mjs";
import { cutFaces } from "./essay/faces.mjs";
import { guidePage } from "./guide/build.mjs";
import { publish, version } from "./publish.mjs";

// Bytes, gzip -9, that are meant to be enough (the build says when they are not, and goes on): what the first figure fetches; all of them; the page before a figure is near; the scripts that are only the page's; one build of the core; the same with core.js
const firstGoal = 480 * 1024;
const figuresGoal = 560 * 1024;
const pageGoal = 110 * 1024;
const pageScriptGoal = 8 * 1024;
const coreGoal = 20 * 1024;
const coreAndScriptGoal = 40 * 1024;
const widths = [240, 1600]; // of which the element knows the height before the engine is there
const root = new URL("../", import.meta.url);
const at = (path) => new URL(path, root).pathname;
const read = (path) => readFileSync(at(path), "utf8");
const write = (path, text) => writeFileSync(at(path), text);
const variants = ["relaxed", "simd128", "scalar"];
const npm = "build/npm/node_modules";
const made = "build/web/dist"; // becomes dist/ when it is whole

/** Ready to ship is one glue for the three builds of a module; that they are the same but for the file's name is checked. */
function glueOf(name) {
    const [first, ...others] = variants.map((variant) => read(`build/web/out/${name}.${variant}.js`));
    for (const [i, other] of others.entries()) {
        if (other.replaceAll(`${name}.${variants[i + 1]}.wasm`, `${name}.${variants[0]}.wasm`) !== first)
            throw new Error(`the JavaScript of ${name} differs between ${variants[0]} and ${variants[i + 1]}: one cannot serve both`);
    }
    return first;
}

/** The engine in Node, which computes but does not draw. */
async function engineOf(module) {
    const { default: create } = await import(at(`build/web/out/${module}.js`));
    const compiled = await WebAssembly.compile(readFileSync(at(`build/web/out/${module}.wasm`)));
    return create({
        instantiateWasm(imports, receive) {
            WebAssembly.instantiate(compiled, imports).then((instance) => receive(instance, compiled));
            return {};
        },
    });
}

/**
 * The table of a module's exhibits, so that the element knows it before anything is loaded. What they are says the module with the
 * hidden ones, as those that ship need not know; which of them there are, and their heights, says the module itself.
 */
async function exhibitTable(module) {
    const engine = await engineOf(module);
    return (await engineOf("explainer.parts")).exhibits().flatMap((exhibit) => {
        const view = engine.makeView(exhibit.id);
        if (!view) return [];
        const heights = Array.from({ length: widths[1] - widths[0] + 1 }, (_, i) => Math.ceil(view.naturalHeight(widths[0] + i)));
        view.delete();
        // the only matrix that one starts with is its default, and said there
        const parameters = exhibit.parameters.map(({ matrices, ...parameter }) => (matrices?.length > 1 ? { ...parameter, matrices } : parameter));
        return [{ ...exhibit, parameters, heights: packed(heights) }];
    });
}

/** "240 796 1*3 -43": the first width, its height, then by how much each next one differs, runs counted. See web/element/size.ts. */
function packed(heights) {
    const runs = [];
    heights.slice(1).forEach((height, i) => {
        const change = height - heights[i];
        if (runs.at(-1)?.change === change) ++runs.at(-1).count;
        else runs.push({ change, count: 1 });
    });
    return [widths[0], heights[0], ...runs.map(({ change, count }) => (count > 1 ? `${change}*${count}` : `${change}`))].join(" ");
}

/** The same, column by column: web/element/exhibit-table.ts reads them. */
function columnsOf(rows) {
    const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    return Object.fromEntries(keys.map((key) => {
        const values = rows.map((row) => row[key] ?? null);
        const nested = values.some((value) => Array.isArray(value) && value[0]?.constructor === Object);
        return [key, nested ? { counts: values.map(({ length }) => length), columns: columnsOf(values.flat()) } : values];
    }));
}

/** What the TypeScript imports as ../generated/…: the glue of both modules and the table of exhibits. */
async function generate(folder, glue, module) {
    mkdirSync(at(`build/web/${folder}`), { recursive: true });
    const types = "declare const create: (options: object) => Promise<unknown>;\nexport default create;\n";
    for (const [file, text] of [["explainer", glue], ["core-module", glueOf("core")]]) {
        write(`build/web/${folder}/${file}.js`, text);
        write(`build/web/${folder}/${file}.d.ts`, types);
    }
    const table = await exhibitTable(module);
    write(`build/web/${folder}/exhibits.json`, JSON.stringify(table, null, 4)); // for the tests
    write(`build/web/${folder}/exhibits.ts`,
        'import { exhibitsOf } from "../element/exhibit-table.js";\n\n// Generated by web/build.mjs from the engine.\n' +
        `export type ExhibitId = ${table.filter(({ hidden }) => !hidden).map(({ id }) => JSON.stringify(id)).join(" | ")};\n` +
        `export const exhibits = exhibitsOf(${JSON.stringify(columnsOf(table))});\n`);
    return table;
}

/** index.html, made of the pieces in web/essay, its type faces, the pictures of its figures and the places that these need. */
async function writePage(exhibits, module) {
    const engine = await engineOf(module);
    const { html, told, problems } = await essayPage(exhibits, (figures) => writePictures(engine, figures, at(made)));
    if (problems.length > 0) throw new Error(`web/essay:\n    ${problems.join("\n    ")}`);
    appendFileSync(at(`${made}/page.css`), heightRules(exhibits));
    write(`${made}/index.html`, html);
    write("build/web/essay-told.html", told); // for tests/native/questions.test.mjs
    for (const [file, data] of Object.entries(await cutFaces(html + guide(exhibits, [])))) writeFileSync(at(`${made}/${file}`), data);
}

const guide = (exhibits, sizes) => guidePage({ exhibits, sizes, version, elements: JSON.parse(read(`${made}/custom-elements.json`)) });

/** Types: checked, and declarations for dist/. Those of generated files join their siblings. */
async function declarations() {
    const tsc = at(`${npm}/typescript/bin/tsc`);
    await promisify(execFile)(process.execPath, [tsc, "-p", at("web")]).catch((error) => {
        throw new Error(`the type check failed:\n${error.stdout}`);
    });
}

const generatedFiles = (folder) => ({
    name: "files generated under build/",
    setup({ onResolve }) {
        onResolve({ filter: /^\.\.?\/generated\// }, ({ path }) => {
            const file = at(`build/web/${folder}/${path.slice(path.indexOf("/generated/") + "/generated/".length)}`);
            return { path: existsSync(file) ? file : file.replace(/\.js$/, ".ts") };
        });
        // and what they import themselves
        onResolve({ filter: /^\.\.\/element\// }, ({ path, importer }) => (importer.startsWith(at("build/web")) ? { path: at(path.replace("..", "web").replace(/\.js$/, ".ts")) } : undefined));
    },
});

/** What imports a module that is a file of its own lies beside that, and has no copy of it. */
const beside = (filter, file) => ({ name: file, setup: ({ onResolve }) => onResolve({ filter }, () => ({ path: file, external: true })) });

/** The style sheets in TypeScript, `const text = "…"`, without comments and blanks. */
const leanSheets = {
    name: "lean style sheets",
    setup: ({ onLoad }) => onLoad({ filter: /styles\.ts$/ }, async ({ path }) => {
        const source = readFileSync(path, "utf8");
        const [, sheet] = /^const text = `([^`\\$]*)`;$/m.exec(source) ?? [];
        if (sheet === undefined) throw new Error(`${path}: no style sheet in it`);
        const { code } = await transform(sheet, { loader: "css", minify: true });
        return { loader: "ts", contents: source.replace(sheet, () => code.trim().replaceAll("\\", "\\\\")) };
    }),
};

const bundle = (entryPoints, more) => build({
    entryPoints, outdir: at(made), absWorkingDir: at("."), bundle: true, format: "esm", target: "es2022", minify: true,
    define: { VERSION: JSON.stringify(version) },
    external: ["node:*", "module", "*.woff2"], nodePaths: [at(npm)], plugins: [generatedFiles("generated"), leanSheets], metafile: true, logLevel: "warning", ...more,
});

function copies() {
    for (const file of ["embed.html", "picture.png"]) cpSync(at(`web/${file}`), at(`${made}/${file}`));
    for (const name of ["explainer", "core"])
        for (const variant of variants) cpSync(at(`build/web/out/${name}.${variant}.wasm`), at(`${made}/${name}.${variant}.wasm`));
    const imgui = ["build/imgui", "build/web/_deps/imgui-src"].find((folder) => existsSync(at(`${folder}/LICENSE.txt`)));
    const parts = [
        ["attention-explainer", "LICENSE"], ["Dear ImGui", `${imgui}/LICENSE.txt`], ["Source Sans", `${npm}/source-sans/LICENSE.md`],
        ["DejaVu Sans", `${npm}/dejavu-fonts-ttf/LICENSE`], ["wasm-feature-detect", `${npm}/wasm-feature-detect/LICENSE`],
    ];
    write(`${made}/LICENSE.txt`, parts.map(([name, path]) => `=== ${name}\n\n${read(path)}\n`).join("\n"));
}

/** The scripts that only the essay runs. */
function pageOnly(outputs) {
    const reach = (file, set) => {
        if (set.has(file)) return set;
        set.add(file);
        for (const { path, external } of outputs[file].imports) if (!external) reach(path, set);
        return set;
    };
    const packaged = ["attention-explainer", "anywidget", "embed"].reduce((set, name) => reach(`${made}/${name}.js`, set), new Set());
    return ["theme.js", "guide.js", ...Object.keys(outputs).filter((file) => file.endsWith(".js") && !packaged.has(file)).map((file) => file.slice(made.length + 1))];
}

/** The element with the hidden exhibits, for the browser tests: build/web/parts/. Its one build stands for all three. */
async function partsForTests() {
    await generate("generated-parts", read("build/web/out/explainer.parts.js"), "explainer.parts");
    await bundle(["web/attention-explainer.ts"], {
        outdir: at("build/web/parts"), splitting: true, chunkNames: "chunk-[hash]", minify: false, plugins: [generatedFiles("generated-parts")],
    });
    for (const variant of variants) cpSync(at("build/web/out/explainer.parts.wasm"), at(`build/web/parts/explainer.${variant}.wasm`));
}

/** What a reader's browser fetches: the page without the engine, all that its figures fetch, and apart from both type faces and pictures. Returns what
 *  authors want to know: [what, bytes] pairs. */
function weigh(outputs) {
    const size = (file) => gzipSync(readFileSync(at(`${made}/${file}`)), { level: 9 }).length;
    // what only some pages fetch: those without WebGL2, and those with colours of their own
    const fileOf = (name) => Object.keys(outputs).find((file) => outputs[file].entryPoint === `web/element/${name}.ts`)?.slice(made.length + 1);
    const [instead, besides] = ["svg-surface", "contrast"].map(fileOf);
    const behind = (file, set, kinds = ["import-statement", "dynamic-import"]) => {
        if (set.has(file) || file === instead || file === besides) return set;
        set.add(file);
        for (const { path, external, kind } of outputs[`${made}/${file}`]?.imports ?? []) if (!external && kinds.includes(kind)) behind(path.slice(made.length + 1), set, kinds);
        return set;
    };
    const named = [...read(`${made}/index.html`).matchAll(/(?:src|href)="(?:\.\/)?([\w./-]+\.(?:js|css|svg|woff2|png))"/g)].map(([, file]) => file);
    const scripts = named.filter((file) => /\.(js|css)$/.test(file));
    const page = scripts.reduce((set, file) => behind(file, set, ["import-statement"]), new Set(["index.html"]));
    const figures = behind("attention-explainer.js", new Set());
    const heaviest = variants.map((variant) => `explainer.${variant}.wasm`).sort((a, b) => size(b) - size(a))[0]; // the reader's browser picks one
    figures.add(heaviest);
    const script = behind("attention-explainer.js", new Set(), ["import-statement"]);
    const glue = fileOf("engine-parts");
    const first = new Set([...script, glue, heaviest]);
    for (const variant of variants) figures.add(`core.${variant}.wasm`); // the figure that measures fetches every build, once a reader comes to it
    const apart = new Set([...named.filter((file) => /\.(svg|png|woff2)$/.test(file)), ...readdirSync(at(made)).filter((file) => file.endsWith(".woff2"))]);
    const kilobytes = (bytes) => `${(bytes / 1024).toFixed(1).padStart(9)} KB`;
    const sum = (set) => [...set].reduce((total, file) => total + size(file), 0);
    const part = (title, set, most) => {
        const lines = set.size > 12 && most === undefined ? [] : [...set].map((file) => `${kilobytes(size(file))}  ${file}\n`);
        return `${title}\n${lines.join("")}${kilobytes(sum(set))}  in all${most === undefined ? "" : `, of ${most / 1024}`} (${set.size} files)\n`;
    };
    if (!instead || !besides) throw new Error("what draws without WebGL2, or what looks at contrast, is no file of its own any more");
    const table = "Page transfer (gzip -9)\n" + part("The page without the engine", page, pageGoal) +
        part("The first figure on a page", first, firstGoal) + part("All that its figures fetch", figures, figuresGoal) + part("Besides, without WebGL2 and where a page has colours of its own", new Set([instead, besides])) + part("Type faces and pictures, the pictures as a reader comes to them", apart);
    const own = new Set([...page].filter((file) => file.endsWith(".js") && !figures.has(file)));
    write("build/web/transfer.txt", `${table}The scripts that are only the page's\n${kilobytes(sum(own))}  in all, of ${pageScriptGoal / 1024} (${own.size} files)\n`);
    const core = (variant) => size(`core.${variant}.wasm`);
    const heaviestCore = Math.max(...variants.map(core));
    const weighed = [
        ["the page's own scripts", sum(own), pageScriptGoal], ["the page without the engine", sum(page), pageGoal], ["the first figure", sum(first), firstGoal],
        ["all figures", sum(figures), figuresGoal], ["a build of the core", heaviestCore, coreGoal], ["a build of the core with core.js", heaviestCore + size("core.js"), coreAndScriptGoal],
    ];
    for (const [what, bytes, goal] of weighed) if (bytes > goal) console.warn(`web/build.mjs: ${what}: ${bytes} bytes, meant to be ${goal} at most`);
    return [
        ["the script, with the page", sum(script)],
        ["the first figure, the script and its engine", sum(first)],
        ["all figures, with those that time the core's builds", sum(figures)],
        ["in place of WebGL2, where there is none, besides", size(instead)],
        ["the core alone, without figures", size("core.js") + heaviestCore],
    ];
}

try {
    rmSync(at(made), { recursive: true, force: true });
    const exhibits = await generate("generated", glueOf("explainer"), "explainer.scalar");
    const entries = ["web/attention-explainer.ts", "web/anywidget.ts"];
    const pages = ["page", "embed"].flatMap((name) => [`web/page/${name}.ts`, `web/page/${name}.css`]);
    const [site] = await Promise.all([
        bundle([...entries, ...pages], { splitting: true, chunkNames: "chunk-[hash]", entryNames: "[name]" }),
        bundle({ core: "web/core/index.ts" }),
        bundle({ "core.node": "web/core/node.ts" }, { plugins: [beside(/^\.\/index\.js$/, "./core.js")] }),
        bundle({ "attention-explainer.node": "web/attention-explainer.node.ts" }),
        bundle({ guide: "web/page/guide.ts" }, { plugins: [beside(/^\.\.\/attention-explainer\.js$/, "./attention-explainer.js")] }),
        bundle({ guide: "web/page/guide.css" }),
        bundle({ theme: "web/page/theme.ts" }, { format: "iife" }), // a script of the old kind, so that nothing is painted before it
        declarations(),
        partsForTests(),
    ]);
    copies();
    publish(at, made, exhibits, pageOnly(site.metafile.outputs));
    await writePage(exhibits, "explainer.scalar");
    write(`${made}/guide.html`, guide(exhibits, weigh(site.metafile.outputs)));
    rmSync(at("dist"), { recursive: true, force: true });
    renameSync(at(made), at("dist"));
} catch (error) {
    console.error(`web/build.mjs: ${error.message}`);
    process.exit(1);
}
