// index.html and the guide for `./build.sh dev`: a process of its own each time, as Node keeps modules that it has once read.
import { cpSync, existsSync, readFileSync } from "node:fs";
import { manifest } from "../manifest.mjs";
import { shownIds } from "../publish.mjs";
import { at, read } from "../build/paths.mjs";
import { writeGuide, writePage } from "../build/page.mjs";
import { forAuthors } from "../build/transfer.mjs";

const [folder, table] = process.argv.slice(2);
try {
    const exhibits = JSON.parse(read(table));
    const elements = manifest((file) => readFileSync(at(file), "utf8"), shownIds(exhibits));
    for (const file of ["embed.html", "picture.png"]) cpSync(at(`web/${file}`), at(`${folder}/${file}`));
    // Without pictures, which take four seconds: readers without script see them. And what is wrong with the essay keeps nobody from seeing it.
    await writePage(exhibits, elements, null, folder, (problem) => {
        console.error(problem);
        process.exitCode = 1;
    });
    writeGuide(exhibits, elements, existsSync(at("build/web/sizes.json")) ? forAuthors(JSON.parse(read("build/web/sizes.json"))) : [], folder);
} catch (error) {
    console.error(error.message);
    process.exit(1);
}
