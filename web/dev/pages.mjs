// For `./build.sh dev`, a process of its own each time, as Node keeps modules that it has once read: `pages.mjs FOLDER TABLE` writes index.html, and with
// `all` the guide and the type faces too, which takes as long again. Without pictures, which take four seconds: readers without script see them.
import { cpSync, existsSync, readFileSync } from "node:fs";
import { writePage } from "../build/page.mjs";
import { at, read } from "../build/paths.mjs";

const [folder, table, all] = process.argv.slice(2);
const exhibits = JSON.parse(read(table));

async function others() {
    const [{ manifest }, { shownIds }, { forAuthors }, { writeFaces, writeGuide }] = await Promise.all(
        ["../manifest.mjs", "../publish.mjs", "../build/transfer.mjs", "../build/page.mjs"].map((module) => import(module)),
    );
    for (const file of ["embed.html", "picture.png"]) cpSync(at(`web/${file}`), at(`${folder}/${file}`));
    const sizes = existsSync(at("build/web/sizes.json")) ? forAuthors(JSON.parse(read("build/web/sizes.json"))) : [];
    writeGuide(
        exhibits,
        manifest((file) => readFileSync(at(file), "utf8"), shownIds(exhibits)),
        sizes,
        folder,
    );
    await writeFaces(folder);
}

try {
    // What is wrong with the essay keeps nobody from seeing it.
    await writePage(exhibits, null, folder, (problem) => {
        console.error(problem);
        process.exitCode = 1;
    });
    if (all) await others();
} catch (error) {
    console.error(error.message);
    process.exitCode = 1;
}
