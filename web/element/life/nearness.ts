// Tells elements when they come near the viewport and when they leave it. One observer a distance for the page.

/** Within this, an exhibit is made ready before the reader reaches it. */
export const near = "400px 0px";
/** Within this, a reader may be back before it could be drawn. */
export const within = "200%";

const observers = new Map<string, { observer: IntersectionObserver; listeners: Map<Element, (inside: boolean) => void> }>();

const report =
    (listeners: Map<Element, (inside: boolean) => void>) =>
    (entries: readonly IntersectionObserverEntry[]): void => {
        for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting);
    };

/** Calls back once soon, and at every change. Returns the way to stop. */
export function observeNearness(element: Element, rootMargin: string, changed: (inside: boolean) => void): () => void {
    let entry = observers.get(rootMargin);
    if (!entry) {
        const listeners = new Map<Element, (inside: boolean) => void>();
        const observer = new IntersectionObserver(report(listeners), { rootMargin });
        observers.set(rootMargin, (entry = { observer, listeners }));
    }
    const { observer, listeners } = entry;
    listeners.set(element, changed);
    observer.observe(element);
    return () => {
        listeners.delete(element);
        observer.unobserve(element);
    };
}

const leapers = new Map<Element, () => void>();
const leapt = (): void => {
    for (const [element, seen] of [...leapers]) if (isSeen(element)) seen();
};

/** Whether a part of an element is in the window now. */
export function isSeen(element: Element): boolean {
    const { top, bottom, left, right } = element.getBoundingClientRect();
    return bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
}

/**
 * Calls back when a scroll has brought an element into the window, in the frame that shows it: an observer reports a
 * jump (to an anchor, to the end) one frame too late. Returns the way to stop.
 */
export function observeLeaps(element: Element, seen: () => void): () => void {
    if (leapers.size === 0) document.addEventListener("scroll", leapt, { capture: true, passive: true });
    leapers.set(element, seen);
    return () => {
        leapers.delete(element);
        if (leapers.size === 0) document.removeEventListener("scroll", leapt, { capture: true });
    };
}

/**
 * Resolves when the element knows whether it is near in the coming frame: a new observer always reports once. It passes the report on itself, as
 * browsers call observers in no fixed order. (Counting frames instead is too early on a busy machine.)
 */
export function nearnessKnown(element: Element): Promise<void> {
    return new Promise((resolve) => {
        const once = new IntersectionObserver(
            (entries) => {
                once.disconnect();
                report(observers.get(near)?.listeners ?? new Map())(entries);
                resolve();
            },
            { rootMargin: near },
        );
        once.observe(element);
    });
}
