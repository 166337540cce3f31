// Weights on their way into a model's memory: a safetensors file, whole or piece by piece. Each byte goes to its place at once; no second copy is held.
import { describeValue } from "../core/check.js";
import type { ModelShape } from "./config.js";
import { bytes, type ModelMemory, text } from "./memory.js";
import { isWhole, readSafetensors, type StoredTensor } from "./safetensors.js";

/** The bytes of a safetensors file, or a stream of them: `response.body`, `file.stream()`. */
export type WeightsSource = BufferSource | ReadableStream<Uint8Array>;

const brand = (value: unknown): string => Object.prototype.toString.call(value); // also of another realm

const isStream = (source: unknown): source is ReadableStream<Uint8Array> => brand(source) === "[object ReadableStream]";

async function* piecesOf(source: unknown): AsyncGenerator<Uint8Array, void> {
    if (ArrayBuffer.isView(source)) return yield new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
    if (brand(source) === "[object ArrayBuffer]") return yield new Uint8Array(source as ArrayBuffer);
    if (!isStream(source)) throw new TypeError(`weights must be the bytes of a safetensors file, got ${describeValue(source)}`);
    const reader = source.getReader();
    try {
        for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
    } finally {
        void reader.cancel().catch(() => {}); // of a file that is wrong no more is fetched
    }
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
    const both = new Uint8Array(a.length + b.length);
    both.set(a);
    both.set(b, a.length);
    return both;
}

/** Makes room in the model for what it needs of these tensors. Throws what is wrong with them, or how much memory is wanted. */
function reserve(memory: ModelMemory, model: number, tensors: readonly StoredTensor[], shape: ModelShape): void {
    const { module } = memory;
    for (const { name, dtype, shape: sizes, begin, end } of tensors) {
        // (More than an address can say.)
        if (end - begin >= 2 ** 32) throw new RangeError(`too large for memory: ${name} takes ${Math.ceil((end - begin) / 2 ** 20)} MiB`);
        const known = memory.with([text(name), text(dtype), bytes(Uint32Array.from(sizes))], ([atName = 0, atType = 0, atShape = 0]) =>
            module._model_tensor(model, atName, atType, atShape, sizes.length, end - begin),
        );
        if (!known) throw new RangeError(`weights: ${name} has the type ${dtype}, which the format has not`);
    }
    const { vocabulary, context, width, layers, heads, kvHeads, d, inner, family, tied, epsilon, ropeTheta } = shape;
    const sizes = [vocabulary, context, width, layers, heads, inner, +(family === "llama"), kvHeads, d, +tied];
    memory.with([bytes(Int32Array.from(sizes)), bytes(Float32Array.of(epsilon, ropeTheta))], ([atSizes = 0, atNumbers = 0]) =>
        memory.check(module._model_reserve(model, atSizes, atNumbers)),
    );
}

/** A model with these weights, by its address. Rejects with what is wrong. */
export async function bindWeights(memory: ModelMemory, source: unknown, shape: ModelShape): Promise<number> {
    const { module } = memory;
    const pieces = piecesOf(source);
    const model = module._model_new() >>> 0;
    try {
        let head: Uint8Array = new Uint8Array();
        let next = await pieces.next();
        for (; !next.done && !isWhole(head); next = await pieces.next()) head = head.length === 0 ? next.value : joined(head, next.value);
        const { tensors, data } = readSafetensors(head, { more: isStream(source) });
        reserve(memory, model, tensors, shape);
        const places = tensors.map((_, i) => module._model_place(model, i) >>> 0);
        let at = 0; // of the piece, in the file's data
        const put = (piece: Uint8Array): void => {
            tensors.forEach(({ begin, end }, i) => {
                const from = Math.max(begin, at);
                const to = Math.min(end, at + piece.length);
                const place = places[i];
                if (place && from < to) module.HEAPU8.set(piece.subarray(from - at, to - at), place + from - begin);
            });
            at += piece.length;
        };
        put(data);
        for (; !next.done; next = await pieces.next()) put(next.value);
        const cut = tensors.find(({ end }) => end > at);
        if (cut) throw new RangeError(`weights: ${cut.name} is at ${cut.begin} to ${cut.end}, there are ${at} bytes of data`);
        memory.check(module._model_bind(model));
        return model;
    } catch (error) {
        module._model_delete(model);
        throw error;
    } finally {
        void pieces.return();
    }
}
