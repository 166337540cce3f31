// The page's size of type, --attention-font-size: the whole figure is as much larger, laid out for what room that leaves; sharp, in its place, under the
// pointer and in the controls. SEED=… repeats a run.
import assert from "node:assert/strict";
import { test } from "node:test";
import { random, seed } from "../random.mjs";
import {
    againstSvg,
    assertDrawn,
    controlBox,
    describe,
    exhibitTable,
    focusControl,
    load,
    makePage,
    open,
    openExhibits,
    settled,
} from "./support.mjs";

const { reservedHeight } = await load("web/element/drawing/size.ts");
const usual = 15;
const least = 320;
const sized = (size) => ({
    page: { headers: {}, head: `<style>body { margin: 8px } attention-explainer { --attention-font-size: ${size} }</style>` },
});
const place = (page, selector = "attention-explainer") =>
    page.evaluate((wanted) => {
        const element = document.querySelector(wanted);
        const { x, width, height } = element.getBoundingClientRect();
        const canvas = element.shadowRoot.querySelector("canvas");
        const picture = canvas.getBoundingClientRect();
        return {
            x,
            width,
            height,
            pixels: [canvas.width, canvas.height],
            picture: [picture.width, picture.height],
            svg: element
                .export("svg")
                .match(/viewBox="0 0 ([\d.]+) ([\d.]+)"/)
                .slice(1)
                .map(Number),
        };
    }, selector);

/** Fails unless the figure is laid out for a type of so many pixels, fills its place and has every pixel of it. */
async function assertSize(page, exhibit, size, told, ratio = 1) {
    const { width, height, pixels, picture, svg } = await place(page);
    const factor = Math.min(size / usual, Math.max(0.85, width / least));
    const info = exhibitTable().find(({ id }) => id === exhibit);
    const [wide, high] = svg;
    assert.ok(
        Math.abs(wide * factor - width) < 1.01 * factor,
        `${told}: laid out ${wide} px wide, shown ${width} px wide, ${factor} times as large`,
    );
    assert.ok(
        Math.abs(high * factor - height) < 1.01 * factor && Math.abs(high - reservedHeight(info, width / factor + 1e-3)) <= 1,
        `${told}: laid out ${high} px high, shown ${height}`,
    );
    const drawable = Math.min(1, 8192 / (Math.max(...picture) * ratio)); // more pixels are drawn nowhere
    for (const i of [0, 1]) {
        assert.ok(Math.abs(pixels[i] - picture[i] * ratio * drawable) <= 1.01, `${told}: ${pixels[i]} pixels for ${picture[i]}`);
        assert.ok(Math.abs(picture[i] - [width, height][i]) < 1, `${told}: the picture is ${picture}, the element ${[width, height]}`);
    }
}

test("any size of type in any width, of any exhibit: in proportion, in place, sharp, and what the SVG says", async (t) => {
    const next = random(seed);
    const exhibits = exhibitTable().filter(({ id }) => !["map", "proof"].includes(id));
    for (let i = 0; i < 8; ++i) {
        const { id } = exhibits[Math.floor(next() * exhibits.length)];
        const size = Math.round((9 + 21 * next()) * 4) / 4;
        const width = 330 + Math.floor(next() * 900);
        const ratio = [1, 2, 1.5][i % 3];
        const told = `SEED=${seed}: ${id}, type of ${size} px, a window of ${width} px, ${ratio} pixels each`;
        const page = await openExhibits(t, id, { ...sized(`${size}px`), width, height: 900, deviceScaleFactor: ratio });
        await assertSize(page, id, size, told, ratio);
        await assertDrawn(page).catch((error) => {
            throw new Error(`${told}: ${error.message}`);
        });
        assert.deepEqual(page.problems, [], told);
        await page.context().close();
    }
});

test("the least width that type leaves is whole, whatever the division says: 421 px / (421 / 320)", async (t) => {
    const page = await openExhibits(t, "heads", { ...sized("28.5px"), width: 437, height: 900 });
    await assertSize(page, "heads", 28.5, "heads");
});

test("a figure with more pixels than a GPU draws in one: nothing moves for it", async (t) => {
    const page = await openExhibits(t, "multi-head", { ...sized("21.25px"), width: 496, height: 900, deviceScaleFactor: 1.5 });
    await assertSize(page, "multi-head", 21.25, "multi-head", 1.5);
    const [{ mean, alike }] = await againstSvg(page);
    assert.ok(mean < 2.5 && alike > 0.985, `canvas against SVG: ${mean.toFixed(2)} of 255 apart, alike ${alike.toFixed(3)}`);
});

test("in em of the usual size, in rem and by what the page computes; nonsense is the usual size", async (t) => {
    for (const [given, size] of [
        ["1.2em", 18],
        ["120%", 18],
        ["1.5rem", 24],
        ["calc(10px + 1vw)", 20],
        ["var(--none, 21px)", 21],
        ["large", 18],
        ["red", usual],
        ["-4px", usual],
        ["0px", usual],
        ["999px", 4 * usual],
    ]) {
        const page = await openExhibits(t, "softmax", { ...sized(given), width: 1000 });
        await assertSize(page, "softmax", size, given);
        await page.context().close();
    }
});

test("it follows a class, a style and the width of the window, at once and with nothing lost", async (t) => {
    const page = await openExhibits(
        t,
        '<div id="outer"><attention-explainer exhibit="softmax" state="temperature=0.5"></attention-explainer></div><p id="below">Below.</p>',
        { page: { headers: {}, head: "<style>.large { --attention-font-size: 22px }</style>" }, width: 1000 },
    );
    await assertSize(page, "softmax", usual, "as it comes");
    const becomes = async (size, told) => {
        await page.waitForFunction(
            ([wanted, base]) => {
                const element = document.querySelector("attention-explainer");
                const width = Number(element.export("svg").match(/viewBox="0 0 ([\d.]+)/)[1]);
                const whole = element.getBoundingClientRect().width;
                return Math.abs(width * Math.min(wanted / base, Math.max(0.85, whole / 320)) - whole) < 2;
            },
            [size, usual],
        );
        await settled(page);
        await assertSize(page, "softmax", size, told);
    };
    await page.evaluate(() => document.querySelector("#outer").classList.add("large"));
    await becomes(22, "by a class");
    await page.setViewportSize({ width: 420, height: 800 });
    await becomes(22, "in a narrow window");
    await page.setViewportSize({ width: 1000, height: 800 });
    await becomes(22, "and back");
    await page.evaluate(() => document.querySelector("attention-explainer").style.setProperty("--attention-font-size", "12px"));
    await becomes(12, "by a style");
    assert.equal((await describe(page)).saved, "temperature=0.5");
    await page.evaluate(() => document.querySelector("attention-explainer").style.removeProperty("--attention-font-size"));
    await page.evaluate(() => document.querySelector("#outer").classList.remove("large"));
    await becomes(usual, "as it was");
});

test("pointer and keys meet what is drawn; the menu opens beside its button, within the window", async (t) => {
    const page = await openExhibits(t, "softmax", { ...sized("24px"), width: 900, height: 1400 });
    const { x, width, middle } = await controlBox(page, "temperature");
    await page.mouse.move(x + width * 0.5, middle.y);
    await page.mouse.down();
    await page.mouse.move(x + width * 0.25, middle.y);
    await page.mouse.up();
    await settled(page);
    const drawn = (await describe(page)).state.temperature;
    // The same shares of the same control in a figure of the usual size, in the room that is left
    const other = await openExhibits(t, "softmax", { width: Math.round((900 - 16) / 1.6) + 16, height: 1400 });
    const there = await controlBox(other, "temperature");
    await other.mouse.move(there.x + there.width * 0.5, there.middle.y);
    await other.mouse.down();
    await other.mouse.move(there.x + there.width * 0.25, there.middle.y);
    await other.mouse.up();
    await settled(other);
    const expected = (await describe(other)).state.temperature;
    assert.ok(Math.abs(Math.log(drawn / expected)) < 0.1, `${drawn} and ${expected}`);
    await focusControl(page, "temperature");
    await page.keyboard.press("Home");
    assert.equal((await describe(page)).state.temperature, 0.05);
    await page.hover("attention-explainer");
    await page.locator(".menu-button").click();
    await page.waitForFunction(() =>
        document.querySelector("attention-explainer").shadowRoot.querySelector(".menu-panel").matches(":popover-open"),
    );
    const { panel, button } = await page.evaluate(() => {
        const root = document.querySelector("attention-explainer").shadowRoot;
        return {
            panel: root.querySelector(".menu-panel").getBoundingClientRect().toJSON(),
            button: root.querySelector(".menu-button").getBoundingClientRect().toJSON(),
        };
    });
    assert.ok(
        panel.left >= 0 && panel.right <= 900 && Math.abs(panel.top - button.bottom) < 12 && Math.abs(panel.right - button.right) < 12,
        JSON.stringify({ panel, button }),
    );
});

test("the place is kept before the engine is there, so nothing moves", async (t) => {
    const page = await open(t, await makePage("<p>Above.</p>", sized("19px").page), { width: 800, height: 700 });
    const heights = await page.evaluate(async () => {
        await customElements.whenDefined("attention-explainer");
        const element = document.body.appendChild(Object.assign(document.createElement("attention-explainer"), { exhibit: "heads" }));
        const seen = [];
        let loaded = false;
        element.addEventListener("load", () => (loaded = true));
        while (!loaded) {
            await new Promise(requestAnimationFrame);
            await new Promise((done) => setTimeout(done)); // after observers, so what is painted
            seen.push(element.getBoundingClientRect().height);
        }
        await element.settled();
        return [...new Set([...seen, element.getBoundingClientRect().height])];
    });
    assert.equal(heights.length, 1, String(heights));
    await assertSize(page, "heads", 19, "at last");
});

/** Notes what a page hears as an error: an observer that changes what it observes, say. */
function noteErrors() {
    window.heard = [];
    addEventListener("error", ({ message }) => window.heard.push(message));
}

test("in a narrow place nothing is laid out twice; hidden and shown again it comes as it stays", async (t) => {
    const page = await openExhibits(
        t,
        '<div id="place" style="width: 460px"><attention-explainer exhibit="softmax"></attention-explainer></div>',
        { ...sized("22px"), width: 1000, init: noteErrors },
    );
    for (const width of [440, 420, 380, 330, 300, 900, 400]) {
        await page.evaluate((wide) => {
            document.querySelector("#place").style.width = `${wide}px`;
        }, width);
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        await settled(page);
        await assertSize(page, "softmax", 22, `${width} px`);
    }
    const heights = await page.evaluate(async () => {
        const place = document.querySelector("#place");
        place.style.display = "none";
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        place.style.display = "";
        const seen = [];
        for (let frame = 0; frame < 4; ++frame) {
            await new Promise(requestAnimationFrame);
            await new Promise((done) => setTimeout(done));
            seen.push(document.querySelector("attention-explainer").getBoundingClientRect().height);
        }
        return [...new Set(seen)];
    });
    assert.equal(heights.length, 1, String(heights));
    assert.deepEqual(await page.evaluate(() => window.heard), []);
});

test("an author's height, padding and a change that only the style sheet knows of", async (t) => {
    const css = "html[data-size] attention-explainer { --attention-font-size: 24px } * { box-sizing: border-box }";
    const page = await openExhibits(t, '<attention-explainer exhibit="softmax" style="height: 600px"></attention-explainer>', {
        page: { headers: {}, head: `<style>${css}</style>` },
        width: 1000,
    });
    await page.evaluate(() => (document.documentElement.dataset.other = "")); // nobody's business
    await page.evaluate(() => (document.documentElement.dataset.size = ""));
    await page.waitForFunction(
        () =>
            Math.abs(
                Number(
                    document
                        .querySelector("attention-explainer")
                        .export("svg")
                        .match(/viewBox="0 0 ([\d.]+)/)[1],
                ) *
                    1.6 -
                    984,
            ) < 2,
    );
    await settled(page);
    const { pixels, picture } = await place(page);
    for (const i of [0, 1]) assert.ok(Math.abs(pixels[i] - picture[i]) <= 1.01, `${pixels} pixels for ${picture}`);
    await assertDrawn(page);
    await page.setViewportSize({ width: 400, height: 800 });
    await page.evaluate(() => (document.querySelector("attention-explainer").style.cssText = "padding: 30px"));
    await page.waitForFunction(
        () =>
            Math.abs(
                Number(
                    document
                        .querySelector("attention-explainer")
                        .export("svg")
                        .match(/viewBox="0 0 ([\d.]+)/)[1],
                ) - 320,
            ) < 1.01,
    );
});

test("printed, a figure of large type is as large as any other", async (t) => {
    const heights = [];
    for (const size of ["15px", "24px"]) {
        const page = await openExhibits(t, "multi-head", { ...sized(size), width: 700 });
        await page.emulateMedia({ media: "print" });
        await page.waitForFunction(() =>
            document.querySelector("attention-explainer").shadowRoot.querySelector(".box").classList.contains("paper"),
        );
        heights.push(
            await page.evaluate(
                () => document.querySelector("attention-explainer").shadowRoot.querySelector("canvas").getBoundingClientRect().height,
            ),
        );
        await page.emulateMedia({ media: "screen" });
        await page.waitForFunction(
            () => !document.querySelector("attention-explainer").shadowRoot.querySelector(".box").classList.contains("paper"),
        );
        await settled(page);
        await assertSize(page, "multi-head", Number.parseFloat(size), "back on the screen");
        await page.context().close();
    }
    assert.ok(heights[0] > 200 && heights[0] < 900 && Math.abs(heights[0] - heights[1]) < 2, String(heights));
});

test("in a place narrower than 320 px it is the figure of 320 px, as much smaller: its labels are whole, and it answers where it is touched", async (t) => {
    for (const exhibit of ["next-word", "values"]) {
        const frame = (width) =>
            `<div style="width: ${width}px"><attention-explainer exhibit="${exhibit}" renderer="svg"></attention-explainer></div>`;
        const page = await open(t, await makePage(frame(320) + frame(288), { headers: {} }), { height: 5000 });
        await settled(page);
        const [usual, narrow] = await page.evaluate(() =>
            [...document.querySelectorAll("attention-explainer")].map((one) => ({
                labels: [...one.shadowRoot.querySelectorAll(".drawing text")].map(({ textContent }) => textContent),
                height: one.getBoundingClientRect().height,
            })),
        );
        assert.deepEqual(narrow.labels, usual.labels);
        assert.ok(Math.abs(narrow.height - usual.height * 0.9) < 2, `${narrow.height} of ${usual.height}`);
    }
    const page = await open(
        t,
        await makePage('<div style="width: 288px"><attention-explainer exhibit="softmax"></attention-explainer></div>', { headers: {} }),
    );
    await settled(page);
    await assertSize(page, "softmax", usual, "288 px");
    const { x, width, middle } = await controlBox(page, "temperature");
    await page.mouse.click(x + width * 0.5, middle.y);
    await settled(page);
    const half = await page.evaluate(() => document.querySelector("attention-explainer").state.temperature);
    await page.mouse.click(x + width * 0.8, middle.y);
    await settled(page);
    assert.ok((await page.evaluate(() => document.querySelector("attention-explainer").state.temperature)) > half * 1.5);
});
