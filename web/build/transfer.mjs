// What readers fetch: which files a page loads when, and what they weigh. Compares with nothing: sizes.mjs does.
import { readdirSync, readFileSync } from "node:fs";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { figureModules, languageModule, ofTensors } from "./engine.mjs";
import { at, made, read, variants } from "./paths.mjs";

const gzip = (data) => gzipSync(data, { level: 9 }).length;
const inMade = (path) => path.slice(made.length + 1);

/** All that is behind files by imports of these kinds, itself included, but for what `without` names. `outputs` is esbuild's metafile's. */
function behind(outputs, file, kinds, without = [], set = new Set()) {
    if (set.has(file) || without.includes(file)) return set;
    set.add(file);
    for (const { path, external, kind } of outputs[`${made}/${file}`]?.imports ?? [])
        if (!external && kinds.includes(kind)) behind(outputs, inMade(path), kinds, without, set);
    return set;
}

/** The scripts that are no part of the package. */
export function pageOnly(outputs) {
    const packaged = new Set(
        ["attention-explainer", "anywidget", "embed", "training-worker", "checkpoint-worker"].flatMap((name) => [
            ...behind(outputs, `${name}.js`, ["import-statement", "dynamic-import"]),
        ]),
    );
    return [
        "theme.js",
        "guide.js",
        ...Object.keys(outputs)
            .map(inMade)
            .filter((file) => file.endsWith(".js") && !packaged.has(file)),
    ];
}

/** Names of what readers fetch, and the files of each. */
export function groupsOf(outputs) {
    const always = ["import-statement"];
    // what only some pages fetch: those without WebGL2, those with colours of their own, and those in another language
    const fileOf = (name, folder = "web/element") =>
        Object.keys(outputs)
            .filter((file) => outputs[file].entryPoint === `${folder}/${name}.ts`)
            .map(inMade)[0];
    const rare = ["drawing/svg-surface", "drawing/contrast", "language/translation"].map((name) => fileOf(name));
    if (rare.includes(undefined))
        throw new Error("what draws without WebGL2, looks at contrast or translates is no file of its own any more");
    const size = (file) => gzip(readFileSync(at(`${made}/${file}`)));
    const heaviest = (name) => variants.map((variant) => `${name}.${variant}.wasm`).sort((a, b) => size(b) - size(a))[0]; // a reader's browser picks one
    const html = [...read(`${made}/index.html`).matchAll(/(?:src|href)="(?:\.\/)?([\w./-]+\.(?:js|css|svg|woff2|png))"/g)].map(
        ([, file]) => file,
    );
    const script = behind(outputs, "attention-explainer.js", always);
    const page = html
        .filter((file) => /\.(js|css)$/.test(file))
        .reduce((set, file) => behind(outputs, file, always, rare, set), new Set(["index.html"]));
    // {exhibit's id: the modules of its code}
    const modules = Object.fromEntries(
        Object.entries(figureModules("explainer.scalar")).map(([id, names]) => [id, names.map((name) => heaviest(`explainer.${name}`))]),
    );
    const sum = (files) => files.reduce((total, file) => total + size(file), 0);
    const shared = modules["learn"].filter((name) => modules["induction"].includes(name));
    // (`patch` has all of the model that learned, and its own)
    const [learned, learns, second] = ["patch", "learn", "induction"].map((id) => modules[id].filter((name) => !shared.includes(name)));
    const [training, oneWord] = ["training", "one-word"].map((id) => modules[id].filter((name) => ![...learned, ...shared].includes(name)));
    const tensors = modules[`${ofTensors}heads`].filter((name) => !modules["heads"].includes(name));
    const texts = modules[`${ofTensors}learned-heads`].filter(
        (name) => ![...modules[`${ofTensors}heads`], ...learned, ...shared].includes(name),
    );
    const vectors = Object.entries(modules)
        .filter(([id]) => id.startsWith(ofTensors) && !["learned-heads", "next-word"].includes(id.slice(ofTensors.length)))
        .flatMap(([, names]) => names)
        .filter((name) => ![...modules["heads"], ...tensors].includes(name));
    const [most] = Object.values(modules).sort((a, b) => sum(b) - sum(a));
    const figures = behind(outputs, "attention-explainer.js", [...always, "dynamic-import"], rare).add(heaviest("explainer"));
    const [learnedScript, trainingScript] = ["learned", "training"].map((name) => fileOf(name, "web/requests"));
    const scripts = (...files) => files.flatMap((file) => [...behind(outputs, file, always)]).filter((file) => !page.has(file));
    const tensorScripts = scripts(fileOf("arrive", "web/tensors"), fileOf("own-file", "web/tensors"));
    const modelScripts = scripts(fileOf("checkpoint", "web/checkpoint")).filter((file) => !tensorScripts.includes(file));
    for (const name of Object.values(modules).flat())
        if (![...learned, ...learns, ...second, ...training, ...oneWord, ...shared, ...tensors, ...vectors, ...texts].includes(name))
            figures.add(name);
    for (const script of [learnedScript, trainingScript, ...tensorScripts, ...modelScripts]) figures.delete(script);
    for (const variant of variants) figures.add(`core.${variant}.wasm`); // the figure that measures fetches every build, once a reader comes to it
    const engine = [...script, fileOf("life/engine-parts"), heaviest("explainer")];
    return {
        "the page without the engine": page,
        "the scripts that are only the page's": [...page].filter((file) => file.endsWith(".js") && !figures.has(file)),
        "the questions, once one is near": [fileOf("questions", "web/page")],
        "the script, with the page": script,
        "the first figure": [...engine, ...modules["dot-product"]],
        "the first figure, if it is the one that asks others": [...engine, ...most],
        "all figures": figures,
        "the model that learned, besides": [...learned, learnedScript, "learned/model.safetensors"],
        "training, besides": training,
        "one word in it, step by step, besides": oneWord,
        "all checkpoints of the model that learned": readdirSync(at(`${made}/learned/checkpoints`)).map(
            (file) => `learned/checkpoints/${file}`,
        ),
        "the one that is trained, besides": [...learns, trainingScript],
        "the worker that trains it": ["training-worker.js", heaviest("learner")],
        "figures of the second part, besides": second,
        "what those of a model and of the second part share": shared,
        "heads of a page’s own, besides": [...tensors, ...tensorScripts],
        "a head’s vectors of a page’s own, besides": vectors,
        "a text that a model of the page’s own read, besides": [...texts, ...modelScripts],
        "the worker that runs a reader's model": ["checkpoint-worker.js", heaviest("model")],
        "in place of WebGL2": [rare[0]],
        "for a page's own colours": [rare[1]],
        "German, besides": ["words/de.json", rare[2], heaviest(`explainer.${languageModule}`)],
        "a build of the core": [heaviest("core")],
        "a build of the core with core.js": [heaviest("core"), "core.js"],
        "a build of the model": [heaviest("model")],
        "type faces and pictures": [
            ...html.filter((file) => /\.(svg|png|woff2)$/.test(file)),
            ...readdirSync(at(made)).filter((file) => file.endsWith(".woff2")),
        ],
    };
}

/** {group: {gzip, brotli, files: {file: {gzip, brotli}}}}, in bytes; gzip -9 and brotli's default for files, 11. */
export function weigh(outputs) {
    const weights = new Map();
    const weightOf = (file) => {
        if (!weights.has(file)) {
            const data = readFileSync(at(`${made}/${file}`));
            weights.set(file, { gzip: gzip(data), brotli: brotliCompressSync(data).length });
        }
        return weights.get(file);
    };
    return Object.fromEntries(
        Object.entries(groupsOf(outputs)).map(([group, names]) => {
            const files = Object.fromEntries([...new Set(names)].map((file) => [file, weightOf(file)]));
            const sum = (kind) => Object.values(files).reduce((total, file) => total + file[kind], 0);
            return [group, { gzip: sum("gzip"), brotli: sum("brotli"), files }];
        }),
    );
}

/** What authors want to know, for the guide: [what, bytes] pairs, gzip. */
export const forAuthors = (sizes) => [
    ["the script, with the page", sizes["the script, with the page"].gzip],
    ["a first figure such as dot-product, with the script and the engine", sizes["the first figure"].gzip],
    ["the same for the check of claims, which asks eleven others", sizes["the first figure, if it is the one that asks others"].gzip],
    ["all figures but those of models, with those that time the core's builds", sizes["all figures"].gzip],
    ["the four figures of the model that learned, with its weights, besides", sizes["the model that learned, besides"].gzip],
    ["the figure that shows that model’s training, besides", sizes["training, besides"].gzip],
    ["all of its checkpoints, each fetched when it is looked at", sizes["all checkpoints of the model that learned"].gzip],
    ["the figure that trains a model, besides", sizes["the one that is trained, besides"].gzip],
    ["the worker in which it does, once it is played", sizes["the worker that trains it"].gzip],
    ["the figures of two heads that copy, of softmax in blocks and of a cache, besides", sizes["figures of the second part, besides"].gzip],
    ["heads of a page’s own, besides", sizes["heads of a page’s own, besides"].gzip],
    [
        "map, scores, values, blend and position of a head of a page’s own, besides these",
        sizes["a head’s vectors of a page’s own, besides"].gzip,
    ],
    ["German, besides", sizes["German, besides"].gzip],
    ["in place of WebGL2, where there is none, besides", sizes["in place of WebGL2"].gzip],
    ["the core alone, without figures", sizes["a build of the core with core.js"].gzip],
];
