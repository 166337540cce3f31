// Signs that the engine's faces lack, as web/element/drawing/glyphs.ts draws them: shaped by the browser, in their own colours or the text's,
// as wide as they say. How the engine cuts lines and keeps pictures is tested in tests/explainer/text_runs.test.cpp.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { makePage, open } from "./support.mjs";

const source = fileURLToPath(new URL("../../web/element/drawing/glyphs.ts", import.meta.url));

/** A page with `glyphs`, and `look(text, …)`: a picture as numbers that tests can hold. */
async function glyphPage(t) {
    const page = await open(t, await makePage("", { headers: {}, script: false }));
    const bundle = await build({ entryPoints: [source], bundle: true, write: false, format: "iife", globalName: "made" });
    await page.addScriptTag({
        content: `${bundle.outputFiles[0].text}
        window.look = (text, size = 30, color = "#204060", bold = false) => {
            const { width, height, left, top, pixels } = made.browserGlyphs.draw(text, size, bold, color);
            const colours = new Set();
            let ink = 0, first = width, last = -1, hash = 7, edge = 0;
            for (let y = 0; y < height; ++y) for (let x = 0; x < width; ++x) {
                const at = 4 * (y * width + x), alpha = pixels[at + 3];
                hash = (Math.imul(hash, 31) + pixels[at] * 3 + pixels[at + 1] * 5 + pixels[at + 2] * 7 + alpha) >>> 0;
                if (alpha === 0) continue;
                ink += alpha / 255;
                if (x === 0 || y === 0 || x === width - 1 || y === height - 1) ++edge;
                [first, last] = [Math.min(first, x), Math.max(last, x)];
                if (alpha > 250) colours.add(pixels[at] * 65536 + pixels[at + 1] * 256 + pixels[at + 2]);
            }
            return { width, height, left, top, ink, hash, edge, first, last, colours: [...colours],
                advance: made.browserGlyphs.advance(text, size, bold), size: pixels.length };
        };`,
    });
    return page;
}
const look = (page, ...args) => page.evaluate((all) => window.look(...all), args);

const words = ["😀", "😁", "👩‍👩‍👧‍👦", "👍🏽", "🇩🇪", "1️⃣", "القطة", "جلست القطة", "החתול", "मेरा", "我爱", "e\u0301"];

test("readers' words: drawn, each differently, nothing cut off, where the pen says", async (t) => {
    const page = await glyphPage(t);
    const seen = new Map();
    for (const word of words) {
        const got = await look(page, word);
        assert.equal(got.size, got.width * got.height * 4, word);
        assert.ok(got.ink > 20, `${word} has ink: ${got.ink}`);
        assert.equal(got.edge, 0, `${word} is not cut off`);
        assert.ok(!seen.has(got.hash), `${word} looks unlike ${seen.get(got.hash)}`);
        seen.set(got.hash, word);
        // Ink from about the pen to about the advance: a width that agrees with what is drawn.
        assert.ok(
            Math.abs(got.first + got.left) < 12 && Math.abs(got.last + got.left - got.advance) < 12,
            `${word}: ${JSON.stringify(got)}`,
        );
        assert.ok(got.top < 0 && got.top + got.height > 0 && got.height < 70, `${word} stands on the line`);
    }
});

test("advances are in proportion to the size; a longer word is wider", async (t) => {
    const page = await glyphPage(t);
    for (const word of words) {
        const [small, large] = [await look(page, word, 13), await look(page, word, 39)];
        assert.ok(Math.abs(large.advance - 3 * small.advance) < 1e-6 * large.advance, word);
    }
    const [one, two] = [await look(page, "我"), await look(page, "我爱")];
    assert.ok(Math.abs(two.advance - 2 * one.advance) < 0.01);
});

test("the text's colour for letters; emoji keep their own where the browser has them in colour", async (t) => {
    const page = await glyphPage(t);
    const near = (a, b) => [16, 8, 0].every((shift) => Math.abs(((a >> shift) & 255) - ((b >> shift) & 255)) <= 2); // alpha rounds
    for (const word of ["我爱", "מרחב"]) {
        for (const colour of [0x204060, 0xe0ffa0]) {
            const { colours } = await look(page, word, 60, `#${colour.toString(16).padStart(6, "0")}`);
            assert.ok(colours.length > 0 && colours.every((one) => near(one, colour)), `${word}: ${colours}`);
        }
    }
    const emoji = await look(page, "😀", 60, "#204060");
    const coloured = emoji.colours.some((colour) => !near(colour, 0x204060));
    assert.equal((await look(page, "😀", 60, "#ff0000")).hash === emoji.hash, coloured, "in colour, the text's colour plays no part");
});

test("Arabic is shaped and runs from the right: a word is not its letters side by side, nor the same backwards", async (t) => {
    const page = await glyphPage(t);
    const word = await look(page, "بيت");
    let apart = 0;
    for (const letter of "بيت") apart += (await look(page, letter)).advance;
    assert.ok(word.advance < 0.95 * apart || word.advance > 1.05 * apart, `${word.advance} joined, ${apart} apart`);
    assert.notEqual(word.hash, (await look(page, "تيب")).hash);
    // Punctuation at the end of a line from right to left is on the left.
    const [plain, question] = [await look(page, "שלום"), await look(page, "שלום!")];
    assert.ok(question.advance > plain.advance);
    assert.notEqual(question.hash, (await look(page, "!שלום")).hash);
});

test("nothing visible is no picture; a very long word is bounded; without a 2-D canvas the engine is told so", async (t) => {
    const page = await glyphPage(t);
    assert.equal((await look(page, "\u200b")).ink, 0);
    const long = await look(page, "注".repeat(2000), 18);
    assert.ok(long.width <= 4096 && long.height < 60);
    const told = await page.evaluate(() => {
        HTMLCanvasElement.prototype.getContext = () => null;
        const fresh = new made.browserGlyphs.constructor();
        return [fresh.advance("我", 15, false), fresh.draw("我", 15, false, "#000000")];
    });
    assert.deepEqual(told, [-1, null]);
});
