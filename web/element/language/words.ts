// What the element says. English is the source: a text is asked for as it is in English, with "{}" for each value, and stays so where another language
// does not have it (translation.ts, fetched with the first file of words). Knows no element.

import type { EngineModule, ExhibitInfo } from "../types.js";

export interface Words {
    readonly lang: string;
    /** The sign between a number's whole part and the rest. */
    readonly decimal: "." | ",";
    /** A text, with these values where it has "{}". */
    say(english: string, ...values: (string | number)[]): string;
    /** A number for people: with a true minus, and the decimal sign of the language. */
    number(value: number): string;
    /** What an exhibit says of itself before it is loaded, and how high it is. A copy: states and groups know the English one. */
    exhibit(info: ExhibitInfo): ExhibitInfo;
    /** The number that an engine has for it, which keeps its words. */
    inEngine(module: EngineModule): number;
}

/** A text with values where it has "{}", or "{2}" for the second. */
export function filled(text: string, values: readonly string[]): string {
    let next = 0;
    return text.replace(/\{(\d*)\}/g, (_, which: string) => values[which ? Number(which) - 1 : next++] ?? "");
}

/** For people, with a true minus. */
const numberText = (value: number): string => String(value).replace("-", "\u2212");

export const english: Words = {
    lang: "en",
    decimal: ".",
    say: (text, ...values) =>
        filled(
            text,
            values.map((value) => (typeof value === "number" ? numberText(value) : value)),
        ),
    number: numberText,
    exhibit: (info) => info,
    inEngine: () => 0,
};
