// Tells elements when they come near the viewport and when they leave it. One observer a distance for the page.

/** Within this, an exhibit is made ready before the reader reaches it. */
export const near = "400px 0px";
/** Within this, a reader may be back before it could be drawn. */
export const within = "200%";

/** What is told of an element: whether it is inside by each of the distance's observers; undefined: not reported yet. */
interface Listener {
    inside: (boolean | undefined)[];
    changed(inside: boolean): void;
}

/** The observers of one distance, and whom they tell. */
interface Distance {
    observers: IntersectionObserver[];
    listeners: Map<Element, Listener>;
}

const distances = new Map<string, Distance>();

/**
 * Two observers: one widens the window, one what scrolls inside of the page, where the browser can. (With both in one, browsers differ on whether the window is
 * widened once or twice.)
 */
const optionsOf = (distance: string): IntersectionObserverInit[] => [
    { rootMargin: distance },
    // (What scrolls inside may do so to the side, too.)
    ...("scrollMargin" in IntersectionObserver.prototype
        ? [{ scrollMargin: distance.replace(/ .*/, "") } as IntersectionObserverInit]
        : []),
];

function report({ listeners }: Pick<Distance, "listeners">, which: number, entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
        const listener = listeners.get(target);
        if (!listener) continue;
        listener.inside[which] = isIntersecting;
        if (isIntersecting || !listener.inside.includes(undefined)) listener.changed(listener.inside.includes(true));
    }
}

/** Calls back once soon, and at every change (at times again with what is known). Returns the way to stop. */
export function observeNearness(element: Element, distance: string, changed: (inside: boolean) => void): () => void {
    let entry = distances.get(distance);
    if (!entry) {
        const made: Distance = { observers: [], listeners: new Map() };
        made.observers = optionsOf(distance).map(
            (options, which) => new IntersectionObserver((entries) => report(made, which, entries), options),
        );
        distances.set(distance, (entry = made));
    }
    const { observers, listeners } = entry;
    listeners.set(element, { inside: observers.map(() => undefined), changed });
    for (const observer of observers) observer.observe(element);
    return () => {
        listeners.delete(element);
        for (const observer of observers) observer.unobserve(element);
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
export async function nearnessKnown(element: Element): Promise<void> {
    await Promise.all(
        optionsOf(near).map(
            (options, which) =>
                new Promise<void>((resolve) => {
                    const once = new IntersectionObserver((entries) => {
                        once.disconnect();
                        report(distances.get(near) ?? { listeners: new Map() }, which, entries);
                        resolve();
                    }, options);
                    once.observe(element);
                }),
        ),
    );
}
