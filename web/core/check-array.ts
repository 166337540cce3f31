// Checks of the arrays that calls take. Messages as in check.ts.
import { describeValue, isFloat32Array } from "./check.js";
import { CoreArray, type Numbers } from "./core-array.js";

export function isNumbers(value: unknown): value is Numbers {
    return value instanceof CoreArray || isFloat32Array(value);
}

/** A `Float32Array`, or a `CoreArray`, of exactly `length` numbers; `shape` says why that many, as in "n × d = 6 × 8". */
export function checkArray(name: string, value: unknown, length: number, shape: string): asserts value is Numbers {
    if (!isNumbers(value)) {
        throw new TypeError(`${name} must be a Float32Array, got ${describeValue(value)}`);
    }
    if (value.length !== length) {
        throw new RangeError(`${name} has ${value.length} numbers, must have ${shape} = ${length}`);
    }
}
