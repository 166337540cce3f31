// Files of tensors as NumPy, safetensors and BertViz write them, of one small random attention: 2 layers, 3 heads, 5 tokens.
import { zipSync } from "fflate";
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
export function npy(descr, shape, data) {
    const header = `{'descr': '${descr}', 'fortran_order': False, 'shape': (${shape.join(", ")}${shape.length === 1 ? "," : ""}), }`;
    const padded = `${header.padEnd(Math.ceil((header.length + 11) / 64) * 64 - 11 + 0)}\n`;
    const length = Buffer.alloc(2);
    length.writeUInt16LE(padded.length);
    return Buffer.concat([Buffer.from("\x93NUMPY\x01\x00", "latin1"), length, Buffer.from(padded, "latin1"), data]);
}

export const unicode = (words) => {
    const longest = Math.max(...words.map((word) => [...word].length));
    const out = Buffer.alloc(words.length * longest * 4);
    words.forEach((word, i) => [...word].forEach((sign, j) => out.writeUInt32LE(sign.codePointAt(0), (i * longest + j) * 4)));
    return npy(`<U${longest}`, [words.length], out);
};

/** As np.savez_compressed writes it; as np.savez, at level 0. */
export const npz = (arrays, level = 6) => Buffer.from(zipSync(arrays, { level }));

function safetensors(shape, numbers, tokens) {
    const header = JSON.stringify({
        __metadata__: { tokens: JSON.stringify(tokens) },
        attention: { dtype: "F32", shape, data_offsets: [0, numbers.byteLength] },
    });
    const length = Buffer.alloc(8);
    length.writeBigUInt64LE(BigInt(Buffer.byteLength(header)));
    return Buffer.concat([length, Buffer.from(header), bytesOf(numbers)]);
}

let next = 1; // (always the same numbers)
const draw = () => (next = (next * 48271) % 2147483647) / 2147483647;
const numbers = attention(2, 3, 5, draw);
export const tokens = ["the", "cat", "sat", "été", "🙂"];
/** A weight. */
export const at = (layer, head, query, key) => numbers[((layer * 3 + head) * 5 + query) * 5 + key];
export const files = {
    "own.npy": npy("<f4", [2, 3, 5, 5], bytesOf(numbers)),
    "own.npz": npz({ "attention.npy": npy("<f4", [2, 3, 5, 5], bytesOf(numbers)), "tokens.npy": unicode(tokens) }),
    "stored.npz": npz({ "attention.npy": npy("<f4", [2, 3, 5, 5], bytesOf(numbers)), "tokens.npy": unicode(tokens) }, 0),
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

/** A page whose figure's files are these, or the given ones; the events of type "error" are in `window.errors`. */
export async function figureOf(context, attributes, { files: given = files, ...options } = {}) {
    const page = await open(context, await makePage(""), options);
    await page.route("**/own/*", (route) => {
        const body = given[new URL(route.request().url()).pathname.split("/").at(-1)];
        return body ? route.fulfill({ body }) : route.fulfill({ status: 404 });
    });
    await page.evaluate((attributes) => {
        window.errors = [];
        document.addEventListener("error", (event) => event.detail && window.errors.push(event.detail), true);
        document.body.innerHTML = `<attention-explainer id="figure" ${attributes}></attention-explainer>`;
    }, attributes);
    return page;
}
