// The mutants of tests/mutants still fit the sources, so that `./build.sh mutants` can put each of them in. Says nothing of whether tests catch them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { allMutants, mutated } from "../mutants/run.mjs";

const mutants = allMutants();

test("every mutant's text stands in its file, once", () => {
    assert.ok(mutants.length > 0);
    for (const mutant of mutants) mutated(mutant, readFileSync(new URL(`../../${mutant.file}`, import.meta.url), "utf8"));
});

test("every mutant has a name of its own and says which test cases catch it", () => {
    assert.equal(new Set(mutants.map(({ name }) => name)).size, mutants.length);
    for (const { name, program, caught } of mutants) assert.ok(name && program && caught, `${name}: ${program}, ${caught}`);
});
