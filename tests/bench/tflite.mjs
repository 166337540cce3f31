// Writes the few TFLite models that the benchmark runs. Not a general writer.
import { Builder } from "/node_modules/flatbuffers/mjs/flatbuffers.js";

// [builtin operator, type of its options, fields of its options]
const operators = {
    ADD: [0, 11, () => []],
    MUL: [18, 21, () => []],
    FULLY_CONNECTED: [9, 8, () => []],
    RESHAPE: [22, 17, () => []],
    SOFTMAX: [25, 9, () => [["f32", 0, 1]]],
    TRANSPOSE: [39, 26, () => []],
    BATCH_MATMUL: [126, 101, (transposed) => [["bool", 1, transposed]]],
};

function model({ tensors, inputs, outputs, ops }) {
    const b = new Builder(1 << 16);
    const names = Object.keys(tensors);
    const table = (fields) => {
        b.startObject(Math.max(-1, ...fields.map(([, slot]) => slot)) + 1);
        for (const [type, slot, value] of fields) {
            if (type === "offset") b.addFieldOffset(slot, value, 0);
            else if (type === "i32") b.addFieldInt32(slot, value, 0);
            else if (type === "f32") b.addFieldFloat32(slot, value, 0);
            else b.addFieldInt8(slot, +value, 0);
        }
        return b.endObject();
    };
    const vector = (values, add) => {
        b.startVector(4, values.length, 4);
        for (const value of [...values].reverse()) add(value);
        return b.endVector();
    };
    const ints = (values) => vector(values, (x) => b.addInt32(x));
    const offsets = (values) => vector(values, (x) => b.addOffset(x));
    const indices = (list) => ints(list.map((name) => names.indexOf(name)));
    const data = (array) => {
        const raw = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
        b.startVector(1, raw.length, 16);
        b.space -= raw.length;
        b.bb.bytes().set(raw, b.space);
        return b.endVector();
    };
    const used = [...new Set(ops.map(([name]) => name))];
    const buffers = [table([])];
    const tensorTables = names.map((name) => {
        const { shape, constant } = tensors[name];
        const buffer = constant ? buffers.push(table([["offset", 0, data(constant)]])) - 1 : 0;
        const dims = ints(shape);
        const label = b.createString(name);
        const type = constant instanceof Int32Array ? 2 : 0;
        return table([
            ["offset", 0, dims],
            ["i8", 1, type],
            ["i32", 2, buffer],
            ["offset", 3, label],
        ]);
    });
    const opTables = ops.map(([name, ins, outs, option]) => {
        const options = table(operators[name][2](!!option));
        const [from, to] = [indices(ins), indices(outs)];
        return table([
            ["i32", 0, used.indexOf(name)],
            ["offset", 1, from],
            ["offset", 2, to],
            ["i8", 3, operators[name][1]],
            ["offset", 4, options],
        ]);
    });
    const label = b.createString("main");
    const parts = [offsets(tensorTables), indices(inputs), indices(outputs), offsets(opTables)];
    const graph = table([...parts.map((x, i) => ["offset", i, x]), ["offset", 4, label]]);
    const codes = used.map((name) =>
        table([
            ["i8", 0, Math.min(127, operators[name][0])],
            ["i32", 2, 1],
            ["i32", 3, operators[name][0]],
        ]),
    );
    const [codeList, graphs, bufferList] = [offsets(codes), offsets([graph]), offsets(buffers)];
    const text = b.createString("bench");
    b.finish(
        table([
            ["i32", 0, 3],
            ["offset", 1, codeList],
            ["offset", 2, graphs],
            ["offset", 3, text],
            ["offset", 4, bufferList],
        ]),
        "TFL3",
    );
    return b.asUint8Array();
}

function attention(tensors, ops, [q, k, v, y], lead, n, d, causal) {
    tensors.scale = { shape: [1], constant: Float32Array.of(1 / Math.sqrt(d)) };
    for (const name of ["raw", "scaled", "p"]) tensors[name] = { shape: [...lead, n, n] };
    ops.push(["BATCH_MATMUL", [q, k], ["raw"], true], ["MUL", ["raw", "scale"], ["scaled"]]);
    if (causal) {
        const mask = new Float32Array(n * n);
        for (let i = 0; i < n; i++) mask.fill(-3e38, i * n + i + 1, (i + 1) * n);
        tensors.mask = { shape: [...lead.map(() => 1), n, n], constant: mask };
        tensors.masked = { shape: [...lead, n, n] };
        ops.push(["ADD", ["scaled", "mask"], ["masked"]]);
    }
    ops.push(["SOFTMAX", [causal ? "masked" : "scaled"], ["p"]], ["BATCH_MATMUL", ["p", v], [y]]);
}

function transposed(w, n) {
    const t = new Float32Array(n * n);
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) t[j * n + i] = w[i * n + j];
    return t;
}

/** The TFLite model of a workload of page.mjs. */
export function tfliteModel(w) {
    const tensors = {};
    const ops = [];
    if (w.kind === "softmax") {
        tensors.x = { shape: [w.rows, w.cols] };
        tensors.y = { shape: [w.rows, w.cols] };
        return model({ tensors, inputs: ["x"], outputs: ["y"], ops: [["SOFTMAX", ["x"], ["y"]]] });
    }
    if (w.kind === "attend") {
        for (const x of ["q", "k", "v", "y"]) tensors[x] = { shape: [1, w.n, w.d] };
        attention(tensors, ops, ["q", "k", "v", "y"], [1], w.n, w.d, w.causal);
        return model({ tensors, inputs: ["q", "k", "v"], outputs: ["y"], ops });
    }
    const { n, dModel, heads } = w;
    const d = dModel / heads;
    tensors.x = { shape: [n, dModel] };
    tensors.z = { shape: [n, dModel] };
    tensors.zero = { shape: [dModel], constant: new Float32Array(dModel) };
    tensors.split = { shape: [4], constant: Int32Array.of(1, n, heads, d) };
    tensors.join = { shape: [2], constant: Int32Array.of(n, dModel) };
    tensors.order = { shape: [4], constant: Int32Array.of(0, 2, 1, 3) };
    for (const m of ["wq", "wk", "wv", "wo"]) tensors[m] = { shape: [dModel, dModel], constant: transposed(w.weights[m], dModel) };
    for (const x of ["q", "k", "v"]) {
        tensors[x] = { shape: [n, dModel] };
        tensors[`${x}4`] = { shape: [1, n, heads, d] };
        tensors[`${x}h`] = { shape: [1, heads, n, d] };
        ops.push(
            ["FULLY_CONNECTED", ["x", `w${x}`, "zero"], [x]],
            ["RESHAPE", [x, "split"], [`${x}4`]],
            ["TRANSPOSE", [`${x}4`, "order"], [`${x}h`]],
        );
    }
    tensors.yh = { shape: [1, heads, n, d] };
    tensors.yt = { shape: [1, n, heads, d] };
    tensors.y = { shape: [n, dModel] };
    attention(tensors, ops, ["qh", "kh", "vh", "yh"], [1, heads], n, d, false);
    ops.push(["TRANSPOSE", ["yh", "order"], ["yt"]], ["RESHAPE", ["yt", "join"], ["y"]], ["FULLY_CONNECTED", ["y", "wo", "zero"], ["z"]]);
    return model({ tensors, inputs: ["x"], outputs: ["z"], ops });
}
