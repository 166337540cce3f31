// What would be published is in order: publint, "are the types wrong", what is in the tarball, and that no file for browsers names one of Node's.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../browser/support.mjs";
import { installed, packed } from "./support.mjs";

test("publint finds nothing", async () => {
    await packed;
    const { publint } = await import("publint");
    const { messages } = await publint({ pkgDir: installed, strict: true, pack: false });
    assert.deepEqual(messages, []);
});

test("the types are not wrong, for any entry", async () => {
    const { checkPackage, createPackageFromTarballData } = await import("@arethetypeswrong/core");
    const found = await checkPackage(createPackageFromTarballData(readFileSync(await packed)), {
        excludeEntrypoints: ["./custom-elements.json", "./html-custom-data.json", "./tensors.schema.json"],
    });
    assert.deepEqual(Object.keys(found.entrypoints).sort(), [
        ".",
        "./*.wasm",
        "./anywidget",
        "./core",
        "./package.json",
        "./react",
        "./svelte",
        "./vue",
    ]);
    // A package of modules only: what CommonJS (which may import(), and in newer Nodes require it) and the oldest resolution make of it is left out.
    const problems = found.problems.filter(
        ({ resolutionKind, resolutionOption }) => !["node10", "node16-cjs"].includes(resolutionKind) && resolutionOption !== "node10",
    );
    assert.deepEqual(problems, []);
    for (const [name, { resolutions }] of Object.entries(found.entrypoints))
        if (name !== "./package.json" && name !== "./*.wasm")
            for (const kind of ["node16-esm", "bundler"]) assert.ok(resolutions[kind].resolution?.isTypeScript, `${name}, ${kind}`);
});

test("it says its version and what compiled it; where the sources live, only if that was configured", async () => {
    await packed;
    const { version, builtWith, repository } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
    assert.equal(version, readFileSync(join(root, "VERSION"), "utf8").trim());
    assert.deepEqual(Object.keys(builtWith), ["emscripten", "clang", "imgui"]);
    for (const [program, said] of Object.entries(builtWith)) assert.match(said, /^\d+\.\d+/, program);
    const { repository: configured } = JSON.parse(readFileSync(join(root, "build/web/built_with.json"), "utf8"));
    assert.equal(repository?.url ?? "", configured);
});

test("the tarball has what the package runs on, and nothing of the essay", async () => {
    await packed;
    const files = readdirSync(installed);
    for (const file of [
        "LICENSE.txt",
        "README.md",
        "attention-explainer.js",
        "core.js",
        "core.node.js",
        "embed.html",
        "embed.js",
        "embed.css",
        "custom-elements.json",
        "tensors.schema.json",
        "explainer.scalar.wasm",
    ])
        assert.ok(files.includes(file), file);
    assert.deepEqual(
        files.filter((file) => /index\.html|^page|^theme|woff2|figures|\.png$/.test(file)),
        [],
    );
    const scripts = files.filter((file) => file.endsWith(".js"));
    for (const file of scripts) {
        const text = readFileSync(join(installed, file), "utf8");
        for (const [, name] of text.matchAll(/(?:from|import)\s*\(?"\.\/([^"]+)"/g))
            assert.ok(files.includes(name), `${file} imports ${name}`);
        assert.equal(/(?:from|import|require)\s*\(?\s*["'](?:node:|fs|module|path|url)/.test(text), file === "core.node.js", file);
    }
});

test("what the package's readme names is in the package", async () => {
    await packed;
    const readme = readFileSync(join(installed, "README.md"), "utf8");
    const paths = [...readme.matchAll(/`((?:[\w-]+\/)+[\w.-]*)`/g)].map(([, path]) => path);
    assert.ok(paths.length > 3);
    for (const path of paths) if (!/^(dist|attention-explainer)\//.test(path)) assert.ok(existsSync(join(installed, path)), path);
    assert.doesNotMatch(readme, /\]\((?!https?:|LICENSE)/, "no link to what only the sources have");
});
