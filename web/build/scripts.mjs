// The JavaScript and the style sheets: what is bundled into which file, and the type check. The build bundles once, `./build.sh dev`
// keeps esbuild's contexts.
import { execFile } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { promisify } from "node:util";
import { transform } from "esbuild";
import { minify } from "terser";
import { pagePalette } from "../palette.mjs";
import { at, made, npm } from "./paths.mjs";
import { version } from "./version.mjs";

/** Types: checked, and declarations for dist/. */
export async function declarations() {
    const tsc = at(`${npm}/typescript/bin/tsc`);
    await promisify(execFile)(process.execPath, [tsc, "-p", at("web")]).catch((error) => {
        throw new Error(`the type check failed:\n${error.stdout}`);
    });
}

const generatedFiles = (folder) => ({
    name: "files generated under build/",
    setup({ onResolve }) {
        onResolve({ filter: /^(\.\.?\/)+generated\// }, ({ path }) => {
            const file = at(`build/web/${folder}/${path.slice(path.indexOf("/generated/") + "/generated/".length)}`);
            return { path: existsSync(file) ? file : file.replace(/\.js$/, ".ts") };
        });
        // and what they import themselves
        onResolve({ filter: /^\.\.\/element\// }, ({ path, importer }) =>
            importer.startsWith(at("build/web")) ? { path: at(path.replace("..", "web").replace(/\.js$/, ".ts")) } : undefined,
        );
    },
});

/** What imports a module that is a file of its own lies beside that, and has no copy of it. */
const beside = (filter, file) => ({ name: file, setup: ({ onResolve }) => onResolve({ filter }, () => ({ path: file, external: true })) });

/** The style sheets in TypeScript, `const text = "…"`, without comments and blanks. */
const leanSheets = {
    name: "lean style sheets",
    setup: ({ onLoad }) =>
        onLoad({ filter: /styles\.ts$/ }, async ({ path }) => {
            const source = readFileSync(path, "utf8");
            const [, sheet] = /^const text = `([^`\\$]*)`;$/m.exec(source) ?? [];
            if (sheet === undefined) throw new Error(`${path}: no style sheet in it`);
            const { code } = await transform(sheet, { loader: "css", minify: true });
            return { loader: "ts", contents: source.replace(sheet, () => code.trim().replaceAll("\\", "\\\\")) };
        }),
};

/** What the pages' style sheets import as palette.css. */
const palette = {
    name: "palette",
    setup({ onResolve, onLoad }) {
        onResolve({ filter: /^(\.\/)?palette\.css$/ }, ({ path }) => ({ path, namespace: "palette" }));
        onLoad({ filter: /./, namespace: "palette" }, () => ({ contents: pagePalette(), loader: "css" }));
    },
};

const options = (entryPoints, more) => ({
    entryPoints,
    outdir: at(made),
    absWorkingDir: at("."),
    bundle: true,
    format: "esm",
    target: "es2022",
    minify: true,
    define: { VERSION: JSON.stringify(version) },
    external: ["node:*", "module", "*.woff2"],
    nodePaths: [at(npm)],
    plugins: [generatedFiles("generated"), leanSheets],
    metafile: true,
    logLevel: "warning",
    ...more,
});

/** What the site's pages load: options for esbuild, the first those of the element and what shares its chunks. */
export const pages = (folder = made, generated = "generated") => {
    const to = (entryPoints, { plugins = [], ...more } = {}) =>
        options(entryPoints, { outdir: at(folder), plugins: [...plugins, generatedFiles(generated), leanSheets, palette], ...more });
    return [
        to(
            [
                "web/attention-explainer.ts",
                "web/anywidget.ts",
                ...["page", "embed"].flatMap((name) => [`web/page/${name}.ts`, `web/page/${name}.css`]),
            ],
            { splitting: true, chunkNames: "chunk-[hash]", entryNames: "[name]" },
        ),
        to({ core: "web/core/index.ts" }),
        to({ "training-worker": "web/learner/training-worker.ts" }),
        to({ "checkpoint-worker": "web/checkpoint/checkpoint-worker.ts" }),
        to({ guide: "web/page/guide.ts" }, { plugins: [beside(/^\.\.\/attention-explainer\.js$/, "./attention-explainer.js")] }),
        to({ guide: "web/page/guide.css" }),
        to({ theme: "web/page/theme.ts" }, { format: "iife" }), // a script of the old kind, so that nothing is painted before it
    ];
};

/** Once more, by a minifier that follows values through functions: what Emscripten writes comes out an eighth smaller. `outputs`: of esbuild's metafiles. */
export async function leaner(outputs) {
    const scripts = Object.keys(outputs).filter((file) => file.endsWith(".js"));
    await Promise.all(
        scripts.map(async (file) => {
            const { code } = await minify(readFileSync(at(file), "utf8"), {
                module: !file.endsWith("/theme.js"),
                ecma: 2020,
                compress: { passes: 2 },
            });
            writeFileSync(at(file), code);
        }),
    );
}

/** What only the package has. */
export const packageOnly = () => [
    options({ "core.node": "web/core/node.ts" }, { plugins: [beside(/^\.\/index\.js$/, "./core.js")] }),
    options({ "attention-explainer.node": "web/attention-explainer.node.ts" }),
];

/** The element with the hidden exhibits, into a folder of its own. */
export const withHidden = (folder) =>
    options(["web/attention-explainer.ts"], {
        outdir: at(folder),
        splitting: true,
        chunkNames: "chunk-[hash]",
        minify: false,
        plugins: [generatedFiles("generated-parts"), leanSheets],
    });
