// The element's TypeScript and the engine's C++ hold states to the same rules: thousands of random strings, right and wrong, must come
// to the same canonical string or to the same complaint. In Node: the engine's module needs no browser to compute.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { random, seed } from "../random.mjs";
import { stateStrings } from "./random-states.mjs";
import { exhibitTable, load, root } from "./support.mjs";

const state = await load("web/element/state/state.ts");
const follow = await load("web/element/state/follow.ts");
const exhibits = exhibitTable(true);

const { default: create } = await import(`${root}build/web/generated-parts/explainer.js`);
const compiled = await WebAssembly.compile(readFileSync(`${root}build/web/out/explainer.parts.wasm`));
const engine = await create({
    instantiateWasm(imports, receive) {
        WebAssembly.instantiate(compiled, imports).then((instance) => receive(instance, compiled));
        return {};
    },
});

for (const exhibit of exhibits.filter(({ parameters }) => parameters.length > 0)) {
    test(`${exhibit.id}: C++ and TypeScript agree on random strings, and what they save reads back the same`, () => {
        const make = stateStrings(random(seed));
        const view = engine.makeView(exhibit.id);
        let good = 0;
        for (let i = 0; i < 1500; ++i) {
            const text = make(exhibit);
            const told = `SEED=${seed}, string ${i}: ${JSON.stringify(text)}`;
            let here;
            try {
                here = { values: state.parseState(exhibit, text), error: "" };
            } catch (error) {
                here = { values: null, error: error.message };
            }
            assert.equal(view.restore(text), here.error, told);
            if (!here.values) continue;
            ++good;
            const saved = state.formatState(exhibit, here.values);
            assert.equal(view.save(), saved, told);
            assert.deepEqual(
                exhibit.parameters.map((_, index) => view.get(index)),
                here.values,
                told,
            );
            assert.deepEqual(state.parseState(exhibit, saved), here.values, told);
        }
        assert.ok(good > 150, `only ${good} good strings`);
        view.delete();
    });

    test(`${exhibit.id}: C++ and TypeScript bring the same values in line when a hand changes one`, () => {
        const next = random(seed);
        const make = stateStrings(next);
        const view = engine.makeView(exhibit.id);
        let values = state.defaults(exhibit);
        let changed = 0;
        for (let i = 0; i < 600; ++i) {
            const index = Math.floor(next() * exhibit.parameters.length);
            const { name, kind } = exhibit.parameters[index];
            let given;
            try {
                const text = make({ ...exhibit, parameters: [exhibit.parameters[index]] })
                    .split(/[;&]/)
                    .at(-1);
                given = state.parseState(
                    { ...exhibit, parameters: exhibit.parameters.map((parameter) => ({ ...parameter, maximumFollows: undefined })) },
                    text,
                )[index];
            } catch {
                continue; // a string that is no value
            }
            if ((kind === "matrix" && given.length !== values[index].length) || kind === "action") continue;
            if (kind === "matrix" && given[0].length !== values[index][0].length) continue;
            values = follow.changedValues(exhibit, values, new Map([[index, given]]));
            view.set(index, given);
            ++changed;
            const told = `SEED=${seed}, change ${i}, ${name}`;
            assert.deepEqual(
                exhibit.parameters.map((_, at) => view.get(at)),
                values,
                told,
            );
            assert.equal(view.save(), state.formatState(exhibit, values), told);
            // What a hand can reach can be saved and come back.
            assert.deepEqual(state.parseState(exhibit, view.save()), values, told);
        }
        assert.ok(changed > 60, `only ${changed} changes`);
        view.delete();
    });
}
