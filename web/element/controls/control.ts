// What every native control of the overlay has in common: a holder with label and help, a place over the canvas, an owner to tell.
// Keys, IME and speech are the browser's business. The kinds: single-control.ts, matrix-control.ts, grid-control.ts, buttons.ts.

import { make } from "../dom.js";
import type { Words } from "../language/words.js";
import type { EngineView, ExhibitInfo, FocusRequest, ParameterInfo, Rectangle, Value } from "../types.js";

/** What the keyboard is on: a parameter, perhaps one cell of it, or a preset; -1 for none. */
export interface FocusPlace {
    parameter: number;
    preset: number;
    row?: number;
    column?: number;
}

export interface ControlsOwner {
    /** What it speaks. */
    words(): Words;
    /** The reader changed values, by the index of their parameters. */
    controlChanged(changes: ReadonlyMap<number, Value>): void;
    /** The reader pressed a preset's button. */
    presetPressed(index: number): void;
    /** The reader pressed the button of an action. */
    actionPressed(index: number): void;
    /** What has the focus now. */
    controlFocused(place: FocusPlace): void;
    /** The keyboard is about to act on a control, or somebody is about to read it: it must show the current value by now. */
    controlAwaited(): void;
}

/** All that a control shows: its exhibit, the values, and the view if there is one. */
export interface Shown {
    exhibit: ExhibitInfo;
    values: readonly Value[];
    view: EngineView | null;
}

export interface Control {
    readonly holder: HTMLDivElement;
    /** Shows the values, and what the view says of them. */
    show(shown: Shown): void;
    /** Lays the control over its place in the canvas, which is `width` CSS pixels wide. */
    place(view: EngineView, width: number): void;
    /** Whether it applies in this state; if not, it is out of the Tab order. */
    active(view: EngineView): boolean;
    focus(request: FocusRequest): void;
    /** What the keyboard is on, given that the focus is inside. */
    focusPlace(): FocusPlace;
}

const places = new WeakMap<HTMLElement, string>(); // of each holder, as it was written

export function placeOver(holder: HTMLElement, { x, y, width, height }: Rectangle): void {
    const place = `${x} ${y} ${width} ${height}`;
    if (places.get(holder) === place) return;
    places.set(holder, place);
    holder.classList.toggle("loose", width <= 0 || height <= 0);
    holder.style.transform = `translate(${x}px, ${y}px)`; // left and top would count as a layout shift of the page
    holder.style.width = `${width}px`;
    holder.style.height = `${height}px`;
}

/** A control of one parameter: its holder with the help text in it. */
export abstract class ParameterControl implements Control {
    readonly holder: HTMLDivElement;
    protected readonly parameter: ParameterInfo;
    protected readonly index: number;
    protected readonly owner: ControlsOwner;
    protected readonly help = make("span", "help");

    constructor(parameter: ParameterInfo, index: number, owner: ControlsOwner) {
        this.parameter = parameter;
        this.index = index;
        this.owner = owner;
        this.holder = make("div", `control ${parameter.kind}`);
        this.help.id = `help-${index}`;
        this.help.textContent = parameter.help;
        this.help.hidden = true;
        this.help.ariaHidden = "true"; // (see Controls.place)
    }

    abstract show(shown: Shown): void;
    abstract focus(request: FocusRequest): void;

    place(view: EngineView, _width: number): void {
        placeOver(this.holder, view.rect(this.index));
    }

    active(view: EngineView): boolean {
        return view.active(this.index);
    }

    focusPlace(): FocusPlace {
        return { parameter: this.index, preset: -1 };
    }

    /** Its parameter, with the range that it has now: that of an exhibit of tensors may be another one. */
    protected now(exhibit: ExhibitInfo): ParameterInfo {
        return exhibit.parameters[this.index] ?? this.parameter;
    }

    protected changed(value: Value): void {
        this.owner.controlChanged(new Map([[this.index, value]]));
    }

    /** Lets `native` be described by the help text. */
    protected describe(native: Element): void {
        if (this.parameter.help) native.setAttribute("aria-describedby", this.help.id);
    }
}
