// The bar of a goal: how much there is, the frame in which it is to end, a scale below. For the eye only; the verdict says the same in words.

import { numberText } from "../prose/number-text.js";
import type { Goal, Judgement } from "./question-goal.js";

type Attributes = Record<string, string | number>;

const near = 16; // per cent of the bar: labels that are no further apart would touch on a small screen

function draw<Tag extends keyof SVGElementTagNameMap>(
    parent: Element,
    tag: Tag,
    className: string,
    attributes: Attributes,
    text = "",
): SVGElementTagNameMap[Tag] {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    element.setAttribute("class", className);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
    if (text !== "") element.textContent = text;
    parent.append(element);
    return element;
}

const anchor = (place: number): string => (place < near / 2 ? "start" : place > 100 - near / 2 ? "end" : "middle");

export class Bar {
    #place: (amount: number) => number;
    #amount: SVGRectElement;
    #now: SVGTextElement;
    #here: SVGTextElement;
    #middle: number;
    #goal: Goal;

    constructor(owner: Element, goal: Goal, ticks: number[]) {
        const { attributes, look } = goal;
        const scale = attributes["log"] === undefined ? (amount: number) => amount : Math.log;
        const [from, to] = [scale(ticks[0] ?? 0), scale(ticks.at(-1) ?? 1)];
        this.#goal = goal;
        // (Numbers off the scale, and the logarithm of none, stand at its ends.)
        this.#place = (amount) => Math.max(0, Math.min(100, (100 * (scale(amount) - from)) / (to - from))) || 0;
        const [low, high] = [this.#place(goal.low), goal.high === Infinity ? 100 : this.#place(goal.high)];
        this.#middle = (low + high) / 2;

        const name = document.createElement("span");
        name.textContent = goal.name;
        owner.replaceChildren(name);
        const svg = draw(owner, "svg", "bar", { "aria-hidden": "true", height: 60, width: "100%" });
        draw(svg, "rect", "track", { x: 0, y: 22, width: "100%", height: 14 });
        this.#amount = draw(svg, "rect", "amount", { y: 22, height: 14 });
        const frame = draw(svg, "rect", "frame", { y: 17, height: 24, rx: 3 });
        frame.style.setProperty("x", `calc(${this.#middle}% - max(5px, ${(high - low) / 2}%))`);
        frame.style.setProperty("width", `max(10px, ${high - low}%)`);
        this.#here = draw(
            svg,
            "text",
            "here",
            { x: `${this.#middle}%`, y: 12, "text-anchor": anchor(this.#middle) },
            attributes["here"] ?? "here",
        );
        this.#now = draw(svg, "text", "now", { y: 12 });
        ticks.forEach((tick, index) => {
            const digits = Math.max(0, (String(look.unit === "%" ? Number((tick * 100).toPrecision(9)) : tick).split(".")[1] ?? "").length);
            const place = this.#place(tick);
            const last = index === ticks.length - 1;
            if (last && place - this.#place(ticks[index - 1] ?? 0) < near) return; // no room for both
            const unit = tick !== 0 && (last || look.unit === "%") ? look.unit : "";
            draw(svg, "text", "tick", { x: `${place}%`, y: 57, "text-anchor": anchor(place) }, numberText(tick, { ...look, digits, unit }));
        });
    }

    show({ met, amount }: Judgement): void {
        const [base, place] = [this.#place(0), this.#place(amount)];
        this.#amount.setAttribute("x", `${Math.min(base, place)}%`);
        this.#amount.setAttribute("width", `${Math.abs(place - base)}%`);
        this.#now.setAttribute("x", `${place}%`);
        this.#now.setAttribute("text-anchor", anchor(place));
        this.#now.textContent = met || Number.isNaN(amount) ? "" : numberText(amount, this.#goal.look);
        this.#here.classList.toggle("covered", this.#now.textContent !== "" && Math.abs(place - this.#middle) < near);
    }
}
