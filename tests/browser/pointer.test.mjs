// Presses that end badly: outside, cancelled, with another button, in another window; with mouse, pen and finger. Whatever happens, the
// next drag is a drag and the tables follow. And pointers over an element that the page has scaled or turned.
import assert from "node:assert/strict";
import { test } from "node:test";
import { describe, makePage, open, openExhibits, settled, controlBox } from "./support.mjs";

const tag = '<attention-explainer exhibit="softmax"></attention-explainer><p>outside</p>';

/** The first weight as the tables for screen readers tell it. */
const told = (page) => page.evaluate(() => document.querySelector("attention-explainer").shadowRoot.querySelector("tbody").textContent);

/** Presses of one kind, by the debugger: they are the browser's own. Two buttons at once are the mouse's. */
async function pressesOf(page, kind) {
    const session = await page.context().newCDPSession(page);
    if (kind === "touch") {
        const send = (type, points) => session.send("Input.dispatchTouchEvent", { type, touchPoints: points });
        return {
            down: (x, y) => send("touchStart", [{ x, y, id: 1 }]),
            move: (x, y) => send("touchMove", [{ x, y, id: 1 }]),
            up: () => send("touchEnd", []),
        };
    }
    const send = (type, x, y, button, buttons) =>
        session.send("Input.dispatchMouseEvent", {
            type,
            x,
            y,
            button,
            buttons,
            pointerType: kind,
            clickCount: type === "mouseMoved" ? 0 : 1,
        });
    let at = [0, 0];
    return {
        down: (x, y, button = "left", buttons = 1) => ((at = [x, y]), send("mousePressed", x, y, button, buttons)),
        move: (x, y, buttons = 1) => ((at = [x, y]), send("mouseMoved", x, y, "none", buttons)),
        up: (button = "left", buttons = 0) => send("mouseReleased", ...at, button, buttons),
    };
}

/** Drags the first score's slider: it follows, and so do the tables. */
async function drags(page, kind, share) {
    const { x, width, middle } = await controlBox(page, "temperature");
    const pointer = await pressesOf(page, kind);
    const [before, table] = [(await describe(page)).state.temperature, await told(page)];
    if (kind !== "touch") await pointer.move(x + width * 0.5, middle.y, 0);
    await pointer.down(x + width * 0.5, middle.y);
    await pointer.move(x + (width * (0.5 + share)) / 2 + 12, middle.y);
    await pointer.move(x + width * share, middle.y);
    // The browser hands moves of a finger on with the next frame, and says so to nobody.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await settled(page);
    const during = (await describe(page)).state.temperature;
    await pointer.up();
    await settled(page);
    assert.notEqual(during, before, "the drag does nothing");
    assert.equal((await describe(page)).state.temperature, during);
    assert.notEqual(await told(page), table, "the tables do not follow");
    if (kind === "touch") return;
    await pointer.move(x + width * 0.2, middle.y, 0);
    await settled(page);
    assert.equal((await describe(page)).state.temperature, during, "let go, it still follows");
}

for (const kind of ["mouse", "pen", "touch"]) {
    const options = kind === "touch" ? { hasTouch: true } : {};
    test(`${kind}: pressed on nothing, dragged out, let go outside: the next drag is a drag`, async (t) => {
        const page = await openExhibits(t, tag, options);
        const pointer = await pressesOf(page, kind);
        await pointer.down(12, 12);
        await pointer.move(30, 30);
        await pointer.move(990, 790);
        await pointer.up();
        await settled(page);
        await drags(page, kind, 0.8);
        assert.deepEqual(page.problems, []);
    });

    test(`${kind}: a drag of a handle that loses its capture, or is let go outside, is over; the next one is a drag`, async (t) => {
        const page = await openExhibits(t, tag, options);
        const { x, width, middle } = await controlBox(page, "temperature");
        for (const end of ["lost", "outside", "blur"]) {
            const pointer = await pressesOf(page, kind);
            if (kind !== "touch") await pointer.move(x + width * 0.5, middle.y, 0);
            await pointer.down(x + width * 0.5, middle.y);
            await pointer.move(x + width * 0.6, middle.y);
            await pointer.move(x + width * 0.65, middle.y);
            await settled(page);
            if (end === "outside") await pointer.move(990, 790);
            await page.evaluate((how) => {
                const canvas = document.querySelector("attention-explainer").shadowRoot.querySelector("canvas");
                if (how === "lost") for (let id = 0; id < 64; ++id) if (canvas.hasPointerCapture(id)) canvas.releasePointerCapture(id);
                if (how === "blur") dispatchEvent(new Event("blur"));
            }, end);
            if (end === "blur") {
                await settled(page);
                const { state } = await describe(page);
                await pointer.move(x + width * 0.3, middle.y);
                await settled(page);
                assert.deepEqual((await describe(page)).state, state, "the window has lost the focus, and the drag goes on");
            }
            await pointer.up();
            await settled(page);
            await drags(page, kind, 0.8);
            await page.evaluate(() => document.querySelector("attention-explainer").reset());
            await settled(page);
        }
        assert.deepEqual(page.problems, []);
    });
}

test("mouse: the left button let go while the right one is down ends the drag", async (t) => {
    const page = await openExhibits(t, tag);
    await page.evaluate(() => document.addEventListener("contextmenu", (event) => event.preventDefault()));
    const { x, width, middle } = await controlBox(page, "temperature");
    const pointer = await pressesOf(page, "mouse");
    await pointer.move(x + width * 0.5, middle.y, 0);
    await pointer.down(x + width * 0.5, middle.y);
    await pointer.move(x + width * 0.6, middle.y);
    await settled(page);
    await pointer.down(x + width * 0.6, middle.y, "right", 3);
    await pointer.up("left", 2);
    await settled(page);
    const { state } = await describe(page);
    assert.notEqual(state.temperature, 1, "dragged as far as it was held");
    await pointer.move(x + width * 0.3, middle.y, 2);
    await settled(page);
    assert.deepEqual((await describe(page)).state, state, "let go, it still follows");
    await pointer.up("right", 0);
    await drags(page, "mouse", 0.8);
});

test("mouse: a release that nobody told (the button is up when the pointer comes back) ends the drag", async (t) => {
    const page = await openExhibits(t, tag);
    const { x, width, middle } = await controlBox(page, "temperature");
    const pointer = await pressesOf(page, "mouse");
    await pointer.move(x + width * 0.5, middle.y, 0);
    await pointer.down(x + width * 0.5, middle.y);
    await pointer.move(x + width * 0.6, middle.y);
    await settled(page);
    const { state } = await describe(page);
    await pointer.move(x + width * 0.3, middle.y, 0);
    await settled(page);
    assert.deepEqual((await describe(page)).state, state);
    await pointer.up();
    await drags(page, "mouse", 0.8);
});

for (const transform of ["scale(0.5)", "rotate(30deg)", "scale(0.7, 0.9) rotate(-20deg)", "skewX(15deg)", "rotate(180deg)"]) {
    test(`inside transform: ${transform} it is laid out and dragged as outside of it`, async (t) => {
        const body =
            '<div class="narrow"><attention-explainer id="plain" exhibit="softmax"></attention-explainer></div><div class="narrow" id="turned"></div>';
        const page = await open(t, await makePage(body), { width: 1600, height: 6000 });
        await page.addStyleTag({ content: "/**/" }).catch(() => {}); // the policy allows none: widths are set by script below
        const got = await page.evaluate(async (value) => {
            for (const element of document.querySelectorAll(".narrow")) {
                element.style.width = "601.5px";
                element.style.margin = "150px 300px";
            }
            await customElements.whenDefined("attention-explainer");
            const [plain, turned] = [document.querySelector("#plain"), document.querySelector("#turned")];
            await plain.settled();
            turned.style.transform = value;
            const element = document.createElement("attention-explainer");
            element.id = "inner";
            element.exhibit = "softmax";
            element.loading = "eager";
            const atLoad = new Promise((resolve) => element.addEventListener("load", () => resolve(element.offsetHeight)));
            turned.append(element);
            await element.settled();
            const canvas = ({ shadowRoot }) => shadowRoot.querySelector("canvas");
            const { a, b, c, d } = new DOMMatrix(value);
            const factor = Math.max(Math.hypot(a, b), Math.hypot(c, d)); // it has the pixels that it covers
            return {
                heights: [plain.offsetHeight, await atLoad, element.offsetHeight],
                widths: [canvas(plain).width * factor, canvas(element).width],
            };
        }, transform);
        assert.equal(new Set(got.heights).size, 1, `plain, at load, later: ${got.heights}`);
        assert.ok(Math.abs(got.widths[0] - got.widths[1]) <= 1, `${got.widths}`);

        /** Drags the first score's slider from one share of its width to another, along the page's transform. */
        const drag = async (id) => {
            await page.locator(id).scrollIntoViewIfNeeded();
            const [from, to] = await page.evaluate((selector) => {
                const holder = document.querySelector(selector).shadowRoot.querySelector('[name="temperature"]').closest(".control");
                const point = (share) => {
                    const mark = document.createElement("i");
                    Object.assign(mark.style, { position: "absolute", width: 0, height: 0, left: `${share * 100}%`, top: "50%" });
                    holder.append(mark);
                    const { x, y } = mark.getBoundingClientRect();
                    mark.remove();
                    return { x, y };
                };
                return [point(0.5), point(0.75)];
            }, id);
            await page.mouse.move(from.x, from.y);
            await page.mouse.down();
            await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2);
            await page.mouse.move(to.x, to.y);
            await page.mouse.up();
            await settled(page);
            return (await describe(page, id)).state;
        };
        const [plain, turned] = [await drag("#plain"), await drag("#inner")];
        assert.notEqual(plain.temperature, undefined);
        assert.ok(Math.abs(turned.temperature - plain.temperature) <= 0.1, `${turned.temperature} instead of ${plain.temperature}`);
        assert.deepEqual({ ...turned, temperature: 0 }, { ...plain, temperature: 0 });
    });
}

/** A finger on a slider beside its thumb, in a page that can scroll; `moves` are from there, in pixels. */
async function touchesSlider(t, moves) {
    const page = await openExhibits(t, `<div class="room"></div>${tag}<div class="room"></div>`, { hasTouch: true });
    await page.evaluate(() => {
        for (const room of document.querySelectorAll(".room")) room.style.height = "1200px"; // (the page's policy takes no style from markup)
        scrollTo(0, 1000);
    });
    await settled(page);
    const { x, width, middle } = await controlBox(page, "temperature");
    const [before, top] = [(await describe(page)).state.temperature, await page.evaluate(() => scrollY)];
    assert.ok(middle.y > 100 && middle.y < 700, `the slider is at ${middle.y}, out of sight`);
    const finger = await pressesOf(page, "touch");
    const from = x + width * 0.75;
    const seen = [];
    await finger.down(from, middle.y);
    for (const [dx, dy] of moves) {
        await finger.move(from + dx, middle.y + dy);
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        await settled(page);
        seen.push((await describe(page)).state.temperature);
    }
    await finger.up();
    await settled(page);
    return { before, seen, after: (await describe(page)).state.temperature, scrolled: (await page.evaluate(() => scrollY)) - top };
}

test("touch: a swipe up that begins on a slider scrolls the page and changes nothing, on its way neither", async (t) => {
    const up = Array.from({ length: 14 }, (_, i) => [Math.min(3, i), -4 * (i + 1)]);
    const { before, seen, after, scrolled } = await touchesSlider(t, up);
    assert.deepEqual([...new Set([...seen, after])], [before]);
    assert.ok(scrolled > 10, `the page scrolled by ${scrolled}`);
});

test("touch: sideways a slider follows, once that is clear; a tap sets it; the page stays", async (t) => {
    const { before, seen, after, scrolled } = await touchesSlider(t, [
        [-2, 1],
        [-5, 2],
        [-12, 3],
        [-30, 4],
        [-60, 9],
    ]);
    assert.deepEqual(seen.slice(0, 2), [before, before]);
    assert.notEqual(seen.at(-1), before);
    assert.equal(after, seen.at(-1));
    assert.equal(scrolled, 0);
    const tapped = await touchesSlider(t, []);
    assert.notEqual(tapped.after, tapped.before);
});

/** A figure wider than what it scrolls in; `ground` is a point of it where nothing can be taken hold of, `slider` the middle of one. */
async function inScroller(t) {
    const head =
        "<style>#scroller { width: 360px; overflow-x: auto } attention-explainer { width: 900px; max-width: none } .room { height: 1500px }</style>";
    const body = `<div id="scroller" tabindex="0"><attention-explainer exhibit="softmax"></attention-explainer></div><div class="room"></div>`;
    const page = await open(t, await makePage(body, { headers: {}, head }), { width: 400, height: 900, hasTouch: true, isMobile: true });
    await settled(page);
    const points = await page.evaluate(() => {
        const root = document.querySelector("attention-explainer").shadowRoot;
        const boxes = [...root.querySelectorAll(".control:not([hidden])")].map((one) => one.getBoundingClientRect());
        const canvas = root.querySelector("canvas").getBoundingClientRect();
        const clear = (x, y) => boxes.every((box) => x < box.left - 6 || x > box.right + 6 || y < box.top - 6 || y > box.bottom + 6);
        const slider = root.querySelector('[name="score1"]').closest(".control").getBoundingClientRect();
        for (let y = canvas.top + 4; y < canvas.bottom; y += 4)
            for (let x = 200; x < 340; x += 10)
                if (clear(x, y)) return { ground: [x, y], slider: [slider.left + slider.width / 3, slider.top + slider.height / 2] };
        return null;
    });
    const finger = await pressesOf(page, "touch");
    const swipe = async ([x, y], dx, dy) => {
        await finger.down(x, y);
        for (let part = 1; part <= 10; ++part) await finger.move(x + (dx * part) / 10, y + (dy * part) / 10);
        await finger.up();
        await settled(page);
    };
    const seen = () =>
        page.evaluate(() => [document.querySelector("#scroller").scrollLeft, document.querySelector("attention-explainer").save()]);
    return { page, ...points, swipe, seen };
}

test("touch: sideways from empty ground what scrolls sideways scrolls, and nothing else; sideways from a slider the slider moves alone", async (t) => {
    const { page, ground, slider, swipe, seen } = await inScroller(t);
    await swipe(slider, 60, 3);
    const [still, moved] = await seen();
    assert.equal(still, 0);
    assert.match(moved, /^score1=/);
    await swipe(ground, -120, 4);
    await page.waitForFunction(() => document.querySelector("#scroller").scrollLeft > 60);
    assert.equal((await seen())[1], moved);
});

test("touch: on a page that is zoomed in a swipe from empty ground moves the window over the page, and no score", async (t) => {
    const { page, ground, swipe } = await inScroller(t);
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setPageScaleFactor", { pageScaleFactor: 2 });
    await page.waitForFunction(() => visualViewport.scale === 2);
    const left = () => page.evaluate(() => visualViewport.pageLeft + document.querySelector("#scroller").scrollLeft);
    const before = await left();
    await swipe([Math.min(ground[0], 300), Math.min(ground[1] * 2, 800)], -100, 3);
    await page.waitForFunction((was) => visualViewport.pageLeft + document.querySelector("#scroller").scrollLeft > was + 20, before);
    assert.equal(await page.evaluate(() => document.querySelector("attention-explainer").save()), "");
});
