// Paths of the build and what is common to its files.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = new URL("../../", import.meta.url);
export const at = (path) => fileURLToPath(new URL(path, root));
export const read = (path) => readFileSync(at(path), "utf8");
export const write = (path, text) => writeFileSync(at(path), text);
export const variants = ["relaxed", "simd128", "scalar"];
export const npm = "build/npm/node_modules";
export const made = "build/web/dist"; // becomes dist/ when it is whole
