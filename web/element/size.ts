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
