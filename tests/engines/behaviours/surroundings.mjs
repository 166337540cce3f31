// What the page, the reader's preferences and the server do to a figure: themes, motion, paper, policies, what is missing.
import assert from "node:assert/strict";
import { settled, strictPolicy, wasmFor } from "../../browser/support.mjs";
import { becomes, open, papers, picture, pictures, quiet } from "../page.mjs";

const playing = '<attention-explainer exhibit="softmax" state="step=1"></attention-explainer>';

/** How many pictures a change of the step takes: one or two if nothing moves. */
async function framesOf(browser, prefers) {
    const page = await open(browser, playing, { prefers });
    await page.hand.move(990, 790);
    await settled(page);
    const frames = await page.evaluate(async () => {
        const element = document.querySelector("attention-explainer");
        let count = 0;
        const ask = requestAnimationFrame;
        window.requestAnimationFrame = (work) => ask.call(window, (time) => (++count, work(time)));
        element.state = { temperature: 3, score1: -2, step: 4 };
        await element.settled();
        return count;
    });
    await page.close();
    return frames;
}

/** Opens a figure that cannot be shown; what its error says. */
async function failure(browser, tag, options) {
    const page = await open(browser, tag.replace("></", '><p id="instead">Instead.</p></'), { ...options, wait: false });
    await page.until(() => window.watched.errors.length > 0);
    const [error, ...more] = await page.errors();
    assert.deepEqual(more, []);
    if (error.type !== "state" || tag.includes("nothing")) {
        const seen = await page.evaluate(() => {
            const { height } = document.querySelector("#instead").getBoundingClientRect();
            return [height > 0, document.querySelector("attention-explainer").shadowRoot.querySelector(".error p").textContent];
        });
        assert.deepEqual(seen, [true, error.message]);
    }
    await page.close();
    return error;
}

const softmax = '<attention-explainer exhibit="softmax"></attention-explainer>';
const failing = (name, type, words, tag, options) => ({
    name,
    async run(browser) {
        const error = await failure(browser, tag, options);
        assert.equal(error.type, type, error.message);
        assert.match(error.message, words);
    },
});
const policy = (change) => ({ headers: { "content-security-policy": change(strictPolicy) } });

export const surroundings = [
    {
        name: "`theme` light, dark and auto",
        async run(browser) {
            const page = await open(browser, softmax);
            const before = await picture(page);
            for (const [theme, paper] of [
                ["dark", "dark"],
                ["light", "light"],
                ["auto", "light"],
            ]) {
                await page.evaluate((name) => (document.querySelector("attention-explainer").theme = name), theme);
                await settled(page);
                assert.equal((await picture(page)).paper, papers[paper], theme);
            }
            assert.deepEqual(await picture(page), before);
            await page.close();
        },
    },
    {
        name: "the page's own `color-scheme`",
        async run(browser) {
            const page = await open(browser, softmax, { style: ":root { color-scheme: dark }" });
            assert.equal((await picture(page)).paper, papers.dark);
            await page.close();
        },
    },
    {
        name: "a reader who prefers dark pages",
        async run(browser) {
            const page = await open(browser, softmax, { prefers: { colorScheme: "dark" } });
            assert.equal((await picture(page)).paper, papers.dark);
            await page.close();
        },
    },
    {
        name: "a preference that changes while the page is open",
        needs: "preferences that change",
        async run(browser) {
            const page = await open(browser, softmax, { prefers: { colorScheme: "light" } });
            for (const colorScheme of ["dark", "light"]) {
                await page.prefer({ colorScheme });
                await page.until((dark) => matchMedia("(prefers-color-scheme: dark)").matches === dark, colorScheme === "dark");
                await becomes(page, { paper: papers[colorScheme] });
            }
            await page.close();
        },
    },
    {
        name: "reduced motion: the end state at once",
        async run(browser) {
            const [reduced, moving] = [
                await framesOf(browser, { reducedMotion: "reduce" }),
                await framesOf(browser, { reducedMotion: "no-preference" }),
            ];
            assert.ok(reduced <= 4 && moving > reduced, `${reduced} frames and ${moving}`);
        },
    },
    {
        name: "forced colours: an outline around the figure",
        needs: "forced colours",
        async run(browser) {
            const page = await open(browser, softmax, { prefers: { forcedColors: "active" } });
            assert.equal(
                await page.evaluate(
                    () => getComputedStyle(document.querySelector("attention-explainer").shadowRoot.querySelector(".stage")).outlineStyle,
                ),
                "solid",
            );
            assert.ok((await picture(page)).richness > 20);
            await page.close();
        },
    },
    {
        name: "printed: a figure on paper, and as it was on the screen",
        needs: "print",
        async run(browser) {
            const blank = await open(browser, "<p>On paper.</p>", { wait: false });
            const empty = (await blank.print(() => null)).pdf;
            await blank.close();
            const page = await open(browser, softmax);
            const before = await picture(page);
            const { pdf } = await page.print(() => settled(page));
            assert.equal(pdf.subarray(0, 5).toString(), "%PDF-");
            assert.ok(pdf.length > empty.length + 5000, `${pdf.length} bytes, ${empty.length} without the figure`);
            await page.until(() => !matchMedia("print").matches);
            await becomes(page, before);
            await quiet(page);
            await page.close();
        },
    },
    {
        name: "a strict policy with trusted types: no violation",
        async run(browser) {
            const page = await open(
                browser,
                [
                    softmax,
                    '<attention-value for="f" parameter="temperature">1.00</attention-value>',
                    '<attention-explainer id="f" exhibit="blend" renderer="svg"></attention-explainer>',
                ],
                policy((strict) => `${strict}; require-trusted-types-for 'script'; trusted-types 'none'`),
            );
            await page.evaluate(async () => {
                const other = document.querySelector("#f");
                other.scrollIntoView();
                await other.settled();
            });
            for (const { richness } of await pictures(page)) assert.ok(richness > 20);
            await quiet(page);
            await page.close();
        },
    },
    failing(
        "a policy that forbids WebAssembly: error `csp`",
        "csp",
        /security policy/,
        softmax,
        policy((strict) => strict.replace(" 'wasm-unsafe-eval'", "")),
    ),
    failing(
        "a policy that forbids fetching: error `csp`",
        "csp",
        /security policy/,
        softmax,
        policy((strict) => strict.replace("connect-src 'self'", "connect-src 'none'")),
    ),
    failing("no WebAssembly: error `no-wasm`", "no-wasm", /no WebAssembly/, softmax, {
        before: () => {
            delete window.WebAssembly;
        },
    }),
    failing("a wasm that is not there: error `load`", "load", /404/, softmax, { broken: /\.wasm$/ }),
    failing("an exhibit that there is not: error `state`", "state", /unknown exhibit "nothing"/, softmax.replace("softmax", "nothing")),
    {
        name: "a wrong state: error `state`, the figure stands",
        async run(browser) {
            const page = await open(browser, softmax.replace("></", ' state="temperature=0"></'));
            await page.until(() => window.watched.errors.length > 0);
            const [{ type, message }] = await page.errors();
            assert.deepEqual([type, message], ["state", "temperature must be a number from 0.05 to 30, got 0"]);
            const thrown = await page.evaluate(() => {
                try {
                    document.querySelector("attention-explainer").state = { temperature: "abc" };
                } catch (error) {
                    return String(error);
                }
            });
            assert.equal(thrown, 'TypeError: temperature must be a number from 0.05 to 30, got "abc"');
            assert.ok((await picture(page)).richness > 20);
            await page.close();
        },
    },
    {
        name: "nothing is fetched until the reader is near; then before it is seen",
        async run(browser) {
            const page = await open(browser, ['<div class="far"></div>', softmax], { style: ".far { height: 6000px }" });
            assert.deepEqual(page.wasm(), []);
            const below = page.evaluate(
                () =>
                    new Promise((resolve) => {
                        const element = document.querySelector("attention-explainer");
                        element.addEventListener("load", () => resolve(element.getBoundingClientRect().top - innerHeight));
                        scrollTo(0, 6000 - innerHeight - 200);
                    }),
            );
            assert.ok((await below) > 0);
            await settled(page);
            assert.deepEqual(
                page.wasm(),
                wasmFor(["softmax"], await page.evaluate(() => document.querySelector("attention-explainer").path)),
            );
            await page.close();
        },
    },
    {
        name: "taken out, put back elsewhere, given another exhibit: it goes on",
        async run(browser) {
            const page = await open(browser, [
                '<attention-explainer exhibit="softmax" state="temperature=0.5"></attention-explainer>',
                '<section id="other"></section>',
            ]);
            await page.evaluate(async () => {
                const element = document.querySelector("attention-explainer");
                element.remove();
                await element.settled();
                document.querySelector("#other").append(element);
                await element.settled();
            });
            assert.equal(await page.saved(), "temperature=0.5");
            const before = await picture(page);
            assert.ok(before.richness > 20);
            await page.evaluate(() => (document.querySelector("attention-explainer").exhibit = "blend"));
            await settled(page);
            assert.equal(await page.saved(), "");
            assert.notEqual((await picture(page)).hash, before.hash);
            assert.deepEqual(
                page.wasm(),
                wasmFor(["softmax", "blend"], await page.evaluate(() => document.querySelector("attention-explainer").path)),
            );
            await quiet(page);
            await page.close();
        },
    },
];
