// Which exhibits stand in a document, for what refers to them by their id (web/prose): watchers are called when one comes, goes or becomes
// another. Also the event by which a figure says that a computation is over. Knows nothing of its watchers.

/** The event of an element in which something went on for some frames, a computation in slices say, and is over. Does not bubble. */
export const ended = "attention-explainer-ended";

/** The method by which an element says whether its description is still partial, as during a computation in slices. */
export const unfinished = Symbol();

/** The name of the property in which an element has what it speaks, its Words. */
export const speech = Symbol();

/** The name of the property in which an element has the exhibit that it shows, or whose room it keeps: with tensors it is one of its own. Null: none yet. */
export const shown = Symbol();

/** The method by which an element has a model of its page's own read another text (life/arrivals.ts). */
export const again = Symbol();

/** Figures that a link is taking to its state, each with the promise that this is over. */
export const onTheirWay = new WeakMap<object, Promise<void>>();

const watchers = new Set<() => void>();
let waiting = false;

/** An element has come, gone, or has another id or exhibit. Several in one task are reported once. */
export function figuresChanged(): void {
    if (waiting || watchers.size === 0) return;
    waiting = true;
    queueMicrotask(() => {
        waiting = false;
        for (const watcher of [...watchers]) watcher();
    });
}

/** Calls back after figures have changed. Returns the way to stop. */
export function watchFigures(changed: () => void): () => void {
    watchers.add(changed);
    return () => watchers.delete(changed);
}
