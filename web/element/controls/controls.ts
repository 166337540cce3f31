// The native control overlay: one native control for each parameter and one button for each preset, laid unseen over what the canvas
// draws for them, in the Tab order. Keys, IME and speech are the browser's business; this only carries values to and fro.

import { ActionButton, PresetButton } from "./buttons.js";
import type { Control, ControlsOwner } from "./control.js";
import { make } from "../dom.js";
import { GridControl } from "./grid-control.js";
import { MatrixControl } from "./matrix-control.js";
import { SingleControl } from "./single-control.js";
import type { EngineView, ExhibitInfo, FocusRequest, ParameterInfo, Value } from "../types.js";

export type { ControlsOwner, FocusPlace } from "./control.js";

export class Controls {
    readonly element = make("div", "controls", "controls");
    #owner: ControlsOwner;
    #exhibit: ExhibitInfo | null = null;
    #controls: Control[] = []; // in Tab order
    #byParameter: (Control | undefined)[] = [];
    #settled = NaN; // how wide the canvas was when they were shown and placed; NaN: something was done to them since

    constructor(owner: ControlsOwner) {
        this.#owner = owner;
        // The page hears "change" from the element, not the controls' own events.
        this.element.addEventListener("input", (event) => event.stopPropagation());
        for (const type of ["keydown", "focusin"])
            this.element.addEventListener(type, () => this.#owner.controlAwaited(), { capture: true });
        this.element.addEventListener("focusin", () => this.tellFocus());
        this.element.addEventListener("focusout", () => {
            this.#settled = NaN;
            this.#owner.controlFocused({ parameter: -1, preset: -1 });
        });
    }

    /** Removes all controls. A field that is being edited loses the focus, which some browsers report to it, and that may change a value of its exhibit. */
    clear(): void {
        this.element.replaceChildren();
    }

    /** Makes the controls of an exhibit. They work before the engine is there, a matrix by one cell, so that Tab does not skip them. */
    build(exhibit: ExhibitInfo, values: readonly Value[]): void {
        this.#exhibit = exhibit;
        this.#settled = NaN;
        const presets = exhibit.presets.map((preset, index) => new PresetButton(preset.label, index, this.#owner));
        const columns = new Map<number, Control>(); // of grids, by the index of their second parameter
        this.#byParameter = exhibit.parameters.map((parameter, index) => {
            if (exhibit.parameters.some(({ gridColumn }) => gridColumn === parameter.name)) return undefined; // its row has the grid
            return this.#make(exhibit, parameter, index, columns);
        });
        this.#controls = [...presets, ...this.#byParameter.filter((control) => control !== undefined)];
        for (const [index, control] of columns) this.#byParameter[index] = control;
        this.element.replaceChildren(...this.#controls.map((control) => control.holder));
        this.showValues(values, null);
    }

    /** They are of the same exhibit with other ranges: none is made anew, so that a text can be typed on. */
    take(exhibit: ExhibitInfo, values: readonly Value[]): void {
        this.#exhibit = exhibit;
        this.#settled = NaN;
        this.showValues(values, null);
    }

    /** Makes them anew, in another language; the focus stays where it is. */
    reword(exhibit: ExhibitInfo, values: readonly Value[]): void {
        const root = this.element.getRootNode();
        const focused = root instanceof ShadowRoot ? root.activeElement : null;
        const at = this.#controls.findIndex(({ holder }) => holder.contains(focused));
        const place = this.#controls[at]?.focusPlace();
        this.clear();
        this.build(exhibit, values);
        if (place) this.#controls[at]?.focus(place);
    }

    /** Shows the values, and what the view says of them. */
    showValues(values: readonly Value[], view: EngineView | null): void {
        const exhibit = this.#exhibit;
        if (exhibit) for (const control of this.#controls) control.show({ exhibit, values, view });
    }

    /** Shows whether an action plays: that begins and ends without any value changing. */
    showPlaying(view: EngineView): void {
        for (const control of this.#controls) if (control instanceof ActionButton) control.show({ view });
    }

    /** True once when they have to be shown and placed anew though the view has no news and has moved nothing. */
    takeDue(width: number): boolean {
        const due = this.#settled !== width;
        this.#settled = width;
        return due;
    }

    /** Lays each control over its place in the canvas (`width` CSS pixels wide) and takes those that do not apply in this state out of the Tab order. */
    place(view: EngineView, width: number): void {
        const root = this.element.getRootNode();
        const focused = root instanceof ShadowRoot ? root.activeElement : null;
        let left = false; // the control that had the focus disappears (a button that has become another)
        const come: Control[] = [];
        for (const control of this.#controls) {
            const active = control.active(view);
            if (control.holder.hidden === active) {
                if (active) come.push(control);
                else left ||= focused !== null && control.holder.contains(focused);
                control.holder.hidden = !active;
                control.holder.ariaHidden = String(!active); // off the screen no style says it to screen readers
            }
            if (active) control.place(view, width);
        }
        if (left) come[0]?.focus({ parameter: -1 });
    }

    /** Moves the focus to a control, without moving the page. */
    focus(request: FocusRequest): void {
        this.#settled = NaN;
        this.#byParameter[request.parameter]?.focus(request);
    }

    /** Focuses the first control that Tab would come to. */
    focusFirst(options?: FocusOptions): void {
        this.element.querySelector<HTMLElement>('.control:not([hidden]) :is(input, select, button, [tabindex="0"])')?.focus(options);
    }

    /** Reports again which control has the focus, if any has. */
    tellFocus(): void {
        const root = this.element.getRootNode();
        const focused = root instanceof ShadowRoot ? root.activeElement : null;
        const control = this.#controls.find(({ holder }) => holder.contains(focused));
        this.#settled = NaN;
        if (focused && control) this.#owner.controlFocused(control.focusPlace());
    }

    #make(exhibit: ExhibitInfo, parameter: ParameterInfo, index: number, columns: Map<number, Control>): Control {
        if (parameter.kind === "action") return new ActionButton(parameter, index, this.#owner);
        if (parameter.kind === "matrix") return new MatrixControl(parameter, index, this.#owner);
        const column = exhibit.parameters.findIndex(({ name }) => name === parameter.gridColumn);
        if (!parameter.gridColumn || column < 0) return new SingleControl(parameter, index, this.#owner);
        const grid = new GridControl(parameter, index, column, this.#owner);
        columns.set(column, grid);
        return grid;
    }
}
