// Runs the tests of the package in one process, with one Chromium and one packed package: `node tests/package/run.mjs FILES`. Each file also runs by itself.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

for (const file of process.argv.slice(2)) await import(pathToFileURL(resolve(file)));
