// What is one step for undo (web/element/page/history.ts, steps.ts): by whose hand, after what rest, in which figure of a group.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "../bundled.mjs";

const { History } = await load("web/element/page/history.ts");
const { Steps } = await load("web/element/page/steps.ts");

/** A figure of one number, whose changes are noted; and a clock that stands still until it is told. */
function figure(t) {
    const clock = { now: 10_000 };
    t.mock.method(performance, "now", () => clock.now);
    const number = { name: "x", kind: "number", default: 0, minimum: 0, maximum: 99, choices: [] };
    const one = (source = "api") => {
        const history = new History();
        const stage = {
            exhibit: { id: "one", parameters: [number, { ...number, name: "y" }], presets: [] },
            values: [0, 0],
            apply(values, by) {
                stage.values = [...values];
                steps.note(by, false);
            },
        };
        const steps = new Steps(stage, history);
        steps.begin();
        const set = (x, y = stage.values[1]) => stage.apply([x, y], source);
        const undone = () => {
            const states = [];
            while (steps.move(-1)) states.push(stage.values[0]);
            return states;
        };
        return { history, stage, steps, set, undone };
    };
    return { clock, one };
}

test("changes of the same parameter go on with each other, until nothing changes for more than a second", (t) => {
    const { clock, one } = figure(t);
    for (const source of ["api", "control"]) {
        const { set, undone } = one(source);
        for (const x of [1, 2, 3]) {
            set(x);
            clock.now += 300;
        }
        clock.now += 1500; // the hand has let go
        for (const x of [4, 5]) {
            set(x);
            clock.now += 300;
        }
        set(5, 1); // another parameter
        assert.deepEqual(undone(), [5, 3, 0], source);
    }
});

test("a hand that rests in the middle of its drag is still in the same step; the next hand is not", (t) => {
    const { clock, one } = figure(t);
    const canvas = one("pointer");
    const sentence = one();
    for (const { set, history } of [canvas, sentence]) {
        for (const x of [1, 2]) {
            if (history === sentence.history) history.held = true;
            set(x);
            clock.now += 4000;
        }
        history.pause();
        set(3);
    }
    assert.deepEqual(canvas.undone(), [2, 0]);
    assert.deepEqual(sentence.undone(), [2, 0]);
});

test("a figure that takes over what another does has the other's steps, and its own hand's are others", (t) => {
    const { one } = figure(t);
    const [leader, follower] = [one("pointer"), one()];
    const lead = (x) => {
        leader.set(x);
        follower.steps.take(leader.stage.values, leader.history.step);
    };
    for (const x of [1, 2, 3]) lead(x);
    leader.history.pause();
    for (const x of [4, 5]) lead(x);
    follower.set(6); // at once
    assert.deepEqual(follower.undone(), [5, 3, 0]);
});

test("what nobody did is how a figure begins; where something has happened it is a step", (t) => {
    const { one } = figure(t);
    const fresh = one();
    fresh.steps.take([7, 0], null);
    assert.equal(fresh.history.canUndo, false);
    const used = one();
    used.set(1);
    used.steps.take([7, 0], null);
    assert.deepEqual(used.undone(), [1, 0]);
});
