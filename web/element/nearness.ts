// Tells elements when they come near the viewport and when they leave it. One observer for the page; the margin is what makes an
// exhibit ready before the reader reaches it.

const margin = "400px 0px";
const listeners = new Map<Element, (near: boolean) => void>();
let observer: IntersectionObserver | null = null;

function tell(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting);
}

/** Calls back once soon, and at every change. Returns the way to stop. */
export function observeNearness(element: Element, changed: (near: boolean) => void): () => void {
    observer ??= new IntersectionObserver(tell, { rootMargin: margin });
    listeners.set(element, changed);
    observer.observe(element);
    return () => {
        listeners.delete(element);
        observer?.unobserve(element);
    };
}

/**
 * Resolves when the element has been told where the browser saw it in the frame that comes: an observer tells of what is new to it in any case. It tells
 * so itself, as browsers call observers in no order. (Counted frames are too early on a busy machine.)
 */
export function nearnessTold(element: Element): Promise<void> {
    return new Promise((resolve) => {
        const once = new IntersectionObserver(
            (entries) => {
                once.disconnect();
                tell(entries);
                resolve();
            },
            { rootMargin: margin },
        );
        once.observe(element);
    });
}
