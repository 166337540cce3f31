// The page's own colours, a reader's forced ones and more contrast, in what the canvas draws. What is held here is the picture, not the style sheet.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { random, seed } from "../random.mjs";
import { dist, load, makePage, open, openExhibits, settled } from "./support.mjs";

const roles = ["paper", "raised", "ink", "muted", "line", "query", "key", "value", "output"];
const sepia = {
    paper: "#f4ecd8",
    raised: "#eae0c8",
    ink: "#433422",
    muted: "#5f4d36",
    line: "#8a7a60",
    query: "#7b2d26",
    key: "#7a4d00",
    value: "#2f5d50",
    output: "#4a3f78",
};
const given = (colors) =>
    Object.entries(colors)
        .map(([role, color]) => `--attention-${role}: ${color};`)
        .join(" ");

/** A page whose style sheet gives these; its policy allows that. */
const styled = (css) => ({ page: { headers: {}, head: `<style>${css}</style>` } });

/** The red, green and blue of the pixel in the corner (paper), and how many pixels each of some colours has. */
const pixels = (page, colors = [], selector = "attention-explainer") =>
    page.evaluate(
        ([wanted, hexes]) => {
            const canvas = document.querySelector(wanted).shadowRoot.querySelector("canvas");
            const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
            const hexAt = (i) => "#" + [0, 1, 2].map((c) => data[i + c].toString(16).padStart(2, "0")).join("");
            const counts = Object.fromEntries(hexes.map((hex) => [hex, 0]));
            for (let i = 0; i < data.length; i += 4) {
                const hex = hexAt(i);
                if (hex in counts) ++counts[hex];
            }
            return { corner: hexAt(4 * (canvas.width + 1)), counts };
        },
        [selector, colors],
    );

/** What the page's own canvas makes of a colour: bytes. */
const asHex = (page, color) =>
    page.evaluate((text) => {
        const context = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d");
        context.fillStyle = text;
        context.fillRect(0, 0, 1, 1);
        return "#" + [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    }, color);

test("the page's colours are the picture's, the SVG renderer's and the exported file's, in every role", async (t) => {
    const tags = ["softmax", "dot-product", "values", "heads"].map((id) => `<attention-explainer exhibit="${id}"></attention-explainer>`);
    const page = await openExhibits(
        t,
        [...tags, '<attention-explainer id="svg" exhibit="softmax" renderer="svg"></attention-explainer>'],
        styled(`attention-explainer { ${given(sepia)} }`),
    );
    const files = [];
    for (const exhibit of ["softmax", "dot-product", "values", "heads"]) {
        const selector = `[exhibit="${exhibit}"]`;
        await page.locator(selector).first().scrollIntoViewIfNeeded();
        await settled(page);
        const { corner, counts } = await pixels(page, [sepia.ink, sepia.query], selector);
        assert.equal(corner, sepia.paper, exhibit);
        assert.ok(counts[sepia.ink] > 20 && counts[sepia.query] > 20, `${exhibit}: ${JSON.stringify(counts)}`);
        files.push(await page.evaluate((wanted) => document.querySelector(wanted).export("svg"), selector));
    }
    const all = files.join("\n").toLowerCase();
    for (const role of roles) assert.ok(all.includes(sepia[role]), `${role} is nowhere in the exported files`);
    for (const standard of ["#2563c9", "#b8500a", "#1f7a4d", "#7a3fb8", "#1c2430"])
        assert.ok(!all.includes(standard), `${standard} is in the exported files`);
    await page.locator("#svg").scrollIntoViewIfNeeded();
    await settled(page);
    const drawn = await page.evaluate(() => document.querySelector("#svg").shadowRoot.querySelector(".drawing").outerHTML.toLowerCase());
    assert.ok(drawn.includes(sepia.query) && drawn.includes(sepia.paper) && !drawn.includes("#2563c9"));
    assert.deepEqual(page.problems, []);
});

test("a class on any ancestor, a style on the element and the reader's scheme change them, and then nothing runs", async (t) => {
    const page = await openExhibits(t, '<div id="outer"><div><attention-explainer exhibit="softmax"></attention-explainer></div></div>', {
        ...styled(`.warm { ${given(sepia)} } @media (prefers-color-scheme: dark) { #outer { --attention-paper: #101820 } }`),
        colorScheme: "light",
    });
    const becomes = async (paper) => {
        await page.waitForFunction(
            (wanted) => {
                const canvas = document.querySelector("attention-explainer").shadowRoot.querySelector("canvas");
                return [...canvas.getContext("2d").getImageData(1, 1, 1, 1).data.slice(0, 3)].join() === wanted;
            },
            [1, 3, 5].map((at) => Number.parseInt(paper.slice(at, at + 2), 16)).join(),
        );
        await settled(page);
    };
    await becomes("#ffffff");
    await page.evaluate(() => {
        window.transitions = 0;
        for (const moment of ["run", "start", "end", "cancel"])
            document.addEventListener(`transition${moment}`, () => ++window.transitions, true);
        document.querySelector("#outer").classList.add("warm");
    });
    await becomes(sepia.paper);
    await page.evaluate(() => document.querySelector("attention-explainer").style.setProperty("--attention-paper", "rgb(1 2 3)"));
    await becomes("#010203");
    await page.evaluate(() => {
        document.querySelector("attention-explainer").removeAttribute("style");
        document.querySelector("#outer").classList.remove("warm");
    });
    await becomes("#ffffff");
    await page.emulateMedia({ colorScheme: "dark" });
    await becomes("#101820");
    await page.emulateMedia({ colorScheme: "light" });
    await becomes("#ffffff");
    await page.waitForFunction(
        () =>
            document.querySelector("attention-explainer").shadowRoot.getAnimations?.().length !== 1 &&
            document.getAnimations().length === 0,
    );
    assert.equal(await page.evaluate(() => window.transitions), 0, "the element's own transitions are nobody else's");
    assert.deepEqual(page.problems, []);
});

test("any notation of a colour, also one that lets through or is outside sRGB, at random", async (t) => {
    const share = random(seed);
    const page = await openExhibits(t, "softmax", styled(""));
    for (let round = 0; round < 12; ++round) {
        const [a, b, c, theme] = [share(), share(), share(), share() < 0.5 ? "dark" : "light"];
        const notation = [
            `rgb(${Math.round(255 * a)} ${Math.round(255 * b)} ${Math.round(255 * c)})`,
            `hsl(${360 * a} ${100 * b}% ${100 * c}%)`,
            `oklch(${a} ${0.1 * b} ${360 * c})`,
            `color-mix(in oklab, red ${100 * a}%, white)`,
            `color(srgb ${a} ${b} ${c})`,
            `rgb(from teal r ${255 * b} b)`,
        ][round % 6];
        await page.evaluate(
            ([text, scheme]) => {
                const element = document.querySelector("attention-explainer");
                element.theme = scheme;
                element.style.setProperty("--attention-paper", text);
            },
            [notation, theme],
        );
        const wanted = await asHex(page, notation);
        const near = (one) =>
            [1, 3, 5].every(
                (at) => Math.abs(Number.parseInt(one.slice(at, at + 2), 16) - Number.parseInt(wanted.slice(at, at + 2), 16)) <= 1,
            );
        let corner;
        for (let frame = 0; frame < 50; ++frame) {
            // the change is told in one of the next frames
            await settled(page);
            ({ corner } = await pixels(page));
            if (near(corner)) break;
            await page.evaluate(() => new Promise(requestAnimationFrame));
        }
        assert.ok(near(corner), `${notation}: ${corner} instead of ${wanted}, SEED=${seed}`);
    }
    for (const [theme, expected] of [
        ["light", "#ffffff"],
        ["dark", "#000000"],
    ]) {
        await page.evaluate((scheme) => {
            const element = document.querySelector("attention-explainer");
            element.theme = scheme;
            element.style.setProperty("--attention-paper", "transparent");
        }, theme);
        await page.waitForFunction(
            (wanted) => {
                const canvas = document.querySelector("attention-explainer").shadowRoot.querySelector("canvas");
                return canvas.getContext("2d").getImageData(1, 1, 1, 1).data[0] === wanted;
            },
            expected === "#ffffff" ? 255 : 0,
        );
        await settled(page);
        assert.equal((await pixels(page)).corner, expected, `transparent paper, ${theme}`);
    }
});

test("a pair that cannot be read is named in the console with its ratio, once; good colours and none are not", async (t) => {
    const warningsOf = async (css, count) => {
        const warnings = [];
        const page = await open(
            t,
            await makePage('<attention-explainer exhibit="softmax"></attention-explainer>'.repeat(2), {
                script: false,
                ...styled(css).page,
            }),
        );
        page.on(
            "console",
            (message) => message.type() === "warning" && message.text().startsWith("attention-explainer:") && warnings.push(message.text()),
        );
        await page.addScriptTag({ type: "module", url: "/attention-explainer.js" });
        await settled(page);
        for (let frame = 0; frame < 200 && warnings.length < count; ++frame) await page.evaluate(() => new Promise(requestAnimationFrame));
        return { page, warnings };
    };
    // two figures, all the other pairs good: exactly these
    const { warnings } = await warningsOf(`attention-explainer { ${given({ ...sepia, query: "#d0a090", line: "#efe4c8" })} }`, 2);
    assert.deepEqual(warnings.map((text) => text.replace(/contrast [\d.]+:1/, "contrast X:1")).sort(), [
        "attention-explainer: --attention-line on --attention-paper: contrast X:1, below 3:1",
        "attention-explainer: --attention-query on --attention-paper: contrast X:1, below 4.5:1",
    ]);
    assert.match(
        warnings.find((text) => text.includes("query")),
        /contrast 1\.9\d?:1/,
    );
    const plain = await warningsOf("", 0);
    assert.deepEqual(plain.warnings, []);
    const scripts = plain.page.fetched.filter((path) => path.endsWith(".js")).map((path) => readFileSync(join(dist, path), "utf8"));
    assert.ok(scripts.length > 2 && !scripts.some((text) => text.includes("is no colour")), "what looks at contrast is not even fetched");
    const { page, warnings: unread } = await warningsOf("attention-explainer { --attention-ink: nonsense; --attention-paper: #222; }", 1);
    assert.deepEqual(unread, ["attention-explainer: --attention-ink: nonsense is no colour, so none of the page's is used"]);
    assert.equal((await pixels(page)).corner, "#ffffff");
});

test("contrast is WCAG's", async () => {
    const { contrast } = await load("web/element/drawing/contrast.ts");
    const bytes = (hex) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
    // known values: the extremes, the famous #767676, and pairs whose ratio other tools print
    for (const [one, other, ratio] of [
        ["#000000", "#ffffff", 21],
        ["#767676", "#ffffff", 4.54],
        ["#777777", "#ffffff", 4.48],
        ["#0000ff", "#ffffff", 8.59],
        ["#ff0000", "#0000ff", 2.15],
    ]) {
        assert.ok(Math.abs(contrast(bytes(one), bytes(other)) - ratio) < 0.01, `${one} on ${other}: ${contrast(bytes(one), bytes(other))}`);
        assert.equal(contrast(bytes(one), bytes(other)), contrast(bytes(other), bytes(one)));
    }
});

test("forced colours are drawn in the canvas, whatever the page or the theme says", async (t) => {
    for (const colorScheme of ["light", "dark"]) {
        const page = await openExhibits(t, '<attention-explainer exhibit="softmax" theme="light"></attention-explainer>', {
            ...styled(`attention-explainer { ${given(sepia)} }`),
            forcedColors: "active",
            colorScheme,
        });
        const system = await page.evaluate(() =>
            Object.fromEntries(
                ["Canvas", "CanvasText", "LinkText"].map((name) => {
                    const probe = document.body.appendChild(document.createElement("i"));
                    probe.style.cssText = `forced-color-adjust: none; color: ${name}`;
                    const color = getComputedStyle(probe).color;
                    probe.remove();
                    return [name, color];
                }),
            ),
        );
        const [canvas, text, link] = await Promise.all(["Canvas", "CanvasText", "LinkText"].map((name) => asHex(page, system[name])));
        const { corner, counts } = await pixels(page, [text, link, sepia.ink, sepia.query, "#1c2430", "#2563c9"]);
        assert.equal(corner, canvas);
        assert.ok(counts[text] > 100 && counts[link] > 100, JSON.stringify(counts));
        for (const other of [sepia.ink, sepia.query, "#1c2430", "#2563c9"]) assert.equal(counts[other], 0, other);
        assert.deepEqual(page.problems, []);
    }
});

test("a reader who asks for more contrast has 7:1 in all text of the theme, and the page's own colours still", async (t) => {
    const { contrast } = await load("web/element/drawing/contrast.ts");
    for (const theme of ["light", "dark"]) {
        const page = await openExhibits(t, `<attention-explainer exhibit="softmax" theme="${theme}"></attention-explainer>`, {
            contrast: "more",
        });
        const file = await page.evaluate(() => document.querySelector("attention-explainer").export("svg"));
        const [paper] = file.match(/#[0-9a-f]{6}/);
        const bytes = (hex) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
        const texts = new Set([...file.matchAll(/<text[^>]*fill="(#[0-9a-f]{6})"/g)].map(([, fill]) => fill));
        const plain = await openExhibits(t, `<attention-explainer exhibit="softmax" theme="${theme}"></attention-explainer>`);
        const before = await plain.evaluate(() => document.querySelector("attention-explainer").export("svg"));
        assert.notEqual(file, before);
        const muted = theme === "light" ? "#5b6676" : "#9aa6b6";
        assert.ok(before.includes(muted) && !file.includes(muted));
        const greys = [...texts].filter((hex) => Math.max(...bytes(hex)) - Math.min(...bytes(hex)) < 40);
        assert.ok(greys.length >= 2);
        for (const hex of greys)
            if (contrast(bytes(hex), bytes(paper)) > 2) assert.ok(contrast(bytes(hex), bytes(paper)) >= 7, `${hex} on ${paper}, ${theme}`);
        assert.deepEqual(page.problems, []);
    }
});
