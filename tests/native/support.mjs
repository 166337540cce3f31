// What the tests of the native program share: running it, reading its pictures, and a hand on its real window (xdotool).
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach } from "node:test";
import { decode } from "fast-png";

export const build = new URL("../../build/native-debug/", import.meta.url).pathname;
export const program = process.env.NATIVE ?? `${build}attention-explainer`;
export const folder = mkdtempSync(join(tmpdir(), "attention-explainer-"));
after(() => rmSync(folder, { recursive: true }));

// The leak checker itself breaks down at threads of the GL driver that end as it begins ("Tracer caught signal 11"), with some sizes of picture each
// time: so there are none, neither of the rasteriser nor of the cache of shaders.
process.env.LP_NUM_THREADS = "0";
process.env.MESA_SHADER_CACHE_DISABLE = "true";

/**
 * Runs the program to its end. Where the leak checker broke down nothing is known of the program: then once more, and after six times without it (some
 * runs in a row can meet it; tests/native/leaks.test.mjs and the other runs look for leaks).
 */
export function run(...args) {
    for (let attempt = 1; ; ++attempt) {
        const checked = { ...process.env, ASAN_OPTIONS: `${process.env.ASAN_OPTIONS ?? ""}:detect_leaks=${attempt > 6 ? 0 : 1}` };
        const done = spawnSync(program, args, { encoding: "utf8", timeout: 60_000, env: checked });
        if (attempt > 6 || !done.stderr.includes("LeakSanitizer has encountered a fatal error")) return done;
    }
}
export const ids = () =>
    run("--list")
        .stdout.trim()
        .split("\n")
        .map((line) => line.split(" ")[0]);

/** Size and pixels (rows of RGB or RGBA) of a PNG. */
export function readPng(file) {
    const { width, height, channels, data } = decode(readFileSync(file));
    return { width, height, channels, pixels: Buffer.from(data.buffer, data.byteOffset, data.length) };
}

/** How many pixels of each colour (0xrrggbb) are in columns `from` to `to` of a picture. */
export function coloursOf({ width, height, channels, pixels }, from = 0, to = width) {
    const colours = new Map();
    for (let y = 0; y < height; ++y)
        for (let x = from; x < to; ++x) {
            const colour = pixels.readUIntBE((y * width + x) * channels, 3);
            colours.set(colour, (colours.get(colour) ?? 0) + 1);
        }
    return colours;
}

const xdotool = (...args) => {
    const { status, stdout, stderr } = spawnSync("xdotool", args.map(String), { encoding: "utf8", timeout: 30_000 });
    if (status !== 0) throw new Error(`xdotool ${args.join(" ")}: ${stderr || `no answer (${status})`}`);
    return stdout.trim();
};

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

const opened = new Set();
afterEach(() => opened.forEach((window) => window.child.kill())); // a failed test leaves none behind

/** The program with its window open, its pointer and keys; the window's title is the exhibit, its state string, and [debug] beside the pane. */
export class NativeWindow {
    output = "";
    constructor(args, options = {}) {
        this.child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"], ...options });
        opened.add(this);
        for (const stream of [this.child.stdout, this.child.stderr]) stream.on("data", (data) => (this.output += data));
        this.ended = new Promise((resolve) => this.child.on("close", (code, signal) => resolve(code ?? signal)));
        this.ended.then(() => opened.delete(this));
    }
    /** Waits until the title is this, with or without the pane's part if it is not named. */
    async titled(title) {
        const found = spawn("xdotool", ["search", "--sync", "--onlyvisible", "--name", `^${escaped(title)}( \\[debug\\])?$`]);
        let ids = "";
        found.stdout.on("data", (data) => (ids += data));
        const searched = new Promise((resolve) => found.on("close", resolve));
        const timer = setTimeout(() => found.kill(), 20_000); // a failure, not a wait
        const first = await Promise.race([searched.then(() => "found"), this.ended]);
        clearTimeout(timer);
        found.kill();
        this.id = ids.trim().split("\n")[0];
        if (first !== "found" || !this.id) throw new Error(`no window "${title}": ended with ${first}\n${this.output}`);
        return this;
    }
    /** Waits until the program has printed this. */
    async said(pattern) {
        while (!pattern.test(this.output)) {
            const news = Promise.race(
                [this.child.stdout, this.child.stderr].map((stream) => new Promise((resolve) => stream.once("data", resolve))),
            );
            if ((await Promise.race([news, this.ended.then(() => "ended")])) === "ended" && !pattern.test(this.output))
                throw new Error(`ended without saying ${pattern}:\n${this.output}`);
        }
    }
    focus() {
        xdotool("windowfocus", "--sync", this.id);
        return this;
    }
    click(x, y) {
        xdotool("mousemove", "--window", this.id, x, y, "click", 1);
        return this;
    }
    /** Presses and moves on at once: the program has both before its next frame. The button stays down. */
    drag([x, y], [toX, toY]) {
        const at = (...point) => ["mousemove", "--window", this.id, ...point];
        xdotool(...at(x, y), "mousedown", 1, ...at(toX, toY));
        return this;
    }
    release() {
        xdotool("mouseup", 1);
        return this;
    }
    type(text) {
        xdotool("type", "--delay", 20, text);
        return this;
    }
    /** Takes back what was typed, key by key. */
    erase(text) {
        return this.key(...Array(text.length).fill("BackSpace"));
    }
    key(...names) {
        xdotool("key", "--delay", 20, ...names);
        return this;
    }
}
