// A finger that swipes over a figure moves either the figure or the page, never both: in every exhibit, from any point of it, in a page that scrolls both ways and may still
// be in motion from the swipe before.
import assert from "node:assert/strict";
import { test } from "node:test";
import { exhibitTable, makePage, open, quickTag, settled } from "./support.mjs";
import { random, seed } from "../random.mjs";

const head = `<style>body { margin: 0 } #scroller { overflow-x: auto } #inner { padding: 900px 500px; width: 390px }</style>`;
const swipes = 6; // an exhibit
const steps = 8;

/** Whether the element itself would keep a finger that begins here from the page: on what is dragged freely. */
const owned = (page, [x, y]) =>
    page.evaluate(
        ([clientX, clientY]) => {
            const canvas = document.querySelector("attention-explainer").shadowRoot.querySelector("canvas");
            const touch = new Touch({ identifier: 9, target: canvas, clientX, clientY });
            const [event, end] = ["touchstart", "touchend"].map(
                (type) =>
                    new TouchEvent(type, { touches: [touch], changedTouches: [touch], cancelable: true, bubbles: true, composed: true }),
            );
            canvas.dispatchEvent(event);
            canvas.dispatchEvent(end);
            return event.defaultPrevented;
        },
        [x, y],
    );

for (const { id } of exhibitTable()) {
    if (id === "proof") continue; // its state says when it was measured
    test(`${id}: a swipe scrolls or drags, from wherever it begins (SEED=${seed})`, async (t) => {
        const page = await open(
            t,
            await makePage(`<div id="scroller" tabindex="0"><div id="inner">${quickTag(id)}</div></div>`, { headers: {}, head }),
            {
                width: 390,
                height: 780,
                hasTouch: true,
                isMobile: true,
            },
        );
        await page.evaluate(() => {
            document.querySelector("attention-explainer").scrollIntoView();
            // As the finger comes down: where the page is, and whether the finger has caught it in motion, which nobody can prevent from going on.
            const note = ({ cancelable, isTrusted }) => {
                if (isTrusted)
                    window.began = { caught: !cancelable, topThen: scrollY, leftThen: document.querySelector("#scroller").scrollLeft };
            };
            addEventListener("touchstart", note, { capture: true, passive: true });
        });
        await settled(page);
        const session = await page.context().newCDPSession(page);
        const touch = (type, ...points) =>
            session.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y]) => ({ x, y, id: 1 })) });
        const next = random(seed);
        const height = await page.evaluate(() => document.querySelector("attention-explainer").offsetHeight);
        for (let i = 0; i < swipes; ++i) {
            const sideways = i % 2 === 1;
            const [along, across] = [Math.floor(next() * height), 20 + Math.floor(next() * 350)];
            await page.evaluate((down) => {
                document.querySelector("attention-explainer").reset();
                document.querySelector("#scroller").scrollLeft = 500;
                scrollTo(0, 900 + down - 400);
            }, along);
            await settled(page);
            const look = () =>
                page.evaluate(() => {
                    const element = document.querySelector("attention-explainer");
                    return { state: element.save(), top: scrollY, left: document.querySelector("#scroller").scrollLeft, ...window.began };
                });
            const { state, top } = await look();
            const from = [across, 900 + along - top];
            const mine = await owned(page, from);
            const way = (part) =>
                sideways
                    ? [from[0] + (across < 195 ? 1 : -1) * 15 * part, from[1] + 0.4 * part]
                    : [from[0] + 0.4 * part, from[1] - 20 * part];
            await touch("touchStart", from);
            for (let part = 1; part <= steps; ++part) await touch("touchMove", way(part));
            await touch("touchEnd");
            await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
            await settled(page);
            const after = await look();
            const told = `${id}: swipe ${i} ${sideways ? "sideways" : "up"} from ${from}, ${mine ? "owned" : "not owned"}: ${JSON.stringify(after)}`;
            const scrolled = after.top !== after.topThen || after.left !== after.leftThen;
            const still = after.state === state;
            if (after.caught) assert.ok(still, told);
            else if (mine) assert.ok(!scrolled, told);
            else if (sideways) assert.ok(still || !scrolled, told);
            else {
                assert.ok(still, told);
                await page.waitForFunction((was) => scrollY > was, after.topThen);
            }
        }
        assert.deepEqual(page.problems, []);
    });
}
