// What a reader types into a cell: numbers as people write them; and messages about anything else. Pure.

import type { ParameterInfo } from "../types.js";

type Range = Pick<ParameterInfo, "minimum" | "maximum">;

const decimal = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;
const begun = /^[+-]?\.?$|^[+-]?(\d+(\.\d*)?|\.\d+)[eE][+-]?$/;

// "1,024" is a thousand to some readers and a number with three decimals to others: do not guess.
const ambiguous = /^\D?[1-9]\d{0,2},\d{3}$/;

/** A comma is a decimal sign too, a dash a minus, and blanks part thousands. */
function plain(text: string): string {
    const signed = text
        .trim()
        .replace(/[\u2010-\u2013\u2212]/g, "-")
        .replace(/(\d)[ \u00a0\u2009\u202f](?=\d{3}(?!\d))/g, "$1");
    return signed.replace(/^([^.,]*),([^.,]*)$/, "$1.$2");
}

/** The numbers in the range that the text may mean: none, one, or two (as "1,024"). */
export function readingsOf({ minimum, maximum }: Range, text: string): number[] {
    if (!decimal.test(plain(text))) return [];
    const readings = ambiguous.test(text.trim()) ? [plain(text), plain(text).replace(".", "")] : [plain(text)];
    return readings.map((reading) => Number(reading) + 0).filter((number) => number >= minimum && number <= maximum);
}

/** The number, or null if it is none, out of the parameter's range, or not clear. */
export function typedNumber(parameter: Range, text: string): number | null {
    const [number, other] = readingsOf(parameter, text);
    return number === undefined || other !== undefined ? null : number;
}

/** Whether the text is the beginning of a number, so that no message is needed while it is being typed. */
export function isBegun(text: string): boolean {
    return begun.test(plain(text));
}

/** A number for people: with a true minus sign. */
export function forPeople(number: number): string {
    return String(number).replace("-", "\u2212");
}

/** What is wrong with a text that is no number of the parameter's. */
export function complaintAbout(parameter: Range, text: string): string {
    const got = text.trim() === "" ? "nothing" : `\u201c${text.trim().slice(0, 24)}\u201d`;
    const [decimals, thousands] = readingsOf(parameter, text).map(forPeople);
    if (thousands !== undefined) return `must be one number: ${got} is ${decimals} to some readers, ${thousands} to others`;
    return `must be a number from ${forPeople(parameter.minimum)} to ${forPeople(parameter.maximum)}, not ${got}`;
}
