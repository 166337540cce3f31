// createModel of files as Hugging Face's models come in: Llama's shape in float32, F16 and BF16, and GPT-2's with all that its files carry.
// Logits, attention weights, decoding and prompts beside PyTorch's (tests/model/make_llama_cases.py); a config that is not computed is refused
// by its key; too little memory is said in MiB.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { createModel, distance, modelFile, paths } from "./open.mjs";

/** A stored case: the file, its config, and what PyTorch made of it. */
function stored(name) {
    const bytes = readFileSync(new URL(`../model/${name}_case.safetensors`, import.meta.url));
    const length = Number(bytes.readBigUInt64LE(0));
    const header = JSON.parse(bytes.subarray(8, 8 + length));
    const numbers = (of, Type = Float32Array) => {
        const [begin, end] = header[`case.${of}`].data_offsets;
        return new Type(Uint8Array.from(bytes.subarray(8 + length + begin, 8 + length + end)).buffer);
    };
    return { bytes, header, length, numbers, config: JSON.parse(header.__metadata__.config) };
}
const make = (path, bytes, config) => createModel(bytes, config, { path, wasm: readFileSync(modelFile(path)) });

const cases = ["llama_f32", "llama_f16", "llama_bf16", "gpt2_file"];
for (const path of paths)
    for (const name of cases)
        test(`${path}, ${name}: logits and weights are PyTorch's to 1e-5, decoding too, a prompt at once or token by token`, async () => {
            const { bytes, numbers, config } = stored(name);
            const model = await make(path, bytes, config);
            const { layers, heads, kvHeads, d, width, inner, vocabulary } = model.shape;
            const tokens = numbers("tokens", Int32Array);
            const n = tokens.length;
            const logits = numbers("logits");
            const trace = model.trace(tokens);
            assert.ok(distance(trace.logits, logits) < 1e-5, String(distance(trace.logits, logits)));
            assert.deepEqual(model.forward(tokens), trace.logits);
            const weights = numbers("weights");
            trace.layers.forEach((layer, l) => {
                const size = heads * n * n;
                assert.ok(distance(layer.weights, weights.subarray(l * size, (l + 1) * size)) < 1e-5);
                const lengths = { q: heads * d, k: kvHeads * d, v: kvHeads * d, heads: heads * d, parts: heads * width, hidden: inner };
                for (const [of, columns] of Object.entries(lengths)) assert.equal(layer[of].length, n * columns, of);
                assert.equal(layer.up?.length, name.startsWith("llama") ? n * inner : undefined);
            });
            assert.equal(trace.layers.length, layers);
            const row = (i) => logits.subarray(i * vocabulary, (i + 1) * vocabulary);
            const decoder = model.decode({ tokens: n });
            tokens.forEach((token, i) => assert.ok(distance(decoder.next(token), row(i)) < 1e-5));
            decoder.clear();
            assert.ok(distance(decoder.next(tokens.subarray(0, n - 1)), row(n - 2)) < 1e-5);
            assert.throws(() => decoder.next([0, 0]), /^RangeError: tokens are \d+, (this decoder|the context) has places for \d+/);
            assert.equal(decoder.length, n - 1);
            assert.ok(distance(decoder.next([tokens[n - 1]]), row(n - 1)) < 1e-5);
            assert.equal(decoder.length, n);
            model.dispose();
        });

test("a shape by one set of names; the config by the family's, with what was left out", async () => {
    const { bytes, config } = stored("llama_f32");
    const { model_type, architectures, hidden_act, rope_scaling, ...needed } = config;
    const model = await make("scalar", bytes, needed);
    assert.deepEqual(model.config, { ...needed, model_type });
    assert.deepEqual(model.shape, {
        family: "llama",
        vocabulary: 19,
        context: 16,
        width: 20,
        layers: 2,
        heads: 4,
        kvHeads: 2,
        d: 6,
        inner: 24,
        epsilon: 1e-5,
        ropeTheta: 10000,
        tied: false,
    });
    const file = stored("gpt2_file");
    const gpt2 = await make("scalar", file.bytes, file.config);
    assert.equal(gpt2.config.n_ctx, 9);
    assert.equal(gpt2.shape.tied, false);
    assert.equal(gpt2.shape.context, 9);
});

const llama = stored("llama_f32");
const gpt2 = stored("gpt2_file");

test("what newer files say in rope_parameters, and what changes nothing, is taken", async () => {
    const { rope_theta, ...others } = llama.config;
    const same = {
        ...others,
        rope_parameters: { rope_type: "default", rope_theta },
        sliding_window: 16,
        pretraining_tp: 2,
        attention_bias: false,
        hidden_act: "swish",
    };
    const model = await make("scalar", llama.bytes, same);
    assert.ok(distance(model.forward(llama.numbers("tokens", Int32Array)), llama.numbers("logits")) < 1e-5);
    const other = await make("scalar", llama.bytes, { ...llama.config, rope_theta: 500 });
    assert.ok(distance(other.forward(llama.numbers("tokens", Int32Array)), llama.numbers("logits")) > 1e-3, "theta counts");
});

/** The case's file with another header. */
function withHeader({ bytes, header, length }, change) {
    const changed = structuredClone(header);
    change(changed);
    const text = Buffer.from(JSON.stringify(changed));
    const size = Buffer.alloc(8);
    size.writeBigUInt64LE(BigInt(text.length));
    return Buffer.concat([size, text, bytes.subarray(8 + length)]);
}

for (const [what, { bytes, config }, change, words] of [
    [
        "scaled angles",
        llama,
        { rope_scaling: { type: "linear", factor: 2 } },
        /^RangeError: config\.rope_scaling must be null.*got "linear"/,
    ],
    ["Llama 3's angles", llama, { rope_scaling: { rope_type: "llama3" } }, /config\.rope_scaling.*"llama3"/],
    ["scaled angles of newer files", llama, { rope_parameters: { rope_type: "yarn" } }, /config\.rope_parameters.*"yarn"/],
    ["half of a head turned", llama, { partial_rotary_factor: 0.5 }, /config\.partial_rotary_factor must be 1, got 0\.5/],
    ["biases", llama, { attention_bias: true }, /^RangeError: config\.attention_bias must be false, got true/],
    ["biases of the MLP", llama, { mlp_bias: true }, /config\.mlp_bias must be false, got true/],
    ["a window", llama, { sliding_window: 15 }, /config\.sliding_window must be null or at least max_position_embeddings, got 15/],
    ["another bend", llama, { hidden_act: "gelu" }, /config\.hidden_act must be "silu" or "swish", got "gelu"/],
    ["quantized weights", llama, { quantization_config: {} }, /config\.quantization_config must be null/],
    ["another model", llama, { model_type: "mistral" }, /^RangeError: config\.model_type must be "gpt2" or "llama", got "mistral"/],
    [
        "key heads that do not divide",
        llama,
        { num_key_value_heads: 3 },
        /num_key_value_heads must divide num_attention_heads: 3 does not divide 4/,
    ],
    [
        "heads that do not divide",
        llama,
        { head_dim: null, num_attention_heads: 6 },
        /num_attention_heads must divide hidden_size: 6 does not/,
    ],
    ["an odd head", llama, { head_dim: 5 }, /config\.head_dim must be even for RoPE, got 5/],
    [
        "no context",
        llama,
        { max_position_embeddings: undefined },
        /^TypeError: config\.max_position_embeddings must be a number, got undefined/,
    ],
    ["a base that is none", llama, { rope_theta: -1 }, /^RangeError: config\.rope_theta must be greater than 0, got -1/],
    [
        "a flag that is none",
        llama,
        { tie_word_embeddings: "no" },
        /^TypeError: config\.tie_word_embeddings must be true or false, got "no"/,
    ],
    [
        "a layer too few",
        llama,
        { num_hidden_layers: 1 },
        /^RangeError: model\.layers\.1\.\S+ is not of a model of Llama's shape and this config/,
    ],
    [
        "another width",
        llama,
        { intermediate_size: 25 },
        /model\.layers\.0\.mlp\.gate_proj\.weight has shape \[24, 20\], must have \[25, 20\]/,
    ],
    ["the exact GELU", gpt2, { activation_function: "gelu" }, /config\.activation_function must be "gelu_new".*got "gelu"/],
    ["scores scaled by layer", gpt2, { scale_attn_by_inverse_layer_idx: true }, /config\.scale_attn_by_inverse_layer_idx must be false/],
    ["places of another count", gpt2, { n_positions: 8 }, /transformer\.wpe\.weight has shape \[9, 20\], must have \[8, 20\]/],
    [
        "a head that is not there",
        { ...llama, bytes: withHeader(llama, (header) => delete header["lm_head.weight"]) },
        {},
        /^RangeError: lm_head\.weight is missing/,
    ],
    [
        "a bias",
        {
            ...llama,
            bytes: withHeader(llama, (header) => {
                header["model.layers.0.self_attn.q_proj.bias"] = header["model.norm.weight"];
            }),
        },
        {},
        /model\.layers\.0\.self_attn\.q_proj\.bias is not of a model/,
    ],
])
    test(`${what}: refused by name`, async () => {
        await assert.rejects(make("scalar", bytes, { ...config, ...change }), (error) => {
            assert.match(String(error), words);
            return true;
        });
    });

test("too little memory: a RangeError that says how much is wanted, and the model goes on", async () => {
    // Keys and values of a million tokens. (Sizes of the file are as they are: only places are more.)
    const model = await make("scalar", llama.bytes, { ...llama.config, max_position_embeddings: 2 ** 20 });
    const tokens = llama.numbers("tokens", Int32Array);
    const much = Array.from({ length: 200_000 }, () => 1);
    assert.throws(() => model.trace(much), /^RangeError: too large for memory: all values of a pass take \d{4,} MiB$/);
    assert.throws(() => model.forward(much), /^RangeError: too large for memory: a pass and its logits take \d{4,} MiB$/);
    assert.throws(() => model.decode({ tokens: 2 ** 20 + 1 }), /^RangeError: tokens must be at most 1048576, got 1048577/);
    assert.throws(() => model.decode({ tokens: 0 }), /^RangeError: tokens must be a whole number of at least 1, got 0/);
    assert.ok(distance(model.forward(tokens), llama.numbers("logits")) < 1e-5);
    const decoder = model.decode({ tokens: 20 });
    assert.ok(distance(decoder.next(tokens), llama.numbers("logits").subarray(-19)) < 1e-5);
});

test("only what the model needs of a file is in its memory", async () => {
    // 64 MB of a tensor that nobody asked for.
    const { bytes, header, length, config } = gpt2;
    const data = bytes.length - 8 - length;
    const big = 2 ** 26;
    const file = Buffer.concat([
        withHeader(gpt2, (changed) => {
            changed["transformer.h.0.attn.bias"] = { dtype: "F32", shape: [big / 4], data_offsets: [data, data + big] };
        }),
        Buffer.alloc(big),
    ]);
    let memory;
    const { instantiate } = WebAssembly;
    WebAssembly.instantiate = async (...all) => {
        const instance = await instantiate(...all);
        memory = Object.values(instance.exports).find((one) => one instanceof WebAssembly.Memory);
        return instance;
    };
    try {
        const model = await make("scalar", file, config);
        assert.ok(distance(model.forward(gpt2.numbers("tokens", Int32Array)), gpt2.numbers("logits")) < 1e-5);
    } finally {
        WebAssembly.instantiate = instantiate;
    }
    assert.ok(header && memory.buffer.byteLength < big, `${memory.buffer.byteLength} bytes`);
});
