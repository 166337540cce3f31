// The buttons of the native control overlay: presets, and parameters that are actions.

import { type Control, type ControlsOwner, type FocusPlace, ParameterControl, placeOver, type Shown } from "./control.js";
import { make, setAttribute } from "../dom.js";
import { isPreset } from "../state/pieces.js";
import { parseState } from "../state/state.js";
import type { EngineView, ParameterInfo, Value } from "../types.js";

function makeButton(label: string): HTMLButtonElement {
    const button = make("button");
    button.type = "button";
    button.textContent = label;
    return button;
}

/** A preset: a state that one press brings; shown as pressed while it is the state. */
export class PresetButton implements Control {
    readonly holder = make("div", "control preset");
    #native: HTMLButtonElement;
    #index: number;
    #values: Value[] | null = null; // of the state that it brings

    constructor(label: string, index: number, owner: ControlsOwner) {
        this.#index = index;
        this.#native = makeButton(label);
        this.#native.addEventListener("click", () => owner.presetPressed(index));
        this.holder.append(this.#native);
    }

    show({ exhibit, values }: Shown): void {
        this.#values ??= parseState(exhibit, exhibit.presets[this.#index]?.state ?? "");
        setAttribute(this.#native, "aria-pressed", String(isPreset(exhibit, values, this.#values)));
    }

    place(view: EngineView): void {
        placeOver(this.holder, view.presetRect(this.#index));
    }

    /** (A figure that shows its essential piece alone may have no presets.) */
    active(view: EngineView): boolean {
        return view.presetRect(this.#index).width > 0;
    }

    focus(): void {
        this.#native.focus({ preventScroll: true });
    }

    focusPlace(): FocusPlace {
        return { parameter: -1, preset: this.#index };
    }
}

export class ActionButton extends ParameterControl {
    #native: HTMLButtonElement;
    #index: number;
    #plays: boolean;

    constructor(parameter: ParameterInfo, index: number, owner: ControlsOwner) {
        super(parameter, index, owner);
        this.#index = index;
        this.#plays = parameter.plays !== undefined;
        this.#native = makeButton(parameter.label);
        this.#native.name = parameter.name;
        this.#native.addEventListener("click", () => owner.actionPressed(index));
        this.describe(this.#native);
        this.holder.append(this.#native, this.help);
    }

    /** An action has no value; but one that plays is pressed while it does. */
    show({ view }: Pick<Shown, "view">): void {
        if (this.#plays) setAttribute(this.#native, "aria-pressed", String(view?.playing(this.#index) ?? false));
    }

    focus(): void {
        this.#native.focus({ preventScroll: true });
    }
}
