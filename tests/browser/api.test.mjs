// The element's properties, methods and events as the design fixes them, and its life in the document: upgraded, moved, cloned, resized.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { unpacked } from "../../web/heights.mjs";
import { assertDrawn, describe, exhibitTable, focused, makePage, open, openExhibits, picture, settled } from "./support.mjs";

test("state, save, restore, reset and change events say the same", async (t) => {
    const page = await openExhibits(t, "softmax");
    const got = await page.evaluate(() => {
        const element = document.querySelector("attention-explainer");
        const events = [];
        element.addEventListener("change", ({ detail }) => events.push(detail));
        const log = [element.save(), element.state.temperature];
        element.state = { temperature: 0.5 };
        element.state = { count: 3 }; // merges
        log.push(element.save());
        element.restore("temperature=2"); // what it does not name is default
        log.push(element.save());
        element.restore("temperature=2"); // no change, no event
        element.reset();
        log.push(element.save());
        element.setAttribute("state", "score1=1");
        log.push(element.save());
        return { log, sources: events.map(({ source }) => source), temperatures: events.map(({ state }) => state.temperature) };
    });
    assert.deepEqual(got.log, ["", 1, "count=3;temperature=0.5", "temperature=2", "", "score1=1"]);
    assert.deepEqual(got.sources, ["api", "api", "api", "api", "api"]);
    assert.deepEqual(got.temperatures, [0.5, 0.5, 2, 1, 1]);
});

test("describe() is right at once after a change, before any frame", async (t) => {
    const page = await openExhibits(t, "softmax");
    const [before, after] = await page.evaluate(() => {
        const element = document.querySelector("attention-explainer");
        const first = element.describe().summary;
        element.state = { temperature: 0.1 };
        return [first, element.describe().summary];
    });
    assert.notEqual(before, after);
    assert.match(after, /0\.10/);
});

test("what is given together is shown together, though alone it would begin anew with the other", async (t) => {
    const page = await openExhibits(t, "induction");
    const seen = await page.evaluate(() => {
        const element = document.querySelector("attention-explainer");
        return ["", "ask=0"].map((before) => {
            element.restore(before);
            element.restore("text=A%20B%20C%20A;ask=0");
            return [element.save(), element.describe().summary];
        });
    });
    assert.match(seen[0][1], /“start”/);
    assert.deepEqual(seen[1], seen[0]);
});

test("exports: CSV, JSON, NumPy that Python compiles, SVG that the browser parses; a PNG freshly drawn", async (t) => {
    const page = await openExhibits(t, ["heads", "softmax", "dot-product"], { height: 2500 });
    const all = await page.evaluate(async () => {
        const results = [];
        for (const element of document.querySelectorAll("attention-explainer")) {
            const svg = element.export("svg");
            const parsed = new DOMParser().parseFromString(svg, "image/svg+xml");
            const blob = await element.toBlob();
            const bitmap = await createImageBitmap(blob);
            results.push({
                csv: element.export("csv"),
                json: element.export("json"),
                numpy: element.export("numpy"),
                svg: { root: parsed.documentElement.nodeName, texts: parsed.querySelectorAll("text").length },
                png: { type: blob.type, width: bitmap.width, height: bitmap.height },
                canvas: {
                    width: element.shadowRoot.querySelector("canvas").width,
                    height: element.shadowRoot.querySelector("canvas").height,
                },
                exhibit: element.exhibit,
                tables: element.describe().tables,
            });
        }
        return results;
    });
    for (const result of all) {
        assert.equal(result.svg.root, "svg");
        assert.ok(result.svg.texts > 5);
        assert.deepEqual(result.png, { type: "image/png", ...result.canvas });
        const json = JSON.parse(result.json);
        assert.equal(json.exhibit, result.exhibit);
        assert.deepEqual(json.tables, result.tables);
        for (const table of result.tables) assert.ok(result.csv.includes(`\r\n${table.columns[0]}`), result.csv);
        execFileSync("python3", ["-c", "import ast, sys; ast.parse(sys.stdin.read())"], { input: result.numpy });
    }
});

test("properties set before the element is defined are taken over; the attributes reflect", async (t) => {
    const page = await open(t, await makePage('<attention-explainer id="early"></attention-explainer>', { script: false }));
    const got = await page.evaluate(async () => {
        const element = document.querySelector("#early");
        element.exhibit = "softmax";
        element.state = { temperature: 0.5 };
        element.theme = "dark";
        element.alt = "Weights";
        await import("/attention-explainer.js");
        await element.settled();
        const made = document.createElement("attention-explainer");
        made.exhibit = "dot-product"; // never connected: its state works all the same
        made.state = { qx: 1 };
        const framed = ["object", "string"].map((kind) => {
            // as by a framework that sets properties in its own order, or hands over what a tag says
            const one = document.createElement("attention-explainer");
            one.state = kind === "string" ? "temperature=3" : { temperature: 3 };
            one.exhibit = "softmax";
            document.body.append(one);
            one.state = { count: 3 };
            return one.save();
        });
        if (framed.join() !== "count=3;temperature=3,count=3;temperature=3") throw new Error(framed.join());
        return [
            element.save(),
            element.getAttribute("exhibit"),
            element.getAttribute("theme"),
            element.getAttribute("alt"),
            element.theme,
            element.loading,
            element.shadowRoot.querySelector('[role="group"]').getAttribute("aria-label"),
            made.save(),
            element.describe().tables.length > 0,
        ];
    });
    assert.deepEqual(got, ["temperature=0.5", "softmax", "dark", "Weights", "dark", "lazy", "Weights", "qx=1", true]);
    assert.deepEqual(page.problems, []);
});

test("moved in the document it keeps its state; a clone begins from the attributes; removed it is quiet", async (t) => {
    const page = await openExhibits(
        t,
        '<div id="a"><attention-explainer exhibit="softmax" state="count=3"></attention-explainer></div><div id="b"></div>',
    );
    const [before] = await picture(page);
    await page.evaluate(() => (document.querySelector("attention-explainer").state = { temperature: 0.5 }));
    await settled(page);
    const [changed] = await picture(page);
    const got = await page.evaluate(async () => {
        const element = document.querySelector("attention-explainer");
        document.querySelector("#b").append(element);
        await element.settled();
        const moved = element.save();
        const clone = element.cloneNode(true);
        document.querySelector("#a").append(clone);
        await clone.settled();
        return { moved, cloned: clone.save() };
    });
    assert.deepEqual(got, { moved: "count=3;temperature=0.5", cloned: "count=3" });
    const hashes = (await picture(page)).map(({ hash }) => hash);
    assert.deepEqual(hashes, [before.hash, changed.hash], "the clone as it began, the moved one as it was");
    const removed = await page.evaluate(async () => {
        const element = document.querySelector("#b attention-explainer");
        element.remove();
        await element.settled();
        element.state = { temperature: 3 };
        try {
            element.describe();
        } catch (error) {
            return [error.name, element.save()];
        }
        return [];
    });
    assert.deepEqual(removed, ["InvalidStateError", "count=3;temperature=3"]);
    assert.deepEqual(page.problems, []);
});

test("the exhibit attribute changes what is shown; exhibit and state set together, in whatever order, go together", async (t) => {
    const page = await openExhibits(t, "softmax");
    const got = await page.evaluate(async () => {
        const element = document.querySelector("attention-explainer");
        const events = [];
        element.addEventListener("error", ({ detail }) => events.push(detail.message));
        element.setAttribute("state", "kx=-1;ky=3");
        element.setAttribute("exhibit", "dot-product");
        const loaded = new Promise((resolve) => element.addEventListener("load", resolve, { once: true }));
        await element.settled();
        await loaded;
        return {
            saved: element.save(),
            events,
            summary: element.describe().summary,
            controls: [...element.shadowRoot.querySelectorAll("input")].map(({ name }) => name),
        };
    });
    assert.equal(got.saved, "kx=-1;ky=3");
    assert.deepEqual(got.events, []);
    const named = exhibitTable()
        .find(({ id }) => id === "dot-product")
        .parameters.filter(({ kind }) => kind !== "choice" && kind !== "action");
    assert.deepEqual(
        got.controls,
        named.map(({ name }) => name),
    );
    await assertDrawn(page);
});

for (const ratio of [1, 1.25, 1.5, 2, 3]) {
    test(`crisp at ${ratio} device pixels a pixel: the canvas has exactly the pixels it covers`, async (t) => {
        const page = await openExhibits(t, "softmax", { deviceScaleFactor: ratio, width: 611, height: 900 });
        const got = await page.evaluate(
            () =>
                new Promise((resolve) => {
                    const canvas = document.querySelector("attention-explainer").shadowRoot.querySelector("canvas");
                    new ResizeObserver(([{ contentRect }]) => {
                        resolve([canvas.width, canvas.height, contentRect.width * devicePixelRatio, contentRect.height * devicePixelRatio]);
                    }).observe(canvas);
                }),
        );
        assert.ok(got[0] >= 590 * ratio);
        assert.ok(Math.abs(got[0] - got[2]) < 1 && Math.abs(got[1] - got[3]) < 1, String(got));
    });
}

test("crisp under the page's own zoom, also when it changes", async (t) => {
    const page = await openExhibits(t, '<div id="frame"><attention-explainer exhibit="softmax"></attention-explainer></div>', {
        deviceScaleFactor: 1.5,
        width: 1300,
    });
    for (const zoom of [2, 0.67, 1, 1.5]) {
        const got = await page.evaluate(async (factor) => {
            Object.assign(document.querySelector("#frame").style, { width: "500px", zoom: factor });
            await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
            const element = document.querySelector("attention-explainer");
            await element.settled();
            const canvas = element.shadowRoot.querySelector("canvas");
            const { width, height } = canvas.getBoundingClientRect(); // as it is on the screen
            return [canvas.width, canvas.height, width * devicePixelRatio, height * devicePixelRatio];
        }, zoom);
        assert.ok(Math.abs(got[2] - 750 * zoom) < 1.5, `zoom ${zoom}: ${got}`);
        assert.ok(Math.abs(got[0] - got[2]) <= 1 && Math.abs(got[1] - got[3]) <= 1, `zoom ${zoom}: ${got}`);
        await assertDrawn(page);
    }
    assert.deepEqual(page.problems, []);
});

test("the height follows the width, unless the author gave one; usable from 320 px", async (t) => {
    const page = await openExhibits(t, '<div id="frame"><attention-explainer exhibit="softmax"></attention-explainer></div>', {
        width: 1000,
        height: 900,
    });
    const height = (width) =>
        page.evaluate(async (pixels) => {
            const frame = document.querySelector("#frame");
            frame.style.width = `${pixels}px`;
            await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
            await frame.firstElementChild.settled();
            const canvas = frame.firstElementChild.shadowRoot.querySelector("canvas");
            return [frame.firstElementChild.offsetHeight, canvas.width, canvas.height];
        }, width);
    const [wide, narrow] = [await height(900), await height(320)];
    assert.notEqual(wide[0], narrow[0]);
    assert.equal(narrow[1], 320);
    assert.equal(narrow[2], narrow[0]);
    await page.evaluate(() => (document.querySelector("attention-explainer").style.height = "333px"));
    assert.deepEqual(await height(500), [333, 500, 333]);
    assert.deepEqual(page.problems, []);
});

test("where the page gives no width it has one of its own: 640 px, less where there is less; a width that is given stays", async (t) => {
    const tag = (id, style = "") =>
        `<attention-explainer id="${id}" exhibit="softmax" loading="eager" style="${style}"></attention-explainer>`;
    const page = await openExhibits(
        t,
        [
            `<div style="display: flex; white-space: nowrap; letter-spacing: 3px; text-indent: 2em; word-spacing: 9px">${tag("flex")}</div>`,
            `<div style="display: flex; flex-direction: column; align-items: center">${tag("centred")}</div>`,
            `<div style="display: flex; width: 300px">${tag("tight")}</div>`,
            `<div style="display: flex">${tag("grown", "flex: 1")}</div>`,
            `<div style="display: flex; width: 700px">${tag("left", "flex: 1")}${tag("right", "flex: 1")}</div>`,
            `<div style="display: grid; grid-template-columns: 1fr 1fr; width: 600px">${tag("cell")}<p>more</p></div>`,
            tag("inline", "display: inline-block"),
            tag("floating", "float: left"),
            `<div style="writing-mode: vertical-rl; clear: both">${tag("vertical")}</div>`,
            `<div style="width: 500px">${tag("block")}${tag("inset", "margin: 0 20px; padding: 10px; border: 5px solid")}${tag("narrow", "width: 280px")}</div>`,
        ],
        { width: 1000, height: 900, page: { headers: {} } },
    );
    const boxes = await page.evaluate(async () => {
        const found = {};
        for (const element of document.querySelectorAll("attention-explainer")) {
            const canvas = element.shadowRoot.querySelector("canvas");
            const picture = await createImageBitmap(await element.toBlob()); // (the canvas of one far away has none)
            const { width, height } = canvas.getBoundingClientRect();
            found[element.id] = { width, height, pixels: [picture.width, picture.height] };
        }
        return found;
    });
    const widths = Object.fromEntries(Object.entries(boxes).map(([id, { width }]) => [id, width]));
    assert.deepEqual(widths, {
        flex: 640,
        centred: 640,
        tight: 300,
        grown: 984,
        left: 350,
        right: 350,
        cell: 300,
        inline: 640,
        floating: 640,
        vertical: 640,
        block: 500,
        inset: 430,
        narrow: 280,
    });
    const { first, heights } = unpacked(
        await page.evaluate(async () => (await import("/attention-explainer.js")).exhibits.find(({ id }) => id === "softmax").heights),
    );
    // below 320 px a figure is that of 320 px made smaller
    const reserved = Object.fromEntries(
        Object.entries(widths).map(([id, width]) => [id, heights[Math.max(width, 320) - first] * Math.min(1, width / 320)]),
    );
    for (const [id, { width, height, pixels }] of Object.entries(boxes)) {
        // In a row of the page's own all are as high as the highest.
        assert.equal(height, Math.max(reserved[id] ?? 0, ["left", "right"].includes(id) ? Math.max(reserved.left, reserved.right) : 0), id);
        assert.equal(pixels[0], width, id);
        assert.ok(Math.abs(pixels[1] - height) < 1, `${id}: ${pixels[1]} pixels for ${height}`); // (where a pixel begins is its place's)
    }
    assert.deepEqual(page.problems, []);
});

test("theme: the attribute, else the page's color-scheme, else the reader's preference; and it follows", async (t) => {
    const page = await openExhibits(t, "softmax", { colorScheme: "dark" });
    const paper = async () => {
        await settled(page);
        return page.evaluate(() =>
            [
                ...document
                    .querySelector("attention-explainer")
                    .shadowRoot.querySelector("canvas")
                    .getContext("2d")
                    .getImageData(1, 1, 1, 1)
                    .data.slice(0, 3),
            ].join(),
        );
    };
    const [light, dark] = ["255,255,255", "20,24,31"];
    assert.equal(await paper(), dark);
    await page.evaluate(() => (document.documentElement.style.colorScheme = "light"));
    assert.equal(await paper(), light, "the page is light");
    await page.evaluate(() => (document.querySelector("attention-explainer").theme = "dark"));
    assert.equal(await paper(), dark, "the attribute wins");
    await page.evaluate(() => {
        document.documentElement.style.colorScheme = "light dark";
        document.querySelector("attention-explainer").theme = "auto";
    });
    assert.equal(await paper(), dark);
    await page.emulateMedia({ colorScheme: "light" });
    await page.waitForFunction(() => !document.querySelector("attention-explainer").shadowRoot.querySelector(".dark")); // told in a frame to come
    assert.equal(await paper(), light, "the preference changed");
});

test("reduced motion: the end state is there in the first frames", async (t) => {
    const frames = async (reducedMotion) => {
        const page = await openExhibits(t, "heads", { reducedMotion });
        return page.evaluate(async () => {
            const element = document.querySelector("attention-explainer");
            let count = 0;
            const original = requestAnimationFrame.bind(window);
            window.requestAnimationFrame = (callback) => (++count, original(callback));
            element.state = { head: "sink" };
            await element.settled();
            return count;
        });
    };
    const [reduced, moving] = [await frames("reduce"), await frames("no-preference")];
    assert.ok(reduced <= 4, `${reduced} frames`);
    assert.ok(moving > reduced, `${moving} frames`);
});

test("progress and load events; toBlob() loads an element that is far away", async (t) => {
    const page = await open(t, await makePage('<div class="far"></div>'), {
        init: () => addEventListener("DOMContentLoaded", () => (document.querySelector(".far").style.height = "9000px")),
    });
    const got = await page.evaluate(async () => {
        const element = document.createElement("attention-explainer");
        const events = [];
        for (const type of ["progress", "load", "error"]) element.addEventListener(type, ({ detail }) => events.push([type, detail]));
        element.exhibit = "softmax";
        document.body.append(element);
        await element.settled();
        const before = events.length;
        const blob = await element.toBlob("image/jpeg");
        return { before, events, type: blob.type, size: blob.size };
    });
    assert.equal(got.before, 0);
    assert.equal(got.type, "image/jpeg");
    assert.ok(got.size > 5000);
    assert.equal(got.events.at(-1)[0], "load");
    const progress = got.events.filter(([type]) => type === "progress").map(([, detail]) => detail);
    assert.ok(progress.length > 0);
    assert.equal(progress.at(-1).loaded, progress.at(-1).total);
    assert.ok(progress.at(-1).total > 100_000);
    assert.equal(
        await page.evaluate(() => document.querySelector("attention-explainer").shadowRoot.querySelectorAll(".poster[hidden]").length),
        1,
    );
});

test("under the strict policy there is no violation, and no inline style attribute is ever parsed", async (t) => {
    const page = await openExhibits(t, ["softmax", "heads", "dot-product"]);
    await page.evaluate(() => (document.querySelector("attention-explainer").state = { temperature: 0.2 }));
    await settled(page);
    assert.ok((await describe(page)).summary.length > 10);
    assert.deepEqual(page.problems, []);
});

test("loaded resolves with the load of a figure, far ones wait for their reader; AttentionExplainer.ready waits for those that are near, added ones too", async (t) => {
    const page = await open(
        t,
        await makePage('<div class="far"></div><attention-explainer id="b" exhibit="blend"></attention-explainer>', {
            headers: {},
            head: "<style>.far { height: 9000px }</style>",
        }),
    );
    const seen = await page.evaluate(async () => {
        const { AttentionExplainer } = await import("/attention-explainer.js");
        const b = document.getElementById("b");
        const a = document.createElement("attention-explainer"); // made here, so that its load cannot have been before
        a.exhibit = "softmax";
        const told = [];
        a.addEventListener("load", () => told.push("load"));
        document.body.prepend(a);
        a.loaded.then(() => told.push("loaded"));
        b.loaded.then(() => told.push("b"));
        const added = document.createElement("attention-explainer");
        added.exhibit = "dot-product";
        queueMicrotask(() => document.body.prepend(added));
        await AttentionExplainer.ready;
        const first = [...told].sort();
        const paths = [a, b, added].map((one) => one.path !== undefined && one.renderer !== undefined);
        const described = [a, added].map((one) => one.describe().summary.length > 0);
        await a.loaded; // again: at once
        b.scrollIntoView();
        await b.loaded;
        await null;
        const last = told.at(-1);
        // taken out and put back: only when it can answer again, and without another event
        b.remove();
        document.body.append(b);
        b.scrollIntoView();
        await b.loaded;
        const back = b.describe().summary.length > 0;
        return { first, paths, described, last, back, loads: told.filter((one) => one === "load").length };
    });
    assert.deepEqual(seen, {
        first: ["load", "loaded"],
        paths: [true, true, true],
        described: [true, true],
        last: "b",
        back: true,
        loads: 1,
    });
});

test("what is set before it has been in a document is how it begins: no change is told, and there is nothing to undo", async (t) => {
    const page = await open(t, "about:blank");
    await page.goto(await makePage("<main></main>"));
    const told = await page.evaluate(async () => {
        await customElements.whenDefined("attention-explainer");
        const out = [];
        for (const order of [
            ["exhibit", "state"],
            ["state", "exhibit"],
        ]) {
            const figure = document.createElement("attention-explainer");
            let changes = 0;
            figure.addEventListener("change", () => ++changes);
            for (const name of order) figure[name] = { exhibit: "softmax", state: { temperature: 0.5 } }[name];
            document.querySelector("main").append(figure);
            await figure.loaded;
            out.push([figure.save(), changes, figure.undo(), figure.save()]);
            // Out of the page and back it goes on: that is a change, and a step.
            figure.remove();
            figure.state = { temperature: 2 };
            document.querySelector("main").append(figure);
            await figure.settled();
            out.push([figure.save(), changes, figure.undo(), figure.save()]);
        }
        return out;
    });
    const born = ["temperature=0.5", 0, false, "temperature=0.5"];
    const later = ["temperature=2", 1, true, "temperature=0.5"];
    assert.deepEqual(told, [born, later, born, later]);
});

test("a wrong attribute stands in the console, for an author who hears no event", async (t) => {
    const page = await open(t, "about:blank");
    const warnings = [];
    page.on("console", (message) => message.type() === "warning" && warnings.push(message.text()));
    await page.goto(await makePage('<attention-explainer exhibit="softmax" state="temprature=1"></attention-explainer>'));
    await settled(page);
    assert.ok(
        warnings.some((text) => /unknown parameter "temprature"/.test(text)),
        String(warnings),
    );
    await page.evaluate(() => (document.querySelector("attention-explainer").exhibit = "nope"));
    await settled(page);
    assert.ok(
        warnings.some((text) => /nope/.test(text)),
        String(warnings),
    );
    // What is shown stays as its reader left it, whatever else the tag says.
    const kept = await page.evaluate(async () => {
        const figure = document.querySelector("attention-explainer");
        Object.assign(figure, { exhibit: "softmax", show: "" });
        figure.restore("temperature=2");
        const before = figure.save();
        figure.exhibit = "nowhere";
        await figure.settled();
        return [before, figure.save(), figure.state.temperature];
    });
    assert.equal(kept[1], kept[0]);
    assert.equal(kept[2], 2);
});

test("focus() goes to the first control, as Tab does, before the engine is there too; never by itself", async (t) => {
    const page = await open(
        t,
        await makePage(
            '<p><button id="before">before</button></p><div class="far"></div><attention-explainer exhibit="softmax"></attention-explainer>',
            {
                headers: {},
                head: "<style>.far { height: 3000px }</style>",
            },
        ),
    );
    await page.evaluate(() => customElements.whenDefined("attention-explainer"));
    const at = () => page.evaluate(() => [document.activeElement.localName, scrollY > 500]);
    assert.deepEqual(await at(), ["body", false]);
    // Far away, and so not loaded.
    await page.evaluate(() => document.querySelector("attention-explainer").focus({ preventScroll: true }));
    assert.deepEqual(await at(), ["attention-explainer", false]);
    const early = await focused(page);
    await page.evaluate(() => document.activeElement.blur());
    await page.evaluate(() => document.querySelector("attention-explainer").focus());
    assert.deepEqual(await at(), ["attention-explainer", true]);
    await settled(page);
    assert.equal(await focused(page), early);
    await page.evaluate(() => document.activeElement.blur());
    await page.focus("#before");
    await page.keyboard.press("Tab");
    assert.equal(await focused(page), early, "where Tab goes");
    // Inside already, it stays.
    await page.keyboard.press("Tab");
    const second = await focused(page);
    assert.notEqual(second, early);
    await page.evaluate(() => document.querySelector("attention-explainer").focus());
    assert.equal(await focused(page), second);
    assert.deepEqual(page.problems, []);
});

test("values that were set before the element was defined are its values; one that is no number is said, and NaN is a dash in a sentence", async (t) => {
    const page = await open(
        t,
        await makePage(
            `<p><attention-value for="f" value="loss" digits="1">0.0</attention-value></p><attention-explainer id="f" exhibit="softmax"></attention-explainer>
            <script>document.querySelector("#f").values = { loss: 3.2 };</script>`,
            { headers: {} },
        ),
    );
    const written = async (values) => {
        await page.evaluate((given) => given && (document.querySelector("#f").values = given), values);
        await settled(page);
        return page.evaluate(() => document.querySelector("attention-value").text);
    };
    assert.equal(await written(null), "3.2");
    assert.equal(await written({ loss: 5.5 }), "5.5");
    assert.equal(await page.evaluate(() => Object.hasOwn(document.querySelector("#f"), "values")), false);
    await page.evaluate(() => (document.querySelector("#f").values = { loss: NaN }));
    assert.equal(await written(null), "–");
    const said = await page.evaluate(() => {
        try {
            document.querySelector("#f").values = { loss: "3" };
        } catch (error) {
            return error.name;
        }
    });
    assert.equal(said, "TypeError");
});
