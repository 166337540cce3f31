// The element's TypeScript and the engine's C++ hold states to the same rules: thousands of random strings, right and wrong, must come
// to the same canonical string or to the same complaint. In Node: the engine's module needs no browser to compute.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { exhibitTable, load, root } from "./support.mjs";

const state = await load("state.ts");
const follow = await load("follow.ts");
const exhibits = exhibitTable(true);

const { default: create } = await import(`${root}build/web/generated-parts/explainer.js`);
const compiled = await WebAssembly.compile(readFileSync(`${root}build/web/out/explainer.parts.wasm`));
const engine = await create({
    instantiateWasm(imports, receive) {
        WebAssembly.instantiate(compiled, imports).then((instance) => receive(instance, compiled));
        return {};
    },
});

/** Numbers from 0 to 1 that a seed repeats (mulberry32). */
function random(seed) {
    return () => {
        seed = (seed + 0x6d2b79f5) | 0;
        let t = Math.imul(seed ^ (seed >>> 15), seed | 1);
        t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
        return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    };
}

function maker(next) {
    const whole = (below) => Math.floor(next() * below);
    const pick = (items) => items[whole(items.length)];
    const strange = ["", " ", "x", "1e999", "-0", "+1", ".5", "1.", "0x1", "NaN", "1,2", "1/2", "%", "%zz", "%ed%a0%80", "%C0%80", "=", "\u{1F600}", '"', "\\", "true", "−1", "1e-320", "\u0000"];
    const spaces = [" ", "  ", "\t", "\n", "\u00a0", "\u2003", "\u3000", "\ufeff", "\u200b", "\u0085", "\u001c"];
    const letters = ["a", "cat", "\u{1F469}\u200d\u{1F467}", "مرحبا", "名", "é", "%", ";", "&", "=", '"', "\\"];
    const number = ({ minimum, maximum, step }) => {
        const value = minimum + (maximum - minimum) * (next() * 1.1 - 0.05);
        return [String(value), String(Math.round(value / step) * step), value.toFixed(2), value.toExponential(3), String(minimum), String(maximum)][whole(6)];
    };
    const text = () => Array.from({ length: whole(next() < 0.1 ? 90 : 9) }, () => pick(letters) + pick(spaces)).join("");
    const matrix = (parameter) => {
        const shape = pick(parameter.matrices);
        const rows = shape.length + (next() < 0.1 ? 1 : 0);
        return Array.from({ length: rows }, () => shape[0].map(() => (next() < 0.03 ? pick(strange) : number(parameter))).join(",")).join("/");
    };
    const value = (parameter) => {
        if (next() < 0.06) return pick(strange);
        switch (parameter.kind) {
            case "integer": return next() < 0.9 ? String(Math.round(Number(number(parameter)) * (next() < 0.5 ? 1 : 0.2))) : number(parameter);
            case "number": return number(parameter);
            case "toggle": return pick(["true", "false"]);
            case "choice": return pick(parameter.choices).id;
            case "matrix": return matrix(parameter);
            case "text": return next() < 0.9 ? encodeURIComponent(text()) : text().replace(/[;&]/g, "");
            default: return "true";
        }
    };
    return (exhibit) => {
        const own = exhibit.parameters.filter(({ kind }) => kind !== "action" || next() < 0.05);
        const names = Array.from({ length: whole(6) }, () => pick(own));
        return names.map((parameter) => (next() < 0.02 ? pick([`${parameter.name}`, "nothing=1", ""]) : `${parameter.name}=${value(parameter)}`)).join(pick([";", "&"]));
    };
}

for (const exhibit of exhibits.filter(({ parameters }) => parameters.length > 0)) {
    test(`${exhibit.id}: C++ and TypeScript agree on random strings, and what they save reads back the same`, () => {
        const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
        const make = maker(random(seed));
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
            assert.deepEqual(exhibit.parameters.map((_, index) => view.get(index)), here.values, told);
            assert.deepEqual(state.parseState(exhibit, saved), here.values, told);
        }
        assert.ok(good > 150, `only ${good} good strings`);
        view.delete();
    });

    test(`${exhibit.id}: C++ and TypeScript bring the same values in line when a hand changes one`, () => {
        const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
        const next = random(seed);
        const make = maker(next);
        const view = engine.makeView(exhibit.id);
        let values = state.defaults(exhibit);
        for (let i = 0; i < 600; ++i) {
            const index = Math.floor(next() * exhibit.parameters.length);
            const { name, kind } = exhibit.parameters[index];
            let given;
            try {
                const text = make({ ...exhibit, parameters: [exhibit.parameters[index]] }).split(/[;&]/).at(-1);
                given = state.parseState({ ...exhibit, parameters: exhibit.parameters.map((parameter) => ({ ...parameter, maximumFollows: undefined })) }, text)[index];
            } catch {
                continue; // a string that is no value
            }
            if (kind === "matrix" && given.length !== values[index].length || kind === "action") continue;
            if (kind === "matrix" && given[0].length !== values[index][0].length) continue;
            values = follow.changedValues(exhibit, values, new Map([[index, given]]));
            view.set(index, given);
            const told = `SEED=${seed}, change ${i}, ${name}`;
            assert.deepEqual(exhibit.parameters.map((_, at) => view.get(at)), values, told);
            assert.equal(view.save(), state.formatState(exhibit, values), told);
            // What a hand can reach can be saved and come back.
            assert.deepEqual(state.parseState(exhibit, view.save()), values, told);
        }
        view.delete();
    });
}
