// A file of the reader's own: chosen in the menu, or dropped on a figure; and links to tensors, which say what they meant.
import assert from "node:assert/strict";
import { test } from "node:test";
import { copied, open, origin } from "./support.mjs";
import { at, figureOf, files } from "./tensor-files.mjs";

const item = (page, action) => page.locator(`#figure [data-action=${action}]`);
const status = (page) => page.locator("#figure .menu-status");
const state = (page) =>
    page.evaluate(async () => {
        const figure = document.getElementById("figure");
        await figure.settled();
        return { summary: figure.describe().summary, weight: figure.describe().values["weight"] };
    });

async function openMenu(page) {
    await page.hover("#figure");
    if (!(await page.locator("#figure .menu-panel:popover-open").count())) await page.locator("#figure .menu-button").click();
}

/** Chooses a file through the menu, and waits for what comes of it. */
async function choose(page, name, buffer) {
    await openMenu(page);
    const asked = page.waitForEvent("filechooser");
    await item(page, "file").click();
    await (await asked).setFiles({ name, mimeType: "application/octet-stream", buffer });
    await page.waitForFunction((name) => document.getElementById("figure").tensors?.name === name || window.errors.length > 0, name);
    await page.evaluate(() => document.getElementById("figure").settled());
}

/** Drags a file over the figure and drops it there. Returns whether the figure took it. */
const drop = (page, name, buffer) =>
    page.evaluate(
        async ([name, bytes]) => {
            const figure = document.getElementById("figure");
            const data = new DataTransfer();
            data.items.add(new File([Uint8Array.from(bytes)], name));
            const send = (type) =>
                !figure.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true, composed: true }));
            send("dragenter");
            let taken = false;
            for (let i = 0; i < 200 && !taken; ++i) {
                await new Promise(requestAnimationFrame);
                taken = send("dragover");
            }
            const dropped = send("drop");
            await figure.settled();
            return taken && dropped;
        },
        [name, [...buffer]],
    );

test("a reader's file is chosen in the menu, is shown, and goes again; what cannot be shown is said there", async (t) => {
    const page = await figureOf(t, `exhibit="heads" src="/own/bertviz.json" state="layer=1;query=3;key=1"`);
    const before = await state(page);
    await openMenu(page);
    await item(page, "file").waitFor();
    assert.equal(await item(page, "back").isVisible(), false);
    await choose(page, "mine.npz", files["own.npz"]);
    assert.ok(Math.abs((await state(page)).weight - at(1, 0, 3, 1)) < 1e-6, "what was chosen stays");
    await choose(page, "two.json", Buffer.from(JSON.stringify([[0.25, 0.75]])));
    assert.match((await state(page)).summary, /1 layer.*2 keys/);
    await choose(page, "cut.npy", files["cut.npy"]);
    assert.match(await status(page).textContent(), /^cut\.npy: .*bytes/);
    assert.match((await state(page)).summary, /1 layer.*2 keys/);
    assert.deepEqual(
        (await page.evaluate(() => window.errors.splice(0))).map(({ type }) => type),
        ["tensors"],
    );
    await openMenu(page);
    await item(page, "back").click();
    await page.waitForFunction(() => document.getElementById("figure").tensors === "/own/bertviz.json");
    assert.match((await state(page)).summary, /^Attention of your own: 2 layers, 3 heads/);
    assert.deepEqual(await state(page), before, "what the page showed, as it was");
    assert.equal(await item(page, "back").isVisible(), false);
    assert.deepEqual(page.problems, []);
});

test("a file that is dropped on a figure is shown there; where it cannot be, the menu opens and says why", async (t) => {
    const page = await figureOf(t, `exhibit="heads"`);
    await state(page);
    assert.equal(await drop(page, "mine.safetensors", files["own.safetensors"]), true);
    assert.match((await state(page)).summary, /2 layers, 3 heads each/);
    assert.equal(await page.locator("#figure .menu-panel:popover-open").count(), 0);
    assert.equal(await drop(page, "cut.npy", files["cut.npy"]), true);
    await page.locator("#figure .menu-panel:popover-open").waitFor();
    assert.match(await status(page).textContent(), /^cut\.npy: /);
    assert.match((await state(page)).summary, /2 layers, 3 heads each/);
    assert.deepEqual((await page.evaluate(() => window.errors)).length, 1);
    // An exhibit without tensors leaves it to the page, and so does one whose page takes it first.
    await page.evaluate(() => document.getElementById("figure").setAttribute("exhibit", "softmax"));
    await state(page);
    assert.equal(await drop(page, "mine.npz", files["own.npz"]), false);
    await page.evaluate(() => {
        document.getElementById("figure").setAttribute("exhibit", "heads");
        document.addEventListener("dragover", (event) => event.preventDefault(), true);
        document.addEventListener("drop", (event) => event.preventDefault(), true);
    });
    const held = (await state(page)).summary;
    assert.match(held, /2 layers, 3 heads each/, "an exhibit that shows none has not taken them away");
    await drop(page, "two.json", Buffer.from(JSON.stringify([[0.25, 0.75]])));
    assert.equal((await state(page)).summary, held);
    assert.deepEqual(page.problems, []);
});

test("a link to a figure alone has the address of its tensors and their hash, and shows these or nothing", async (t) => {
    const own = { permissions: ["clipboard-read", "clipboard-write"] };
    const page = await figureOf(t, `exhibit="heads" src="/own/own.npz" state="layer=1;head=2;query=3;key=1"`, own);
    const before = await state(page);
    await page.evaluate(
        (home) => {
            const figure = document.getElementById("figure");
            figure.removeAttribute("id"); // (which would lead to this page)
            figure.constructor.home = home;
            figure.className = "figure";
        },
        `${await origin()}/`,
    );
    const copiedLink = async () => {
        await page.hover("attention-explainer");
        if (!(await page.locator(".menu-panel:popover-open").count())) await page.locator(".menu-button").click();
        return copied(page, () => page.locator("[data-action=link]").click());
    };
    const link = await copiedLink();
    const { searchParams } = new URL(link);
    assert.match(searchParams.get("src"), /\/own\/own\.npz#sha256-[\w+/]{43}=$/);
    const shown = async (body) => {
        const other = await open(t, "about:blank");
        await other.route("**/own/*", (route) => route.fulfill({ body }));
        await other.goto(link);
        return other.evaluate(async () => {
            for (;;) {
                const figure = document.querySelector("attention-explainer");
                await figure?.settled();
                const said = figure?.shadowRoot.querySelector(".error p")?.textContent;
                if (said) return said;
                if (figure?.shadowRoot.querySelector(".poster")?.hidden) return figure.describe().summary;
                await new Promise(requestAnimationFrame);
            }
        });
    };
    assert.equal(await shown(files["own.npz"]), before.summary);
    assert.match(await shown(files["bertviz.json"]), /own\.npz could not be fetched, or is another file by now/);
    // A reader's file is in no link, nor is a state of it.
    await page.evaluate(async () => {
        const figure = document.querySelector("attention-explainer");
        figure.tensors = new File([JSON.stringify([[0.25, 0.75]])], "mine.json");
        await figure.settled();
    });
    assert.deepEqual([...new URL(await copiedLink()).searchParams], [["exhibit", "heads"]]);
    assert.match(await page.locator(".menu-status").textContent(), /Your file is not in it/);
});
