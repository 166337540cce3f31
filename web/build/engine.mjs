// The engine in Node, which computes but does not draw: for the table of exhibits, the page's pictures, and tests.
import { readFileSync, statSync } from "node:fs";
import { learnedFile, learnedTensors } from "../learned.mjs";
import { at, read } from "./paths.mjs";

const compiled = (name) => WebAssembly.compile(readFileSync(at(`build/web/out/${name}.wasm`)));

/** The module that an engine needs to speak another language than English. */
export const languageModule = "language";

/** What shows tensors that a page brings is this and the exhibit's id, among figureModules(). */
export const ofTensors = "own-";

/** {exhibit's id: the modules that have its code}, of an engine such as "explainer.scalar"; the tests' own, explainer.parts, is in one piece. */
export const figureModules = (engine) => (engine === "explainer.parts" ? {} : JSON.parse(read("build/web/out/figure_modules.json")));

/** The names of all modules beside the engine. */
export const modulesBeside = (engine) =>
    engine === "explainer.parts" ? [] : [...new Set(Object.values(figureModules(engine)).flat()), languageModule];

/** Starts it, with these modules, all of them if none are named; the model that learned is there from the beginning, unless `learned` is false. */
export async function engineOf(engine, modules = modulesBeside(engine), learned = true) {
    const glue = at(`build/web/out/${engine}.js`);
    // (another address for a module that is made anew, as import keeps what it has)
    const { default: create } = await import(`${glue}?${statSync(glue).mtimeMs}`);
    const [, variant] = engine.split(".");
    const [main, ...figures] = await Promise.all(
        [engine, ...[...new Set(modules)].map((name) => `explainer.${name}.${variant}`)].map(compiled),
    );
    const made = await create({
        instantiateWasm(imports, receive) {
            WebAssembly.instantiate(main, imports).then(async (instance) => {
                for (const module of figures) await WebAssembly.instantiate(module, { engine: instance.exports });
                receive(instance, main);
            });
            return {};
        },
    });
    // (nothing is fetched in Node)
    for (const exhibit of learned ? ["learned-heads", "training"] : []) {
        if (engine !== "explainer.parts" && !modules.includes(exhibit)) continue;
        const view = made.makeView(exhibit);
        for (let request = view.takeRequest(); request; request = view.takeRequest()) view.reply(answerOf(request));
        view.delete();
    }
    return made;
}

/** What a host answers to a request for the model that learned, or for one of its checkpoints. */
export function answerOf(request) {
    const file = at(`train/learned/${learnedFile(request.kind, request.arguments)}`);
    return { ...request, progress: 1, done: true, tensors: learnedTensors(readFileSync(file)), error: "" };
}
