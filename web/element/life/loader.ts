// Fetches and compiles the engine and the modules of its figures: picks the build this browser can run, counts the bytes as they arrive,
// and says what went wrong. Decides nothing and keeps nothing: engine.ts does.

import { relaxedSimd, simd } from "wasm-feature-detect";
import { ExplainerError, messageOf } from "../errors.js";
import { imported } from "../imported.js";
import { moduleAddress } from "../../generated/figure-modules.js";
import type { EngineModule, EnginePath, GlyphSource } from "../types.js";

/** The compiled engine: can be instantiated any number of times without fetching again. */
export interface CompiledEngine {
    path: EnginePath;
    module: WebAssembly.Module;
    create: EngineFactory;
    glyphs: GlyphSource;
}

/** An instance of the engine. */
export interface RunningEngine {
    module: EngineModule;
    /** Adds the code of some figures, compiled: from then on the engine can make views of them. */
    add(figures: WebAssembly.Module): Promise<void>;
}

type Receive = (instance: WebAssembly.Instance, module: WebAssembly.Module) => void;

interface EngineOptions {
    instantiateWasm(imports: WebAssembly.Imports, receive: Receive): object;
    print(text: string): void;
    printErr(text: string): void;
    onAbort(reason: unknown): void;
}

type EngineFactory = (options: EngineOptions) => Promise<EngineModule>;
type Progress = (loaded: number, total: number) => void;

// Literal addresses, so that bundlers see them. Only one of the three is ever fetched.
function addressOf(path: EnginePath): URL {
    switch (path) {
        case "relaxed":
            return new URL("./explainer.relaxed.wasm", import.meta.url);
        case "simd128":
            return new URL("./explainer.simd128.wasm", import.meta.url);
        case "scalar":
            return new URL("./explainer.scalar.wasm", import.meta.url);
    }
}

async function fastestPath(): Promise<EnginePath> {
    if (await relaxedSimd()) return "relaxed";
    return (await simd()) ? "simd128" : "scalar";
}

let chosenPath: Promise<EnginePath> | undefined; // once for all: the engine and the modules of its figures must be of one build

/** The fastest build that this browser can run; there always is one where there is WebAssembly. */
function choosePath(): Promise<EnginePath> {
    if (typeof WebAssembly !== "object" || typeof WebAssembly.instantiate !== "function")
        throw new ExplainerError("no-wasm", "This browser has no WebAssembly, which the exhibits need to compute.");
    return (chosenPath ??= fastestPath());
}

/** Reads a body to its end and reports its bytes as they come. */
async function count({ body, headers }: Response, progress: Progress): Promise<void> {
    // With a content encoding the length counts compressed bytes while the stream gives plain ones: then the total is not known.
    const total = headers.has("content-encoding") ? 0 : Number(headers.get("content-length") ?? 0);
    const reader = body?.getReader();
    for (let loaded = 0; reader;) {
        const { value, done } = await reader.read();
        if (done) return;
        loaded += value.byteLength;
        progress(loaded, total);
    }
}

/**
 * Compiles while the bytes come. They are counted on a clone, and the compiler gets the fetched response itself: Chromium keeps compiled
 * code by a response's address (v8.dev/blog/wasm-code-caching). Seen in its traces: on a second visit a cache hit for a response as
 * fetched, with or without a clone, none for one that was made of the body. Without the right content type there is no such help.
 */
async function compile(response: Response, progress?: Progress): Promise<WebAssembly.Module> {
    const counted = progress && count(response.clone(), progress);
    const type = response.headers.get("content-type");
    // (By the specification a parameter, as in "application/wasm; charset=utf-8", is another type.)
    const module =
        type === "application/wasm"
            ? WebAssembly.compileStreaming(response)
            : response.arrayBuffer().then((bytes) => WebAssembly.compile(bytes));
    try {
        return (await Promise.all([module, counted]))[0];
    } catch (error) {
        if (error instanceof WebAssembly.CompileError)
            throw new Error(`${new URL(response.url).pathname} (${type}) is broken: ${error.message}`);
        throw error;
    }
}

/** Whether these are the words of a browser whose page forbids it. */
const saysForbidden = (error: unknown): boolean => /unsafe-eval|Content Security Policy/i.test(messageOf(error));

function forbidden(error: unknown): ExplainerError {
    const text =
        /* say */ "The page's security policy forbids the exhibit's engine: allow script-src 'self' 'wasm-unsafe-eval' and connect-src 'self'.";
    return new ExplainerError("csp", text, error);
}

/** Runs `work` and says whether the page's Content-Security-Policy stood in its way (a passive listener, gone afterwards). */
async function watchingPolicy<T>(work: () => Promise<T>): Promise<T> {
    let note = (_event: SecurityPolicyViolationEvent): void => {};
    const violation = new Promise<boolean>((resolve) => {
        note = (event) => {
            if (/^(script|connect|default)-src/.test(event.effectiveDirective)) resolve(true);
        };
    });
    document.addEventListener("securitypolicyviolation", note);
    try {
        return await work();
    } catch (error) {
        if (error instanceof ExplainerError) throw error;
        // The browser reports a violation some milliseconds after what it made fail.
        const late = new Promise<boolean>((resolve) => setTimeout(resolve, 200, false));
        if (saysForbidden(error) || (await Promise.race([violation, late]))) throw forbidden(error);
        throw new ExplainerError("load", "The exhibit's engine could not be loaded: {}", error);
    } finally {
        document.removeEventListener("securitypolicyviolation", note);
    }
}

async function fetched(address: URL, cache: RequestCache, progress?: Progress): Promise<WebAssembly.Module> {
    const response = await fetch(address, { credentials: "same-origin", cache });
    if (!response.ok) throw new Error(`${address.pathname} answered ${response.status}`);
    return compile(response, progress);
}

/** Fetches and compiles the engine, from the browser's cache or not. Throws an ExplainerError of type no-wasm, csp or load. */
export async function loadEngine(progress: Progress, cache: RequestCache): Promise<CompiledEngine> {
    return watchingPolicy(async () => {
        const path = await choosePath();
        const parts = imported(() => import("./engine-parts.js"));
        parts.catch(() => {}); // awaited below; must not count as unhandled if the fetch fails first
        const module = await fetched(addressOf(path), cache, progress);
        const { create, browserGlyphs } = await parts;
        return { path, module, create: create as EngineFactory, glyphs: browserGlyphs };
    });
}

/** The same for a module beside it, by its name: the code of some figures, or of other languages. */
export async function loadFigures(name: string, cache: RequestCache): Promise<WebAssembly.Module> {
    return watchingPolicy(async () => fetched(moduleAddress(name, await choosePath()), cache));
}

/** Starts one instance of the compiled engine. Throws an ExplainerError of type csp if it may not run: WebKit lets every page compile it. */
export async function instantiate(engine: CompiledEngine): Promise<RunningEngine> {
    // Emscripten never settles its promise when its own instantiation hook fails, so the failure is raced against it.
    let fail: (reason: unknown) => void = () => {};
    const failed = new Promise<never>((_, reject) => (fail = (error) => reject(saysForbidden(error) ? forbidden(error) : error)));
    let exports: WebAssembly.ModuleImports = {};
    const created = engine.create({
        instantiateWasm(imports, receive) {
            WebAssembly.instantiate(engine.module, imports).then((instance) => {
                exports = instance.exports;
                receive(instance, engine.module);
            }, fail);
            return {};
        },
        print: () => {},
        printErr: (text) => console.warn(`attention-explainer: ${text}`),
        onAbort: (reason) => fail(new Error(String(reason))),
    });
    const module = await Promise.race([created, failed]);
    return { module, add: async (figures) => void (await WebAssembly.instantiate(figures, { engine: exports })) };
}
