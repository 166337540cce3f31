// What listeners may do: anything. Events go out when the engine's work is done, so an element that is removed, moved or given another
// exhibit by its own listener leaves the page, the other elements and the engine as they were. Only a trap restarts the engine.
import assert from "node:assert/strict";
import { test } from "node:test";
import { describe, makePage, open, openExhibits, rowsOf, settled, controlBox } from "./support.mjs";

/** Counts the engine's stops (a lost context is none) and offers the rude things that a listener may do. */
function watch() {
    window.stops = 0;
    const warn = console.warn;
    console.warn = (...words) => {
        if (/engine stopped/.test(words[0])) ++window.stops;
        warn(...words);
    };
    window.rude = {
        remove: (element) => element.remove(),
        "remove and put back": (element) => {
            const parent = element.parentNode ?? document.body;
            element.remove();
            parent.append(element);
        },
        move: (element) => document.body.append(element),
        "adopt and take back": (element) => {
            const parent = element.parentNode ?? document.body;
            document.implementation.createHTMLDocument("").adoptNode(element);
            parent.append(element);
        },
        "another exhibit": (element) => {
            element.exhibit = element.exhibit === "heads" ? "dot-product" : "heads";
            void element.state;
        },
        "another state": (element) => {
            if (element.exhibit === "softmax" && element.state.count !== 3) element.state = { count: 3 };
        },
        restore: (element) => {
            if (element.wasReset) return; // a listener that undoes what a held pointer does, frame by frame, never comes to rest
            element.wasReset = true;
            element.reset();
        },
        theme: (element) => (element.theme = element.theme === "dark" ? "light" : "dark"),
        loading: (element) => (element.loading = element.loading === "eager" ? "lazy" : "eager"),
        look: (element) => {
            try {
                element.describe();
                element.export("svg");
            } catch (error) {
                if (error.name !== "InvalidStateError") throw error;
            }
            element.toBlob().catch((error) => {
                if (error.name !== "InvalidStateError") throw error;
            });
        },
        "remove all": () => document.querySelectorAll("attention-explainer").forEach((element) => element.remove()),
        throw: () => {
            throw new Error("rude");
        },
    };
}

const acts = [
    "remove",
    "remove and put back",
    "move",
    "adopt and take back",
    "another exhibit",
    "another state",
    "restore",
    "theme",
    "loading",
    "look",
    "throw",
];
const own = (problems) => problems.filter((problem) => !/Error: rude$/.test(problem));

/** The engine has never started again, nothing threw but the listener, and a new element is as good as ever. */
async function unharmed(page) {
    assert.deepEqual(own(page.problems), []);
    assert.equal(await page.evaluate(() => window.stops), 0, "the engine started again");
    const weights = await page.evaluate(async () => {
        const element = document.createElement("attention-explainer");
        element.exhibit = "softmax";
        element.loading = "eager";
        document.body.append(element);
        await element.settled();
        return element.describe().tables[0].rows.length;
    });
    assert.equal(weights, 5);
}

for (const act of acts) {
    test(`a change listener during a drag: ${act}`, async (t) => {
        const page = await openExhibits(t, ["softmax", "dot-product"], { init: watch, height: 1400 });
        const { x, width, middle } = await controlBox(page, "score1");
        await page.evaluate((name) => {
            const element = document.querySelector("attention-explainer");
            window.changes = 0;
            element.addEventListener("change", () => {
                ++window.changes;
                window.rude[name](element);
            });
        }, act);
        await page.mouse.move(x + width * 0.5, middle.y);
        await page.mouse.down();
        for (const share of [0.6, 0.65, 0.7]) {
            await page.mouse.move(x + width * share, middle.y);
            await settled(page);
        }
        await page.mouse.up();
        await settled(page);
        assert.ok((await page.evaluate(() => window.changes)) > 0);
        await unharmed(page);
        assert.equal((await describe(page, "[exhibit=dot-product]")).tables.length > 0, true);
    });
}

for (const type of ["load", "progress", "error"]) {
    test(`listeners of ${type} that do every rude thing`, async (t) => {
        const page = await open(t, await makePage(""), { init: watch, height: 3000 });
        await page.evaluate(
            async ([names, event]) => {
                await customElements.whenDefined("attention-explainer");
                const elements = names.map((name) => {
                    const element = document.createElement("attention-explainer");
                    element.exhibit = "softmax";
                    if (event === "error") element.setAttribute("state", "nothing=1");
                    let times = 0;
                    element.addEventListener(event, () => {
                        if (++times < 4) window.rude[name](element);
                    });
                    return element;
                });
                document.body.append(...elements);
                await Promise.all(elements.map((element) => element.settled()));
                await Promise.all(elements.map((element) => element.settled()));
            },
            [acts, type],
        );
        await unharmed(page);
    });
}

test("any listener, any rude thing, at any time: the engine never starts again", async (t) => {
    const seed = process.env.SEED ? Number(process.env.SEED) : Math.floor(Math.random() * 2 ** 31);
    const page = await openExhibits(t, ["softmax", "dot-product", "heads"], { init: watch, height: 2600 });
    await page.evaluate(async (begin) => {
        let state = begin;
        const random = (below) => {
            state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
            return Math.floor((state / 2 ** 32) * below);
        };
        const names = Object.keys(window.rude).filter((name) => name !== "remove all" || random(4) === 0);
        let depth = 0;
        const misbehave = (element) => {
            if (depth > 2) return; // a listener whose act calls itself for ever is nobody's fault but its own
            ++depth;
            try {
                window.rude[names[random(names.length)]](element);
            } finally {
                --depth;
            }
        };
        const adorn = (element) => {
            for (const event of ["change", "load", "progress", "error"]) {
                element.addEventListener(event, () => random(2) === 0 && misbehave(element));
            }
            return element;
        };
        document.querySelectorAll("attention-explainer").forEach(adorn);
        for (let round = 0; round < 30; ++round) {
            const elements = [...document.querySelectorAll("attention-explainer")];
            if (elements.length < 3) {
                const element = adorn(document.createElement("attention-explainer"));
                element.exhibit = ["softmax", "dot-product", "heads"][random(3)];
                document.body.append(element);
                elements.push(element);
            }
            const element = elements[random(elements.length)];
            const controls = [...element.shadowRoot.querySelectorAll('.control:not([hidden]) input[type="range"]')];
            const control = controls[random(controls.length)];
            if (control) {
                control.focus();
                control.value = String(Number(control.min) + (random(100) / 100) * (control.max - control.min));
                control.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
            }
            const canvas = element.shadowRoot.querySelector("canvas");
            const point = (type, share, buttons) => {
                if (!control) return;
                const { x, y, width, height } = control.getBoundingClientRect();
                canvas.dispatchEvent(
                    new PointerEvent(type, {
                        pointerId: 1,
                        isPrimary: true,
                        pointerType: "mouse",
                        button: type === "pointermove" ? -1 : 0,
                        buttons,
                        bubbles: true,
                        composed: true,
                        clientX: x + width * share,
                        clientY: y + height / 2,
                    }),
                );
            };
            point("pointerdown", 0.5, 1);
            await element.settled();
            point("pointermove", random(100) / 100, 1);
            if (random(2) === 0) await element.settled();
            try {
                misbehave(element);
            } catch (error) {
                if (error.message !== "rude") throw error;
            }
            point("pointerup", random(100) / 100, 0);
            if (random(2) === 0) await element.settled();
        }
        await Promise.all([...document.querySelectorAll("attention-explainer")].map((element) => element.settled()));
    }, seed);
    assert.deepEqual(own(page.problems), [], `SEED=${seed}`);
    assert.equal(await page.evaluate(() => window.stops), 0, `the engine started again: SEED=${seed}`);
    await unharmed(page);
});

test("an exception in our own JavaScript is reported and restarts nothing; it is not called an unknown exhibit", async (t) => {
    const page = await openExhibits(t, ["softmax", "dot-product"], { init: watch, height: 1400 });
    const messages = await page.evaluate(async () => {
        const [element] = document.querySelectorAll("attention-explainer");
        const heard = [];
        element.addEventListener("error", ({ detail }) => heard.push(detail.message));
        const original = Element.prototype.replaceChildren;
        Element.prototype.replaceChildren = () => {
            throw new Error("a broken page");
        };
        element.exhibit = "heads";
        await new Promise((resolve) => queueMicrotask(resolve)); // attributes take effect in a microtask: it throws to nobody
        Element.prototype.replaceChildren = original;
        element.exhibit = "scaling"; // and it is not stuck
        await element.settled();
        return [...heard, element.describe().tables.length > 0];
    });
    assert.deepEqual(messages, [true]);
    page.problems = page.problems.filter((problem) => !/a broken page/.test(problem));
    await unharmed(page);
});

test("a listener hears its own element as it is: state, description and picture of the change it was told of", async (t) => {
    const page = await openExhibits(t, "softmax", { init: watch });
    const { x, width, middle } = await controlBox(page, "score1");
    await page.evaluate(() => {
        const element = document.querySelector("attention-explainer");
        window.heard = [];
        element.addEventListener("change", ({ detail }) => {
            const weights = element.describe().tables[0];
            window.heard.push([
                detail.state.score1,
                element.state.score1,
                weights.rows[0][weights.columns.indexOf("score")],
                detail.source,
            ]);
        });
    });
    await page.mouse.move(x + width * 0.5, middle.y);
    await page.mouse.down();
    await page.mouse.move(x + width * 0.7, middle.y);
    await settled(page);
    await page.mouse.up();
    const heard = await page.evaluate(() => window.heard);
    assert.ok(heard.length > 0);
    for (const [told, has, shown, source] of heard) {
        assert.equal(has, told);
        assert.equal(shown, told);
        assert.equal(source, "pointer");
    }
    assert.equal(rowsOf(await describe(page), "Weights")[0].score, heard.at(-1)[0]);
});
