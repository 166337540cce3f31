// Under the page's transforms and `zoom` a figure is drawn with the device pixels that it covers: sharp, as on a screen of that many pixels; also when
// the page changes them, and without a frame while nothing does.
import assert from "node:assert/strict";
import { test } from "node:test";
import { makePage, open, openExhibits, settled } from "./support.mjs";

const head = `<style>
    body { margin: 0; } #frame { width: 400px; transform-origin: 0 0; }
    .large { transform: scale(2); } .grown { transform: scale(1.5); transition: transform 100ms; }
</style>`;
const html = '<div id="frame"><attention-explainer exhibit="softmax" loading="eager" style="height: 500px"></attention-explainer></div>';
const page = { headers: {}, head };

/** Device pixels of the canvas to a CSS pixel of it. */
const density = (of) =>
    of.evaluate(() => {
        const canvas = document.querySelector("attention-explainer").shadowRoot.querySelector("canvas");
        return [canvas.width / canvas.clientWidth, canvas.height / canvas.clientHeight].map((ratio) => Math.round(ratio * 100) / 100);
    });

/** The share of colour values of the canvas that are far from another picture's, which is stretched if it has other pixels. */
const apart = (of, url) =>
    of.evaluate(async (address) => {
        const canvas = document.querySelector("attention-explainer").shadowRoot.querySelector("canvas");
        const other = new Image();
        other.src = address;
        await other.decode();
        const pixels = (source) => {
            const context = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d");
            context.drawImage(source, 0, 0, canvas.width, canvas.height);
            return context.getImageData(0, 0, canvas.width, canvas.height).data;
        };
        const [here, there] = [pixels(canvas), pixels(other)];
        return here.reduce((sum, value, index) => sum + (Math.abs(value - there[index]) > 40), 0) / here.length;
    }, url);
const pictured = (of) => of.evaluate(() => document.querySelector("attention-explainer").shadowRoot.querySelector("canvas").toDataURL());

test("scale(2) on an ordinary screen is the picture of a screen with twice the pixels, and back", async (t) => {
    const fine = await openExhibits(t, html, { page, deviceScaleFactor: 2, height: 1800 });
    const wanted = await pictured(fine);
    const coarse = await openExhibits(t, html, { page, height: 1800 });
    const before = await pictured(coarse);
    await coarse.evaluate(() => (document.querySelector("#frame").style.transform = "scale(2)"));
    await settled(coarse);
    assert.deepEqual(await density(coarse), [2, 2]);
    const [sharp, blurred] = [await apart(coarse, wanted), await apart(coarse, before)];
    assert.ok(
        sharp < 0.001 && blurred > 10 * sharp && blurred > 0.005,
        `${sharp} of it is another picture, ${blurred} if the pixels are stretched`,
    );
    await coarse.evaluate(() => (document.querySelector("#frame").style.transform = ""));
    await settled(coarse);
    assert.ok((await apart(coarse, before)) < 0.001);
    assert.deepEqual(await density(coarse), [1, 1]);
});

test("moved without having been out of the page, it is as sharp as its new place wants, and sees that change", async (t) => {
    const opened = await openExhibits(t, `${html}<div id="other" class="large" style="width: 400px; transform-origin: 0 0"></div>`, {
        page,
        height: 1800,
    });
    assert.deepEqual(await density(opened), [1, 1]);
    const move = async (to) => {
        await opened.evaluate((where) => document.querySelector(where).moveBefore(document.querySelector("attention-explainer"), null), to);
        await settled(opened);
    };
    await move("#other");
    assert.deepEqual(await density(opened), [2, 2]);
    await opened.evaluate(() => (document.querySelector("#other").style.transform = "scale(1.5)"));
    await settled(opened);
    assert.deepEqual(await density(opened), [1.5, 1.5]);
    await move("#frame");
    assert.deepEqual(await density(opened), [1, 1]);
});

test("whatever the page does: turned, sheared, smaller, by zoom, by both; settled() waits for it", async (t) => {
    const opened = await openExhibits(t, html, { page, height: 1800 });
    for (const [style, ratio] of [
        ["transform: rotate(30deg) scale(1.5)", 1.5],
        ["transform: scale(0.5)", 0.5],
        ["zoom: 1.5", 1.5],
        ["zoom: 2; transform: scale(0.75)", 1.5],
        ["scale: 3", 3],
        ["transform: scale(40)", 4],
        ["", 1],
        ["transform: scale(0)", 1],
        ["zoom: 0.5", 0.5],
    ]) {
        await opened.evaluate((text) => document.querySelector("#frame").setAttribute("style", text), style);
        await settled(opened);
        assert.deepEqual(await density(opened), [ratio, ratio], style);
    }
    assert.deepEqual(opened.problems, []);
});

test("it follows a class, the end of a transition, a frame around it in another shadow tree, and what nobody tells once the pointer comes", async (t) => {
    const opened = await open(t, await makePage(`<section id="outer"><div id="host"></div></section>`, { headers: {}, head }), {
        height: 1800,
    });
    await opened.evaluate(() => {
        const root = document.querySelector("#host").attachShadow({ mode: "open" });
        root.innerHTML = '<div id="inner"><slot></slot></div>';
        document.querySelector("#host").innerHTML =
            '<div id="frame"><attention-explainer exhibit="softmax" loading="eager"></attention-explainer></div>';
    });
    await settled(opened);
    assert.deepEqual(await density(opened), [1, 1]);
    const now = async (change) => {
        await opened.evaluate(change);
        await settled(opened);
        return density(opened);
    };
    assert.deepEqual(await now(() => (document.querySelector("#frame").className = "large")), [2, 2]);
    assert.deepEqual(await now(() => (document.querySelector("#host").shadowRoot.querySelector("#inner").style.zoom = 1.5)), [3, 3]);
    assert.deepEqual(
        await now(() => {
            document.querySelector("#frame").className = "";
            document.querySelector("#host").shadowRoot.querySelector("#inner").style.zoom = "";
        }),
        [1, 1],
    );
    await opened.evaluate(() => (document.querySelector("#frame").className = "grown")); // takes its time
    await opened.waitForFunction(() => {
        const canvas = document.querySelector("attention-explainer").shadowRoot.querySelector("canvas");
        return canvas.width === 1.5 * canvas.clientWidth;
    });
    await opened.evaluate(() => (document.querySelector("#frame").className = ""));
    await settled(opened);
    await opened.evaluate(() => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync("#outer { transform: scale(1.25); transform-origin: 0 0; }");
        document.adoptedStyleSheets = [sheet];
    });
    await opened.mouse.move(990, 1790);
    await opened.mouse.move(150, 150);
    await opened.waitForFunction(() => {
        const canvas = document.querySelector("attention-explainer").shadowRoot.querySelector("canvas");
        return canvas.width === 1.25 * canvas.clientWidth;
    });
    assert.deepEqual(opened.problems, []);
});

test("what is idle asks for no frame, and what moves every frame draws none until it rests", async (t) => {
    const opened = await openExhibits(t, html, {
        page,
        height: 1800,
        init: () => {
            const ask = window.requestAnimationFrame.bind(window);
            window.asked = 0;
            window.requestAnimationFrame = (callback) => (++window.asked, ask(callback));
            const draw = CanvasRenderingContext2D.prototype.drawImage;
            window.drawn = 0;
            CanvasRenderingContext2D.prototype.drawImage = function (...given) {
                ++window.drawn;
                return draw.apply(this, given);
            };
        },
    });
    const counted = await opened.evaluate(async () => {
        const frame = document.querySelector("#frame");
        const passed = async (count) => {
            for (let i = 0; i < count; ++i) await frame.animate([], 1).finished;
        };
        const element = document.querySelector("attention-explainer");
        await passed(5);
        const [asked, drawn] = [window.asked, window.drawn];
        await passed(10);
        const idle = window.asked - asked;
        for (let i = 1; i <= 10; ++i) {
            frame.style.transform = `scale(${1 + i / 10})`;
            await passed(1);
        }
        const moving = window.drawn - drawn;
        await element.settled();
        return { idle, moving, rested: window.drawn - drawn };
    });
    assert.equal(counted.idle, 0);
    assert.ok(counted.moving <= 2, `${counted.moving} drawn on the way`);
    assert.ok(counted.rested >= 1);
    assert.deepEqual(await density(opened), [2, 2]);
});
