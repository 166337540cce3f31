// The native program from outside: its arguments, its pictures, its window. Needs a display: `xvfb-run -a node --test tests/native/`.
// What it draws and describes is tested beside the sources of the exhibits.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { inflateSync } from "node:zlib";

const program = process.env.NATIVE ?? new URL("../../build/native-debug/attention-explainer", import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), "attention-explainer-"));
after(() => rmSync(folder, { recursive: true }));

// Leaks of OpenGL drivers are not ours.
const env = { ...process.env, ASAN_OPTIONS: "detect_leaks=0" };
const run = (...args) => spawnSync(program, args, { env, encoding: "utf8", timeout: 60_000 });
const ids = run("--list").stdout.trim().split("\n").map((line) => line.split(" ")[0]);

/** Size and pixels (RGBA rows) of a PNG as libpng writes it: 8 bits, not interlaced. */
function readPng(file) {
    const data = readFileSync(file);
    const parts = [];
    for (let at = 8; at < data.length; at += 12 + data.readUInt32BE(at))
        if (data.toString("latin1", at + 4, at + 8) === "IDAT") parts.push(data.subarray(at + 8, at + 8 + data.readUInt32BE(at)));
    const [width, height, channels] = [data.readUInt32BE(16), data.readUInt32BE(20), data[25] === 6 ? 4 : 3];
    const raw = inflateSync(Buffer.concat(parts));
    const stride = width * channels;
    const pixels = Buffer.alloc(stride * height);
    for (let y = 0; y < height; ++y)
        for (let x = 0; x < stride; ++x) {
            const left = x < channels ? 0 : pixels[y * stride + x - channels];
            const up = y === 0 ? 0 : pixels[(y - 1) * stride + x];
            const corner = x < channels || y === 0 ? 0 : pixels[(y - 1) * stride + x - channels];
            const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
            const paeth = a <= b && a <= c ? left : b <= c ? up : corner;
            pixels[y * stride + x] = raw[y * (stride + 1) + 1 + x] + [0, left, up, (left + up) >> 1, paeth][raw[y * (stride + 1)]];
        }
    return { width, height, channels, pixels };
}

test("--list names the exhibits", () => {
    for (const id of ["dot-product", "softmax", "heads"]) assert.ok(ids.includes(id), `${id} in ${ids}`);
});

for (const id of ids) {
    test(`${id}: --describe prints JSON and needs no display`, () => {
        const { status, stdout, stderr } = spawnSync(program, ["--exhibit", id, "--describe"], { env: { ...env, DISPLAY: "" }, encoding: "utf8" });
        assert.equal(status, 0, stderr);
        const { summary, tables } = JSON.parse(stdout);
        assert.ok(summary.length > 20);
        assert.ok(tables.length > 0);
        for (const { columns, rows } of tables) for (const row of rows) assert.equal(row.length, columns.length);
    });

    for (const theme of ["light", "dark"])
        test(`${id}: --screenshot, ${theme}`, () => {
            const file = join(folder, `${id}-${theme}.png`);
            const { status, stderr } = run("--exhibit", id, "--theme", theme, "--screenshot", file, "--size", "800x600");
            assert.equal(status, 0, stderr);
            const { width, height, channels, pixels } = readPng(file);
            assert.deepEqual([width, height], [800, 600]);
            const colours = new Map();
            for (let at = 0; at < pixels.length; at += channels) {
                const colour = pixels.readUIntBE(at, 3);
                colours.set(colour, (colours.get(colour) ?? 0) + 1);
            }
            const paper = Math.max(...colours.values()) / (width * height);
            assert.ok(colours.size > 50, `${colours.size} colours: lines and text have many`);
            assert.ok(paper > 0.2 && paper < 0.995, `${(100 * paper).toFixed(1)} % paper`);
        });
}

for (const [args, complaint] of [
    [["--exhibit", "nonsense"], /unknown exhibit "nonsense"/],
    [["--exhibit", "softmax", "--state", "temperature=abc"], /temperature must be a number from 0\.05 to 5, got "abc"/],
    [["--exhibit", "softmax", "--state", "temperature=0"], /temperature must be a number from 0\.05 to 5, got 0/],
    [["--size", "wide"], /size/],
    [["--nonsense"], /nonsense/],
    [["--state"], /state/],
])
    test(`${args.join(" ")}: one line, exit 2`, () => {
        const { status, stdout, stderr } = run(...args);
        assert.equal(status, 2);
        assert.equal(stdout, "");
        assert.match(stderr, complaint);
        assert.equal(stderr.trim().split("\n").length, 1, stderr);
    });

test("the window opens and stays", async () => {
    const child = spawn(program, [], { env, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (output += data));
    await sleep(3000);
    assert.equal(child.exitCode, null, output);
    const ended = new Promise((resolve) => child.on("exit", resolve));
    child.kill();
    await ended;
    assert.equal(output, "");
});
