// The core for other people's C++: compiled alone, installed, and found by a project of ten lines. Compiles everything itself, below a folder that goes.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "attention-explainer-"));
after(() => rmSync(folder, { recursive: true }));
const run = (program, ...args) => {
    const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8" });
    assert.equal(status, 0, `${program} ${args.join(" ")}\n${stdout}\n${stderr}`);
    return stdout;
};
const [core, prefix, consumer] = ["core", "prefix", "consumer"].map((name) => join(folder, name));

test("installed: headers, one library, and what find_package reads", () => {
    run(
        "cmake",
        "-S",
        root,
        "-B",
        core,
        "-G",
        "Ninja",
        "-D",
        "CORE_ONLY=ON",
        "-D",
        "CMAKE_BUILD_TYPE=Release",
        "-D",
        "CMAKE_INSTALL_LIBDIR=lib",
    );
    run("cmake", "--build", core);
    run("cmake", "--install", core, "--prefix", prefix);
    const headers = readdirSync(join(prefix, "include/attention"));
    for (const header of ["attend.h", "matrix.h", "options.h", "multi_head.h", "key_value_cache.h"])
        assert.ok(headers.includes(header), header);
    assert.deepEqual(readdirSync(join(prefix, "lib")).sort(), ["cmake", "libattention.a"]);
    assert.ok(
        readFileSync(join(prefix, "lib/cmake/attention-explainer/attention-explainer-config-version.cmake"), "utf8").includes(
            readFileSync(join(root, "VERSION"), "utf8").trim(),
        ),
    );
    // whole by themselves: none needs one that is not there
    writeFileSync(join(folder, "all.cpp"), headers.map((header) => `#include <attention/${header}>\n`).join(""));
    run("c++", "-std=c++20", "-fsyntax-only", "-I", join(prefix, "include"), join(folder, "all.cpp"));
});

test("a project of ten lines finds it, compiles and computes", () => {
    run("cmake", "-S", join(root, "tests/install/consumer"), "-B", consumer, "-G", "Ninja", "-D", `CMAKE_PREFIX_PATH=${prefix}`);
    run("cmake", "--build", consumer);
    assert.equal(run(join(consumer, "consumer")), "2 3\n");
});
