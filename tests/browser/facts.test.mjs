// The essays' numbers (tests/facts.json), out of describe() in the browser. tests/explainer/facts.test.cpp asks the same natively.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { describe, openExhibits, root, settled } from "./support.mjs";

const facts = JSON.parse(readFileSync(`${root}tests/facts.json`, "utf8"));

/** Where a fact is to be read: named values, a column of a table, or a row behind its first cell. */
function read({ values, tables }, fact) {
    if (fact.values) return fact.values.map((name) => values[name]);
    const { columns, rows } = tables.find(({ title }) => title.startsWith(fact.table));
    if (fact.column) return rows.map((cells) => cells[columns.indexOf(fact.column)]);
    return rows.find(([name]) => name === fact.row).slice(1);
}

for (const exhibit of new Set(facts.map((fact) => fact.exhibit))) {
    test(`facts of the essays: ${exhibit}`, async (t) => {
        const page = await openExhibits(t, exhibit);
        for (const fact of facts.filter((other) => other.exhibit === exhibit)) {
            await t.test(`${fact.essay}: ${fact.fact}`, async () => {
                await page.evaluate((state) => document.querySelector("attention-explainer").restore(state), fact.state);
                await settled(page);
                const found = read(await describe(page), fact);
                fact.expected.forEach((value, i) =>
                    assert.ok(Math.abs(found[i] - value) <= fact.within, `${found} is not ${fact.expected} ± ${fact.within}`),
                );
            });
        }
    });
}
