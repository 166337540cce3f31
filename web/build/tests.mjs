// The element with the hidden exhibits (src/explainer/test_sheets), for the tests in browsers: build/web/parts/. Nothing of it is in dist/.
import { cpSync } from "node:fs";
import { build } from "esbuild";
import { generate, writeWords } from "./generated.mjs";
import { at, read, variants } from "./paths.mjs";
import { withHidden } from "./scripts.mjs";

try {
    const exhibits = await generate("generated-parts", read("build/web/out/explainer.parts.js"), "explainer.parts");
    await build(withHidden("build/web/parts"));
    await writeWords("build/web/parts", exhibits, "explainer.parts", 8);
    // Its one build stands for all three
    for (const variant of variants) cpSync(at("build/web/out/explainer.parts.wasm"), at(`build/web/parts/explainer.${variant}.wasm`));
} catch (error) {
    console.error(`web/build/tests.mjs: ${error.message}`);
    process.exit(1);
}
