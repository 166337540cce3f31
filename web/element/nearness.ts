// Tells elements when they come near the viewport and when they leave it. One observer for the page; the margin is what makes an
// exhibit ready before the reader reaches it.

const listeners = new Map<Element, (near: boolean) => void>();
let observer: IntersectionObserver | null = null;

/** Calls back once soon, and at every change. Returns the way to stop. */
export function observeNearness(element: Element, changed: (near: boolean) => void): () => void {
    observer ??= new IntersectionObserver(
        (entries) => {
            for (const entry of entries) listeners.get(entry.target)?.(entry.isIntersecting);
        },
        { rootMargin: "400px 0px" },
    );
    listeners.set(element, changed);
    observer.observe(element);
    return () => {
        listeners.delete(element);
        observer?.unobserve(element);
    };
}
