// <attention-explainer>: the element's public face. Attributes, properties, methods and events, and nothing of how it is done. What is done lies
// in folders: state/ checks values, life/ waits, loads and draws, drawing/ is the picture and its size, language/ the words it says, controls/ are what keys and
// screen readers get, menu/ is the figure's menu, page/ is what figures of one page have in common.

import { exhibits } from "../generated/exhibits.js";
import { tensorExhibitIds } from "../generated/figure-modules.js";
import { engine } from "./life/engine.js";
import { ExplainerError, messageOf } from "./errors.js";
import { toCsv, toJson, toNumpy } from "./menu/export.js";
import { again, ended, figuresChanged, onTheirWay, shown, speech, unfinished } from "./figures.js";
import type { Words } from "./language/words.js";
import { PageElement } from "./page-element.js";
import { join, leave, tell, type GroupMember } from "./page/group.js";
import { historyOf } from "./page/history.js";
import { Steps } from "./page/steps.js";
import { Menu } from "./menu/menu.js";
import { Arrivals, type Setting } from "./life/arrivals.js";
import { Stage, type StageOwner } from "./life/stage.js";
import { beginningOf, defaultsShowing, withPieces } from "./state/pieces.js";
import { findExhibit, formatState, mergeState, parseState, stateObject } from "./state/state.js";
import { explainerAttributes } from "./tags.js";
import type { ChangeSource, Description, EnginePath, ErrorType, ExhibitInfo, ExportFormat, State, StateChanges } from "./types.js";

/** What the events carry in `detail`. */
export interface ExplainerEvents {
    load: CustomEvent<Record<string, never>>;
    change: CustomEvent<{ state: State; source: ChangeSource }>;
    progress: CustomEvent<{ loaded: number; total: number }>;
    error: CustomEvent<{ type: ErrorType; message: string }>;
    /** A reader wants to see another exhibit. Bubbles; cancelled, nothing is opened: the page does it in its own way. */
    open: CustomEvent<{ exhibit: string; state: string }>;
}

/** The figures that are in a document. */
const connected = new Set<AttentionExplainer>();

/** The package's version, from the build. */
declare const VERSION: string;

/**
 * A figure about attention, computed while it is looked at.
 *
 * @summary A figure about the attention mechanism that can be taken hold of.
 * @fires {CustomEvent<{}>} load - The figure is there: describe() and export() answer.
 * @fires {CustomEvent<{ state: State; source: "pointer" | "control" | "api" }>} change - A parameter has another value.
 * @fires {CustomEvent<{ loaded: number; total: number }>} progress - Bytes of the engine as they come; a total of 0 is not known.
 * @fires {CustomEvent<{ type: ErrorType; message: string }>} error - Something went wrong, said so that a reader can read it.
 * @fires {CustomEvent<{ exhibit: string; state: string }>} open - A reader wants to see another exhibit. Bubbles; cancelled, nothing is opened.
 * @attr {string} lang - The language that it speaks, "en" or "de"; on the tag or anywhere around it. In others it is English, unless `words` names a file.
 * @csspart canvas - The picture.
 * @csspart controls - The native controls that lie over it, unseen.
 * @csspart menu - The button of the figure's menu, and the menu.
 * @csspart poster - What stands there until the picture does.
 * @csspart error - What stands there if the figure cannot be shown.
 * @cssprop [--attention-paper=#ffffff, dark #14181f] - The ground that everything stands on, and weights of 0.
 * @cssprop [--attention-raised=#f5f7fa, dark #1c222b] - Panels and empty tracks.
 * @cssprop [--attention-ink=#1c2430, dark #e8ecf2] - Text and curves.
 * @cssprop [--attention-muted=#5b6676, dark #9aa6b6] - Captions and numbers beside the point.
 * @cssprop [--attention-line=#7c8898, dark #66758a] - Axes, frames, hatching.
 * @cssprop [--attention-query=#2563c9, dark #7db0ff] - Whatever asks: queries, weights, what is chosen.
 * @cssprop [--attention-key=#b8500a, dark #ffb071] - Whatever advertises: keys, negative scores.
 * @cssprop [--attention-value=#1f7a4d, dark #6fd3a2] - Whatever is handed over: values.
 * @cssprop [--attention-output=#7a3fb8, dark #c9a2ff] - The blend.
 * @cssprop [--attention-font-size=15px] - The type, and with it all of the figure; laid out for the room that leaves, though never for less than 320 px.
 * @slot - What is shown where the figure cannot run; an `<img>` or `<picture>` in it is printed where the figure has not been drawn.
 * @slot poster - What stands there until the picture does.
 */
export class AttentionExplainer extends PageElement {
    /** Which version of the package runs. */
    static readonly version: string = VERSION;
    /**
     * The folder in which the package's files are served, for copied tags, links and new windows: an address, to be set by an app that bundles the script. Null: found
     * by the page's script.
     */
    static home: string | null = null;
    static readonly observedAttributes = [...explainerAttributes, "id"];

    /**
     * Resolves when every figure of the page that its reader is near has loaded and stands still: for whoever takes a picture of the page. Those that are added
     * meanwhile are waited for as well.
     */
    static get ready(): Promise<void> {
        return (async () => {
            for (let known: AttentionExplainer[] = []; known.length !== connected.size || known.some((one) => !connected.has(one));) {
                known = [...connected];
                await Promise.all(known.map((figure) => figure.settled()));
            }
        })();
    }

    #stage: Stage;
    #member: GroupMember;
    #menu: Menu;
    #history = historyOf(this);
    #steps: Steps;
    #changed = new Set<string>(); // attributes that wait for their turn
    #flushing = false;
    #waiting: (() => void)[] = []; // those who wait until it is loaded
    #own: Readonly<Record<string, number>> = {};
    #quiet = false; // the state attribute of a new exhibit is its beginning, not a change
    #born = false; // it has been in a document: what was set before is its beginning as well
    #back = false; // it is being put back, as what it was
    #arrivals: Arrivals; // of tensors of the page's own

    constructor() {
        super();
        // What listeners do is theirs: they run when the work on the engine is over (engine.after).
        const owner: StageOwner = {
            stageLoaded: (again) => {
                if (again && this.#waiting.length === 0) return;
                const exhibit = this.#stage.exhibit;
                engine.after(() => {
                    if (this.#stage.exhibit !== exhibit) return;
                    for (const arrived of this.#waiting.splice(0)) arrived();
                    if (!again) this.#emit("load", {});
                });
            },
            stageChanged: (source) => {
                const exhibit = this.#stage.exhibit;
                this.#steps.note(source, this.#quiet || !this.#born);
                if (this.#quiet || !this.#born || !exhibit) return;
                tell(this.#member);
                const state = stateObject(exhibit, this.#stage.values);
                engine.after(() => this.#emit("change", { state, source }));
            },
            stageOut: () => this.#arrivals.rest(),
            stagePaused: () => this.#history.pause(),
            stageRested: (width, height, taken) => {
                this.#menu.place(width, height, taken);
                this.#menu.refresh();
            },
            stageEnded: () => engine.after(() => this.dispatchEvent(new Event(ended))),
            stageProgress: (loaded, total) => engine.after(() => this.#emit("progress", { loaded, total })),
            stageReworded: () => {
                this.#label();
                engine.after(() => this.dispatchEvent(new Event(ended))); // prose says it anew
            },
            // Later, so that whoever just made the element can still listen.
            stageFailed: (error) => queueMicrotask(() => this.#emit("error", { type: error.type, message: error.message })),
        };
        const stage = new Stage(this, this.attachShadow({ mode: "open" }), owner);
        this.#stage = stage;
        this.#arrivals = new Arrivals(stage, {
            beginningOf: (exhibit) => beginningOf(exhibit, this.show),
            tensorsArrived: () => this.#flush(this.#changed.add("brought")),
            tensorsFailed: ({ type, message }) => this.#emit("error", { type, message }),
        });
        const history = this.#history;
        const steps = (this.#steps = new Steps(stage, history, this.#arrivals.parsed));
        this.#menu = new Menu({
            figure: this,
            words: () => stage.words,
            history,
            takesTensors: () => tensorExhibitIds.includes(this.exhibit),
            live: () => stage.current(() => true) ?? false,
            opening: () => this.#opening(),
            written: () => {
                const info = this.#info();
                return info ? formatState(info, stage.values, beginningOf(info, this.show)) : "";
            },
        });
        stage.append(this.#menu.element);
        const scope = (): Document => this.ownerDocument;
        const group = (): string => this.group;
        this.#member = {
            get scope() {
                return scope();
            },
            get group() {
                return group();
            },
            get exhibit() {
                return stage.exhibit;
            },
            get values() {
                return stage.values;
            },
            get step() {
                return history.step;
            },
            take: (values, step) => steps.take(values, step),
        };
    }

    connectedCallback(): void {
        connected.add(this);
        engine.hold(() => this.#begin()); // listeners come after: one may take the element out again
    }

    #begin(): void {
        this.#flush();
        // Properties that were set before the element was defined hide the accessors: take them over.
        for (const name of [...explainerAttributes, "values", "tensors"]) {
            if (!Object.hasOwn(this, name)) continue;
            const value = (this as Record<string, unknown>)[name];
            delete (this as Record<string, unknown>)[name];
            try {
                Reflect.set(this, name, value);
            } catch (error) {
                this.#wrongState(error);
            }
            this.#flush();
        }
        if (!this.#stage.exhibit && !this.hasAttribute("exhibit")) this.#unknownExhibit("");
        this.#join();
        this.#born = true;
        this.#back = false;
        this.#stage.connect();
        this.#arrivals.resume();
        figuresChanged();
    }

    disconnectedCallback(): void {
        connected.delete(this);
        this.#back = true;
        leave(this.#member);
        this.#stage.disconnect();
        figuresChanged();
    }

    /** Moved by moveBefore(): nothing is lost, nothing to begin again. */
    connectedMoveCallback(): void {
        this.#stage.moved();
    }

    adoptedCallback(): void {
        this.#stage.adopted();
    }

    attributeChangedCallback(name: string, before: string | null, now: string | null): void {
        if (before === now) return;
        if (name === "id") return figuresChanged();
        if (name === "src") this.#arrivals.tensors = now || null;
        this.#note(name);
    }

    #note(name: string): void {
        // Set together (exhibit and state, in whatever order) they take effect together.
        if (this.#changed.size === 0) queueMicrotask(() => this.#flush());
        this.#changed.add(name);
    }

    /** The exhibit's id; reflects the attribute. */
    get exhibit(): string {
        return this.getAttribute("exhibit") ?? "";
    }

    set exhibit(id: string) {
        this.setAttribute("exhibit", id);
    }

    /** "auto", "light" or "dark"; reflects the attribute. */
    get theme(): "auto" | "light" | "dark" {
        const theme = this.getAttribute("theme");
        return theme === "light" || theme === "dark" ? theme : "auto";
    }

    set theme(theme: string) {
        this.setAttribute("theme", theme);
    }

    /** "lazy" (when it comes near the viewport) or "eager"; reflects the attribute. */
    get loading(): "lazy" | "eager" {
        return this.getAttribute("loading") === "eager" ? "eager" : "lazy";
    }

    set loading(loading: string) {
        this.setAttribute("loading", loading);
    }

    /** A label for those who do not see it; the exhibit's title if empty. Reflects the attribute. */
    get alt(): string {
        return this.getAttribute("alt") ?? "";
    }

    set alt(alt: string) {
        this.setAttribute("alt", alt);
    }

    /** Elements of one group share the parameters they have in common; "" is none. Reflects the attribute. */
    get group(): string {
        return this.getAttribute("group") ?? "";
    }

    set group(name: string) {
        this.setAttribute("group", name);
    }

    /**
     * Which pieces of the sheet it opens with: names, "all", or "" for the essential one; as the exhibit has it if null. Reflects the attribute. What a reader
     * unfolds afterwards is in the state.
     */
    get show(): string | null {
        return this.getAttribute("show");
    }

    set show(pieces: string | null) {
        if (pieces === null) this.removeAttribute("show");
        else this.setAttribute("show", pieces);
    }

    /** Whether the picture inside the tag, for readers without script, also stands there until the figure is drawn. Reflects the attribute. */
    get poster(): boolean {
        return this.hasAttribute("poster");
    }

    set poster(on: boolean) {
        this.toggleAttribute("poster", on);
    }

    /**
     * The address of a file of words in a language of the author's own; if there is none, the figure speaks that of the page around it (English or German).
     * Reflects the attribute.
     */
    get words(): string {
        return this.getAttribute("words") ?? "";
    }

    set words(address: string) {
        this.setAttribute("words", address);
    }

    /** "none" for a figure without a menu, else "auto"; reflects the attribute. */
    get menu(): "auto" | "none" {
        return this.getAttribute("menu") === "none" ? "none" : "auto";
    }

    set menu(menu: string) {
        this.setAttribute("menu", menu);
    }

    /** The address of a file of tensors, .npy, .npz, .safetensors or JSON, which the exhibit shows in place of its own numbers. Reflects the attribute. */
    get src(): string {
        return this.getAttribute("src") ?? "";
    }

    set src(address: string) {
        this.setAttribute("src", address);
    }

    /**
     * Tensors that the exhibit shows in place of its own numbers: a File, its bytes, its address, or an object such as { attention, tokens }, whose arrays are nested
     * lists or { shape, data }. Null: none. What cannot be shown is told by an event of type "error", and what is shown stays.
     */
    get tensors(): unknown {
        return this.#arrivals.tensors;
    }

    set tensors(tensors: unknown) {
        this.#arrivals.tensors = tensors === "" ? null : (tensors ?? null);
        this.#note("tensors");
    }

    /** What draws it: "svg" where there is no WebGL2, or where the attribute says so. */
    get renderer(): "webgl2" | "svg" {
        this.#flush();
        return this.#stage.renderer;
    }

    set renderer(renderer: string) {
        this.setAttribute("renderer", renderer);
    }

    /**
     * All parameters as a plain object. Assigning merges; throws a TypeError or RangeError and changes nothing if a name or value is wrong.
     * A string is what the attribute is: the whole state, as frameworks that set properties hand over what a tag says. While tensors are on their way it is that of
     * what will show them: it is taken when they are there, and what is wrong is an event "error".
     */
    get state(): State {
        const info = this.#info();
        return info ? stateObject(info, this.#stage.values) : {};
    }

    set state(changes: StateChanges | string) {
        if (typeof changes === "string") this.setAttribute("state", changes);
        // Where a framework sets one property after the other the exhibit may be still to come: kept as before an upgrade, see #begin.
        else if (!this.isConnected && !this.exhibit)
            Object.defineProperty(this, "state", { value: changes, configurable: true, writable: true });
        else this.#set((info, values) => mergeState(info, values, changes));
    }

    /** The state as a canonical string, defaults left out. */
    save(): string {
        const info = this.#info();
        return info ? formatState(info, this.#stage.values) : "";
    }

    /** Takes over a state string; what it does not name gets its default. Throws and changes nothing if it is wrong. */
    restore(text: string): void {
        this.#set((info) => parseState(info, text));
    }

    /** Back to the defaults, and to the pieces that `show` names. */
    reset(): void {
        this.#set((info) => beginningOf(info, this.show));
    }

    /** Back to the state before the latest step (a whole drag is one). Returns whether there was one. */
    undo(): boolean {
        this.#flush();
        return this.#steps.move(-1);
    }

    /** Takes the latest undo() back. Returns whether there was one. */
    redo(): boolean {
        this.#flush();
        return this.#steps.move(1);
    }

    /** To its first control, as a press of Tab; where the focus is in it already, it stays where it is. */
    override focus(options?: FocusOptions): void {
        this.#flush();
        const root = this.shadowRoot;
        if (!root?.activeElement) this.#stage.focus(options);
        if (!root?.activeElement) super.focus(options);
    }

    /** What the exhibit shows now: a sentence and tables. Throws an InvalidStateError before it is loaded. */
    describe(): Description {
        this.#flush();
        const description = this.#stage.describe();
        if (!description) throw this.#notLoaded();
        return description;
    }

    /** Resolves when the figure is there, as the event `load` says: at once if it is, and not before its reader comes near. */
    get loaded(): Promise<void> {
        this.#flush();
        if (this.#stage.loaded) return Promise.resolve();
        return new Promise((arrived) => this.#waiting.push(arrived));
    }

    /**
     * Numbers of the page's own that its sentences read beside the figure's, by name: <attention-value for="ID" value="my number">. Assigning replaces them all; throws a TypeError
     * if one is no number.
     */
    get values(): Record<string, number> {
        return { ...this.#own };
    }

    set values(values: Record<string, number>) {
        for (const [name, value] of Object.entries(values))
            if (typeof value !== "number") throw new TypeError(`values: ${JSON.stringify(name)} must be a number, got ${typeof value}`);
        this.#own = { ...values };
        this.dispatchEvent(new Event(ended)); // prose looks again
    }

    /** Resolves when no frame is pending and no link is taking it anywhere; a lazy element that is not near has no frames. */
    settled(): Promise<void> {
        this.#flush();
        return onTheirWay.get(this)?.then(() => this.settled()) ?? this.#stage.settled();
    }

    /** A picture of the exhibit as it is now, freshly drawn. */
    async toBlob(type = "image/png"): Promise<Blob> {
        this.#flush();
        await this.#stage.ready();
        const canvas = await this.#stage.picture();
        if (!canvas) throw this.#notLoaded();
        return new Promise((resolve, reject) => {
            canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(`no picture of type ${type}`))), type);
        });
    }

    /** The exhibit's numbers ("csv", "json", "numpy") or its picture ("svg") as text. Throws an InvalidStateError before it is loaded. */
    export(format: ExportFormat): string {
        const info = this.#needed();
        switch (format) {
            case "csv":
                return toCsv(this.describe());
            case "json":
                return toJson(info.id, this.state, this.describe());
            case "numpy":
                return this.#stage.current((view) => view.numpy()) || toNumpy(info.id, this.save(), this.describe());
            case "svg": {
                const svg = this.#stage.current((view) => view.svg());
                if (svg === undefined) throw this.#notLoaded();
                return svg;
            }
            default:
                throw new RangeError(`format must be one of csv, json, numpy, svg; got ${JSON.stringify(format)}`);
        }
    }

    /** For prose on the same page. */
    [unfinished](): boolean {
        return this.#stage.current((view) => view.unfinished()) ?? false;
    }

    /** For what an exhibit asks. */
    [again](text: string, without: readonly [number, number] | null, signal: AbortSignal): Promise<void> {
        return this.#arrivals.again(text, without, signal);
    }

    get [shown](): ExhibitInfo | null {
        return this.#info();
    }

    get [speech](): Words {
        return this.#stage.words;
    }

    /** Which build of the engine runs; undefined before it is loaded. */
    get path(): EnginePath | undefined {
        return engine.path;
    }

    /** Takes the waiting attributes over; every public method does so first, so that attributes never seem late. */
    #flush(changed = this.#changed): void {
        if (this.#flushing || changed.size === 0) return;
        this.#changed = new Set();
        engine.hold(() => {
            this.#flushing = true;
            try {
                this.#takeOver(changed);
            } finally {
                this.#flushing = this.#quiet = false;
            }
        });
    }

    #takeOver(changed: ReadonlySet<string>): void {
        const stage = this.#stage;
        const arrivals = this.#arrivals;
        if (changed.has("lang") || changed.has("words")) stage.chooseWords();
        const anew = ["exhibit", "src", "tensors"].some((name) => changed.has(name));
        const before = stage.exhibit;
        if (anew) {
            // (Of an exhibit that shows none, those of the one before are no fault.)
            const takes = tensorExhibitIds.includes(this.exhibit) || changed.has("src") || changed.has("tensors");
            const brings = arrivals.tensors !== null && this.exhibit !== "" && takes;
            arrivals.begin(brings ? this.exhibit : null);
            if (!brings && (changed.has("exhibit") || this.exhibit !== "")) this.#show(this.exhibit);
        }
        const next = arrivals.take();
        if (next) this.#enter(next.exhibit, next.held);
        const later = next ? arrivals.entered(next) : []; // what was set meanwhile: behind what the tag says
        const says = changed.has("state") || next?.held; // the tag's state is that of what will be shown
        const fresh = before !== stage.exhibit; // one that there is not changes nothing
        this.#quiet = fresh;
        if (fresh) this.#back = false;
        const waits = stage.bringing && !stage.held && !stage.seen; // what the tag says is of their room, which follows
        if (stage.exhibit && changed.has("show") && !waits)
            this.#try((info, values) => withPieces(info, values, defaultsShowing(info, this.show)));
        if (stage.exhibit && (says || (fresh && this.show !== null && (!next || next.held))) && !waits)
            this.#try((info) => parseState(info, this.getAttribute("state") ?? "", beginningOf(info, this.show)));
        for (const setting of later) this.#try(setting);
        this.#quiet = false;
        if ((changed.has("group") || fresh) && this.isConnected) this.#join();
        if (changed.has("theme")) stage.theme = this.theme;
        if (changed.has("renderer")) stage.renderer = this.getAttribute("renderer") === "svg" ? "svg" : "webgl2";
        if (changed.has("loading")) stage.eager = this.loading === "eager";
        this.#label();
        this.#menu.hidden = this.menu === "none";
        if (fresh) this.#steps.begin();
    }

    #label(): void {
        const stage = this.#stage;
        this.#menu.label = stage.label = this.alt || stage.said?.title || stage.words.say("exhibit");
    }

    /** The state that the tag opens with, canonical: the menu goes back to what the author shows. */
    #opening(): string {
        const info = this.#info();
        try {
            return info ? formatState(info, parseState(info, this.getAttribute("state") ?? "", beginningOf(info, this.show))) : "";
        } catch {
            return "";
        }
    }

    /** Starts from what the group has; that is no change made by anybody. */
    #join(): void {
        const quiet = this.#quiet;
        this.#quiet = true;
        join(this.#member, this.#back);
        this.#quiet = quiet;
    }

    #show(id: string): void {
        let info: ExhibitInfo;
        try {
            info = findExhibit(exhibits, id);
        } catch (error) {
            return this.#unknownExhibit(messageOf(error));
        }
        this.#enter(info);
    }

    #enter(info: ExhibitInfo, held = false): void {
        if (info === this.#stage.exhibit) return;
        this.#stage.show(info, held);
        this.#arrivals.left();
        figuresChanged();
    }

    /** An unknown exhibit: what is shown stays; if nothing is, the message is. */
    #unknownExhibit(message: string): void {
        const text =
            message ||
            `the exhibit attribute is missing (there are ${exhibits
                .filter((info) => !info.hidden)
                .map((info) => info.id)
                .join(", ")})`;
        const error = new ExplainerError("state", text);
        if (this.#stage.exhibit) this.#wrongState(error);
        else this.#stage.fail(error);
    }

    /** Sets other values: now, or once the tensors are there that are on their way. */
    #set(setting: Setting): void {
        this.#flush();
        const values = this.#arrivals.set(setting, () => this.#needed());
        if (values) this.#stage.apply(values, "api");
    }

    #try(setting: Setting): void {
        try {
            this.#set(setting);
        } catch (error) {
            this.#wrongState(error);
        }
    }

    /** A wrong value of an attribute or an early property cannot be thrown to anyone, so it is an event, and stands in the console for an author who hears none. */
    #wrongState(error: unknown): void {
        console.warn(`attention-explainer: ${messageOf(error)}`);
        queueMicrotask(() => this.#emit("error", { type: "state", message: messageOf(error) }));
    }

    #info(): ExhibitInfo | null {
        this.#flush();
        return this.#stage.exhibit;
    }

    #needed(): ExhibitInfo {
        const info = this.#info();
        if (!info) throw new DOMException("set a known exhibit first", "InvalidStateError");
        return info;
    }

    #notLoaded(): DOMException {
        return new DOMException("the exhibit is not loaded: await its `loaded`", "InvalidStateError");
    }

    #emit<Type extends keyof ExplainerEvents>(type: Type, detail: ExplainerEvents[Type]["detail"]): void {
        this.dispatchEvent(new CustomEvent(type, { detail }));
    }
}

export interface AttentionExplainer {
    addEventListener<Type extends keyof ExplainerEvents>(
        type: Type,
        listener: (this: AttentionExplainer, event: ExplainerEvents[Type]) => unknown,
        options?: boolean | AddEventListenerOptions,
    ): void;
    addEventListener(type: string, listener: EventListenerOrEventListenerObject | null, options?: boolean | AddEventListenerOptions): void;
}

declare global {
    interface HTMLElementTagNameMap {
        "attention-explainer": AttentionExplainer;
    }
}
