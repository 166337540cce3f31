// The size of a canvas in exact device pixels, from ResizeObserver; and the height to reserve before the engine is there. Sets no
// size itself.

import type { ExhibitInfo } from "./types.js";

/** CSS pixels, and the device pixels that cover them exactly. */
export interface Size {
    width: number;
    height: number;
    pixelWidth: number;
    pixelHeight: number;
}

/** Watches the content box of an element; calls back at once and at every change, before paint. Returns the way to stop. */
export function observeSize(element: Element, changed: (size: Size) => void): () => void {
    let resolution: MediaQueryList | null = null;
    const measure = (width: number, height: number, exact?: ResizeObserverSize): void => {
        // The exact box knows how the browser snaps to pixels, so it is within one of this. Where it is not (Chromium under an
        // emulated pixel ratio reports the real screen's) it would be a blurred picture.
        const pixels = (length: number, snapped = NaN): number =>
            Math.abs(snapped - length * devicePixelRatio) <= 1 ? snapped : Math.round(length * devicePixelRatio);
        changed({ width, height, pixelWidth: pixels(width, exact?.inlineSize), pixelHeight: pixels(height, exact?.blockSize) });
    };
    const observer = new ResizeObserver((entries) => {
        for (const entry of entries) {
            measure(entry.contentRect.width, entry.contentRect.height, entry.devicePixelContentBoxSize?.[0]);
        }
    });
    // Without the exact box (Safari) a change of the pixel ratio alone is not reported: ask for it.
    const ratioChanged = (): void => {
        const box = element.getBoundingClientRect();
        measure(box.width, box.height);
        watchRatio();
    };
    const watchRatio = (): void => {
        resolution?.removeEventListener("change", ratioChanged);
        resolution = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
        resolution.addEventListener("change", ratioChanged);
    };
    try {
        observer.observe(element, { box: "device-pixel-content-box" });
    } catch {
        observer.observe(element);
    }
    watchRatio();
    return () => {
        observer.disconnect();
        resolution?.removeEventListener("change", ratioChanged);
    };
}

/** Watches the width of an element; calls back at once and at every change, before paint. Returns the way to stop. */
export function observeWidth(element: Element, changed: (width: number) => void): () => void {
    const observer = new ResizeObserver((entries) => {
        for (const entry of entries) changed(entry.contentRect.width);
    });
    observer.observe(element);
    return () => observer.disconnect();
}

/** The natural height at a width, interpolated between the widths that the exhibit's table knows (0 if it knows none). */
export function reservedHeight(exhibit: ExhibitInfo, width: number): number {
    const known = [...exhibit.heights].sort((a, b) => a.width - b.width);
    const above = known.findIndex((entry) => entry.width >= width);
    const right = known[above < 0 ? known.length - 1 : above];
    const left = known[above < 0 ? known.length - 1 : Math.max(0, above - 1)];
    if (!left || !right) return 0;
    if (left.width === right.width) return right.height;
    const share = (width - left.width) / (right.width - left.width);
    return left.height + share * (right.height - left.height);
}
