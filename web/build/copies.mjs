// What goes into dist/ as it is: the frame page, the wasm, licences of what is built in.
import { cpSync, existsSync } from "node:fs";
import { at, made, npm, read, variants, write } from "./paths.mjs";

export function copies() {
    for (const file of ["embed.html", "picture.png"]) cpSync(at(`web/${file}`), at(`${made}/${file}`));
    for (const name of ["explainer", "core"])
        for (const variant of variants) cpSync(at(`build/web/out/${name}.${variant}.wasm`), at(`${made}/${name}.${variant}.wasm`));
    const imgui = ["build/imgui", "build/web/_deps/imgui-src"].find((folder) => existsSync(at(`${folder}/LICENSE.txt`)));
    const parts = [
        ["attention-explainer", "LICENSE"],
        ["Dear ImGui", `${imgui}/LICENSE.txt`],
        ["Source Sans", `${npm}/source-sans/LICENSE.md`],
        ["DejaVu Sans", `${npm}/dejavu-fonts-ttf/LICENSE`],
        ["wasm-feature-detect", `${npm}/wasm-feature-detect/LICENSE`],
    ];
    write(`${made}/LICENSE.txt`, parts.map(([name, path]) => `=== ${name}\n\n${read(path)}\n`).join("\n"));
}
