// Which exhibits stand in a document, for what refers to them by their id (web/prose): whoever watches hears when one comes, goes or becomes
// another. Knows nothing of who watches.

const watchers = new Set<() => void>();
let waiting = false;

/** An element has come, gone, or has another id or exhibit. Many in one task are one piece of news. */
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
