// Runs the tests of the package in one process, with one Chromium and one packed package: `node tests/package/run.mjs`. Each file also runs by itself.
import { readdirSync } from "node:fs";

for (const file of readdirSync(new URL(".", import.meta.url)).sort()) {
    if (file.endsWith(".test.mjs")) await import(new URL(file, import.meta.url));
}
