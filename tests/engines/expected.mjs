// What is to be seen and read in every engine, from the element's own engine in Node (the scalar build), and how near to it an answer has to be.
import assert from "node:assert/strict";
import { startEngine } from "../node/open.mjs";

export const width = 720; // CSS px: of every figure whose strokes are compared

const engine = await startEngine();

/** Runs something on a figure in a state that is computed to its end. */
function onView(exhibit, state, work) {
    const view = engine.makeView(exhibit);
    assert.equal(view.restore(state), "");
    const height = Math.ceil(view.naturalHeight(width));
    view.resize(width, height, width, height);
    for (let time = 0; view.step(time, false) && time < 60_000; time += 16);
    const result = work(view, height);
    view.delete();
    return result;
}

export const described = (exhibit, state = "") => onView(exhibit, state, (view) => view.describe());
export const strokes = (exhibit, state = "") => onView(exhibit, state, (view) => view.svg());

/** The points of a figure (CSS px) from which a drag is wholly its own. */
export const handlesOf = (exhibit, state = "") =>
    onView(exhibit, state, (view, height) => {
        const found = [];
        for (let y = 2; y < height; y += 4) for (let x = 2; x < width; x += 4) if (view.hit(x, y, false) === 2) found.push([x, y]);
        return found;
    });

const number = /\d+(?:\.(\d+))?/g;

/** Whether two texts differ in nothing but the last digit of some numbers, by one: what another order of rounding may do. */
function sameText(a, b) {
    if (a === b) return true;
    if (a.replaceAll(number, "0") !== b.replaceAll(number, "0")) return false;
    const others = [...b.matchAll(number)];
    return [...a.matchAll(number)].every(
        ([text, digits = ""], index) => Math.abs(Number(text) - Number(others[index][0])) < 1.01 * 10 ** -digits.length,
    );
}

/** Fails unless both say the same: words alike, numbers to 10⁻⁵ of themselves (of 1 where they are smaller), as the builds round differently. */
export function assertSame(found, wanted, where) {
    if (typeof wanted === "number") {
        assert.ok(Math.abs(found - wanted) <= 1e-5 * Math.max(1, Math.abs(wanted)), `${where}: ${found} is not ${wanted}`);
    } else if (typeof wanted === "string") {
        assert.ok(sameText(found, wanted), `${where}: "${found}" is not "${wanted}"`);
    } else {
        assert.deepEqual(Object.keys(found), Object.keys(wanted), where);
        for (const key of Object.keys(wanted)) assertSame(found[key], wanted[key], `${where}: ${key}`);
    }
}

/** Where the same hand takes a figure: down at the first point, over the others, up at the last. The state string. */
export const draggedTo = (exhibit, state, points, touch) =>
    onView(exhibit, state, (view) => {
        const last = points.length - 1;
        let time = 100_000;
        const tell = (kind, [x, y]) => {
            view.pointer(kind, x, y, touch);
            for (let frame = 0; frame < 4; ++frame) view.step((time += 16), false);
        };
        if (!touch) tell(0, points[0]);
        tell(1, points[0]);
        for (const point of points.slice(1)) tell(0, point);
        tell(2, points[last]);
        return view.save();
    });
