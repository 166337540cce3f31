// Chooses a build of the core, fetches its one wasm file and starts it. In browsers and workers; Node's way in is node.ts.
import { relaxedSimd, simd } from "wasm-feature-detect";

import createModule from "../generated/core-module.js";
import { checkObject, describeValue, type Known } from "./check.js";
import type { CoreModule, Create } from "./module.js";

/** Which build runs: SIMD with fused multiply-add, plain SIMD, or none. */
export type CorePath = "relaxed" | "simd128" | "scalar";

export interface CoreOptions {
    /** Which build; "auto" (the default) takes the best that this engine runs, and never fails for lack of SIMD. */
    path?: "auto" | CorePath;
    /** The wasm of that build, where it is not beside this script: an address, its bytes, or what gives either for the build that was chosen. */
    wasm?: CoreSource | ((path: CorePath) => CoreSource | Promise<CoreSource>);
}

export type CoreSource = URL | string | BufferSource;

const OPTIONS: Known = ["path", "wasm"];

const supported: Record<CorePath, () => Promise<boolean>> = {
    relaxed: relaxedSimd,
    simd128: simd,
    scalar: async () => true,
};

/** Each spelled out, because bundlers look for this very form. */
const addresses: Record<CorePath, () => URL> = {
    relaxed: () => new URL("./core.relaxed.wasm", import.meta.url),
    simd128: () => new URL("./core.simd128.wasm", import.meta.url),
    scalar: () => new URL("./core.scalar.wasm", import.meta.url),
};

export const loadCore = (options: CoreOptions = {}): Promise<{ path: CorePath; module: CoreModule }> =>
    loadBuild(options, addresses, createModule as Create<CoreModule>);

/** The same for any module of three builds, from `addresses` unless the options say otherwise. */
export async function loadBuild<Module>(
    options: CoreOptions,
    addresses: Record<CorePath, () => URL>,
    create: Create<Module>,
): Promise<{ path: CorePath; module: Module }> {
    checkObject("options", options, OPTIONS);
    const path = await choosePath(options.path ?? "auto");
    const { wasm = addresses[path]() } = options;
    const compiled = await compile(typeof wasm === "function" ? await wasm(path) : wasm);
    const module = await start(compiled, create);
    return { path, module };
}

async function choosePath(wanted: unknown): Promise<CorePath> {
    if (wanted === "auto") {
        if (await supported.relaxed()) return "relaxed";
        return (await supported.simd128()) ? "simd128" : "scalar";
    }
    if (wanted !== "relaxed" && wanted !== "simd128" && wanted !== "scalar") {
        throw new RangeError(`path must be one of auto, relaxed, simd128, scalar; got ${describeValue(wanted)}`);
    }
    if (!(await supported[wanted]())) {
        throw new Error(`path "${wanted}" needs a feature of WebAssembly that this engine has not; try "auto"`);
    }
    return wanted;
}

interface FileReading {
    readFile(file: URL): Promise<Uint8Array<ArrayBuffer>>;
}

/** As `instanceof`, also for objects of another realm. */
const brand = (value: unknown) => Object.prototype.toString.call(value);

async function compile(source: CoreSource): Promise<WebAssembly.Module> {
    if (typeof source !== "string" && brand(source) !== "[object URL]") {
        if (ArrayBuffer.isView(source) || brand(source) === "[object ArrayBuffer]") return WebAssembly.compile(source as BufferSource);
        throw new TypeError(`wasm must be an address or bytes, got ${describeValue(source)}`);
    }
    const address = String(source);
    if (address.startsWith("file:")) {
        // Node's fetch reads no files. Not by an import, which bundlers for the web would follow.
        const { process } = globalThis as { process?: { getBuiltinModule?(name: string): FileReading | undefined } };
        const files = process?.getBuiltinModule?.("node:fs/promises");
        if (!files) throw new Error(`${address} is no address to fetch from`);
        return WebAssembly.compile(await files.readFile(new URL(address)));
    }
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address}: ${response.status} ${response.statusText}`);
    // Streaming compilation wants the right content type, which not every server sends.
    const streams = response.headers.get("Content-Type")?.startsWith("application/wasm");
    return streams ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

function start<Module>(compiled: WebAssembly.Module, create: Create<Module>): Promise<Module> {
    return new Promise((resolve, reject) => {
        create({
            instantiateWasm(imports, done) {
                WebAssembly.instantiate(compiled, imports).then((instance) => done(instance, compiled), reject);
                return {};
            },
        }).then(resolve, reject);
    });
}
