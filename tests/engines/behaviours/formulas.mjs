// The essay's formulas in their own type face: what MathML and the face's MATH table promise, and each engine does by itself.
import assert from "node:assert/strict";
import { open } from "../page.mjs";

/** Runs in the page: sizes and places of what formulas are made of. */
async function measured() {
    // The page's own face comes at the first paint or not at all: here it is there, and all is laid out anew (WebKitGTK keeps sizes of letters).
    const face = new FontFace("Formulas", 'url("formulas.woff2")');
    document.fonts.add(await face.load());
    const main = document.querySelector("main");
    main.hidden = true;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    main.hidden = false;
    const box = (one) => {
        const { left, right, top, bottom, height } = one.getBoundingClientRect();
        return { left, right, top, bottom, height, middle: (top + bottom) / 2, centre: (left + right) / 2 };
    };
    const size = (one) => parseFloat(getComputedStyle(one).fontSize);
    const all = (selector) => [...document.querySelectorAll(`main ${selector}`)];
    const found = {
        scripts: all("math :is(msub, msup, msubsup) > :not(:first-child)").map((one) => size(one) / size(one.parentElement)),
        limits: all(".formula > math > mrow > * > :is(munder, munderover)").map((one) => [...one.children].map(box)),
        beside: all(".formula mfrac msub")
            .filter(({ firstElementChild: { textContent } }) => textContent === "∑")
            .map((one) => [...one.children].map(box)),
        margins: all(".formula").map(
            (one) => box(one.querySelector("mi, mn, mtext")).left - box(one).left - parseFloat(getComputedStyle(one).paddingLeft),
        ),
        weights: [...new Set(all("math *").map((one) => getComputedStyle(one).fontWeight))],
        wide: all(".formula").map((one) => one.scrollWidth - one.clientWidth),
        // how many lines a text with formulas in it is high
        lines: all(":is(p, dt, dd, li):has(math):not(:has(.formula))").map((one) => {
            const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(one);
            return (box(one).height - parseFloat(paddingTop) - parseFloat(paddingBottom)) / parseFloat(lineHeight);
        }),
    };
    // the same letter as itself and as a script, large, as WebKitGTK rounds to pixels
    for (const one of all(".formula")) one.style.fontSize = "200px";
    const letter = (selector) => Math.max(...all(selector).map((one) => (one.textContent === "k" ? box(one).height : 0)));
    return { ...found, base: letter(".formula msub > mi:first-child"), script: letter(".formula msub > mi:last-child") };
}

export const formulas = [
    {
        name: "formulas: in their own type face, scripts smaller than what they stand at, limits below and above",
        async run(browser) {
            const page = await open(browser, "", { wait: false, file: "index.html", width: 360 });
            await page.until(() => [...document.fonts].some(({ family, status }) => /Formulas/.test(family) && status === "loaded"));
            const { scripts, base, script, limits, beside, margins, weights, wide, lines } = await page.evaluate(measured);
            assert.ok(scripts.length > 80);
            for (const ratio of scripts) assert.ok(ratio > 0.6 && ratio < 0.85, `a script of ${ratio} of the size`);
            assert.ok(script / base > 0.6 && script / base < 0.85, `k is ${base} px high, as a script ${script} px`);
            assert.ok(limits.length > 4);
            for (const [sign, under, over] of limits) {
                assert.ok(under.middle > sign.bottom, JSON.stringify([sign, under]));
                if (over) assert.ok(over.middle < sign.top, JSON.stringify([sign, over]));
                for (const limit of over ? [under, over] : [under])
                    assert.ok(Math.abs(limit.centre - sign.centre) < 8, JSON.stringify([sign, limit]));
            }
            assert.ok(beside.length > 0);
            for (const [sign, under] of beside) assert.ok(under.left > sign.right - 3 && under.middle > sign.middle);
            assert.ok(
                margins.every((margin) => margin > -1 && margin < 4),
                `${margins}`,
            );
            assert.deepEqual(
                wide.filter((more) => more > 0),
                [],
            );
            assert.deepEqual(weights, ["400"]);
            assert.ok(lines.length > 20);
            for (const high of lines) assert.ok(Math.abs(high - Math.round(high)) < 0.02, `a text of ${high} lines`);
            await page.close();
        },
    },
    {
        name: "a symbol under the pointer is explained, and nothing of its formula is covered",
        async run(browser) {
            for (const width of [1200, 360]) {
                const page = await open(browser, "", { wait: false, file: "index.html", width });
                const [x, y] = await page.until(() => {
                    if (!document.querySelector(".note")) return null; // nobody listens yet
                    const symbol = document.querySelectorAll("#shares .formula [data-symbol]")[2];
                    symbol.scrollIntoView({ block: "center" });
                    const { left, right, top, bottom } = symbol.getBoundingClientRect();
                    return [(left + right) / 2, (top + bottom) / 2];
                });
                await page.hand.move(x - 40, y - 80);
                await page.hand.move(x, y);
                const [formula, note] = await page.until(() => {
                    const boxes = ["#shares .formula", ".note"].map((one) => document.querySelector(one).getBoundingClientRect().toJSON());
                    return boxes[1].height > 0 && boxes;
                });
                assert.ok(formula.height > 50, "a fraction");
                assert.ok(note.left >= formula.right || note.top >= formula.bottom, JSON.stringify({ width, formula, note }));
                await page.close();
            }
        },
    },
];
