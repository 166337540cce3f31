// The table of exhibits for `./build.sh dev`, asked of the engine as it was just compiled: a process of its own each time, which gives its memory
// back. Beside it, as shown.json, those that ship: not the sheets of all parts.
import { generate, writeWords } from "../build/generated.mjs";
import { read, write } from "../build/paths.mjs";

const [folder, served] = process.argv.slice(2);
const exhibits = await generate(folder, read("build/web/out/explainer.parts.js"), "explainer.parts", 8);
await writeWords(served, exhibits, "explainer.parts", 8);
write(`build/web/${folder}/shown.json`, JSON.stringify(exhibits.filter(({ id }) => !/^parts\b/.test(id))));
