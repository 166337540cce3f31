// show="NAME …": which pieces of an exhibit's sheet are there; what a reader unfolds, and what leaves it as it is.
import assert from "node:assert/strict";
import { test } from "node:test";
import { controlBox, copied, makePage, open, openExhibits, settled } from "./support.mjs";

const figure = (attributes = "", id = "figure") =>
    `<attention-explainer id="${id}" exhibit="parts-figures" ${attributes}></attention-explainer>`;
const tall = { height: 6000 };

/** Of each figure: what its state string says, its height, whether each piece's toggle is on. */
const shown = (page) =>
    page.evaluate(() =>
        [...document.querySelectorAll("attention-explainer")].map((one) => {
            const { showStacks, showPlanes } = one.state;
            return { saved: one.save(), height: one.getBoundingClientRect().height, pieces: [showStacks, showPlanes] };
        }),
    );

test("show names the pieces that a figure opens with; without it they are as the exhibit has them; the others take no room", async (t) => {
    const page = await openExhibits(
        t,
        ["", 'show=""', 'show="stacks"', 'show="bars planes"', 'show="planes stacks"', 'show="all"'].map((attributes, i) =>
            figure(attributes, `f${i}`),
        ),
        tall,
    );
    const all = await shown(page);
    assert.deepEqual(
        all.map(({ pieces }) => pieces),
        [
            [true, false],
            [false, false],
            [true, false],
            [false, true],
            [true, true],
            [true, true],
        ],
    );
    const [opened, essential, stacks, planes, both, every] = all.map(({ height }) => height);
    assert.equal(opened, stacks);
    assert.equal(both, every);
    assert.ok(stacks > essential + 50 && planes > essential + 50);
    assert.ok(Math.abs(both - essential - (stacks - essential) - (planes - essential)) < 2);
    assert.deepEqual(page.problems, []);
});

test("the height that is reserved for the pieces that show names is the one that the figure then has", async (t) => {
    const tags = ['show=""', 'show="planes"', 'show="all"', 'show="" state="showPlanes=true"'].map((attributes, i) =>
        figure(attributes, `f${i}`),
    );
    const page = await open(t, await makePage(`<div style="height: 9000px"></div>${tags.join("")}`, { headers: {} }));
    await page.evaluate(() => customElements.whenDefined("attention-explainer"));
    const reserved = (await shown(page)).map(({ height }) => height);
    await page.evaluate(() => document.querySelectorAll("attention-explainer").forEach((one) => one.setAttribute("loading", "eager")));
    await settled(page);
    const after = (await shown(page)).map(({ height }) => height);
    assert.ok(reserved.every((height) => height > 300));
    after.forEach((height, i) => assert.ok(Math.abs(height - reserved[i]) <= 2, `${tags[i]}: ${reserved[i]} reserved, ${height} high`));
    assert.equal(after[1], after[3]);
});

test("a piece that is not there is told by name, and nothing changes; show can be changed later, the rest of the state stays", async (t) => {
    const page = await openExhibits(t, figure('state="px=2"'), tall);
    const told = await page.evaluate(async () => {
        const one = document.querySelector("attention-explainer");
        const errors = [];
        one.addEventListener("error", ({ detail }) => errors.push([detail.type, detail.message]));
        one.show = "planets";
        await one.settled();
        await null;
        const wrong = one.save();
        one.show = "planes";
        await one.settled();
        const named = one.save();
        one.show = null;
        await one.settled();
        return { errors, wrong, named, none: one.save(), attribute: one.getAttribute("show") };
    });
    assert.deepEqual(told, {
        errors: [["state", 'show must name pieces of parts-figures (all, bars, stacks, planes); got "planets"']],
        wrong: "px=2",
        named: "px=2;showStacks=false;showPlanes=true",
        none: "px=2",
        attribute: null,
    });
});

test("a press in the picture unfolds a piece: the figure grows, the page hears a change, one undo takes it back", async (t) => {
    const page = await openExhibits(t, figure('show=""'), tall);
    const [{ height }] = await shown(page);
    await page.evaluate(() => {
        window.changes = [];
        document.querySelector("attention-explainer").addEventListener("change", ({ detail }) => window.changes.push(detail.source));
    });
    const box = await controlBox(page, "showPlanes");
    await page.mouse.click(box.middle.x, box.middle.y);
    await settled(page);
    const [unfolded] = await shown(page);
    assert.deepEqual(unfolded.pieces, [false, true]);
    assert.ok(unfolded.height > height + 50);
    assert.deepEqual(await page.evaluate(() => window.changes), ["pointer"]);
    await page.evaluate(() => document.querySelector("attention-explainer").undo());
    await settled(page);
    assert.equal((await shown(page))[0].height, height);
});

test("links and groups leave the pieces as their reader has them; reset goes back to what show names", async (t) => {
    const page = await openExhibits(
        t,
        [
            figure('show="" group="one"', "a"),
            figure('group="one"', "b"),
            '<a id="whole" href="#a" data-state="px=-1">there</a> <a id="part" href="#a" data-set="py=2">and there</a>',
        ],
        { ...tall, reducedMotion: "reduce" },
    );
    const pieces = async () => (await shown(page)).map((one) => one.pieces);
    assert.deepEqual(await pieces(), [
        [false, false],
        [true, false],
    ]);
    await page.evaluate(() => (document.querySelector("#a").state = { showPlanes: true, px: 1 }));
    await settled(page);
    const own = [
        [false, true],
        [true, false],
    ];
    assert.deepEqual(await pieces(), own);
    assert.equal(await page.evaluate(() => document.querySelector("#b").state.px), 1); // (the rest is shared)
    for (const link of ["#whole", "#part"]) {
        await page.click(link);
        await settled(page);
        assert.deepEqual(await pieces(), own, link);
    }
    assert.deepEqual(await page.evaluate(() => [document.querySelector("#a").state.px, document.querySelector("#a").state.py]), [-1, 2]);
    await page.evaluate(() => document.querySelector("#a").reset());
    await settled(page);
    assert.deepEqual((await pieces())[0], [false, false]);
});

test("an address that names no pieces leaves them as the tag shows them, one that names them unfolds them; a copied one is exact", async (t) => {
    const address = await makePage(figure('show=""', "a"), { headers: {} });
    const pieces = async (hash) => {
        const page = await open(t, `${address}#a${hash}`, { ...tall, permissions: ["clipboard-read", "clipboard-write"] });
        await page.evaluate(() => document.querySelector("#a").loaded);
        await settled(page);
        const [{ pieces: there }] = await shown(page);
        return { page, there, px: await page.evaluate(() => document.querySelector("#a").state.px) };
    };
    const plain = await pieces("?px=2");
    assert.deepEqual([plain.there, plain.px], [[false, false], 2]);
    const named = await pieces("?px=2;showPlanes=true");
    assert.deepEqual(named.there, [false, true]);
    // Unfolded to what the exhibit has by itself, which its own state string does not say.
    const { page } = plain;
    await page.evaluate(() => (document.querySelector("#a").state = { showStacks: true }));
    await settled(page);
    assert.equal(await page.evaluate(() => document.querySelector("#a").save()), "px=2");
    await page.hover("#a");
    await page.locator("#a .menu-button").click();
    const link = await copied(page, () => page.locator("#a [data-action=link]").click());
    const again = await pieces(new URL(link).hash.slice(2));
    assert.deepEqual([again.there, again.px], [[true, false], 2]);
});

test("the tables of a piece are said, and exported, while it is open: by describe() and for the ear alike", async (t) => {
    const page = await openExhibits(
        t,
        ["", "sensitivity"].map((show, i) => `<attention-explainer id="f${i}" exhibit="softmax" show="${show}"></attention-explainer>`),
    );
    const told = (id) =>
        page.evaluate(async (wanted) => {
            const figure = document.getElementById(wanted);
            await figure.settled();
            return [
                figure.describe().tables.map(({ title }) => title),
                figure.export("csv").includes("Sensitivity"),
                Object.keys(figure.describe().values).length,
            ];
        }, id);
    const heard = (id) => page.locator(`#${id} .tables caption`).allTextContents();
    const [without, , values] = await told("f0");
    assert.deepEqual(without, ["Weights", "Whole row"]);
    const [open, exported, same] = await told("f1");
    assert.deepEqual(open, ["Weights", "Whole row", "Sensitivity ∂α/∂s", "Size of the gradient against T"]);
    assert.ok(exported);
    assert.equal(same, values);
    assert.deepEqual(await heard("f1"), open);
    await page.evaluate(() => (document.querySelector("#f1").state = { showSensitivity: false }));
    assert.deepEqual((await told("f1")).slice(0, 2), [without, false]);
});
