// What goes into dist/ as it is: the frame page, the wasm, licences of what is built in.
import { cpSync, existsSync } from "node:fs";
import { modulesBeside } from "./engine.mjs";
import { at, made, npm, read, variants, write } from "./paths.mjs";

/** The weights of the model that learned, those of its checkpoints, and what runs it in Python. */
export function copyLearned(folder) {
    for (const file of ["model.safetensors", "checkpoints", "forward.py"])
        cpSync(at(`train/learned/${file}`), at(`${folder}/learned/${file}`), { recursive: true });
}

export function copies() {
    for (const file of ["embed.html", "picture.png"]) cpSync(at(`web/${file}`), at(`${made}/${file}`));
    cpSync(at("web/tensors/tensors.schema.json"), at(`${made}/tensors.schema.json`));
    copyLearned(made);
    for (const name of ["core", "model", "learner", "explainer", ...modulesBeside("explainer.scalar").map((one) => `explainer.${one}`)])
        for (const variant of variants) cpSync(at(`build/web/out/${name}.${variant}.wasm`), at(`${made}/${name}.${variant}.wasm`));
    const imgui = ["build/imgui", "build/web/_deps/imgui-src"].find((folder) => existsSync(at(`${folder}/LICENSE.txt`)));
    const parts = [
        ["attention-explainer", "LICENSE"],
        ["Dear ImGui", `${imgui}/LICENSE.txt`],
        ["Source Sans", `${npm}/source-sans/LICENSE.md`],
        ["STIX Two Math", `${npm}/@fontsource/stix-two-math/LICENSE`],
        ["DejaVu Sans", `${npm}/dejavu-fonts-ttf/LICENSE`],
        ["Hugging Face Tokenizers.js", `${npm}/@huggingface/tokenizers/LICENSE`],
        ["wasm-feature-detect", `${npm}/wasm-feature-detect/LICENSE`],
    ];
    write(`${made}/CHANGELOG.txt`, read("CHANGELOG.md"));
    write(`${made}/LICENSE.txt`, parts.map(([name, path]) => `=== ${name}\n\n${read(path)}\n`).join("\n"));
}
