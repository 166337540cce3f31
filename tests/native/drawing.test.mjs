// Runs the tests of what the GPU draws (tests/native/drawing/), which need a display. No test of its own.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";

const program = process.env.DRAWING ?? new URL("../../build/native-debug/drawing-tests", import.meta.url).pathname;

test("maps and text as they come out of the GPU", (t) => {
    const { status, stdout, stderr } = spawnSync(program, ["--no-colors"], { encoding: "utf8" });
    for (const [line] of stdout.matchAll(/.*of this thread.*/g)) t.diagnostic(line.trim());
    assert.equal(status, 0, stdout + stderr);
});
