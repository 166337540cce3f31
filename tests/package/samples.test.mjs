// The samples in web/examples, as an author would open them: each beside an installed package, those with an address from another origin.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { assertDrawn, open, require, root, settled, wasmFor, wasmOf } from "../browser/support.mjs";
import { random, seed } from "../random.mjs";
import { examples, installed, packed, place, serve } from "./support.mjs";

const published = `https://example.org/attention-explainer@${readFileSync(join(root, "VERSION"), "utf8").trim()}`; // what the samples say; here it is a server of its own
const read = (file) => readFileSync(join(examples, file), "utf8");
const elsewhere = packed.then(() => serve([installed], { cors: true }));
const addressed = async (text) => text.replaceAll(published, await elsewhere);
const document = (body) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>a page</title><body>${body}`;

/** The site that has the samples and an installed package. */
const site = elsewhere.then(async (address) =>
    serve([examples, place], {
        pages: {
            "/page.md": document(await addressed(require("markdown-it")({ html: true, typographer: true }).render(read("page.md")))),
            "/sandboxed": read("iframe.html")
                .replace("node_modules/attention-explainer", address)
                .replace("<iframe ", '<iframe sandbox="allow-scripts" '),
            "/notebook": document('<div id="output"></div>'),
            "/one": document(
                `<attention-explainer exhibit="blend"></attention-explainer><script type="module" src="${address}/attention-explainer.js"></script>`,
            ),
        },
    }),
);
site.catch(() => {}); // awaited by each test
const openSample = async (t, path, options) => open(t, (await site) + path, options);

/** A figure that stands there, drawn, with the state of the sample. */
async function assertFigure(page, state, selector = "attention-explainer") {
    await settled(page, selector);
    assert.equal(await page.evaluate((wanted) => document.querySelector(wanted).save(), selector), state);
    await assertDrawn(page, selector);
    assert.deepEqual(page.problems, []);
}

test("plain page: figure, numbers in a sentence, a link that drives it", async (t) => {
    const page = await openSample(t, "/plain.html");
    await assertFigure(page, "temperature=0.5");
    const numbers = () => page.evaluate(() => [...document.querySelectorAll("attention-value")].map(({ text }) => text));
    assert.deepEqual(await numbers(), ["0.50", "76.1 %"]);
    await page.click("a");
    await page.waitForFunction(() => document.querySelector("attention-explainer").save() === "temperature=0.1");
    await settled(page);
    assert.deepEqual(await numbers(), ["0.10", "99.9 %"]);
});

test("iframe: it is as high as its figure, tells its state and takes one", async (t) => {
    const page = await openSample(t, "/iframe.html");
    await page.waitForFunction(() => document.querySelector("#state").value === "temperature=0.5");
    const inside = page.frameLocator("iframe").locator("attention-explainer");
    await page.waitForFunction(
        () =>
            document.querySelector("iframe").clientHeight === document.querySelector("iframe").contentDocument.documentElement.scrollHeight,
    );
    await page.click("button");
    await page.waitForFunction(() => document.querySelector("#state").value === "temperature=0.1");
    assert.equal(await inside.evaluate((figure) => figure.save()), "temperature=0.1");
    assert.deepEqual(page.problems, []);
});

test("iframe with a sandbox: its messages, which have no origin, are heard, and it takes a state", async (t) => {
    const page = await openSample(t, "/sandboxed");
    await page.waitForFunction(() => document.querySelector("#state").value === "temperature=0.5");
    await page.click("button");
    await page.waitForFunction(() => document.querySelector("#state").value === "temperature=0.1");
    assert.deepEqual(page.problems, []);
});

test("a page on a static host with one script from another origin", async (t) => {
    const page = await openSample(t, "/one");
    await assertFigure(page, "");
});

test("Markdown by a real renderer: the block of HTML and the numbers in its sentences", async (t) => {
    const page = await openSample(t, "/page.md");
    await assertFigure(page, "temperature=0.5");
    assert.deepEqual(
        await page.evaluate(() => [...document.querySelectorAll("p attention-value")].map(({ text, figure }) => [text, figure?.id])),
        [
            ["0.50", "shares"],
            ["76.1 %", "shares"],
        ],
    );
    assert.equal(
        await page.evaluate(() => document.querySelector("attention-explainer").children.length),
        0,
        "the renderer put nothing into it",
    );
    assert.equal(await page.locator("em").textContent(), "text");
});

test("slides: a figure loads when its slide is shown, is drawn pixel for pixel at any scale, and its keys are its own", async (t) => {
    const page = await openSample(t, "/slides.html", { width: 1600, height: 1000 });
    await page.waitForFunction(() => document.querySelector(".reveal.ready"));
    assert.deepEqual(wasmOf(page.fetched), [], "nothing is fetched for a slide that is not shown");
    const next = async (selector) => {
        await page.keyboard.press("ArrowRight");
        await page.waitForFunction(
            (wanted) => document.querySelector(wanted).closest("section.present") && document.querySelector(wanted).path,
            selector,
        );
    };
    /** Comes to be drawn with just the pixels that it covers, of which so many are one of its own. */
    const sharp = (selector, least, most) =>
        page.waitForFunction(
            ([wanted, from, to]) => {
                const canvas = document.querySelector(wanted).shadowRoot.querySelector("canvas");
                const { width, height } = canvas.getBoundingClientRect();
                const ratio = canvas.width / canvas.clientWidth;
                return Math.abs(canvas.width - width) <= 1 && Math.abs(canvas.height - height) <= 1 && ratio > from && ratio < to;
            },
            [selector, least, most],
        );
    const first = '[exhibit="dot-product"]';
    await next(first);
    await settled(page, first);
    await sharp(first, 1.15, 2);
    await assertDrawn(page, first);
    // whole on its slide, once that has come to rest
    await page.waitForFunction((wanted) => {
        const { top, bottom, left, right } = document.querySelector(wanted).getBoundingClientRect();
        return top >= 0 && bottom <= 1000 && left >= 0 && right <= 1600;
    }, first);
    await page.setViewportSize({ width: 700, height: 500 });
    await sharp(first, 0.4, 0.8);
    await page.setViewportSize({ width: 1600, height: 1000 });
    await sharp(first, 1.15, 2);
    // An arrow key in the figure moves its slider and leaves the slide.
    await page.evaluate((wanted) => document.querySelector(wanted).shadowRoot.querySelector('[name="qx"]').focus(), first);
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction((wanted) => document.querySelector(wanted).state.qx > 3, first);
    assert.ok(await page.evaluate((wanted) => document.querySelector(wanted).closest("section.present"), first));
    await page.evaluate(() => document.activeElement.blur());
    // A step of the slide is a step of its figure.
    const temperature = (wanted) => page.waitForFunction((value) => document.querySelector("#softmax").state.temperature === value, wanted);
    await next("#softmax");
    await page.keyboard.press("ArrowRight");
    await temperature(0.1);
    await page.keyboard.press("ArrowLeft");
    await temperature(1);
    await page.keyboard.press("ArrowRight");
    await temperature(0.1);
    await next('[exhibit="masks"]');
    await sharp('[exhibit="masks"]', 1.15, 2);
    assert.deepEqual(wasmOf(page.fetched), wasmFor(["dot-product", "softmax", "masks"]));
    assert.deepEqual(page.problems, []);
});

test("a cell of HTML in a notebook, put in as notebooks do: markup first, its scripts anew", async (t) => {
    const page = await openSample(t, "/notebook");
    for (const round of [1, 2]) {
        // a cell may be run twice
        await page.evaluate(
            (html) => {
                const output = document.querySelector("#output");
                output.innerHTML = html;
                for (const old of output.querySelectorAll("script")) {
                    const script = document.createElement("script");
                    for (const { name, value } of old.attributes) script.setAttribute(name, value);
                    script.textContent = old.textContent;
                    old.replaceWith(script);
                }
            },
            await addressed(read("notebook/cell.html")),
        );
        await assertFigure(page, "temperature=0.5");
        assert.deepEqual(wasmOf(page.fetched), wasmFor(["softmax"]), `round ${round}`);
    }
});

/** A page with the widget in it. `kernel(values)` there is a message of the kernel's that arrives, `sent` has those to it, `end()` closes the widget. */
async function openWidget(t) {
    const [, address] = /_esm = "([^"]+)"/.exec(await addressed(read("notebook/widget.py")));
    const page = await openSample(t, "/notebook");
    await page.evaluate(async (esm) => {
        // anywidget's model (a Backbone model on a comm): set() tells listeners of what differs, save_changes() sends what was set to the kernel.
        const attributes = {
            exhibit: "softmax",
            state: { temperature: 0.5 },
            theme: "light",
            tensors: new DataView(new ArrayBuffer(0)),
            error: "",
        };
        // (It compares the bytes of a DataView.)
        const text = (value) =>
            JSON.stringify(value instanceof DataView ? [...new Uint8Array(value.buffer, value.byteOffset, value.byteLength)] : value);
        const listeners = new Map();
        const pending = {};
        const change = (values) => {
            const told = Object.keys(values).filter((name) => text(attributes[name]) !== text(values[name]));
            for (const name of told) attributes[name] = structuredClone(values[name]);
            for (const name of told) for (const callback of [...(listeners.get(`change:${name}`) ?? [])]) callback();
            return told;
        };
        window.sent = [];
        window.kernel = (values) => void change(values);
        window.known = () => attributes.state;
        window.listening = () => [...listeners.values()].reduce((sum, set) => sum + set.size, 0);
        const model = {
            get: (name) => attributes[name],
            set: (name, value) => change({ [name]: value }).forEach((one) => (pending[one] = attributes[one])),
            save_changes() {
                window.sent.push(JSON.parse(JSON.stringify(pending)));
                for (const name of Object.keys(pending)) delete pending[name];
            },
            on: (event, callback) => listeners.set(event, (listeners.get(event) ?? new Set()).add(callback)),
            off: (event, callback) => listeners.get(event)?.delete(callback),
            send() {},
        };
        const { default: definition } = await import(esm);
        const widget = typeof definition === "function" ? await definition() : definition;
        await widget.initialize?.({ model });
        window.view = () => widget.render({ model, el: document.querySelector("#output") });
        window.end = await window.view();
    }, address);
    await settled(page);
    return page;
}

test("a widget in a notebook: exhibit and state go both ways, through anywidget's front-end contract", async (t) => {
    const page = await openWidget(t);
    const look = () =>
        page.evaluate(async () => {
            const figure = document.querySelector("attention-explainer");
            await figure.settled();
            return { exhibit: figure.exhibit, save: figure.save(), last: window.sent.at(-1), times: window.sent.length };
        });
    const begun = await look();
    assert.equal(begun.save, "temperature=0.5");
    assert.equal(begun.times, 0, "Python hears what the reader does");
    // Python sets a part of the state.
    await page.evaluate(() => window.kernel({ state: { count: 3 } }));
    const set = await look();
    assert.deepEqual([set.save, set.times], ["count=3;temperature=0.5", 0], "what Python sets is not told again");
    // A second view of the same model shows the same.
    const second = await page.evaluate(async () => {
        const end = await window.view();
        const views = [...document.querySelectorAll("attention-explainer")];
        await Promise.all(views.map((view) => view.settled()));
        const saved = views.map((view) => view.save());
        end();
        return saved;
    });
    assert.deepEqual([...second, (await look()).times], [set.save, set.save, 0]);
    // The reader moves a control. JupyterLab, which looks at each key first, is told to leave it.
    await page.evaluate(() => {
        document.addEventListener("keydown", ({ target }) => (window.commanded = !target.closest("[data-lm-suppress-shortcuts]")), true);
        document.querySelector("attention-explainer").shadowRoot.querySelector('[name="temperature"]').focus();
    });
    await page.keyboard.press("Home");
    assert.equal(await page.evaluate(() => window.commanded), false);
    const moved = await look();
    assert.ok(moved.last.state.temperature < 0.5 && moved.last.state.count === 3 && !("exhibit" in moved.last), JSON.stringify(moved.last));
    // Another exhibit, alone and with its state.
    await page.evaluate(() => window.kernel({ exhibit: "dot-product" }));
    const other = await look();
    assert.deepEqual([other.exhibit, other.save, other.times], ["dot-product", "", moved.times]);
    await page.evaluate(() => window.kernel({ exhibit: "softmax", state: { temperature: 2 } }));
    const both = await look();
    assert.deepEqual([both.save, both.times], ["temperature=2", other.times]);
    assert.deepEqual(page.problems, []);
    // What the figure cannot be it is not, and Python hears what it is.
    await page.evaluate(() => window.kernel({ state: { temperature: -1 } }));
    const refused = await look();
    assert.deepEqual([refused.save, refused.last.state.temperature, refused.times], ["temperature=2", 2, both.times + 1]);
    assert.equal(page.problems.length, 1);
    assert.match(page.problems[0], /temperature/);
    // An empty dictionary is the figure as it opens.
    await page.evaluate(() => window.kernel({ state: {} }));
    const empty = await look();
    assert.deepEqual([empty.save, empty.times], ["", refused.times]);
    // What it looks like follows too.
    const looks = (traits) =>
        page.evaluate((values) => {
            window.kernel(values);
            const figure = document.querySelector("attention-explainer");
            return [figure.theme, figure.group, figure.show, figure.poster, figure.querySelector("img")?.getAttribute("src") ?? null];
        }, traits);
    assert.deepEqual(await looks({}), ["light", "", null, false, null]);
    const picture = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E";
    assert.deepEqual(await looks({ theme: "dark", group: "one", show: "", poster: picture }), ["dark", "one", "", true, picture]);
    assert.deepEqual(await looks({ theme: "", group: "", show: null, poster: "" }), ["auto", "", null, false, null]);
    // A reader who follows a claim to another exhibit stays in the cell.
    await page.evaluate(() =>
        document
            .querySelector("attention-explainer")
            .dispatchEvent(new CustomEvent("open", { detail: { exhibit: "scaling", state: "" }, cancelable: true })),
    );
    const opened = await look();
    assert.deepEqual([opened.exhibit, opened.last.exhibit], ["scaling", "scaling"]);
    await page.evaluate(() => window.end());
    assert.deepEqual(await page.evaluate(() => [window.listening(), document.querySelectorAll("attention-explainer").length]), [0, 0]);
});

test("a widget's tensors arrive as bytes, and with them the state that is set at the same time or while they are read", async (t) => {
    const page = await openWidget(t);
    await page.evaluate(() => {
        window.weight = (seed, ...place) => (((place.reduce((sum, one) => 7 * sum + one + 1, seed) * 37) % 101) + 1) / 102;
        // As they come from a comm: a view somewhere in a message.
        window.tensors = (layers, heads, n, seed) => {
            const each = (count, make) => Array.from({ length: count }, (_, i) => make(i));
            const attention = each(layers, (l) => each(heads, (h) => each(n, (i) => each(n, (j) => window.weight(seed, l, h, i, j)))));
            const file = new TextEncoder().encode(JSON.stringify({ attention, tokens: each(n, (i) => `word ${i}`) }));
            const message = new Uint8Array(file.length + 20);
            message.set(file, 8);
            return new DataView(message.buffer, 8, file.length);
        };
    });
    /** What the newest of the figures comes to show, and what the kernel has been told. */
    const shows = async (seed, ...place) => {
        const wanted = await page.evaluate(([seed, place]) => window.weight(seed, ...place).toFixed(6), [seed, place]);
        for (let tries = 0, found; found !== `${place}: ${wanted}`; ++tries) {
            if (found) await page.waitForTimeout(20);
            assert.ok(tries < 500, `${found}, but ${place}: ${wanted}`);
            found = await page.evaluate(async () => {
                const figure = [...document.querySelectorAll("attention-explainer")].at(-1);
                await figure.loaded;
                const { layer, head, query, key } = figure.state;
                return `${[layer, head, query, key]}: ${figure.describe().values.weight?.toFixed(6)}`;
            });
        }
        return page.evaluate(() => ({ times: window.sent.length, last: window.sent.at(-1) }));
    };
    const said = () =>
        page.evaluate(async () => {
            const figure = document.querySelector("attention-explainer");
            await figure.settled();
            return figure.describe().summary;
        });
    await page.evaluate(() =>
        window.kernel({ exhibit: "heads", tensors: window.tensors(2, 3, 4, 1), state: { layer: 1, head: 2, query: 1, key: 2 } }),
    );
    await shows(1, 1, 2, 1, 2);
    // Another view begins with all of it.
    await page.evaluate(async () => (window.endSecond = await window.view()));
    await shows(1, 1, 2, 1, 2);
    await page.evaluate(() => window.endSecond());
    // Others of the same shape, as of a model in training: what was chosen stays, and a state says what else.
    await page.evaluate(() => window.kernel({ tensors: window.tensors(2, 3, 4, 2) }));
    await shows(2, 1, 2, 1, 2);
    await page.evaluate(() => window.kernel({ tensors: window.tensors(2, 3, 4, 3), state: { layer: 0 } }));
    await shows(3, 0, 2, 1, 2);
    const { layer, head, query, key } = await page.evaluate(() => window.known());
    assert.deepEqual([layer, head, query, key], [0, 2, 1, 2], "the model has the whole state");
    // In messages of their own, which come while tensors are read.
    await page.evaluate(async () => {
        for (const values of [
            { state: { head: 0 } },
            { tensors: window.tensors(2, 3, 4, 4) },
            { tensors: window.tensors(2, 3, 4, 5) },
            { state: { layer: 1 } },
            { state: { key: 0 } },
        ]) {
            window.kernel(values);
            await null;
            await null;
        }
        document.querySelector("attention-explainer").dispatchEvent(new Event("change")); // of what is still shown
    });
    const told = await shows(5, 1, 0, 1, 0);
    assert.equal(told.times, 0, "what Python sets is not told again");
    assert.deepEqual(page.problems, []);
    // The reader turns to another query.
    await page.evaluate(() => document.querySelector("attention-explainer").shadowRoot.querySelector('[name="query"]').focus());
    await page.keyboard.press("ArrowRight");
    const moved = await shows(5, 1, 0, 2, 0);
    assert.deepEqual([moved.times, moved.last.state.query, moved.last.state.layer], [1, 2, 1]);
    // What cannot be shown is told; what was shown stays, and the figure goes on.
    await page.evaluate(() =>
        window.kernel({ tensors: new DataView(new TextEncoder().encode('{"attention": [[1], [1, 2]]}').buffer), state: { head: 1 } }),
    );
    await page.waitForFunction(() => window.sent.length === 2);
    const wrong = "attention has a list of 1 and one of 2 beside it";
    assert.equal((await shows(5, 1, 0, 2, 0)).last.error, wrong);
    assert.deepEqual(page.problems.splice(0), [`attention-explainer: ${wrong}`]);
    await page.keyboard.press("ArrowLeft");
    assert.equal((await shows(5, 1, 0, 1, 0)).last.state.query, 1);
    await page.keyboard.press("ArrowRight");
    // A view that begins with it shows no other numbers in their place.
    const instead = await page.evaluate(async () => {
        const end = await window.view();
        const figure = [...document.querySelectorAll("attention-explainer")].at(-1);
        await new Promise((failed) => figure.addEventListener("error", failed));
        const { textContent } = figure.shadowRoot;
        end();
        return textContent;
    });
    assert.ok(instead.includes(wrong), instead);
    assert.deepEqual(page.problems.splice(0), [`attention-explainer: ${wrong}`]);
    await page.evaluate(() => window.kernel({ state: { head: 2 } }));
    await shows(5, 1, 2, 2, 0);
    // Others, before the ones that came are drawn.
    await page.evaluate(async () => {
        const figure = document.querySelector("attention-explainer");
        window.kernel({ tensors: window.tensors(2, 3, 4, 8) });
        let loaded = false;
        figure.addEventListener("load", () => (loaded = true), { once: true });
        while (!loaded && figure.save() !== "") await new Promise((next) => setTimeout(next));
        window.kernel({ tensors: window.tensors(2, 3, 4, 9) });
    });
    await shows(9, 1, 2, 2, 0);
    // Those that come with an exhibit which shows none are for another.
    await page.evaluate(() => window.kernel({ exhibit: "softmax", tensors: window.tensors(2, 3, 4, 5) }));
    await page.waitForFunction(() => window.sent.at(-1).error === "softmax shows no tensors");
    await page.waitForFunction(() => document.querySelector("attention-explainer").state.temperature === 1);
    assert.deepEqual(page.problems.splice(0), ["attention-explainer: softmax shows no tensors"]);
    await page.evaluate(() => window.kernel({ exhibit: "heads", state: { head: 1 } }));
    await page.waitForFunction(() => document.querySelector("attention-explainer").save() === "head=1");
    // Of a wrong state that comes with them Python hears, as of any, what is shown.
    await page.evaluate(() => window.kernel({ tensors: window.tensors(2, 3, 4, 7), state: { layer: 9 } }));
    await page.waitForFunction(() => window.sent.at(-1).state?.query === 3);
    await shows(7, 0, 1, 3, 2);
    // Of another shape: as far as it goes.
    await page.evaluate(() => window.kernel({ state: { layer: 1, head: 2 } }));
    await page.evaluate(() => window.kernel({ tensors: window.tensors(1, 2, 3, 6) }));
    await shows(6, 0, 1, 2, 2);
    // An exhibit alone that can show none has its own numbers, in the state that comes with it. The first finds the others again.
    await page.evaluate(() => window.kernel({ exhibit: "softmax", state: { temperature: 2 } }));
    await page.waitForFunction(() => document.querySelector("attention-explainer").state.temperature === 2);
    assert.deepEqual(page.problems, []);
    await page.evaluate(async () => (await window.view())());
    assert.deepEqual(page.problems.splice(0), ["attention-explainer: softmax shows no tensors"], "a view that begins so says why");
    await page.evaluate(() => window.kernel({ exhibit: "heads", state: { head: 1, query: 0, key: 0 } }));
    await shows(6, 0, 1, 0, 0);
    // None: those that the exhibit has itself.
    await page.evaluate(() => window.kernel({ tensors: new DataView(new ArrayBuffer(0)) }));
    assert.doesNotMatch(await said(), /of your own/);
    await page.evaluate(() => window.kernel({ tensors: window.tensors(1, 2, 3, 7), state: { head: 1 } }));
    await page.waitForFunction(() => document.querySelector("attention-explainer").save() === "head=1");
    // A reader who follows a link leaves them.
    await page.evaluate(() =>
        document
            .querySelector("attention-explainer")
            .dispatchEvent(new CustomEvent("open", { detail: { exhibit: "softmax", state: "temperature=2" }, cancelable: true })),
    );
    assert.equal(await page.evaluate(() => window.sent.at(-1).state.temperature), 2);
    assert.deepEqual(page.problems, []);
    const after = await page.evaluate(() => {
        const figure = document.querySelector("attention-explainer");
        window.end();
        window.sent.length = 0;
        figure.dispatchEvent(new CustomEvent("error", { detail: { type: "load", message: "late" } }));
        return [window.listening(), window.sent.length];
    });
    assert.deepEqual(after, [0, 0]);
});

test("a slider of the kernel that drives the figure and follows it: however late its messages come, both end at what was set last", async (t) => {
    const page = await openWidget(t);
    const next = random(seed);
    for (let round = 0; round < 12; ++round) {
        const acts = Array.from({ length: 30 }, () => next());
        const log = await page.evaluate(async (numbers) => {
            const figure = document.querySelector("attention-explainer");
            // The kernel: observers as in slider.py, with no rounding, and traits that are told at once, and only of what differs.
            const kernel = { state: structuredClone(figure.state), slider: figure.state.temperature };
            const toPage = [];
            const log = [];
            const setState = (state, heard) => {
                if (JSON.stringify(state) === JSON.stringify(kernel.state)) return;
                kernel.state = state;
                if (!heard) toPage.push(structuredClone(state));
                setSlider(state.temperature ?? kernel.slider);
            };
            const setSlider = (value) => {
                if (value === kernel.slider) return;
                kernel.slider = value;
                setState({ ...kernel.state, temperature: value });
            };
            window.sent.length = 0;
            let last = 0;
            const arrive = async () => {
                window.kernel({ state: toPage.shift() });
                await figure.settled();
            };
            const hear = () => {
                const { state } = window.sent.shift();
                if (state) setState(state, true);
            };
            for (const number of numbers) {
                // A drag of the kernel's slider, or (when no message of it is under way) of the figure's; else a message arrives, of either side.
                const which = Math.floor(number * 997) % 5;
                if (which < 2) setSlider((last = number * 9 + 0.1));
                else if (which === 2 && toPage.length === 0) {
                    const input = figure.shadowRoot.querySelector('[name="temperature"]');
                    input.value = String(number);
                    input.dispatchEvent(new Event("input", { bubbles: true }));
                    input.dispatchEvent(new Event("change", { bubbles: true }));
                    await figure.settled();
                    last = figure.state.temperature;
                    while (window.sent.length > 0) hear();
                } else if (which === 3 && toPage.length > 0) await arrive();
                else if (window.sent.length > 0) hear();
                log.push([which, last, kernel.slider, figure.state.temperature]);
            }
            let messages = 0;
            for (; toPage.length + window.sent.length > 0 && messages < 200; ++messages) {
                if (toPage.length > 0) await arrive();
                if (window.sent.length > 0) hear();
            }
            return { messages, last, slider: kernel.slider, state: kernel.state.temperature, shown: figure.state.temperature, log };
        }, acts);
        const where = `SEED=${seed}, round ${round}: ${JSON.stringify(log)}`;
        assert.ok(log.messages < 40, `they do not come to rest: ${where}`);
        for (const one of [log.slider, log.state, log.shown]) assert.ok(Math.abs(one - log.last) < 1e-9, where);
    }
    assert.deepEqual(page.problems, []);
});
