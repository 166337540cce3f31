// The checkpoints of the model that learned, as `training` asks for them and reads them: one by one, what is looked at first; and what it computes
// with each is what NumPy computes with weights that it reads itself, by train/README.md.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { answerOf, engineOf, figureModules } from "../../web/build/engine.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const steps = JSON.parse(readFileSync(here("../../train/learned/training.json"), "utf8")).checkpoints.map(({ step }) => step);
const words = JSON.parse(readFileSync(here("../../train/learned/vocabulary.json"), "utf8"));
const modules = figureModules("explainer.scalar").training;

async function viewOf(state, learned = false) {
    const engine = await engineOf("explainer.scalar", modules, learned);
    const view = engine.makeView("training");
    assert.ok(!view.restore(state));
    return view;
}
const asked = ({ kind, arguments: wanted }) => (kind === "learned" ? "the model" : wanted.step);

let time = 0;
/** What it asks for, one thing after the other, until it is still; `answer` may fail. */
function conversation(view, answer = answerOf) {
    const all = [];
    for (let request = view.takeRequest(); request; request = view.takeRequest()) {
        all.push(asked(request));
        assert.ok(all.length <= 30, all.join(", "));
        view.reply(answer(request));
    }
    while (view.step((time += 16), false)); // (what is there is computed in slices)
    return all;
}
const failed = (request) => ({ ...request, progress: 1, done: true, tensors: [], error: "The file could not be loaded." });

test("the curve alone asks for nothing, and stands", async () => {
    const view = await viewOf("showStrip=false;showMap=false");
    assert.deepEqual(conversation(view), []);
    assert.equal(view.describe().values.step, 520);
    assert.doesNotMatch(view.numpy(), /forward/);
    view.delete();
});

test("what is looked at comes first with what it is added to, then one checkpoint earlier, then the film strip from its end", async () => {
    const view = await viewOf("showStrip=false");
    assert.deepEqual(conversation(view), ["the model", 520, 0, 400]);
    assert.deepEqual(conversation(view), []);
    view.restore("checkpoint=20;showStrip=false");
    assert.deepEqual(conversation(view), [1400, 1100]);
    view.restore("checkpoint=19;showStrip=false");
    assert.deepEqual(conversation(view), [860], "what is there is not asked for again");
    view.restore("checkpoint=20");
    assert.deepEqual(conversation(view), [2100, 1750, 670, 300, 230, 170, 125, 90, 65, 45, 30, 20, 12, 7, 4, 2, 1]);
    const second = await viewOf("");
    const all = conversation(second);
    assert.deepEqual(all.slice(0, 4), ["the model", 520, 0, 400]);
    assert.equal(new Set(all).size, 24);
    view.delete();
    second.delete();
});

test("where the handle goes while one is on its way is what is asked for next", async () => {
    const view = await viewOf("");
    view.reply(answerOf(view.takeRequest()));
    const first = view.takeRequest();
    assert.equal(asked(first), 520);
    view.restore("checkpoint=22");
    assert.equal(view.takeRequest(), null, "one at a time");
    view.reply(answerOf(first));
    assert.equal(asked(view.takeRequest()), 2100);
    view.delete();
});

test("what cannot be had is said, not asked for again until it is looked at, and does not hold up the others", async () => {
    const view = await viewOf("showMap=true");
    const height = view.naturalHeight(960);
    const without = conversation(view, (request) => (request.arguments?.step === 520 ? failed(request) : answerOf(request)));
    assert.equal(without.filter((step) => step === 520).length, 1);
    assert.equal(new Set(without).size, 24);
    const said = () => view.svg().replaceAll(/<[^>]+>/g, " ");
    assert.match(said(), /could not be loaded/);
    assert.equal(view.describe().values.loss, 1.49263, "what is stored stands");
    assert.ok(!("weight" in view.describe().values));
    assert.equal(view.naturalHeight(960), height);
    view.restore("checkpoint=15");
    assert.deepEqual(conversation(view), []);
    view.restore("checkpoint=16");
    assert.deepEqual(conversation(view), [520]);
    assert.ok("weight" in view.describe().values);
    assert.doesNotMatch(said(), /could not be loaded/);

    const nothing = await viewOf("");
    assert.deepEqual(conversation(nothing, failed), ["the model"]);
    assert.equal(nothing.naturalHeight(960), height);
    const broken = await viewOf("");
    const whole = conversation(broken, (request) => {
        const answer = answerOf(request);
        return request.arguments?.step === 520 ? { ...answer, tensors: answer.tensors.slice(0, 1) } : answer;
    });
    assert.equal(whole.length, 24);
    assert.match(broken.svg().replaceAll(/<[^>]+>/g, " "), /step 520 is not whole/);
    for (const one of [view, nothing, broken]) one.delete();
});

test("at all 24 checkpoints the maps and the next word are NumPy's, which reads the files itself", async () => {
    const view = await viewOf("", true);
    const text = "say old cat bird queen soft again old".split(" ");
    const ours = steps.map((step, i) => {
        assert.ok(!view.restore(`checkpoint=${i}`));
        const { tables, values } = view.describe();
        const map = tables
            .find(({ title }) => title === "Weights of head 2.4")
            .rows.map((row) => row.slice(1).map((cell) => (cell === "–" ? 0 : cell)));
        return { step, map, likeliest: values["likeliest word"] };
    });
    view.delete();
    const python = spawnSync(
        process.env.PYTHON ?? "/usr/bin/python3",
        [
            "-c",
            `
import json, sys
import numpy as np
import numpy_forward as own
for one in json.load(sys.stdin)["all"]:
    path = own.LEARNED / f"checkpoints/step-{one['step']:04}.safetensors"
    own.W = own.read_checkpoint(path) if path.exists() else own.FINAL
    logits, weights = own.forward(${JSON.stringify(text.map((word) => words.indexOf(word)))})
    shares = np.exp(logits[-1] - logits[-1].max())
    print(np.abs(weights[1, 3] - np.array(one["map"])).max(), abs(shares.max() / shares.sum() - one["likeliest"]))
`,
        ],
        {
            input: JSON.stringify({ all: ours }),
            encoding: "utf8",
            env: { ...process.env, PYTHONDONTWRITEBYTECODE: "1", PYTHONPATH: here("../model") },
        },
    );
    assert.equal(python.status, 0, python.stderr);
    const far = python.stdout.trim().split("\n");
    assert.equal(far.length, steps.length);
    for (const [i, line] of far.entries())
        for (const distance of line.split(" ")) assert.ok(Number(distance) < 2e-5, `step ${steps[i]}: ${line}`);
});
