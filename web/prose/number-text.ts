// How a number stands in a sentence: so many digits, a unit, a true minus sign. What the author's own text shows of it (digits, the gap
// before the unit) is taken over. Pure.

/** How numbers are written. Of a share in "%" the text shows a hundred times as much. */
export interface NumberLook {
    digits: number;
    unit: string;
    gap: string;
}

const mostDigits = 10;
const written = /[-+\u2212]?\d[\d\u2009\u202f]*(?:\.(\d+))?/;

/** The look of the number in a text, as far as attributes do not say it: `digits` and `unit` are "" or null where they do not. */
export function lookOf(text: string, digits: string | null, unit: string | null, otherwise: number): NumberLook {
    const found = written.exec(text);
    const wanted = digits !== null && /^\d+$/.test(digits.trim()) ? Number(digits) : (found ? found[1]?.length ?? 0 : otherwise);
    const after = found && unit ? text.slice(found.index + found[0].length) : "";
    const at = unit ? after.indexOf(unit) : -1;
    const gap = at >= 0 && after.slice(0, at).trim() === "" ? after.slice(0, at) : "\u00a0";
    return { digits: Math.min(mostDigits, wanted), unit: unit ?? "", gap };
}

/** The number as it stands in a sentence; "" if it is none. */
export function numberText(value: number, { digits, unit, gap }: NumberLook): string {
    if (Number.isNaN(value)) return "";
    const shown = unit === "%" ? value * 100 : value;
    const text = Number.isFinite(shown) ? fixed(shown, digits) : shown > 0 ? "\u221e" : "\u2212\u221e";
    return unit ? `${text}${gap}${unit}` : text;
}

function fixed(value: number, digits: number): string {
    // (From 10²¹ on, and far below the last digit, a power of ten says more than digits do.)
    const text = Math.abs(value) < 1e21 ? value.toFixed(digits) : value.toExponential(2);
    return (/^-[0.]*$/.test(text) ? text.slice(1) : text).replace(/-/g, "\u2212");
}

/** The decimals that steps of this size need. */
export function decimalsOf(step: number): number {
    const [, fraction = "", exponent = "0"] = /^\d(?:\.(\d+))?e([+-]\d+)$/.exec(step.toExponential()) ?? [];
    return Math.min(mostDigits, Math.max(0, fraction.length - Number(exponent)));
}
