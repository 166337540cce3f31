// The file with the weights of the model that learned (train/) as the engine takes them: tensors of float32. For the page, which fetches it,
// and for the build and the tests in Node.

/** IEEE 754 binary16: sign, 5 bits of exponent (bias 15), 10 of fraction. */
function fromHalf(bits) {
    const exponent = (bits >> 10) & 31;
    const fraction = bits & 1023;
    const sign = bits & 0x8000 ? -1 : 1;
    if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN;
    return sign * (exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25));
}

/** The tensors of a safetensors file whose numbers are F16; an Error says what is wrong with it. */
export function learnedTensors(file) {
    const length = file.length < 8 ? NaN : Number(new DataView(file.buffer, file.byteOffset).getBigUint64(0, true));
    const begin = 8 + length;
    if (!(begin <= file.length)) throw new Error("The file with the model’s weights is not whole.");
    const header = JSON.parse(new TextDecoder().decode(file.subarray(8, begin)));
    const data = new DataView(file.buffer, file.byteOffset + begin, file.length - begin);
    return Object.entries(header).flatMap(([name, { dtype, shape, data_offsets: offsets }]) => {
        if (name === "__metadata__") return [];
        if (dtype !== "F16") throw new Error(`The file with the model’s weights has ${name} as ${dtype}, not F16.`);
        const numbers = Float32Array.from({ length: (offsets[1] - offsets[0]) / 2 }, (_, i) =>
            fromHalf(data.getUint16(offsets[0] + 2 * i, true)),
        );
        return [{ name, shape, data: numbers }];
    });
}
