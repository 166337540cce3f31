// Which suites `./build.sh test WORD…` runs, and what they need: asked of tests/run, which knows. Builds nothing.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { test } from "node:test";

const run = (...args) => spawnSync(new URL("run", import.meta.url).pathname, args, { encoding: "utf8", timeout: 60_000 });

test("a word that no suite has: exit 2, and the suites there are", () => {
    for (const args of [["nonsense"], ["--needs", "nonsense"], ["format", "nonsense"]]) {
        const { status, stdout, stderr } = run(...args);
        assert.equal(status, 2);
        assert.equal(stdout, "");
        assert.match(stderr, /no suite has "nonsense"/);
        for (const suite of ["core, native", "core, wasm relaxed", "three engines", "page in the browser"])
            assert.ok(stderr.includes(suite), stderr);
    }
});

test("what a suite needs, a line for each preset", () => {
    assert.equal(run("--needs", "core, native, sanitized").stdout, "native-debug attention-tests\n");
    assert.match(run("--needs", "fuzzing").stdout, /^fuzz( fuzz-\w+){3,}\n$/);
    assert.equal(run("--needs", "format").stdout, "");
    assert.equal(run("--needs", "engines").stdout, "web dist\n");
    assert.equal(run("--needs", "package").stdout, "web dist\n");
    // The browser's suite compares the page with the native program, so it needs both.
    assert.deepEqual(run("--needs", "scalar", "browser").stdout.trim().split("\n").sort(), [
        "native-debug attention-explainer",
        "web attention-tests-scalar dist",
    ]);
    const everything = run("--needs").stdout.trim().split("\n");
    assert.deepEqual(everything.map((line) => line.split(" ")[0]).sort(), [
        "fuzz",
        "native-debug",
        "native-gdb",
        "native-kernels",
        "native-release",
        "web",
    ]);
});

test("a word runs its suites and no other", () => {
    const { status, stdout } = run("format");
    assert.equal(status, 0, stdout);
    assert.match(stdout, /^format of the sources .*\n2 passed, 0 failed, 0 skipped\n$/);
});

test("how long tests took is read from the logs of both runners", () => {
    const log = [
        "✔ loads: once (1234.5ms)",
        "    ✔ within another (9000ms)",
        "✖ fails (a reason) (61000.04ms)",
        "ℹ pass 1",
        "0.250000 s: attend: n = 6",
        "12.5 s: all",
        "other.cpp:3: 1.5 s",
        "",
    ];
    const { stdout } = spawnSync("awk", ["-f", new URL("times.awk", import.meta.url).pathname], {
        input: log.join("\n"),
        encoding: "utf8",
    });
    assert.deepEqual(
        stdout
            .trimEnd()
            .split("\n")
            .map((line) => line.trim()),
        ["1.2 s  loads: once", "61.0 s  fails (a reason)", "0.2 s  attend: n = 6", "12.5 s  all"],
    );
});

test("of a log of doctest what failed is told, and none of the cases that only had something to tell", () => {
    const line = "=".repeat(79);
    const block = (name, ...said) => [line, "a.test.cpp:1:", `TEST CASE:  ${name}`, "", ...said, ""];
    const log = [
        ...block("tells its seed", "a.test.cpp:3: MESSAGE: SEED=7"),
        ...block("fails", "a.test.cpp:5: ERROR: CHECK( 1 == 2 ) is NOT correct!", "  logged: id := softmax"),
        ...block("is slow"),
        ...block("crashes", "a.test.cpp:9: FATAL ERROR: test case CRASHED: SIGSEGV"),
        line,
        "[doctest] test cases: 4 | 2 passed | 2 failed",
    ];
    const { stdout } = spawnSync("awk", ["-f", new URL("failures.awk", import.meta.url).pathname], {
        input: log.join("\n"),
        encoding: "utf8",
    });
    assert.deepEqual(
        [...stdout.matchAll(/TEST CASE: {2}(.*)/g)].map(([, name]) => name),
        ["fails", "crashes"],
    );
    assert.match(stdout, /CHECK\( 1 == 2 \)[^]*id := softmax[^]*SIGSEGV/);
});

test("every test file belongs to one suite", () => {
    const there = readdirSync(new URL(".", import.meta.url), { recursive: true }).filter(
        (file) => file.endsWith(".test.mjs") && !file.includes("node_modules"),
    );
    const listed = run("--files")
        .stdout.trim()
        .split("\n")
        .map((file) => file.replace(/^tests\//, ""));
    assert.ok(there.length > 60, `${there.length}`);
    assert.deepEqual(listed.sort(), there.sort());
});
