/** A tensor of the model that learned. */
export interface LearnedTensor {
    name: string;
    shape: number[];
    data: Float32Array;
}
/** The tensors of a safetensors file whose numbers are F16; an Error says what is wrong with it. */
export declare function learnedTensors(file: Uint8Array): LearnedTensor[];
