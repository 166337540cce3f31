// The essay's formulas in their own type face: what MathML and the face's MATH table promise, and each engine does by itself.
import assert from "node:assert/strict";
import { open } from "../page.mjs";

/** Runs in the page: sizes and places of what formulas are made of. */
async function measured() {
    // The page's own face comes at the first paint or not at all: here it is there.
    const face = new FontFace("Formulas", 'url("formulas.woff2")');
    document.fonts.add(await face.load());
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const box = (one) => {
        const { left, right, top, bottom, height } = one.getBoundingClientRect();
        return { left, right, top, bottom, height, middle: (top + bottom) / 2, centre: (left + right) / 2 };
    };
    const size = (one) => parseFloat(getComputedStyle(one).fontSize);
    const all = (selector) => [...document.querySelectorAll(`main ${selector}`)];
    const letters = (selector) => all(selector).filter((one) => one.textContent === "k");
    return {
        scripts: all("math :is(msub, msup, msubsup) > :not(:first-child)").map((one) => size(one) / size(one.parentElement)),
        // the same letter as itself and as a script, where both stand in formulas of one size
        base: Math.max(...letters(".formula msub > mi:first-child").map((one) => box(one).height)),
        script: Math.max(...letters(".formula msub > mi:last-child").map((one) => box(one).height)),
        limits: all(".formula > math > mrow > * > :is(munder, munderover)").map((one) => [...one.children].map(box)),
        beside: all(".formula mfrac msub")
            .filter(({ firstElementChild: { textContent } }) => textContent === "∑")
            .map((one) => [...one.children].map(box)),
        margins: all(".formula").map(
            (one) => box(one.querySelector("mi, mn, mtext")).left - box(one).left - parseFloat(getComputedStyle(one).paddingLeft),
        ),
        wide: all(".formula").map((one) => one.scrollWidth - one.clientWidth),
    };
}

export const formulas = [
    {
        name: "formulas: in their own type face, scripts smaller than what they stand at, limits below and above",
        async run(browser) {
            const page = await open(browser, "", { wait: false, file: "index.html", width: 360 });
            await page.until(() => [...document.fonts].some(({ family, status }) => /Formulas/.test(family) && status === "loaded"));
            const { scripts, base, script, limits, beside, margins, wide } = await page.evaluate(measured);
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
            await page.close();
        },
    },
];
