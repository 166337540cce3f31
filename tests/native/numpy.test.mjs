// The Python that an exhibit gives away: run by NumPy, it comes to the numbers that the exhibit says of itself. In every published state.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { ids, run } from "./support.mjs";

/** Numbers drawn at random by another generator agree as far as chance lets them; all others to what float32 holds. */
const tolerance = (exhibit, name) =>
    exhibit === "scaling" || (exhibit === "check" && /^(variance|hundreds|deviation)(-|$| \d$)/.test(name)) ? 0.15 : 1e-5;

/** The states that were published; every preset is. */
const published = (exhibit) =>
    readFileSync(new URL("../published-states.txt", import.meta.url), "utf8")
        .split("\n")
        .filter((line) => line.split(" ")[0] === exhibit)
        .map((line) => line.slice(exhibit.length + 1));

const described = (exhibit, state) => JSON.parse(run("--exhibit", exhibit, "--state", state, "--describe").stdout);

/** The Python of a state; null if there is none. */
function pythonOf(exhibit, state) {
    const { stdout, stderr } = run("--exhibit", exhibit, "--state", state, "--numpy");
    assert.equal(stderr, "");
    return stdout || null;
}

// Each by itself, in one process: to import NumPy takes as long as most of them.
const runner = `
import json, sys
for script in json.load(sys.stdin):
    names = {}
    exec(script, names)
    print("\\x00" + json.dumps({name: float(value) for name, value in names["values"].items()}), flush=True)
`;

/** What the scripts come to: their named values. */
function numpyOf(exhibit, states, scripts) {
    const python = spawnSync(process.env.PYTHON ?? "/usr/bin/python3", ["-W", "error", "-c", runner], {
        encoding: "utf8",
        timeout: 60_000,
        input: JSON.stringify(scripts),
        maxBuffer: 1 << 28,
        env: {
            ...process.env,
            OPENBLAS_NUM_THREADS: "1", // matrices are small
            PYTHONDONTWRITEBYTECODE: "1",
            PYTHONPATH: fileURLToPath(new URL("../../train/learned", import.meta.url)),
        },
    });
    const results = (python.stdout ?? "").split("\n").filter((line) => line.startsWith("\0"));
    assert.equal(
        python.status,
        0,
        `${exhibit}, state "${states[results.length]}":\n${scripts[results.length]}\n${python.stderr ?? python.error}`,
    );
    assert.equal(results.length, scripts.length);
    return results.map((line) => JSON.parse(line.slice(1)));
}

for (const exhibit of ids()) {
    if (exhibit === "proof") continue; // measures this machine
    if (exhibit === "learn") {
        test("learn offers no Python: it would be a whole training run", () => {
            for (const state of ["", "step=30"]) assert.equal(pythonOf(exhibit, state), null, state);
        });
        continue;
    }
    test(`${exhibit}: its Python comes to the same numbers`, () => {
        const states = ["", ...published(exhibit)];
        const scripts = states.map((state) => pythonOf(exhibit, state));
        assert.ok(!scripts.includes(null), `${exhibit} has no Python`);
        for (const [i, computed] of numpyOf(exhibit, states, scripts).entries()) {
            const state = states[i],
                shown = described(exhibit, state).values;
            assert.deepEqual(Object.keys(computed).sort(), Object.keys(shown).sort(), `${exhibit}, state "${state}"`);
            for (const [name, value] of Object.entries(shown)) {
                const far = Math.abs(computed[name] - value) / Math.max(1, Math.abs(value));
                assert.ok(
                    far <= tolerance(exhibit, name),
                    `${exhibit}, state "${state}", ${name}: shown ${value}, NumPy ${computed[name]}`,
                );
            }
        }
    });
}
