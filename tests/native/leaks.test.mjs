// The leak checker of the debug build: the OpenGL driver's leaks are no failure, ours are. See src/host/native_leaks.cpp.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { build } from "./support.mjs";

const leak = (...args) => spawnSync(`${build}leak`, args, { encoding: "utf8", timeout: 60_000 });

test("a picture drawn by the driver ends without a report", () => {
    const { status, stdout, stderr } = leak();
    assert.equal(stderr + stdout, "");
    assert.equal(status, 0);
});

test("a leak of our own, after the same picture, is reported and fails", () => {
    const { status, stderr } = leak("lose");
    assert.match(stderr, /Direct leak of 8000 byte/);
    assert.match(stderr, /leak\.cpp/);
    assert.match(stderr, /SUMMARY: AddressSanitizer: 8000 byte\(s\) leaked in 1 allocation/);
    assert.notEqual(status, 0);
});
