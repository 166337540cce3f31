import type { ExhibitInfo, Value } from "./element/types.js";

/** The text for heights from the width `first` on. */
export declare function packed(first: number, heights: readonly number[]): string;

/** The first width and the heights from there on; none of an empty text. */
export declare function unpacked(text: string): { first: number; heights: number[] };

/** How high an exhibit is with these values of its parameters; `at` says what a table has at the width in question. */
export declare function heightWith(exhibit: ExhibitInfo, values: readonly Value[], at: (table: string) => number): number;
