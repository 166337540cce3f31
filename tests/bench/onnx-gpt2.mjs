// GPT-2 as an ONNX model, whose weights lie outside it, in the bytes of the safetensors file that ours reads: what a converter would write, with
// the operators that onnxruntime has for it (MultiHeadAttention with a cache of keys and values, FastGelu). Only for gpt2.mjs.
import { external, model } from "./onnx.mjs";

/** tensors: {name: {shape, begin, end}} of the file's data, which begins at `start`. Inputs: tokens [n], positions [n], and of each layer past_k, past_v. */
export function onnxGpt2(
    { n_embd: width, n_layer: layers, n_head: heads, vocab_size: vocabulary, layer_norm_epsilon: epsilon },
    tensors,
    start,
) {
    const constants = {
        flat: [[2], BigInt64Array.from([-1n, BigInt(width)])],
        batch: [[3], BigInt64Array.from([1n, -1n, BigInt(width)])],
    };
    for (const [name, { shape, begin, end }] of Object.entries(tensors))
        constants[name] = external(shape, "weights", start + begin, end - begin);
    const d = width / heads;
    const past = [1, heads, "past", d];
    const inputs = { tokens: { dims: ["n"], type: 7 }, positions: { dims: ["n"], type: 7 } };
    const outputs = { logits: ["n", vocabulary] };
    const nodes = [
        ["Gather", ["wte.weight", "tokens"], ["words"]],
        ["Gather", ["wpe.weight", "positions"], ["places"]],
        ["Add", ["words", "places"], ["x"]],
    ];
    let x = "x";
    const norm = (from, name, to) =>
        nodes.push(["LayerNormalization", [from, `${name}.weight`, `${name}.bias`], [to], { axis: -1, epsilon }]);
    const linear = (from, name, to) => nodes.push(["Gemm", [from, `${name}.weight`, `${name}.bias`], [to]]);
    for (let l = 0; l < layers; ++l) {
        const own = (name) => `${l}.${name}`;
        norm(x, `h.${l}.ln_1`, own("norm_1"));
        linear(own("norm_1"), `h.${l}.attn.c_attn`, own("qkv"));
        nodes.push(["Split", [own("qkv")], ["q", "k", "v"].map(own), { axis: 1, num_outputs: 3 }]);
        for (const one of ["q", "k", "v"]) nodes.push(["Reshape", [own(one), "batch"], [own(`${one}3`)]]);
        inputs[own("past_k")] = inputs[own("past_v")] = past;
        outputs[own("k_now")] = outputs[own("v_now")] = [1, heads, "all", d];
        nodes.push([
            "MultiHeadAttention",
            [own("q3"), own("k3"), own("v3"), "", "", "", own("past_k"), own("past_v")],
            [own("y3"), own("k_now"), own("v_now")],
            { num_heads: heads, unidirectional: 1 },
            "com.microsoft",
        ]);
        nodes.push(["Reshape", [own("y3"), "flat"], [own("y")]]);
        linear(own("y"), `h.${l}.attn.c_proj`, own("attention"));
        nodes.push(["Add", [x, own("attention")], [own("x1")]]);
        norm(own("x1"), `h.${l}.ln_2`, own("norm_2"));
        linear(own("norm_2"), `h.${l}.mlp.c_fc`, own("before"));
        nodes.push(["FastGelu", [own("before")], [own("hidden")], {}, "com.microsoft"]);
        linear(own("hidden"), `h.${l}.mlp.c_proj`, own("mlp"));
        nodes.push(["Add", [own("x1"), own("mlp")], [own("x2")]]);
        x = own("x2");
    }
    norm(x, "ln_f", "norm");
    nodes.push(["Gemm", ["norm", "wte.weight"], ["logits"], { transB: 1 }]);
    return model({ nodes, inputs, outputs, constants });
}
