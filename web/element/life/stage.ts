// What one element does: its view in the engine, its values, its frames. Draws when something changed and the element is near, keeps the
// values when the engine or the connection comes and goes. The public interface is element.ts, the shadow DOM shell.ts.

import { Controls, type FocusPlace } from "../controls/controls.js";
import { engine, type EngineClient, surfaceOf, type SvgModule } from "./engine.js";
import { ExplainerError } from "../errors.js";
import { Extent } from "../drawing/extent.js";
import { FarPixels } from "./far-pixels.js";
import { changedValues, sameValue } from "../state/follow.js";
import { Requests } from "../../requests/requests.js";
import { Magnification } from "../drawing/magnification.js";
import { near, nearnessKnown, observeNearness, within } from "./nearness.js";
import { Pointer } from "../drawing/pointer.js";
import { cancelFrame, type Drawable, frameRequested, requestFrame } from "../drawing/scheduler.js";
import { Shell } from "../drawing/shell.js";
import { observeSize, observeWidth, sameSize, type Size } from "../drawing/size.js";
import { make } from "../dom.js";
import { defaults, formatState, parseState } from "../state/state.js";
import { Tables } from "../controls/tables.js";
import { isDark, isPrinting, observePreferences, prefersReducedMotion } from "../drawing/theme.js";
import { Worn } from "../drawing/worn.js";
import type { ChangeSource, Description, EngineModule, EngineView, ExhibitInfo, FocusRequest, Rectangle, Renderer, Value } from "../types.js";

/** What the stage tells its element. */
export interface StageOwner {
    stageLoaded(): void;
    stageChanged(source: ChangeSource): void;
    /** Whatever changed it has let go: what comes next is a step of its own. */
    stagePaused(): void;
    /** It stands still, this large, and there lies what is touched or read. */
    stageRested(width: number, height: number, taken: readonly Rectangle[]): void;
    /** What went on for some frames, as a computation in slices does, is over. */
    stageEnded(): void;
    stageProgress(loaded: number, total: number): void;
    stageFailed(error: ExplainerError): void;
}

/** waiting: not near yet; loading; live: a view computes and draws; failed: nothing runs. */
type Status = "waiting" | "loading" | "live" | "failed";

export class Stage implements EngineClient, Drawable {
    exhibit: ExhibitInfo | null = null;
    values: Value[] = [];

    #host: HTMLElement;
    #worn = new Worn(() => this.#preferencesChanged());
    #owner: StageOwner;
    #shell: Shell;
    #tables = new Tables();
    #controls: Controls;
    #pointer: Pointer;
    #requests: Requests;
    #magnification: Magnification;
    #extent: Extent;
    #pixels: FarPixels;

    #status: Status = "waiting";
    #svg: SvgModule | null = null; // what draws, where it is not the engine itself
    #drawing: InstanceType<SvgModule["SvgSurface"]> | null = null;
    wantsSvg = false;
    #wentOn = false; // the latest frame asked for another one
    #view: EngineView | null = null;
    #theme = "auto";
    #eager = false;
    #near: boolean | null = null; // null: not known yet
    #dirty = true;
    #loadedOnce = false;
    #readerChanged = false;
    #controlsBehind = false; // the values have changed under a drag, and the native controls do not say so yet
    #pendingFocus: FocusRequest | null = null;
    #stops: (() => void)[] = [];
    #waiters: (() => void)[] = [];

    constructor(host: HTMLElement, root: ShadowRoot, owner: StageOwner) {
        this.#host = host;
        this.#owner = owner;
        this.#shell = new Shell(root, () => engine.retry(this));
        this.#controls = new Controls({
            controlChanged: (changes) => this.#controlChanged(changes),
            controlFocused: (place) => this.#controlFocused(place),
            presetPressed: (index) => this.#presetPressed(index),
            actionPressed: (index) => this.#actionPressed(index),
            controlAwaited: () => this.#catchUp(),
        });
        this.#pointer = new Pointer(this.#shell.canvas, this.#shell.surface, this.#shell.place, {
            withView: (work) => this.#withView(work),
            pointerMoved: () => {
                if (!this.#pointer.pressed) this.#catchUp(); // a drag may have ended without a release
                this.invalidate();
            },
            pointerReleased: (touch) => this.#pointerReleased(touch),
            tapped: () => this.#takePendingFocus(),
        });
        this.#requests = new Requests(
            host,
            (reply) => {
                const more = this.#withView((view) => view.reply(reply)) ?? false;
                this.invalidate();
                return more;
            },
            () => this.#resolveWaiters(),
        );
        this.#magnification = new Magnification(host, this.#shell.place, () => this.#resolveWaiters());
        this.#extent = new Extent(host, this.#shell, this.#magnification);
        this.#pixels = new FarPixels(host, this.#shell.canvas);
        this.#shell.append(this.#worn.probe, this.#controls.element, this.#tables.element, this.#tables.status);
        // A browser that takes a canvas's pixels away (a GPU that is resetting) says when it may be drawn again.
        this.#shell.canvas.addEventListener("contextrestored", () => this.invalidate());
    }

    // ---- what the element asks for

    get label(): string {
        return this.#shell.label;
    }

    set label(label: string) {
        this.#shell.label = label;
    }

    set theme(theme: string) {
        this.#theme = theme;
        if (this.#stops.length > 0) this.#preferencesChanged();
    }

    get renderer(): Renderer {
        return this.#svg || this.wantsSvg ? "svg" : "webgl2";
    }

    set renderer(renderer: Renderer) {
        if (this.wantsSvg === (renderer === "svg")) return;
        this.wantsSvg = !this.wantsSvg;
        if (this.#status !== "live") return;
        this.#dropView();
        this.#greetAgain();
    }

    set eager(eager: boolean) {
        this.#eager = eager;
        if (eager) this.#load();
    }

    /** Shows another exhibit, from its defaults. */
    show(exhibit: ExhibitInfo): void {
        this.#controls.clear();
        this.#dropView();
        if (this.#status === "live") this.#status = "loading";
        this.exhibit = exhibit;
        this.values = defaults(exhibit);
        this.#controls.build(exhibit, this.values);
        this.#tables.clear();
        this.#shell.hideError();
        this.#shell.showPoster(exhibit.title);
        this.#loadedOnce = false;
        this.#extent.reserve(exhibit);
        if (this.#status === "loading") {
            this.#greetAgain();
        } else {
            this.#status = "waiting";
            if (this.#near || this.#eager) this.#load();
        }
    }

    /** The engine is there or on its way: asks for a new view. */
    #greetAgain(): void {
        this.#status = "loading";
        engine.detach(this);
        engine.attach(this);
    }

    /** Takes checked values. Returns whether anything changed. */
    apply(values: readonly Value[], source: ChangeSource): boolean {
        const exhibit = this.exhibit;
        const changed = values.flatMap((value, index) => (sameValue(value, this.values[index]) ? [] : [index]));
        if (!exhibit || changed.length === 0) return false;
        this.values = [...values];
        this.#withView((view) => {
            const [index = 0, ...others] = changed;
            const value = values[index];
            if (others.length === 0 && value !== undefined) view.set(index, value);
            // Several at once: one after the other, bounds that follow the state could cut what is still to come.
            else view.restore(formatState(exhibit, values));
            this.#showValues(view);
        });
        if (!this.#view) this.#controls.showValues(this.values, null);
        if (source !== "api") this.#readerChanged = true;
        this.invalidate();
        this.#owner.stageChanged(source);
        return true;
    }

    /** Adds what lies over the picture, behind all that can be focused there. */
    append(part: Element): void {
        this.#shell.append(part);
    }

    connect(): void {
        this.#near = null;
        const { canvas, ruler } = this.#shell;
        this.#stops = [
            observeNearness(this.#host, near, (inside) => this.#nearChanged(inside)),
            observeNearness(this.#host, within, (inside) => this.#farChanged(!inside)),
            observeWidth(ruler, (width) => this.#widthChanged(width)),
            observeSize(canvas, this.#magnification, (size) => this.#sizeChanged(size)),
            observePreferences(this.#host.ownerDocument, () => this.#preferencesChanged()),
        ];
        this.#preferencesChanged();
        if (this.#eager) this.#load();
    }

    /** Out of the document. Being put back within the same task is a move: the view and what it computes go on. */
    disconnect(): void {
        for (const stop of this.#stops) stop();
        this.#stops = [];
        this.#pointer.cancel();
        this.#pause();
        queueMicrotask(() => {
            if (this.#stops.length === 0) this.#leave();
        });
    }

    /** Elsewhere in the same document, without having been out of it. */
    moved(): void {
        this.#preferencesChanged();
    }

    /** In another document. */
    adopted(): void {
        this.#shell.adopted();
    }

    /** Frees the view; the values stay. */
    #leave(): void {
        this.#dropView();
        this.#pixels.keep();
        engine.detach(this);
        this.#status = "waiting";
        this.#resolveWaiters();
    }

    /** Something changed: draw in the next frame, or when the element comes near. */
    invalidate(): void {
        this.#dirty = true;
        if (this.#view && this.#isDrawn()) requestFrame(this);
    }

    async settled(): Promise<void> {
        // Whoever has just scrolled here means what is seen now, and that is not known before the next frame is over.
        if (this.#near === false && this.#stops.length > 0 && !document.hidden) await nearnessKnown(this.#host);
        else await null; // inside a frame (in a listener of load, say) it is not known yet whether another follows
        return new Promise((resolve) => {
            this.#waiters.push(resolve);
            this.#resolveWaiters();
        });
    }

    /** Loads though the element is not near. Resolves when it is there or has failed. */
    async ready(): Promise<void> {
        this.#load();
        while (this.#status === "loading") await this.settled();
    }

    /** Runs something on the view; undefined if there is none. */
    current<T>(work: (view: EngineView) => T): T | undefined {
        return this.#withView(work);
    }

    describe(): Description | null {
        return this.current((view) => view.describe()) ?? null;
    }

    /** Draws now, wherever the element is and though it may not be displayed. */
    drawNow(canvas = this.#shell.canvas): void {
        if (this.#view && this.frame(performance.now(), canvas)) this.invalidate();
    }

    /** What it shows now, freshly drawn; null before it is loaded. */
    async picture(): Promise<HTMLCanvasElement | null> {
        const canvas = this.#pixels.gone ? make("canvas") : this.#shell.canvas;
        this.drawNow(canvas);
        const picture = this.#svg && this.#withView((view) => view.svg());
        if (picture) return this.#svg?.rasterized(picture, this.#extent.covered.pixelWidth, this.#extent.covered.pixelHeight) ?? null;
        return this.#view ? canvas : null;
    }

    fail(error: ExplainerError, again = false): void {
        this.#status = "failed";
        this.#dropView();
        engine.detach(this);
        cancelFrame(this);
        this.#shell.showError(error.message, again);
        this.#resolveWaiters();
        this.#owner.stageFailed(error);
    }

    // ---- the engine's side

    engineProgress(loaded: number, total: number): void {
        this.#shell.showProgress(loaded, total);
        this.#owner.stageProgress(loaded, total);
    }

    engineReady(module: EngineModule, svg: SvgModule | null): void {
        const exhibit = this.exhibit;
        if (!exhibit || this.#view) return;
        if (!svg && !surfaceOf(this.#shell.canvas)) {
            this.wantsSvg = true; // the browser gives no canvas to draw on
            return this.#greetAgain();
        }
        const view = module.makeView(exhibit.id);
        if (!view) {
            this.fail(new ExplainerError("engine", `The exhibit's engine knows no exhibit ${JSON.stringify(exhibit.id)}.`));
            return;
        }
        view.restore(formatState(exhibit, this.values));
        this.#dress(view);
        this.#view = view;
        this.#svg = svg;
        this.#drawing = svg && new svg.SvgSurface();
        this.#shell.drawing = this.#drawing?.element ?? null;
        this.#status = "live";
        this.#pointer.forget();
        this.#extent.look();
        const focused = this.#shell.hideError();
        this.#extent.fit(view, engine.largestSide);
        this.#controls.tellFocus(); // of a view before this one
        if (!this.#near || !this.#extent.known) {
            // Nothing to draw yet: compute once, so that controls and tables are right.
            view.step(performance.now(), false);
            this.#afterStep(view, false);
            this.#announceLoad();
        }
        if (focused) engine.after(() => this.#controls.focusFirst());
        this.invalidate();
        this.#resolveWaiters();
    }

    engineLost(): void {
        this.#requests.stop();
        this.#view = null; // died with the engine; nothing to delete
        this.#pointer.forget();
        cancelFrame(this);
        this.#dirty = true;
        if (this.#status === "live") this.#status = "loading";
    }

    engineFailed(error: ExplainerError): void {
        this.fail(error, /load|engine/.test(error.type));
    }

    engineAgain(): void {
        this.#status = "loading";
        this.#shell.showError("Trying again …", true);
    }

    // ---- frames

    frame(time: number, canvas: HTMLCanvasElement | null = this.#isDrawn() ? this.#shell.canvas : null): boolean {
        const view = this.#view;
        if (!view || !canvas) {
            this.#dirty = true; // for when it can be seen
            return false;
        }
        const more = engine.hold(() => this.#draw(view, time, canvas));
        return more && this.#view === view; // a listener may have ended it
    }

    #draw(view: EngineView, time: number, canvas: HTMLCanvasElement): boolean {
        this.#dirty = canvas !== this.#shell.canvas;
        if (!this.#dirty) this.#pixels.keep();
        this.#withView((it) => this.#pointer.flush(it));
        const more = this.#paint(view, time, canvas);
        if (more === undefined || this.#view !== view) return false; // the engine was lost; it comes back by itself
        this.#withView((it) => this.#afterStep(it, more));
        this.#announceLoad();
        this.#takeRequest();
        if (!more) queueMicrotask(() => this.#resolveWaiters()); // after the scheduler has noted the answer
        return more;
    }

    #paint(view: EngineView, time: number, canvas: HTMLCanvasElement): boolean | undefined {
        const { pixelWidth, pixelHeight } = this.#extent.covered;
        if (!this.#drawing) return engine.draw(this, view, time, canvas, pixelWidth, pixelHeight);
        const frame = this.#withView((it) => it.stepAsSvg(time));
        if (frame === undefined) return undefined;
        this.#drawing.show(frame.slice(1));
        return frame.startsWith("1");
    }

    #takeRequest(): void {
        const request = this.#withView((it) => it.takeRequest());
        if (request) this.#requests.start(request);
    }

    /** Takes over what a step changed: values, focus, height; and once it is still, the controls' places and the tables. */
    #afterStep(view: EngineView, more: boolean): void {
        if (view.takeChanged()) this.#readView(view);
        const wanted = view.takeFocusRequest();
        const cursor = view.cursor();
        const { style } = this.#shell.canvas;
        if (style.cursor !== cursor) style.cursor = cursor;
        this.#controls.showPlaying(view);
        if (!more || wanted) this.#controls.place(view, this.#extent.covered.width);
        const rests = !more && !this.#pointer.pressed;
        if (rests || wanted) this.#showValues(view);
        if (this.#wentOn && !more) this.#owner.stageEnded();
        this.#wentOn = more;
        if (rests) {
            this.#owner.stageRested(this.#extent.covered.width, this.#extent.covered.height, [...this.#controls.boxes(view), ...view.occupied()]);
            this.#tables.show(view.describe(), this.#readerChanged);
            this.#readerChanged = false;
        }
        if (wanted) engine.after(() => this.#controls.focus(wanted));
    }

    #readView(view: EngineView): void {
        const values = this.values.map((_, index) => view.get(index));
        if (values.every((value, index) => sameValue(value, this.values[index]))) return;
        this.values = values;
        this.#readerChanged = true;
        // Under a drag nobody reads them: a hundred controls to write, and to ask for words, would be most of a frame. They catch up when
        // the drag is over, however it ends, and before the keyboard gets at them.
        if (this.#pointer.pressed) this.#controlsBehind = true;
        else this.#showValues(view);
        this.#owner.stageChanged("pointer");
    }

    #showValues(view: EngineView): void {
        this.#controlsBehind = false;
        this.#controls.showValues(this.values, view);
    }

    #catchUp(): void {
        if (this.#controlsBehind) this.#withView((view) => this.#showValues(view));
    }

    #announceLoad(): void {
        if (this.#loadedOnce) return;
        this.#loadedOnce = true;
        this.#shell.hidePoster();
        this.#owner.stageLoaded();
    }

    #resolveWaiters(): void {
        if (this.#pending()) return;
        for (const resolve of this.#waiters.splice(0)) resolve();
    }

    /** Whether something is under way that will end by itself. */
    #pending(): boolean {
        if (this.#stops.length === 0 || !this.exhibit || this.#status === "failed") return false;
        if (this.#near === null || this.#status === "loading" || this.#requests.running) return true;
        return frameRequested(this) || frameRequested(this.#magnification);
    }

    /** Whether frames are drawn: near, or so near that pixels which were given back are wanted again. */
    #isDrawn(): boolean {
        return this.#extent.known && ((this.#near ?? false) || this.#pixels.wanted);
    }

    // ---- what happens to it

    #controlChanged(changes: ReadonlyMap<number, Value>): void {
        if (this.exhibit) this.apply(changedValues(this.exhibit, this.values, changes), "control");
    }

    #presetPressed(index: number): void {
        const preset = this.exhibit?.presets[index];
        if (this.exhibit && preset) this.apply(parseState(this.exhibit, preset.state), "control");
    }

    #actionPressed(index: number): void {
        this.#readerChanged = true;
        this.#withView((view) => view.act(index));
        this.#takeRequest(); // inside the reader's gesture, which a window that opens needs
        this.invalidate();
    }

    #controlFocused({ parameter, preset, row, column }: FocusPlace): void {
        this.#owner.stagePaused();
        this.#withView((view) => {
            if (row === undefined || column === undefined) view.focusParameter(parameter);
            else view.focusCell(parameter, row, column);
            view.focusPreset(preset);
        });
        this.invalidate();
    }

    #pointerReleased(touch: boolean): void {
        this.invalidate();
        this.#owner.stagePaused();
        const view = this.#view;
        if (!view) return;
        // Step here, inside the reader's gesture: a press, where it was dragged to and its release may take a frame each.
        this.#withView((it) => {
            for (let frame = 0; frame < 3; ++frame) it.step(performance.now(), false);
            const wanted = it.takeFocusRequest();
            if (it.takeChanged()) this.#readView(it);
            this.#catchUp();
            if (!wanted) return;
            this.#controls.place(it, this.#extent.covered.width);
            if (touch) this.#pendingFocus = wanted;
            else engine.after(() => this.#controls.focus(wanted));
        });
        this.#takeRequest();
    }

    #takePendingFocus(): void {
        const wanted = this.#pendingFocus;
        this.#pendingFocus = null;
        if (wanted) this.#controls.focus(wanted);
    }

    #nearChanged(near: boolean): void {
        this.#near = near;
        if (near) {
            this.#magnification.look();
            if (this.#status === "waiting") this.#load();
            if (this.#dirty) this.invalidate();
        } else {
            this.#pause();
        }
        this.#resolveWaiters();
    }

    #farChanged(far: boolean): void {
        this.#pixels.far = far;
        this.#giveBackPixels();
        if (this.#pixels.gone) this.invalidate();
    }

    #giveBackPixels(): void {
        if (!this.#drawing && this.#pixels.giveBack(() => this.invalidate())) this.#dirty = true;
    }

    /** No frames for now; what waits to be drawn is drawn later. */
    #pause(): void {
        if (frameRequested(this)) this.#dirty = true;
        cancelFrame(this);
    }

    #widthChanged(width: number): void {
        if (width <= 0) return; // not displayed: it keeps the one it had
        this.#extent.place = width;
        this.#extent.magnify(this.#worn.magnification);
        if (this.#extent.onPaper) return;
        if (this.#view) this.#fit();
        else if (this.exhibit) this.#extent.reserve(this.exhibit);
    }

    #sizeChanged(measured: Size): void {
        if (this.#extent.onPaper) return; // layout has made the picture smaller
        this.#extent.measured = measured;
        if (!this.#extent.known || !this.#view) return;
        this.#printingChanged();
        if (!this.#dirty && sameSize(measured, this.#extent.covered)) return; // told twice
        if (!this.#extent.onPaper) this.#withView((view) => this.#extent.fill(view, engine.largestSide));
        this.invalidate();
        // Before paint, so that the picture is never stretched.
        if ((this.#isDrawn() || this.#extent.onPaper) && this.#loadedOnce) this.drawNow();
    }

    #fit(): void {
        const { covered } = this.#extent;
        this.#withView((view) => this.#extent.fit(view, engine.largestSide));
        if (!sameSize(covered, this.#extent.covered)) this.#dirty = true;
    }

    #printingChanged(): void {
        if (!(this.#withView((view) => this.#extent.turn(view)) ?? this.#extent.turn(null))) return;
        this.#fit();
        this.invalidate();
    }

    #preferencesChanged(): void {
        this.#shell.dark = isDark(this.#host, this.#theme);
        if (this.#extent.magnify(this.#worn.magnification) && !this.#extent.onPaper) {
            this.#fit();
            this.invalidate();
        }
        this.#printingChanged();
        if (this.#withView((view) => this.#dress(view))) this.invalidate();
        if (isPrinting() && this.#extent.known) this.drawNow();
        this.#giveBackPixels();
    }

    /** Tells the view how its reader wants to see it; whether it has to be drawn anew. */
    #dress(view: EngineView): boolean {
        view.setReducedMotion(prefersReducedMotion());
        return this.#worn.dress(view, this.#shell.dark);
    }

    #load(): void {
        if (this.#status !== "waiting" || !this.exhibit || this.#stops.length === 0) return;
        this.#status = "loading";
        engine.attach(this);
    }

    #withView<T>(work: (view: EngineView) => T): T | undefined {
        const view = this.#view;
        return view ? engine.run(this, () => work(view)) : undefined;
    }

    #dropView(): void {
        this.#requests.stop();
        this.#withView((view) => view.delete());
        this.#view = null;
        this.#pointer.forget();
        this.#dirty = true;
    }
}
