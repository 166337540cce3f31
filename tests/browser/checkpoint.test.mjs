// A reader's own model, run in a worker: its attention is shown as if it had been brought. The model that learned stands for one; a small random one has
// byte-level BPE.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { createModel, modelFile } from "../node/open.mjs";
import { random } from "../random.mjs";
import { makePage, open } from "./support.mjs";

const file = (name) => readFileSync(new URL(`../../train/learned/${name}`, import.meta.url));
const words = JSON.parse(file("vocabulary.json"));
const json = (value) => Buffer.from(JSON.stringify(value));

/** As Hugging Face's tokenizers writes one that knows whole words. */
const wordLevel = {
    version: "1.0",
    added_tokens: [],
    normalizer: null,
    pre_tokenizer: { type: "WhitespaceSplit" },
    post_processor: null,
    decoder: null,
    model: { type: "WordLevel", vocab: Object.fromEntries(words.map((word, i) => [word, i])), unk_token: words[0] },
};

/** Words of the text that is read where there is no other, which the model does not know. */
const unknownWords = Object.fromEntries(["The", "tired."].map((word) => [word, 1]));

/** GPT-2's alphabet of bytes, and a few merges. */
function byteLevel() {
    const seen = [...Array(256).keys()].filter((byte) => (byte > 32 && byte < 127) || (byte > 160 && byte !== 173));
    const hidden = [...Array(256).keys()].filter((byte) => !seen.includes(byte));
    const letters = [...seen.map((byte) => String.fromCharCode(byte)), ...hidden.map((_, i) => String.fromCharCode(256 + i))];
    const merges = ["a t", "c at", "Ġ cat", "Ġ s", "Ġs at"];
    const vocab = Object.fromEntries([...letters, ...merges.map((merge) => merge.replace(" ", ""))].map((token, i) => [token, i]));
    const bytes = { type: "ByteLevel", add_prefix_space: false, trim_offsets: true, use_regex: true };
    return {
        version: "1.0",
        added_tokens: [],
        normalizer: null,
        pre_tokenizer: bytes,
        post_processor: bytes,
        decoder: bytes,
        model: { type: "BPE", dropout: null, unk_token: null, fuse_unk: false, byte_fallback: false, vocab, merges },
    };
}

/** Random weights by these names and shapes, as a safetensors file. */
function safetensors(shapes, draw) {
    let at = 0;
    const header = {};
    const parts = [];
    for (const [name, shape] of Object.entries(shapes)) {
        const numbers = Float32Array.from({ length: shape.reduce((a, b) => a * b, 1) }, () => (draw() - 0.5) * 0.6);
        header[name] = { dtype: "F32", shape, data_offsets: [at, (at += numbers.byteLength)] };
        parts.push(Buffer.from(numbers.buffer));
    }
    const text = json(header);
    const length = Buffer.alloc(8);
    length.writeBigUInt64LE(BigInt(text.length));
    return Buffer.concat([length, text, ...parts]);
}

const small = { vocab_size: 261, n_ctx: 24, n_positions: 24, n_embd: 16, n_layer: 2, n_head: 4 };
const gpt2 = () => {
    const layer = (i) => ({
        [`h.${i}.ln_1.weight`]: [16],
        [`h.${i}.ln_1.bias`]: [16],
        [`h.${i}.attn.c_attn.weight`]: [16, 48],
        [`h.${i}.attn.c_attn.bias`]: [48],
        [`h.${i}.attn.c_proj.weight`]: [16, 16],
        [`h.${i}.attn.c_proj.bias`]: [16],
        [`h.${i}.ln_2.weight`]: [16],
        [`h.${i}.ln_2.bias`]: [16],
        [`h.${i}.mlp.c_fc.weight`]: [16, 64],
        [`h.${i}.mlp.c_fc.bias`]: [64],
        [`h.${i}.mlp.c_proj.weight`]: [64, 16],
        [`h.${i}.mlp.c_proj.bias`]: [16],
    });
    const ends = { "ln_f.weight": [16], "ln_f.bias": [16] };
    return safetensors({ "wte.weight": [261, 16], "wpe.weight": [24, 16], ...layer(0), ...layer(1), ...ends }, random(22));
};

/** A page whose figure's model lies in /model/; what it fails with is in `window.errors`. */
async function pageOf(t, files, attributes) {
    const page = await open(t, await makePage(""));
    await page.route("**/model/*", (route) => {
        const body = files[new URL(route.request().url()).pathname.split("/").at(-1)];
        return body ? route.fulfill({ body }) : route.fulfill({ status: 404 });
    });
    await page.evaluate((attributes) => {
        window.errors = [];
        document.addEventListener("error", ({ detail }) => detail && window.errors.push(`${detail.type}: ${detail.message}`), true);
        document.body.innerHTML = `<attention-explainer id="figure" exhibit="heads" ${attributes}></attention-explainer>`;
    }, attributes);
    return page;
}

/** Runs something with the figure, waits for it, and says what there is then. */
const then = (page, work, given) =>
    page.evaluate(
        async ([work, given]) => {
            const figure = document.getElementById("figure");
            await new Function("figure", "given", work)(figure, given);
            await figure.settled();
            const { summary, values } = figure.describe();
            return { summary, weight: values["weight"], errors: window.errors.splice(0) };
        },
        [work, given],
    );

async function traceOf(bytes, config, ids) {
    const model = await createModel(bytes, config, { path: "simd128", wasm: readFileSync(modelFile("simd128")) });
    const { layers } = model.trace(ids);
    return (layer, head, query, key) => layers[layer].weights[(head * ids.length + query) * ids.length + key];
}

test("a folder with a model is run on a text, and its attention is what the model computes", async (t) => {
    const config = JSON.parse(file("config.json"));
    const files = { "model.safetensors": file("model.safetensors"), "config.json": json(config), "tokenizer.json": json(wordLevel) };
    const page = await pageOf(t, files, "");
    const sentence = "the cat sat on the soft";
    const weight = await traceOf(
        files["model.safetensors"],
        config,
        sentence.split(" ").map((word) => words.indexOf(word)),
    );
    const of = (text) =>
        `figure.tensors = { model: "/model/model.safetensors", config: given, tokenizer: "/model/tokenizer.json", text: "${text}" };`;
    const shown = await then(page, `${of(sentence)} figure.state = { layer: 1, head: 2, query: 4, key: 1 };`, config);
    assert.deepEqual(shown.errors, []);
    assert.match(shown.summary, /^Attention of your own: 2 layers, 4 heads each, 6 queries, 6 keys.*“the” gives “cat”/);
    assert.ok(Math.abs(shown.weight - weight(1, 2, 4, 1)) < 1e-5, `${shown.weight} beside ${weight(1, 2, 4, 1)}`);
    // The folder alone; and what cannot be run is said, and leaves it.
    files["tokenizer.json"] = json({ ...wordLevel, model: { ...wordLevel.model, vocab: { ...wordLevel.model.vocab, ...unknownWords } } });
    const folder = await then(page, `figure.setAttribute("src", "/model/");`);
    assert.deepEqual(folder.errors, []);
    assert.match(folder.summary, /2 layers, 4 heads each, \d+ queries/);
    for (const [work, why] of [
        [of(Array(300).fill("cat").join(" ")), /The text has 300 tokens; at most 256 are shown/],
        [of(""), /The text has no tokens/],
        [of("the zebra"), /The tokenizer has no token for “zebra”/],
        [
            `figure.tensors = { model: "/model/nothing", config: given, tokenizer: "/model/tokenizer.json" };`,
            /\/model\/nothing answered 404/,
        ],
        [`figure.tensors = { model: "/model/config.json", config: given, tokenizer: "/model/tokenizer.json" };`, /header|bytes/],
        [`figure.tensors = { model: "/model/model.safetensors", tokenizer: "/model/tokenizer.json" };`, /a model needs its config/],
        [`figure.tensors = { model: "/model/model.safetensors", config: given };`, /a model needs its tokenizer/],
        [of(Array(100).fill("cat").join(" ")), /The text has 100 tokens; the model reads \d+\./],
        [
            `figure.tensors = { model: "/model/model.safetensors", config: given, tokenizer: "/model/model.safetensors" };`,
            /tokenizer.json is not a JSON object/,
        ],
        [
            `figure.tensors = { model: "/model/model.safetensors", config: { ...given, n_layer: 3 }, tokenizer: "/model/tokenizer.json" };`,
            /h\.2\./,
        ],
    ]) {
        const { summary, errors } = await then(page, work, config);
        assert.equal(summary, folder.summary);
        assert.equal(errors.length, 1, String(why));
        assert.match(errors[0], /^tensors: /);
        assert.match(errors[0], why);
    }
});

test("a model with byte-level BPE reads pieces of words, which are shown as one reads them; the latest text wins", async (t) => {
    const files = { "model.safetensors": gpt2(), "config.json": json(small), "tokenizer.json": json(byteLevel()) };
    const page = await pageOf(t, files, "");
    const tokenizer = byteLevel().model.vocab;
    const pieces = ["T", "h", "e", "Ġcat", "Ġsat", "Ġ", "Ã", "¼"];
    const weight = await traceOf(
        files["model.safetensors"],
        small,
        pieces.map((piece) => tokenizer[piece]),
    );
    const shown = await then(
        page,
        `const of = (text) => ({ model: "/model/model.safetensors", config: "/model/config.json", tokenizer: "/model/tokenizer.json", text });
        figure.tensors = of("cat cat cat");
        return Promise.resolve().then(() => { figure.tensors = of("The cat sat ü"); figure.state = { layer: 1, head: 3, query: 4, key: 3 }; });`,
    );
    assert.deepEqual(shown.errors, []);
    assert.match(shown.summary, /2 layers, 4 heads each, 8 queries.*“ sat” gives “ cat”/);
    assert.ok(Math.abs(shown.weight - weight(1, 3, 4, 3)) < 1e-5, `${shown.weight} beside ${weight(1, 3, 4, 3)}`);
    assert.deepEqual(page.problems, []);
});
