// Two fingers: over a map they zoom the map, elsewhere the page; one finger scrolls the page, also over a map. By real touches.
import assert from "node:assert/strict";
import { test } from "node:test";
import { describe, openExhibits, settled, controlBox } from "./support.mjs";

const options = { hasTouch: true, isMobile: true, width: 400, height: 800 };
const tag = '<attention-explainer exhibit="parts-maps" loading="eager"></attention-explainer>';

/** The map in sight, its middle in the window's pixels, and a way to touch. */
async function touching(t) {
    const page = await openExhibits(t, tag, options);
    const { middle } = await controlBox(page, "zoom");
    await page.evaluate((y) => window.scrollTo(0, y - 300), middle.y);
    await settled(page);
    const session = await page.context().newCDPSession(page);
    const send = (type, ...points) =>
        session.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
    const at = (await controlBox(page, "zoom")).middle;
    const look = async () => ({
        state: (await describe(page)).state,
        scale: await page.evaluate(() => visualViewport.scale),
        top: await page.evaluate(() => scrollY),
    });
    return { page, send, x: at.x, y: at.y, look };
}

/** Two fingers that part from 60 to 180 pixels around a point. */
async function part({ page, send }, x, y) {
    await send("touchStart", [x - 30, y]);
    await send("touchStart", [x - 30, y], [x + 30, y]);
    for (const half of [45, 60, 75, 90]) await send("touchMove", [x - half, y], [x + half, y]);
    await send("touchEnd");
    await settled(page);
}

test("two fingers on a map zoom the map, and the page stays as it is", async (t) => {
    const hand = await touching(t);
    const before = await hand.look();
    await part(hand, hand.x, hand.y);
    const after = await hand.look();
    const factor = after.state.zoom / before.state.zoom;
    assert.ok(Math.abs(factor - 3) < 0.1, `the fingers parted threefold, the map ${factor}`);
    assert.equal(after.scale, 1);
    assert.equal(after.top, before.top);
    assert.equal(after.state.query, before.state.query, "nothing was chosen");
    // The map is as usable as before: a tap chooses.
    await hand.send("touchStart", [hand.x + 20, hand.y + 10]);
    await hand.send("touchEnd");
    await settled(hand.page);
    assert.notEqual((await hand.look()).state.query, before.state.query);
});

test("two fingers beside a map are the browser's, and one finger on it scrolls the page", async (t) => {
    const hand = await touching(t);
    const before = await hand.look();
    await part(hand, hand.x, hand.y - 290);
    assert.equal((await hand.look()).state.zoom, before.state.zoom);
    const again = await touching(t);
    const start = await again.look();
    await again.send("touchStart", [again.x, again.y]);
    for (const up of [20, 60, 100, 140]) await again.send("touchMove", [again.x, again.y - up]);
    await again.send("touchEnd");
    await again.page.waitForFunction((top) => scrollY > top, start.top);
    const after = await again.look();
    assert.deepEqual(after.state, start.state);
});
