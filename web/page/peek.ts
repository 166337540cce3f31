// What a link or a number in a sentence changes is seen beside it: where the changed part of its figure is not in the window, a small picture of that part is shown over the edge of the
// page, and the words stay where they are; while a number has the focus, the whole figure, small. Pressed, the picture leads to the figure; it goes with the next scroll, press or Escape. A link to a figure of another
// section goes there instead.

import type { AttentionExplainer } from "../element/element.js";
import { findFigure } from "../prose/figure.js";
import { decodedFragment } from "../prose/fragment.js";
import { inView, linkOf } from "../prose/links.js";

const part = 0.4; // of the window's height is the picture's, at most
const gone = 48; // px of scrolling with which it goes

function pixelsOf(picture: HTMLCanvasElement | ImageBitmap): Uint32Array {
    const { width, height } = picture;
    const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
    context?.drawImage(picture, 0, 0);
    return new Uint32Array(context?.getImageData(0, 0, width, height).data.buffer ?? []);
}

/** What it shows once nothing more comes. To be drawn is what begins what a figure out of sight has put off: a training, say. */
async function pictureOf(figure: AttentionExplainer): Promise<ImageBitmap> {
    await figure.settled();
    await figure.toBlob();
    await figure.settled();
    return createImageBitmap(await figure.toBlob());
}

/** For each row of pixels how many of those above it have changed, or are new; the last entry is the number of all. */
function changesAbove(before: Uint32Array, after: Uint32Array, width: number): number[] {
    const above = [0];
    let changed = 0;
    for (let from = 0; from < after.length; from += width) {
        let x = 0;
        while (x < width && after[from + x] === before[from + x]) ++x;
        above.push((changed += Number(x < width)));
    }
    return above;
}

/** Where a piece of this height begins in which most rows have changed: the first such place. */
function busiest(above: number[], size: number): number {
    let best = 0;
    const changed = (top: number): number => (above[top + size] ?? 0) - (above[top] ?? 0);
    for (let top = 0; top + size < above.length; ++top) if (changed(top) > changed(best)) best = top;
    return best;
}

class Peek {
    readonly #canvas = document.createElement("canvas");
    #hidden: AbortController | null = null;

    hide(): void {
        this.#hidden?.abort();
        this.#canvas.remove();
    }

    /** `size` rows of pixels of a figure's picture from `top` on, at the edge of the window that the link is further from, so many times as large. */
    show(figure: AttentionExplainer, link: Element, picture: ImageBitmap, top: number, size: number, scale = 1): void {
        this.hide();
        const canvas = this.#canvas;
        Object.assign(canvas, { width: picture.width, height: size });
        canvas.getContext("2d")?.drawImage(picture, 0, -top);
        canvas.className = link.getBoundingClientRect().top > innerHeight / 2 ? "peek" : "peek low";
        canvas.ariaHidden = "true"; // the figure itself has said it
        const { left } = figure.getBoundingClientRect();
        canvas.style.cssText = `left:${left}px;width:${figure.clientWidth * scale}px`;
        canvas.onclick = () => figure.scrollIntoView({ block: "center" });
        document.body.append(canvas);
        this.#hidden = new AbortController();
        const { signal } = this.#hidden;
        const from = scrollY;
        addEventListener("scroll", () => Math.abs(scrollY - from) > gone && this.hide(), { signal, passive: true });
        addEventListener("resize", () => this.hide(), { signal });
        addEventListener("click", ({ target }) => target !== link && this.hide(), { signal });
        addEventListener("keydown", ({ key }) => key === "Escape" && this.hide(), { signal });
    }
}

export function peekAtChanges(document: Document): void {
    const peek = new Peek();
    let latest: MouseEvent | null = null;
    let kept: ResizeObserver | null = null;
    const follow = async (event: MouseEvent): Promise<void> => {
        const link = linkOf(event);
        const figure = link && findFigure(link, decodedFragment(link.hash.slice(1)));
        const canvas = figure?.shadowRoot?.querySelector("canvas");
        if (!link || !figure) return;
        // (So far away that its pixels are given back, it has nothing to be compared with: the link leads there.)
        const stays = figure.closest("section")?.contains(link) === true && (canvas?.width ?? 0) > 0;
        link.toggleAttribute("data-stay", stays);
        if (!canvas || !stays) return;
        latest = event;
        // Numbers before the link may wrap their paragraphs anew, now and when what they tell has been computed: it stays where it was pressed, until the page
        // is scrolled, by its reader or by the browser.
        const place = link.getBoundingClientRect().top;
        let at = scrollY;
        const keep = (): void => {
            if (scrollY !== at) return kept?.disconnect();
            scrollBy({ top: link.getBoundingClientRect().top - place, behavior: "instant" });
            at = scrollY;
        };
        kept?.disconnect();
        kept = new ResizeObserver(keep);
        kept.observe(link.closest("section") ?? link);
        const before = pixelsOf(canvas);
        await new Promise(requestAnimationFrame); // by then the link has been followed
        const picture = await pictureOf(figure);
        if (latest !== event) return;
        keep(); // (it may have come to another line of a paragraph that is as high as before)
        const { width, height } = picture; // higher than before, where the link has shown a piece
        const above = changesAbove(before, pixelsOf(picture), width);
        const density = width / figure.clientWidth;
        const { top } = figure.getBoundingClientRect();
        const upTo = (y: number): number => above[Math.round(Math.min(Math.max((y - top) * density, 0), height))] ?? 0;
        if (2 * (upTo(innerHeight) - upTo(0)) >= upTo(Infinity)) return;
        const size = Math.min(height, Math.round(part * innerHeight * density));
        peek.show(figure, link, picture, busiest(above, size), size);
    };
    const show = async (value: Element, figure: AttentionExplainer): Promise<void> => {
        const picture = await pictureOf(figure);
        const scale = Math.min(1, (part * innerHeight) / figure.clientHeight);
        if (document.activeElement === value) peek.show(figure, value, picture, 0, picture.height, scale);
    };
    document.addEventListener("focusin", ({ target }) => {
        if (!(target instanceof Element) || target.localName !== "attention-value") return;
        const figure = findFigure(target, target.getAttribute("for") ?? "");
        if (!figure?.shadowRoot?.querySelector("canvas")?.width || inView(figure)) return;
        const drawn = (): void => void show(target, figure).catch(() => peek.hide());
        const left = new AbortController();
        figure.addEventListener("change", drawn, { signal: left.signal });
        target.addEventListener("focusout", () => (left.abort(), peek.hide()), { once: true });
        drawn();
    });
    // (Before anything is drawn anew. A figure that could not be loaded has said so itself.)
    document.addEventListener("click", (event) => void follow(event).catch(() => peek.hide()), true);
}
