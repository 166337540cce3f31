/** The text for heights from the width `first` on. */
export declare function packed(first: number, heights: readonly number[]): string;

/** The first width and the heights from there on; none of an empty text. */
export declare function unpacked(text: string): { first: number; heights: number[] };
