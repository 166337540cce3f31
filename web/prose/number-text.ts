// How a number is written in a sentence: its digits, its unit, a true minus sign. What the author's own text shows of it (digits, the sign
// between thousands, the gap before the unit) is taken over. Pure.

import { ambiguous, type DecimalSign } from "../element/state/typed-number.js";

/** How numbers are written. Of a share in "%" the text shows a hundred times as much. */
export interface NumberLook {
    digits: number;
    unit: string;
    gap: string;
    /** The decimal sign; a point if there is none. */
    decimal?: DecimalSign;
    /** What stands between thousands; nothing if it is not said. */
    group?: string;
}

const mostDigits = 10;
const written = /[-+\u2212]?\d+(?:[.,\u2009\u202f]\d+)*/;

/**
 * How many decimals a number has as it is written, with either sign, whatever the decimal sign of its figure (an author may write the other one), and what
 * groups its thousands. The last sign is the decimal one, unless it groups thousands: where it stands there before, as in 1.000.000, and where the other
 * decimal sign would be needed for it to be one, as in 1,000 in English.
 */
function writtenLook(number: string, decimal: DecimalSign): { digits: number; group: string } {
    const [, whole = "", sign = "", decimals = ""] = /^(.*)([.,])(\d+)$/.exec(number.replace(/[\u2009\u202f]/g, "")) ?? [];
    const groups = whole.includes(sign) || ambiguous[decimal].test(number);
    const [group = ""] = /[.,\u2009\u202f](?=\d{3})/.exec(groups ? number : number.slice(0, number.length - decimals.length - 1)) ?? [];
    return { digits: groups ? 0 : decimals.length, group: group === decimal ? "" : group };
}

/** A text with digits of ours for those of any script, of which only the number counts, and with the decimal sign for the Arabic one. */
const latin = (text: string, decimal: DecimalSign): string => text.replace(/(?=\p{Nd})[\u0660-\uffff]/gu, "0").replace("\u066b", decimal);

/** The look of the number in a text, as far as attributes do not say it: `digits` and `unit` are "" or null where they do not. */
export function lookOf(
    text: string,
    digits: string | null,
    unit: string | null,
    otherwise: number,
    decimal: DecimalSign = ".",
): NumberLook {
    const plain = latin(text, decimal);
    const found = written.exec(plain);
    const look = found ? writtenLook(found[0], decimal) : { digits: otherwise, group: "" };
    const wanted = digits !== null && /^\d+$/.test(digits.trim()) ? Number(digits) : look.digits;
    const after = found && unit ? plain.slice(found.index + found[0].length) : "";
    const at = unit ? after.indexOf(unit) : -1;
    const gap = at >= 0 && after.slice(0, at).trim() === "" ? after.slice(0, at) : "\u00a0";
    return { digits: Math.min(mostDigits, wanted), unit: unit ?? "", gap, decimal, group: look.group };
}

/** The number as it stands in a sentence; "" if it is none. */
export function numberText(value: number, { digits, unit, gap, decimal = ".", group = "" }: NumberLook): string {
    if (Number.isNaN(value)) return "";
    const withUnit = (text: string): string => (unit ? `${text}${gap}${unit}` : text);
    const shown = unit === "%" ? value * 100 : value;
    if (!Number.isFinite(shown)) return withUnit(shown > 0 ? "\u221e" : "\u2212\u221e");
    const [whole = "", ...decimals] = fixed(shown, digits).split(".");
    return withUnit([whole.replace(/\B(?=(\d{3})+$)/g, group), ...decimals].join(decimal));
}

function fixed(value: number, digits: number): string {
    // As figures write what is large: 1.20·10¹³
    const large = Math.abs(value) >= 1e10;
    const text = large ? value.toExponential(2).replace(/\d+$/, raised).replace("e+", "·10") : value.toFixed(digits);
    return (/^-[0.]*$/.test(text) ? text.slice(1) : text).replace("-", "\u2212");
}

const raised = (power: string): string => power.replace(/\d/g, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹".charAt(Number(digit)));

/** The decimals that steps of this size need. */
export function decimalsOf(step: number): number {
    const [, fraction = "", exponent = "0"] = /^\d(?:\.(\d+))?e([+-]\d+)$/.exec(step.toExponential()) ?? [];
    return Math.min(mostDigits, Math.max(0, fraction.length - Number(exponent)));
}

/** How many digits wide the widest number of a range is; no more than one digit wider than what is written, as few are ever at its ends. */
export function widestText(minimum: number, maximum: number, look: NumberLook, written: string): number {
    const widest = Math.max(...[minimum, maximum].map((end) => numberText(end, look).length));
    const text = written.trim().length;
    return text > 0 ? Math.min(widest, text + 1) : widest;
}
