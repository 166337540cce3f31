// What the browser does to a live page: the reader zooms, drags the window to another screen, goes to another tab.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertDrawn, controlBox, openExhibits, settled } from "./support.mjs";

test("zoomed by the reader from 50 to 300 %, and onto a screen of another density, while live: crisp, drawn, and it answers where it is touched", async (t) => {
    const page = await openExhibits(t, "softmax", { width: 1200, height: 900 });
    const session = await page.context().newCDPSession(page);
    // Zooming, the page gets fewer and larger CSS pixels; a denser screen changes the density (and a row: emulated alone, Chromium tells nobody of it).
    const steps = [0.5, 0.8, 1.5, 3].map((zoom) => [zoom, Math.round(1200 / zoom), Math.round(900 / zoom)]);
    const values = [];
    for (const [density, width, height] of [...steps, [2, 1200, 901], [1, 1200, 902]]) {
        await session.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: density, mobile: false });
        await page.waitForFunction(
            ([wide, dense]) => {
                const { width: pixels, clientWidth } = document.querySelector("attention-explainer").shadowRoot.querySelector("canvas");
                return innerWidth === wide && Math.abs(devicePixelRatio - dense) < 1e-6 && Math.abs(pixels - clientWidth * dense) <= 1;
            },
            [width, density],
        );
        await settled(page);
        const sizes = await page.evaluate(() => {
            const element = document.querySelector("attention-explainer");
            const canvas = element.shadowRoot.querySelector("canvas");
            return {
                height: canvas.height - Math.round(canvas.clientHeight * devicePixelRatio),
                over: document.documentElement.scrollWidth - innerWidth,
            };
        });
        assert.ok(Math.abs(sizes.height) <= 1 && sizes.over <= 0, `${density}: ${JSON.stringify(sizes)}`);
        if (density === 1) await assertDrawn(page);
        await page.evaluate(() => document.querySelector("attention-explainer").reset());
        await settled(page);
        await page.evaluate(() =>
            document
                .querySelector("attention-explainer")
                .shadowRoot.querySelector("[name=temperature]")
                .scrollIntoView({ block: "center" }),
        );
        await settled(page);
        const { x, width: across, middle } = await controlBox(page, "temperature");
        await page.mouse.click(x + across * 0.75, middle.y);
        await settled(page);
        values.push(await page.evaluate(() => document.querySelector("attention-explainer").state.temperature));
    }
    // (The thumb keeps its size, so that the same share of a shorter slider is a little more.)
    assert.ok(
        values.every((value) => value > 4 && value < 16),
        `three quarters of a slider from 0.05 to 30, pressed at each zoom: ${values}`,
    );
    assert.deepEqual(page.problems, []);
});

test("a layout that passes while the resolution is told of, as between a page and its print, does not stay", async (t) => {
    const page = await openExhibits(t, "softmax", {
        init: () => {
            const real = window.matchMedia;
            window.resolutions = [];
            window.matchMedia = (query) => {
                const list = real.call(window, query);
                if (query.includes("resolution")) window.resolutions.push(list);
                return list;
            };
        },
    });
    const sizes = () =>
        page.evaluate(async () => {
            const element = document.querySelector("attention-explainer");
            await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
            await element.settled();
            const { width, height } = element.shadowRoot.querySelector("canvas");
            return { width, height };
        });
    const before = await sizes();
    const told = await page.evaluate(() => {
        const { style } = document.querySelector("attention-explainer");
        style.width = "500px";
        for (const list of [...window.resolutions]) list.dispatchEvent(new Event("change"));
        style.width = "";
        return window.resolutions.length;
    });
    assert.ok(told > 0);
    assert.deepEqual(await sizes(), before);
    await assertDrawn(page);
    assert.deepEqual(page.problems, []);
});

test("in a tab behind, no frame comes: what is asked is answered all the same, and what was changed is drawn when the reader is back", async (t) => {
    const page = await openExhibits(t, "softmax", {
        init: () => {
            // A browser gives a hidden page no frames; it gives them when the page is seen again.
            window.behind = false;
            const waiting = new Map();
            const [ask, cancel] = [requestAnimationFrame.bind(window), cancelAnimationFrame.bind(window)];
            let last = 1e6;
            window.requestAnimationFrame = (callback) => (window.behind ? (waiting.set(++last, callback), last) : ask(callback));
            window.cancelAnimationFrame = (handle) => waiting.delete(handle) || cancel(handle);
            Object.defineProperty(Document.prototype, "hidden", { get: () => window.behind });
            Object.defineProperty(Document.prototype, "visibilityState", { get: () => (window.behind ? "hidden" : "visible") });
            window.go = (behind) => {
                window.behind = behind;
                document.dispatchEvent(new Event("visibilitychange"));
                if (!behind) for (const [handle, callback] of [...waiting]) waiting.delete(handle) && ask(callback);
            };
        },
    });
    const pixels = () =>
        page.evaluate(() => {
            const canvas = document.querySelector("attention-explainer").shadowRoot.querySelector("canvas");
            return canvas.toDataURL().length;
        });
    const before = await pixels();
    const answered = await page.evaluate(async () => {
        window.go(true);
        const element = document.querySelector("attention-explainer");
        let still = false;
        element.state = { count: 3 };
        void element.settled().then(() => (still = true));
        await new Promise((resolve) => setTimeout(resolve));
        const picture = await createImageBitmap(await element.toBlob()); // drawn for whoever asks
        return { rows: element.describe().tables[0].rows.length, still, picture: picture.width > 0 };
    });
    assert.deepEqual(answered, { rows: 3, still: false, picture: true });
    await page.evaluate(() => {
        document.querySelector("attention-explainer").state = { count: 4 };
        window.go(false);
    });
    await settled(page);
    assert.notEqual(await pixels(), before);
    assert.equal(await page.evaluate(() => document.querySelector("attention-explainer").describe().tables[0].rows.length), 4);
    await assertDrawn(page);
});
