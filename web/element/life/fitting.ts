// Fits the view to its place and its reader: size, print, colours, size of type, motion. Asks for a frame where something has changed; draws at
// once only where the old picture would be seen stretched, or printed out of date.

import type { Extent } from "../drawing/extent.js";
import type { Magnification } from "../drawing/magnification.js";
import type { Shell } from "../drawing/shell.js";
import { observeSize, observeWidth, sameSize, type Size } from "../drawing/size.js";
import { isDark, isPrinting, observePreferences, prefersReducedMotion } from "../drawing/theme.js";
import { Appearance } from "../drawing/appearance.js";
import { samePieces } from "../state/pieces.js";
import type { EngineView, ExhibitInfo, Value } from "../types.js";
import { engine } from "./engine.js";
import type { Frames } from "./frames.js";
import type { LifeCycle } from "./life-cycle.js";

export class Fitting {
    /** The theme that the element asks for. */
    theme = "auto";
    /** The exhibit has had its first step, and `load` was told: from now on a change of size changes a picture that is seen. */
    shown = false;
    readonly #host: HTMLElement;
    readonly #life: LifeCycle;
    readonly #frames: Frames;
    readonly #shell: Shell;
    readonly #extent: Extent;
    readonly #magnification: Magnification;
    readonly #appearance: Appearance;
    #exhibit: ExhibitInfo | null = null;
    #displayed = false;
    #values: readonly Value[] = []; // of which it shows these pieces

    constructor(host: HTMLElement, life: LifeCycle, frames: Frames, shell: Shell, extent: Extent, magnification: Magnification) {
        this.#host = host;
        this.#life = life;
        this.#frames = frames;
        this.#shell = shell;
        this.#extent = extent;
        this.#magnification = magnification;
        this.#appearance = new Appearance(shell.ruler, () => this.preferencesChanged());
    }

    /** To be put into the shell. */
    get probe(): Element {
        return this.#appearance.probe;
    }

    /** Watches its place and its reader. Returns the ways to stop. */
    observe(): (() => void)[] {
        const { canvas, ruler } = this.#shell;
        return [
            observeWidth(ruler, (width) => this.#widthChanged(width)),
            observeSize(canvas, this.#magnification, (size) => this.#sizeChanged(size)),
            observePreferences(this.#host.ownerDocument, () => this.preferencesChanged()),
        ];
    }

    /** Keeps the place that an exhibit will need. */
    reserve(exhibit: ExhibitInfo, values: readonly Value[]): void {
        this.#exhibit = exhibit;
        this.#values = values;
        this.shown = false;
        this.#extent.reserve(exhibit, values);
    }

    /** It says itself in another language, and is as high as that is. */
    set exhibit(exhibit: ExhibitInfo) {
        this.#exhibit = exhibit;
        if (!this.#extent.onPaper) this.#extent.reserve(exhibit, this.#values);
    }

    /** The values have changed: another height, if other pieces are shown. */
    valuesChanged(values: readonly Value[]): void {
        if (!this.#exhibit || samePieces(this.#exhibit, this.#values, values)) return;
        this.#values = values;
        if (this.#extent.onPaper) return;
        if (this.#life.view) this.#fit();
        else this.#extent.reserve(this.#exhibit, values);
    }

    /** Tells the view how its reader wants to see it; whether it has to be drawn anew. */
    applyPreferences(view: EngineView): boolean {
        view.setReducedMotion(prefersReducedMotion());
        return this.#appearance.apply(view, this.#shell.dark);
    }

    preferencesChanged(): void {
        this.#shell.dark = isDark(this.#host, this.theme);
        if (this.#extent.magnify(this.#appearance.magnification) && !this.#extent.onPaper) {
            this.#fit();
            this.#frames.invalidate();
        }
        this.#printingChanged();
        if (this.#life.run((view) => this.applyPreferences(view))) this.#frames.invalidate();
        if (isPrinting() && this.#extent.known) this.#frames.drawNow();
        this.#frames.giveBackPixels();
    }

    #widthChanged(width: number): void {
        if (width <= 0) {
            this.#displayed = false; // it keeps the width it had
            return;
        }
        this.#extent.place = width;
        this.#extent.magnify(this.#appearance.magnification);
        if (!this.#extent.onPaper) {
            if (this.#life.view) this.#fit();
            else if (this.#exhibit) this.#extent.reserve(this.#exhibit, this.#values);
        }
        this.#appears();
    }

    /** What has no layout has no transitions: the theme and the colours may have changed meanwhile. */
    #appears(): void {
        if (this.#displayed) return;
        this.#displayed = true;
        this.preferencesChanged();
    }

    #sizeChanged(measured: Size): void {
        if (this.#extent.onPaper) return; // layout has made the picture smaller
        this.#extent.measured = measured;
        if (!this.#extent.known || !this.#life.view) return;
        this.#printingChanged();
        if (!this.#frames.due && sameSize(measured, this.#extent.covered)) return; // told twice
        if (!this.#extent.onPaper) this.#life.run((view) => this.#extent.fill(view, engine.largestSide));
        this.#frames.invalidate();
        // Before paint, so that the picture is never stretched; and whatever has a size only now is on paper too.
        if ((this.#frames.drawn || isPrinting()) && this.shown) this.#frames.drawNow();
    }

    #fit(): void {
        const { covered } = this.#extent;
        this.#life.run((view) => this.#extent.fit(view, engine.largestSide));
        if (!sameSize(covered, this.#extent.covered)) this.#frames.due = true;
    }

    #printingChanged(): void {
        if (!(this.#life.run((view) => this.#extent.turn(view)) ?? this.#extent.turn(null))) return;
        this.#fit();
        this.#frames.invalidate();
    }
}
