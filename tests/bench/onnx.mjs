// Writes the few ONNX models that the benchmark runs, as protobuf by hand: attention as primitives, as the operator
// `Attention` (opset 23) and as Microsoft's `MultiHeadAttention`; softmax. Not a general writer. (onnx-gpt2.mjs writes a whole model with it.)
const text = new TextEncoder();

function varint(value) {
    const bytes = [];
    let rest = BigInt.asUintN(64, BigInt(value));
    for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
    bytes.push(Number(rest));
    return bytes;
}

function join(parts) {
    const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
        out.set(part, at);
        at += part.length;
    }
    return out;
}

const number = (field, value) => [...varint(field << 3), ...varint(value)];
const bytes = (field, value) => join([[...varint((field << 3) | 2), ...varint(value.length)], value]);
const string = (field, value) => bytes(field, text.encode(value));

function attribute(name, value) {
    if (Array.isArray(value)) return join([string(1, name), ...value.map((x) => number(8, x)), number(20, 7)]);
    if (Number.isInteger(value)) return join([string(1, name), number(3, value), number(20, 2)]);
    return join([string(1, name), [0x15], new Uint8Array(Float32Array.of(value).buffer), number(20, 1)]);
}

// ValueInfo {name, type {tensor_type {elem_type, shape {dim {dim_value or dim_param}}}}}; the type is float32's unless it is given
function info(name, value) {
    const { dims, type } = Array.isArray(value) ? { dims: value, type: 1 } : value;
    const dimensions = join(dims.map((d) => bytes(1, typeof d === "string" ? string(2, d) : join([number(1, d)]))));
    return join([string(1, name), bytes(2, bytes(1, join([number(1, type), bytes(2, dimensions)])))]);
}

function tensor(name, dims, data) {
    const shape = dims.map((d) => number(1, d));
    if (data.location) {
        const entry = (key, value) => bytes(13, join([string(1, key), string(2, String(value))]));
        return join([
            ...shape,
            number(2, 1),
            string(8, name),
            ...Object.entries(data).map(([key, value]) => entry(key, value)),
            number(14, 1),
        ]);
    }
    const type = data instanceof BigInt64Array ? 7 : 1;
    const raw = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    return join([...shape, number(2, type), string(8, name), bytes(9, raw)]);
}

/** A constant of float32 that lies in a file beside the model. */
export const external = (dims, location, offset, length) => [dims, { location, offset, length }];

/** nodes: [operator, inputs, outputs, attributes?, domain?]; constants: {name: [dims, data]}. */
export function model({ nodes, inputs, outputs, constants = {} }) {
    const node = ([operator, ins, outs, attributes = {}, domain = ""]) =>
        bytes(
            1,
            join([
                ...ins.map((x) => string(1, x)),
                ...outs.map((x) => string(2, x)),
                string(4, operator),
                ...Object.entries(attributes).map(([name, value]) => bytes(5, attribute(name, value))),
                string(7, domain),
            ]),
        );
    const graph = join([
        ...nodes.map(node),
        string(2, "g"),
        ...Object.entries(constants).map(([name, [dims, data]]) => bytes(5, tensor(name, dims, data))),
        ...Object.entries(inputs).map(([name, dims]) => bytes(11, info(name, dims))),
        ...Object.entries(outputs).map(([name, dims]) => bytes(12, info(name, dims))),
    ]);
    const opset = (domain, version) => bytes(8, join([string(1, domain), number(2, version)]));
    return join([number(1, 10), bytes(7, graph), opset("", 23), opset("com.microsoft", 1)]);
}

function attention(flavour, { n, d, heads, causal }, constants) {
    const scale = 1 / Math.sqrt(d);
    if (flavour === "attention") {
        return [["Attention", ["q", "k", "v"], ["y"], { q_num_heads: heads, kv_num_heads: heads, is_causal: +causal }]];
    }
    if (flavour === "ms") {
        return [["MultiHeadAttention", ["q", "k", "v"], ["y"], { num_heads: heads, unidirectional: +causal, scale }, "com.microsoft"]];
    }
    constants.scale = [[], Float32Array.of(scale)];
    if (causal) {
        const mask = new Float32Array(n * n);
        for (let i = 0; i < n; i++) mask.fill(-3e38, i * n + i + 1, (i + 1) * n);
        constants.mask = [[n, n], mask];
    }
    const nodes = [];
    let [q, k, v, y] = ["q", "kt", "v", "y"];
    if (heads > 1) {
        constants.split = [[4], BigInt64Array.from([1, n, heads, d].map(BigInt))];
        constants.join = [[3], BigInt64Array.from([1, n, heads * d].map(BigInt))];
        [q, k, v, y] = ["qh", "kh", "vh", "yh"];
        for (const [x, to, perm] of [
            ["q", q, [0, 2, 1, 3]],
            ["k", k, [0, 2, 3, 1]],
            ["v", v, [0, 2, 1, 3]],
        ]) {
            nodes.push(["Reshape", [x, "split"], [`${x}4`]], ["Transpose", [`${x}4`], [to], { perm }]);
        }
    } else nodes.push(["Transpose", ["k"], ["kt"], { perm: [0, 2, 1] }]);
    nodes.push(["MatMul", [q, k], ["raw"]], ["Mul", ["raw", "scale"], ["scaled"]]);
    if (causal) nodes.push(["Add", ["scaled", "mask"], ["masked"]]);
    nodes.push(["Softmax", [causal ? "masked" : "scaled"], ["p"], { axis: -1 }], ["MatMul", ["p", v], [y]]);
    if (heads > 1) nodes.push(["Transpose", ["yh"], ["yt"], { perm: [0, 2, 1, 3] }], ["Reshape", ["yt", "join"], ["y"]]);
    return nodes;
}

/** Shapes of q and of k: few queries, or one of each head against the keys of all tokens. */
export function sizesOf({ n, m, d, heads, tokens }) {
    return heads
        ? [
              [1, 1, heads * d],
              [1, tokens, heads * d],
          ]
        : [
              [1, n, d],
              [1, m, d],
          ];
}

/** The ONNX model of a workload of page.mjs. */
export function onnxModel(flavour, w) {
    const constants = {};
    if (w.kind === "softmax") {
        const io = [w.rows, w.cols];
        return model({ nodes: [["Softmax", ["x"], ["y"], { axis: -1 }]], inputs: { x: io }, outputs: { y: io } });
    }
    if (w.kind === "attend") {
        const io = [1, w.n, w.d];
        const nodes = attention(flavour, { ...w, heads: 1 }, constants);
        return model({ nodes, inputs: { q: io, k: io, v: io }, outputs: { y: io }, constants });
    }
    if (w.kind === "few" || w.kind === "decode") {
        const [q, k] = sizesOf(w);
        const nodes = attention(flavour, { d: w.d, heads: w.heads ?? 1, causal: false }, constants);
        return model({ nodes, inputs: { q, k, v: k }, outputs: { y: q }, constants });
    }
    const { n, dModel, heads } = w;
    const io = [1, n, dModel];
    for (const name of ["wq", "wk", "wv", "wo"]) constants[name] = [[dModel, dModel], w.weights[name]];
    const nodes = [
        ...["q", "k", "v"].map((x) => ["MatMul", ["x", `w${x}`], [x]]),
        ...attention(flavour, { n, d: dModel / heads, heads, causal: false }, constants),
        ["MatMul", ["y", "wo"], ["z"]],
    ];
    return model({ nodes, inputs: { x: io }, outputs: { z: io }, constants });
}
