// Takes what only some figures run out of the engine's WebAssembly, into modules of their own, so that a page fetches the code of the
// figures that it shows, and that of another language only where one is spoken: `node cmake/figure_modules.mjs BIN OUT/explainer.relaxed.wasm OBJECTS…`. The module must have its names
// (--profiling-funcs). Written: OUT/explainer.relaxed.wasm, without what moved; OUT/explainer.NAME.relaxed.wasm for each module; and
// OUT/figure_modules.json, {exhibit's id: [NAME, …]}. web/element/life/loader.ts puts them together again in the browser: a module imports from
// the engine what it calls there, and fills the places in the engine's table of functions that were left empty for it (Binaryen's
// wasm-split, which also serves Emscripten's -sSPLIT_MODULE).
import { execFileSync } from "node:child_process";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { features, orderFunctions } from "./function_order.mjs";
import { functionNames, withNames } from "./wasm_names.mjs";

// Some share a module, named by the first: together they are a tenth smaller. Any other has one of its own. Those that an exhibit asks
// (below) do not share with those that it does not ask.
const neighbours = [
    ["dot-product", "projection", "scores", "softmax", "scaling"],
    ["values", "blend", "pipeline", "multi-head", "masks", "cost", "check"],
    ["heads", "position", "map", "proof"],
    ["learned-heads", "opening", "next-word"],
    ["induction", "streaming", "decode"],
    ["own-heads"],
    ["own-map"],
    ["own-scores", "own-values", "own-blend", "own-position"],
    ["own-learned-heads", "own-next-word"],
];
const ofTensors = neighbours.flat().filter((exhibit) => exhibit.startsWith("own-")); // src/explainer/brought

// What only figures of these modules show is in one more, which each of them has: those of a model, and of the second part; those of tensors that
// a page brings (in it is also what reads tensors).
const shared = {
    later: ["learned-heads", "learn", "training", "patch", "one-word", "induction"],
    "own-maps": ["own-heads", "own-map"],
    "own-vectors": ["own-map", "own-scores"],
    brought: ["own-heads", "own-map", "own-scores", "own-learned-heads"],
};
/** Whether whoever has the module `one` has the shared module `name`. */
const comesWith = (name, one) =>
    one === name || shared[name].includes(one) || (shared[one] ?? [""]).every((each) => shared[name].includes(each));
const sharedBy = (names) => Object.keys(shared).find((name) => names.length > 0 && names.every((one) => comesWith(name, one)));

// An exhibit that asks others for their values (explainer/asked.h), or shows the model as another one does, runs their code too.
const asked = {
    check: ["blend", "cost", "dot-product", "masks", "multi-head", "pipeline", "projection", "scaling", "scores", "softmax", "values"],
    training: ["learned-heads"],
    patch: ["learned-heads"],
    "one-word": ["learned-heads"],
    "own-heads": ["heads"],
    "own-map": ["heads"],
    "own-learned-heads": ["heads", "own-heads", "learned-heads"],
    "own-next-word": ["heads", "own-heads", "learned-heads"],
};

const [bin, file, ...objects] = process.argv.slice(2);
const variant = basename(file).split(".")[1];
const to = (name) => join(dirname(file), `explainer.${name}.${variant}.wasm`);
const tool = (name, ...args) => execFileSync(join(bin, name), args, { encoding: "utf8", maxBuffer: 1 << 28 });

// Sources are named by their exhibit: dot_product.cpp, dot_product_model.cpp. What several share stays in the engine.
const ofSeveral = ["example_parts", "head_parts", "head_switches"];
const sourceOf = (object) => {
    const [, folder, name] = /(exhibits|brought)\/([^/]*)\.cpp\.o/.exec(object) ?? [];
    if (folder === "exhibits" && !ofSeveral.includes(name)) return name.replaceAll("_", "-");
    const own = `own-${name}`.replaceAll("_", "-");
    return folder === "brought" && ofTensors.some((id) => `${own}-`.startsWith(`${id}-`)) ? own : undefined;
};
const sources = objects.map(sourceOf).filter((source) => source);
const exhibits = sources.filter((source) => sources.every((other) => !source.startsWith(`${other}-`))).sort();
// The language's is called by its virtual functions only, once it is there.
const isLanguage = (object) => object.includes("explainer/translation.cpp");
/** Whether it reads tensors that a page brings, whatever shows them. */
const isReader = (object) => /tensor_bindings\.cpp|brought\/(brought|kinds)\.cpp/.test(object);
const exhibitOf = (object) => exhibits.find((id) => `${sourceOf(object)}-`.startsWith(`${id}-`));
const moduleOf = (exhibit) => neighbours.find((names) => names.includes(exhibit))?.[0] ?? exhibit;
const modulesOf = (exhibit) => {
    const own = [exhibit, ...(asked[exhibit] ?? [])].map(moduleOf);
    return [...new Set([...own, ...Object.keys(shared).filter((name) => own.some((one) => shared[name].includes(one)))])];
};
/** Whether a page that has the module `from` has `to` as well: then calls from one to the other may go through the table. */
const has = (from, to) => {
    if (shared[from]) return shared[from].every((one) => has(one, to));
    const its = exhibits.filter((exhibit) => moduleOf(exhibit) === from);
    return its.length > 0 && its.every((exhibit) => modulesOf(exhibit).includes(to));
};

/** What an object has and what it wants: {object, kind, name}, the kind as nm prints it. */
const symbols = tool("llvm-nm", "-A", "-C", ...objects)
    .split("\n")
    .flatMap((line) => {
        const [, object, kind, name] = /^(.*?\.o): +\S*? *(\w) (.*)$/.exec(line) ?? [];
        return name ? [{ object, kind, name }] : [];
    });

// What is beside the exhibits belongs to the module whose exhibits alone use it, themselves or by what else is there.
const isPart = (object) =>
    /src\/explainer\/((figures|brought)\/)?[^/]+\.cpp\.o$/.test(object) && !isLanguage(object) && !sourceOf(object) && !isReader(object);
const users = new Map(objects.filter(isPart).map((object) => [object, new Set()]));
const partOf = new Map(symbols.filter(({ object, kind }) => kind === "T" && isPart(object)).map(({ object, name }) => [name, object]));
const ownHome = (object) =>
    isLanguage(object) ? "language" : isReader(object) ? "brought" : exhibitOf(object) ? moduleOf(exhibitOf(object)) : "";
for (let grown = true; grown;) {
    grown = false;
    for (const { object, kind, name } of symbols) {
        const of = users.get(kind === "U" ? partOf.get(name) : undefined);
        if (!of || partOf.get(name) === object) continue;
        const before = of.size;
        for (const user of isPart(object) ? users.get(object) : [ownHome(object)]) of.add(user);
        grown ||= of.size > before;
    }
}
const home = (object) => {
    if (!isPart(object)) return ownHome(object);
    const all = [...users.get(object)];
    const of = all.filter((name) => !all.some((other) => other !== name && has(name, other)));
    return of.length === 1 ? of[0] : (sharedBy(of) ?? "");
};

// A source with a function that is wanted elsewhere is everybody's, with all that this function may need.
const wanted = new Map();
for (const { object, kind, name } of symbols) {
    if (kind === "U") wanted.set(name, (wanted.get(name) ?? new Set()).add(home(object)));
}
const wantedElsewhere = ({ object, name }) =>
    !isLanguage(object) && [...(wanted.get(name) ?? [])].some((other) => !has(other, home(object)) && other !== home(object));
const common = new Set(symbols.filter((symbol) => symbol.kind === "T" && wantedElsewhere(symbol)).map(({ object }) => object));

/** {a function's name: the modules whose sources have it; "" stands for the engine's} */
const owners = new Map();
for (const symbol of symbols) {
    const { object, kind, name } = symbol;
    if (kind === "U") continue; // (a template or inline function, W, may be had and wanted)
    if (!owners.has(name)) owners.set(name, new Set());
    owners.get(name).add(common.has(object) || wantedElsewhere(symbol) ? "" : home(object));
}

// Once more, with its control flow built anew: half a hundredth smaller. (Equal functions stay, and zeros: cmake/modules.cmake says why.)
tool(
    "wasm-opt",
    ...[file, "-o", file, "-g", ...features, "--flatten", "--rereloop", "-Oz", "-Oz", "--low-memory-unused", "--zero-filled-memory"],
    ...["duplicate-function-elimination", "memory-packing", "reorder-functions"].map((pass) => `--skip-pass=${pass}`),
    ...["--pass-arg=directize-initial-contents-immutable", "--no-stack-ir"], // as Emscripten says it
);
const module = readFileSync(file);
// The linker numbers functions whose names are the same in several sources: those are nobody's.
const { names, imported } = functionNames(module);
const times = new Map();
for (const name of names) times.set(name, (times.get(name) ?? 0) + 1);
const place = names.map((name, i) => {
    const own = owners.get(name);
    const [only] = own?.size === 1 && times.get(name) === 1 && !name.startsWith("_GLOBAL__") ? own : [""];
    return i < imported ? "" : only;
});

// Who calls a function itself, and not through the table, finds it in its own module or in the engine; or in a module that is there
// whenever its own is: then wasm-split makes it a call through the table.
const id = (i) => `f${i}`;
const named = `${file}.named`;
writeFileSync(
    named,
    withNames(
        module,
        names.map((_, i) => id(i)),
    ),
);
const graph = tool("wasm-opt", named, "-o", "/dev/null", ...features, "--print-call-graph");
const calls = [...graph.matchAll(/"f(\d+)" -> "f(\d+)"; \/\/ call/g)].map(([, from, callee]) => [Number(from), Number(callee)]);
for (let moved = true; moved;) {
    moved = false;
    for (const [from, callee] of calls) {
        if (place[callee] === "" || place[callee] === place[from] || has(place[from], place[callee])) continue;
        place[callee] = "";
        moved = true;
    }
}
// And what the engine has only for one module, called by nothing else and in no table, goes there: a template, a part of one figure.
const known = new Set(
    [...graph.matchAll(/"f(\d+)" \[style="(?:filled, rounded"|filled", fillcolor="gray")/g)].map(([, index]) => Number(index)),
);
for (let moved = true; moved;) {
    moved = false;
    const callers = new Map();
    for (const [from, callee] of calls) {
        if (from !== callee) callers.set(callee, (callers.get(callee) ?? new Set()).add(place[from]));
    }
    for (const [callee, all] of callers) {
        const from = [...all].filter((name) => ![...all].some((other) => other !== name && has(name, other)));
        const only = from.length === 1 ? from[0] : (sharedBy(from) ?? "");
        if (callee < imported || only === "" || place[callee] !== "" || known.has(callee)) continue;
        place[callee] = only;
        moved = true;
    }
}

const modules = [...new Set(place)].filter((name) => name !== "").sort();
const manifest = `${file}.manifest`;
writeFileSync(
    manifest,
    modules.map((name) => `${name}\n${place.flatMap((own, i) => (own === name ? [id(i)] : [])).join("\n")}\n`).join("\n"),
);
const prefix = `${file}.part.`;
const options = [...features, "--multi-split", "--no-placeholders", "--import-namespace=engine", `--manifest=${manifest}`];
tool("wasm-split", ...options, `--out-prefix=${prefix}`, "-o", file, named);
for (const name of modules) renameSync(`${prefix}${name}.wasm`, to(name));
for (const made of [file, ...modules.map(to)]) orderFunctions(join(bin, "wasm-opt"), made);
const needed = exhibits
    .map((exhibit) => [exhibit, modulesOf(exhibit).filter((name) => modules.includes(name))])
    .sort(([one], [other]) => (one < other ? -1 : 1));
writeFileSync(join(dirname(file), "figure_modules.json"), `${JSON.stringify(Object.fromEntries(needed))}\n`);
rmSync(manifest);
