// The positions of a native range for one numeric parameter: linear ones are the browser's own, logarithmic ones are a list of
// round values a few per cent apart, so that one arrow key is a small factor and PageUp (a tenth of the range) a large one.

import type { ParameterInfo } from "../types.js";

export interface Scale {
    minimum: number;
    maximum: number;
    step: number;
    /** The value at a position of the range. */
    value(position: number): number;
    /** The position that shows a value (the nearest). */
    position(value: number): number;
}

/** The number without the noise of its last binary digits: 0.3, not 0.30000000000000004. */
function clean(value: number): number {
    return Number(value.toPrecision(12));
}

/**
 * Round values from `minimum` to `maximum`, 2 to 5 % apart (1, 1.05 … 2, 2.1 … 5, 5.2 … 10), but no closer than `step`.
 * `also` is made reachable.
 */
export function roundValues(minimum: number, maximum: number, step: number, also: number): number[] {
    const values = new Set<number>([minimum, maximum, also]);
    for (let decade = Math.floor(Math.log10(minimum)); decade <= Math.log10(maximum); ++decade) {
        for (let hundredths = 100; hundredths < 1000; hundredths += hundredths < 200 ? 5 : hundredths < 500 ? 10 : 20) {
            const round = hundredths * 10 ** (decade - 2);
            const value = clean(step > 0 ? Math.round(round / step) * step : round);
            if (value > minimum && value < maximum) values.add(value);
        }
    }
    return [...values].sort((a, b) => a - b);
}

function logarithmicScale(parameter: ParameterInfo, maximum: number): Scale {
    const step = parameter.step || (parameter.kind === "integer" ? 1 : 0);
    const values = roundValues(parameter.minimum, maximum, step, Math.min(maximum, Number(parameter.default)));
    return {
        minimum: 0,
        maximum: values.length - 1,
        step: 1,
        value: (position) => values[Math.min(values.length - 1, Math.max(0, Math.round(position)))] ?? parameter.minimum,
        position(value) {
            const distance = (candidate: number): number => Math.abs(Math.log(candidate / value));
            let best = 0;
            values.forEach((candidate, index) => {
                if (distance(candidate) < distance(values[best] ?? candidate)) best = index;
            });
            return best;
        },
    };
}

/** The scale of a "number" or "integer" parameter, up to `maximum` where that follows the state. */
export function scaleOf(parameter: ParameterInfo, maximum = parameter.maximum): Scale {
    if (parameter.logarithmic && parameter.minimum > 0) return logarithmicScale(parameter, maximum);
    const hundredth = (parameter.maximum - parameter.minimum) / 100;
    const step = parameter.step || (parameter.kind === "integer" ? 1 : hundredth);
    const { minimum } = parameter;
    // (A browser counts steps from the least position: the one of the least value is a whole number of them away.)
    if (parameter.reversed) {
        const length = Math.ceil((maximum - minimum) / step) * step;
        const across = (place: number): number => minimum - place;
        return { minimum: -length, maximum: 0, step, value: across, position: across };
    }
    return { minimum, maximum, step, value: (position) => position, position: (value) => value };
}
