// The native program from outside: its arguments, its pictures, its window. Needs a display: `xvfb-run -a node --test tests/native/`.
// What it draws and describes is tested beside the sources of the exhibits.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { coloursOf, folder, ids as list, NativeWindow, program, readPng, run } from "./support.mjs";

const ids = list();

test("--list names the exhibits", () => {
    for (const id of ["dot-product", "softmax", "heads"]) assert.ok(ids.includes(id), `${id} in ${ids}`);
});

for (const id of ids) {
    test(`${id}: --describe prints JSON and needs no display`, () => {
        const { status, stdout, stderr } = spawnSync(program, ["--exhibit", id, "--describe"], {
            env: { ...process.env, DISPLAY: "" },
            encoding: "utf8",
        });
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
            const { width, height } = readPng(file);
            assert.deepEqual([width, height], [800, 600]); // what is in it: pictures.test.mjs
        });
}

test("--state - describes each line that comes in, the last without a newline too", () => {
    const states = ["temperature=0.5", "", "count=3"];
    const alone = states.map((state) => JSON.parse(run("--exhibit", "softmax", "--state", state, "--describe").stdout));
    for (const end of ["\n", ""]) {
        const { status, stdout, stderr } = spawnSync(program, ["--exhibit", "softmax", "--describe", "--state", "-"], {
            input: states.join("\n") + end,
            encoding: "utf8",
        });
        assert.equal(status, 0, stderr);
        assert.deepEqual(
            stdout
                .trimEnd()
                .split("\n")
                .map((line) => JSON.parse(line)),
            alone,
        );
    }
});

for (const [args, complaint] of [
    [["--exhibit", "nonsense"], /unknown exhibit "nonsense"/],
    [["--exhibit", "softmax", "--state", "temperature=abc"], /temperature must be a number from 0\.05 to 30, got "abc"/],
    [["--exhibit", "softmax", "--state", "temperature=0"], /temperature must be a number from 0\.05 to 30, got 0/],
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

const size = ["--size", "1200x800"]; // the pane is its right third

test("the window opens, says nothing, and ends well", async () => {
    const window = await new NativeWindow(["--exhibit", "softmax", "--state", "temperature=0.5", ...size]).titled(
        "softmax temperature=0.5",
    );
    window.focus().key("Escape");
    assert.equal(await window.ended, 0, window.output);
    assert.equal(window.output, ""); // no leak, no warning
});

test("the debug pane: a state typed in is shown, a wrong one refused, Escape leaves the field and then the window", async () => {
    const window = await new NativeWindow(["--exhibit", "softmax", "--debug", ...size]).titled("softmax");
    window.focus().click(1000, 43).type("temperature=0.5");
    await window.titled("softmax temperature=0.5");
    window.type("5z");
    await window.titled("softmax temperature=0.55"); // what it was before the z made it wrong
    window.erase("temperature=0.55z");
    await window.titled("softmax");
    window.type("count=3");
    await window.titled("softmax count=3");
    window.key("Escape"); // Dear ImGui: back to what the field held when it was entered
    await window.titled("softmax");
    window.key("Escape");
    assert.equal(await window.ended, 0, window.output);
    assert.equal(window.output, "");
});

test("copy and paste between the pane and the clipboard", async () => {
    const window = await new NativeWindow(["--exhibit", "softmax", "--debug", "--state", "temperature=0.5", ...size]).titled(
        "softmax temperature=0.5",
    );
    window.focus().click(820, 68); // "Copy"
    window.click(1000, 43).erase("temperature=0.5").type("count=4");
    await window.titled("softmax count=4");
    window.click(862, 68); // "Paste"
    await window.titled("softmax temperature=0.5");
    window.click(1000, 700).key("Escape");
    assert.equal(await window.ended, 0, window.output);
});

test("F12 shows and hides the pane", async () => {
    const window = await new NativeWindow(["--exhibit", "scaling", ...size]).titled("scaling");
    window.focus().key("F12");
    await window.titled("scaling [debug]");
    window.click(1000, 43).type("seed=7");
    await window.titled("scaling seed=7 [debug]");
    window.click(600, 790).key("F12", "Escape");
    assert.equal(await window.ended, 0, window.output);
    assert.equal(window.output, "");
});

test("beside the pane the exhibit is dragged as ever, and the list chooses another", async () => {
    const window = await new NativeWindow(["--exhibit", "softmax", "--debug", ...size]).titled("softmax");
    // The temperature's thumb, a little beside its middle: it does not jump to the hand. Then beyond the end of its track.
    window.focus().drag([528, 671], [300, 671]);
    await window.titled("softmax temperature=0.05");
    window.release();
    window.click(75, 62 + 44 * ids.indexOf("scores")); // the list begins below its heading, 44 px an entry
    await window.titled("scores");
    window.key("Escape");
    assert.equal(await window.ended, 0, window.output);
    assert.equal(window.output, "");
});

test("a picture with the pane: the exhibit at its left as without, the pane at its right", () => {
    const [alone, beside] = [join(folder, "alone.png"), join(folder, "beside.png")];
    assert.equal(run("--exhibit", "heads", "--screenshot", alone, "--size", "800x800").status, 0);
    assert.equal(run("--exhibit", "heads", "--debug", "--screenshot", beside, ...size).status, 0);
    const [left, both] = [readPng(alone), readPng(beside)];
    for (let y = 0; y < 800; ++y) {
        const row = (picture) =>
            picture.pixels.subarray(y * picture.width * picture.channels, (y * picture.width + 800) * picture.channels);
        assert.ok(row(left).equals(row(both)), `row ${y} of the exhibit`);
    }
    assert.ok(coloursOf(both, 800).size > 100, "the pane's text and tables");
});
