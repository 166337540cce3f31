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

function numpyOf(exhibit, state) {
    const { stdout, stderr } = run("--exhibit", exhibit, "--state", state, "--numpy");
    assert.equal(stderr, "");
    if (stdout === "") return null;
    const told = "\nimport json\nprint(json.dumps({name: float(value) for name, value in values.items()}))\n";
    const python = spawnSync(process.env.PYTHON ?? "/usr/bin/python3", ["-W", "error", "-c", stdout + told], {
        encoding: "utf8",
        timeout: 60_000,
        env: { ...process.env, PYTHONDONTWRITEBYTECODE: "1", PYTHONPATH: fileURLToPath(new URL("../../train/learned", import.meta.url)) },
    });
    assert.equal(python.status, 0, `${exhibit}, state "${state}":\n${stdout}\n${python.stderr}`);
    return JSON.parse(python.stdout.trim().split("\n").at(-1));
}

for (const exhibit of ids()) {
    if (exhibit === "proof") continue; // measures this machine
    if (exhibit === "learn") {
        test("learn offers no Python: it would be a whole training run", () => {
            for (const state of ["", "step=30"]) assert.equal(numpyOf(exhibit, state), null, state);
        });
        continue;
    }
    test(`${exhibit}: its Python comes to the same numbers`, () => {
        for (const state of ["", ...published(exhibit)]) {
            const [shown, computed] = [described(exhibit, state).values, numpyOf(exhibit, state)];
            assert.ok(computed, `${exhibit} has no Python`);
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
