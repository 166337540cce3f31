// The types of the compiled module (web/core/module.ts) are written by hand: here they are held against what was compiled.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { paths } from "./open.mjs";

const root = new URL("../../", import.meta.url);
const ts = createRequire(new URL("build/npm/", root))("typescript");

/** Name → number of parameters, of every method of `interface CoreModule` that starts with an underscore. */
function declared() {
    const file = ts.createSourceFile("module.ts", readFileSync(new URL("web/core/module.ts", root), "utf8"), ts.ScriptTarget.Latest);
    const core = file.statements.find((it) => ts.isInterfaceDeclaration(it) && it.name.text === "CoreModule");
    const methods = core.members.filter((it) => ts.isMethodSignature(it) && it.name.text.startsWith("_"));
    return Object.fromEntries(methods.map((it) => [it.name.text, it.parameters.length]));
}

for (const variant of paths) {
    test(`module.ts declares what the ${variant} build exports, with as many parameters`, async () => {
        const { default: create } = await import(new URL(`build/web/out/core.${variant}.js`, root));
        const wasm = await WebAssembly.compile(readFileSync(new URL(`build/web/out/core.${variant}.wasm`, root)));
        const module = await create({
            instantiateWasm(imports, receive) {
                WebAssembly.instantiate(wasm, imports).then((instance) => receive(instance, wasm));
                return {};
            },
        });
        const exported = Object.entries(module).filter(([name, value]) => name.startsWith("_core_") && typeof value === "function");
        assert.deepEqual(
            Object.fromEntries(exported.map(([name, { length }]) => [name, length]).sort()),
            Object.fromEntries(Object.entries(declared()).sort()),
        );
    });
}
