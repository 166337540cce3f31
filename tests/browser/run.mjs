// Runs all browser tests in one process with one Chromium: `node tests/browser/run.mjs`. Each file also runs by itself: `node --test FILE`.
import { readdirSync } from "node:fs";

for (const file of readdirSync(new URL(".", import.meta.url)).sort()) {
    if (file.endsWith(".test.mjs")) await import(new URL(file, import.meta.url));
}
