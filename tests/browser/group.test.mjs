// group="NAME": elements of one group share the parameters they have in common, whoever changes them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { controlBox, makePage, open, openExhibits, root, settled } from "./support.mjs";

const element = (id, attributes) => `<attention-explainer id="${id}" ${attributes}></attention-explainer>`;
const saved = (page) =>
    page.evaluate(() => Object.fromEntries([...document.querySelectorAll("attention-explainer")].map((one) => [one.id, one.save()])));

test("a change of one is taken over by the others of its group, in what they have in common; others stay as they are", async (t) => {
    const page = await openExhibits(
        t,
        [
            element("a", 'exhibit="softmax" group="one"'),
            element("b", 'exhibit="softmax" group="one"'),
            element("c", 'exhibit="softmax" group="two"'),
            element("d", 'exhibit="softmax"'),
            element("e", 'exhibit="dot-product" group="one"'),
        ],
        { height: 3000 },
    );
    await page.evaluate(() => {
        window.events = [];
        for (const one of document.querySelectorAll("attention-explainer"))
            one.addEventListener("change", ({ detail }) => window.events.push([one.id, detail.source, detail.state.temperature ?? null]));
        document.querySelector("#b").state = { temperature: 0.5, count: 3 };
    });
    await settled(page);
    assert.deepEqual(await saved(page), { a: "count=3;temperature=0.5", b: "count=3;temperature=0.5", c: "", d: "", e: "" });
    assert.deepEqual(
        await page.evaluate(() => window.events.toSorted()),
        [
            ["a", "api", 0.5],
            ["b", "api", 0.5],
        ],
        "one change each; the count of keys is another than that of scores",
    );
    // By hand: the other's picture and tables follow in the same way.
    const { x, width, middle } = await controlBox(page, "score1", "#a");
    await page.mouse.click(x + width * 0.7, middle.y);
    await settled(page);
    const [a, b] = await page.evaluate(() => ["#a", "#b"].map((id) => JSON.stringify(document.querySelector(id).describe())));
    assert.equal(a, b);
    assert.match((await saved(page)).b, /score1=/);
    // Out of the group it follows no more.
    await page.evaluate(() => {
        document.querySelector("#b").group = "";
        document.querySelector("#a").reset();
    });
    await settled(page);
    const after = await saved(page);
    assert.equal(after.a, "");
    assert.match(after.b, /^count=3;/);
    assert.deepEqual(page.problems, []);
});

test("whoever joins takes over what the group has; what its own state says goes to the group, in whatever order they come", async (t) => {
    for (const order of [
        ["a", "b"],
        ["b", "a"],
    ]) {
        const tags = {
            a: element("a", 'exhibit="softmax" group="g" state="temperature=2"'),
            b: element("b", 'exhibit="softmax" group="g"'),
        };
        const page = await openExhibits(
            t,
            order.map((id) => tags[id]),
            { height: 2000 },
        );
        assert.deepEqual(await saved(page), { a: "temperature=2", b: "temperature=2" });
        await page.evaluate(async () => {
            const late = document.createElement("attention-explainer");
            late.id = "late";
            late.addEventListener("change", () => (window.changed = true));
            late.setAttribute("exhibit", "softmax");
            late.setAttribute("group", "g");
            late.setAttribute("state", "count=4");
            document.body.append(late);
            await late.settled();
        });
        const all = "count=4;temperature=2";
        assert.deepEqual(await saved(page), { a: all, b: all, late: all });
        assert.equal(await page.evaluate(() => window.changed), undefined, "where it begins is no change");
    }
});

test("a listener that takes an element out, or changes the other back, ends in one answer", async (t) => {
    const page = await open(
        t,
        await makePage(
            element("a", 'exhibit="softmax" group="g"') +
                element("b", 'exhibit="softmax" group="g"') +
                element("c", 'exhibit="softmax" group="g"'),
        ),
        { height: 3000 },
    );
    await settled(page);
    await page.evaluate(() => {
        const [a, b, c] = document.querySelectorAll("attention-explainer");
        b.addEventListener("change", () => c.remove());
        let times = 0;
        a.addEventListener("change", () => {
            if (++times < 20) b.state = { temperature: 1 };
        });
        a.state = { temperature: 3 };
    });
    await settled(page);
    assert.deepEqual(await saved(page), { a: "", b: "" });
    assert.deepEqual(page.problems, []);
});

test("the page's own group: in whatever order its figures come near, each opens as it does alone; what is one example's is shared", async (t) => {
    const tags = [
        ...readFileSync(`${root}dist/index.html`, "utf8").matchAll(
            /<attention-explainer id="[\w-]+" exhibit="(\w+)"[^>]* group="example"/g,
        ),
    ].map(([, id]) => id);
    assert.ok(tags.length > 3);
    for (const order of [tags, tags.toReversed()]) {
        const page = await openExhibits(
            t,
            order.map((id) => element(id, `exhibit="${id}" group="g"`)),
            { height: 9000 },
        );
        assert.deepEqual(await saved(page), Object.fromEntries(tags.map((id) => [id, ""])));
        await page.evaluate(() => {
            for (const one of document.querySelectorAll("attention-explainer")) {
                const own =
                    one.exhibit === "pipeline"
                        ? { step: 2 }
                        : one.exhibit === "projection"
                          ? {
                                x: [
                                    [2, 0, 1, 0],
                                    [0, 1, 0, 1],
                                    [1, 1, 0, 0],
                                ],
                            }
                          : {};
                one.state = own;
            }
        });
        await settled(page);
        const after = await saved(page);
        assert.match(after.pipeline, /step=2/);
        for (const id of tags) {
            assert.match(after[id], /x=2,0,1,0/, id);
            if (id !== "pipeline") assert.doesNotMatch(after[id], /step=/, id);
        }
    }
});

test("undo goes back step by step in a figure that followed another, and where an address has led", async (t) => {
    const address = await makePage(
        ["a", "b"].map((id) => element(id, 'exhibit="softmax" group="g"')).join("") +
            '<p><attention-value for="b" parameter="temperature">1.00</attention-value></p>',
    );
    const page = await open(t, `${address}#b?temperature=2`, { height: 3000 });
    await page.waitForFunction(() => document.querySelector("#b").save() === "temperature=2");
    await settled(page);
    // With no rest in between: a hand on the other figure, a key on a number of this one.
    const { x, width, middle } = await controlBox(page, "temperature", "#a");
    const drag = async (share) => {
        await page.mouse.move(x + width * share, middle.y);
        await page.mouse.down();
        await page.mouse.move(x + width * (share + 0.1), middle.y, { steps: 3 });
        await page.mouse.up();
        await settled(page);
        return (await saved(page)).b;
    };
    const states = ["temperature=2", await drag(0.6), await drag(0.3)];
    await page.locator("attention-value .touch").press("ArrowRight");
    await settled(page);
    const undone = await page.evaluate(() => {
        const b = document.querySelector("#b");
        const seen = [];
        while (b.undo()) seen.push(b.save());
        return seen;
    });
    assert.deepEqual(undone, [...states.toReversed(), ""]);
    assert.equal((await saved(page)).a, "", "the group goes with it");
});

test("what the group had when a figure came is how that figure begins: there is nothing to undo", async (t) => {
    const page = await openExhibits(
        t,
        [element("a", 'exhibit="softmax" group="g"'), element("b", 'exhibit="softmax" group="g" state="temperature=2"')],
        { height: 2000 },
    );
    assert.deepEqual(await saved(page), { a: "temperature=2", b: "temperature=2" });
    assert.deepEqual(await page.evaluate(() => ["#a", "#b"].map((id) => document.querySelector(id).undo())), [false, false]);
});

test("a figure that is put back takes what its group has by then, and hands nothing on", async (t) => {
    const page = await openExhibits(
        t,
        [element("a", 'exhibit="softmax" group="g" state="temperature=2"'), element("b", 'exhibit="softmax" group="g"')],
        { height: 2000 },
    );
    const after = await page.evaluate(async () => {
        const [a, b] = document.querySelectorAll("attention-explainer");
        a.remove();
        b.state = { temperature: 0.5, count: 3 };
        document.body.append(a);
        await a.settled();
        const put = [a.save(), b.save()];
        b.state = { temperature: 4 };
        return [...put, a.save()];
    });
    assert.deepEqual(after, ["count=3;temperature=0.5", "count=3;temperature=0.5", "count=3;temperature=4"]);
});

test("what a figure could not hand over it keeps, until that changes: a change of something else hands nothing back", async (t) => {
    const page = await openExhibits(t, [element("a", 'exhibit="softmax" group="one"'), element("b", 'exhibit="blend" group="one"')], {
        height: 3000,
    });
    const set = (id, state) =>
        page.evaluate(
            async ([one, changes]) => {
                document.getElementById(one).state = changes;
                await document.getElementById(one).settled();
            },
            [id, state],
        );
    await set("a", { temperature: 0.5 });
    assert.deepEqual(await saved(page), { a: "temperature=0.5", b: "temperature=0.5" });
    await set("b", { temperature: 0.02 }); // less than softmax has
    await set("a", { score1: 5, subtract: false });
    await settled(page);
    const { a, b } = await saved(page);
    assert.match(a, /temperature=0\.5(;|$)/);
    assert.equal(b, "temperature=0.02");
    await set("a", { temperature: 2 });
    await settled(page);
    assert.equal((await saved(page)).b, "temperature=2");
    assert.deepEqual(page.problems, []);
});
