// The native controls of parameters with one value: a range, a checkbox, a select, a text field.

import { type ControlsOwner, ParameterControl, type Shown } from "./control.js";
import { make, setAttribute, setText } from "../dom.js";
import { maximumOf } from "../state/follow.js";
import { type Scale, scaleOf } from "../state/scale.js";
import { plainText } from "../state/state.js";
import type { ParameterInfo, Value } from "../types.js";

type Native = HTMLInputElement | HTMLSelectElement;

function makeNative(parameter: ParameterInfo): Native {
    if (parameter.kind === "choice") {
        const select = make("select");
        for (const choice of parameter.choices) select.add(new Option(choice.label, choice.id));
        return select;
    }
    const input = make("input");
    if (parameter.kind === "toggle") {
        input.type = "checkbox";
    } else if (parameter.kind === "text") {
        input.type = "text";
        input.maxLength = parameter.maxLength;
        input.autocomplete = "off";
        input.spellcheck = false;
    } else {
        input.type = "range";
    }
    return input;
}

export class SingleControl extends ParameterControl {
    #native: Native;
    #shown = make("span", "shown");
    #scale: Scale | null = null;
    #maximum = NaN;
    #composing = false; // an IME is at work in the text field

    constructor(parameter: ParameterInfo, index: number, owner: ControlsOwner) {
        super(parameter, index, owner);
        this.#native = makeNative(parameter);
        this.#native.id = `control-${index}`;
        this.#native.name = parameter.name;
        const label = make("label");
        label.htmlFor = this.#native.id;
        label.textContent = parameter.label;
        this.#shown.setAttribute("aria-hidden", "true"); // spoken as the control's value
        this.describe(this.#native);
        this.holder.append(label, this.#native, this.#shown, this.help);
        this.#native.addEventListener("input", (event) => this.#input(event));
        if (parameter.cycles) this.#native.addEventListener("keydown", (event) => this.#pressed(event));
        this.#native.addEventListener("compositionstart", () => (this.#composing = true));
        this.#native.addEventListener("compositionend", (event) => {
            this.#composing = false;
            this.#input(event);
        });
        // Some keyboards end a composition without a word when the field is left.
        this.#native.addEventListener("blur", (event) => {
            if (!this.#composing) return;
            this.#composing = false;
            this.#input(event);
        });
    }

    show({ exhibit, values, view }: Shown): void {
        const value = values[this.index];
        if (value === undefined) return;
        const text = view ? view.text(this.index) : typeof value === "number" ? this.owner.words().number(value) : String(value);
        const numeric = this.parameter.kind === "number" || this.parameter.kind === "integer";
        if (numeric) this.#setMaximum(maximumOf(exhibit, values, this.now(exhibit)));
        if (!this.#composing) this.#write(value);
        if (numeric) setAttribute(this.#native, "aria-valuetext", text);
        setText(this.#shown, numeric ? text : "");
    }

    focus(): void {
        this.#native.focus({ preventScroll: true });
    }

    /** The end of a range may follow the state. */
    #setMaximum(maximum: number): void {
        if (maximum === this.#maximum || this.#native instanceof HTMLSelectElement) return;
        this.#maximum = maximum;
        this.#scale = scaleOf(this.parameter, maximum);
        this.#native.min = String(this.#scale.minimum);
        this.#native.max = String(this.#scale.maximum);
        this.#native.step = String(this.#scale.step);
    }

    #write(value: Value): void {
        const native = this.#native;
        if (native instanceof HTMLInputElement && native.type === "checkbox") {
            native.checked = value === true;
            return;
        }
        // A text field has no line breaks: it would drop them, join two words, and never show what it was given.
        const text = this.#scale ? String(this.#scale.position(Number(value))) : String(value).replace(/[\r\n]+/g, " ");
        if (native.value !== text) native.value = text; // assigning would move a text caret
    }

    #read(): Value {
        const native = this.#native;
        if (native instanceof HTMLSelectElement) return native.value;
        if (native.type === "checkbox") return native.checked;
        if (!this.#scale) return plainText(native.value);
        // The browser computes min + k·step; ends of the range must not be left by a rounding error.
        return Math.min(this.#maximum, Math.max(this.parameter.minimum, this.#scale.value(native.valueAsNumber)));
    }

    /** The word in the picture is a button; a select would open its list. */
    #pressed(event: Event): void {
        const native = this.#native;
        if (!(event instanceof KeyboardEvent) || !(native instanceof HTMLSelectElement)) return;
        if ((event.key !== "Enter" && event.key !== " ") || event.altKey || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        native.selectedIndex = (native.selectedIndex + 1) % native.length;
        this.changed(native.value);
    }

    #input(event: Event): void {
        if (event instanceof InputEvent && event.isComposing) return; // the IME has not finished; compositionend follows
        this.changed(this.#read());
    }
}
