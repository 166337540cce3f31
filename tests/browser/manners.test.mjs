// The page stays the page's: keys, wheel and touch do with three live exhibits what they do without them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { describe, focused, handles, makePage, open, settled, controlBox } from "./support.mjs";

const text = '<input id="field"><textarea id="area"></textarea><input id="box" type="checkbox"><p class="tall">tall</p>';
const tall = () =>
    addEventListener("DOMContentLoaded", () => {
        for (const element of document.querySelectorAll(".tall")) element.style.height = "3000px";
        window.prevented = [];
        for (const type of ["keydown", "keypress", "keyup", "wheel", "touchstart", "touchmove", "mousedown", "pointerdown"]) {
            addEventListener(type, (event) => {
                if (event.defaultPrevented) window.prevented.push(type);
            });
        }
    });

/** What a page shows of itself after the same keys and wheel. */
async function behave(page) {
    const log = [];
    const note = async () =>
        log.push(
            await page.evaluate(() => ({
                scroll: Math.round(scrollY),
                field: document.querySelector("#field").value,
                area: document.querySelector("#area").value,
                box: document.querySelector("#box").checked,
                active: document.activeElement.id,
                prevented: [...window.prevented],
                title: document.title,
                address: location.href.replace(/\d+\.html/, ""),
                history: history.length,
            })),
        );
    /** Waits until scrolling has come to rest: two frames in the same place. */
    const rest = () =>
        page.evaluate(
            () =>
                new Promise((resolve) => {
                    let last = NaN,
                        same = 0;
                    const look = () => {
                        same = scrollY === last ? same + 1 : 0;
                        last = scrollY;
                        if (same > 8) resolve();
                        else requestAnimationFrame(look);
                    };
                    look();
                }),
        );
    await page.click("#field");
    await page.keyboard.type("wörds, words 123");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Backspace");
    await note();
    await page.keyboard.press("Tab");
    await page.keyboard.type("two\nlines");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.type("x");
    await note();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await note();
    await page.evaluate(() => document.activeElement.blur());
    for (const key of ["Space", "PageDown", "ArrowDown", "End", "Home"]) {
        await page.keyboard.press(key);
        await rest();
        await note();
    }
    await page.mouse.move(300, 400); // over the first exhibit, where there is one
    await page.mouse.wheel(0, 333);
    await rest();
    await note();
    await page.keyboard.press("PageUp");
    await rest();
    await note();
    return log;
}

test("typing, Tab, Space, PageDown, arrows and wheel are the same with three live exhibits as without", async (t) => {
    const blank = (height) => `<div class="blank" data-height="${height}"></div>`;
    const heights = [];
    const exhibits = ["dot-product", "softmax", "heads"]
        .map((name) => `<attention-explainer exhibit="${name}"></attention-explainer>`)
        .join("");
    const live = await open(t, await makePage(text.replace("<p", `${exhibits}<p`)), { init: tall });
    await settled(live);
    heights.push(
        ...(await live.evaluate(() => [...document.querySelectorAll("attention-explainer")].map((element) => element.offsetHeight))),
    );
    assert.ok(heights.every((height) => height > 100));
    const plain = await open(t, await makePage(text.replace("<p", `${heights.map(blank).join("")}<p`)), { init: tall });
    await plain.evaluate(() => {
        for (const element of document.querySelectorAll(".blank")) element.style.height = `${element.dataset.height}px`;
    });
    const [with3, without] = [await behave(live), await behave(plain)];
    assert.deepEqual(with3, without);
    assert.ok(with3.at(-2).scroll > 0, "the wheel scrolled");
});

test("an exhibit takes no focus when it loads, adds no global name, and leaves address, title and history alone", async (t) => {
    const page = await open(
        t,
        await makePage('<input id="field" autofocus><attention-explainer exhibit="softmax"></attention-explainer>'),
        {
            init: () => {
                window.namesBefore = Object.getOwnPropertyNames(window);
            },
        },
    );
    await settled(page);
    assert.equal(await focused(page), "field");
    const added = await page.evaluate(() =>
        Object.getOwnPropertyNames(window).filter((name) => !window.namesBefore.includes(name) && name !== "namesBefore"),
    );
    assert.deepEqual(
        added.filter((name) => !["field"].includes(name)),
        [],
    );
    assert.equal(await page.title(), "test");
    assert.equal(await page.evaluate(() => history.length + location.hash), "2");
});

test("a finger scrolls past a live exhibit; a finger on a handle drags the handle and not the page", async (t) => {
    const page = await open(
        t,
        await makePage('<attention-explainer exhibit="dot-product"></attention-explainer><p class="tall">tall</p>'),
        {
            init: tall,
            hasTouch: true,
            isMobile: true,
            width: 400,
            height: 700,
        },
    );
    await settled(page);
    const session = await page.context().newCDPSession(page);
    const swipe = async (x, y, toX, toY) => {
        const point = (px, py) => [{ x: px, y: py, id: 1 }];
        await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: point(x, y) });
        for (let step = 1; step <= 10; ++step) {
            await session.send("Input.dispatchTouchEvent", {
                type: "touchMove",
                touchPoints: point(x + ((toX - x) * step) / 10, y + ((toY - y) * step) / 10),
            });
        }
        await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
        await settled(page);
    };
    const points = await handles(page);
    const handle = points[Math.floor(points.length / 2)];
    assert.ok(handle, "no handle takes a touch");
    const before = await describe(page);
    await swipe(handle.x, handle.y, handle.x - 40, handle.y + 60);
    const dragged = await describe(page);
    assert.notDeepEqual(dragged.state, before.state);
    assert.equal(await page.evaluate(() => scrollY), 0);
    // Everywhere else, even on a slider, an upward swipe scrolls the page.
    const slider = await controlBox(page, "qx");
    const start = Math.min(slider.middle.y, 600);
    await swipe(200, start, 200, start - 250);
    await page.waitForFunction(() => scrollY > 100);
    await settled(page);
    assert.deepEqual((await describe(page)).state, dragged.state, "scrolling past a slider does not move it");
    assert.deepEqual(page.problems, []);
});

test("a drag that is cancelled, or let go outside, is over", async (t) => {
    const page = await open(t, await makePage('<attention-explainer exhibit="softmax"></attention-explainer>'));
    await settled(page);
    const { x, width, middle } = await controlBox(page, "score1");
    await page.mouse.move(x + width * 0.5, middle.y);
    await page.mouse.down();
    await page.mouse.move(x + width * 0.6, middle.y);
    await page.mouse.move(990, 795); // outside the element
    await settled(page);
    const outside = await describe(page);
    await page.mouse.up();
    await settled(page);
    await page.mouse.move(x + width * 0.3, middle.y);
    await settled(page);
    assert.equal((await describe(page)).state.score1, outside.state.score1, "released outside, it no longer follows");

    await page.mouse.down();
    await page.mouse.move(x + width * 0.45, middle.y);
    await settled(page);
    await page.evaluate(() => {
        const canvas = document.querySelector("attention-explainer").shadowRoot.querySelector("canvas");
        canvas.releasePointerCapture(1); // the mouse
    });
    await page.mouse.move(x + width * 0.46, middle.y); // the capture is given up with the next event
    await settled(page);
    const cancelled = await describe(page);
    await page.mouse.move(x + width * 0.8, middle.y);
    await settled(page);
    assert.equal((await describe(page)).state.score1, cancelled.state.score1, "cancelled, it no longer follows");
});
