// Draws what the engine's faces lack (emoji, Arabic, Devanagari, Chinese, …) by the browser's own, on a small 2-D canvas, one run at
// a time; the engine keeps the pictures. Called from inside the engine, so nothing here may throw. Knows no view and no element.

import type { GlyphPicture, GlyphSource } from "../types.js";

const families = 'system-ui, "Segoe UI", "Noto Sans", sans-serif';
const referenceSize = 128; // px: advances are measured here, so that they grow with the size and do not depend on the screen
const largestSide = 4096; // px, of a picture
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

class BrowserGlyphs implements GlyphSource {
    #context: CanvasRenderingContext2D | null | undefined;

    /** CSS pixels; −1 if there is nothing to measure with. */
    advance(text: string, size: number, bold: boolean): number {
        const context = this.#prepare(text, referenceSize, bold);
        return context ? (context.measureText(text).width / referenceSize) * size : -1;
    }

    /** The run at `size` device pixels; null if there is nothing to draw with. */
    draw(text: string, size: number, bold: boolean, color: string): GlyphPicture | null {
        const context = this.#prepare(text, size, bold);
        if (!context) return null;
        const box = context.measureText(text);
        // A pixel more on each side: boxes are measured, edges are soft.
        const left = Math.ceil(box.actualBoundingBoxLeft) + 1;
        const top = Math.ceil(box.actualBoundingBoxAscent) + 1;
        const width = Math.min(largestSide, left + Math.ceil(box.actualBoundingBoxRight) + 1);
        const height = Math.min(largestSide, top + Math.ceil(box.actualBoundingBoxDescent) + 1);
        if (!(width > 2 && height > 2)) return { width: 0, height: 0, left: 0, top: 0, pixels: new Uint8ClampedArray() };
        const { canvas } = context;
        if (canvas.width < width) canvas.width = width; // a new size resets the context
        if (canvas.height < height) canvas.height = height;
        this.#prepare(text, size, bold);
        context.clearRect(0, 0, width, height);
        context.fillStyle = color;
        context.fillText(text, left, top);
        return { width, height, left: -left, top: -top, pixels: context.getImageData(0, 0, width, height).data };
    }

    #prepare(text: string, size: number, bold: boolean): CanvasRenderingContext2D | null {
        this.#context ??= document.createElement("canvas").getContext("2d", { willReadFrequently: true });
        const context = this.#context;
        if (!context) return null;
        context.font = `${bold ? 600 : 400} ${size}px ${families}`;
        context.textRendering = "geometricPrecision"; // widths in proportion to the size
        context.textAlign = "left";
        context.textBaseline = "alphabetic";
        context.direction = rightToLeft.test(text) ? "rtl" : "ltr";
        return context;
    }
}

export const browserGlyphs: GlyphSource = new BrowserGlyphs();
