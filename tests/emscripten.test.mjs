// cmake/emscripten.sh where it needs no archive: an em++ on the PATH, with and without apt-get; and its pins. (Programs are faked: a folder of scripts is the PATH.)
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));
const pins = readFileSync(`${root}cmake/emscripten/pins`, "utf8");
const [, tested] = /\/emscripten_([\d.]+)/.exec(pins);
const folder = mkdtempSync(join(tmpdir(), "attention-explainer-"));
after(() => rmSync(folder, { recursive: true }));

/** Runs a copy of the script, for which these programs are all there is. */
function run(name, programs, modules = true) {
    const here = join(folder, name);
    const bin = join(here, "bin");
    cpSync(`${root}cmake`, join(here, "cmake"), { recursive: true });
    mkdirSync(modules ? join(bin, "cmake/Modules") : bin, { recursive: true });
    for (const tool of ["bash", "sed", "head", "dirname", "readlink", "cat", "cksum"])
        symlinkSync(spawnSync("bash", ["-c", `command -v ${tool}`], { encoding: "utf8" }).stdout.trim(), join(bin, tool));
    for (const [program, text] of Object.entries(programs))
        writeFileSync(join(bin, program), `#!${bin}/bash\n${text}\n`, { mode: 0o755, flag: "wx" }); // (never through a link to the machine's own)
    const { status, stdout, stderr } = spawnSync(join(bin, "bash"), [join(here, "cmake/emscripten.sh")], {
        encoding: "utf8",
        env: { PATH: bin },
    });
    return { status, stdout: stdout.trim(), stderr, bin };
}

test("an em++ that was tested is taken as it is; without apt-get nothing is asked for", () => {
    const { status, stdout, stderr, bin } = run("tested", { "em++": `echo ${tested}` });
    assert.equal(stderr, "");
    assert.equal(status, 0);
    assert.equal(stdout, bin);
});

test("another one is taken too, and said not to be what was tested", () => {
    const { status, stdout, stderr, bin } = run("newer", { "em++": "echo 99.1.0" });
    assert.equal(status, 0);
    assert.equal(stdout, bin);
    assert.equal(stderr, `emscripten: em++ 99.1.0 is on the PATH; this project was tested with ${tested}\n`);
});

test("one that is only a link into the PATH: its em-config says where it lies", () => {
    const { stdout } = run("linked", { "em++": `echo ${tested}`, "em-config": 'echo "/opt/$1"' }, false);
    assert.equal(stdout, "/opt/EMSCRIPTEN_ROOT");
});

test("too old, and no apt-get: says what to do", () => {
    const { status, stdout, stderr } = run("old", {
        "em++": "echo 3.1.6",
        node: "exit 1",
        dpkg: "echo amd64",
        npm: "",
        python3: "",
        xz: "",
    });
    assert.equal(status, 1);
    assert.equal(stdout, "");
    assert.match(stderr, /em\+\+ 3\.1\.6 on the PATH is too old/);
    assert.match(stderr, /no apt-get/);
    assert.match(stderr, /put em\+\+ on the PATH/);
});

test("what compiles is pinned for both architectures, and Dear ImGui's source: place and SHA-256", () => {
    const lines = pins
        .trim()
        .split("\n")
        .filter((line) => !line.startsWith("#"));
    for (const line of lines) assert.match(line, /^(amd64|arm64|source) [0-9a-f]{64} pool\/main\/\S+_\S+\.(deb|tar\.\w+)$/);
    for (const architecture of ["amd64", "arm64"]) {
        for (const name of [
            "emscripten_",
            "binaryen_",
            "clang-\\d+_",
            "lld-\\d+_",
            "llvm-\\d+_",
            "libllvm\\d+_",
            "libclang-cpp\\d+_",
            "libc6_",
        ])
            assert.equal(lines.filter((line) => new RegExp(`^${architecture} .*/${name}`).test(line)).length, 1, `${architecture} ${name}`);
    }
    assert.equal(lines.filter((line) => /^source .*\/imgui_/.test(line)).length, 1);
});
