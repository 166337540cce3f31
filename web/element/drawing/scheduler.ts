// One requestAnimationFrame for all views of the page, asked for only while something is to be drawn: an idle page runs no frame
// and no timer. Knows nothing of what it draws.

/** Something that can be drawn. `frame` returns true while it wants another frame. */
export interface Drawable {
    frame(time: number): boolean;
}

const waiting = new Set<Drawable>();
let handle = 0;

function run(time: number): void {
    handle = 0;
    const batch = [...waiting];
    waiting.clear();
    for (const drawable of batch) {
        try {
            if (drawable.frame(time)) waiting.add(drawable);
        } catch (error) {
            reportError(error); // one view's fault must not stop the others
        }
    }
    ask();
}

function ask(): void {
    if (handle === 0 && waiting.size > 0) handle = requestAnimationFrame(run);
}

/** Draws it in the next frame. Asking twice is asking once. */
export function requestFrame(drawable: Drawable): void {
    waiting.add(drawable);
    ask();
}

/** Takes back a request. */
export function cancelFrame(drawable: Drawable): void {
    waiting.delete(drawable);
    if (waiting.size === 0 && handle !== 0) {
        cancelAnimationFrame(handle);
        handle = 0;
    }
}

export function frameRequested(drawable: Drawable): boolean {
    return waiting.has(drawable);
}
