// Without WebGL2, and where the attribute says so: the same strokes as nodes of the shadow DOM, used in full. SEED=… repeats a run.
import assert from "node:assert/strict";
import { test } from "node:test";
import { random, seed } from "../random.mjs";
import {
    controlBox,
    describe,
    exhibitTable,
    focusControl,
    handles,
    makePage,
    notAveraged,
    open,
    openExhibits,
    settled,
    strictPolicy,
} from "./support.mjs";

const next = random(seed);
const withoutWebGl = () => {
    const original = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
        return /webgl/.test(kind) ? null : original.call(this, kind, ...rest);
    };
    window.errors = [];
    document.addEventListener("error", (event) => event.detail && window.errors.push(event.detail), true);
};
const measured = ["proof"]; // shows times, so no two of its pictures are alike

/** The picture in the shadow DOM beside the export, as lists of what is drawn; the export's title and description are for the ear. */
const beside = (page, selector = "attention-explainer") =>
    page.evaluate((wanted) => {
        const element = document.querySelector(wanted);
        // (of a large map the file has four times the pixels)
        const list = (root) =>
            [...root.querySelectorAll("*")]
                .filter(({ localName }) => !["title", "desc", "image"].includes(localName))
                .map((one) => {
                    const attributes = [...one.attributes]
                        .filter(({ name }) => name !== "style" && !name.startsWith("xml"))
                        .map(({ name, value }) => `${name.replace("xlink:", "")}=${value}`);
                    return `${one.localName} ${attributes.sort().join(" ")} ${one.localName === "text" ? one.textContent : ""}`;
                });
        const file = new DOMParser().parseFromString(element.export("svg"), "image/svg+xml");
        return [list(element.shadowRoot.querySelector(".drawing")), list(file.documentElement)];
    }, selector);

/** How far two screenshots are apart, averaged over blocks of 16 × 16 pixels: faces of type need not agree, all else has to. */
async function apart(page, first, second) {
    return page.evaluate(
        async (pictures) => {
            const [a, b] = await Promise.all(
                pictures.map(async (data) => {
                    const image = new Image();
                    image.src = `data:image/png;base64,${data}`;
                    await image.decode();
                    const canvas = new OffscreenCanvas(Math.ceil(image.width / 16), Math.ceil(image.height / 16));
                    const context = canvas.getContext("2d");
                    context.imageSmoothingQuality = "high";
                    context.drawImage(image, 0, 0, canvas.width, canvas.height);
                    return context.getImageData(0, 0, canvas.width, canvas.height).data;
                }),
            );
            if (a.length !== b.length) return Infinity;
            return a.reduce((sum, value, index) => sum + Math.abs(value - b[index]), 0) / a.length;
        },
        [first.toString("base64"), second.toString("base64")],
    );
}

for (const { id } of exhibitTable().filter(({ id }) => !measured.includes(id))) {
    test(`${id}: without WebGL2 it is drawn as SVG, says the same, and looks the same`, async (t) => {
        const tag = `<attention-explainer exhibit="${id}"></attention-explainer>`;
        const page = await openExhibits(t, tag, { init: withoutWebGl });
        assert.equal(await page.evaluate(() => document.querySelector("attention-explainer").renderer), "svg");
        const [drawn, file] = await beside(page);
        assert.ok(drawn.length > 20);
        assert.deepEqual(drawn, file);
        assert.deepEqual(await page.evaluate(() => window.errors), []);
        const [said, shot] = [await describe(page), await page.locator("attention-explainer").screenshot()];
        const other = await openExhibits(t, tag);
        assert.equal(await other.evaluate(() => document.querySelector("attention-explainer").renderer), "webgl2");
        assert.ok(!other.fetched.some((path) => /svg/.test(path)));
        assert.deepEqual(await describe(other), said);
        if (!notAveraged.includes(id)) {
            const difference = await apart(page, shot, await other.locator("attention-explainer").screenshot());
            assert.ok(difference < 4, `${difference.toFixed(2)} of 255 apart`);
        }
        assert.deepEqual([...page.problems, ...other.problems], []);
    });
}

test("frame after frame the nodes are those of a fresh picture, at random states of one exhibit after the other", async (t) => {
    const page = await openExhibits(t, '<attention-explainer exhibit="softmax" renderer="svg"></attention-explainer>', { height: 2200 });
    const exhibits = exhibitTable().filter(({ id }) => ![...measured, "map"].includes(id));
    for (let round = 0; round < 24; ++round) {
        const exhibit = exhibits[Math.floor(next() * exhibits.length)];
        const changes = Object.fromEntries(
            exhibit.parameters.flatMap(({ name, kind, choices }) => {
                const share = next();
                if (share < 0.5) return [];
                if (kind === "toggle") return [[name, share < 0.75]];
                return kind === "choice" ? [[name, choices[Math.floor((share - 0.5) * 2 * choices.length)].id]] : [];
            }),
        );
        const state = await page.evaluate(
            async ([id, given]) => {
                const element = document.querySelector("attention-explainer");
                element.exhibit = id;
                for (const [name, value] of Object.entries(given)) {
                    try {
                        element.state = { [name]: value };
                    } catch (error) {
                        if (!(error instanceof RangeError)) throw error;
                    }
                }
                await element.settled();
                return element.save();
            },
            [exhibit.id, changes],
        );
        const [drawn, file] = await beside(page);
        assert.deepEqual(drawn, file, `SEED=${seed}, round ${round}, ${exhibit.id}, "${state}"`);
    }
    assert.deepEqual(page.problems, [], `SEED=${seed}`);
});

test("it is dragged, pointed at and lit up by the focus as ever", async (t) => {
    const page = await openExhibits(t, "dot-product", { init: withoutWebGl });
    const nodes = () => page.evaluate(() => document.querySelector("attention-explainer").shadowRoot.querySelector(".drawing").outerHTML);
    const points = await handles(page);
    const tip = points.reduce((best, point) => (point.x > best.x ? point : best));
    const still = await nodes();
    await page.mouse.move(tip.x - 8, tip.y);
    await settled(page);
    assert.notEqual(await nodes(), still, "nothing answers the pointer");
    await page.mouse.down();
    for (let step = 1; step <= 4; ++step) await page.mouse.move(tip.x - 8 - 20 * step, tip.y + 15 * step);
    await page.mouse.up();
    await page.mouse.move(2, 2);
    await settled(page);
    const after = await describe(page);
    assert.match(after.saved, /qx=.*qy=/);
    const dragged = await nodes();
    await focusControl(page, "qx");
    await settled(page);
    const lit = await nodes();
    assert.notEqual(lit, dragged, "the focus does not show");
    await page.keyboard.press("ArrowRight");
    await settled(page);
    assert.ok((await describe(page)).state.qx > after.state.qx);
    assert.notEqual(await nodes(), lit);
    await page.setViewportSize({ width: 420, height: 800 });
    // The element hears of its new width a frame later, on a busy machine after settled() has answered.
    await page.waitForFunction(
        () =>
            document.querySelector("attention-explainer").shadowRoot.querySelector(".drawing").getAttribute("viewBox").split(" ")[2] ===
            "404",
    );
    const dark = await page.evaluate(async () => {
        const element = document.querySelector("attention-explainer");
        element.theme = "dark";
        await element.settled();
        return element.shadowRoot.querySelector(".drawing rect").getAttribute("fill");
    });
    assert.equal(dark, "#14181f");
    assert.deepEqual(page.problems, []);
});

test("renderer changes a live figure there and back; the state, the size and what it says stay", async (t) => {
    const page = await openExhibits(t, '<attention-explainer exhibit="softmax" state="temperature=0.4"></attention-explainer>');
    const look = () =>
        page.evaluate(async () => {
            const element = document.querySelector("attention-explainer");
            await element.settled();
            const { width, height } = element.getBoundingClientRect();
            return [element.save(), element.describe().summary, width, height];
        });
    const before = await look();
    for (const renderer of ["svg", "webgl2", "svg", "nonsense", "svg"]) {
        await page.evaluate((name) => (document.querySelector("attention-explainer").renderer = name), renderer);
        assert.deepEqual(await look(), before, renderer);
        const now = await page.evaluate(() => {
            const { renderer: name, shadowRoot } = document.querySelector("attention-explainer");
            return [name, shadowRoot.querySelectorAll(".drawing").length];
        });
        assert.deepEqual(now, renderer === "svg" ? ["svg", 1] : ["webgl2", 0]);
    }
    assert.deepEqual(page.problems, []);
});

test("a page that forbids markup as text, inline styles and all scripts but its own has it in full; a PNG of it is a picture", async (t) => {
    const headers = { "content-security-policy": `${strictPolicy}; require-trusted-types-for 'script'; trusted-types 'none'` };
    const page = await openExhibits(t, "softmax", { init: withoutWebGl, page: { headers } });
    assert.equal(await page.evaluate(() => document.querySelector("attention-explainer").renderer), "svg");
    const colours = await page.evaluate(async () => {
        const bitmap = await createImageBitmap(await document.querySelector("attention-explainer").toBlob());
        const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
        const context = canvas.getContext("2d");
        context.drawImage(bitmap, 0, 0);
        return new Set(new Uint32Array(context.getImageData(0, 0, bitmap.width, bitmap.height).data.buffer)).size;
    });
    assert.ok(colours > 50, `${colours} colours`);
    assert.deepEqual(page.problems, []);
});

test("what draws as SVG is fetched where it is needed only; where it cannot be had, the message says so", async (t) => {
    const address = await makePage(
        '<attention-explainer exhibit="softmax" renderer="svg"><p id="fallback">Instead.</p></attention-explainer>',
    );
    const page = await open(t, "about:blank", { init: withoutWebGl });
    const seen = await openExhibits(t, '<attention-explainer exhibit="softmax" renderer="svg"></attention-explainer>');
    const plain = await openExhibits(t, "softmax");
    const more = seen.fetched.filter((path) => path.endsWith(".js") && !plain.fetched.includes(path));
    assert.equal(more.length, 1, String(more));
    await page.route(`**${more[0]}*`, (route) => route.fulfill({ status: 404, body: "" }));
    await page.goto(address);
    await settled(page);
    assert.deepEqual(
        (await page.evaluate(() => window.errors)).map(({ type }) => type),
        ["load"],
    );
    assert.ok(await page.locator("#fallback").isVisible());
    assert.ok(!(await page.locator("attention-explainer canvas").isVisible()));
});

test("a drawing that was far away when it came is taken hold of like any other; one that was a canvas has nothing of that picture over it", async (t) => {
    const page = await open(
        t,
        await makePage(
            '<attention-explainer id="a" exhibit="softmax"></attention-explainer><div class="far"></div><attention-explainer id="b" exhibit="softmax" renderer="svg"></attention-explainer>',
            { headers: {}, head: "<style>.far { height: 9000px }</style>" },
        ),
    );
    await settled(page, "#a");
    await page.evaluate(() => document.querySelector("#b").scrollIntoView());
    await settled(page, "#b");
    const { x, width, middle } = await controlBox(page, "temperature", "#b");
    await page.mouse.move(x + width * 0.5, middle.y);
    await page.mouse.down();
    await page.mouse.move(x + width * 0.6, middle.y);
    await page.mouse.up();
    await settled(page, "#b");
    assert.match(await page.evaluate(() => document.querySelector("#b").save()), /^temperature=/);
    await page.evaluate(() => document.querySelector("#a").scrollIntoView());
    await settled(page, "#a");
    await page.evaluate(() => (document.querySelector("#a").renderer = "svg"));
    await page.waitForFunction(() => document.querySelector("#a").shadowRoot.querySelector(".drawing")?.firstChild);
    const ink = await page.evaluate(() => {
        const canvas = document.querySelector("#a").shadowRoot.querySelector("canvas");
        return canvas
            .getContext("2d")
            .getImageData(0, 0, canvas.width, canvas.height)
            .data.some((value) => value > 0);
    });
    assert.equal(ink, false);
});
