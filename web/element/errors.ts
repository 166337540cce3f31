// The element's own error: a type that a program can switch on and a message that a reader can read. Not for wrong arguments
// (those are RangeError and TypeError).

import type { ErrorType } from "./types.js";

export class ExplainerError extends Error {
    readonly type: ErrorType;

    constructor(type: ErrorType, message: string, cause?: unknown) {
        super(message, cause === undefined ? undefined : { cause });
        this.name = "ExplainerError";
        this.type = type;
    }
}

/** The text of anything thrown. */
export function messageOf(thrown: unknown): string {
    return thrown instanceof Error ? thrown.message : String(thrown);
}
