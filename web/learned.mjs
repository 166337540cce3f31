// The files with the weights of the model that learned, and of its checkpoints (train/), as the engine takes them: tensors of float32. For the
// page, which fetches them, and for the build and the tests in Node.

/** IEEE 754 binary16: sign, 5 bits of exponent (bias 15), 10 of fraction. */
function fromHalf(bits) {
    const exponent = (bits >> 10) & 31;
    const fraction = bits & 1023;
    const sign = bits & 0x8000 ? -1 : 1;
    if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN;
    return sign * (exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25));
}

/** The file of train/learned that has what a request asks for: "learned", or "checkpoint" with its step. */
export function learnedFile(kind, { step } = {}) {
    return kind === "learned" ? "model.safetensors" : `checkpoints/step-${String(step).padStart(4, "0")}.safetensors`;
}

/** The tensors of a safetensors file whose numbers are F16 or U8; an Error says what is wrong with it. */
export function learnedTensors(file) {
    const length = file.length < 8 ? NaN : Number(new DataView(file.buffer, file.byteOffset).getBigUint64(0, true));
    const begin = 8 + length;
    if (!(begin <= file.length)) throw new Error("The file with the model’s weights is not whole.");
    const header = JSON.parse(new TextDecoder().decode(file.subarray(8, begin)));
    const data = new DataView(file.buffer, file.byteOffset + begin, file.length - begin);
    return Object.entries(header).flatMap(([name, { dtype, shape, data_offsets: offsets }]) => {
        if (name === "__metadata__") return [];
        const [from, to] = offsets;
        if (dtype === "U8") return [{ name, shape, data: Float32Array.from(file.subarray(begin + from, begin + to)) }];
        if (dtype !== "F16") throw new Error(`The file with the model’s weights has ${name} as ${dtype}, not F16.`);
        const numbers = Float32Array.from({ length: (to - from) / 2 }, (_, i) => fromHalf(data.getUint16(from + 2 * i, true)));
        return [{ name, shape, data: numbers }];
    });
}
