// TypeScript for the tests: bundles a module, by its path from the root of the project, and imports it.
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const root = new URL("../", import.meta.url);
const { build } = createRequire(new URL("build/npm/", root))("esbuild");

export async function load(path) {
    const { outputFiles } = await build({
        entryPoints: [fileURLToPath(new URL(path, root))],
        bundle: true,
        format: "esm",
        write: false,
        logLevel: "error",
    });
    return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}
