// What README.md and CONTRIBUTING.md say is there: verbs, files, lines of code that they quote; the version, in one place. Builds nothing.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));
const read = (file) => readFileSync(root + file, "utf8");
const [readme, contributing, build] = ["README.md", "CONTRIBUTING.md", "build.sh"].map(read);

test("the verbs that they name are build.sh's, and it says what each does", () => {
    const { stdout: usage } = spawnSync("bash", [`${root}build.sh`, "help"], { encoding: "utf8" });
    const verbs = new Set([...(readme + contributing).matchAll(/\.\/build\.sh ([a-z]+)/g)].map(([, verb]) => verb));
    assert.ok(verbs.has("dev") && verbs.size > 5);
    for (const verb of verbs) {
        assert.match(build, new RegExp(`^    ([a-z| -]*\\| )?${verb}( \\||\\))`, "m"), verb);
        if (verb !== "help") assert.ok(usage.includes(`./build.sh ${verb}`), verb);
    }
});

test("the files and folders that CONTRIBUTING.md names are there", () => {
    const paths = [...contributing.matchAll(/`((?:src|web|tests|cmake|shaders)\/[\w./-]*)`/g)].map(([, path]) => path);
    assert.ok(paths.length > 10);
    for (const path of [
        ...paths,
        ...[...contributing.matchAll(/`([A-Z]+(?:\.md)?)`/g)]
            .map(([, path]) => path)
            .filter((path) => path === "VERSION" || path.endsWith(".md")),
    ])
        assert.ok(existsSync(root + path), path);
});

test("the code that it quotes stands in its examples, as it is quoted", () => {
    const example = ["proof", "blend"]
        .map((id) => read(`src/explainer/exhibits/${id}.cpp`))
        .join("\n")
        .split("\n")
        .map((line) => line.trim())
        .join("\n");
    const quotes = [...contributing.matchAll(/```cpp\n([\s\S]*?)```/g)].map(([, code]) =>
        code
            .trim()
            .split("\n")
            .map((line) => line.trim())
            .join("\n"),
    );
    assert.ok(quotes.length >= 5);
    for (const quote of quotes) assert.ok(example.includes(quote), quote);
});

test("README.md's table has a line for each exhibit, in the order of the list", () => {
    const folder = "src/explainer/exhibits/";
    const ids = new Map(
        readdirSync(root + folder)
            .filter((file) => file.endsWith(".cpp"))
            .flatMap((file) =>
                [...read(folder + file).matchAll(/^const ExhibitType (\w+) = \{\s*"([\w-]+)"/gm)].map(([, name, id]) => [name, id]),
            ),
    );
    const [, listed] = read("src/explainer/exhibits.cpp").match(/listed = \{([^}]*)\}/);
    const table = readme.slice(readme.indexOf("| exhibit |"));
    assert.deepEqual(
        [...table.slice(0, table.indexOf("\n\n")).matchAll(/^\| `([\w-]+)` \|/gm)].map(([, id]) => id),
        [...listed.matchAll(/&(\w+)/g)].map(([, name]) => ids.get(name)),
    );
});

test("the version: VERSION's, the changelog's, and that of samples' addresses", () => {
    const version = read("VERSION").trim();
    assert.match(version, /^\d+\.\d+\.\d+$/);
    assert.ok(read("CHANGELOG.md").includes(version));
    for (const sample of ["page.md", "notebook/widget.py", "notebook/cell.html"]) {
        const versions = [...read(`web/examples/${sample}`).matchAll(/attention-explainer@([\d.]+\d)/g)].map(([, said]) => said);
        assert.ok(versions.length > 0, sample);
        for (const said of versions) assert.equal(said, version, sample);
    }
});
