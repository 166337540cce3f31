// Requests and replies across the engine's border: shapes, generations, and tensors that find no memory.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startEngine } from "./open.mjs";

const engine = await startEngine();

function ask() {
    const view = engine.makeView("proof");
    const request = view.takeRequest();
    const reply = (more) => view.reply({ generation: request.generation, progress: 0, done: false, error: "", tensors: [], ...more });
    return { view, request, reply };
}
const timing = (name, ...numbers) => ({ name, shape: [4], data: Float32Array.from(numbers) });

test("a request is there once, with its kind and arguments; news changes the description", () => {
    const { view, request, reply } = ask();
    assert.equal(request.kind, "time-builds");
    assert.deepEqual(request.arguments, { causal: 0, d: 64, n: 64 });
    assert.equal(view.takeRequest(), null);
    assert.equal(reply({ tensors: [timing("one", 12, 1e-7, 3, 15), timing("two", 24, 1e-7, 3, 15)] }), true);
    assert.deepEqual(
        view.describe().tables[0].rows.map(([name, time, times]) => [name, time, times]),
        [
            ["one", 12, 2],
            ["two", 24, 1],
        ],
    );
    assert.equal(reply({ generation: request.generation - 1, tensors: [timing("one", 99, 1e-7, 4, 15)] }), false, "an older request's");
    assert.equal(reply({ done: true, tensors: [timing("one", 6, 1e-7, 15, 15)] }), false);
    assert.equal(reply({ tensors: [timing("one", 99, 1e-7, 15, 15)] }), false, "after the last news");
    assert.deepEqual(
        view.describe().tables[0].rows.map(([name, time]) => [name, time]),
        [
            ["one", 6],
            ["two", 24],
        ],
    );
    view.delete();
});

for (const [what, tensor, words] of [
    [
        "a tensor that finds no memory",
        { name: "scores", shape: [2 ** 15, 2 ** 14], data: new Float32Array(2 ** 29) },
        /There is no memory for scores \(536870912 numbers, 2\.15 GB\)\./,
    ],
    [
        "a tensor of more bytes than there are addresses",
        { name: "scores", shape: [2 ** 20, 2 ** 20], data: { length: 2 ** 40 } },
        /There is no memory for scores \(1099511627776 numbers, 4398\.05 GB\)\./,
    ],
    [
        "a shape that does not fit the numbers",
        { name: "scores", shape: [3, 3], data: new Float32Array(8) },
        /scores has 8 numbers, its shape 9\./,
    ],
    ["a negative shape", { name: "scores", shape: [-2, -4], data: new Float32Array(8) }, /scores has no such shape\./],
]) {
    test(`${what} is an answer in words, and the engine goes on`, () => {
        const { view, reply } = ask();
        assert.equal(reply({ tensors: [timing("one", 12, 1e-7, 3, 15), tensor] }), false, "the request is over");
        assert.match(view.describe().summary, words);
        view.delete();
        const next = ask();
        assert.equal(next.reply({ tensors: [timing("one", 12, 1e-7, 3, 15)] }), true);
        assert.match(next.view.describe().summary, /fastest is one/);
        next.view.delete();
    });
}

test("cost asks only when its button is pressed, keeps the dots of each way, and stops by a request of its own", () => {
    const view = engine.makeView("cost");
    assert.equal(view.takeRequest(), null);
    const [measure, stop] = [10, 11]; // places in its table of parameters
    view.act(measure);
    const request = view.takeRequest();
    assert.equal(request.kind, "time-lengths");
    assert.deepEqual(request.arguments, { d: 64, n: 8192, window: 256 });
    const dots = { name: "streaming", shape: [2, 2], data: Float32Array.of(64, 20, 8192, 300000) };
    assert.equal(view.reply({ generation: request.generation, progress: 0.5, done: false, error: "", tensors: [dots] }), true);
    assert.deepEqual(
        view
            .describe()
            .tables.at(-1)
            .rows.map(([way, n]) => [way, n]),
        [
            ["streaming", 64],
            ["streaming", 8192],
        ],
    );
    view.act(stop);
    assert.equal(view.takeRequest().kind, "stop");
    assert.equal(view.reply({ generation: request.generation, progress: 0.6, done: false, error: "", tensors: [dots] }), false);
    view.delete();
});

test("an action asks for another exhibit in a state, once for each press", () => {
    const view = engine.makeView("check");
    assert.equal(view.takeRequest(), null);
    view.restore("claim=exponentials");
    assert.equal(view.takeRequest(), null);
    view.act(2);
    const { kind, arguments: wanted } = view.takeRequest();
    assert.equal(kind, "open");
    assert.deepEqual(wanted, { exhibit: "softmax", state: "count=3;temperature=1.4142135623730951;score1=1;score2=0;score3=1" });
    assert.equal(view.takeRequest(), null);
    view.delete();
});
