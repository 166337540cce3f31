// What a reader types into a cell: numbers as people write them, and in words what is wrong with others. Pure.

import type { ParameterInfo } from "./types.js";

const decimal = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;
const begun = /^[+-]?\.?$|^[+-]?(\d+(\.\d*)?|\.\d+)[eE][+-]?$/;

// A thousand to some readers, a number with three decimals to others: nobody may guess.
const ambiguous = /^[+-]?[1-9]\d{0,2},\d{3}$/;

/** A comma is a decimal sign too, and U+2212 a minus. */
function plain(text: string): string {
    return text.trim().replace(/\u2212/g, "-").replace(/^([^.,]*),([^.,]*)$/, "$1.$2");
}

/** The number, or null if it is none or out of the parameter's range. */
export function typedNumber(parameter: ParameterInfo, text: string): number | null {
    const number = decimal.test(plain(text)) && !isAmbiguous(text) ? Number(plain(text)) : NaN;
    return number >= parameter.minimum && number <= parameter.maximum ? number + 0 : null;
}

function isAmbiguous(text: string): boolean {
    return ambiguous.test(text.trim().replace(/\u2212/g, "-"));
}

/** Whether the text is the beginning of a number, about which nothing is to be said while it is being typed. */
export function isBegun(text: string): boolean {
    return begun.test(plain(text));
}

/** A number for people: with a true minus sign. */
export function forPeople(number: number): string {
    return String(number).replace("-", "\u2212");
}

/** What is wrong with a text that is no number of the parameter's. */
export function complaintAbout(parameter: ParameterInfo, text: string): string {
    const got = text.trim() === "" ? "nothing" : `\u201c${text.trim().slice(0, 24)}\u201d`;
    if (isAmbiguous(text)) {
        const [decimals, thousands] = [plain(text), plain(text).replace(".", "")].map((reading) => forPeople(Number(reading)));
        return `must be one number: ${got} is ${decimals} to some readers, ${thousands} to others`;
    }
    return `must be a number from ${forPeople(parameter.minimum)} to ${forPeople(parameter.maximum)}, not ${got}`;
}
