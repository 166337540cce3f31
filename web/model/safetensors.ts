// The file format of weights: eight bytes with the header's length, a header of JSON, data (github.com/huggingface/safetensors, "Format").
// Reads the header; what the tensors mean, and whether their bytes are right, the model says. The native reader (src/model/safetensors.cpp) is stricter:
// it also refuses names that come twice, and data of two tensors or of none.

export interface StoredTensor {
    name: string;
    /** As the format spells it: "F32", "F16", "BF16", … */
    dtype: string;
    shape: readonly number[];
    /** Where its bytes are in `data`. */
    begin: number;
    end: number;
}

export interface Safetensors {
    tensors: readonly StoredTensor[];
    /** The texts that the header carries besides. */
    metadata: Record<string, unknown>;
    data: Uint8Array;
}

const longestHeader = 100_000_000; // the format's own limit

const isSize = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

type Wrong = (what: string) => Error;

const headerLength = (file: Uint8Array): number => Number(new DataView(file.buffer, file.byteOffset, 8).getBigUint64(0, true));

/** Whether the header is there, or is wrong already, in what there is of a file. */
export function isWhole(file: Uint8Array): boolean {
    if (file.length < 8) return false;
    const length = headerLength(file);
    return length > longestHeader || 8 + length <= file.length;
}

function headerOf(file: Uint8Array, wrong: Wrong): { header: object; data: Uint8Array } {
    if (file.length < 8) throw wrong(`file has ${file.length} bytes, a header's length alone takes 8`);
    const length = headerLength(file);
    if (length > longestHeader) throw wrong(`header has ${length} bytes, at most ${longestHeader} are allowed`);
    if (8 + length > file.length) throw wrong(`header has ${length} bytes, the file ends after ${file.length - 8}`);
    let header: unknown;
    try {
        header = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(file.subarray(8, 8 + length)));
    } catch {
        throw wrong("header is not JSON");
    }
    if (typeof header !== "object" || header === null || Array.isArray(header)) throw wrong("header is not an object");
    return { header, data: file.subarray(8 + length) };
}

interface Reading {
    /** Makes an error of what is wrong. */
    wrong?: Wrong;
    /** The file goes on: its data may lie beyond. */
    more?: boolean;
}

/** The tensors of a file, in the header's order. What is wrong is said by the tensor's name. */
export function readSafetensors(
    file: Uint8Array,
    { wrong = (what) => new RangeError(`weights: ${what}`), more = false }: Reading = {},
): Safetensors {
    const { header, data } = headerOf(file, wrong);
    const tensors = Object.entries(header)
        .filter(([name]) => name !== "__metadata__")
        .map(([name, entry]: [string, unknown]): StoredTensor => {
            const { dtype, shape, data_offsets: offsets } = (entry ?? {}) as Record<string, unknown>;
            if (typeof dtype !== "string") throw wrong(`${name} has no dtype`);
            if (!Array.isArray(shape) || !shape.every(isSize)) throw wrong(`${name} has no shape of whole numbers`);
            if (!Array.isArray(offsets) || offsets.length !== 2 || !offsets.every(isSize)) throw wrong(`${name} has no two data_offsets`);
            const [begin, end] = offsets as [number, number];
            if (begin > end || (end > data.length && !more))
                throw wrong(`${name} is at ${begin} to ${end}, there are ${data.length} bytes of data`);
            return { name, dtype, shape, begin, end };
        });
    const metadata = ((header as Record<string, unknown>)["__metadata__"] ?? {}) as Record<string, unknown>;
    return { tensors, metadata, data };
}
