// <attention-value>: a number in a sentence that belongs to a figure. With `parameter` it is a control: dragged sideways, moved by arrow keys or
// typed over; a choice or a switch goes on at a press. With `value` it reads what the figure says of itself. The text between the tags is
// the author's (a framework may own it): it is shown until the figure says otherwise, and never written. Loads nothing.

import type { AttentionExplainer } from "../element/element.js";
import { make, setAttribute, setText } from "../element/dom.js";
import { watchFigures } from "../element/figures.js";
import { PageElement } from "../element/page-element.js";
import { historyOf } from "../element/page/history.js";
import { scaleOf } from "../element/state/scale.js";
import { valueAttributes } from "../element/tags.js";
import { complaintAbout, typedNumber } from "../element/state/typed-number.js";
import type { ExhibitInfo, ParameterInfo, Value } from "../element/types.js";
import { descriptionOf, exhibitOf, findFigure, settingOf, watchFigure, wordsOf, type Setting } from "./figure.js";
import { decimalsOf, lookOf, numberText, widestText, type NumberLook } from "./number-text.js";
import { proseSheet } from "./prose-styles.js";
import { SidewaysDrag } from "./sideways-drag.js";

const isNumeric = ({ kind }: ParameterInfo): boolean => kind === "number" || kind === "integer";

const patience = 2000; // milliseconds

/** When the page has loaded, and its own script has had the time to set values of its own. */
const scriptsOver = (): Promise<void> =>
    new Promise((over) => {
        const wait = (): void => void setTimeout(over, patience);
        if (document.readyState === "complete") wait();
        else addEventListener("load", wait, { once: true });
    });

/**
 * A number in a sentence that is a figure's: a control with `parameter`, a live reading with `value`.
 *
 * @summary A number in a sentence that drives a figure or reads it.
 * @attr {string} on - What stands there while the switch is on.
 * @attr {string} off - What stands there while the switch is off.
 * @slot - The text that is shown until the figure says otherwise; its digits, and what parts its thousands, say how numbers are to look. It stays as it is written.
 * @csspart number - What is shown in its place.
 * @csspart touch - What is dragged, pressed and typed over, around either.
 */
export class AttentionValue extends PageElement {
    static readonly observedAttributes = valueAttributes;

    #root = this.attachShadow({ mode: "open" });
    #slot = document.createElement("slot"); // the author's text …
    #number = make("span", "", "number"); // … or the figure's number in its place:
    #shown: HTMLElement = this.#slot; // one of the two
    #rewritten = new MutationObserver(() => (this.#figure ? this.#show() : this.#write("")));
    #touch: HTMLElement | null = null; // what is pressed, dragged and focused; none around a reading
    #input: HTMLInputElement | null = null; // while it is typed over
    #figure: AttentionExplainer | null = null;
    #stops: (() => void)[] = [];
    #stopWatching: (() => void) | null = null;
    #complaint = "";
    #seeking = false; // its figure is missing, but may still come
    #doubted = ""; // the value that is missing, as long as a script may still set it
    #read: ExhibitInfo | null = null; // the exhibit that had the value
    #waiting = false;

    constructor() {
        super();
        this.#root.append(this.#shown);
    }

    connectedCallback(): void {
        for (const name of valueAttributes) {
            if (!Object.hasOwn(this, name)) continue;
            const given = (this as Record<string, unknown>)[name];
            delete (this as Record<string, unknown>)[name];
            Reflect.set(this, name, given);
        }
        this.adoptedCallback();
        this.#stops = [watchFigures(() => this.#bind()), () => this.#rewritten.disconnect()];
        this.#rewritten.observe(this, { childList: true, characterData: true, subtree: true });
        this.#later();
    }

    disconnectedCallback(): void {
        for (const stop of this.#stops) stop();
        this.#stops = [];
        this.#endTyping(false);
        this.#leave();
    }

    adoptedCallback(): void {
        const sheet = proseSheet(this.ownerDocument);
        this.#root.adoptedStyleSheets = sheet ? [sheet] : [];
    }

    attributeChangedCallback(_name: string, before: string | null, now: string | null): void {
        if (before !== now) this.#later();
    }

    /** The id of the figure; reflects the attribute. */
    get for(): string {
        return this.getAttribute("for") ?? "";
    }

    set for(id: string) {
        this.setAttribute("for", id);
    }

    /** The parameter that it sets; reflects the attribute. */
    get parameter(): string {
        return this.getAttribute("parameter") ?? "";
    }

    set parameter(name: string) {
        this.setAttribute("parameter", name);
    }

    /** The name in `describe().values` that it reads; reflects the attribute. */
    get value(): string {
        return this.getAttribute("value") ?? "";
    }

    set value(name: string) {
        this.setAttribute("value", name);
    }

    /** Digits after the point; as many as the text between the tags has if there is no attribute. */
    get digits(): string {
        return this.getAttribute("digits") ?? "";
    }

    set digits(digits: string) {
        this.setAttribute("digits", digits);
    }

    /** What stands behind the number; "%" makes a share of it. */
    get unit(): string {
        return this.getAttribute("unit") ?? "";
    }

    set unit(unit: string) {
        this.setAttribute("unit", unit);
    }

    /** The figure that it belongs to now; null while there is none with its id. */
    get figure(): AttentionExplainer | null {
        return this.#figure;
    }

    /** What it shows now: the author's text, or the figure's number. */
    get text(): string {
        return (this.#shown === this.#slot ? this.textContent : this.#number.textContent) ?? "";
    }

    /** To what is dragged, pressed or typed; a reading has nothing of the kind. */
    override focus(options?: FocusOptions): void {
        (this.#input ?? this.#touch)?.focus(options);
    }

    // ---- the figure

    /** Attributes that change together take effect together; a figure that stands further down is there by then. */
    #later(): void {
        if (this.#waiting) return;
        this.#waiting = true;
        queueMicrotask(() => {
            this.#waiting = false;
            if (this.isConnected) this.#bind();
        });
    }

    #bind(): void {
        const figure = findFigure(this, this.for);
        if (figure !== this.#figure) {
            this.#leave();
            this.#figure = figure;
            if (figure) this.#stopWatching = watchFigure(figure, () => this.#show());
        }
        if (!figure) this.#missFigure();
        this.#show();
    }

    /** It may stand further down, or come with a script; else its author hears of it. */
    #missFigure(): void {
        if (this.#seeking) return;
        this.#seeking = true;
        void scriptsOver().then(() => {
            this.#seeking = false;
            if (this.isConnected && !this.#figure) this.#complain(`there is no figure ${JSON.stringify(this.for)}`);
        });
    }

    #leave(): void {
        this.#stopWatching?.();
        this.#stopWatching = null;
        this.#figure = null;
    }

    // ---- what is shown

    #show(): void {
        if (!this.#figure) return this.#beText();
        if (this.parameter !== "") this.#showParameter(this.#figure);
        else this.#showReading(this.#figure);
    }

    #showReading(figure: AttentionExplainer): void {
        this.#beText();
        const own = figure.values[this.value];
        const description = own === undefined ? descriptionOf(figure) : null;
        if (own === undefined && !description) return;
        const number = own ?? description?.values[this.value];
        if (number === undefined) return this.#missValue(figure);
        this.#read = exhibitOf(figure);
        if (!Number.isNaN(number)) this.#write(numberText(number, this.#look(3)));
        else if (own !== undefined) this.#write("–"); // the page's script has none
    }

    /** It may be one that is computed in slices, or measured when the reader says so; else its author hears of it. */
    #missValue(figure: AttentionExplainer): void {
        const wanted = this.value;
        void figure.settled().then(() => {
            if (figure !== this.#figure || wanted !== this.value || figure.values[wanted] !== undefined) return; // it is there by now
            const names = Object.keys(descriptionOf(figure)?.values ?? {});
            if (names.length === 0 || names.includes(wanted)) return;
            // In this state there is no such number; or there never was one, then the author's text stands again.
            this.#write(this.#read && this.#read === exhibitOf(figure) ? "–" : "");
            const { top, bottom } = figure.getBoundingClientRect();
            const isSeen = bottom > 0 && top < innerHeight; // elsewhere it may not have come to its end
            if (this.#read || !isSeen || this.#doubted === wanted) return;
            this.#doubted = wanted;
            void scriptsOver().then(() => {
                this.#doubted = "";
                if (figure !== this.#figure || wanted !== this.value || this.#read || figure.values[wanted] !== undefined) return;
                this.#complain(`${figure.exhibit} has no value ${JSON.stringify(wanted)} (there are ${names.join(", ")})`);
            });
        });
    }

    #showParameter(figure: AttentionExplainer): void {
        const setting = settingOf(figure, this.parameter);
        if (!setting || setting.parameter.kind === "matrix") {
            this.#beText();
            if (!exhibitOf(figure)) return; // it will be told of
            this.#complain(`${figure.exhibit} has no parameter ${JSON.stringify(this.parameter)} that fits in a sentence`);
            return;
        }
        const text = this.#textOf(setting);
        this.#write(text);
        const touch = this.#beTouched(setting.parameter);
        setAttribute(touch, "lang", wordsOf(figure).lang); // as its name and its description are, whatever the page speaks
        setAttribute(touch, "aria-label", setting.parameter.label);
        setAttribute(touch, "aria-description", `${setting.parameter.help} ${this.#instructions(setting)}`.trim());
        if (isNumeric(setting.parameter)) {
            setAttribute(touch, "aria-valuemin", String(setting.parameter.minimum));
            setAttribute(touch, "aria-valuemax", String(setting.maximum));
            setAttribute(touch, "aria-valuenow", String(setting.value));
            setAttribute(touch, "aria-valuetext", text);
            this.#measure(touch, setting);
        } else if (setting.parameter.kind === "toggle") {
            setAttribute(touch, "aria-checked", String(setting.value === true));
        } else {
            setAttribute(touch, "aria-label", `${setting.parameter.label}: ${text}`);
        }
    }

    /** As wide as its widest text, so that the line does not move; and where in its range it is. */
    #measure(touch: HTMLElement, { parameter, maximum, value }: Setting): void {
        const scale = scaleOf(parameter, maximum);
        const at = (scale.position(Number(value)) - scale.minimum) / (scale.maximum - scale.minimum || 1);
        touch.style.setProperty("--at", String(Math.min(1, Math.max(0, at))));
        touch.style.setProperty(
            "--widest",
            String(widestText(parameter.minimum, parameter.maximum, this.#look(decimalsOf(scale.step)), this.textContent ?? "")),
        );
    }

    #instructions({ parameter }: Setting): string {
        const words = wordsOf(this.#figure);
        if (isNumeric(parameter)) return words.say("Arrow keys change it, Enter types over it.");
        if (parameter.kind === "choice") return words.say("A press goes on to the next one.");
        return parameter.kind === "text" ? words.say("A press types over it.") : "";
    }

    #textOf({ parameter, value }: Setting): string {
        if (typeof value === "number") return numberText(value, this.#look(decimalsOf(scaleOf(parameter).step)));
        const words = wordsOf(this.#figure);
        if (typeof value === "boolean") {
            // (Asked for as in the engine, where "on" may be a word of a sentence.)
            const [on, off] = words.lang === "en" ? ["on", "off"] : [words.say("switched on"), words.say("switched off")];
            return value ? (this.getAttribute("on") ?? on) : (this.getAttribute("off") ?? off);
        }
        return parameter.choices.find(({ id }) => id === value)?.label ?? String(value);
    }

    #look(otherwise: number): NumberLook {
        return lookOf(
            this.textContent ?? "",
            this.getAttribute("digits"),
            this.getAttribute("unit"),
            otherwise,
            wordsOf(this.#figure).decimal,
        );
    }

    /** Shows a text in place of the author's; the author's if it is empty. */
    #write(text: string): void {
        setText(this.#number, text);
        const shown = text === "" ? this.#slot : this.#number;
        if (shown !== this.#shown) this.#shown.replaceWith(shown);
        this.#shown = shown;
    }

    /** What is wrong with the tag is said once, to its author; the text that was written stays. */
    #complain(text: string): void {
        if (text !== this.#complaint) console.warn(`attention-value: ${text}`);
        this.#complaint = text;
    }

    // ---- what is touched

    #beText(): void {
        if (!this.#touch) return;
        this.#endTyping(false);
        this.#touch = null;
        this.#root.replaceChildren(this.#shown);
    }

    #beTouched(parameter: ParameterInfo): HTMLElement {
        const role = isNumeric(parameter) ? "spinbutton" : parameter.kind === "toggle" ? "switch" : "button";
        if (this.#touch?.getAttribute("role") === role) return this.#touch;
        this.#beText();
        const touch = document.createElement("span");
        touch.className = "touch";
        touch.setAttribute("part", "touch");
        this.#number.lang = this.closest<HTMLElement>("[lang]")?.lang ?? "";
        touch.setAttribute("role", role);
        touch.tabIndex = 0;
        touch.append(this.#shown);
        touch.addEventListener("keydown", (event) => this.#key(event));
        if (role === "spinbutton") {
            new SidewaysDrag(touch, {
                begun: () => {
                    this.#endStep();
                    return this.#position();
                },
                dragged: (from, part) => {
                    if (this.#figure) historyOf(this.#figure).held = true;
                    this.#moveTo(from + part * this.#range());
                },
                ended: () => this.#endStep(),
                pressed: () => this.#type(),
            });
        } else {
            touch.addEventListener("click", () => this.#press());
        }
        this.#touch = touch;
        this.#root.replaceChildren(touch);
        return touch;
    }

    #setting(): Setting | null {
        return this.#figure ? settingOf(this.#figure, this.parameter) : null;
    }

    /** Whatever comes next is another step for undo. */
    #endStep(): void {
        if (this.#figure) historyOf(this.#figure).pause();
    }

    /** The figure may have no room for it any more: then nothing happens. */
    #set(value: Value): boolean {
        try {
            if (this.#figure) this.#figure.state = { [this.parameter]: value };
            return true;
        } catch {
            return false;
        }
    }

    /** Where the number stands on its scale. */
    #position(): number {
        const setting = this.#setting();
        return setting ? scaleOf(setting.parameter, setting.maximum).position(Number(setting.value)) : 0;
    }

    #range(): number {
        const setting = this.#setting();
        if (!setting) return 0;
        const scale = scaleOf(setting.parameter, setting.maximum);
        return scale.maximum - scale.minimum;
    }

    /** To a place on its scale, on a step of it. */
    #moveTo(position: number): void {
        const setting = this.#setting();
        if (!setting) return;
        const scale = scaleOf(setting.parameter, setting.maximum);
        const steps = Math.round((position - scale.minimum) / scale.step);
        const place = Math.min(scale.maximum, Math.max(scale.minimum, Number((scale.minimum + steps * scale.step).toPrecision(12))));
        const value = scale.value(place);
        if (value !== setting.value) this.#set(value);
    }

    #press(): void {
        const setting = this.#setting();
        if (!setting) return;
        const { parameter, value } = setting;
        if (parameter.kind === "toggle") this.#set(value !== true);
        else if (parameter.kind === "text") this.#type();
        else {
            const at = parameter.choices.findIndex(({ id }) => id === value);
            const next = parameter.choices[(at + 1) % parameter.choices.length];
            if (next) this.#set(next.id);
        }
    }

    #key(event: KeyboardEvent): void {
        if (event.ctrlKey || event.metaKey || event.altKey || this.#input) return;
        const setting = this.#setting();
        if (!setting) return;
        if (!isNumeric(setting.parameter)) {
            if (event.key !== "Enter" && event.key !== " ") return;
            event.preventDefault();
            if (!event.repeat) this.#press();
            return;
        }
        const scale = scaleOf(setting.parameter, setting.maximum);
        const place = this.#position();
        const tenth = Math.max(scale.step, (scale.maximum - scale.minimum) / 10);
        const places: Record<string, number> = {
            ArrowRight: place + scale.step,
            ArrowUp: place + scale.step,
            ArrowLeft: place - scale.step,
            ArrowDown: place - scale.step,
            PageUp: place + tenth,
            PageDown: place - tenth,
            Home: scale.minimum,
            End: scale.maximum,
        };
        const to = Object.hasOwn(places, event.key) ? places[event.key] : undefined;
        if (to !== undefined) {
            event.preventDefault();
            this.#moveTo(to);
        } else if (event.key === "Enter" || /^[-+.,\d\u2212]$/.test(event.key)) {
            event.preventDefault();
            this.#type(event.key === "Enter" ? null : event.key);
        }
    }

    // ---- typing over it

    /** A field in place of the number, with what is typed first, or all of it selected. */
    #type(first: string | null = null): void {
        const setting = this.#setting();
        const touch = this.#touch;
        if (!setting || !touch || this.#input) return;
        const numeric = isNumeric(setting.parameter);
        const input = document.createElement("input");
        input.type = "text";
        input.autocomplete = "off";
        input.spellcheck = false;
        if (numeric)
            input.inputMode = setting.parameter.minimum < 0 ? "text" : "decimal"; // (phones' number pads have no minus)
        else input.maxLength = setting.parameter.maxLength;
        input.value = first ?? (typeof setting.value === "number" ? wordsOf(this.#figure).number(setting.value) : String(setting.value));
        input.setAttribute("aria-label", setting.parameter.label);
        const fit = (): void => {
            input.size = Math.max(4, input.value.length + 1);
        };
        fit();
        input.addEventListener("input", (event) => {
            event.stopPropagation(); // the page has no field here
            fit();
            input.setCustomValidity("");
        });
        input.addEventListener("keydown", (event) => {
            if (event.isComposing) return;
            if (event.key === "Enter") this.#take();
            else if (event.key === "Escape") this.#endTyping(true);
            else return;
            event.preventDefault();
            event.stopPropagation(); // (Escape ends this, and not the full screen around it)
        });
        input.addEventListener("blur", () => this.#take(false));
        this.#input = input;
        touch.hidden = true;
        touch.after(input);
        input.focus({ preventScroll: true });
        if (first === null) input.select();
    }

    /** Takes what was typed; what cannot be taken is said, or, where nobody stays to read it, dropped. */
    #take(stays = true): void {
        const input = this.#input;
        const setting = this.#setting();
        if (!input) return;
        if (!setting) return this.#endTyping(stays);
        const { parameter, maximum } = setting;
        const ranged = { ...parameter, maximum };
        const words = wordsOf(this.#figure);
        const typed = isNumeric(parameter) ? typedNumber(ranged, input.value, words.decimal) : input.value;
        const value = parameter.kind === "integer" && typeof typed === "number" && !Number.isInteger(typed) ? null : typed;
        this.#endStep(); // what was typed is a step of its own
        if (value !== null && this.#set(value)) return this.#endTyping(stays);
        if (!stays) return this.#endTyping(false);
        const whole = parameter.kind === "integer" && typeof typed === "number";
        input.setCustomValidity(whole ? words.say("must be a whole number") : complaintAbout(ranged, input.value, words));
        input.reportValidity();
    }

    #endTyping(focus: boolean): void {
        const input = this.#input;
        if (!input) return;
        this.#input = null; // first: that it goes is a blur
        input.remove();
        if (this.#touch) {
            this.#touch.hidden = false;
            if (focus) this.#touch.focus({ preventScroll: true });
        }
    }
}

declare global {
    interface HTMLElementTagNameMap {
        "attention-value": AttentionValue;
    }
}
