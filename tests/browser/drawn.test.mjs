// Every exhibit, also those that wait for room on the page: at random states the canvas shows what its SVG export says, the same string gives
// the same description after a round trip, and nothing is NaN. SEED=… repeats a run.
import assert from "node:assert/strict";
import { test } from "node:test";
import { random, seed } from "../random.mjs";
import { againstSvg, exhibitTable, notAveraged, openExhibits, settled } from "./support.mjs";

const next = random(seed);

/** Some parameters, or a single one, anywhere in their range. What a value makes impossible is refused as a whole; then the state stays. */
function change({ parameters }, one) {
    const changes = {};
    const only = one && Math.floor(next() * parameters.length);
    for (const [index, { name, kind, minimum, maximum, logarithmic, choices }] of parameters.entries()) {
        if (one ? index !== only : next() < 0.6) continue;
        const share = next();
        const number = logarithmic ? minimum * (maximum / minimum) ** share : minimum + (maximum - minimum) * share;
        if (kind === "number") changes[name] = number;
        if (kind === "integer") changes[name] = Math.round(number);
        if (kind === "toggle") changes[name] = share < 0.5;
        if (kind === "choice") changes[name] = choices[Math.floor(share * choices.length)].id;
    }
    return changes;
}

for (const exhibit of exhibitTable(true)) {
    if (["proof", ...notAveraged].includes(exhibit.id)) continue; // proof measures times
    test(`${exhibit.id}: at random states the canvas is what the SVG says`, async (t) => {
        const page = await openExhibits(t, exhibit.id, { width: 700 + Math.floor(next() * 400), height: 2200 });
        for (let i = 0; i < 5; ++i) {
            const changes = i === 0 ? {} : change(exhibit, i % 2 === 0); // a single one: not everything is computed anew then
            const saved = await page.evaluate((given) => {
                const element = document.querySelector("attention-explainer");
                for (const [name, value] of Object.entries(given)) {
                    try {
                        element.state = { [name]: value };
                    } catch (error) {
                        if (!(error instanceof RangeError)) throw error; // beyond a bound that follows the state
                    }
                }
                return element.save();
            }, changes);
            await settled(page);
            const told = `SEED=${seed}, ${exhibit.id}, state "${saved}"`;
            const [{ mean, alike }] = await againstSvg(page);
            assert.ok(alike > 0.9 && mean < 4, `${told}: ${mean.toFixed(2)} of 255 apart, alike ${alike.toFixed(3)}`);
            const [before, after] = await page.evaluate(async () => {
                const element = document.querySelector("attention-explainer");
                const first = JSON.stringify(element.describe());
                const text = element.save();
                element.reset();
                await element.settled();
                element.restore(text);
                await element.settled();
                return [first, JSON.stringify(element.describe())];
            });
            assert.equal(after, before, told);
            assert.doesNotMatch(before, saved.includes("NaN") ? /null/ : /\bNaN\b|null/, told); // (a word may be one)
        }
        assert.deepEqual(page.problems, [], `SEED=${seed}`);
    });
}

test("heads: each of the eight, made large, has its own colours", async (t) => {
    const page = await openExhibits(t, "heads", { width: 900, height: 1400 });
    for (const { id } of exhibitTable()
        .find(({ id }) => id === "heads")
        .parameters.find(({ name }) => name === "head").choices) {
        await page.evaluate((head) => (document.querySelector("attention-explainer").state = { head }), id);
        await settled(page);
        const [{ mean, alike }] = await againstSvg(page);
        assert.ok(alike > 0.95 && mean < 3, `${id}: ${mean.toFixed(2)} of 255 apart, alike ${alike.toFixed(3)}`);
    }
});
