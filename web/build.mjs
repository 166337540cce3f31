// Makes dist/ from the compiled modules and the TypeScript: `node --import ./cmake/packages.mjs web/build.mjs` (the target `dist` of
// the preset `web` does it). Checks types, bundles, weighs; what is too heavy, a test says (tests/node/sizes.test.mjs).
import { renameSync, rmSync } from "node:fs";
import { build } from "esbuild";
import { copies } from "./build/copies.mjs";
import { generate, glueOf, writeWords } from "./build/generated.mjs";
import { appendPlaces, writeFaces, writeGuide, writePage } from "./build/page.mjs";
import { at, made, write } from "./build/paths.mjs";
import { declarations, leaner, packageOnly, pages } from "./build/scripts.mjs";
import { forAuthors, pageOnly, weigh } from "./build/transfer.mjs";
import { publish } from "./publish.mjs";

try {
    rmSync(at(made), { recursive: true, force: true });
    const exhibits = await generate("generated", glueOf("explainer"), "explainer.scalar");
    const results = await Promise.all([...pages(), ...packageOnly()].map((options) => build(options)));
    await declarations();
    for (const { metafile } of results) await leaner(metafile.outputs);
    const [
        {
            metafile: { outputs },
        },
    ] = results;
    copies();
    await writeWords(made, exhibits, "explainer.scalar");
    const elements = publish(at, made, exhibits, pageOnly(outputs));
    appendPlaces(exhibits);
    write("build/web/essay-told.html", await writePage(exhibits, "explainer.scalar")); // for tests/native/questions.test.mjs
    writeGuide(exhibits, elements, []); // for its signs
    await writeFaces();
    const sizes = weigh(outputs);
    writeGuide(exhibits, elements, forAuthors(sizes));
    write("build/web/sizes.json", `${JSON.stringify(sizes, null, 4)}\n`);
    rmSync(at("dist"), { recursive: true, force: true });
    renameSync(at(made), at("dist"));
} catch (error) {
    console.error(`web/build.mjs: ${error.message}`);
    process.exit(1);
}
