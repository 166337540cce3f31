// A link or a number of the essay changes a figure that is out of sight: the changed part, or the whole, small, is shown beside it, and the words stay
// where they are (web/page/peek.ts).
import assert from "node:assert/strict";
import { test } from "node:test";
import { random, seed } from "../random.mjs";
import { open, origin, settled } from "./support.mjs";

async function essay(t, width, height, scale = 1) {
    const page = await open(t, `${await origin()}/index.html`, { width, height, deviceScaleFactor: scale, reducedMotion: "reduce" });
    await page.evaluate(() => {
        window.links = [...document.querySelectorAll("main a:is([data-state], [data-set])")].filter(
            (link) => link.checkVisibility() && link.closest("section").querySelector(`attention-explainer[id="${link.hash.slice(1)}"]`),
        );
    });
    return page;
}

/** Brings a figure near and the link to this share of the window's height. */
async function come(page, index, share = 0.5) {
    const id = await page.evaluate((at) => window.links[at].hash.slice(1), index);
    await page.evaluate((wanted) => document.getElementById(wanted).scrollIntoView({ block: "center" }), id);
    await page.waitForFunction((wanted) => document.getElementById(wanted).path !== undefined, id);
    await settled(page, `#${id}`);
    await page.evaluate(([at, where]) => scrollBy(0, window.links[at].getBoundingClientRect().top - where * innerHeight), [index, share]);
    await settled(page, `#${id}`);
    return id;
}

/**
 * Presses the link, and tells of what changed how much is seen: in the window, and in the small picture. Rows of device pixels. Null for a figure so far away
 * that its pixels are given back.
 */
const press = (page, index, id) =>
    page.evaluate(
        async ([at, wanted]) => {
            const [link, figure] = [window.links[at], document.getElementById(wanted)];
            const { width, height } = figure.shadowRoot.querySelector("canvas");
            if (width === 0) return null;
            const pixels = figure.shadowRoot.querySelector("canvas").getContext("2d").getImageData(0, 0, width, height).data;
            const from = link.getBoundingClientRect().top;
            document.querySelector(".peek")?.remove();
            link.click();
            for (let frames = 0; frames < 3; ++frames) await new Promise(requestAnimationFrame);
            await figure.settled();
            const bitmap = await createImageBitmap(await figure.toBlob());
            const pixelsOf = (picture) => {
                const canvas = Object.assign(document.createElement("canvas"), { width, height: picture.height });
                const context = canvas.getContext("2d");
                context.drawImage(picture, 0, 0);
                return context.getImageData(0, 0, width, picture.height).data;
            };
            const now = pixelsOf(bitmap);
            const density = bitmap.height / figure.clientHeight;
            const { top } = figure.getBoundingClientRect();
            const rows = [];
            for (let row = 0; row < bitmap.height; ++row)
                if (now.subarray(4 * row * width, 4 * (row + 1) * width).some((value, x) => value !== pixels[4 * row * width + x]))
                    rows.push(row);
            const seen = rows.filter((row) => top + row / density >= 0 && top + row / density < innerHeight).length;
            for (let frames = 0; frames < 600 && seen < 0.45 * rows.length && !document.querySelector(".peek"); ++frames)
                await new Promise(requestAnimationFrame);
            const peek = document.querySelector(".peek");
            let shown = null;
            if (peek) {
                // Where in the figure's picture the small one was cut from: each of its rows is one of them.
                const small = peek.getContext("2d").getImageData(0, 0, width, peek.height).data;
                await figure.settled(); // (on a busy machine the picture above may be older than the small one)
                const last = pixelsOf(await createImageBitmap(await figure.toBlob()));
                for (let first = 0; shown === null && first + peek.height <= bitmap.height; ++first)
                    if (small.every((value, x) => value === last[4 * first * width + x]))
                        shown = rows.filter((row) => row >= first && row < first + peek.height).length;
            }
            return {
                moved: link.getBoundingClientRect().top - from,
                higher: bitmap.height > height,
                all: rows.length,
                seen,
                peek: peek !== null,
                shown,
                tall: peek?.height,
                due: Math.min(bitmap.height, Math.round(0.4 * innerHeight * density)),
            };
        },
        [index, id],
    );

// The link stays where it is, but that in a paragraph that keeps its height a number may push it to the next line later.
const line = 30;

for (const [width, height, scale] of [
    [1280, 800, 1],
    [360, 740, 2],
]) {
    test(
        `what a link changes is seen, in its figure or beside the link, and the page stays, ${width} px wide`,
        { timeout: 280_000 },
        async (t) => {
            const page = await essay(t, width, height, scale);
            const count = await page.evaluate(() => window.links.length);
            assert.ok(count > 60, `${count} links`);
            let peeks = 0;
            const next = random(seed);
            for (let trial = 0; trial < 24; ++trial) {
                const index = Math.floor(next() * count);
                const share = 0.15 + 0.7 * next();
                const id = await come(page, index, share);
                const said = await press(page, index, id);
                if (said === null) continue;
                const link = await page.evaluate((at) => window.links[at].textContent, index);
                const where = `SEED=${seed} ${id}, ${link}, at ${share} of the window: ${JSON.stringify(said)}`;
                assert.ok(Math.abs(said.moved) <= line, where);
                assert.ok(said.peek || said.seen >= 0.45 * said.all, `what changed is out of sight: ${where}`);
                if (!said.peek) continue;
                ++peeks;
                assert.ok(said.seen <= 0.55 * said.all, `no need of it: ${where}`);
                assert.ok(said.all === 0 || said.shown > 0, where);
                assert.equal(said.tall, said.due, where);
            }
            assert.ok(peeks > 0);
            assert.deepEqual(page.problems, []);
        },
    );
}

for (const scale of [1, 1.25])
    test(`a piece that a link opens out of sight is shown beside the link, where a pixel of the page has ${scale} of the screen`, async (t) => {
        const page = await essay(t, 1280, 800, scale);
        const index = await page.evaluate(() => window.links.findIndex(({ dataset }) => dataset.set === "showShares=true"));
        const id = await come(page, index);
        // The figure just above the window, and the link in it.
        await page.evaluate(
            ([at, wanted]) => {
                scrollBy(0, document.getElementById(wanted).getBoundingClientRect().bottom + 20);
                const link = window.links[at].closest("p");
                Object.assign(link.style, { position: "fixed", top: "4px", left: "4px", zIndex: 9 });
            },
            [index, id],
        );
        await settled(page, `#${id}`);
        const said = await press(page, index, id);
        const where = `${id}: ${JSON.stringify(said)}`;
        assert.ok(said.higher && said.peek, where);
        assert.ok(said.shown > 0, where);
        assert.deepEqual(page.problems, []);
    });

test("the small picture goes with Escape, a press elsewhere, a scroll; pressed itself it leads to the figure", async (t) => {
    const page = await essay(t, 1280, 800);
    const index = await page.evaluate(() => window.links.findIndex(({ dataset }) => dataset.state === "temperature=0.1"));
    const peek = page.locator(".peek");
    const show = async () => {
        const id = await come(page, index, 0.95);
        await page.evaluate((wanted) => scrollTo(0, document.getElementById(wanted).getBoundingClientRect().bottom + scrollY + 20), id);
        await page.evaluate((at) => window.links[at].click(), index);
        await peek.waitFor();
        await page.evaluate((wanted) => document.getElementById(wanted).restore("temperature=3"), id);
        return id;
    };
    await show();
    await page.keyboard.press("Escape");
    assert.equal(await peek.count(), 0);
    await show();
    await page.mouse.click(4, 400);
    assert.equal(await peek.count(), 0);
    await show();
    await page.evaluate(() => scrollBy(0, 40));
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    assert.equal(await peek.count(), 1, "a little is no leaving");
    await page.evaluate(() => scrollBy(0, 40));
    await peek.waitFor({ state: "detached" });
    const id = await show();
    await peek.click();
    assert.equal(await peek.count(), 0);
    await page.waitForFunction((wanted) => {
        const { top, bottom } = document.getElementById(wanted).getBoundingClientRect();
        return top < innerHeight / 2 && bottom > innerHeight / 2;
    }, id);
    assert.deepEqual(page.problems, []);
});

for (const [width, height] of [
    [1280, 800],
    [360, 740],
])
    test(`a number that has the focus shows its figure small while that is out of sight, and what becomes of it, ${width} px wide`, async (t) => {
        const page = await essay(t, width, height);
        const number = page.locator("#shares > p attention-value[for=softmax][parameter=temperature]");
        await page.evaluate(() => document.getElementById("softmax").scrollIntoView({ block: "center" }));
        await page.waitForFunction(() => document.getElementById("softmax").path !== undefined);
        await settled(page, "#softmax");
        const peek = page.locator(".peek");
        const focus = (focused) =>
            number.evaluate((one, to) => (to ? one.focus({ preventScroll: true }) : document.activeElement.blur()), focused);
        await focus(true);
        await page.evaluate(() => document.getElementById("softmax").settled());
        for (let frames = 0; frames < 10; ++frames) await page.evaluate(() => new Promise(requestAnimationFrame));
        assert.equal(await peek.count(), 0, "the figure itself is in sight");
        await focus(false);

        await number.evaluate((one) => scrollBy(0, one.getBoundingClientRect().top - 80));
        await settled(page, "#softmax");
        await focus(true);
        await peek.waitFor();
        const [shown, figure] = await page.evaluate(() =>
            [".peek", "#softmax"].map((name) => {
                const { width, height } = document.querySelector(name).getBoundingClientRect();
                return { width, height };
            }),
        );
        assert.ok(Math.abs(shown.width / shown.height - figure.width / figure.height) < 0.02, JSON.stringify([shown, figure]));
        assert.ok(shown.height <= 0.4 * height + 2, `${shown.height} px high`);
        const pixels = () => peek.evaluate((canvas) => canvas.toDataURL());
        const before = await pixels();
        await page.keyboard.press("ArrowUp");
        await page.waitForFunction(
            (was) => document.querySelector(".peek")?.toDataURL() !== was && document.querySelector(".peek"),
            before,
        );
        assert.notEqual(await page.evaluate(() => document.getElementById("softmax").state.temperature), 1);
        await focus(false);
        await peek.waitFor({ state: "detached" });
        assert.deepEqual(page.problems, []);
    });
