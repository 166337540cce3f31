// The pictures in the page's figures: what is seen without script, on paper and when the script fails to come; and that nobody else fetches them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { dist, hold, makePage, open, origin, settled } from "./support.mjs";

const address = async () => `${await origin()}/index.html`;
const pictures = (page) => page.fetched.filter((path) => path.startsWith("/figures/"));

/** Each picture as it is shown: which file, how large, whether it is there. */
const shown = (page) =>
    page.evaluate(() =>
        [...document.querySelectorAll("attention-explainer")].map((element) => {
            const image = element.querySelector("picture > img");
            const source =
                [...element.querySelectorAll("source")].find((one) => new URL(one.srcset, document.baseURI).href === image.currentSrc) ??
                image;
            const { width, height, top } = image.getBoundingClientRect();
            return {
                id: element.id,
                file: image.currentSrc.split("/").at(-1),
                attributes: [Number(source.getAttribute("width")), Number(source.getAttribute("height"))],
                natural: [image.naturalWidth, image.naturalHeight],
                complete: image.complete,
                width,
                height,
                top: top + scrollY,
                alt: image.alt,
                figure: element.closest("figure").getBoundingClientRect().width,
            };
        }),
    );

/** Scrolls to each figure and waits for its picture. */
async function seeAll(page) {
    for (const image of await page.locator("attention-explainer picture > img").all()) {
        await image.scrollIntoViewIfNeeded();
        await image.evaluate(
            (one) =>
                new Promise((resolve) => {
                    if (one.complete) return resolve();
                    one.onload = one.onerror = resolve;
                }),
        );
    }
}

for (const width of [1280, 360]) {
    for (const colorScheme of ["light", "dark"]) {
        test(`without script each figure shows its picture: ${width} px, ${colorScheme}`, async (t) => {
            const page = await open(t, await address(), { javaScriptEnabled: false, width, colorScheme });
            const before = await shown(page);
            await seeAll(page);
            const after = await shown(page);
            assert.ok(after.length >= 16);
            for (const [index, picture] of after.entries()) {
                assert.deepEqual(picture.natural, picture.attributes, picture.id);
                assert.equal(picture.attributes[0], width === 360 ? 360 : 960);
                assert.equal(picture.width, picture.figure, `${picture.id} is as wide as its figure`);
                assert.ok(Math.abs(picture.height - (picture.width * picture.attributes[1]) / picture.attributes[0]) < 1, picture.id);
                assert.equal(picture.top, before[index].top, `${picture.id}: nothing moved while pictures came`);
            }
            assert.deepEqual(page.problems, []);
            // Its ground is the page's.
            const paper = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
            assert.equal(paper, colorScheme === "dark" ? "rgb(20, 24, 31)" : "rgb(255, 255, 255)");
            const image = page.locator("#softmax picture > img");
            await image.scrollIntoViewIfNeeded();
            const { x, y } = await image.boundingBox();
            const pixel = await page.screenshot({ clip: { x: x + 2, y: Math.max(y, 0) + 2, width: 1, height: 1 } });
            assert.equal(await colourOf(t, pixel), colorScheme === "dark" ? "20,24,31" : "255,255,255");
        });
    }
}

/** The colour of a picture of one pixel. */
async function colourOf(t, png) {
    const page = await open(t, "about:blank");
    return page.evaluate(async (data) => {
        const image = new Image();
        image.src = `data:image/png;base64,${data}`;
        await image.decode();
        const context = new OffscreenCanvas(1, 1).getContext("2d");
        context.drawImage(image, 0, 0);
        return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)].join();
    }, png.toString("base64"));
}

for (const width of [1280, 390]) {
    test(`with script no picture is fetched, and nothing moves when the elements come: ${width} px`, async (t) => {
        const page = await open(t, "about:blank", { width });
        // A script that comes late: the page is painted and laid out without it.
        const release = await hold(page, /\/(?!theme)[^/]*\.js$/);
        await page.goto(await address(), { waitUntil: "commit" });
        await page.waitForSelector("footer");
        await page.waitForTimeout(500);
        const places = () =>
            page.evaluate(() =>
                [...document.querySelectorAll("attention-explainer")].map((element) => {
                    const { top, height } = element.getBoundingClientRect();
                    return { id: element.id, top: top + scrollY, height };
                }),
            );
        assert.equal(await page.evaluate(() => customElements.get("attention-explainer")), undefined);
        const before = await places();
        release();
        await settled(page);
        const after = await places();
        for (const [index, { id, height }] of after.entries())
            assert.ok(Math.abs(height - before[index].height) <= 2.5, `${id}: ${before[index].height} px kept, ${height} px needed`);
        const figures = page.locator("attention-explainer");
        for (let index = 0; index < after.length; index += 3) {
            await figures.nth(index).scrollIntoViewIfNeeded();
            await settled(page);
        }
        assert.deepEqual(pictures(page), []);
        assert.deepEqual(page.problems, []);
    });
}

test("a script that never comes leaves the pictures", async (t) => {
    const page = await open(t, "about:blank", { width: 1280 });
    await page.route("**/*.js", (route) => route.abort());
    await page.goto(await address());
    const image = page.locator("#opening picture > img, #dot-product picture > img").first();
    assert.equal(await image.isVisible(), false);
    await image.waitFor({ state: "visible" });
    await image.scrollIntoViewIfNeeded();
    await page.waitForFunction((one) => one.complete && one.naturalWidth > 0, await image.elementHandle());
});

test("without WebAssembly the pictures stand with the message", async (t) => {
    const page = await open(t, await address(), { width: 1280, init: () => delete window.WebAssembly });
    const element = page.locator("attention-explainer").first();
    await element.scrollIntoViewIfNeeded();
    await settled(page, "figure:first-of-type attention-explainer");
    const image = element.locator("picture > img");
    await image.waitFor({ state: "visible" });
    await image.scrollIntoViewIfNeeded();
    await page.waitForFunction((one) => one.complete && one.naturalWidth > 0, await image.elementHandle());
});

test("with poster the author's picture fills the figure's place until it is drawn, and again where it fails; without, nothing shows it", async (t) => {
    const image = '<img src="/figures/softmax-640.svg" width="100%" alt="Five scores and their weights">';
    const page = await open(t, "about:blank", { width: 640 });
    let refused = false;
    const release = await hold(page, "**/*.wasm", (route) => (refused ? route.abort() : route.continue()));
    const tags = ["poster", ""].map(
        (poster, i) => `<attention-explainer id="a${i}" exhibit="softmax" loading="eager" ${poster}>${image}</attention-explainer>`,
    );
    const address = await makePage(tags.join(""));
    await page.goto(address);
    const seen = () =>
        page.evaluate(() =>
            ["a0", "a1"].map((id) => {
                const element = document.getElementById(id);
                const [box, picture] = [element, element.firstElementChild].map((one) => one.getBoundingClientRect());
                const { width, height } = picture;
                return {
                    visible: element.firstElementChild.checkVisibility(),
                    fills: width === box.width && picture.top === box.top,
                    inside: height <= box.height + 2,
                };
            }),
        );
    const shown = { visible: true, fills: true, inside: true };
    const first = page.locator("#a0 > img");
    await first.waitFor({ state: "visible" });
    await page.waitForFunction(() => document.querySelector("#a0 > img").naturalWidth > 0);
    let [with_, without] = await seen();
    assert.deepEqual(with_, shown);
    assert.equal(without.visible, false);
    release();
    await settled(page, "#a0");
    await settled(page, "#a1");
    [with_, without] = await seen();
    assert.deepEqual([with_.visible, without.visible], [false, false]);
    refused = true;
    await page.goto(address);
    await page.locator("#a1 > img").waitFor({ state: "visible" });
    assert.deepEqual(
        (await seen()).map(({ visible }) => visible),
        [true, true],
    );
});

test("alternatives are what the engine says of each figure", async (t) => {
    const page = await open(t, await address(), { width: 1280 });
    const html = readFileSync(join(dist, "index.html"), "utf8");
    assert.ok(html.includes('loading="lazy"'));
    for (const { id, alt } of await shown(page)) {
        if (id === "proof") continue; // it measures as soon as it is seen; its picture says that nothing is measured yet
        await page.locator(`[id="${id}"]`).scrollIntoViewIfNeeded();
        await settled(page, `[id="${id}"]`);
        const summary = () => page.evaluate((one) => document.getElementById(one).describe().summary, id);
        for (let wait = 0; wait < 600 && alt !== (await summary()); ++wait) await page.waitForTimeout(100); // it is still counting
        assert.equal(alt, await summary(), id);
    }
});

test("a figure that comes to life far away while the page is being printed is drawn", async (t) => {
    const page = await open(t, "about:blank");
    const release = await hold(page, "**/explainer.*.wasm");
    await page.goto(await makePage('<p id="room"></p><attention-explainer exhibit="softmax" loading="eager"></attention-explainer>'));
    await page.evaluate(() => (document.querySelector("#room").style.height = "20000px"));
    await page.emulateMedia({ media: "print" });
    release();
    const ink = await page.evaluate(async () => {
        const figure = document.querySelector("attention-explainer");
        await figure.loaded;
        const canvas = figure.shadowRoot.querySelector("canvas");
        const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
        return { sides: [canvas.width, canvas.height], colors: new Set(new Uint32Array(data.buffer)).size };
    });
    assert.ok(ink.sides.every((side) => side > 300) && ink.colors > 20, JSON.stringify(ink));
    assert.deepEqual(page.problems, []);
});

test("on paper each figure is whole: drawn where the engine has been, a picture elsewhere, all of it light", async (t) => {
    const page = await open(t, await address(), { width: 1280, colorScheme: "dark" });
    const drawn = ["softmax", "heads"];
    for (const id of drawn) {
        await page.locator(`[id="${id}"]`).scrollIntoViewIfNeeded();
        await settled(page, `[id="${id}"]`);
    }
    await page.evaluate(() => document.getElementById("softmax").restore("temperature=0.1"));
    await settled(page);
    const heights = () =>
        page.evaluate(() => [...document.querySelectorAll("attention-explainer")].map((element) => element.getBoundingClientRect().height));
    const onScreen = await heights();
    // As wide as the column of A4 with margins of 15 mm.
    await page.setViewportSize({ width: 680, height: 1008 });
    await page.emulateMedia({ media: "print" });
    await page.waitForFunction(() => !document.getElementById("softmax").shadowRoot.querySelector(".dark"));
    await settled(page); // the narrow page brings others near
    const found = await page.evaluate(() =>
        [...document.querySelectorAll("attention-explainer")].map((element) => {
            const waits = element.shadowRoot.querySelector(".box").classList.contains("waiting");
            const seen = waits ? element.querySelector("picture > img") : element.shadowRoot.querySelector("canvas");
            const { width, height } = seen.getBoundingClientRect(); // of a picture, the room for it
            const ratio = waits ? Number(seen.getAttribute("height")) / Number(seen.getAttribute("width")) : seen.height / seen.width;
            return { id: element.id, waits, width, height, ratio, box: element.getBoundingClientRect().height };
        }),
    );
    assert.ok(found.some(({ waits }) => waits));
    for (const { id, waits, width, height, ratio, box } of found) {
        assert.ok(width > 300 && width <= 680, `${id}: ${width} px wide`);
        if (!waits || height < 840) assert.ok(Math.abs(height / width - ratio) < 0.01, `${id}: ${width} × ${height} is not ${ratio}`);
        assert.ok(height <= (225 / 25.4) * 96 + 1, `${id}: ${height} px high`);
        assert.ok(Math.abs(box - height) < 2, `${id}: ${box} px for ${height}`);
    }
    for (const id of drawn) assert.equal(found.find((one) => one.id === id).waits, false);
    assert.ok((await page.pdf({ format: "A4" })).length > 100_000);
    for (const { id, waits } of found) if (waits) assert.ok(pictures(page).includes(`/figures/${id}.svg`), `${id} is fetched for paper`);
    await page.emulateMedia({ media: "screen" });
    await page.setViewportSize({ width: 1280, height: 800 });
    await settled(page);
    await page.waitForFunction(
        (expected) =>
            [...document.querySelectorAll("attention-explainer")].every(
                (element, index) => element.getBoundingClientRect().height === expected[index],
            ),
        onScreen,
    );
});
