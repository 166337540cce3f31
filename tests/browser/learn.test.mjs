// The figure that is trained in the page: played it learns, and it comes to the same bits as anywhere else.
import assert from "node:assert/strict";
import { test } from "node:test";
import { spawnSync } from "node:child_process";
import { program } from "../native/support.mjs";
import { describe, focusControl, openExhibits, settled } from "./support.mjs";

const press = (page) =>
    page.evaluate(() => document.querySelector("attention-explainer").shadowRoot.querySelector('[name="play"]').click());
const step = (page) => page.evaluate(() => document.querySelector("attention-explainer").state.step);

test("played it learns, paused it stays, and a figure restored to that step is the same model", async (t) => {
    const page = await openExhibits(t, '<attention-explainer exhibit="learn" state="pace=fast"></attention-explainer>', { height: 1200 });
    assert.ok((await describe(page)).values.right < 0.2);
    await press(page);
    await page.waitForFunction(() => document.querySelector("attention-explainer").state.step >= 400, null, { timeout: 60_000 });
    // The player waits for what is trained: the step that it names is the one that is shown, or the next.
    const named = await page.evaluate(() => {
        const element = document.querySelector("attention-explainer");
        return [element.state.step, element.describe().values.step];
    });
    assert.ok(named[0] - named[1] <= 10, `${named}`);
    await press(page);
    await settled(page);
    const reached = await step(page);
    const played = await describe(page);
    assert.ok(reached >= 400 && reached < 1000, `${reached}`);
    assert.ok(played.values.right > 0.95, played.summary);
    await settled(page);
    assert.equal(await step(page), reached);

    const state = await page.evaluate(() => document.querySelector("attention-explainer").save());
    await page.evaluate((text) => {
        const other = document.createElement("attention-explainer");
        Object.assign(other, { id: "other" });
        other.setAttribute("exhibit", "learn");
        other.setAttribute("state", text);
        other.setAttribute("loading", "eager");
        document.body.append(other);
    }, state);
    await settled(page);
    assert.deepEqual((await describe(page, "#other")).values, played.values);
    assert.deepEqual(page.problems, []);
});

test("the same seed gives the same training, to the last bit, here and natively", async (t) => {
    const states = [
        "step=200",
        "step=200;seed=7;shape=2-2;task=reverse",
        "step=200;task=count;head21=false",
        "step=300;ago=120;shape=1-1",
        "task=agree;rate=high;step=200;showProduct=true",
        "mlp=true;task=reverse;step=200;head11=false",
        "task=reverse;step=200;head11=false", // which differs in nothing else
    ];
    const page = await openExhibits(t, '<attention-explainer exhibit="learn"></attention-explainer>');
    for (const state of states) {
        const { stdout, stderr } = spawnSync(program, ["--exhibit", "learn", "--state", state, "--describe"], { encoding: "utf8" });
        assert.equal(stderr, "");
        await page.evaluate((text) => document.querySelector("attention-explainer").restore(text), state);
        await settled(page);
        const [here, native] = [await describe(page), JSON.parse(stdout)];
        assert.deepEqual(here.values, native.values, state);
        assert.deepEqual(here.tables, native.tables, state);
    }
});

test("on the step that is shown, right and up go to later steps, left and down back", async (t) => {
    const page = await openExhibits(t, '<attention-explainer exhibit="learn" state="step=40"></attention-explainer>', { height: 1400 });
    await focusControl(page, "ago");
    const seen = [];
    for (const key of ["ArrowLeft", "ArrowDown", "ArrowRight", "ArrowUp", "ArrowUp", "Home", "End"]) {
        await page.keyboard.press(key);
        await settled(page);
        seen.push((await describe(page)).values.step);
    }
    assert.deepEqual(seen, [30, 20, 30, 40, 40, 0, 40]);
    assert.equal(await page.evaluate(() => document.querySelector("attention-explainer").save()), "step=40");
});

test("a task that is chosen by its native control begins at the first step, with the head back", async (t) => {
    const page = await openExhibits(t, '<attention-explainer exhibit="learn" state="step=40;head21=false"></attention-explainer>', {
        height: 1400,
    });
    await page.evaluate(() => {
        const native = document.querySelector("attention-explainer").shadowRoot.querySelector('[name="task"]');
        native.value = "reverse";
        native.dispatchEvent(new Event("input", { bubbles: true }));
    });
    await settled(page);
    assert.equal(await page.evaluate(() => document.querySelector("attention-explainer").save()), "task=reverse");
    assert.equal((await describe(page)).values.step, 0);
});

test("a cut head takes effect at once, without training", async (t) => {
    const page = await openExhibits(t, '<attention-explainer exhibit="learn" state="step=300"></attention-explainer>', { height: 1400 });
    const whole = (await describe(page)).values;
    await page.evaluate(() => {
        const native = document.querySelector("attention-explainer").shadowRoot.querySelector('[name="head21"]');
        native.click();
    });
    await settled(page);
    const { values, summary } = await describe(page);
    assert.ok(whole.right > 0.95 && values.right < 0.3, summary);
    assert.equal(values["right, all heads on"], whole.right);
    assert.equal(values.step, 300);
});

test("a worker trains, under the strict policy too; where there is none the figure comes to the same by itself", async (t) => {
    const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; img-src 'self' data:";
    const page = await openExhibits(t, "learn", { page: { headers: { "content-security-policy": policy } } });
    const started = [];
    page.on("worker", (worker) => started.push(new URL(worker.url()).pathname));
    const trained = async (state) => {
        await page.evaluate((text) => document.querySelector("attention-explainer").restore(text), state);
        await settled(page);
        return describe(page);
    };
    const first = await trained("step=120;task=reverse");
    const further = await trained("step=200;task=reverse");
    const other = await trained("step=120;seed=5");
    assert.deepEqual(
        started.map((path) => path.split("/").pop()),
        ["training-worker.js"],
        "one for the figure, whatever it trains",
    );
    await page.evaluate(() => {
        window.Worker = class {
            constructor() {
                throw new DOMException("not on this page", "SecurityError");
            }
        };
    });
    // (Another figure, which has no worker yet; the one that goes takes its worker with it.)
    const gone = page.workers().map((worker) => worker.waitForEvent("close"));
    assert.equal(gone.length, 1);
    await page.evaluate(() => {
        const figure = document.querySelector("attention-explainer");
        figure.restore("step=1000;seed=9");
        requestAnimationFrame(() => requestAnimationFrame(() => figure.replaceWith(figure.cloneNode())));
    });
    await Promise.all(gone);
    assert.deepEqual(await trained("step=120;task=reverse"), first);
    assert.deepEqual(await trained("step=200;task=reverse"), further);
    assert.deepEqual(await trained("step=120;seed=5"), other);
    assert.equal(started.length, 1);
    assert.deepEqual(page.problems, []);
});

test("a worker that cannot be fetched costs a figure nothing but the worker", async (t) => {
    const page = await openExhibits(t, "learn");
    let asked = 0;
    const refuse = [];
    await page.route("**/training-worker.js", (route) => {
        asked++;
        refuse.push(() => route.abort());
    });
    // It is refused while nobody waits for it, and asked for again.
    for (const step of [60, 0]) {
        await page.evaluate((to) => document.querySelector("attention-explainer").restore(`step=${to};task=agree`), step);
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
        if (step === 60) while (asked === 0) await page.waitForTimeout(10);
    }
    await Promise.all(refuse.splice(0).map((one) => one()));
    await page.unroute("**/training-worker.js");
    await page.route("**/training-worker.js", (route) => route.abort());
    await page.evaluate(() => document.querySelector("attention-explainer").restore("step=60;task=agree"));
    await settled(page);
    const { values, summary } = await describe(page);
    assert.equal(values.step, 60, summary);
});

test("what is taken back, taken away or changed while a worker trains is as if that had never been asked", async (t) => {
    const page = await openExhibits(t, "learn");
    const calm = async (state) => {
        await page.evaluate((text) => document.querySelector("attention-explainer").restore(text), state);
        await settled(page);
        return describe(page);
    };
    const wanted = await calm("step=70;seed=3;task=count");
    await page.evaluate(async () => {
        const element = document.querySelector("attention-explainer");
        const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
        for (const state of [
            "step=1000",
            "step=1000;rate=high",
            "step=40",
            "step=1000;task=agree;shape=2-4",
            "step=500;seed=3;task=count",
        ]) {
            element.restore(state);
            await frame();
            await frame();
        }
        for (const state of ["step=1000;seed=3;task=count", "step=1000;seed=4;task=count", "step=1000;seed=3;task=count"])
            element.restore(state); // in one frame
        await frame();
        const place = element.parentNode;
        element.remove();
        await frame();
        place.append(element);
    });
    assert.deepEqual(await calm("step=70;seed=3;task=count"), wanted);
    assert.deepEqual(page.problems, []);
});
