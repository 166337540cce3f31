// A reader's own model, run in a worker on the texts that are typed in the figure. What it says is judged by NumPy, in double, from the model's files alone
// (checkpoint_oracle.py), and that by what PyTorch once said.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { random, seed } from "../random.mjs";
import { makePage, open } from "./support.mjs";

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const json = (value) => Buffer.from(JSON.stringify(value));
const folder = mkdtempSync(join(tmpdir(), "checkpoint-"));
after(() => rmSync(folder, { recursive: true }));

/** What the model in that file says: an answer for each job ({text} or {ids}, and {off}). */
function said(model, config, tokenizer, jobs) {
    const input = JSON.stringify({ model, config, tokenizer, jobs });
    const output = execFileSync(process.env.PYTHON ?? "/usr/bin/python3", [here("checkpoint_oracle.py")], {
        input,
        encoding: "utf8",
        maxBuffer: 1 << 28,
    });
    return JSON.parse(output);
}

/** GPT-2's letters for bytes; a few merges; one that ends a text. */
function byteLevel() {
    const seen = [...Array(256).keys()].filter((byte) => (byte > 32 && byte < 127) || (byte > 160 && byte !== 173));
    const hidden = [...Array(256).keys()].filter((byte) => !seen.includes(byte));
    const letters = [...seen.map((byte) => String.fromCharCode(byte)), ...hidden.map((_, i) => String.fromCharCode(256 + i))];
    const merges = ["a t", "c at", "Ġ cat", "Ġ s", "Ġs at", "h e", "T he", "Ġ t", "Ġt he"];
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
const tokenizer = byteLevel();
const vocabulary = Object.keys(tokenizer.model.vocab).length;

/** As Hugging Face's tokenizers writes one that knows whole words: a single one. */
const wordLevel = {
    ...tokenizer,
    pre_tokenizer: { type: "WhitespaceSplit" },
    post_processor: null,
    decoder: null,
    model: { type: "WordLevel", vocab: { cat: 0 }, unk_token: "cat" },
};

/** Random weights by these names and shapes, as a safetensors file. */
function safetensors(shapes, draw) {
    let at = 0;
    const header = {};
    const parts = [];
    for (const [name, shape] of Object.entries(shapes)) {
        const numbers = Float32Array.from({ length: shape.reduce((a, b) => a * b, 1) }, () => (draw() - 0.5) * 1.2);
        header[name] = { dtype: "F32", shape, data_offsets: [at, (at += numbers.byteLength)] };
        parts.push(Buffer.from(numbers.buffer));
    }
    const text = json(header);
    const length = Buffer.alloc(8);
    length.writeBigUInt64LE(BigInt(text.length));
    return Buffer.concat([length, text, ...parts]);
}

const layers = [0, 1];
const families = {
    gpt2: {
        config: { vocab_size: vocabulary, n_ctx: 40, n_positions: 40, n_embd: 16, n_layer: 2, n_head: 4 },
        shapes: {
            "wte.weight": [vocabulary, 16],
            "wpe.weight": [40, 16],
            ...Object.assign(
                {},
                ...layers.map((i) => ({
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
                })),
            ),
            "ln_f.weight": [16],
            "ln_f.bias": [16],
        },
    },
    llama: {
        config: {
            model_type: "llama",
            vocab_size: vocabulary,
            hidden_size: 16,
            num_hidden_layers: 2,
            num_attention_heads: 4,
            num_key_value_heads: 2,
            intermediate_size: 24,
            max_position_embeddings: 40,
            rms_norm_eps: 1e-5,
            rope_theta: 10000,
            tie_word_embeddings: false,
        },
        shapes: {
            "model.embed_tokens.weight": [vocabulary, 16],
            ...Object.assign(
                {},
                ...layers.map((i) => ({
                    [`model.layers.${i}.input_layernorm.weight`]: [16],
                    [`model.layers.${i}.self_attn.q_proj.weight`]: [16, 16],
                    [`model.layers.${i}.self_attn.k_proj.weight`]: [8, 16],
                    [`model.layers.${i}.self_attn.v_proj.weight`]: [8, 16],
                    [`model.layers.${i}.self_attn.o_proj.weight`]: [16, 16],
                    [`model.layers.${i}.post_attention_layernorm.weight`]: [16],
                    [`model.layers.${i}.mlp.gate_proj.weight`]: [24, 16],
                    [`model.layers.${i}.mlp.up_proj.weight`]: [24, 16],
                    [`model.layers.${i}.mlp.down_proj.weight`]: [16, 24],
                })),
            ),
            "model.norm.weight": [16],
            "lm_head.weight": [vocabulary, 16],
        },
    },
};

/** A model of that family: its files, and what it says by our oracle. */
function modelOf(family, from = seed) {
    const { config, shapes } = families[family];
    const weights = safetensors(shapes, random(from));
    const path = join(folder, `${family}-${from}.safetensors`);
    writeFileSync(path, weights);
    return {
        files: { "model.safetensors": weights, "config.json": json(config), "tokenizer.json": json(tokenizer) },
        says: (...jobs) => said(path, config, tokenizer, jobs),
    };
}

const softmax = (logits) => {
    const most = Math.max(...logits);
    const all = logits.map((logit) => Math.exp(logit - most));
    const sum = all.reduce((a, b) => a + b, 0);
    return all.map((one) => one / sum);
};

/** A page whose models lie in /model/; what its figures fail with is in `window.errors`, and how often the weights were asked for in `asked`. */
async function pageOf(t, files, body) {
    const page = await open(t, await makePage(""));
    page.asked = 0;
    await page.route("**/model/*", async (route) => {
        const name = new URL(route.request().url()).pathname.split("/").at(-1);
        if (name === "model.safetensors") {
            page.asked += 1;
            await page.held; // a promise, where a test holds the model up
        }
        const there = files[name];
        await route.fulfill(there ? { body: there } : { status: 404 }).catch(() => {}); // nobody may want it any more
    });
    await page.evaluate((body) => {
        window.errors = [];
        document.addEventListener("error", ({ detail }) => detail && window.errors.push(`${detail.type}: ${detail.message}`), true);
        document.body.innerHTML = body;
    }, body);
    return page;
}

const figure = (exhibit, attributes = `src="/model/"`) =>
    `<attention-explainer id="figure" loading="eager" exhibit="${exhibit}" ${attributes}></attention-explainer>`;

/** Runs something with the figure, waits for it, and says what there is then. */
const then = (page, work = "", given = null, id = "figure") =>
    page.evaluate(
        async ([work, given, id]) => {
            const figure = document.getElementById(id);
            const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;
            await new AsyncFunction("figure", "given", work)(figure, given);
            await figure.settled();
            const { summary, values, tables } = figure.describe();
            const { state } = figure;
            return {
                summary,
                values,
                state,
                saved: figure.save(),
                table: tables.find(({ title }) => title === "Next token"),
                errors: window.errors.splice(0),
            };
        },
        [work, given, id],
    );

const near = (got, expected, note, bound = 1e-4) =>
    assert.ok(Math.abs(got - expected) < bound, `${note}: ${got} beside ${expected}, seed ${seed}`);
/** What breaks lines is written out. */
const escapes = { "\n": "\\n", "\t": "\\t", "\r": "\\r" };
const codeOf = (sign) => `\\x${sign.codePointAt(0).toString(16).padStart(2, "0")}`;
/** What is no text that a reader would type: parts of letters, and what cannot be seen. */
const unwritten = /[\p{C}\ufffd]/u;
/** As a token is drawn: what cannot be seen is written out. */
const quoted = (token) => {
    const seen = [...token].map((sign) => escapes[sign] ?? (sign < " " || sign === "\x7f" ? codeOf(sign) : sign)).join("");
    return `“${/^ *$/.test(seen) ? seen.replaceAll(" ", "·") : seen}”`;
};

/** The figure's heads and what comes next are those of an answer, in a state. */
function agrees({ values, state, table }, answer, note) {
    const { layer, head, query, key } = state;
    if (layer !== undefined) near(values["weight"], answer.attention[layer][head][query][key], `${note}, weight`, 1e-5);
    const shares = softmax(answer.logits);
    answer.order.slice(0, 10).forEach((token, rank) => {
        assert.equal(table.rows[rank][0], quoted(answer.names[rank]), `${note}, rank ${rank}, seed ${seed}`);
        near(table.rows[rank][1], shares[token], `${note}, share of rank ${rank}`);
    });
}

test("the oracle says what PyTorch said", () => {
    for (const name of ["llama_f32", "llama_f16", "gpt2_file"]) {
        const path = here(`../model/${name}_case.safetensors`);
        const bytes = readFileSync(path);
        const length = Number(bytes.readBigUInt64LE(0));
        const { __metadata__: metadata, ...tensors } = JSON.parse(bytes.subarray(8, 8 + length));
        const numbers = (tensor, type) => {
            const [begin, end] = tensors[tensor].data_offsets;
            return [...new type(Uint8Array.from(bytes.subarray(8 + length + begin, 8 + length + end)).buffer)];
        };
        const ids = numbers("case.tokens", Int32Array);
        const config = JSON.parse(metadata.config);
        const [{ attention, logits }] = said(path, config, null, [{ ids }]);
        numbers("case.logits", Float32Array)
            .slice(-config.vocab_size)
            .forEach((logit, i) => near(logits[i], logit, `${name}, logit ${i}`, 1e-5));
        const weights = attention.flat(3);
        numbers("case.weights", Float32Array).forEach((weight, i) => near(weights[i], weight, `${name}, weight ${i}`, 1e-6));
    }
});

for (const family of Object.keys(families))
    test(`${family}: heads look, and tokens follow, as NumPy says: of the author's text, of a typed one, without a head`, async (t) => {
        const { files, says } = modelOf(family);
        const page = await pageOf(t, files, figure("learned-heads", `src="/model/" state="layer=1;head=2;query=3;key=1"`));
        const first = await then(page);
        assert.deepEqual(first.errors, []);
        const [answer] = says({ text: "The cat sat on the mat because it was tired." });
        assert.deepEqual([first.state.layer, first.state.query, first.state.text], [1, 3, "The cat sat on the mat because it was tired."]);
        agrees(first, answer, "the first text");
        // Typed: no model is loaded again, the focus stays in the field, and values of the reader's stay.
        await page.locator("#figure input[name=text]").focus();
        for (const text of ["A cat sat ü", "A cat sat é ü"]) {
            await page.locator("#figure input[name=text]").fill(text);
            const typed = await then(page);
            const [told] = says({ text });
            assert.deepEqual(typed.errors, []);
            assert.equal(typed.state.text, text);
            assert.deepEqual([typed.state.layer, typed.state.head, typed.state.query], [1, 2, 3]);
            agrees(typed, told, text);
        }
        assert.equal(await page.evaluate(() => document.getElementById("figure").shadowRoot.activeElement?.name), "text");
        assert.equal(page.asked, 1, "the model was loaded once");
        // A head that is off, in whatever layer.
        for (const [layer, head] of [
            [1, 2],
            [0, 3],
        ]) {
            const off = await then(page, `figure.state = { layer: ${layer}, head: ${head}, without: true }`);
            const [all, without] = says({ text: "A cat sat é ü" }, { text: "A cat sat é ü", off: [layer, head] });
            assert.deepEqual(off.errors, []);
            agrees(off, all, "with it");
            const shares = softmax(without.logits);
            all.order
                .slice(0, 10)
                .forEach((token, rank) => near(off.table.rows[rank][2], shares[token], `without ${layer}, ${head}, ${rank}`));
        }
        // A shorter text has fewer tokens to choose from; undo goes back to what was chosen of the longer one.
        const shorter = await then(page, `figure.restore("layer=1;text=A%20cat")`);
        assert.deepEqual([shorter.state.text, shorter.state.query, shorter.state.without], ["A cat", 1, false]);
        agrees(shorter, says({ text: "A cat" })[0], "shorter");
        const back = await then(page, "figure.undo(); ");
        assert.deepEqual([back.state.text, back.state.query, back.state.without], ["A cat sat é ü", 3, true]);
        agrees(back, says({ text: "A cat sat é ü" })[0], "undone");
        const restored = await then(
            page,
            `figure.restore("layer=1;query=9;key=8;text=The%20cat%20sat%20cat%20sat%20the%20cat%20sat%20cat%20the")`,
        );
        agrees(restored, says({ text: "The cat sat cat sat the cat sat cat the" })[0], "restored");
        assert.deepEqual([restored.state.query, restored.errors], [9, []]);
        await assert.rejects(then(page, "figure.state = { query: 10 }"), /query must be a whole number from 0 to 9/);
        assert.equal(page.asked, 1);
        assert.deepEqual(page.problems, []);
    });

test("next-word writes on what is drawn, or pressed; the link carries the text", async (t) => {
    // A model whose likeliest token behind these words can be written: no part of a letter, and nothing that cannot be seen.
    let text = "The cat";
    let from = seed;
    let { files, says } = modelOf("gpt2", from);
    while (unwritten.test(says({ text })[0].names[0])) ({ files, says } = modelOf("gpt2", ++from));
    const page = await pageOf(t, files, figure("next-word", `src="/model/" state="text=The%20cat;pick=likeliest"`));
    let now = await then(page);
    assert.deepEqual(now.errors, []);
    for (let round = 0; round < 3; ++round) {
        const [answer] = says({ text });
        agrees(now, answer, text);
        if (unwritten.test(answer.names[0])) break;
        text += answer.names[0];
        now = await then(page, `[...figure.shadowRoot.querySelectorAll("button")].find((one) => /write on/.test(one.textContent)).click()`);
        assert.deepEqual([now.state.text, now.errors], [text, []], `seed ${from}`);
    }
    assert.notEqual(text, "The cat");
    // A press on one of those that follow.
    const [{ names }] = says({ text });
    const name = names.slice(1, 8).find((name) => !unwritten.test(name) && name.trim() === name && !/[<>&"]/.test(name));
    if (name) {
        const at = await page.evaluate((name) => {
            const figure = document.getElementById("figure");
            const drawn = new DOMParser().parseFromString(figure.export("svg"), "image/svg+xml");
            const text = [...drawn.querySelectorAll("text")].findLast((one) => one.textContent === name);
            const { x, y } = figure.getBoundingClientRect();
            return text && { x: x + Number(text.getAttribute("x")) + 2, y: y + Number(text.getAttribute("y")) - 4 };
        }, quoted(name));
        assert.ok(at, `${name}, seed ${seed}`);
        await page.mouse.click(at.x, at.y);
        await page.waitForFunction((text) => document.getElementById("figure").state.text !== text, text);
        text += name;
        now = await then(page);
        assert.deepEqual([now.state.text, now.errors], [text, []], `seed ${seed}`);
    }
    // What was copied opens there.
    const again = await then(await pageOf(t, files, figure("next-word", `src="/model/" state="${now.saved}"`)));
    assert.deepEqual([again.state, again.summary, again.errors], [now.state, now.summary, []]);
    // Shares by temperature and cuts: of the same logits, without another run.
    const cut = await then(page, `figure.state = { temperature: 0.5, topK: 5, topP: 1 }`);
    const [answer] = says({ text });
    const kept = answer.order.slice(0, 5);
    const shares = softmax(kept.map((token) => answer.logits[token] / 0.5));
    kept.forEach((_, rank) => near(cut.table.rows[rank][3], shares[rank], `kept, rank ${rank}`));
    assert.equal(cut.values["tokens kept"], 5);
    assert.deepEqual(page.problems, []);
});

test("what cannot be read is said in the figure, and what it shows stays", async (t) => {
    const { files } = modelOf("gpt2");
    const page = await pageOf(t, files, figure("learned-heads", `src="/model/" state="text=The%20cat"`));
    const before = await then(page);
    for (const [text, why] of [
        [Array(300).fill("cat").join(" "), /The text has 300 tokens; at most 256 are shown/],
        ["", /The text has no tokens/],
        [Array(41).fill("cat").join(" "), /The text has 41 tokens; the model reads 40\./],
    ]) {
        const now = await then(page, `figure.state = { text: given }`, text);
        assert.equal(now.summary, before.summary);
        assert.equal(now.state.text, text, "what was typed stays, too");
        assert.equal(now.errors.length, 1, String(why));
        assert.match(now.errors[0], why);
        assert.match(await page.evaluate(() => document.getElementById("figure").export("svg")), /The text has/);
    }
    assert.deepEqual((await then(page, `figure.state = { text: "The cat" }`)).errors, []);
    // Other models that are none.
    const of = (parts) =>
        `figure.tensors = { model: "/model/model.safetensors", config: "/model/config.json", tokenizer: "/model/tokenizer.json", ...given };`;
    for (const [parts, why] of [
        [{ model: "/model/nothing" }, /\/model\/nothing answered 404/],
        [{ model: "/model/config.json" }, /header|bytes/],
        [{ config: null }, /a model needs its config/],
        [{ tokenizer: null }, /a model needs its tokenizer/],
        [{ tokenizer: "/model/model.safetensors" }, /tokenizer.json is not a JSON object/],
        [{ config: { ...families.gpt2.config, n_layer: 3 } }, /h\.2\./],
        [{ config: { ...families.gpt2.config, n_layer: 0 } }, /config\.n_layer/],
        [{ tokenizer: wordLevel }, /The tokenizer has no token for “The”/],
    ]) {
        const { summary, errors } = await then(page, of(), parts);
        assert.equal(summary, before.summary);
        assert.equal(errors.length, 1, String(why));
        assert.match(errors[0], why);
    }
    // More memory than there is: said before any of it is taken.
    const width = 16000;
    const huge = Object.fromEntries(
        Object.entries(families.gpt2.shapes).map(([name, shape]) => [name, shape.map((size) => (size % 16 ? size : (size / 16) * width))]),
    );
    let end = 0;
    const header = Object.fromEntries(
        Object.entries(huge).map(([name, shape]) => {
            const begin = end;
            end += 4 * shape.reduce((a, b) => a * b, 1);
            return [name, { dtype: "F32", shape, data_offsets: [begin, end] }];
        }),
    );
    const length = Buffer.alloc(8);
    length.writeBigUInt64LE(BigInt(json(header).length));
    files["huge"] = Buffer.concat([length, json(header), Buffer.alloc(1 << 20)]);
    const config = { ...families.gpt2.config, n_embd: width };
    const { errors } = await then(page, of(), { model: "/model/huge", config });
    assert.equal(errors.length, 1);
    assert.match(errors[0], /too large for memory: the weights take \d+ MiB/);
});

test("a first text that cannot be read is said over the model's own; another text's state has that text's places, and no other layer", async (t) => {
    const { files } = modelOf("gpt2");
    for (const text of ["", Array(300).fill("cat").join("%20")]) {
        const page = await pageOf(t, files, figure("learned-heads", `src="/model/" state="text=${text}"`));
        const first = await then(page);
        assert.equal(first.errors.length, 1, text);
        assert.match(first.errors[0], /The text has (no|300) tokens/);
        assert.notEqual(first.summary, "");
        const next = await then(page, `figure.state = { text: "The cat" }`);
        assert.deepEqual(next.errors, []);
        assert.notEqual(next.summary, first.summary);
        const begin = next.state.centreRow;
        const wrong = await then(
            page,
            `try { figure.restore("layer=7;text=cat%20cat") } catch (error) { window.errors.push(String(error)) }`,
        );
        assert.equal(wrong.errors.length, 1);
        assert.match(wrong.errors[0], /layer/);
        const far = await then(page, `figure.restore("query=9;key=8;text=cat%20cat%20cat%20cat%20cat%20cat%20cat%20cat%20cat%20cat")`);
        assert.deepEqual(far.errors, []);
        assert.deepEqual([far.state.query, far.state.key, begin > 0, far.state.centreRow > begin], [9, 8, true, true]);
        // An address has another text's state, too.
        await page.evaluate(() => (location.hash = "#figure?query=3;key=2;text=cat%20cat%20cat%20cat"));
        await page.waitForFunction(() => document.getElementById("figure").state.query === 3);
        const there = await then(page);
        assert.deepEqual([there.state.query, there.state.key, there.state.text, there.errors], [3, 2, "cat cat cat cat", []]);
        await page.context().close();
    }
});

test("a text that is typed while another one is read takes its place; figures of one model share it", async (t) => {
    const { files, says } = modelOf("gpt2");
    const two = figure("learned-heads") + figure("next-word").replace(`id="figure"`, `id="second"`);
    const page = await pageOf(t, files, two);
    const [first, second] = [await then(page), await then(page, "", null, "second")];
    assert.deepEqual([first.errors, second.errors], [[], []]);
    assert.equal(page.asked, 1, "both read by one worker");
    const texts = ["T", "Th", "The", "The ", "The c", "The ca", "The cat"];
    const typed = await then(
        page,
        `for (const text of given) { figure.state = { text }; await new Promise(requestAnimationFrame); }`,
        texts,
    );
    assert.equal(typed.state.text, "The cat");
    agrees(typed, says({ text: "The cat" })[0], "typed");
    agrees(await then(page, "", null, "second"), says({ text: first.state.text })[0], "the other one is as it was");
    assert.equal(page.workers().length, 1);
    // One goes, the other goes on; without any there is no worker.
    await page.evaluate(() => document.getElementById("second").remove());
    await then(page, `figure.state = { text: "A cat" }`);
    assert.equal(page.workers().length, 1);
    const gone = page.workers()[0].waitForEvent?.("close") ?? new Promise((resolve) => page.workers()[0].on("close", resolve));
    await page.evaluate(() => {
        window.kept = document.getElementById("figure");
        window.kept.remove();
    });
    await gone;
    assert.equal(page.workers().length, 0);
    // Back again it shows what it showed, and reads on with the model loaded anew.
    await page.evaluate(() => document.body.append(window.kept));
    agrees(await then(page), says({ text: "A cat" })[0], "back");
    agrees(await then(page, `figure.state = { text: "A cat sat" }`), says({ text: "A cat sat" })[0], "and on");
    assert.equal(page.asked, 2);
    assert.deepEqual(page.problems, []);
});

test("a figure that goes while its model loads ends it, and loads it when it comes back; progress is told", async (t) => {
    const { files, says } = modelOf("gpt2");
    const page = await pageOf(t, files, "");
    let go;
    page.held = new Promise((resolve) => (go = resolve));
    const asked = page.waitForRequest("**/model/model.safetensors");
    await page.evaluate((html) => {
        document.body.innerHTML = html;
        window.told = [];
        document.getElementById("figure").addEventListener("progress", ({ detail }) => window.told.push(detail));
    }, figure("learned-heads"));
    await asked;
    const [worker] = page.workers();
    const gone = new Promise((resolve) => worker.on("close", resolve));
    await page.evaluate(() => {
        window.kept = document.getElementById("figure");
        window.kept.remove();
    });
    await gone;
    go();
    await page.evaluate(() => document.body.append(window.kept));
    const back = await then(page);
    assert.deepEqual(back.errors, []);
    agrees(back, says({ text: back.state.text })[0], "back");
    const told = await page.evaluate(() => window.told);
    const size = files["model.safetensors"].length;
    assert.deepEqual(told.at(-1), { loaded: size, total: size });
    // Other tensors, while a model is loaded for it: the model goes.
    const other = await then(
        page,
        `figure.exhibit = "heads";
        figure.tensors = { model: "/model/model.safetensors", config: "/model/config.json", tokenizer: "/model/tokenizer.json", text: "cat" };
        return Promise.resolve().then(() => { figure.tensors = { attention: [[[0.25, 0.75]], [[1, 0]]], tokens: ["ja", "nein"] }; });`,
    );
    assert.match(other.summary, /^Attention of your own: 1 layer, 2 heads each, 1 query, 2 keys/);
    assert.equal(page.workers().length, 0);
    assert.deepEqual(page.problems, []);
});

test("attention and logits that an author brings are shown without a model; their text cannot be typed", async (t) => {
    const { says } = modelOf("gpt2");
    const page = await pageOf(t, {}, figure("learned-heads", ""));
    const [answer] = says({ text: "The cat sat" });
    const { attention, logits, tokens, names } = answer;
    const shown = await then(page, "figure.tensors = given", { attention, logits, tokens, candidates: names });
    assert.deepEqual(shown.errors, []);
    agrees(shown, answer, "of an object");
    assert.equal(await page.locator("#figure input[name=text]").isVisible(), false);
    const next = await then(page, `figure.exhibit = "next-word"`);
    assert.deepEqual(next.errors, []);
    agrees(next, answer, "next-word");
    assert.match((await then(page, "figure.tensors = given", { attention, tokens })).errors[0], /called “logits”/);
});
