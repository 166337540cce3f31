// Parameters that are more than one number, under the reader's hands: matrices, a focus on a computed matrix, sentences, bounds that
// follow the state, actions. On the sheet of all parts, which has one of each.
import assert from "node:assert/strict";
import { test } from "node:test";
import { seed as seedOfRun } from "../random.mjs";
import { controlBox, describe, focused, makePage, open, openExhibits, picture, settled } from "./support.mjs";

const element = (page) => page.locator("attention-explainer");
const stateOf = async (page) => (await describe(page)).state;
const saved = (page) => page.evaluate(() => document.querySelector("attention-explainer").save());
const assign = (page, changes) =>
    page.evaluate((given) => {
        const target = document.querySelector("attention-explainer");
        try {
            target.state = given;
            return "";
        } catch (error) {
            return `${error.name}: ${error.message}`;
        }
    }, changes);

async function press(page, ...keys) {
    for (const key of keys) await page.keyboard.press(key);
    await settled(page);
}

/** Puts the focus into the grid of a parameter as Tab does: on its one stop. */
async function enter(page, label) {
    await element(page).getByRole("grid", { name: label, exact: true }).locator('[tabindex="0"]').focus();
    await settled(page);
}

/** The focused native control: where it is, what it holds, whether it shows. */
function active(page) {
    return page.evaluate(() => {
        const native = document.querySelector("attention-explainer").shadowRoot.activeElement;
        if (!native) return null;
        const { x, y, width, height } = native.getBoundingClientRect();
        const style = getComputedStyle(native);
        const message = native.getAttribute("aria-errormessage");
        return {
            x,
            y,
            width,
            height,
            value: native.value,
            role: native.getAttribute("role"),
            text: native.textContent,
            label: native.getAttribute("aria-label"),
            visible: style.opacity === "1",
            takesPointer: style.pointerEvents === "auto",
            invalid: native.getAttribute("aria-invalid") === "true",
            selected: native.value?.slice(native.selectionStart, native.selectionEnd),
            message: message ? native.getRootNode().getElementById(message).textContent : "",
        };
    });
}

test("matrices in the state object: rows of numbers, copied on the way in and out, compared by content", async (t) => {
    const page = await openExhibits(t, "parts");
    const said = await page.evaluate(() => {
        const target = document.querySelector("attention-explainer");
        const changes = [];
        target.addEventListener("change", ({ detail }) => changes.push(detail.state.w));
        target.state.w[0][0] = 3; // a copy: nothing happens
        target.state = {
            w: [
                [1, 0],
                [0, 1],
            ],
        }; // the same: nothing happens
        const given = [
            [1, 2],
            [3, -0],
        ];
        target.state = { w: given };
        given[0][0] = -3;
        changes[0][1][1] = 2;
        return { changes: changes.length, w: target.state.w, saved: target.save() };
    });
    assert.deepEqual(said, {
        changes: 1,
        w: [
            [1, 2],
            [3, 0],
        ],
        saved: "w=1,2/3,0",
    });
    for (const [changes, message] of [
        [{ w: 1 }, "TypeError: w must be a matrix of 2 × 2 numbers, got 1"],
        [{ w: "1,0/0,1" }, 'TypeError: w must be a matrix of 2 × 2 numbers, got "1,0/0,1"'],
        [{ w: [1, 0] }, "TypeError: w must be a matrix of 2 × 2 numbers, got an array"],
        [{ w: [] }, "RangeError: w must be a matrix of 2 × 2 numbers, got 0 × 0"],
        [
            {
                w: [
                    [1, 0, 0],
                    [0, 1, 0],
                ],
            },
            "RangeError: w must be a matrix of 2 × 2 numbers, got 2 × 3",
        ],
        [{ w: [[1, 0], [0]] }, "RangeError: w must be a matrix of 2 × 2 numbers, got rows of different lengths"],
        [
            {
                w: [
                    [1, "0"],
                    [0, 1],
                ],
            },
            'TypeError: w[0][1] must be a number from -3 to 3, got "0"',
        ],
        [
            {
                w: [
                    [1, 0],
                    [NaN, 1],
                ],
            },
            "TypeError: w[1][0] must be a number from -3 to 3, got NaN",
        ],
        [
            {
                w: [
                    [1, 0],
                    [0, 3.1],
                ],
            },
            "RangeError: w[1][1] must be a number from -3 to 3, got 3.1",
        ],
        [{ again: true }, "TypeError: again is an action and has no value"],
        [{ token: 3 }, "RangeError: token must be a whole number from 0 to 2, got 3"],
        [{ token: 1, words: "one" }, "RangeError: token must be a whole number from 0 to 0, got 1"],
    ])
        assert.equal(await assign(page, changes), message);
    assert.equal(await saved(page), "w=1,2/3,0");
    assert.equal(await assign(page, { data: "tall" }), "", "a new choice brings its own matrix");
    assert.deepEqual((await stateOf(page)).w, [
        [1, 0],
        [0, 1],
        [0.5, -0.5],
    ]);
    assert.equal(await saved(page), "data=tall");
    assert.equal(
        await assign(page, {
            w: [
                [1, 2],
                [3, 0],
            ],
            data: "square",
        }),
        "",
        "in whatever order they stand",
    );
    assert.equal(await saved(page), "w=1,2/3,0");
    assert.ok(!("again" in (await stateOf(page))));
});

test("a sparse matrix throws before anything has changed; rows may be typed arrays, of another frame too", async (t) => {
    const page = await openExhibits(t, '<attention-explainer exhibit="parts"></attention-explainer><iframe title="other"></iframe>');
    const got = await page.evaluate(() => {
        const target = document.querySelector("attention-explainer");
        const before = target.save();
        const said = [];
        for (const m of [Object.assign([[1, 2]], { length: 2 }), Object.create(null)]) {
            try {
                target.state = { amount: 1.5, m };
                said.push("accepted");
            } catch (error) {
                said.push(`${error.name}: ${error.message}`);
            }
        }
        const kept = target.save() === before;
        const { Float32Array: Foreign } = document.querySelector("iframe").contentWindow;
        target.state = { m: [new Float32Array([1, 2]), new Foreign([3, 0.5])] };
        return { said, kept, saved: target.save(), m: target.state.m };
    });
    const want = "TypeError: m must be a matrix of 2 × 2 numbers, got";
    assert.deepEqual(got, {
        said: [`${want} an array`, `${want} an object`],
        kept: true,
        saved: "m=1,2/3,0.5",
        m: [
            [1, 2],
            [3, 0.5],
        ],
    });
    assert.deepEqual(page.problems, []);
});

test("a matrix has one Tab stop; arrows, Home and End go from cell to cell; Tab leaves", async (t) => {
    const page = await openExhibits(t, '<attention-explainer exhibit="parts" state="data=tall"></attention-explainer>', { height: 1400 });
    await enter(page, "weights W");
    const at = async () => (await active(page)).label;
    assert.equal(await at(), "row 1, column 1");
    for (const [key, place] of [
        ["ArrowRight", "row 1, column 2"],
        ["ArrowRight", "row 1, column 2"],
        ["ArrowDown", "row 2, column 2"],
        ["ArrowLeft", "row 2, column 1"],
        ["ArrowLeft", "row 2, column 1"],
        ["End", "row 2, column 2"],
        ["Home", "row 2, column 1"],
        ["Control+End", "row 3, column 2"],
        ["ArrowDown", "row 3, column 2"],
        ["Control+Home", "row 1, column 1"],
        ["ArrowUp", "row 1, column 1"],
        ["ArrowDown", "row 2, column 1"],
    ]) {
        await press(page, key);
        assert.equal(await at(), place, key);
    }
    assert.equal(await saved(page), "data=tall", "moving changes nothing");
    await press(page, "Tab");
    assert.equal((await active(page)).label, "row 1, column 1", "the next matrix");
    await press(page, "Shift+Tab");
    assert.equal(await at(), "row 2, column 1", "back to the cell that was left");
    const stops = await page.evaluate(() =>
        [...document.querySelector("attention-explainer").shadowRoot.querySelectorAll(".matrix")].map(
            (holder) => holder.querySelectorAll('[tabindex="0"]').length,
        ),
    );
    assert.deepEqual(stops, [1, 1]);
    // Each cell says its number, by an input of its own or in words.
    const { w } = await stateOf(page);
    const cells = await element(page)
        .getByRole("grid", { name: "weights W", exact: true })
        .getByRole("gridcell")
        .evaluateAll((all) =>
            all.map((cell) => (cell.firstChild ? `${cell.firstChild.ariaLabel}: ${cell.firstChild.value}` : cell.ariaLabel)),
        );
    assert.deepEqual(
        cells,
        w.flatMap((line, row) => line.map((number, column) => `row ${row + 1}, column ${column + 1}: ${number}`)),
    );
});

test("the focused cell is visible over its place in the canvas, with a selection, at least 44 × 32", async (t) => {
    const page = await openExhibits(t, "parts", { height: 1400 });
    await enter(page, "matrix M");
    const [before] = await picture(page);
    let last = null;
    for (const key of ["ArrowRight", "ArrowDown", "ArrowLeft"]) {
        await press(page, key);
        const cell = await active(page);
        assert.ok(cell.visible && cell.takesPointer);
        assert.ok(cell.width >= 44 && cell.height >= 32, `${cell.width} × ${cell.height}`);
        assert.equal(cell.selected, cell.value, "what is typed takes its place");
        if (last) assert.ok(Math.abs(cell.x - last.x) >= 44 || Math.abs(cell.y - last.y) >= 32, "it moves with the cell");
        last = cell;
    }
    // A press of the mouse where the input stands puts the caret there.
    await page.mouse.click(last.x + last.width / 2, last.y + last.height / 2);
    assert.equal((await active(page)).selected, "");
    await press(page, "Tab");
    await settled(page);
    assert.notEqual((await active(page))?.label, "row 2, column 1");
});

test("typing counts as soon as it is a number; Enter keeps it, Escape gives back; a comma is a decimal sign", async (t) => {
    const page = await openExhibits(t, "parts", { height: 1400 });
    await enter(page, "weights W");
    await press(page, "2");
    assert.deepEqual((await stateOf(page)).w, [
        [2, 0],
        [0, 1],
    ]);
    await press(page, ".", "5");
    assert.deepEqual((await stateOf(page)).w, [
        [2.5, 0],
        [0, 1],
    ]);
    await press(page, "Escape");
    assert.deepEqual((await stateOf(page)).w, [
        [1, 0],
        [0, 1],
    ]);
    assert.equal((await active(page)).value, "1");
    await press(page, "-", "1", ",", "2", "5", "Enter");
    assert.deepEqual((await stateOf(page)).w, [
        [-1.25, 0],
        [0, 1],
    ]);
    assert.deepEqual([(await active(page)).value, (await active(page)).selected], ["-1.25", "-1.25"]);
    await press(page, "ArrowRight", "F2", "5", "ArrowLeft", "ArrowLeft", "1"); // in a cell that is edited arrows move the caret
    assert.equal((await active(page)).value, "105");
    assert.equal((await active(page)).label, "row 1, column 2");
    assert.ok((await active(page)).invalid);
    await press(page, "Escape", "ArrowDown", "3", "Tab");
    assert.equal(await saved(page), "w=-1.25,0/0,3");
    const described = await describe(page);
    assert.equal(described.values["sum of all cells"], -1.25 + 3 + 2, "what is typed is computed with");
});

test("what is no number is refused in words and changes nothing; Tab leaves all the same", async (t) => {
    const page = await openExhibits(t, "parts", { height: 1400 });
    const problems = [];
    for (const [typed, got] of [
        ["abc", "“abc”"],
        ["1e999", "“1e999”"],
        ["9", "“9”"],
        ["-3.5", "“-3.5”"],
        ["1,2,3", "“1,2,3”"],
        ["0x1", "“0x1”"],
        ["مرحبا", "“مرحبا”"],
    ]) {
        await enter(page, "weights W");
        await page.keyboard.insertText(typed);
        await settled(page);
        const cell = await active(page);
        if (!cell.invalid || cell.message !== `row 1, column 1 must be a number from −3 to 3, not ${got}`)
            problems.push([typed, cell.message]);
        await press(page, "Enter");
        assert.equal((await active(page)).value, typed, "it stays to be mended");
        await press(page, "Tab");
        assert.notEqual((await active(page))?.label, "row 1, column 2");
        assert.deepEqual(
            (await stateOf(page)).w,
            [
                [1, 0],
                [0, 1],
            ],
            typed,
        );
        await enter(page, "weights W");
        assert.equal((await active(page)).value, "1");
        assert.ok(!(await active(page)).invalid);
    }
    assert.deepEqual(problems, []);
    // Key by key some of them are numbers on the way, and count: who leaves with what is refused has changed nothing.
    for (const [typed, got] of [
        ["0x10", "not “0x10”"],
        ["22", "not “22”"],
        ["2-", "not “2-”"],
        ["4,000", "not “4,000”"],
    ]) {
        await enter(page, "weights W");
        await page.keyboard.type(typed);
        await settled(page);
        assert.ok((await active(page)).message.endsWith(got), (await active(page)).message);
        await press(page, "Tab");
        assert.deepEqual(
            (await stateOf(page)).w,
            [
                [1, 0],
                [0, 1],
            ],
            typed,
        );
        assert.equal(await saved(page), "");
        const said = element(page).getByRole("status").filter({ hasText: got });
        assert.match(await said.textContent(), /^row 1, column 1 must be .*; 1 stays$/, "for who is told");
    }
    // A number on the way, and then nothing: left empty, the cell has what it had.
    await enter(page, "weights W");
    await press(page, "2", "Backspace", "Tab");
    assert.equal(await saved(page), "");
    for (const [typed, number] of [
        ["2,5", 2.5],
        ["0,125", 0.125],
        ["1,0625", 1.0625],
        ["1.250", 1.25],
        ["2,000", 2],
        ["-2,125", -2.125],
        ["–1", -1],
    ]) {
        await enter(page, "weights W");
        await page.keyboard.type(typed);
        await press(page, "Tab");
        assert.equal((await stateOf(page)).w[0][0], number, typed);
    }
    await page.evaluate(() => document.querySelector("attention-explainer").reset());
    await enter(page, "weights W");
    // An empty cell and a lone sign are beginnings: nothing is said before Enter.
    await press(page, "Backspace");
    assert.ok(!(await active(page)).invalid);
    await press(page, "-");
    assert.ok(!(await active(page)).invalid);
    await press(page, "Enter");
    assert.match((await active(page)).message, /not “-”$/);
    await press(page, "Backspace", "Enter");
    assert.match((await active(page)).message, /not nothing$/);
    assert.equal(await saved(page), "");
});

for (const exhibit of ["parts", "parts-matrix"]) {
    for (const width of [320, 700]) {
        test(`${exhibit} ${width} px wide: the input and the words about it stay on the element, in every cell of every matrix`, async (t) => {
            const tag = `<attention-explainer exhibit="${exhibit}" loading="eager"></attention-explainer>`;
            const page = await openExhibits(t, tag, {
                width,
                height: 1400,
                page: { headers: {}, head: "<style>body { margin: 0 }</style>" },
            });
            const cells = page.locator('attention-explainer .matrix [role="gridcell"]');
            const count = await cells.count();
            assert.ok(count >= 4);
            const outside = [];
            for (let index = 0; index < count; ++index) {
                await cells.nth(index).evaluate((cell) => cell.click()); // as assistive technology presses it
                await page.keyboard.insertText("abc, and more of it");
                await settled(page);
                const {
                    width: wide,
                    height,
                    parts,
                } = await page.evaluate(() => {
                    const element = document.querySelector("attention-explainer");
                    const { left, top, width, height } = element.getBoundingClientRect();
                    const input = element.shadowRoot.activeElement;
                    const message = element.shadowRoot.getElementById(input.getAttribute("aria-errormessage"));
                    const parts = [input, message].map((part) => {
                        const box = part.getBoundingClientRect();
                        return [box.left - left, box.top - top, box.right - left, box.bottom - top].map(Math.round);
                    });
                    return { width, height, parts };
                });
                for (const box of parts) if (box[0] < 0 || box[1] < 0 || box[2] > wide || box[3] > height) outside.push([index, box]);
                assert.ok(
                    parts[1][1] >= parts[0][3] && parts[1][2] - parts[1][0] >= Math.min(160, wide),
                    `the words stand under the cell, not in a column of syllables: ${parts}`,
                );
                assert.ok(parts[1][0] < parts[0][2] && parts[1][2] > parts[0][0], `and near it: ${parts}`);
                await press(page, "Escape");
            }
            assert.deepEqual(outside, []);
            assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width, "the page is no wider");
        });
    }
}

test("left for another cell with what is refused: the cell that was left is the one that gets its value back, and it is said", async (t) => {
    const page = await openExhibits(t, "parts", { height: 1400 });
    const box = await page.evaluate(() => {
        const { x, y, width, height } = document
            .querySelector("attention-explainer")
            .shadowRoot.querySelector(".control.matrix")
            .getBoundingClientRect();
        return { x, y, width, height };
    });
    const shown = () =>
        element(page)
            .getByRole("grid", { name: "weights W" })
            .getByRole("gridcell")
            .evaluateAll((cells) =>
                cells.map((cell) => {
                    const input = cell.firstChild;
                    return [
                        input ? input.value : cell.getAttribute("aria-label").split(": ")[1],
                        input?.getAttribute("aria-invalid") ?? "false",
                    ];
                }),
            );
    await enter(page, "weights W");
    await page.keyboard.type("22");
    await settled(page);
    assert.deepEqual(
        (await stateOf(page)).w,
        [
            [2, 0],
            [0, 1],
        ],
        "what is a number on the way shows",
    );
    await page.mouse.click(box.x + box.width * 0.75, box.y + box.height * 0.75);
    await settled(page);
    assert.equal((await active(page)).label, "row 2, column 2");
    assert.deepEqual((await stateOf(page)).w, [
        [1, 0],
        [0, 1],
    ]);
    assert.deepEqual(await shown(), [
        ["1", "false"],
        ["0", "false"],
        ["0", "false"],
        ["1", "false"],
    ]);
    const said = element(page).getByText("row 1, column 1 must be a number from −3 to 3, not “22”; 1 stays");
    assert.equal(await said.evaluate((message) => getComputedStyle(message).opacity), "1", "it stays to be read");
    await press(page, "2");
    assert.equal(await said.count(), 0);
    // Moved by a program, before the focus is.
    await press(page, "2");
    assert.deepEqual((await stateOf(page)).w, [
        [1, 0],
        [0, 2],
    ]);
    await enter(page, "weights W");
    await page.mouse.click(box.x + box.width * 0.25, box.y + box.height * 0.25);
    await settled(page);
    assert.deepEqual((await stateOf(page)).w, [
        [1, 0],
        [0, 1],
    ]);
});

test("what a program puts into a cell that is being edited is what refused text gives back", async (t) => {
    const page = await openExhibits(t, "parts", { height: 1400 });
    await enter(page, "weights W");
    await page.keyboard.type("22");
    assert.equal(
        await assign(page, {
            w: [
                [-1, 0],
                [0, 3],
            ],
        }),
        "",
    );
    await settled(page);
    await press(page, "Tab");
    assert.deepEqual((await stateOf(page)).w, [
        [-1, 0],
        [0, 3],
    ]);
    await enter(page, "weights W");
    await page.keyboard.type("2");
    assert.equal(
        await assign(page, {
            w: [
                [-2, 0],
                [0, 3],
            ],
        }),
        "",
    );
    await press(page, "Escape");
    assert.deepEqual((await stateOf(page)).w, [
        [-2, 0],
        [0, 3],
    ]);
});

test("a cell is being edited while a program changes what there is to edit: no value is another's, nor of another shape", async (t) => {
    const page = await openExhibits(t, '<attention-explainer exhibit="projection" state="data=love"></attention-explainer>', {
        height: 1600,
    });
    for (const change of [{ state: { data: "two" } }, { exhibit: "softmax" }, { exhibit: "scores" }]) {
        for (const name of ["x", "wq"]) {
            const wanted = await page.evaluate((given) => {
                const figure = document.querySelector("attention-explainer");
                figure.exhibit = "projection";
                figure.restore("data=love");
                Object.assign(figure, given);
                return figure.save();
            }, change);
            await page.evaluate(() => {
                const figure = document.querySelector("attention-explainer");
                figure.exhibit = "projection";
                figure.restore("data=love");
            });
            await settled(page);
            await element(page).locator(`.matrix [name="${name}"]`).focus();
            await press(page, "ArrowRight", "ArrowRight");
            await page.keyboard.type("200"); // 2 and 20 are numbers on the way
            await page.evaluate((given) => Object.assign(document.querySelector("attention-explainer"), given), change);
            await settled(page);
            const [kept, again] = await page.evaluate(() => {
                const figure = document.querySelector("attention-explainer");
                const saved = figure.save();
                figure.restore(saved);
                return [saved, figure.save()];
            });
            assert.deepEqual([kept, again], [wanted, wanted], `${name}, ${JSON.stringify(change)}`);
        }
    }
    assert.deepEqual(page.problems, []);
});

test("a number that an IME composes counts when it is committed, also because the focus goes on", async (t) => {
    const page = await openExhibits(t, "parts", { height: 1400 });
    const session = await page.context().newCDPSession(page);
    const compose = (text) => session.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
    await enter(page, "weights W");
    await compose("2");
    await session.send("Input.insertText", { text: "2" });
    await press(page, "Enter");
    assert.deepEqual((await stateOf(page)).w, [
        [2, 0],
        [0, 1],
    ]);
    await press(page, "ArrowRight");
    await compose("1.5");
    await element(page)
        .getByRole("grid", { name: "weights W" })
        .getByRole("gridcell")
        .nth(2)
        .evaluate((cell) => cell.click());
    await settled(page);
    assert.deepEqual((await stateOf(page)).w, [
        [2, 1.5],
        [0, 1],
    ]);
    assert.equal((await active(page)).label, "row 2, column 1");
});

test("a composition that no event ends is over when the field is left: the field follows the figure again", async (t) => {
    const page = await openExhibits(
        t,
        '<attention-explainer exhibit="heads" state="sentence=own"></attention-explainer><button id="b">b</button>',
    );
    const field = element(page).locator(".control:not([hidden]) input[type=text]").first();
    const name = await field.getAttribute("name");
    await field.focus();
    await field.evaluate((input) => input.dispatchEvent(new CompositionEvent("compositionstart", { bubbles: true })));
    await field.evaluate((input) => (input.value = "two words"));
    await page.focus("#b");
    await settled(page);
    assert.equal((await stateOf(page))[name], "two words");
    assert.equal(await assign(page, { [name]: "three other words" }), "");
    await settled(page);
    assert.equal(await field.inputValue(), "three other words");
});

test("who listens to the change that leaving a cell makes may bring another matrix: the focus is in it", async (t) => {
    const page = await openExhibits(t, "parts", { height: 1400 });
    await enter(page, "weights W");
    await page.keyboard.type("22");
    await page.evaluate(() => {
        const figure = document.querySelector("attention-explainer");
        figure.addEventListener("change", () => (figure.state = { data: "tall" }), { once: true });
    });
    await element(page)
        .getByRole("grid", { name: "weights W" })
        .getByRole("gridcell")
        .nth(3)
        .evaluate((cell) => cell.click());
    await settled(page);
    assert.match((await active(page))?.label ?? "none", /^row/);
    await press(page, "2");
    assert.equal((await stateOf(page)).w.flat().filter((number) => number === 2).length, 1);
});

for (const seed of [1, 2, 3].map((part) => (seedOfRun % 1000) * 10 + part)) {
    test(`typing, moving, pressing and programs in any order leave states that can be kept and read again: seed ${seed}`, async (t) => {
        let state = seed;
        const below = (count) => {
            state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
            return Math.floor((state / 2 ** 32) * count);
        };
        const pick = (list) => list[below(list.length)];
        const page = await openExhibits(t, "parts", { height: 1600 });
        const done = [];
        const steps = {
            exhibit: async () =>
                page.evaluate(
                    (id) => (document.querySelector("attention-explainer").exhibit = id),
                    pick(["parts", "parts-matrix", "projection", "masks", "scores"]),
                ),
            preset: async () =>
                page.evaluate(
                    (share) => {
                        const buttons = [...document.querySelector("attention-explainer").shadowRoot.querySelectorAll(".preset button")];
                        buttons[Math.floor(share * buttons.length)]?.click();
                    },
                    below(100) / 100,
                ),
            choice: async () =>
                page.evaluate(
                    ([share, option]) => {
                        const selects = [
                            ...document.querySelector("attention-explainer").shadowRoot.querySelectorAll(".control:not([hidden]) select"),
                        ];
                        const select = selects[Math.floor(share * selects.length)];
                        if (!select) return;
                        select.selectedIndex = Math.floor(option * select.options.length);
                        select.dispatchEvent(new Event("input", { bubbles: true }));
                    },
                    [below(100) / 100, below(100) / 100],
                ),
            cell: async () =>
                page.evaluate(
                    (share) => {
                        const cells = [
                            ...document
                                .querySelector("attention-explainer")
                                .shadowRoot.querySelectorAll(".control.matrix:not([hidden]) [role=gridcell]"),
                        ];
                        cells[Math.floor(share * cells.length)]?.click();
                    },
                    below(1000) / 1000,
                ),
            type: async () => page.keyboard.type(pick(["2", "0.5", "200", "abc", "-", "1e999", ",5"])),
            key: async () =>
                page.keyboard.press(pick(["ArrowRight", "ArrowDown", "Home", "Enter", "Escape", "Backspace", "Tab", "Shift+Tab", "F2"])),
            undo: async () =>
                page.evaluate((back) => document.querySelector("attention-explainer")[back ? "undo" : "redo"](), below(2) === 0),
            reset: async () => page.evaluate(() => document.querySelector("attention-explainer").reset()),
            rest: async () => settled(page),
        };
        const mostly = ["cell", "type", "type", "key", "key", "rest", ...Object.keys(steps)];
        for (let step = 0; step < 120; ++step) {
            const name = pick(mostly);
            done.push(name);
            await steps[name]();
            const [exhibit, saved, read, shown] = await page
                .evaluate(() => {
                    const figure = document.querySelector("attention-explainer");
                    const other = Object.assign(document.createElement("attention-explainer"), { exhibit: figure.exhibit });
                    const kept = figure.save();
                    other.restore(kept);
                    const values = Object.values(figure.state)
                        .filter(Array.isArray)
                        .every((matrix) => matrix.every((line) => Array.from(line).every(Number.isFinite)));
                    return [figure.exhibit, kept, other.save(), values];
                })
                .catch((error) => [String(error)]);
            assert.deepEqual([read, shown], [saved, true], `${exhibit} after ${done.join(", ")}`);
        }
        await settled(page);
        const wrong = await page.evaluate(() => {
            const figure = document.querySelector("attention-explainer");
            return [...figure.shadowRoot.querySelectorAll(".control.matrix:not([hidden])")].flatMap((holder) => {
                const numbers = [...holder.querySelectorAll("[role=gridcell]")].map((cell) => Number(cell.dataset.number));
                const { name } = holder.querySelector("input");
                return numbers.join() === figure.state[name].flat().join() ? [] : [name];
            });
        });
        assert.deepEqual(wrong, [], `cells that say another number than the state after ${done.join(", ")}`);
        assert.deepEqual(page.problems, []);
    });
}

test("a cell in the canvas: a sideways drag scrubs by whole steps, a press puts the native input over it", async (t) => {
    const page = await openExhibits(t, "parts", { height: 1400 });
    const sources = () =>
        page.evaluate(() => {
            window.sources = [];
            document.querySelector("attention-explainer").addEventListener("change", ({ detail }) => window.sources.push(detail.source));
        });
    await sources();
    const box = await page.evaluate(() => {
        const { x, y, width, height } = document
            .querySelector("attention-explainer")
            .shadowRoot.querySelector(".control.matrix")
            .getBoundingClientRect();
        return { x, y, width, height };
    });
    const cell = (row, column) => [box.x + (box.width * (column + 0.5)) / 2, box.y + (box.height * (row + 0.5)) / 2];
    const [x, y] = cell(0, 1);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 2, y); // a hand trembles
    await settled(page);
    assert.equal(await saved(page), "");
    await page.mouse.move(x + 60, y + 40, { steps: 6 });
    await settled(page);
    const { w } = await stateOf(page);
    assert.ok(w[0][1] > 0.5 && Math.abs(w[0][1] / 0.05 - Math.round(w[0][1] / 0.05)) < 1e-9, `${w[0][1]} is no step`);
    await page.mouse.move(x + 900, y, { steps: 6 });
    await page.mouse.up();
    await settled(page);
    assert.deepEqual(
        (await stateOf(page)).w,
        [
            [1, 3],
            [0, 1],
        ],
        "as far as the range goes",
    );
    assert.equal(await page.evaluate(() => document.activeElement.tagName), "BODY", "a drag is no press");
    assert.ok((await page.evaluate(() => window.sources)).every((source) => source === "pointer"));
    await page.mouse.click(...cell(1, 0));
    await settled(page);
    const input = await active(page);
    assert.equal(input.label, "row 2, column 1");
    assert.ok(
        input.visible &&
            Math.abs(input.x + input.width / 2 - cell(1, 0)[0]) < 2 &&
            Math.abs(input.y + input.height / 2 - cell(1, 0)[1]) < 2,
    );
    await press(page, "2", "Enter");
    assert.deepEqual((await stateOf(page)).w, [
        [1, 3],
        [2, 1],
    ]);
});

test("the focus on a computed matrix: one Tab stop, cells in words, arrows move both parameters and nothing else of the page", async (t) => {
    const tag =
        '<attention-explainer exhibit="parts" state="data=words;words=a b c d e f g h"></attention-explainer><div style="height:3000px"></div><button id="after">after</button>';
    const page = await openExhibits(t, tag, { height: 1400 });
    const grid = element(page).getByRole("grid", { name: "products", exact: true });
    assert.deepEqual([await grid.getAttribute("aria-rowcount"), await grid.getAttribute("aria-colcount")], ["4", "8"]);
    await enter(page, "products");
    const [lit] = await picture(page);
    const at = async () => {
        const { row, column } = await stateOf(page);
        const cell = await active(page);
        assert.equal(cell.role, "gridcell");
        assert.equal(cell.text, `${row + 1} times ${column + 1} times 1.0 is ${((row + 1) * (column + 1)).toFixed(1)}`);
        return [row, column];
    };
    assert.deepEqual(await at(), [3, 0]);
    const scrolled = await page.evaluate(() => {
        window.taken = {}; // which keys were taken from the page
        document.addEventListener("keydown", (event) => (window.taken[event.key] = event.defaultPrevented));
        return scrollY;
    });
    for (const [key, place] of [
        ["ArrowDown", [3, 0]],
        ["ArrowUp", [2, 0]],
        ["ArrowRight", [2, 1]],
        ["End", [2, 7]],
        ["ArrowRight", [2, 7]],
        ["Home", [2, 0]],
        ["Control+End", [3, 7]],
        ["Control+Home", [0, 0]],
        ["ArrowUp", [0, 0]],
        ["ArrowLeft", [0, 0]],
        ["ArrowDown", [1, 0]],
    ]) {
        await press(page, key);
        assert.deepEqual(await at(), place, key);
        assert.equal(await grid.getByRole("gridcell", { selected: true }).count(), 1);
        assert.equal(await grid.locator('[tabindex="0"]').count(), 1);
        const row = await page.evaluate(() =>
            document.querySelector("attention-explainer").shadowRoot.activeElement.parentElement.getAttribute("aria-rowindex"),
        );
        assert.equal(row, String(place[0] + 1));
    }
    assert.equal(await page.evaluate(() => scrollY), scrolled, "its keys do not scroll");
    assert.notEqual((await picture(page))[0].hash, lit.hash, "the light follows");
    assert.equal(await saved(page), "data=words;words=a%20b%20c%20d%20e%20f%20g%20h;row=1");
    await press(page, "Tab");
    assert.equal(await focused(page), "again");
    await press(page, "ArrowDown", "Shift+Tab", "PageDown", "Escape", "x");
    const { taken } = await page.evaluate(() => ({ taken: window.taken }));
    for (const key of ["PageDown", "Escape", "x", "Tab", "ArrowDown"]) assert.ok(!taken[key], `${key} is the page's`);
    await press(page, "Tab");
    assert.equal(await focused(page), "again");
    await press(page, "Tab", "Tab"); // the figure's menu lies between
    assert.equal(await focused(page), "after");
});

test("a press on a computed cell moves the focus on it; when its bounds shrink it stays inside", async (t) => {
    const page = await openExhibits(t, '<attention-explainer exhibit="parts" state="size=6;row=5;column=1"></attention-explainer>', {
        height: 1400,
    });
    await enter(page, "products");
    assert.equal(await assign(page, { size: 2 }), "");
    await settled(page);
    assert.deepEqual([(await stateOf(page)).row, (await stateOf(page)).column], [1, 1]);
    assert.equal((await active(page)).text, "2 times 2 times 1.0 is 4.0", "the keyboard is still on it");
    await press(page, "ArrowUp");
    assert.equal((await stateOf(page)).row, 0);
});

test("the end of a range follows the words; shrinking words clamp, and typing them moves no caret", async (t) => {
    const page = await openExhibits(t, "parts", { height: 1400 });
    const token = element(page).getByRole("slider", { name: "token" });
    assert.equal(await token.getAttribute("max"), "2");
    await token.focus();
    await press(page, "End");
    assert.equal((await stateOf(page)).token, 2);
    const words = element(page).getByRole("textbox", { name: "words" });
    await words.focus();
    await press(page, "End", "Backspace", "Backspace", "Backspace", "Backspace");
    assert.deepEqual([(await stateOf(page)).words, (await stateOf(page)).token, await token.getAttribute("max")], ["The cat", 1, "1"]);
    await press(page, "Home", "a", "Space", "b", "Space");
    assert.equal((await stateOf(page)).words, "a b The cat");
    assert.equal(await words.evaluate((native) => native.selectionStart), 4);
    assert.equal(await token.getAttribute("max"), "3");
    assert.equal(await saved(page), "words=a%20b%20The%20cat");
});

test("a sentence is edited in the browser's own field: caret, selection, IME; whatever is typed can be saved", async (t) => {
    const page = await openExhibits(t, "parts", { height: 1400 });
    const box = await controlBox(page, "words");
    await page.mouse.click(box.middle.x, box.middle.y);
    await settled(page);
    const field = await active(page);
    assert.ok(field.visible && field.takesPointer && field.width >= 44 && field.height >= 32);
    await press(page, "Control+a");
    assert.equal((await active(page)).selected, "The cat sat");
    const session = await page.context().newCDPSession(page);
    await session.send("Input.imeSetComposition", { text: "ね", selectionStart: 1, selectionEnd: 1 });
    await session.send("Input.imeSetComposition", { text: "ねこ", selectionStart: 2, selectionEnd: 2 });
    await settled(page);
    assert.equal((await stateOf(page)).words, "The cat sat", "what an IME is at is not yet the reader's");
    assert.equal((await active(page)).value, "ねこ");
    await session.send("Input.insertText", { text: "猫" });
    await settled(page);
    assert.equal((await stateOf(page)).words, "猫");
    for (const [typed, count] of [
        ["\u{1F469}\u200d\u{1F467}", 1],
        ["مرحبا بالعالم", 2],
        ["x".repeat(400), 1],
        [Array.from({ length: 70 }, (_, i) => i).join(" "), 64],
        ["one", 1],
        ["", 0],
        ["  ", 0],
    ]) {
        await press(page, "Control+a", "Delete");
        await page.keyboard.insertText(typed);
        await settled(page);
        const now = await describe(page);
        assert.equal(now.state.words, typed);
        assert.equal(now.values.words, count);
        assert.equal((await active(page)).value, typed);
        const text = await saved(page);
        assert.equal(
            await page.evaluate((string) => {
                const target = document.querySelector("attention-explainer");
                target.reset();
                target.restore(string);
                return target.state.words;
            }, text),
            typed,
        );
        await page.evaluate((string) => document.querySelector("attention-explainer").restore(string), text);
        await settled(page);
    }
    await press(page, "Control+a");
    await page.keyboard.insertText("y".repeat(500));
    await settled(page);
    assert.equal((await stateOf(page)).words.length, 400, "the field has a greatest length");
    assert.deepEqual(page.problems, []);
});

test("an action: a button in the order of the table, by keys and by the canvas; no value, in no string", async (t) => {
    const page = await openExhibits(t, "parts", { height: 1400 });
    const presses = async () => (await describe(page)).values.presses;
    assert.equal(await presses(), 0);
    const button = element(page).getByRole("button", { name: "count up" });
    await button.focus();
    await press(page, "Space");
    assert.equal(await presses(), 1);
    await press(page, "Enter");
    assert.equal(await presses(), 2);
    const { middle } = await controlBox(page, "again");
    await page.mouse.click(middle.x, middle.y);
    await settled(page);
    assert.equal(await presses(), 3);
    assert.equal(await saved(page), "");
    assert.equal(await button.getAttribute("aria-pressed"), null);
});

test("a view that comes later, or again, is given the very state, whatever its bounds once were", async (t) => {
    const page = await openExhibits(
        t,
        '<attention-explainer exhibit="parts" loading="lazy" style="margin-top:9000px"></attention-explainer>',
    );
    // Before the engine is there: the words shrink, which clamps the token, and grow again.
    for (const changes of [
        { words: "one" },
        { words: "a b c d e" },
        { token: 4 },
        { data: "words" },
        { column: 4 },
        {
            w: [
                [1, 2, 3],
                [3, 2, 1],
            ],
        },
    ])
        assert.equal(await assign(page, changes), "");
    const before = await saved(page);
    assert.equal(before, "data=words;w=1,2,3/3,2,1;words=a%20b%20c%20d%20e;token=4;column=4");
    await element(page).scrollIntoViewIfNeeded();
    await settled(page);
    assert.match((await describe(page)).summary, /the token is “e”/);
    assert.equal((await describe(page)).values.product, 4 * 5);
    await page.evaluate(() => document.querySelector("attention-explainer").remove());
    assert.equal(await saved(page).catch(() => ""), "");
});

test("before the engine is there a matrix has its Tab stop; what is typed there counts, and the focus stays as the cells come", async (t) => {
    const page = await open(t, "about:blank");
    let release;
    const held = new Promise((resolve) => (release = resolve));
    await page.route(/\.wasm$/, async (route) => (await held, route.continue()));
    await page.goto(await makePage('<a href="#" id="before">before</a><attention-explainer exhibit="blend"></attention-explainer>'));
    await page.evaluate(() => customElements.whenDefined("attention-explainer"));
    await page.focus("#before");
    const name = () => page.evaluate(() => document.querySelector("attention-explainer").shadowRoot.activeElement?.name ?? "");
    for (let i = 0; i < 30 && (await name()) !== "k"; ++i) await page.keyboard.press("Tab");
    assert.equal(await name(), "k");
    await page.keyboard.type("1.5");
    assert.equal(await page.evaluate(() => document.querySelector("attention-explainer").state.k[0][0]), 1.5);
    const cells = () =>
        page.evaluate(() => document.querySelector("attention-explainer").shadowRoot.querySelectorAll('[role="gridcell"]').length);
    const few = await cells();
    release();
    await settled(page);
    assert.ok((await cells()) > few);
    assert.equal(await name(), "k");
    assert.equal(await page.evaluate(() => document.querySelector("attention-explainer").state.k[0][0]), 1.5);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.type("2");
    assert.equal(await page.evaluate(() => document.querySelector("attention-explainer").state.k[1][0]), 2);
});
