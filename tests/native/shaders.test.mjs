// Shaders from files: read when they are saved, refused in words when they do not compile. In the real window and in a picture.
import assert from "node:assert/strict";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { folder, NativeWindow, readPng, run } from "./support.mjs";

const sources = new URL("../../shaders/", import.meta.url).pathname;
const copy = (name) => {
    const to = join(folder, name);
    mkdirSync(to);
    cpSync(sources, to, { recursive: true });
    return to;
};
/** The shader with its output turned to one colour. */
const painted = (file) => readFileSync(file, "utf8").replace(/\}\s*$/, "    color = vec4(1.0, 0.0, 1.0, 1.0);\n}\n");
const picture = (name, ...args) => {
    const file = join(folder, name);
    const { status, stderr } = run("--exhibit", "heads", "--screenshot", file, "--size", "800x600", ...args);
    assert.equal(status, 0, stderr);
    return readPng(file).pixels;
};

test("a picture is drawn by the shaders of the folder that is named", () => {
    const own = copy("own");
    const built = picture("built.png");
    assert.ok(picture("same.png", "--shaders", own).equals(built), "the same shaders, the same picture");
    const file = join(own, "heatmap.frag");
    writeFileSync(file, painted(file));
    assert.ok(!picture("other.png", "--shaders", own).equals(built), "a shader that paints otherwise");
});

test("a picture whose shaders do not compile, or are not there, is none: the error in words, exit 2, no file", () => {
    const own = copy("broken");
    const file = join(own, "heatmap.frag");
    writeFileSync(file, readFileSync(file, "utf8").replace("void main", "nonsense void main"));
    for (const [shaders, complaint] of [
        [own, /shader does not compile: .*error/],
        [join(folder, "nowhere"), /no shader in .*nowhere/],
    ]) {
        const png = join(folder, "broken.png");
        const { status, stdout, stderr } = run("--exhibit", "heads", "--screenshot", png, "--shaders", shaders);
        assert.equal(status, 2);
        assert.match(stderr, complaint);
        assert.equal(stdout, "");
        assert.ok(!existsSync(png));
    }
});

test("in the window: an error is said in words and the figure stays, then the mended shader is taken", { timeout: 60_000 }, async () => {
    const own = copy("watched");
    const file = join(own, "heatmap.frag");
    const window = new NativeWindow(["--exhibit", "heads", "--debug", "--shaders", own, "--size", "1200x800"]);
    await window.said(/shaders read from .*watched/);
    await window.titled("heads [debug]");
    const good = readFileSync(file, "utf8");
    writeFileSync(file, good.replace("void main", "nonsense void main"));
    await window.said(/shader does not compile: .*error/);
    window.output = "";
    writeFileSync(`${file}.new`, painted(file).replace("nonsense ", ""));
    renameSync(`${file}.new`, file); // as editors do
    await window.said(/shaders read from .*watched/);
    assert.doesNotMatch(window.output, /compile/);
    window.output = "";
    window.focus().key("Escape");
    assert.equal(await window.ended, 0, window.output);
    assert.equal(window.output, "");
});

test("a folder without shaders is said", { timeout: 60_000 }, async () => {
    const window = new NativeWindow(["--shaders", join(folder, "none")]);
    await window.said(/no shader in .*none/);
    window.child.kill();
    await window.ended;
});
