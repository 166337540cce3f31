// The frames of one element: draws when something changed and the element is near, on its canvas or as SVG, and gives the pixels back while it is
// far away. Knows no values and no controls: the stage does what follows from a frame.

import { make } from "../dom.js";
import type { Extent } from "../drawing/extent.js";
import { cancelFrame, type Drawable, frameRequested, requestFrame } from "../drawing/scheduler.js";
import type { Shell } from "../drawing/shell.js";
import type { EngineView } from "../types.js";
import { engine, type EngineClient, type SvgModule } from "./engine.js";
import { FarPixels } from "./far-pixels.js";
import type { LifeCycle } from "./life-cycle.js";

/** What the frames tell their stage. */
export interface FramesOwner extends EngineClient {
    /** The view is about to go on by a frame. */
    frameBegins(view: EngineView): void;
    /** It has gone on by one, and is drawn; `more`: it wants another. */
    frameEnded(more: boolean): void;
}

export class Frames implements Drawable {
    /** Whether the element is near the window, as far as the browser has said. */
    nearness: "unknown" | "near" | "away" = "unknown";
    /** Something has changed that is not drawn yet. */
    due = true;
    readonly #owner: FramesOwner;
    readonly #life: LifeCycle;
    readonly #shell: Shell;
    readonly #extent: Extent;
    readonly #pixels: FarPixels;
    #svg: SvgModule | null = null; // what draws, where it is not the engine itself
    #drawing: InstanceType<SvgModule["SvgSurface"]> | null = null;

    constructor(host: HTMLElement, owner: FramesOwner, life: LifeCycle, shell: Shell, extent: Extent) {
        this.#owner = owner;
        this.#life = life;
        this.#shell = shell;
        this.#extent = extent;
        this.#pixels = new FarPixels(host, shell.canvas);
    }

    /** A view has come: drawn by `svg`, or else by the engine. */
    start(svg: SvgModule | null): void {
        this.#svg = svg;
        if (svg) {
            // Over a drawing the canvas only takes the pointer: empty, whatever was in it, and there, though it may have given its pixels back.
            this.#pixels.keep();
            this.#shell.canvas.width = this.#shell.canvas.height = 1;
        }
        this.#drawing = svg && new svg.SvgSurface();
        this.#shell.drawing = this.#drawing?.element ?? null;
    }

    /** Whether it is drawn as SVG, or was when it had a view. */
    get asSvg(): boolean {
        return this.#svg !== null;
    }

    /** Whether frames are drawn: near, or so near that pixels which were given back are wanted again. */
    get drawn(): boolean {
        return this.#extent.known && (this.nearness === "near" || this.#pixels.wanted);
    }

    get requested(): boolean {
        return frameRequested(this);
    }

    /** Something changed: draw in the next frame, or when the element comes near. */
    invalidate(): void {
        this.due = true;
        if (this.#life.view && this.drawn) requestFrame(this);
    }

    /** No frames for now; what waits to be drawn is drawn later. */
    pause(): void {
        if (frameRequested(this)) this.due = true;
        cancelFrame(this);
    }

    /** No frames until a new view comes. */
    stop(): void {
        cancelFrame(this);
    }

    frame(time: number, canvas: HTMLCanvasElement | null = this.drawn ? this.#shell.canvas : null): boolean {
        const { view } = this.#life;
        if (!view || !canvas) {
            this.due = true; // for when it can be seen
            return false;
        }
        const more = engine.hold(() => this.#draw(view, time, canvas));
        return more && this.#life.view === view; // a listener may have ended it
    }

    /** Draws now, wherever the element is and though it may not be displayed. */
    drawNow(canvas = this.#shell.canvas): void {
        if (this.#life.view && this.frame(performance.now(), canvas)) this.invalidate();
    }

    /** What it shows now, freshly drawn; null before it is loaded. */
    async picture(): Promise<HTMLCanvasElement | null> {
        const canvas = this.#pixels.gone ? make("canvas") : this.#shell.canvas;
        this.drawNow(canvas);
        const picture = this.#svg && this.#life.run((view) => view.svg());
        if (picture) return this.#svg?.rasterized(picture, this.#extent.covered.pixelWidth, this.#extent.covered.pixelHeight) ?? null;
        return this.#life.view ? canvas : null;
    }

    #draw(view: EngineView, time: number, canvas: HTMLCanvasElement): boolean {
        this.due = canvas !== this.#shell.canvas;
        if (!this.due) this.#pixels.keep();
        this.#life.run((it) => this.#owner.frameBegins(it));
        const more = this.#paint(view, time, canvas);
        if (more === undefined || this.#life.view !== view) return false; // the engine was lost; it comes back by itself
        this.#owner.frameEnded(more);
        return more;
    }

    #paint(view: EngineView, time: number, canvas: HTMLCanvasElement): boolean | undefined {
        const { pixelWidth, pixelHeight } = this.#extent.covered;
        if (!this.#drawing) return engine.draw(this.#owner, view, time, canvas, pixelWidth, pixelHeight);
        const frame = this.#life.run((it) => it.stepAsSvg(time));
        if (frame === undefined) return undefined;
        this.#drawing.show(frame.slice(1));
        return frame.startsWith("1");
    }

    // ---- pixels

    /** It is so far away that it needs no pixels, or is no longer. */
    set far(far: boolean) {
        this.#pixels.far = far;
        this.giveBackPixels();
        if (this.#pixels.gone) this.invalidate();
    }

    giveBackPixels(): void {
        if (!this.#drawing && this.#pixels.giveBack(() => this.invalidate())) this.due = true;
    }

    /** Out of the page: nothing is to be watched for. */
    keepPixels(): void {
        this.#pixels.keep();
    }
}
