// What makes dist/ a package: its package.json, the types that its entries reach, the manifest of its elements, samples, readme and licences. The JavaScript and
// the wasm lie there already. No bundling in here.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { version } from "./build/version.mjs";
import { htmlData, manifest } from "./manifest.mjs";

const tagScript = { browser: "./attention-explainer.js", node: "./attention-explainer.node.js", default: "./attention-explainer.js" };
const typed = (name) => ({ types: `./${name}.d.ts` });

/** What may be imported. Node gets what needs no page; nobody else meets an import from `node:`. */
const entries = {
    ".": { ...typed("attention-explainer"), ...tagScript },
    "./core": { ...typed("core"), browser: "./core.js", node: "./core.node.js", default: "./core.js" },
    "./anywidget": { ...typed("anywidget"), default: "./anywidget.js" },
    ...Object.fromEntries(["react", "vue", "svelte"].map((name) => [`./${name}`, { ...typed(name), ...tagScript }])),
    "./*.wasm": "./*.wasm", // for those whose bundler wants them by name
    "./custom-elements.json": "./custom-elements.json",
    "./html-custom-data.json": "./html-custom-data.json",
    "./tensors.schema.json": "./tensors.schema.json",
    "./package.json": "./package.json",
};

/** Copies a declaration and all that it imports by a relative path. */
function copyTypes(from, to, file, done = new Set()) {
    if (done.has(file)) return;
    done.add(file);
    const source = join(from, file);
    if (!existsSync(source)) throw new Error(`the types import ${file}, which is not there`);
    const text = readFileSync(source, "utf8");
    mkdirSync(dirname(join(to, file)), { recursive: true });
    writeFileSync(join(to, file), text);
    for (const [, path] of text.matchAll(/(?:from|import\()\s*"(\.[^"]+)\.js"/g))
        copyTypes(from, to, relative(from, resolve(dirname(source), `${path}.d.ts`)), done);
}

/** The sections of the project's readme that somebody who has installed the package wants. */
function readme(text, repository) {
    const [intro, ...sections] = text.split(/^(?=## )/m);
    const wanted = ["Embed it in one minute", "With a bundler, a framework, a notebook", "Licence"];
    const kept = wanted.map((title) => sections.find((section) => section.startsWith(`## ${title}\n`)) ?? "");
    if (kept.includes("")) throw new Error(`README.md has no section ${wanted[kept.indexOf("")]}`);
    // A picture has to have an address of its own: a registry shows the readme without the files around it.
    const pictured = repository ? intro.replace(/^(!\[.*\]\()/m, `$1${repository}/raw/HEAD/`) : intro.replace(/^!\[.*\n+/m, "");
    return [pictured, ...kept]
        .join("")
        .replaceAll("[LICENSE](LICENSE)", "[LICENSE.txt](LICENSE.txt)")
        .replaceAll("`dist/LICENSE.txt`", "it")
        .replaceAll("`web/examples/", "`examples/")
        .replaceAll("`dist/guide.html` is the guide", "`guide.html`, where the essay is published, is the guide")
        .replace(/\[([^\]]+)\]\(train\/README\.md\)/, "$1")
        .replaceAll("`train/learned` has", "`learned/` has");
}

/** Of the exhibits that ship. */
export const shownIds = (exhibits) => exhibits.filter(({ hidden }) => !hidden).map(({ id }) => id);

/** `at` gives a path of the project, `made` is the folder, `exhibits` the table, `site` what is no part of the package. Returns the manifest of the elements. */
export function publish(at, made, exhibits, site) {
    const put = (file, text) => writeFileSync(at(`${made}/${file}`), text);
    const json = (file, value) => put(file, `${JSON.stringify(value, null, 4)}\n`);
    const read = (file) => readFileSync(at(file), "utf8");
    // rootDirs of tsconfig.json: what is generated stands beside its siblings
    const types = at("build/web/package-types");
    cpSync(at("build/web/types/web"), types, { recursive: true });
    cpSync(at("build/web/types/build/web/generated"), join(types, "generated"), { recursive: true });
    for (const [name, file] of [
        ["attention-explainer", "attention-explainer"],
        ["core", "core/index"],
        ["anywidget", "anywidget"],
    ]) {
        copyTypes(types, at(`${made}/types`), `${file}.d.ts`);
        put(
            `${name}.d.ts`,
            `export * from "./types/${file}.js";\n${name === "anywidget" ? `export { default } from "./types/${file}.js";\n` : ""}`,
        );
    }
    for (const file of readdirSync(at("web/typings"))) cpSync(at(`web/typings/${file}`), at(`${made}/${file}`));
    cpSync(at("web/examples"), at(`${made}/examples`), { recursive: true });
    const elements = manifest(read, shownIds(exhibits));
    json("custom-elements.json", elements);
    json("html-custom-data.json", htmlData(elements));
    const { repository, builtWith } = JSON.parse(read("build/web/built_with.json"));
    put("README.md", readme(read("README.md"), repository));
    json("package.json", {
        name: "attention-explainer",
        version,
        description: "Attention, computed in front of the reader: a custom element, and the core without it.",
        keywords: ["attention", "transformer", "explainer", "custom-element", "web-component", "webassembly", "simd", "anywidget"],
        license: "MIT",
        // said when it is configured: CONTRIBUTING.md, "Publish"
        ...(repository ? { repository: { type: "git", url: repository }, bugs: `${repository}/issues`, homepage: repository } : {}),
        publishConfig: { access: "public", provenance: true },
        builtWith, // what compiled the wasm
        type: "module",
        engines: { node: ">=20" },
        main: "./attention-explainer.js",
        types: "./attention-explainer.d.ts",
        exports: entries,
        customElements: "custom-elements.json",
        sideEffects: ["./attention-explainer.js", "./anywidget.js", "./chunk-*.js"],
        files: [
            "*.js",
            "*.wasm",
            "learned",
            "words",
            "examples",
            "*.d.ts",
            "types",
            "embed.*",
            "custom-elements.json",
            "html-custom-data.json",
            "tensors.schema.json",
            ...site.map((file) => `!${file}`),
        ],
        peerDependencies: { react: ">=19", "@types/react": ">=19", vue: ">=3.3", svelte: ">=5" },
        peerDependenciesMeta: Object.fromEntries(["react", "@types/react", "vue", "svelte"].map((name) => [name, { optional: true }])),
    });
    return elements;
}
