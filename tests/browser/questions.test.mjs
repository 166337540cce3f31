// The essay's questions as a reader answers them: each of them rightly and wrongly, by keyboard alone, with and without keeping the answers, without
// script. Which state solves a question says the link in its answer; that it does, says the engine (tests/native/questions.test.mjs).
import assert from "node:assert/strict";
import { test } from "node:test";
import { open, origin, settled } from "./support.mjs";

const page = async (t, options, fragment = "") => {
    const opened = await open(t, `${await origin()}/index.html${fragment}`, { height: 900, ...options });
    if (options?.javaScriptEnabled === false) return opened;
    if (!fragment) {
        await opened.locator("form.question").first().scrollIntoViewIfNeeded(); // the code of questions comes with the first that is near
        await opened.waitForFunction(() => document.querySelector("form.question .goal svg"));
        await opened.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
    }
    await opened.waitForFunction(() => document.querySelector(".tally") && document.querySelector("form.question .goal svg"));
    return opened;
};

const formsOf = (it, kind) =>
    it.evaluate(
        (wanted) => [...document.querySelectorAll("form.question")].filter((form) => form.querySelector(wanted)).map(({ id }) => id),
        kind,
    );

/** What is said, to the eye and aloud, and what follows from it. */
const verdict = (it, id) =>
    it.evaluate((wanted) => {
        const form = document.getElementById(wanted);
        const [said, spoken, details, summary] = [".said", ".spoken", "details", "summary"].map((selector) => form.querySelector(selector));
        return {
            said: said.textContent,
            spoken: spoken.textContent,
            aloud: spoken.getAttribute("aria-live"),
            open: details.open,
            summary: summary.textContent,
            sign: form.dataset.verdict ?? "",
            answered: form.dataset.answered !== undefined,
            ticked: document.querySelector(`#contents a[href="#${wanted}"]`).classList.contains("answered"),
        };
    }, id);

/** Presses Check, and waits until it is spoken. */
async function check(it, id) {
    await it.locator(`#${id} .check`).click();
    await it.waitForFunction((wanted) => {
        const form = document.getElementById(wanted);
        return form.querySelector(".spoken").textContent === form.querySelector(".said").textContent;
    }, id);
    return verdict(it, id);
}

const stored = (it) => it.evaluate(() => JSON.stringify({ ...localStorage }));

/** Loads the figure of a live question. */
async function near(it, id) {
    const figure = await it.evaluate((wanted) => document.getElementById(wanted).dataset.figure, id);
    await it.locator(`attention-explainer[id="${figure}"]`).scrollIntoViewIfNeeded();
    await it.evaluate(async (wanted) => {
        const element = document.getElementById(wanted);
        await element.settled();
        if (element.shadowRoot.querySelector(".poster")?.hidden === false)
            await new Promise((loaded) => element.addEventListener("load", loaded, { once: true }));
        await element.settled();
    }, figure);
    return figure;
}

/** The solution by its link, which shows it and counts for nobody; then the same by hand. */
async function solve(it, id) {
    const figure = await it.evaluate((wanted) => document.getElementById(wanted).dataset.figure, id);
    await it.locator(`#${id} a[data-solution]`).click();
    await it.waitForFunction((wanted) => {
        const form = document.getElementById(wanted);
        return form.dataset.verdict === "right" && form.querySelector(".spoken").textContent === form.querySelector(".said").textContent;
    }, id);
    assert.equal((await verdict(it, id)).answered, false, `${id} was answered by a link`);
    const solution = await it.evaluate((wanted) => {
        const element = document.getElementById(wanted);
        const state = element.save();
        element.reset();
        return state;
    }, figure);
    await it.waitForFunction((wanted) => document.getElementById(wanted).dataset.verdict === "wrong", id);
    await it.evaluate(([wanted, state]) => document.getElementById(wanted).restore(state), [figure, solution]);
    await it.waitForFunction((wanted) => document.getElementById(wanted).dataset.answered !== undefined, id);
}

test("the code of questions comes with the first that is near, or with answers of an earlier visit", async (t) => {
    const bars = (it) => it.locator("form.question .goal svg").count();
    const it = await open(t, `${await origin()}/index.html`, { height: 700 });
    await it.evaluate(() => customElements.get("attention-explainer").ready);
    await it.evaluate(() => new Promise((loaded) => (document.readyState === "complete" ? loaded() : addEventListener("load", loaded))));
    assert.equal(await bars(it), 0);
    await it.locator("form.question").first().scrollIntoViewIfNeeded();
    await it.waitForFunction(() => document.querySelector("form.question .goal svg"));
    const kept = await open(t, `${await origin()}/index.html`, {
        height: 700,
        init: () => localStorage.setItem("attention-answers", '{"question-wider":"16"}'),
    });
    await kept.waitForFunction(() => document.querySelector('#contents a[href="#question-wider"].answered'));
    assert.equal(await kept.evaluate(() => scrollY), 0);
    assert.deepEqual([...it.problems, ...kept.problems], []);
});

test("every question with choices can be answered wrongly and rightly", async (t) => {
    const it = await page(t);
    const ids = await formsOf(it, "fieldset");
    assert.ok(ids.length > 1);
    await it.evaluate(() => {
        window.heard = [];
        document.addEventListener("answered", ({ target }) => window.heard.push(target.id));
    });
    for (const id of ids) {
        const none = await check(it, id);
        assert.deepEqual([none.said, none.answered], ["Not yet. Choose one first.", false]);
        for (const radio of await it.locator(`#${id} input[type=radio]:not([data-right])`).all()) {
            await radio.check();
            const wrong = await check(it, id);
            assert.equal(wrong.said, `Not yet. ${await radio.getAttribute("data-says")}`);
            assert.deepEqual([wrong.sign, wrong.answered, wrong.open, wrong.summary], ["wrong", false, false, "Show the answer"]);
        }
        await it.locator(`#${id} [data-right]`).check();
        const right = await check(it, id);
        assert.equal(right.said, `Right. ${await it.locator(`#${id} [data-right]`).getAttribute("data-says")}`);
        assert.deepEqual(
            [right.sign, right.answered, right.ticked, right.open, right.summary, right.aloud],
            ["right", true, true, true, "Why", "polite"],
        );
    }
    assert.deepEqual(await it.evaluate(() => window.heard), ids);
    assert.match(await it.locator(".tally").first().textContent(), new RegExp(`^You have answered ${ids.length} of \\d+\\.$`));
    assert.deepEqual(it.problems, []);
});

test("every number can be typed wrongly, in words, as people write it, and rightly", async (t) => {
    const it = await page(t);
    const ids = await formsOf(it, "[name=typed]");
    assert.ok(ids.length > 1);
    for (const id of ids) {
        const field = it.locator(`#${id} [name=typed]`);
        const {
            answer,
            within = "0",
            unit = "",
            says,
            min,
            max,
            hints,
        } = await field.evaluate((one) => ({
            ...one.dataset,
            min: one.min,
            max: one.max,
            hints: [...one.attributes]
                .filter(({ name }) => name.startsWith("data-hint-"))
                .map(({ name, value }) => [name.slice(10), value]),
        }));
        const type = async (text) => {
            await field.fill(text);
            return check(it, id);
        };
        for (const [text, got] of [
            ["", "nothing"],
            ["many", "“many”"],
            ["1,2,3", "“1,2,3”"],
            ["1e9", "“1e9”"],
        ]) {
            const none = await type(text);
            assert.equal(none.said, `Not yet. It must be a number from ${min.replace("-", "−")} to ${max}, not ${got}.`, id);
            assert.equal(await field.getAttribute("aria-invalid"), "true");
        }
        const far = Number(within) + 0.01 * Math.max(1, Math.abs(Number(answer)));
        for (const [off, words] of [
            [far, "That is too much."],
            [-far, "That is too little."],
        ]) {
            const wrong = await type(String(Number(answer) + off));
            if (Number(answer) + off >= Number(min)) assert.deepEqual([wrong.said, wrong.answered], [`Not yet. ${words}`, false], id);
        }
        for (const [number, hint] of hints) assert.equal((await type(number)).said, `Not yet. ${hint}`, `${id}: ${number}`);
        const right = await type(answer.replace(".", ",").replace("-", "−") + (unit && ` ${unit}`));
        assert.deepEqual([right.said, right.answered, right.ticked, right.open], [`Right. ${says}`, true, true, true], id);
        assert.equal(await field.getAttribute("aria-invalid"), "false");
        for (const edge of [Number(answer) + Number(within), Number(answer) - Number(within)])
            assert.equal((await type(String(edge))).sign, "right", `${id}: ${edge} is within the tolerance`);
    }
    assert.deepEqual(it.problems, []);
});

test("every live question is asked of its figure: not solved as it opens, solved by its answer's link, and not again after", async (t) => {
    const it = await page(t);
    const ids = await formsOf(it, ".goal");
    assert.ok(ids.length >= 6);
    for (const id of ids) {
        const figure = await near(it, id);
        const open = () =>
            it.evaluate((wanted) => {
                const element = document.getElementById(wanted);
                element.restore(element.getAttribute("state") ?? "");
                return element.settled();
            }, figure);
        await open();
        await it.waitForFunction((wanted) => document.getElementById(wanted).dataset.verdict === "wrong", id);
        const before = await verdict(it, id);
        assert.match(before.said, /^Not yet\. .+ (much|many|little|short|long|few)\.$/, id);
        assert.equal(before.answered, false, `${id} was solved by another's answer`);
        await it.locator(`#${id} summary`).click();
        await solve(it, id);
        const after = await verdict(it, id);
        assert.match(after.said, /^Right\. .*\d.*\.$/, id);
        assert.equal(after.spoken, after.said);
        assert.deepEqual([after.sign, after.ticked, after.summary, after.aloud], ["right", true, "Why", "polite"]);
        await open();
        await it.waitForFunction((wanted) => document.getElementById(wanted).dataset.verdict === "wrong", id);
        const again = await verdict(it, id);
        assert.deepEqual(
            [again.said, again.answered, again.summary],
            [before.said, true, "Show the answer"],
            "what was answered stays answered",
        );
    }
    assert.deepEqual(it.problems, []);
});

test("a live verdict follows its figure in the same frame: bar, words; a figure just passing through the goal has not answered", async (t) => {
    const it = await page(t);
    await near(it, "question-below-forty");
    const at = (temperature) =>
        it.evaluate((wanted) => {
            document.getElementById("softmax").state = { temperature: wanted };
            const form = document.getElementById("question-below-forty");
            const width = (selector) => form.querySelector(selector).getBoundingClientRect().width;
            return {
                said: form.querySelector(".said").textContent,
                part: width(".amount") / width(".track"),
                now: form.querySelector(".now").textContent,
                now2: document.getElementById("softmax").describe().values["largest weight"],
            };
        }, temperature);
    for (const temperature of [1, 0.5, 2, 30]) {
        const { said, part, now, now2: largest } = await at(temperature);
        const text = `${(largest * 100).toFixed(1)}\u00a0%`;
        assert.ok(Math.abs(part - largest) < 0.005, `${part} of the bar, ${largest}`);
        assert.equal(
            said,
            largest < 0.4
                ? `Right. The largest weight is ${text}.`
                : `Not yet. The largest weight is ${text}: ${(largest * 100 - 40).toFixed(1)}\u00a0points too much.`,
        );
        assert.equal(now, largest < 0.4 ? "" : text);
    }
    await at(1);
    await it.waitForTimeout(900);
    assert.equal((await verdict(it, "question-below-forty")).answered, false);
    // and what has to stay as it was is named
    const { said } = await it.evaluate(() => {
        document.getElementById("softmax").state = { temperature: 2, score1: 3 };
        return { said: document.querySelector("#question-below-forty .said").textContent };
    });
    assert.equal(said, "Not yet. The setting “s₁” is 3: put it back to 2.4.");
});

test("nothing is loaded for a question: far from its figure it says where to look", async (t) => {
    const it = await page(t, { height: 500 });
    const far = await it.evaluate(() => {
        const form = document.querySelector("#question-the-one-it-needs");
        let loaded = true;
        try {
            document.getElementById(form.dataset.figure).describe();
        } catch {
            loaded = false;
        }
        const unasked = form.querySelector(".unasked");
        return {
            loaded,
            text: unasked.textContent,
            shown: unasked.getClientRects().length > 0,
            link: unasked.querySelector("a").getAttribute("href"),
            verdict: form.dataset.verdict,
        };
    });
    assert.deepEqual([far.loaded, far.shown, far.link, far.verdict], [false, true, "#learned-heads", undefined]);
    assert.match(far.text, /^Open figure \d+ first: /);
});

for (const width of [360, 1280]) {
    test(`a question is as high when its figure is loaded as before (${width} px)`, async (t) => {
        const it = await page(t, { width, height: 700 });
        for (const id of await formsOf(it, ".goal")) {
            const height = () =>
                it.evaluate((wanted) => [...document.getElementById(wanted).children].map((one) => one.offsetHeight).join(" "), id);
            const before = await height();
            await near(it, id);
            await it.waitForFunction((wanted) => document.getElementById(wanted).dataset.verdict !== undefined, id);
            assert.equal(await height(), before, id);
        }
        const wide = await it.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.equal(wide, 0);
    });
}

test("by keyboard alone: a choice, a number, a figure's number in the question", async (t) => {
    const it = await page(t);
    const inside = () => it.evaluate(() => document.activeElement.closest("form")?.id);
    await it.locator("#question-one-layer input").first().focus();
    await it.keyboard.press("ArrowDown");
    await it.keyboard.press("ArrowDown");
    await it.keyboard.press("Enter");
    assert.match((await verdict(it, "question-one-layer")).said, /^Not yet\. /);
    await it.keyboard.press("ArrowUp");
    await it.keyboard.press("Tab");
    assert.equal(await it.evaluate(() => document.activeElement.textContent), "Check");
    await it.keyboard.press("Space");
    assert.match((await verdict(it, "question-one-layer")).said, /^Right\. /);
    await it.locator("#question-wider [name=typed]").focus();
    await it.keyboard.type("16");
    await it.keyboard.press("Enter");
    assert.match((await verdict(it, "question-wider")).said, /^Right\. /);
    assert.equal(await inside(), "question-wider", "the focus stays");
    await near(it, "question-below-forty");
    await it.locator("#question-below-forty .touch").focus();
    for (let press = 0; press < 60 && (await verdict(it, "question-below-forty")).sign !== "right"; ++press)
        await it.keyboard.press("ArrowRight");
    await it.waitForFunction(() => document.querySelector("#question-below-forty[data-answered]"));
    const { said, spoken } = await verdict(it, "question-below-forty");
    assert.match(said, /^Right\. The largest weight is 3\d\.\d/);
    assert.equal(spoken, said);
    assert.equal(new URL(it.url()).search, "", "no form went anywhere");
});

test("answers are kept on the device only once the reader says so, come back, and are forgotten at the word", async (t) => {
    const it = await page(t);
    const answer = async () => {
        await it.locator("#question-one-layer [data-right]").check();
        await check(it, "question-one-layer");
        await it.locator("#question-wider [name=typed]").fill("16");
        await check(it, "question-wider");
        await it.locator("#question-twice-as-long [name=typed]").fill("12");
        await check(it, "question-twice-as-long");
    };
    const again = async () => {
        await it.reload();
        await it.waitForFunction(() => document.querySelector("form.question .goal svg"));
        return it.evaluate(() => ({
            answered: [...document.querySelectorAll("form.question[data-answered]")].map(({ id }) => id),
            ticked: [...document.querySelectorAll("#contents .answered")].length,
            boxes: [...document.querySelectorAll(".keep input")].map(({ checked }) => checked),
            typed: document.querySelector("#question-wider [name=typed]").value,
            chosen: document.querySelector("#question-one-layer :checked")?.value ?? "",
            tally: document.querySelector(".tally").textContent,
        }));
    };
    await answer();
    assert.equal(await stored(it), "{}");
    const nothing = { answered: [], ticked: 0, boxes: [false, false], typed: "", chosen: "", tally: "" };
    assert.deepEqual(await again(), nothing);

    await answer();
    await it.locator(".keep input").first().check();
    assert.deepEqual(await it.evaluate(() => [...document.querySelectorAll(".keep input")].map(({ checked }) => checked)), [true, true]);
    const kept = await again();
    assert.deepEqual(
        [kept.answered, kept.ticked, kept.boxes, kept.typed, kept.chosen],
        [["question-wider", "question-one-layer"], 2, [true, true], "16", "never"],
    );
    assert.equal(await it.locator("#question-twice-as-long [name=typed]").inputValue(), "12", "a wrong answer is kept as one");
    assert.deepEqual(
        [(await verdict(it, "question-wider")).said, (await verdict(it, "question-wider")).open],
        ["", false],
        "nothing has moved for what came back",
    );
    await near(it, "question-two-alike");
    await it.locator("#question-two-alike summary").click();
    await solve(it, "question-two-alike");
    assert.ok((await again()).answered.includes("question-two-alike"), "what is answered later is kept too");

    await it.locator(".keep input").last().uncheck();
    assert.equal(await stored(it), "{}");
    assert.deepEqual(await again(), nothing);
    assert.deepEqual(it.problems, []);
});

test("where a browser keeps nothing, or something else lies in its place, questions go on", async (t) => {
    const refused = await page(t, {
        init: () =>
            Object.defineProperty(window, "localStorage", {
                get: () => {
                    throw new DOMException("no", "SecurityError");
                },
            }),
    });
    await refused.locator(".keep input").first().click();
    assert.equal(await refused.locator(".keep input").first().isChecked(), false);
    await refused.locator("#question-wider [name=typed]").fill("16");
    assert.equal((await check(refused, "question-wider")).sign, "right");
    assert.deepEqual(refused.problems, []);
    for (const text of ["{", "7", "[1]", '{"question-wider":16,"question-one-layer":"gone","__proto__":"x"}']) {
        const it = await page(t, { init: (value) => localStorage.setItem("attention-answers", value), argument: text });
        assert.equal(await it.locator("form.question[data-answered]").count(), 0, text);
        assert.deepEqual(it.problems, []);
    }
});

test("without script the answers can be read, nothing pretends to work, and no form goes anywhere", async (t) => {
    const it = await page(t, { javaScriptEnabled: false });
    const address = it.url();
    for (const form of await it.locator("form.question").all()) {
        assert.ok((await form.locator("h3").innerText()).length > 10);
        for (const part of [".check", ".verdict", ".goal"])
            for (const one of await form.locator(part).all()) assert.equal(await one.isVisible(), false, part);
        const answer = form.locator("details p").first();
        assert.equal(await answer.isVisible(), false);
        await form.locator("summary").click();
        assert.equal(await answer.isVisible(), true);
        assert.ok((await answer.innerText()).length > 50);
    }
    assert.equal(await it.locator(".keep input").first().isVisible(), false);
    await it.locator("[name=typed]").first().fill("5");
    await it.keyboard.press("Enter");
    await it.waitForTimeout(200);
    assert.equal(it.url(), address);
    assert.equal(await it.locator("[name=typed]").first().inputValue(), "5", "and it was not loaded anew");
});
