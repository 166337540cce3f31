// What each runner of requests.ts is: the shape that it, and those which it fetches, agree on.

import type { Words } from "../element/language/words.js";
import type { Reply, Request } from "../element/types.js";

/** News while a request runs: what there is of the answer so far, and a message about what is not available. */
export type News = Partial<Pick<Reply, "progress" | "tensors" | "error">>;

/**
 * Answers one kind of request of `element` in slices, so that the page stays alive; resolves when all is reported, throws an error
 * for the reader if it cannot be done (its text is looked up in `words`), ends early and silently when `signal` is aborted.
 */
export type Runner = (
    wanted: Request["arguments"],
    report: (news: News) => void,
    signal: AbortSignal,
    element: HTMLElement,
    words: Words,
) => Promise<void>;
