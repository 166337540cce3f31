// What one element does: joins its values, its view in the engine (life-cycle.ts), what is drawn of it (frames.ts, fitting.ts), its
// controls and its requests. Keeps the values when the engine or the connection comes and goes. The public interface is element.ts.

import { Controls, type FocusPlace } from "../controls/controls.js";
import { Tables } from "../controls/tables.js";
import { Extent } from "../drawing/extent.js";
import { Magnification } from "../drawing/magnification.js";
import { Pointer } from "../drawing/pointer.js";
import { frameRequested } from "../drawing/scheduler.js";
import { Shell } from "../drawing/shell.js";
import { isPrinting } from "../drawing/theme.js";
import { ExplainerError, messageOf } from "../errors.js";
import { Language } from "../language/language.js";
import { english, type Words } from "../language/words.js";
import { changedValues, sameValue, withinRanges } from "../state/follow.js";
import { withPieces } from "../state/pieces.js";
import { defaults, formatState, parseState } from "../state/state.js";
import { Requests } from "../../requests/requests.js";
import type {
    ChangeSource,
    Description,
    EngineModule,
    EngineView,
    ExhibitInfo,
    FocusRequest,
    Rectangle,
    Renderer,
    Value,
} from "../types.js";
import { languageModules, modules } from "../../generated/figure-modules.js";
import { engine, surfaceOf, type SvgModule } from "./engine.js";
import { Fitting } from "./fitting.js";
import { Frames, type FramesOwner } from "./frames.js";
import { LifeCycle } from "./life-cycle.js";
import { near, nearnessKnown, observeNearness, within } from "./nearness.js";

/** What the stage tells its element. */
export interface StageOwner {
    stageLoaded(again: boolean): void;
    stageChanged(source: ChangeSource): void;
    /** It is in no document any more. */
    stageOut(): void;
    /** Whatever changed it has let go: what comes next is a step of its own. */
    stagePaused(): void;
    /** It stands still, this large, and there lies what is touched or read. */
    stageRested(width: number, height: number, taken: readonly Rectangle[]): void;
    /** What went on for some frames, as a computation in slices does, is over. */
    stageEnded(): void;
    stageProgress(loaded: number, total: number): void;
    stageFailed(error: ExplainerError): void;
    /** It speaks another language. */
    stageReworded(): void;
}

export class Stage implements FramesOwner {
    exhibit: ExhibitInfo | null = null;
    values: Value[] = [];
    wantsSvg = false;

    readonly #host: HTMLElement;
    readonly #owner: StageOwner;
    readonly #shell: Shell;
    readonly #language: Language;
    readonly #life = new LifeCycle(this, () => this.#viewEnds());
    readonly #frames: Frames;
    readonly #fitting: Fitting;
    readonly #extent: Extent;
    readonly #magnification: Magnification;
    readonly #controls: Controls;
    readonly #tables = new Tables();
    readonly #pointer: Pointer;
    readonly #requests: Requests;

    #eager = false;
    #within = false; // so near that a reader may be there before it could be drawn
    #wentOn = false; // the latest frame asked for another one
    #readerChanged = false;
    #controlsBehind = false; // the values have changed under a drag, and the native controls do not say so yet
    #pendingFocus: FocusRequest | null = null;
    #bringing = false;
    #held = false; // it waits for tensors
    #nears: (() => void)[] = []; // who waits until it is to be loaded
    #stops: (() => void)[] = []; // none while it is in no document
    #waiters: (() => void)[] = [];
    #failure: ExplainerError | null = null; // the latest

    constructor(host: HTMLElement, root: ShadowRoot, owner: StageOwner) {
        this.#host = host;
        this.#owner = owner;
        this.#shell = new Shell(root, () => engine.retry(this));
        this.#language = new Language(host, {
            languageChanged: () => engine.hold(() => this.#reword()),
            languageFailed: (error) => owner.stageFailed(error),
        });
        this.#controls = new Controls({
            words: () => this.words,
            controlChanged: (changes) => this.#controlChanged(changes),
            controlFocused: (place) => this.#controlFocused(place),
            presetPressed: (index) => this.#presetPressed(index),
            actionPressed: (index) => this.#actionPressed(index),
            controlAwaited: () => this.#catchUp(),
        });
        this.#pointer = new Pointer(this.#shell.canvas, this.#shell.surface, this.#shell.place, {
            withView: (work) => this.#life.run(work),
            pointerMoved: () => {
                if (!this.#pointer.pressed) this.#catchUp(); // a drag may have ended without a release
                this.invalidate();
            },
            pointerReleased: (touch) => this.#pointerReleased(touch),
            tapped: () => this.#takePendingFocus(),
        });
        this.#requests = new Requests(
            host,
            () => this.words,
            (reply) => {
                const more = this.#life.run((view) => view.reply(reply)) ?? false;
                this.invalidate();
                return more;
            },
            () => this.#resolveWaiters(),
            (error) => this.#refuse(error),
        );
        this.#magnification = new Magnification(host, this.#shell.place, () => this.#resolveWaiters());
        this.#extent = new Extent(host, this.#shell, this.#magnification);
        this.#frames = new Frames(host, this, this.#life, this.#shell, this.#extent);
        this.#fitting = new Fitting(host, this.#life, this.#frames, this.#shell, this.#extent, this.#magnification);
        this.#shell.append(this.#fitting.probe, this.#controls.element, this.#tables.element, this.#tables.status);
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
        this.#fitting.theme = theme;
        if (this.#connected) this.#fitting.preferencesChanged();
    }

    /** What it speaks. */
    get words(): Words {
        return this.#language.words;
    }

    /** The exhibit as it is said to readers; `exhibit` is in English, which states and groups go by. */
    get said(): ExhibitInfo | null {
        return this.exhibit && this.words.exhibit(this.exhibit);
    }

    /** Looks which language it should speak. */
    chooseWords(): void {
        if (this.#host.isConnected) this.#language.choose();
    }

    /** Whether its exhibit has been seen, if it is not there just now. */
    get seen(): boolean {
        return this.#fitting.shown;
    }

    /** Whether `load` has been told of its exhibit, and its view is there: not so while it is taken out of its document. */
    get loaded(): boolean {
        return this.#fitting.shown && this.#life.view !== null;
    }

    get renderer(): Renderer {
        return this.#frames.asSvg || this.wantsSvg ? "svg" : "webgl2";
    }

    set renderer(renderer: Renderer) {
        if (this.wantsSvg === (renderer === "svg")) return;
        this.wantsSvg = !this.wantsSvg;
        if (this.#life.state === "live") this.#life.renew();
    }

    set eager(eager: boolean) {
        this.#eager = eager;
        if (eager) this.#load();
    }

    /** Shows another exhibit, from its defaults: what is to be known of its state is applied next. `held`: only its room, until it is shown. */
    show(exhibit: ExhibitInfo, held = false): void {
        this.#held = held;
        this.chooseWords();
        this.#controls.clear();
        this.#life.leave();
        this.exhibit = exhibit;
        this.values = defaults(exhibit);
        const said = this.words.exhibit(exhibit);
        this.#controls.build(said, this.values);
        this.#tables.clear();
        this.#shell.hideError();
        this.#showTitle();
        this.#shell.showPoster();
        this.#fitting.reserve(said, this.values);
        if (this.#life.state === "loading") this.#life.renew();
        else if (this.#frames.nearness === "near" || this.#eager) this.#load();
    }

    /** Shows the same exhibit of other tensors: controls and their focus stay, and so does the picture until there is a new one. */
    replace(exhibit: ExhibitInfo, values: readonly Value[]): void {
        const changed = values.some((value, index) => !sameValue(value, this.values[index]));
        this.exhibit = exhibit;
        this.values = [...values];
        this.#fitting.exhibit = this.words.exhibit(exhibit);
        this.#controls.take(this.words.exhibit(exhibit), this.values);
        if (this.#life.state === "live" || this.#life.state === "loading") this.#life.renew();
        if (changed) this.#owner.stageChanged("pointer");
    }

    /** Takes checked values. Returns whether anything changed. */
    apply(values: readonly Value[], source: ChangeSource): boolean {
        const exhibit = this.exhibit;
        const changed = values.flatMap((value, index) => (sameValue(value, this.values[index]) ? [] : [index]));
        if (!exhibit || changed.length === 0) return false;
        const [index = 0] = changed;
        const value = values[index] ?? 0;
        const follows = changedValues(exhibit, this.values, new Map([[index, value]]));
        this.values = [...values];
        this.#life.run((view) => {
            // Whole, unless all else follows from the one value: set one after the other, bounds that follow the state could cut
            // what is still to come, and what follows a value would be lost that was given with it.
            if (values.every((one, at) => sameValue(one, follows[at]))) view.set(index, value);
            else view.restore(formatState(exhibit, withinRanges(exhibit, values)));
            this.#showValues(view);
        });
        if (!this.#life.view) this.#controls.showValues(this.values, null);
        this.#fitting.valuesChanged(this.values);
        if (source !== "api") this.#readerChanged = true;
        this.invalidate();
        this.#owner.stageChanged(source);
        return true;
    }

    /** Adds what lies over the picture, behind all that can be focused there. */
    append(part: Element): void {
        this.#shell.append(part);
    }

    /** Whether there is only its room yet. */
    get held(): boolean {
        return this.#held;
    }

    /** Whether tensors of the page's own are on their way. */
    get bringing(): boolean {
        return this.#bringing;
    }

    set bringing(on: boolean) {
        this.#bringing = on;
        this.#resolveWaiters();
    }

    /** Resolves once its reader is near, or it is to be loaded at once. */
    wanted(): Promise<void> {
        return new Promise((resolve) => {
            this.#nears.push(resolve);
            if (this.#frames.nearness === "near" || this.#eager) this.#load();
            this.#resolveWaiters();
        });
    }

    connect(): void {
        this.#frames.nearness = "unknown";
        this.#stops = [
            observeNearness(this.#host, near, (inside) => this.#nearChanged(inside)),
            observeNearness(this.#host, within, (inside) => this.#withinChanged(inside)),
            ...this.#fitting.observe(),
            this.#language.watch(),
        ];
        this.#fitting.preferencesChanged();
        if (this.#eager) this.#load();
    }

    /** Out of the document. Being put back within the same task is a move: the view and what it computes go on. */
    disconnect(): void {
        for (const stop of this.#stops) stop();
        this.#stops = [];
        this.#pointer.cancel();
        this.#frames.pause();
        queueMicrotask(() => {
            if (!this.#connected) this.#rest();
        });
    }

    /** Elsewhere in the same document, without having been out of it. */
    moved(): void {
        this.#magnification.moved();
        this.#language.watch();
        this.#fitting.preferencesChanged();
    }

    /** In another document. */
    adopted(): void {
        this.#shell.adopted();
    }

    /** Frees the view; the values stay. */
    #rest(): void {
        this.#life.rest();
        this.#frames.keepPixels();
        this.#owner.stageOut();
        this.#resolveWaiters();
    }

    /** Something changed: draw in the next frame, or when the element comes near. */
    invalidate(): void {
        this.#frames.invalidate();
    }

    async settled(): Promise<void> {
        // Whoever has just scrolled here means what is seen now, and that is not known before the next frame is over.
        if (this.#frames.nearness === "away" && this.#connected && !document.hidden) await nearnessKnown(this.#host);
        else await null; // inside a frame (in a listener of load, say) it is not known yet whether another follows
        return new Promise((resolve) => {
            this.#waiters.push(resolve);
            this.#resolveWaiters();
        });
    }

    /** Loads though the element is not near. Resolves when it is there or has failed. */
    async ready(): Promise<void> {
        for (this.#load(); this.#connected && (this.#bringing || this.#life.state === "loading"); this.#load()) await this.settled();
    }

    /** Runs something on the view; undefined if there is none. */
    current<T>(work: (view: EngineView) => T): T | undefined {
        return this.#life.run(work);
    }

    /** To the first control, or to the button where the figure could not be shown. */
    focus(options?: FocusOptions): void {
        if (this.#life.state === "failed") this.#shell.focus(options);
        else this.#controls.focusFirst(options);
    }

    describe(): Description | null {
        return this.current((view) => view.describe()) ?? null;
    }

    /** What it shows now, freshly drawn; null before it is loaded. */
    picture(): Promise<HTMLCanvasElement | null> {
        return this.#frames.picture();
    }

    fail(error: ExplainerError, again = false): void {
        this.#failure = error;
        this.#life.fail();
        this.#frames.stop();
        this.#shell.showError(error.in(this.words), again);
        this.#resolveWaiters();
        this.#owner.stageFailed(error);
    }

    // ---- the engine's side

    get figures(): readonly string[] {
        return (this.exhibit && (this.exhibit.modules ?? modules[this.exhibit.id])) ?? [];
    }

    get speech(): readonly string[] {
        return this.words === english ? [] : languageModules;
    }

    speechFailed(error: unknown): void {
        if (this.words !== english) this.#language.fail(error);
    }

    engineProgress(loaded: number, total: number): void {
        this.#shell.showProgress(loaded, total);
        this.#owner.stageProgress(loaded, total);
    }

    engineReady(module: EngineModule, svg: SvgModule | null): void {
        const exhibit = this.exhibit;
        if (!exhibit || this.#held || this.#life.view || this.#language.pending) return; // with tensors, with its words it asks again
        if (!svg && !surfaceOf(this.#shell.canvas)) {
            this.wantsSvg = true; // the browser gives no canvas to draw on
            return this.#life.renew();
        }
        const again = (error?: unknown): void => {
            if (this.exhibit !== exhibit || this.#life.state !== "loading") return;
            if (error) this.#refuse(error);
            else this.#life.renew();
        };
        const view = exhibit.view ? exhibit.view(module, again) : module.makeView(exhibit.id);
        if (!view) {
            if (exhibit.view) return;
            this.fail(new ExplainerError("engine", "The exhibit's engine knows no exhibit {}.", exhibit.id));
            return;
        }
        view.setLanguage(this.words.inEngine(module));
        view.restore(formatState(exhibit, withinRanges(exhibit, this.values)));
        this.#fitting.applyPreferences(view);
        this.#life.arrive(view);
        this.#frames.start(svg);
        this.#pointer.forget();
        const focused = this.#shell.hideError();
        this.#extent.look();
        this.#extent.fit(view, engine.largestSide);
        this.#controls.tellFocus(); // of a view before this one
        if (isPrinting() && this.#extent.known) {
            this.#fitting.preferencesChanged(); // on paper, near or not
        } else if (this.#frames.nearness !== "near" || !this.#extent.known) {
            // Nothing to draw yet: compute once, so that controls and tables are right.
            view.step(performance.now(), false);
            this.#afterStep(view, false);
            this.#announceLoad();
        }
        if (focused) engine.after(() => this.focus({ preventScroll: true }));
        this.invalidate();
        this.#resolveWaiters();
    }

    #refuse(error: unknown): void {
        engine.refuse(this, new ExplainerError("load", messageOf(error)));
    }

    engineLost(): void {
        this.#life.lose();
        this.#frames.stop();
    }

    engineFailed(error: ExplainerError): void {
        this.fail(error, /load|engine/.test(error.type));
    }

    engineAgain(): void {
        this.#life.again();
        this.#shell.showError(this.words.say("Trying again …"), true);
    }

    // ---- frames

    frameBegins(view: EngineView): void {
        this.#pointer.flush(view);
    }

    frameEnded(more: boolean): void {
        this.#life.run((view) => this.#afterStep(view, more));
        this.#announceLoad();
        this.#takeRequest();
        if (!more) queueMicrotask(() => this.#resolveWaiters()); // after the scheduler has noted the answer
    }

    #takeRequest(): void {
        const request = this.#life.run((it) => it.takeRequest());
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
        const { width, height } = this.#extent.covered;
        const rests = !more && !this.#pointer.pressed;
        const news = rests && view.takeNews();
        const due = rests && this.#controls.takeDue(width);
        if (news || due || wanted) this.#showValues(view);
        const moved = !more && view.takeMoved();
        if (moved || news || due || wanted) this.#controls.place(view, width);
        if (this.#wentOn && !more) this.#owner.stageEnded();
        this.#wentOn = more;
        if (rests) {
            this.#owner.stageRested(width, height, view.occupied());
            if ((this.#within && news) || this.#readerChanged)
                this.#tables.show(view.describe(), this.words, this.#within, this.#readerChanged);
            this.#readerChanged = false;
        }
        if (wanted) engine.after(() => this.#controls.focus(wanted));
    }

    #readView(view: EngineView): void {
        const values = this.values.map((_, index) => view.get(index));
        if (values.every((value, index) => sameValue(value, this.values[index]))) return;
        this.values = values;
        this.#fitting.valuesChanged(values);
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
        if (this.#controlsBehind) this.#life.run((view) => this.#showValues(view));
    }

    #announceLoad(): void {
        const again = this.#fitting.shown;
        this.#fitting.shown = true;
        if (!again) this.#shell.hidePoster();
        this.#owner.stageLoaded(again);
    }

    #resolveWaiters(): void {
        if (this.#pending()) return;
        for (const resolve of this.#waiters.splice(0)) resolve();
    }

    /** Whether something is under way that will end by itself. */
    #pending(): boolean {
        if (!this.#connected) return false;
        if (this.#bringing) return this.#nears.length === 0 || this.#frames.nearness !== "away";
        if (!this.exhibit) return false;
        if (this.#language.pending) return true;
        if (this.#life.state === "failed") return false;
        if (this.#frames.nearness === "unknown" || this.#life.state === "loading" || this.#requests.running) return true;
        return this.#frames.requested || frameRequested(this.#magnification);
    }

    // ---- what happens to it

    #controlChanged(changes: ReadonlyMap<number, Value>): void {
        if (this.exhibit) this.apply(changedValues(this.exhibit, this.values, changes), "control");
    }

    #presetPressed(index: number): void {
        const preset = this.exhibit?.presets[index];
        if (this.exhibit && preset) this.apply(withPieces(this.exhibit, parseState(this.exhibit, preset.state), this.values), "control");
    }

    #actionPressed(index: number): void {
        this.#readerChanged = true;
        this.#life.run((view) => view.act(index));
        this.#takeRequest(); // inside the reader's gesture, which a window that opens needs
        this.invalidate();
    }

    #controlFocused({ parameter, preset, row, column }: FocusPlace): void {
        this.#owner.stagePaused();
        this.#life.run((view) => {
            if (row === undefined || column === undefined) view.focusParameter(parameter);
            else view.focusCell(parameter, row, column);
            view.focusPreset(preset);
        });
        this.invalidate();
    }

    #pointerReleased(touch: boolean): void {
        this.invalidate();
        this.#owner.stagePaused();
        // Step here, inside the reader's gesture: a press, where it was dragged to and its release may take a frame each.
        this.#life.run((it) => {
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
        this.#frames.nearness = near ? "near" : "away";
        if (near) {
            this.#magnification.look();
            this.#load();
            if (this.#frames.due) this.invalidate();
        } else {
            this.#frames.pause();
        }
        this.#resolveWaiters();
    }

    /** Far away it needs no pixels and no tables: what reads a page aloud scrolls as it goes. */
    #withinChanged(inside: boolean): void {
        this.#frames.far = !inside;
        if (this.#within === inside) return;
        this.#within = inside;
        if (inside) this.#life.run((view) => this.#tables.show(view.describe(), this.words, true, false));
        else this.#tables.putAway();
    }

    /** All that it says is said anew, by a new view; its state is what it was. */
    #reword(): void {
        const { said } = this;
        this.#shell.words = this.words;
        if (said) {
            this.#controls.reword(said, this.values);
            this.#tables.clear();
            this.#showTitle();
            this.#fitting.exhibit = said;
        }
        if (this.#life.state === "live" || this.#life.state === "loading") this.#life.renew();
        else if (this.#life.state === "failed" && this.#failure) this.#shell.message = this.#failure.in(this.words);
        this.#wentOn = true; // prose is told again when the new view has come to rest
        this.#owner.stageReworded();
        this.#resolveWaiters();
    }

    /** None while it is not known in which language. */
    #showTitle(): void {
        this.#shell.title = (!this.#language.pending && this.said?.title) || "";
    }

    get #connected(): boolean {
        return this.#stops.length > 0;
    }

    #load(): void {
        if (!this.#connected) return;
        for (const resolve of this.#nears.splice(0)) resolve();
        if (this.exhibit && !this.#held) this.#life.begin();
    }

    /** The view goes, and with it what goes on in it. */
    #viewEnds(): void {
        this.#requests.stop();
        this.#pointer.forget();
        this.#frames.due = true;
    }
}
