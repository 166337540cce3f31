// What a reader types into a cell: numbers as people write them; and messages about anything else. Pure.

import { english, type Words } from "../language/words.js";
import type { ParameterInfo } from "../types.js";

type Range = Pick<ParameterInfo, "minimum" | "maximum">;
export type DecimalSign = Words["decimal"];

const decimal = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;
const begun = /^[+-]?\.?$|^[+-]?(\d+(\.\d*)?|\.\d+)[eE][+-]?$/;

// "1,024" is a thousand to some readers and a number with three decimals to others: do not guess. Where the comma is the decimal sign, that is "1.024".
export const ambiguous = { ".": /^\D?[1-9]\d{0,2},\d{3}$/, ",": /^\D?[1-9]\d{0,2}\.\d{3}$/ };

/** A comma is a decimal sign too, a dash a minus, and blanks part thousands. */
function plain(text: string): string {
    const signed = text
        .trim()
        .replace(/[\u2010-\u2013\u2212]/g, "-")
        .replace(/(\d)[ \u00a0\u2009\u202f](?=\d{3}(?!\d))/g, "$1");
    return signed.replace(/^([^.,]*),([^.,]*)$/, "$1.$2");
}

/** The numbers in the range that the text may mean: none, one, or two (as "1,024"). `sign` is the decimal sign of who types. */
export function readingsOf({ minimum, maximum }: Range, text: string, sign: DecimalSign = "."): number[] {
    if (!decimal.test(plain(text))) return [];
    const readings = ambiguous[sign].test(text.trim()) ? [plain(text), plain(text).replace(".", "")] : [plain(text)];
    return readings.map((reading) => Number(reading) + 0).filter((number) => number >= minimum && number <= maximum);
}

/** The number, or null if it is none, out of the parameter's range, or not clear. */
export function typedNumber(parameter: Range, text: string, sign?: DecimalSign): number | null {
    const [number, other] = readingsOf(parameter, text, sign);
    return number === undefined || other !== undefined ? null : number;
}

/** Whether the text is the beginning of a number, so that no message is needed while it is being typed. */
export function isBegun(text: string): boolean {
    return begun.test(plain(text));
}

/** What is wrong with a text that is no number of the parameter's, in these words. */
export function complaintAbout(parameter: Range, text: string, words: Words = english): string {
    const got = text.trim() === "" ? words.say("nothing") : words.say("\u201c{}\u201d", text.trim().slice(0, 24));
    const [decimals = 0, thousands] = readingsOf(parameter, text, words.decimal);
    if (thousands !== undefined) return words.say("must be one number: {} is {} to some readers, {} to others", got, decimals, thousands);
    return words.say("must be a number from {} to {}, not {}", parameter.minimum, parameter.maximum, got);
}
