// What the engine can do at best: float32 multiply-adds per second with nothing else in the way, from WebAssembly written
// by hand. Twelve independent chains in registers, fused where the engine has relaxed SIMD.
const CHAINS = 12;
const REPEATS = 4;

const leb = (value) => (value > 127 ? [(value & 127) | 128, ...leb(value >> 7)] : [value]);
const list = (items) => [...leb(items.length), ...items.flat()];
const section = (id, body) => [id, ...leb(body.length), ...body];
const simd = (code) => [0xfd, ...leb(code)];
const get = (index) => [0x20, index];
const set = (index) => [0x21, index];
const constant = (x) => {
    const bytes = [...new Uint8Array(Float32Array.of(x).buffer)];
    return [...simd(12), ...bytes, ...bytes, ...bytes, ...bytes];
};
const [ADD, MULTIPLY, FUSED] = [simd(0xe4), simd(0xe6), simd(0x105)];

/** The function (rounds: i32) → i32; locals: 0 rounds, 1 and 2 the factors, 3… the chains. */
function moduleBytes(fused) {
    const chain = (i) =>
        fused
            ? [...get(1), ...get(2), ...get(3 + i), ...FUSED, ...set(3 + i)]
            : [...get(3 + i), ...get(1), ...MULTIPLY, ...get(2), ...ADD, ...set(3 + i)];
    const chains = Array.from({ length: CHAINS }, (_, i) => i);
    const start = [
        ...constant(0.999),
        ...set(1),
        ...constant(0.001),
        ...set(2),
        ...chains.flatMap((i) => [...constant(1 + i / 16), ...set(3 + i)]),
    ];
    const body = Array.from({ length: REPEATS }, () => chains.flatMap(chain)).flat();
    const loop = [0x03, 0x40, ...body, ...get(0), 0x41, 1, 0x6b, 0x22, 0, 0x0d, 0, 0x0b]; // while (--rounds)
    const sum = [...get(3), ...chains.slice(1).flatMap((i) => [...get(3 + i), ...ADD])];
    const code = [...list([[...leb(CHAINS + 2), 0x7b]]), ...start, ...loop, ...sum, ...simd(0x1b), 0, 0x0b];
    return Uint8Array.from([
        0,
        0x61,
        0x73,
        0x6d,
        1,
        0,
        0,
        0,
        ...section(1, list([[0x60, 1, 0x7f, 1, 0x7f]])),
        ...section(3, [1, 0]),
        ...section(7, list([[1, 0x66, 0, 0]])),
        ...section(10, list([[...leb(code.length), ...code]])),
    ]);
}

/** run() does `flop` operations. */
export async function makePeak() {
    let instance;
    try {
        ({ instance } = await WebAssembly.instantiate(moduleBytes(true)));
    } catch {
        ({ instance } = await WebAssembly.instantiate(moduleBytes(false)));
    }
    const rounds = 20000;
    return { flop: rounds * REPEATS * CHAINS * 8, run: () => instance.exports.f(rounds) };
}
