// The size of a canvas in exact device pixels, from ResizeObserver; and the height to reserve before the engine is there. Sets no
// size itself.

import { heightWith, unpacked } from "../../heights.mjs";
import type { Magnification } from "./magnification.js";
import type { ExhibitInfo, Value } from "../types.js";

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

/** The used length of a property in CSS pixels, as the layout has it: the page's transforms are not in it, as they are in rectangles. */
function used(element: Element, property: "width" | "height"): number {
    return Number.parseFloat(getComputedStyle(element)[property]) || 0; // "auto" if it is not displayed
}

/** The width of an element's content box. */
export function widthOf(element: Element): number {
    return used(element, "width");
}

/** A size in CSS pixels with the device pixels that cover it where the element is, so large as it is shown. */
export function sizeIn(element: Element, { factor }: Magnification, width: number, height: number): Size {
    const ratio = windowOf(element).devicePixelRatio * factor;
    return { width, height, pixelWidth: Math.round(width * ratio), pixelHeight: Math.round(height * ratio) };
}

/** The size of an element's content box now, by a layout that is forced; 0 if it is not displayed. */
export function sizeOf(element: Element, magnification: Magnification): Size {
    return sizeIn(element, magnification, used(element, "width"), used(element, "height"));
}

/** Watches the content box of an element and how large it is shown; calls back at once and at every change, before paint. Returns the way to stop. */
export function observeSize(element: Element, magnification: Magnification, changed: (size: Size) => void): () => void {
    const view = windowOf(element);
    let resolution: MediaQueryList | null = null;
    let exact: ResizeObserverSize | undefined;
    const measure = (width: number, height: number): void => {
        // The exact box knows how the browser snaps to pixels, so it is within one of this. Where it is not (under a transform; and Chromium
        // under an emulated pixel ratio reports the real screen's) it would be a blurred picture.
        const size = sizeIn(element, magnification, width, height);
        const pixels = (length: number, snapped = NaN): number => (Math.abs(snapped - length) <= 1 ? snapped : length);
        changed({
            width,
            height,
            pixelWidth: pixels(size.pixelWidth, exact?.inlineSize),
            pixelHeight: pixels(size.pixelHeight, exact?.blockSize),
        });
    };
    const observer = new view.ResizeObserver((entries) => {
        for (const entry of entries) {
            exact = entry.devicePixelContentBoxSize?.[0];
            magnification.measure();
            measure(entry.contentRect.width, entry.contentRect.height);
        }
    });
    // What is observed anew is reported once more, before the next paint: the layout now can be one that passes and that no report would correct
    // (between a page and its print, of which the resolution is another).
    const again = (): void => {
        measure(used(element, "width"), used(element, "height"));
        observer.unobserve(element);
        observe();
    };
    const observe = (): void => {
        try {
            observer.observe(element, { box: "device-pixel-content-box" });
        } catch {
            observer.observe(element);
        }
    };
    // Without the exact box (Safari) a change of the pixel ratio alone is not reported: ask for it.
    const ratioChanged = (): void => {
        again();
        watchRatio();
    };
    const watchRatio = (): void => {
        resolution?.removeEventListener("change", ratioChanged);
        resolution = view.matchMedia(`(resolution: ${view.devicePixelRatio}dppx)`);
        resolution.addEventListener("change", ratioChanged);
    };
    const stop = magnification.observe(again);
    observe();
    watchRatio();
    return () => {
        stop();
        observer.disconnect();
        resolution?.removeEventListener("change", ratioChanged);
    };
}

type Told = (width: number) => void;

const watched = new Map<Element, Told>();
const untold = new Set<Element>(); // whose first width is told at the end of this task
const observers = new WeakMap<Window, ResizeObserver>(); // one for all figures of a document

/** Tells widths, and once more where what followed has changed them: by the heights of figures a page gets or loses its scroll bar. Returns those. */
function tell(elements: Iterable<Element>): Element[] {
    const told = [...elements].map((element) => ({ element, width: widthOf(element) }));
    for (const { element, width } of told) watched.get(element)?.(width);
    const moved = told
        .map(({ element }) => ({ element, width: widthOf(element) }))
        .filter(({ width }, index) => width !== told[index]?.width);
    for (const { element, width } of moved) watched.get(element)?.(width);
    return moved.map(({ element }) => element);
}

function observerIn(view: typeof globalThis & Window): ResizeObserver {
    const known = observers.get(view);
    if (known) return known;
    const observer = new view.ResizeObserver((entries) => {
        // Were a width that changes meanwhile left to the observer, the page would be told of an error, "ResizeObserver loop".
        const moved = tell(entries.map(({ target }) => target));
        for (const element of moved) observer.unobserve(element);
        if (moved.length > 0)
            view.requestAnimationFrame(() => moved.forEach((element) => watched.has(element) && observer.observe(element)));
    });
    observers.set(view, observer);
    return observer;
}

/** Watches the width of an element; calls back at the end of this task and at every change, before paint. Returns the way to stop. */
export function observeWidth(element: Element, changed: Told): () => void {
    const observer = observerIn(windowOf(element));
    watched.set(element, changed);
    observer.observe(element);
    // (By one layout for all, however many figures a page has.)
    if (untold.size === 0)
        queueMicrotask(() => {
            tell(untold);
            untold.clear();
        });
    untold.add(element);
    return () => {
        watched.delete(element);
        untold.delete(element);
        observer.unobserve(element);
    };
}

export function sameSize(a: Size, b: Size): boolean {
    return a.width === b.width && a.height === b.height && a.pixelWidth === b.pixelWidth && a.pixelHeight === b.pixelHeight;
}

/** The size with fewer device pixels if it has more than can be drawn, in the same proportion. */
export function drawableSize(size: Size, largestSide: number): Size {
    const share = largestSide / Math.max(size.pixelWidth, size.pixelHeight);
    if (!(share < 1)) return size;
    return { ...size, pixelWidth: Math.floor(size.pixelWidth * share), pixelHeight: Math.floor(size.pixelHeight * share) };
}

const known = new Map<string, ReturnType<typeof unpacked>>();

/** What a table of heights says of a width (0 if it says nothing). */
function heightAt(table: string, width: number): number {
    const entry = known.get(table) ?? unpacked(table);
    known.set(table, entry);
    const { first, heights } = entry;
    const index = Math.floor(width) - first;
    return heights[Math.min(heights.length - 1, Math.max(0, index))] ?? 0;
}

/** The natural height at a width with these values, by the exhibit's tables. Exhibits are laid out at the whole part of their width. */
export const reservedHeight = (exhibit: ExhibitInfo, width: number, values: readonly Value[] = []): number =>
    heightWith(exhibit, values, (table) => heightAt(table, width));
