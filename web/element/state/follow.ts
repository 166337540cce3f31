// What follows from what among the values of an exhibit: bounds that follow a choice, a number or the words of a text; defaults that
// follow a choice. Pure functions over the parameter table; the native host has the same rules in src/explainer/parameters.cpp, and
// both are tested on tests/state-strings.json. In the table what is followed stands before what follows it.

import type { ExhibitInfo, ParameterInfo, Value } from "../types.js";

const mostWords = 64;

/** The number of a text's words: what stands between white space; at most 64 count. */
export function countWords(text: string): number {
    return Math.min(mostWords, text.split(/\s+/).filter((word) => word !== "").length);
}

/** Whether two values are the same by content. */
export function sameValue(a: Value | undefined, b: Value | undefined): boolean {
    if (!Array.isArray(a) || !Array.isArray(b)) return a === b;
    return a.length === b.length && a.every((row, i) => row.length === b[i]?.length && row.every((cell, j) => cell === b[i]?.[j]));
}

/** A value that its owner may change: matrices are copied. */
export function freshValue(value: Value): Value {
    return Array.isArray(value) ? value.map((row) => [...row]) : value;
}

function indexOf(exhibit: ExhibitInfo, name: string): number {
    return exhibit.parameters.findIndex((parameter) => parameter.name === name);
}

/** The place of a choice's value in its list. */
function choiceIndex(exhibit: ExhibitInfo, values: readonly Value[], name: string): number {
    const index = indexOf(exhibit, name);
    return exhibit.parameters[index]?.choices.findIndex((choice) => choice.id === values[index]) ?? -1;
}

function followed(exhibit: ExhibitInfo, values: readonly Value[], name: string, offset: number): number {
    const value = values[indexOf(exhibit, name)];
    return (typeof value === "string" ? countWords(value) : Number(value)) + offset;
}

/** The greatest value that a number or an integer may have in this state. */
export function maximumOf(exhibit: ExhibitInfo, values: readonly Value[], parameter: ParameterInfo): number {
    const bound = parameter.maximumFollows;
    if (!bound) return parameter.maximum;
    const byChoice = bound.byChoice.length > 0 ? bound.byChoice[choiceIndex(exhibit, values, bound.parameter)] : null;
    const name = bound.byChoice.length > 0 ? bound.otherwise : bound.parameter;
    const most = byChoice ?? followed(exhibit, values, name, bound.offset);
    return Math.min(parameter.maximum, Math.max(parameter.minimum, most));
}

/** The value moved into the bounds of this state. */
export function clampValue(exhibit: ExhibitInfo, values: readonly Value[], parameter: ParameterInfo, value: Value): Value {
    return parameter.maximumFollows ? Math.min(Number(value), maximumOf(exhibit, values, parameter)) : value;
}

/** Values that were held against wider ranges, moved into those of their exhibit. */
export function withinRanges(exhibit: ExhibitInfo, values: readonly Value[]): Value[] {
    return values.map((value, i) => (typeof value === "number" ? Math.min(value, exhibit.parameters[i]?.maximum ?? value) : value));
}

/** The default of a parameter in this state. */
export function defaultOf(exhibit: ExhibitInfo, values: readonly Value[], parameter: ParameterInfo): Value {
    if (parameter.matrices) {
        const which = parameter.initialFollows ? choiceIndex(exhibit, values, parameter.initialFollows) : 0;
        return parameter.matrices[which] ?? parameter.default;
    }
    return clampValue(exhibit, values, parameter, parameter.initial ?? parameter.default);
}

/** The value that a parameter keeps when others have changed, from `before` to what stands in `values`. */
function keptValue(
    exhibit: ExhibitInfo,
    before: readonly Value[],
    values: readonly Value[],
    parameter: ParameterInfo,
    index: number,
): Value {
    const kept = before[index] ?? parameter.default;
    for (const name of parameter.initialFollows?.split(" ") ?? []) {
        const followed = indexOf(exhibit, name);
        if (before[followed] !== values[followed]) return defaultOf(exhibit, values, parameter);
    }
    return clampValue(exhibit, values, parameter, kept);
}

/**
 * A whole set of values, in the order of the table: what `pick` gives for a parameter (it sees all values before it), else what
 * follows from `before`, or the default if there is no before.
 */
export function settleValues(
    exhibit: ExhibitInfo,
    before: readonly Value[] | null,
    pick: (index: number, values: readonly Value[]) => Value | undefined,
): Value[] {
    const values: Value[] = [];
    exhibit.parameters.forEach((parameter, index) => {
        const picked = pick(index, values);
        if (picked !== undefined) values.push(picked);
        else values.push(before ? keptValue(exhibit, before, values, parameter, index) : defaultOf(exhibit, values, parameter));
    });
    return values;
}

/** The values after a hand has changed some: what follows is brought in line; a value beyond its bound stops there. */
export function changedValues(exhibit: ExhibitInfo, before: readonly Value[], changes: ReadonlyMap<number, Value>): Value[] {
    return settleValues(exhibit, before, (index, values) => {
        const parameter = exhibit.parameters[index];
        const value = changes.get(index);
        return parameter && value !== undefined ? clampValue(exhibit, values, parameter, value) : undefined;
    });
}
