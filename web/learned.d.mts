/** A tensor of the model that learned. */
export interface LearnedTensor {
    name: string;
    shape: number[];
    data: Float32Array;
}
/** The file of train/learned that has what a request asks for: "learned", or "checkpoint" with its step. */
export declare function learnedFile(kind: string, wanted?: { step?: number }): string;
/** The tensors of a safetensors file whose numbers are F16 or U8; an Error says what is wrong with it. */
export declare function learnedTensors(file: Uint8Array): LearnedTensor[];
