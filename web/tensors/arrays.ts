// Arrays that a page brings, as JavaScript has them. Types only.

/** Numbers with a shape, rows first. */
export interface ShapedArray {
    name: string;
    shape: number[];
    data: ArrayLike<number>;
    /** Texts in place of numbers. */
    words?: readonly string[];
}

export interface Arrays {
    arrays: ShapedArray[];
    /** Of the keys; and of the queries, where these have tokens of their own. */
    tokens: string[];
    queries: string[];
}
