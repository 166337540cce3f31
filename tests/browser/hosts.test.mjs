// The element and the native program are two hosts of the same exhibits: at random states they say the same, to 1e-5, and what is saved
// and restored says the same again. SEED=… repeats a run.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { random, seed } from "../random.mjs";
import { stateStrings } from "./random-states.mjs";
import { program } from "../native/support.mjs";
import { exhibitTable, load, openExhibits } from "./support.mjs";

const countOf = (exhibit) => (exhibit === "scaling" ? 7 : 20); // (that one draws thousands of pairs at each state)
// A probability is as exact as its logit, which two layers in single precision hold to 1e-4 (tests/model, tests/browser/model.test.mjs).
const toleranceOf = (exhibit) =>
    ["opening", "one-word", "learned-heads", "training", "next-word", "patch"].includes(exhibit) ? 1e-4 : 1e-5;
const { formatState, parseState } = await load("web/element/state/state.ts");

// What draws a quarter of a million pairs anew is another one in two of the states only.
const slow = { scaling: "seed" };
// Millions of scores are computed in three of them; in the others the name that comes last says how many tokens.
const small = { map: (next) => `;n=${64 + Math.floor(next() * 400)}` };

/** That many states, each another one, the default among them; fewer of an exhibit that has no more. */
function statesOf(exhibit, next) {
    const make = stateStrings(next);
    const quick = { ...exhibit, parameters: exhibit.parameters.filter(({ name }) => name !== slow[exhibit.id]) };
    const out = new Set([""]);
    for (let tries = 0; out.size < countOf(exhibit.id) && tries < 1000; tries++) {
        try {
            const text = out.size < 3 ? make(exhibit) : make(quick) + (small[exhibit.id]?.(next) ?? "");
            out.add(formatState(exhibit, parseState(exhibit, text)));
        } catch {
            // one of the wrong ones
        }
    }
    return [...out];
}

/** The largest number of all tables. */
const largestOf = ({ tables }) =>
    Math.max(
        0,
        ...tables
            .flatMap(({ rows }) => rows.flat())
            .filter((cell) => typeof cell === "number")
            .map(Math.abs),
    );

/**
 * What differs between two descriptions; numbers count as the same within the tolerance, of the largest in their column. A weight is as
 * exact as its score: single precision holds one of some hundreds to some hundreds of its steps, and builds with and without fused
 * multiplication round it differently. (Counts and bytes of a million are exact, and no scores.)
 */
function difference(native, here, tolerance) {
    const largest = largestOf(native),
        exponent = largest < 1e5 ? 2 ** -22 * largest : 0;
    const near = (a, b, size) =>
        a === b || (typeof a === "number" && typeof b === "number" && Math.abs(a - b) <= (tolerance + exponent) * Math.max(1e-3, size));
    // A component is as exact as its vector is long: it may be nothing but what is left of larger terms.
    const lengths = {};
    const vectorOf = (name) => /^(?:first|second) component (.*)$/.exec(name)?.[1];
    for (const [name, value] of Object.entries(native.values)) lengths[vectorOf(name)] = Math.hypot(lengths[vectorOf(name)] ?? 0, value);
    const sizeOf = (name, value) => (vectorOf(name) ? lengths[vectorOf(name)] : Math.abs(value));
    const names = [Object.keys(native.values), Object.keys(here.values)].map((keys) => keys.join("|"));
    if (names[0] !== names[1]) return `values ${names.join(" and ")}`;
    for (const [name, value] of Object.entries(native.values))
        if (!near(value, here.values[name], sizeOf(name, value))) return `${name}: ${value} natively, ${here.values[name]} here`;
    if (native.tables.length !== here.tables.length) return "another number of tables";
    for (const [i, table] of native.tables.entries()) {
        const other = here.tables[i];
        if (table.title !== other.title || table.rows.length !== other.rows.length)
            return `table ${table.title}, ${table.rows.length} rows; ${other.title}, ${other.rows.length} rows`;
        const sizes = table.columns.map((_, column) =>
            Math.max(0, ...table.rows.map((row) => (typeof row[column] === "number" ? Math.abs(row[column]) : 0))),
        );
        for (const [r, row] of table.rows.entries())
            for (const [c, cell] of row.entries())
                if (!near(cell, other.rows[r][c], sizes[c]))
                    return `${table.title}, row ${r}, ${table.columns[c]}: ${cell} natively, ${other.rows[r][c]} here`;
    }
    return "";
}

for (const exhibit of exhibitTable()) {
    if (exhibit.id === "proof") continue; // measures times
    test(`${exhibit.id}: both hosts say the same at ${countOf(exhibit.id)} random states`, async (t) => {
        const states = statesOf(exhibit, random(seed));
        const { status, stdout, stderr } = spawnSync(program, ["--exhibit", exhibit.id, "--describe", "--state", "-"], {
            input: `${states.join("\n")}\n`,
            encoding: "utf8",
            maxBuffer: 1 << 28,
        });
        assert.equal(status, 0, `SEED=${seed}: ${stderr}`);
        const native = stdout
            .trim()
            .split("\n")
            .map((line) => JSON.parse(line));
        assert.equal(native.length, states.length);
        const page = await openExhibits(t, exhibit.id, { reducedMotion: "reduce" }); // what it says at rest is the same
        for (const [i, state] of states.entries()) {
            const told = `SEED=${seed}, ${exhibit.id}, state "${state}"`;
            const { here, saved, again } = await page.evaluate(
                async ([text, other]) => {
                    const element = document.querySelector("attention-explainer");
                    const at = async (one) => {
                        element.restore(one);
                        await element.settled();
                        return element.describe();
                    };
                    const first = await at(text);
                    const written = element.save();
                    await at(other);
                    return { here: first, saved: written, again: await at(written) };
                },
                [state, states[(i + 1) % states.length]],
            );
            assert.equal(saved, state, told);
            assert.deepEqual(again, here, told);
            assert.doesNotMatch(JSON.stringify(here), state.includes("NaN") ? /null/ : /\bNaN\b|null/, told); // (a word may be one)
            assert.equal(difference(native[i], here, toleranceOf(exhibit.id)), "", told);
        }
    });
}
