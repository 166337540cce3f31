// What is drawn on: a context that is lost in the middle of a resize, a canvas that the browser refuses, a size beyond what can be drawn.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertDrawn, describe, openExhibits, picture, settled } from "./support.mjs";

/** Keeps hold of the engine's context. */
function watchContexts() {
    window.contexts = [];
    const original = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
        const context = original.call(this, kind, ...rest);
        if (kind === "webgl2" && context) window.contexts.push(context);
        return context;
    };
}

test("a resize while the context is lost: the figure is drawn in its new size, not blank until the next one", async (t) => {
    const page = await openExhibits(t, '<div id="frame"><attention-explainer exhibit="softmax"></attention-explainer></div>', {
        init: watchContexts,
    });
    // In one frame: the context is gone, the event not yet there, the observers report the new size.
    await page.evaluate(
        () =>
            new Promise((resolve) =>
                requestAnimationFrame(() => {
                    const context = window.contexts.at(-1);
                    context.canvas.addEventListener("webglcontextlost", () => resolve());
                    context.getExtension("WEBGL_lose_context").loseContext();
                    document.querySelector("#frame").style.width = "640px";
                }),
            ),
    );
    await settled(page);
    assert.ok((await page.evaluate(() => window.contexts.length)) > 1, "the context came back");
    const [{ width, height }] = await picture(page);
    const box = await page.evaluate(() => document.querySelector("attention-explainer").offsetHeight);
    assert.deepEqual([width, height], [640, box]);
    await assertDrawn(page);
});

test("a refused 2-D canvas, as where a browser has no memory for more: it is drawn as SVG", async (t) => {
    const page = await openExhibits(
        t,
        '<attention-explainer exhibit="softmax"><p id="fallback">Instead of the figure.</p></attention-explainer>',
        {
            init: () => {
                const original = HTMLCanvasElement.prototype.getContext;
                HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
                    return kind === "2d" ? null : original.call(this, kind, ...rest);
                };
                window.errors = [];
                document.addEventListener("error", (event) => event.detail && window.errors.push(event.detail), true);
            },
        },
    );
    const words = () =>
        page.evaluate(() =>
            [...document.querySelector("attention-explainer").shadowRoot.querySelectorAll(".drawing text")].map(
                ({ textContent }) => textContent,
            ),
        );
    assert.deepEqual(await page.evaluate(() => window.errors), []);
    assert.equal(await page.evaluate(() => document.querySelector("attention-explainer").renderer), "svg");
    assert.ok(!(await page.locator("#fallback").isVisible()));
    const five = await words();
    assert.ok(five.includes("54.5 %"), String(five));
    await page.evaluate(() => (document.querySelector("attention-explainer").state = { count: 3 }));
    await settled(page);
    assert.equal((await describe(page)).tables[0].rows.length, 3);
    assert.notDeepEqual(await words(), five);
});

test("taller than what can be drawn it is drawn coarser, in the right proportion", async (t) => {
    const page = await openExhibits(t, '<attention-explainer exhibit="softmax"></attention-explainer>', { width: 600 });
    await page.evaluate(() => (document.querySelector("attention-explainer").style.height = "10000px"));
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await settled(page);
    const got = await page.evaluate(() => {
        const canvas = document.querySelector("attention-explainer").shadowRoot.querySelector("canvas");
        return [canvas.height, canvas.width / canvas.height, canvas.clientWidth / canvas.clientHeight];
    });
    assert.ok(got[0] > 1000 && got[0] <= 8192, String(got));
    assert.ok(Math.abs(got[1] - got[2]) < 1 / got[0], String(got));
});

for (const [what, open, close] of [
    ["in a closed <details>", "<details>", "</details>"],
    ["in display: none", '<div class="none">', "</div>"],
]) {
    test(`${what} it has a size all the same: the SVG export and the picture are whole, and nothing is lost when it is shown and hidden`, async (t) => {
        const tag = '<attention-explainer exhibit="heads" loading="eager"></attention-explainer>';
        const page = await openExhibits(t, open + tag + close, {
            height: 1000,
            page: { headers: {}, head: "<style>.none { display: none }</style>" },
        });
        const look = () =>
            page.evaluate(async () => {
                const element = document.querySelector("attention-explainer");
                const svg = new DOMParser().parseFromString(element.export("svg"), "image/svg+xml");
                const [left, top, width, height] = svg.documentElement.getAttribute("viewBox").split(" ").map(Number);
                const texts = [...svg.querySelectorAll("text")];
                const bitmap = await createImageBitmap(await element.toBlob());
                const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
                canvas.drawImage(bitmap, 0, 0);
                const colours = new Set(new Uint32Array(canvas.getImageData(0, 0, bitmap.width, bitmap.height).data.buffer));
                return {
                    corner: [left, top],
                    svg: [width, height],
                    picture: [bitmap.width, bitmap.height],
                    colours: colours.size,
                    texts: texts.length,
                    outside: texts.filter((text) => +text.getAttribute("y") > height || +text.getAttribute("x") > width).length,
                };
            });
        const check = ({ corner, svg, picture, colours, texts, outside }) => {
            assert.deepEqual(corner, [0, 0]);
            assert.deepEqual(picture, svg, "the picture is as large as the drawing");
            assert.ok(texts > 50 && outside === 0, `${outside} of ${texts} texts are outside ${svg}`);
            assert.ok(colours > 50, `${colours} colours: a picture`);
        };
        const show = async (shown) => {
            await page.evaluate((yes) => {
                const parent = document.querySelector("attention-explainer").parentElement;
                if (parent.localName === "details") parent.open = yes;
                else parent.className = yes ? "" : "none";
                return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
            }, shown);
            await settled(page);
        };
        const hidden = await look();
        check(hidden);
        await show(true);
        const box = await page.evaluate(() => {
            const { clientWidth, clientHeight } = document.querySelector("attention-explainer");
            return [clientWidth, clientHeight];
        });
        const shown = await look();
        check(shown);
        assert.deepEqual(shown.svg, box);
        await assertDrawn(page);
        await show(false);
        assert.deepEqual(await look(), shown, "hidden again it is as it was");
        await page.evaluate(() => (document.querySelector("attention-explainer").exhibit = "dot-product"));
        await settled(page);
        const other = await look();
        assert.notDeepEqual(other.svg, shown.svg);
        assert.ok(other.outside === 0 && other.colours > 50, JSON.stringify(other));
        await page.evaluate(() => {
            document.querySelector("attention-explainer").style.height = "500px";
            document.querySelector("attention-explainer").exhibit = "softmax";
        });
        await settled(page);
        await show(true);
        await assertDrawn(page);
        assert.equal((await look()).svg[1], 500, "a height that the author gave");
        assert.deepEqual(page.problems, []);
    });
}

test("what cannot be a picture says why: no canvas to draw on, not in a document", async (t) => {
    const page = await openExhibits(t, '<attention-explainer exhibit="softmax"></attention-explainer>', {
        init: () => (HTMLCanvasElement.prototype.getContext = () => null),
    });
    const said = await page.evaluate(async () => {
        const element = document.querySelector("attention-explainer");
        const refused = (one) =>
            one.toBlob().then(
                () => "drawn",
                (error) => `${error.name}: ${error.message}`,
            );
        const loose = document.createElement("attention-explainer");
        loose.exhibit = "softmax";
        return [await refused(element), await refused(loose)];
    });
    assert.match(said[0], /^InvalidStateError: there is no picture: /);
    assert.match(said[1], /^InvalidStateError: the exhibit is not loaded/);
});
