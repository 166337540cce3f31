// Runs in the page: GPT-2 small with random weights, by createModel (float32, and F16 as it is) and by onnxruntime-web, on one thread and in turns.
// window.gpt2(options) → milliseconds of each, and how far logits are apart.
import { createModel } from "/dist/core.js";
import { onnxGpt2 } from "./onnx-gpt2.mjs";
import { makePeak } from "./peak.mjs";

const config = { vocab_size: 50257, n_ctx: 1024, n_embd: 768, n_layer: 12, n_head: 12, n_inner: 3072, layer_norm_epsilon: 1e-5 };

function shapes() {
    const { vocab_size, n_ctx, n_embd: width, n_layer, n_inner: inner } = config;
    const all = { "wte.weight": [vocab_size, width], "wpe.weight": [n_ctx, width] };
    const norm = (name) => Object.assign(all, { [`${name}.weight`]: [width], [`${name}.bias`]: [width] });
    const linear = (name, from, to) => Object.assign(all, { [`${name}.weight`]: [from, to], [`${name}.bias`]: [to] });
    for (let l = 0; l < n_layer; ++l) {
        norm(`h.${l}.ln_1`);
        linear(`h.${l}.attn.c_attn`, width, 3 * width);
        linear(`h.${l}.attn.c_proj`, width, width);
        norm(`h.${l}.ln_2`);
        linear(`h.${l}.mlp.c_fc`, width, inner);
        linear(`h.${l}.mlp.c_proj`, inner, width);
    }
    norm("ln_f");
    return all;
}

/** A float32 between 2^-14 and 2^15 as F16, rounded towards 0; smaller ones become 0. */
const half = (bits) => {
    const exponent = ((bits >>> 23) & 255) - 112;
    return ((bits >>> 16) & 0x8000) | (exponent < 1 ? 0 : (exponent << 10) | ((bits >>> 13) & 0x3ff));
};

/** The file of weights: numbers that F16 has too, so that all compute the same. */
function makeFile(halves) {
    let seed = 1;
    const uniform = () => {
        seed = (Math.imul(seed, 1664525) + 1013904223) | 0;
        return seed / 2 ** 31;
    };
    const size = halves ? 2 : 4;
    const tensors = {};
    let end = 0;
    for (const [name, shape] of Object.entries(shapes())) {
        const begin = end;
        end += size * shape.reduce((product, n) => product * n, 1);
        tensors[name] = { shape, begin, end };
    }
    const header = Object.entries(tensors).map(([name, { shape, begin, end: last }]) => [
        name,
        { dtype: halves ? "F16" : "F32", shape, data_offsets: [begin, last] },
    ]);
    let text = JSON.stringify(Object.fromEntries(header));
    text = text.padEnd(Math.ceil(text.length / 8) * 8);
    const start = 8 + text.length;
    const file = new Uint8Array(start + end);
    new DataView(file.buffer).setBigUint64(0, BigInt(text.length), true);
    file.set(new TextEncoder().encode(text), 8);
    const one = new Float32Array(1);
    const bits = new Int32Array(one.buffer);
    for (const [name, { shape, begin, end: last }] of Object.entries(tensors)) {
        const to = new (halves ? Uint16Array : Int32Array)(file.buffer, start + begin, (last - begin) / size);
        const spread = shape.length === 2 ? 1.7 / Math.sqrt(name.startsWith("w") ? config.n_embd : shape[0]) : 0.1;
        const centre = name.includes("ln_") && name.endsWith("weight") ? 1 : 0;
        for (let i = 0; i < to.length; ++i) {
            one[0] = centre + spread * uniform();
            const short = half(bits[0]);
            // (as float32: what is left of it)
            to[i] = halves ? short : short & 0x7fff ? bits[0] & 0xffffe000 : 0;
        }
    }
    return { file, tensors, start };
}

async function onnxruntime({ file, tensors, start }) {
    const ort = await import("/node_modules/onnxruntime-web/dist/ort.wasm.min.mjs");
    Object.assign(ort.env.wasm, { wasmPaths: "/node_modules/onnxruntime-web/dist/", numThreads: 1 });
    ort.env.logLevel = "error";
    const session = await ort.InferenceSession.create(onnxGpt2(config, tensors, start), {
        executionProviders: ["wasm"],
        logSeverityLevel: 3,
        externalData: [{ path: "weights", data: file }],
    });
    const d = config.n_embd / config.n_head;
    const whole = (numbers) => new ort.Tensor("int64", BigInt64Array.from(numbers, BigInt), [numbers.length]);
    const run = (tokens, first, past) => session.run({ tokens: whole(tokens), positions: whole(tokens.map((_, i) => first + i)), ...past });
    const each = (make) => Object.fromEntries(Array.from({ length: config.n_layer }, (_, l) => ["k", "v"].map((x) => make(l, x))).flat());
    const empty = each((l, x) => [`${l}.past_${x}`, new ort.Tensor("float32", new Float32Array(0), [1, config.n_head, 0, d])]);
    let now;
    return {
        name: "onnxruntime-web",
        prefill: async (tokens) => (now = await run(tokens, 0, empty)).logits.data,
        /** One token more behind those of the newest prefill. */
        step: async (token, first) =>
            (
                await run(
                    [token],
                    first,
                    each((l, x) => [`${l}.past_${x}`, now[`${l}.${x}_now`]]),
                )
            ).logits.data,
    };
}

async function ours(name, file, path) {
    const model = await createModel(file, config, { path });
    let decoder;
    return {
        name,
        prefill: (tokens) => {
            decoder?.dispose();
            decoder = model.decode({ tokens: 128 });
            return model.forward(tokens);
        },
        prompt: (tokens) => {
            decoder.clear();
            return decoder.next(tokens);
        },
        step: (token) => decoder.next(token),
    };
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

window.gpt2 = async ({ rounds, steps, n, paths, withOnnx }) => {
    const peers = [];
    for (const halves of [false, true]) {
        const made = makeFile(halves);
        for (const path of paths) peers.push(await ours(`${path}, ${halves ? "F16" : "float32"}`, made.file, path));
        if (!halves && withOnnx) peers.push(await onnxruntime(made));
    }
    const peak = await makePeak();
    const tokens = Array.from({ length: n }, (_, i) => (i * 7919) % config.vocab_size);
    const times = peers.map(() => ({ prefill: [], prompt: [], step: [] }));
    const peaks = [];
    let first;
    const apart = peers.map(() => 0);
    for (let round = -1; round < rounds; ++round) {
        for (const [i, peer] of peers.entries()) {
            const timed = async (what, work, count = 1) => {
                const from = performance.now();
                const result = await work();
                if (round >= 0) times[i][what].push((performance.now() - from) / count);
                return result;
            };
            const logits = await timed("prefill", () => peer.prefill(tokens));
            first ??= logits;
            for (let at = 0; at < logits.length; ++at) apart[i] = Math.max(apart[i], Math.abs(logits[at] - first[at]));
            if (peer.prompt) await timed("prompt", () => peer.prompt(tokens));
            await timed(
                "step",
                async () => {
                    for (let s = 0; s < steps; ++s) await peer.step(s + 1, n);
                },
                steps,
            );
        }
        const from = performance.now();
        const often = 200;
        for (let i = 0; i < often; ++i) peak.run();
        if (round >= 0) peaks.push((often * peak.flop) / (performance.now() - from) / 1e6);
    }
    const weights = Object.entries(shapes()).filter(([name, { length }]) => length === 2 && name !== "wpe.weight");
    const products = weights.reduce((sum, [, [a, b]]) => sum + a * b, 0);
    return {
        userAgent: navigator.userAgent,
        peak: median(peaks),
        flop: 2 * products * n,
        bytes: 4 * products,
        peers: peers.map(({ name }, i) => ({
            name,
            apart: apart[i],
            ...Object.fromEntries(Object.entries(times[i]).map(([what, all]) => [what, all.length ? median(all) : NaN])),
            times: times[i],
        })),
    };
};
