// The keys' way in: one native control for each parameter and one button for each preset, laid unseen over their twins in the canvas,
// always in the Tab order. Keys, IME, and speech are the browser's business; this file only carries values to and fro. Takes no
// pointer and listens to no key.

import { make, setAttribute, setText } from "./dom.js";
import { type Scale, scaleOf } from "./scale.js";
import { formatState } from "./state.js";
import type { EngineView, ExhibitInfo, ParameterInfo, Rectangle, Value } from "./types.js";

export interface ControlsOwner {
    /** The reader changed a value with a native control. */
    controlChanged(index: number, value: Value): void;
    /** The reader pressed a preset's button. */
    presetPressed(index: number): void;
    /** The control or preset with this index has the focus, -1 for none. */
    controlFocused(index: number, preset: number): void;
}

type NativeControl = HTMLInputElement | HTMLSelectElement;

interface Control {
    parameter: ParameterInfo;
    scale: Scale | null;
    /** What is laid over the twin: label, control, value. */
    holder: HTMLDivElement;
    native: NativeControl;
    shown: HTMLElement;
}

interface PresetButton {
    holder: HTMLDivElement;
    native: HTMLButtonElement;
}

function makeNative(parameter: ParameterInfo, scale: Scale | null): NativeControl {
    if (parameter.kind === "choice") {
        const select = make("select");
        for (const choice of parameter.choices) select.add(new Option(choice.label, choice.id));
        return select;
    }
    const input = make("input");
    if (parameter.kind === "toggle") {
        input.type = "checkbox";
    } else if (scale) {
        input.type = "range";
        input.min = String(scale.minimum);
        input.max = String(scale.maximum);
        input.step = String(scale.step);
    } else {
        input.type = "text";
        input.maxLength = parameter.maxLength;
        input.autocomplete = "off";
        input.spellcheck = false;
    }
    return input;
}

function makeControl(parameter: ParameterInfo, index: number): Control {
    const numeric = parameter.kind === "number" || parameter.kind === "integer";
    const scale = numeric ? scaleOf(parameter) : null;
    const native = makeNative(parameter, scale);
    const holder = make("div", `control ${parameter.kind}`);
    const label = make("label");
    const shown = make("span", "shown");
    const help = make("span", "help");
    native.id = `control-${index}`;
    native.name = parameter.name;
    label.htmlFor = native.id;
    label.textContent = parameter.label;
    shown.setAttribute("aria-hidden", "true"); // spoken as the control's value
    help.id = `help-${index}`;
    help.textContent = parameter.help;
    help.hidden = true;
    if (parameter.help) native.setAttribute("aria-describedby", help.id);
    holder.append(label, native, shown, help);
    return { parameter, scale, holder, native, shown };
}

function makePreset(label: string): PresetButton {
    const native = make("button");
    native.type = "button";
    native.textContent = label;
    const holder = make("div", "control preset");
    holder.append(native);
    return { holder, native };
}

function readNative(control: Control): Value {
    const { native, parameter, scale } = control;
    if (native instanceof HTMLSelectElement) return native.value;
    if (parameter.kind === "toggle") return native.checked;
    if (!scale) return native.value;
    // The browser computes min + k·step; ends of the range must not be left by a rounding error.
    return Math.min(parameter.maximum, Math.max(parameter.minimum, scale.value(native.valueAsNumber)));
}

function writeNative(control: Control, value: Value): void {
    const { native, scale } = control;
    if (native instanceof HTMLInputElement && native.type === "checkbox") {
        native.checked = value === true;
        return;
    }
    const text = scale ? String(scale.position(Number(value))) : String(value);
    if (native.value !== text) native.value = text; // assigning would move a text caret
}

function placeOver(holder: HTMLElement, { x, y, width, height }: Rectangle): void {
    holder.classList.toggle("loose", width <= 0 || height <= 0);
    holder.style.transform = `translate(${x}px, ${y}px)`; // left and top would count as a layout shift of the page
    holder.style.width = `${width}px`;
    holder.style.height = `${height}px`;
}

export class Controls {
    readonly element = make("div", "controls", "controls");
    #owner: ControlsOwner;
    #exhibit: ExhibitInfo | null = null;
    #controls: Control[] = [];
    #presets: PresetButton[] = [];
    #composing: EventTarget | null = null; // the text field in which an IME is at work

    constructor(owner: ControlsOwner) {
        this.#owner = owner;
        const element = this.element;
        element.addEventListener("input", (event) => this.#input(event));
        element.addEventListener("compositionstart", (event) => (this.#composing = event.target));
        element.addEventListener("compositionend", (event) => {
            this.#composing = null;
            this.#input(event);
        });
        element.addEventListener("click", (event) => this.#click(event));
        element.addEventListener("focusin", () => this.tellFocus());
        element.addEventListener("focusout", () => this.#owner.controlFocused(-1, -1));
    }

    /** Makes the controls of an exhibit. They work before the engine is there, so that Tab does not pass by. */
    build(exhibit: ExhibitInfo, values: readonly Value[]): void {
        this.#exhibit = exhibit;
        this.#presets = exhibit.presets.map((preset) => makePreset(preset.label));
        this.#controls = exhibit.parameters.map(makeControl);
        this.element.replaceChildren(...[...this.#presets, ...this.#controls].map((control) => control.holder));
        this.showValues(values, null);
    }

    /** Shows the values, and what the view says of them. */
    showValues(values: readonly Value[], view: EngineView | null): void {
        const state = this.#exhibit ? formatState(this.#exhibit, values) : "";
        this.#presets.forEach((preset, index) => {
            const info = this.#exhibit?.presets[index];
            if (info && !info.action) setAttribute(preset.native, "aria-pressed", String(info.state === state));
        });
        this.#controls.forEach((control, index) => {
            const value = values[index];
            if (value === undefined) return;
            const text = view ? view.text(index) : String(value);
            if (this.#composing !== control.native) writeNative(control, value);
            if (control.scale) setAttribute(control.native, "aria-valuetext", text);
            setText(control.shown, control.scale ? text : "");
        });
    }

    /** Lays each control over its twin and takes those that play no role out of the Tab order. */
    place(view: EngineView): void {
        this.#presets.forEach((preset, index) => placeOver(preset.holder, view.presetRect(index)));
        this.#controls.forEach(({ holder }, index) => {
            const active = view.active(index);
            if (holder.hidden === active) holder.hidden = !active;
            if (active) placeOver(holder, view.rect(index));
        });
    }

    /** Moves the focus to a control, without moving the page. */
    focus(index: number): void {
        this.#controls[index]?.native.focus({ preventScroll: true });
    }

    /** Says again which control has the focus, if one has. */
    tellFocus(): void {
        const root = this.element.getRootNode();
        const focused = root instanceof ShadowRoot ? root.activeElement : null;
        const index = this.#controls.findIndex((control) => control.native === focused);
        const preset = this.#presets.findIndex((button) => button.native === focused);
        if (index >= 0 || preset >= 0) this.#owner.controlFocused(index, preset);
    }

    #input(event: Event): void {
        event.stopPropagation(); // the page hears "change" from the element, not the controls' own events
        if (event instanceof InputEvent && event.isComposing) return; // an IME is still at it; compositionend follows
        const index = this.#controls.findIndex((control) => control.native === event.target);
        const control = this.#controls[index];
        if (control) this.#owner.controlChanged(index, readNative(control));
    }

    #click(event: Event): void {
        const index = this.#presets.findIndex((preset) => preset.native === event.target);
        if (index >= 0) this.#owner.presetPressed(index);
    }
}
