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

/** The window of the document that an element is in now. */
function windowOf(element: Element): typeof globalThis & Window {
    return (element.ownerDocument.defaultView ?? window) as typeof globalThis & Window;
}

/** Device pixels to one of the element's CSS pixels: the page may enlarge it by the property `zoom`. */
function ratioAt(element: Element): number {
    const { currentCSSZoom = 1 } = element as { currentCSSZoom?: number };
    return windowOf(element).devicePixelRatio * currentCSSZoom;
}

/** The used length of a property in CSS pixels, as the layout has it: the page's transforms are not in it, as they are in rectangles. */
function used(element: Element, property: "width" | "height"): number {
    return Number.parseFloat(getComputedStyle(element)[property]) || 0; // "auto" if it is not displayed
}

/** The width of an element's content box. */
export function widthOf(element: Element): number {
    return used(element, "width");
}

/** A size in CSS pixels with the device pixels that cover it where the element is. */
export function sizeIn(element: Element, width: number, height: number): Size {
    const ratio = ratioAt(element);
    return { width, height, pixelWidth: Math.round(width * ratio), pixelHeight: Math.round(height * ratio) };
}

/** The size of an element's content box now, by a layout that is forced; 0 if it is not displayed. */
export function sizeOf(element: Element): Size {
    return sizeIn(element, used(element, "width"), used(element, "height"));
}

/** Watches the content box of an element; calls back at once and at every change, before paint. Returns the way to stop. */
export function observeSize(element: Element, changed: (size: Size) => void): () => void {
    const view = windowOf(element);
    let resolution: MediaQueryList | null = null;
    const measure = (width: number, height: number, exact?: ResizeObserverSize): void => {
        // The exact box knows how the browser snaps to pixels, so it is within one of this. Where it is not (Chromium under an
        // emulated pixel ratio reports the real screen's) it would be a blurred picture.
        const ratio = ratioAt(element);
        const pixels = (length: number, snapped = NaN): number =>
            Math.abs(snapped - length * ratio) <= 1 ? snapped : Math.round(length * ratio);
        changed({ width, height, pixelWidth: pixels(width, exact?.inlineSize), pixelHeight: pixels(height, exact?.blockSize) });
    };
    const observer = new view.ResizeObserver((entries) => {
        for (const entry of entries) {
            measure(entry.contentRect.width, entry.contentRect.height, entry.devicePixelContentBoxSize?.[0]);
        }
    });
    // Without the exact box (Safari) a change of the pixel ratio alone is not reported: ask for it.
    const ratioChanged = (): void => {
        measure(used(element, "width"), used(element, "height"));
        watchRatio();
    };
    const watchRatio = (): void => {
        resolution?.removeEventListener("change", ratioChanged);
        resolution = view.matchMedia(`(resolution: ${view.devicePixelRatio}dppx)`);
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
    const observer = new (windowOf(element).ResizeObserver)((entries) => {
        for (const entry of entries) changed(entry.contentRect.width);
    });
    observer.observe(element);
    return () => observer.disconnect();
}

/** The size with fewer device pixels if it has more than can be drawn, in the same proportion. */
export function drawableSize(size: Size, largestSide: number): Size {
    const share = largestSide / Math.max(size.pixelWidth, size.pixelHeight);
    if (!(share < 1)) return size;
    return { ...size, pixelWidth: Math.floor(size.pixelWidth * share), pixelHeight: Math.floor(size.pixelHeight * share) };
}

const known = new WeakMap<ExhibitInfo, { first: number; heights: number[] }>();

/** Spells out an exhibit's heights, once. */
function heightsOf(exhibit: ExhibitInfo): { first: number; heights: number[] } {
    let entry = known.get(exhibit);
    if (!entry) {
        const [first = "", height = "", ...runs] = exhibit.heights.split(" ");
        const heights = height === "" ? [] : [Number(height)];
        for (const run of runs) {
            const [change, count = "1"] = run.split("*");
            for (let i = 0; i < Number(count); ++i) heights.push((heights.at(-1) ?? 0) + Number(change));
        }
        entry = { first: Number(first), heights };
        known.set(exhibit, entry);
    }
    return entry;
}

/** The natural height at a width, by the exhibit's table (0 if it knows none). Exhibits are laid out at the whole part of their width. */
export function reservedHeight(exhibit: ExhibitInfo, width: number): number {
    const { first, heights } = heightsOf(exhibit);
    const index = Math.floor(width) - first;
    return heights[Math.min(heights.length - 1, Math.max(0, index))] ?? 0;
}
