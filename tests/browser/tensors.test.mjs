// Tensors that a page brings: files as NumPy and safetensors write them, objects of a script's, and what cannot be shown.
import assert from "node:assert/strict";
import { test } from "node:test";
import { at, figureOf, files } from "./tensor-files.mjs";

const described = (page) =>
    page.evaluate(async () => {
        const figure = document.getElementById("figure");
        await figure.settled();
        return figure.describe();
    });

for (const [name, named] of [
    ["own.npy", false],
    ["own.npz", true],
    ["stored.npz", true],
    ["own.safetensors", true],
    ["own.json", true],
    ["bertviz.json", true],
]) {
    test(`${name} is shown in the state that the tag says, by the numbers that are in it`, async (context) => {
        const page = await figureOf(context, `exhibit="heads" src="/own/${name}" state="layer=1;head=2;query=3;key=1"`);
        const { values, summary } = await described(page);
        assert.ok(Math.abs(values["weight"] - at(1, 2, 3, 1)) < 1e-6, `${values["weight"]} beside ${at(1, 2, 3, 1)}`);
        assert.equal(values["rows that do not sum to 1"], 0);
        assert.ok(summary.includes(named ? "“été” gives “cat”" : "3 gives 1"), summary);
        assert.deepEqual(await page.evaluate(() => window.errors), []);
    });
}

test("tensors of a script take the place of the exhibit's numbers, and go again; what cannot be shown leaves what is shown", async (context) => {
    const page = await figureOf(context, `exhibit="heads"`);
    const before = (await described(page)).summary;
    const set = (tensors) =>
        page.evaluate(async (tensors) => {
            const figure = document.getElementById("figure");
            figure.tensors = tensors;
            await figure.settled();
            return { summary: figure.describe().summary, state: figure.save(), errors: window.errors.splice(0) };
        }, tensors);
    const two = await set({ attention: [[[0.25, 0.75]], [[1, 0]]], tokens: ["ja", "nein"] });
    assert.ok(two.summary.startsWith("Attention of your own: 1 layer, 2 heads each, 1 query, 2 keys."), two.summary);
    assert.deepEqual(two.errors, []);
    const cross = await set({ attention: [[0.25, 0.75]], tokens: ["ja", "nein"], query_tokens: ["wer"] });
    assert.match(cross.summary, /“wer” gives “(ja|nein)”/);
    assert.deepEqual((await set({ attention: [[[0.25, 0.75]], [[1, 0]]], tokens: ["ja", "nein"] })).summary, two.summary);
    for (const [wrong, why] of [
        [{ attention: [[1, 0], [1]] }, "attention has a list of 2 and one of 1 beside it"],
        [{ attention: [[1, 0]], tokens: ["one"] }, "1 token came for 2 keys."],
        ["/own/nothing.npy", "/own/nothing.npy answered 404"],
        [7, "tensors must be a file"],
        ["/own/cut.npy", "bytes"],
    ]) {
        const { summary, errors } = await set(wrong);
        assert.equal(summary, two.summary);
        assert.equal(errors.length, 1, why);
        assert.equal(errors[0].type, "tensors");
        assert.ok(errors[0].message.includes(why), `${errors[0].message} beside ${why}`);
    }
    assert.equal((await set(null)).summary, before);
});

test("where nothing can be shown at all, the figure says why, and nothing is fetched but what says so", async (context) => {
    const page = await figureOf(context, `exhibit="heads" src="/own/nothing.npy"`);
    await page.waitForFunction(() => window.errors.length > 0);
    assert.equal((await page.evaluate(() => window.errors))[0].type, "tensors");
    assert.ok((await page.evaluate(() => document.getElementById("figure").shadowRoot.textContent)).includes("404"));
    const other = await figureOf(context, `exhibit="softmax" src="/own/own.npy"`);
    await other.waitForFunction(() => window.errors.length > 0);
    assert.ok((await other.evaluate(() => window.errors))[0].message.includes("shows no tensors"));
});

test("when the engine starts again, tensors are read again and the state stays", async (context) => {
    const page = await figureOf(context, `exhibit="heads" src="/own/own.npz" state="layer=1;head=2;query=3;key=1"`);
    const before = await described(page);
    await page.evaluate(() => {
        const figure = document.getElementById("figure");
        figure.renderer = "svg"; // a new view of the same tensors
    });
    assert.deepEqual(await described(page), before);
    await page.evaluate(async () => {
        const figure = document.getElementById("figure");
        figure.remove();
        document.body.append(figure);
        figure.lang = "de";
    });
    const { values, summary } = await described(page);
    assert.deepEqual(values, before.values);
    assert.ok(summary.startsWith("Eigene Attention: 2 Schichten"), summary);
    // An engine that has been lost takes the tensors with it.
    const lost = await figureOf(context, `exhibit="heads" src="/own/own.npz" state="layer=1;head=2;query=3;key=1"`, {
        init: () => {
            const { getContext } = HTMLCanvasElement.prototype;
            HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
                const made = getContext.call(this, kind, ...more);
                if (kind === "webgl2") window.context = made;
                return made;
            };
        },
    });
    await described(lost);
    await lost.evaluate(async () => {
        const { context } = window;
        const gone = new Promise((resolve) => context.canvas.addEventListener("webglcontextlost", resolve));
        context.getExtension("WEBGL_lose_context").loseContext();
        await gone;
    });
    assert.deepEqual(await described(lost), before);
    assert.notEqual(await lost.evaluate(() => window.context.isContextLost()), true);
    assert.equal(lost.fetched.filter((path) => path === "/own/own.npz").length, 2);
});

/** In the page: window.own(count, n) makes attention of so many heads; memory() is the size of the engine's. */
const ownMaps = () => {
    window.own = (layers, n, shift = 0) => ({
        attention: {
            shape: [layers, 1, n, n],
            data: Float32Array.from({ length: layers * n * n }, (_, i) => Number((Math.floor(i / n) + shift) % n === i % n)),
        },
    });
    const { instantiate } = WebAssembly;
    WebAssembly.instantiate = async (...given) => {
        const made = await instantiate.apply(WebAssembly, given);
        const memory = Object.values((made.instance ?? made).exports).find((one) => one instanceof WebAssembly.Memory);
        if (memory) window.memory = () => memory.buffer.byteLength;
        return made;
    };
};

test("a state that is set while tensors are on their way is that of what shows them", async (context) => {
    const page = await figureOf(context, `exhibit="heads"`, { init: ownMaps });
    const told = (script) =>
        page.evaluate(async (script) => {
            const figure = document.getElementById("figure");
            await new Function("figure", `return (async () => { ${script} })()`)(figure);
            await figure.settled();
            return [figure.save(), window.errors.splice(0).map(({ type, message }) => `${type}: ${message}`)];
        }, script);
    // beyond what the exhibit's own numbers have, and what the tensors before had
    assert.deepEqual(await told(`figure.tensors = own(3, 6); figure.state = { layer: 2, key: 1 };`), ["layer=2;key=1", []]);
    assert.deepEqual(await told(`figure.tensors = own(9, 12); figure.state = { layer: 8 };`), ["layer=8;key=1", []]);
    assert.deepEqual(await told(`figure.tensors = own(9, 12, 1); figure.restore("layer=7");`), ["layer=7", []]);
    assert.deepEqual(await told(`figure.setAttribute("state", "query=2"); figure.tensors = own(4, 12);`), ["query=2", []]);
    // What was chosen stays, as far as there is such a one; a default is the default of what comes.
    assert.deepEqual(await told(`figure.state = { layer: 3, query: 10 }; figure.tensors = own(2, 20);`), ["layer=1;query=10", []]);
    assert.deepEqual(await told(`figure.restore("key=19"); figure.tensors = own(2, 5);`), ["", []]);
    assert.deepEqual(await page.evaluate(() => [document.getElementById("figure").state].map(({ query, key }) => [query, key])), [[4, 4]]);
    // What is wrong is told when they are there.
    const [state, [wrong]] = await told(`figure.tensors = own(2, 5, 1); figure.state = { layer: 2 };`);
    assert.equal(state, "");
    assert.match(wrong, /^state: .*layer/);
    // Of tensors that cannot be shown it goes with them.
    const [kept, errors] = await told(`figure.tensors = [[1, 2], [3]]; figure.state = { layer: 1, key: 0 };`);
    assert.equal(kept, "");
    assert.equal(errors.length, 1);
    assert.match(errors[0], /^tensors: /);
    // A figure that has shown nothing yet: also what is the default of other tensors.
    const fresh = await page.evaluate(async () => {
        const figure = document.createElement("attention-explainer");
        figure.exhibit = "heads";
        figure.tensors = own(5, 7);
        document.body.prepend(figure);
        figure.state = { layer: 4, query: 0, key: 0 };
        const other = document.createElement("attention-explainer");
        other.exhibit = "heads";
        other.tensors = own(5, 7);
        other.setAttribute("state", "query=0;key=0;layer=9");
        document.body.prepend(other);
        const gone = document.createElement("attention-explainer");
        gone.exhibit = "heads";
        gone.tensors = own(1, 2);
        const picture = await gone.toBlob().catch(({ name }) => name); // it is in no document
        await Promise.all([figure.settled(), other.settled()]);
        return [figure.save(), other.save(), picture, window.errors.splice(0).map(({ type }) => type)];
    });
    assert.deepEqual(fresh, ["layer=4;query=0;key=0", "", "InvalidStateError", ["state"]]);
    const whole = await page.evaluate(async () => {
        const figure = document.querySelector("attention-explainer");
        figure.setAttribute("state", "query=0;key=0");
        await figure.settled();
        return figure.save();
    });
    assert.equal(whole, "query=0;key=0");
});

test("the latest tensors are shown, however the earlier ones come; settled() waits for them, and so does a picture", async (context) => {
    const page = await figureOf(context, `exhibit="heads"`, { init: ownMaps });
    let release;
    const held = new Promise((resolve) => (release = resolve));
    await page.route("**/own/slow.npz", async (route) => {
        await held;
        await route.fulfill({ body: files["own.npz"] });
    });
    const summary = await page.evaluate(async () => {
        const figure = document.getElementById("figure");
        figure.tensors = "/own/slow.npz";
        await null;
        figure.tensors = own(4, 4);
        await figure.settled();
        return figure.describe().summary;
    });
    assert.match(summary, /4 layers/);
    release();
    const after = await page.evaluate(async () => {
        const figure = document.getElementById("figure");
        await (await fetch("/own/slow.npz")).blob();
        await figure.settled();
        const { tensors } = figure;
        figure.tensors = null;
        await figure.settled();
        figure.tensors = [[1, 2], [3]];
        await figure.settled();
        return [tensors?.attention?.shape, figure.tensors, figure.describe().summary];
    });
    assert.deepEqual(after.slice(0, 2), [[4, 1, 4, 4], null], "what cannot be shown leaves the property as it was");
    assert.doesNotMatch(after[2], /your own/);
    const size = await page.evaluate(async () => {
        const far = document.createElement("attention-explainer");
        far.style.marginTop = "30000px";
        far.exhibit = "heads";
        far.tensors = {
            attention: [
                [1n, 0n],
                [0n, 1n],
            ].map((row) => BigInt64Array.from(row)),
        };
        document.body.append(far);
        return (await far.toBlob()).size;
    });
    assert.ok(size > 2000);
    assert.deepEqual((await page.evaluate(() => window.errors)).length, 1);
});

test("sentences, links and addresses work on a figure of tensors as on any", async (context) => {
    const page = await figureOf(context, `exhibit="heads" src="/own/own.npz" state="layer=1;head=2;query=3;key=1" show=""`);
    await described(page);
    const warnings = [];
    page.on("console", (message) => message.type() === "warning" && warnings.push(message.text()));
    await page.evaluate(() =>
        document.body.insertAdjacentHTML(
            "beforeend",
            `<p>Head <attention-value id="h" for="figure" parameter="head">0</attention-value> of layer
            <attention-value id="l" for="figure" parameter="layer">0</attention-value> gives it
            <attention-value id="w" for="figure" value="weight" digits="3">0.000</attention-value>.
            <a id="state" href="#figure" data-state="layer=0;head=1;query=4;key=0">there</a>
            <a id="set" href="#figure" data-set="head=2">and there</a></p>`,
        ),
    );
    const text = (id) => page.locator(`#${id}`).evaluate((one) => one.text ?? one.textContent);
    const says = async (layer, head, weight) => {
        await page.waitForFunction((weight) => document.getElementById("w").text === weight, weight.toFixed(3));
        assert.deepEqual([await text("l"), await text("h")], [String(layer), String(head)]);
    };
    await says(1, 2, at(1, 2, 3, 1));
    await page.locator("#state").click();
    await says(0, 1, at(0, 1, 4, 0));
    await page.locator("#set").click();
    await says(0, 2, at(0, 2, 4, 0));
    await page.locator("#h .touch").focus();
    await page.keyboard.press("ArrowDown");
    await says(0, 1, at(0, 1, 4, 0));
    await page.evaluate(() => (location.hash = "#figure?layer=1;head=0;query=2;key=2"));
    await says(1, 0, at(1, 0, 2, 2));
    // Smaller ones: what does not go is made to fit, and nothing is complained of.
    await page.evaluate(
        () =>
            (document.getElementById("figure").tensors = {
                attention: [
                    [
                        [0.25, 0.75],
                        [1, 0],
                    ],
                ],
                tokens: ["a", "b"],
            }),
    );
    await says(0, 0, 0);
    assert.deepEqual([warnings, await page.evaluate(() => window.errors), page.problems], [[], [], []]);
    // The page opens with such an address before the tensors are there.
    const opened = await figureOf(context, `exhibit="softmax"`);
    await opened.evaluate(() => {
        document.body.innerHTML = `<attention-explainer id="late" exhibit="heads" src="/own/own.npz"></attention-explainer>`;
        location.hash = "#late?layer=1;head=2;query=0;key=1";
    });
    await opened.waitForFunction(() => document.getElementById("late").save() === "layer=1;head=2;query=0;key=1");
    assert.deepEqual(await opened.evaluate(() => window.errors), []);
});

test("tensors that are shown no more give their memory back, and an address of the page's own may be taken back", async (context) => {
    const page = await figureOf(context, `exhibit="heads"`, { init: ownMaps, bypassCSP: true });
    const sizes = await page.evaluate(async () => {
        const figure = document.getElementById("figure");
        const sizes = [];
        for (let i = 0; i < 12; ++i) {
            figure.tensors = own(1, 2048, i); // 16 MiB
            await figure.settled();
            sizes.push(window.memory());
            if (i % 3 === 2) {
                figure.exhibit = i % 2 ? "softmax" : "heads";
                if (i % 2) figure.tensors = null;
                await figure.settled();
                figure.exhibit = "heads";
            }
        }
        return sizes;
    });
    assert.ok(sizes.at(-1) < sizes[0] + 3 * 16 * 2 ** 20, `${sizes}`); // two at once, while one takes the other's place
    const values = await page.evaluate(async () => {
        const figure = document.getElementById("figure");
        const address = URL.createObjectURL(new Blob([JSON.stringify({ attention: [[0.25, 0.75]] })]));
        figure.tensors = address;
        await figure.settled();
        if (window.errors.length > 0) return window.errors;
        URL.revokeObjectURL(address);
        figure.state = { query: 0, key: 1 };
        figure.remove();
        await new Promise((resolve) => setTimeout(resolve));
        document.body.append(figure);
        await figure.settled();
        return [figure.describe().values["weight"], window.errors];
    });
    assert.deepEqual(values, [0.75, []]);
});

test("its height is what was reserved before it came, in both languages", async (context) => {
    for (const lang of ["en", "de"]) {
        const page = await figureOf(context, `exhibit="heads" src="/own/own.npz" lang="${lang}"`);
        for (const width of [360, 700, 960]) {
            await page.setViewportSize({ width: width + 16, height: 900 });
            await page.waitForFunction((width) => document.getElementById("figure").getBoundingClientRect().width === width, width);
            await page.evaluate(() => new Promise(requestAnimationFrame)); // in which it hears of it
            await described(page);
            const [reserved, is] = await page.evaluate(async () => {
                const figure = document.getElementById("figure");
                const is = figure.getBoundingClientRect().height;
                const other = document.createElement("attention-explainer");
                other.style.marginTop = "20000px";
                for (const name of ["exhibit", "src", "lang"]) other.setAttribute(name, figure.getAttribute(name));
                document.body.append(other);
                for (let i = 0; i < 200 && other.getBoundingClientRect().height < 100; ++i) await new Promise(requestAnimationFrame);
                const reserved = other.getBoundingClientRect().height;
                other.remove();
                return [reserved, is];
            });
            assert.equal(reserved, is, `${lang}, ${width}`);
        }
    }
});
