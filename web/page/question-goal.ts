// The goal of a question that is graded from a figure: a number that the figure describes (or has as a parameter), its bounds, and in words whether it
// lies between them, and by how much not. Pure: knows the attributes of a goal, no document. How they are written: questions.ts.

import { sameValue } from "../element/state/follow.js";
import { english } from "../element/language/words.js";
import type { ExhibitInfo, ParameterInfo, State, Value } from "../element/types.js";
import { numberText, type NumberLook } from "../prose/number-text.js";

/** Attributes as `dataset` has them. */
export type Attributes = Readonly<Record<string, string | undefined>>;

export interface Goal {
    name: string;
    attributes: Attributes;
    low: number;
    high: number;
    look: NumberLook;
}

/** What a figure says of itself now. */
export interface Standing {
    values: Readonly<Record<string, number>>;
    state: State;
}

export interface Judgement {
    met: boolean;
    /** The number that the bar shows; NaN if there is none. */
    amount: number;
    words: string;
}

const numberOf = (text: string | undefined, otherwise: number): number => (text === undefined ? otherwise : Number(text));

/** `name` is what the number is called in a sentence. */
export function goalOf(name: string, attributes: Attributes): Goal {
    const near = numberOf(attributes["equals"], NaN);
    const within = numberOf(attributes["within"], 0);
    return {
        name,
        attributes,
        low: numberOf(attributes["above"] ?? attributes["least"], Number.isNaN(near) ? -Infinity : near - within),
        high: numberOf(attributes["below"] ?? attributes["most"], Number.isNaN(near) ? Infinity : near + within),
        look: { digits: numberOf(attributes["digits"], 2), unit: attributes["unit"] ?? "", gap: "\u00a0" },
    };
}

function numberIn({ values, state }: Standing, { attributes }: Goal, name: string): number {
    const found = attributes["parameter"] === undefined ? values[name] : state[name];
    return typeof found === "number" ? found / numberOf(attributes["scale"], 1) : NaN;
}

/** The amount, and how it came about if it is a ratio or a difference. */
function amountOf(goal: Goal, standing: Standing): [amount: number, origin: string] {
    const { attributes } = goal;
    const first = numberIn(standing, goal, attributes["parameter"] ?? attributes["value"] ?? "");
    const other = attributes["per"] ?? attributes["less"];
    if (other === undefined) return [first, ""];
    const second = numberIn(standing, goal, other);
    const look = { digits: numberOf(attributes["partDigits"], 2), unit: attributes["partUnit"] ?? "", gap: "" };
    const part = (number: number): string => somethingText(number, look).slice(0, -look.unit.length || undefined);
    const sign = attributes["per"] === undefined ? "\u2212" : "÷";
    const amount = attributes["per"] === undefined ? first - second : first / second;
    return [amount, `${part(first)} ${sign} ${part(second)} = `];
}

/** With as many digits as show that it is something. */
function somethingText(number: number, look: NumberLook): string {
    for (let digits = look.digits; digits <= look.digits + 3; ++digits) {
        const text = numberText(number, { ...look, digits });
        if (/[1-9]/.test(text)) return text;
    }
    return numberText(number, look);
}

/** "14.5 points". */
function gapText(gap: number, look: NumberLook): string {
    const points = look.unit === "%";
    const text = somethingText(points ? gap * 100 : gap, { digits: look.digits, unit: points ? "points" : look.unit, gap: "\u00a0" });
    return /[1-9]/.test(text) ? text : "a hair";
}

// (x₁ stays x₁)
const capital = (text: string): string => (/^[a-z]{2}|^[a-z] /.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text);

export function judgeGoal(goal: Goal, standing: Standing): Judgement {
    const { attributes, name, low, high, look } = goal;
    const otherwise = attributes["otherwise"];
    if (attributes["is"] !== undefined) {
        const met = String(standing.state[attributes["parameter"] ?? ""]) === attributes["is"];
        return { met, amount: NaN, words: met ? "" : (otherwise ?? `${capital(name)} is something else`) };
    }
    const [amount, origin] = amountOf(goal, standing);
    if (Number.isNaN(amount)) return { met: false, amount, words: `${capital(name)} is not there now` };
    const met =
        (attributes["above"] === undefined ? amount >= low : amount > low) &&
        (attributes["below"] === undefined ? amount <= high : amount < high);
    const is = origin === "" ? `${capital(name)} is ` : origin;
    const words = `${is}${numberText(amount, look)}`;
    if (met) return { met, amount, words };
    const over = amount > high || (amount === high && attributes["below"] !== undefined);
    const border = numberOf(attributes["equals"], over ? high : low);
    if (amount === border) return { met, amount, words: `${words}, just on the edge` };
    const direction = over ? (attributes["tooMuch"] ?? "too much") : (attributes["tooLittle"] ?? "too little");
    return { met, amount, words: `${words}: ${gapText(Math.abs(amount - border), look)} ${direction}` };
}

function valueText({ choices }: ParameterInfo, value: Value): string {
    if (typeof value === "boolean") return value ? "on" : "off";
    return typeof value === "number" ? english.number(value) : `“${choices.find(({ id }) => id === value)?.label ?? String(value)}”`;
}

/** What stands in the way: a parameter of `keep` (names, between blanks) that is not as it is in `start`; "" if there is none. */
export function changedSince(exhibit: ExhibitInfo, keep: string, start: State, now: State): string {
    for (const parameter of exhibit.parameters) {
        const [wanted, value] = [start[parameter.name], now[parameter.name]];
        if (wanted === undefined || value === undefined || !keep.split(/\s+/).includes(parameter.name) || sameValue(value, wanted))
            continue;
        if (Array.isArray(wanted)) return `First put back what else was changed: ${parameter.label}`;
        return `The setting \u201c${parameter.label}\u201d is ${valueText(parameter, value)}: put it back to ${valueText(parameter, wanted)}`;
    }
    return "";
}
