// The published types compile under `strict` as bundlers and as Node resolve them, their own declarations checked too; and they know the tags: what is
// wrong in a template is an error there.
import assert from "node:assert/strict";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { require } from "../browser/support.mjs";
import { examples, installed, packed, place } from "./support.mjs";

const ts = require("typescript");
const folder = join(place, "typed");
const files = {
    "templates.tsx": `
import "attention-explainer/react";
export const right = <>
    <attention-explainer id="a" className="wide" exhibit="softmax" show="all" state="temperature=2" theme="dark" loading="eager" alt="x" group="g" menu="none" renderer="svg" onload={() => {}} onerror={({ detail }) => detail.message.length} />
    <attention-explainer exhibit="one-to-come" state={{ temperature: 2, matrix: [[1, 2]] }} onchange={(event) => event.detail.source === "pointer"} ref={(figure) => void figure?.settled()}>text</attention-explainer>
    <attention-value for="a" parameter="temperature" on="yes" off="no">1.0</attention-value>
</>;
// @ts-expect-error
export const wrongTheme = <attention-explainer theme="blue" />;
// @ts-expect-error
export const wrongState = <attention-explainer state={2} />;
// @ts-expect-error
export const wrongListener = <attention-explainer onchange={(event) => event.detail.message} />;
// @ts-expect-error
export const wrongValue = <attention-value digits={{}} />;
`,
    "vue.ts": `
import "attention-explainer/vue";
import type { GlobalComponents } from "vue";
type Props<Tag extends "attention-explainer" | "attention-value"> = InstanceType<GlobalComponents[Tag]>["$props"];
export const right: Props<"attention-explainer"> = { exhibit: "softmax", theme: "dark", class: "wide", onChange: (event) => event.detail.state };
export const value: Props<"attention-value"> = { for: "a", parameter: "temperature" };
// @ts-expect-error
export const wrong: Props<"attention-explainer"> = { theme: "blue" };
`,
    "svelte.ts": `
import "attention-explainer/svelte";
import type { SvelteHTMLElements } from "svelte/elements";
export const right: SvelteHTMLElements["attention-explainer"] = { exhibit: "softmax", state: { temperature: 2 }, class: "wide", onchange: (event) => event.detail.state };
export const value: SvelteHTMLElements["attention-value"] = { for: "a", parameter: "temperature" };
// @ts-expect-error
export const wrong: SvelteHTMLElements["attention-explainer"] = { menu: "always" };
`,
    "plain.ts": `
import widget, { render, type WidgetModel } from "attention-explainer/anywidget";
import { createAttentionCore, type CacheShape, type CoreArray, type CoreOptions, type MultiHeadShape, type TraceResult } from "attention-explainer/core";
import type { ErrorType, ExhibitInfo, ExplainerAttributes, ParameterInfo, StateChanges, Table, ValueAttributes } from "attention-explainer";
export type All = [CacheShape, CoreOptions, MultiHeadShape, TraceResult, ErrorType, ExhibitInfo, ExplainerAttributes, ParameterInfo, StateChanges, Table, ValueAttributes, WidgetModel];
export const same: boolean = widget.render === render;
export const core = createAttentionCore({ wasm: (path) => new URL(\`https://example.org/core.\${path}.wasm\`) });
export const kept: Promise<CoreArray> = core.then((it) => it.allocate(4));
export const written = core.then(async (it) => it.attend(await kept, new Float32Array(4), await kept, { batch: 2, n: 1, d: 2 }, { out: it.allocate(4) }));
// @ts-expect-error
core.then((it) => it.createCache({ capacity: 1, d: 2 }).attend(new Float32Array(2), { rope: 10000 }));
const found = document.querySelector("attention-explainer")!;
export const theme: "auto" | "light" | "dark" = found.theme;
export const shown: string = document.createElement("attention-value").parameter;
// @ts-expect-error
found.state = 2;
// @ts-expect-error
found.addEventListener("change", ({ detail }) => detail.message);
// @ts-expect-error
createAttentionCore({ path: "fast" });
`,
};

const ready = packed.then(() => {
    mkdirSync(folder);
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
    for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
    cpSync(join(examples, "react/main.tsx"), join(folder, "sample.tsx"));
    cpSync(join(examples, "react/served.tsx"), join(folder, "served.tsx"));
    cpSync(new URL("app/main.ts", import.meta.url), join(folder, "app.ts"));
});
ready.catch(() => {}); // awaited by each test

for (const [moduleResolution, module] of [
    ["bundler", "esnext"],
    ["nodenext", "nodenext"],
]) {
    test(`moduleResolution ${moduleResolution}: the types compile, strictly, and know the tags`, async () => {
        await ready;
        const { options, errors } = ts.convertCompilerOptionsFromJson(
            {
                moduleResolution,
                module,
                target: "es2022",
                lib: ["es2023", "dom", "dom.iterable"],
                strict: true,
                exactOptionalPropertyTypes: true,
                noUncheckedIndexedAccess: true,
                verbatimModuleSyntax: true,
                skipLibCheck: false,
                noEmit: true,
                jsx: "react-jsx",
                types: [],
                noUnusedLocals: true,
            },
            folder,
        );
        assert.deepEqual(errors, []);
        const program = ts.createProgram(
            [...Object.keys(files), "sample.tsx", "served.tsx", "app.ts"].map((file) => join(folder, file)),
            options,
        );
        // (those of the app and of the package; React's own are not ours)
        const ours = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(folder) || fileName.startsWith(installed));
        assert.ok(ours.some(({ fileName }) => fileName.endsWith("types/element/element.d.ts")));
        const found = [
            ...program.getOptionsDiagnostics(),
            ...program.getGlobalDiagnostics(),
            ...ours.flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]),
        ];
        const wrong = found.map(({ file, start, messageText }) => {
            const { line } = file ? file.getLineAndCharacterOfPosition(start) : { line: 0 };
            return `${file?.fileName.split("/").slice(-2).join("/")}:${line + 1} ${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
        });
        assert.deepEqual(wrong, []);
    });
}

test("every declaration in the package is reached from an entry", async () => {
    await packed;
    const { exports } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
    const reached = new Set();
    const follow = (file) => {
        if (reached.has(file)) return;
        reached.add(file);
        const from = new URL(`file://${installed}/${file}`);
        for (const [, path] of readFileSync(from, "utf8").matchAll(/(?:from|import\()\s*"(\.[^"]+)\.js"/g))
            follow(new URL(`${path}.d.ts`, from).pathname.slice(installed.length + 1));
    };
    for (const { types } of Object.values(exports)) if (types) follow(types.slice(2));
    assert.deepEqual(
        [...reached].sort(),
        [...ts.sys.readDirectory(installed, [".d.ts"])].map((file) => file.slice(installed.length + 1)).sort(),
    );
});
