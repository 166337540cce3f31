// Arrays that a page brings, as JavaScript has them. Types only.

/** Numbers with a shape, rows first. */
export interface ShapedArray {
    name: string;
    shape: number[];
    data: ArrayLike<number>;
}

export interface Arrays {
    arrays: ShapedArray[];
    /** Of the keys; and of the queries, where these have tokens of their own. */
    tokens: string[];
    queries: string[];
}
