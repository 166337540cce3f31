// What a debugger shows: gdb in batch mode on the build for it, with the printer of cmake/gdb.py. See `./build.sh debug`.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";

const program = new URL("../../build/native-gdb/attention-explainer", import.meta.url).pathname;
/** Its kernels are compiled as they are written. */
const kernels = new URL("../../build/native-kernels/attention-tests", import.meta.url).pathname;
const printers = new URL("../../cmake/gdb.py", import.meta.url).pathname;

/** gdb's answers to commands, after a program was loaded with its arguments. */
function gdb(commands, ...call) {
    const { status, stdout, stderr } = spawnSync(
        "gdb",
        [
            "-q",
            "-batch",
            "-nx",
            "-x",
            printers,
            "-ex",
            "set width 0",
            ...commands.flatMap((command) => ["-ex", command]),
            "--args",
            ...call,
        ],
        { encoding: "utf8", timeout: 120_000 },
    );
    assert.equal(status, 0, stderr);
    return stdout;
}

test("a matrix view is printed as a matrix, columns under each other", () => {
    const out = gdb(
        ["break attention::scores", "run", "print q", "print k", "set var out.data = 0", "print out"],
        program,
        "--exhibit",
        "heads",
        "--describe",
    );
    const [, rows, columns] = out.match(/\$1 = \[(\d+), (\d+)\]\n/).map(Number);
    assert.ok(rows > 1 && columns > 1, `${rows} × ${columns}`);
    const lines = out
        .split(/\$1 = .*\n/)[1]
        .split("\n")
        .slice(0, rows);
    for (const line of lines) assert.equal(line.trim().split(/\s+/).map(Number).filter(Number.isFinite).length, columns, line);
    assert.equal(new Set(lines.map((line) => line.length)).size, 1, "lines of one length:\n" + lines.join("\n"));
    assert.match(out, /\$2 = \[\d+, \d+\]\n {2}\s*-?\d/);
    assert.match(out, /\$3 = \[\d+, \d+\] at null/);
});

test("inside a kernel: every argument and local is there, and a vector is four floats", () => {
    const out = gdb(
        [
            "break attention::simd::add_scaled if count >= 4",
            "run",
            "print factor",
            "next",
            "print f",
            "set var *(float*)&f = -2.5",
            "print f",
            "info args",
            "info locals",
            "kill",
        ],
        kernels,
    );
    const [, factor] = out.match(/\$1 = (\S+)\n/);
    assert.ok(out.includes(`$2 = {${factor}, ${factor}, ${factor}, ${factor}}\n`), out);
    assert.ok(out.includes(`$3 = {-2.5, ${factor}, ${factor}, ${factor}}\n`), out);
    for (const name of ["y", "factor", "x", "count", "f", "t"]) assert.match(out, new RegExp(`^${name} = `, "m"));
    assert.doesNotMatch(out, /optimized out/);
});

test("--trap-nan stops in the debugger in the very line where a NaN is born", () => {
    const out = gdb(
        [
            "handle SIGFPE stop nopass",
            "break attention::scores",
            "run",
            "delete 1",
            "set var *(float*)q.data = 1.0f / 0.0f",
            "set var *(float*)k.data = 0",
            "continue",
            "backtrace 6",
            "kill",
        ],
        program,
        "--exhibit",
        "heads",
        "--describe",
        "--trap-nan",
    );
    assert.match(out, /Program received signal SIGFPE/);
    const frames = out.slice(out.indexOf("SIGFPE, Arithmetic"));
    assert.match(frames, /attention::(simd|scalar)::dot/);
    assert.match(frames, /attention::scores/);
});
