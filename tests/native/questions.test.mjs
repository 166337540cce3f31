// The essay's questions, asked of the engine itself: the state that an answer leads to solves its question, the state that a figure opens with does
// not, and every number in a question or an answer is what the engine computes.
import { load as parse } from "cheerio";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { exhibitTable, load } from "../browser/support.mjs";
import { run } from "./support.mjs";

const $ = parse(readFileSync(new URL("../../build/web/essay-told.html", import.meta.url), "utf8"));
const { goalOf, judgeGoal, changedSince } = await load("web/page/question-goal.ts");
const { parseState } = await load("web/element/state/state.ts");
const { lookOf, numberText } = await load("web/prose/number-text.ts");
const table = new Map(exhibitTable().map((exhibit) => [exhibit.id, exhibit]));

const figureOf = (id) =>
    $("attention-explainer")
        .filter((_, element) => element.attribs.id === id)
        .first();
const told = new Map();

/** What a figure of the page says of itself in a state. */
function standing(id, state) {
    assert.ok(figureOf(id).length, `there is no figure ${id}`);
    return computed(figureOf(id).attr("exhibit"), state);
}

/** What an exhibit says of itself in a state. */
function computed(id, state) {
    const exhibit = table.get(id);
    assert.ok(exhibit, `there is no exhibit ${id}`);
    const key = `${exhibit.id} ${state}`;
    if (!told.has(key)) {
        const { stdout, stderr, status } = run("--exhibit", exhibit.id, "--state", state, "--describe");
        assert.equal(status, 0, `${key}: ${stderr}`);
        const values = parseState(exhibit, state);
        told.set(key, {
            exhibit,
            values: JSON.parse(stdout).values,
            state: Object.fromEntries(exhibit.parameters.map(({ name }, index) => [name, values[index]])),
        });
    }
    return told.get(key);
}

/** Attributes as `dataset` has them. */
const datasetOf = (element) =>
    Object.fromEntries(
        Object.entries(element.attribs)
            .filter(([name]) => name.startsWith("data-"))
            .map(([name, value]) => [name.slice(5).replace(/-([a-z])/g, (_, letter) => letter.toUpperCase()), value]),
    );

function judged(form, id, state) {
    const now = standing(id, state);
    const start = standing(id, form.attr("data-start") ?? "");
    const goals = form
        .find(".goal")
        .toArray()
        .map((goal) => judgeGoal(goalOf($(goal).text().trim(), datasetOf(goal)), now));
    return { goals, changed: changedSince(now.exhibit, form.attr("data-keep") ?? "", start.state, now.state) };
}

test("there are about a dozen questions, of three kinds, nearly half of them predictions", () => {
    const forms = $("form.question").toArray();
    assert.ok(forms.length >= 10 && forms.length <= 14, `${forms.length}`);
    for (const kind of ["fieldset", ".typed", ".goal"]) assert.ok($(`form.question:has(${kind})`).length >= 2, kind);
    const predictions = forms.filter((form) => /Predict:/.test($(form).find("h3").text()));
    assert.ok(predictions.length >= 6, `${predictions.length}`);
});

for (const one of $("form.question").toArray()) {
    const form = $(one);
    const link = form.find("details a[data-solution]");
    const [id, solution] = [link.attr("href").slice(1), link.attr("data-state")];
    test(`${one.attribs.id}: its answer is what the engine computes`, () => {
        const solved = standing(id, solution);
        if (form.attr("data-figure")) {
            assert.equal(id, form.attr("data-figure"));
            const there = judged(form, id, solution);
            assert.deepEqual([there.changed, ...there.goals.filter(({ met }) => !met).map(({ words }) => words)], [""]);
            const opening = judged(form, id, figureOf(id).attr("state") ?? "");
            assert.ok(
                opening.goals.some(({ met }) => !met),
                "it is solved before anybody has done anything",
            );
        }
        form.find("input[data-answer]").each((_, field) => {
            const { answer, within = "0", unit, scale = "1", value, parameter } = datasetOf(field);
            if (value === undefined && parameter === undefined) return;
            const number = value === undefined ? solved.state[parameter] : solved.values[value];
            const off = (number / Number(scale)) * (unit === "%" ? 100 : 1) - Number(answer);
            assert.ok(Math.abs(off) <= Math.max(Number(within) / 2, 1e-5 * Math.abs(number)), `${number} is stated as ${answer}`);
        });
    });
}

test("every number of the essay that stands for what a figure computes is computed so", () => {
    const wrong = [];
    for (const element of $(".computed").toArray()) {
        const { computed: from, value, unit, scale = "1" } = datasetOf(element);
        const [id, state = ""] = from.split("?");
        const number = computed(id, state).values[value];
        const text = $(element).text();
        const right =
            number === undefined ? `(no value ${value})` : numberText(number / Number(scale), lookOf(text, null, unit ?? null, 2));
        if (text.replace(/\u00a0/g, " ") !== right.replace(/\u00a0/g, " ")) wrong.push(`${from}, ${value}: ${right}, stated ${text}`);
    }
    assert.deepEqual(wrong, []);
});

test("every link in them leads to a state that there is", () => {
    for (const link of $("form.question a[data-state]").toArray()) standing(link.attribs.href.slice(1), link.attribs["data-state"]);
});
