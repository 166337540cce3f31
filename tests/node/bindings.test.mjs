// The types of the compiled module (web/core/module.ts) are written by hand: here they are held against what was compiled.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { paths } from "./open.mjs";

const root = new URL("../../", import.meta.url);
const ts = createRequire(new URL("build/npm/", root))("typescript");

/** Name → number of parameters, of every method of the interface that starts with an underscore. */
function declared(name, type) {
    const file = ts.createSourceFile("module.ts", readFileSync(new URL(`web/${name}/module.ts`, root), "utf8"), ts.ScriptTarget.Latest);
    const core = file.statements.find((it) => ts.isInterfaceDeclaration(it) && it.name.text === type);
    const methods = core.members.filter((it) => ts.isMethodSignature(it) && it.name.text.startsWith("_"));
    return Object.fromEntries(methods.map((it) => [it.name.text, it.parameters.length]));
}

for (const [name, type, variant] of paths.flatMap((path) => [
    ["core", "CoreModule", path],
    ["model", "ModelModule", path],
    ["learner", "LearnerModule", path],
])) {
    test(`${name}/module.ts declares what the ${variant} build exports, with as many parameters`, async () => {
        const { default: create } = await import(new URL(`build/web/out/${name}.${variant}.js`, root));
        const wasm = await WebAssembly.compile(readFileSync(new URL(`build/web/out/${name}.${variant}.wasm`, root)));
        const module = await create({
            instantiateWasm(imports, receive) {
                WebAssembly.instantiate(wasm, imports).then((instance) => receive(instance, wasm));
                return {};
            },
        });
        const exported = Object.entries(module).filter(([key, value]) => key.startsWith(`_${name}_`) && typeof value === "function");
        assert.deepEqual(
            Object.fromEntries(exported.map(([key, { length }]) => [key, length]).sort()),
            Object.fromEntries(Object.entries(declared(name, type)).sort()),
        );
    });
}
