// The element's own error: a type that a program can switch on and a message that a reader can read. Not for wrong arguments
// (those are RangeError and TypeError).

import type { Words } from "./language/words.js";
import type { ErrorType } from "./types.js";

export class ExplainerError extends Error {
    readonly type: ErrorType;
    readonly #text: string;

    /** In `text` "{}" stands for what the cause says. */
    constructor(type: ErrorType, text: string, cause?: unknown) {
        super(cause === undefined ? text : text.replace("{}", () => messageOf(cause)), cause === undefined ? undefined : { cause });
        this.name = "ExplainerError";
        this.type = type;
        this.#text = text;
    }

    /** The message for a reader of another language. */
    in(words: Words): string {
        return this.cause === undefined ? words.say(this.#text) : words.say(this.#text, messageOf(this.cause));
    }
}

/** The text of anything thrown. */
export function messageOf(thrown: unknown): string {
    return thrown instanceof Error ? thrown.message : String(thrown);
}
