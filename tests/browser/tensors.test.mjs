// Tensors that a page brings: files as NumPy and safetensors write them, objects of a script's, and what cannot be shown.
import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { makePage, open } from "./support.mjs";

/** The numbers of a random map of so many heads: each row sums to 1. */
function attention(layers, heads, n, draw) {
    const numbers = [];
    for (let row = 0; row < layers * heads * n; ++row) {
        const shares = Array.from({ length: n }, () => draw() ** 3);
        const sum = shares.reduce((a, b) => a + b, 0);
        numbers.push(...shares.map((share) => share / sum));
    }
    return Float32Array.from(numbers);
}

const bytesOf = (numbers) => Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength);

/** As np.save writes it. */
function npy(descr, shape, data) {
    const header = `{'descr': '${descr}', 'fortran_order': False, 'shape': (${shape.join(", ")}${shape.length === 1 ? "," : ""}), }`;
    const padded = `${header.padEnd(Math.ceil((header.length + 11) / 64) * 64 - 11 + 0)}\n`;
    const length = Buffer.alloc(2);
    length.writeUInt16LE(padded.length);
    return Buffer.concat([Buffer.from("\x93NUMPY\x01\x00", "latin1"), length, Buffer.from(padded, "latin1"), data]);
}

const unicode = (words) => {
    const longest = Math.max(...words.map((word) => [...word].length));
    const out = Buffer.alloc(words.length * longest * 4);
    words.forEach((word, i) => [...word].forEach((sign, j) => out.writeUInt32LE(sign.codePointAt(0), (i * longest + j) * 4)));
    return npy(`<U${longest}`, [words.length], out);
};

const table = Array.from({ length: 256 }, (_, i) => {
    let c = i;
    for (let k = 0; k < 8; ++k) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1;
    return c >>> 0;
});
const crc32 = (bytes) => {
    let c = 0xffffffff;
    for (const byte of bytes) c = table[(c ^ byte) & 255] ^ (c >>> 8);
    return (c ^ 0xffffffff) >>> 0;
};

/** As np.savez_compressed writes it. */
function npz(files) {
    const parts = [];
    const directory = [];
    let offset = 0;
    for (const [name, data] of Object.entries(files)) {
        const packed = deflateRawSync(data);
        const common = Buffer.alloc(26);
        common.writeUInt16LE(20, 0);
        common.writeUInt16LE(8, 4);
        common.writeUInt32LE(crc32(data), 10);
        common.writeUInt32LE(packed.length, 14);
        common.writeUInt32LE(data.length, 18);
        common.writeUInt16LE(name.length, 22);
        const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), common, Buffer.from(name), packed]);
        const rest = Buffer.alloc(14);
        rest.writeUInt32LE(offset, 10);
        directory.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00", "latin1"), common, rest, Buffer.from(name)]));
        parts.push(local);
        offset += local.length;
    }
    const all = Buffer.concat(directory);
    const end = Buffer.alloc(18);
    end.writeUInt16LE(directory.length, 4);
    end.writeUInt16LE(directory.length, 6);
    end.writeUInt32LE(all.length, 8);
    end.writeUInt32LE(offset, 12);
    return Buffer.concat([...parts, all, Buffer.from("PK\x05\x06", "latin1"), end]);
}

function safetensors(shape, numbers, tokens) {
    const header = JSON.stringify({
        __metadata__: { tokens: JSON.stringify(tokens) },
        attention: { dtype: "F32", shape, data_offsets: [0, numbers.byteLength] },
    });
    const length = Buffer.alloc(8);
    length.writeBigUInt64LE(BigInt(Buffer.byteLength(header)));
    return Buffer.concat([length, Buffer.from(header), bytesOf(numbers)]);
}

let next = 1;
const draw = () => (next = (next * 48271) % 2147483647) / 2147483647;
const numbers = attention(2, 3, 5, draw);
const tokens = ["the", "cat", "sat", "été", "🙂"];
const at = (layer, head, query, key) => numbers[((layer * 3 + head) * 5 + query) * 5 + key];
const files = {
    "own.npy": npy("<f4", [2, 3, 5, 5], bytesOf(numbers)),
    "own.npz": npz({ "attention.npy": npy("<f4", [2, 3, 5, 5], bytesOf(numbers)), "tokens.npy": unicode(tokens) }),
    "own.safetensors": safetensors([2, 3, 5, 5], numbers, tokens),
    "own.json": Buffer.from(JSON.stringify({ tokens, attention: { shape: [2, 3, 5, 5], data: [...numbers] } })),
    // what BertViz's views are given: a list of views, each with layers of a batch of one
    "bertviz.json": Buffer.from(
        JSON.stringify({
            attention: [
                {
                    name: null,
                    attn: [0, 1].map((l) => [0, 1, 2].map((h) => tokens.map((_, i) => tokens.map((_, j) => at(l, h, i, j))))),
                    left_text: tokens,
                    right_text: tokens,
                },
            ],
        }),
    ),
    "cut.npy": npy("<f4", [2, 3, 5, 5], bytesOf(numbers)).subarray(0, 200),
};

/** A page whose figure's files are these; the events of type "error" are in `window.errors`. */
async function figureOf(context, attributes, options) {
    const page = await open(context, await makePage(""), options);
    await page.route("**/own/*", (route) => {
        const body = files[new URL(route.request().url()).pathname.split("/").at(-1)];
        return body ? route.fulfill({ body }) : route.fulfill({ status: 404 });
    });
    await page.evaluate((attributes) => {
        window.errors = [];
        document.addEventListener("error", (event) => event.detail && window.errors.push(event.detail), true);
        document.body.innerHTML = `<attention-explainer id="figure" ${attributes}></attention-explainer>`;
    }, attributes);
    return page;
}

const described = (page) =>
    page.evaluate(async () => {
        const figure = document.getElementById("figure");
        await figure.settled();
        return figure.describe();
    });

for (const [name, named] of [
    ["own.npy", false],
    ["own.npz", true],
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
    for (const [wrong, why] of [
        [{ attention: [[1, 0], [1]] }, "attention has a list of 2 and one of 1 beside it"],
        [{ attention: [[1, 0]], tokens: ["one"] }, "It has 1 tokens, and attention to 2."],
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
