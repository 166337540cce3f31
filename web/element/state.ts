// The state of an exhibit: the grammar of state strings, the checks of values, the canonical string. Pure functions over the
// parameter table: usable before anything is loaded. Not the place where a state lives (that is stage.ts). The native host has
// the same grammar in C++; both are tested on tests/state-strings.json.

import type { ExhibitInfo, ParameterInfo, State, Value } from "./types.js";

// A plain decimal number: no hexadecimal, no blanks, so that TypeScript and C++ agree without thinking.
const decimal = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;

function unknownParameter(exhibit: ExhibitInfo, name: string): TypeError {
    const names = exhibit.parameters.map((parameter) => parameter.name).join(", ");
    return new TypeError(`unknown parameter ${JSON.stringify(name)} (${exhibit.id} has ${names || "none"})`);
}

/** What a parameter wants, for error messages: "temperature must be a number from 0.05 to 5". */
function wanted(parameter: ParameterInfo): string {
    const range = `from ${parameter.minimum} to ${parameter.maximum}`;
    switch (parameter.kind) {
        case "number":
            return `${parameter.name} must be a number ${range}, `;
        case "integer":
            return `${parameter.name} must be a whole number ${range}, `;
        case "toggle":
            return `${parameter.name} must be true or false, `;
        case "choice":
            return `${parameter.name} must be one of ${parameter.choices.map((choice) => choice.id).join(", ")}; `;
        case "text":
            return `${parameter.name} must be a text, `;
    }
}

/** A value as an error message shows it: strings quoted, everything else as it prints. */
function shown(value: unknown): string {
    return typeof value === "string" ? JSON.stringify(value) : String(value);
}

/** Checks one value. `got` is how the message shows it (a state string shows the characters that stood there). Throws or returns the value. */
export function checkValue(parameter: ParameterInfo, value: unknown, got = shown(value)): Value {
    const complaint = `${wanted(parameter)}got ${got}`;
    switch (parameter.kind) {
        case "number":
        case "integer":
            if (typeof value !== "number" || Number.isNaN(value)) throw new TypeError(complaint);
            if (value < parameter.minimum || value > parameter.maximum) throw new RangeError(complaint);
            if (parameter.kind === "integer" && !Number.isInteger(value)) throw new RangeError(complaint);
            return value === 0 ? 0 : value; // no negative zero in strings
        case "toggle":
            if (typeof value !== "boolean") throw new TypeError(complaint);
            return value;
        case "choice":
            if (typeof value !== "string") throw new TypeError(complaint);
            if (!parameter.choices.some((choice) => choice.id === value)) throw new RangeError(complaint);
            return value;
        case "text": {
            if (typeof value !== "string") throw new TypeError(complaint);
            // In UTF-16 code units, as the text field's maxlength counts.
            if (value.length > parameter.maxLength) {
                const most = `${value.length} characters, at most ${parameter.maxLength}`;
                throw new RangeError(`${parameter.name} is too long: ${most}`);
            }
            return value.replace(/\p{Surrogate}/gu, "\ufffd"); // half a character cannot be percent-encoded
        }
    }
}

/** Reads one value out of a state string. */
function parseValue(parameter: ParameterInfo, text: string): Value {
    switch (parameter.kind) {
        case "number":
        case "integer": {
            const number = decimal.test(text) ? Number(text) : NaN;
            return Number.isFinite(number) ? checkValue(parameter, number, text) : checkValue(parameter, text);
        }
        case "toggle":
            return checkValue(parameter, text === "true" ? true : text === "false" ? false : text);
        case "choice":
            return checkValue(parameter, text);
        case "text":
            try {
                return checkValue(parameter, decodeURIComponent(text));
            } catch (error) {
                if (!(error instanceof URIError)) throw error;
                throw new TypeError(`${parameter.name} is not percent-encoded text: ${JSON.stringify(text)}`);
            }
    }
}

/** The default values, in declaration order. */
export function defaults(exhibit: ExhibitInfo): Value[] {
    return exhibit.parameters.map((parameter) => parameter.default);
}

/** Reads a state string into a whole set of values (what it does not name is the default). Throws; changes nothing. */
export function parseState(exhibit: ExhibitInfo, text: string): Value[] {
    const values = defaults(exhibit);
    for (const part of text.split(/[;&]/)) {
        if (part === "") continue;
        const equals = part.indexOf("=");
        if (equals < 0) throw new TypeError(`expected name=value, got ${JSON.stringify(part)}`);
        const name = part.slice(0, equals);
        const index = exhibit.parameters.findIndex((parameter) => parameter.name === name);
        const parameter = exhibit.parameters[index];
        if (!parameter) throw unknownParameter(exhibit, name);
        values[index] = parseValue(parameter, part.slice(equals + 1));
    }
    return values;
}

/** Merges an object of values into a copy of `values`. Throws; changes nothing. */
export function mergeState(exhibit: ExhibitInfo, values: readonly Value[], changes: unknown): Value[] {
    if (typeof changes !== "object" || changes === null || Array.isArray(changes)) {
        throw new TypeError(`state must be an object, got ${Array.isArray(changes) ? "an array" : shown(changes)}`);
    }
    const merged = [...values];
    for (const [name, value] of Object.entries(changes)) {
        const index = exhibit.parameters.findIndex((parameter) => parameter.name === name);
        const parameter = exhibit.parameters[index];
        if (!parameter) throw unknownParameter(exhibit, name);
        merged[index] = checkValue(parameter, value);
    }
    return merged;
}

/** The canonical string: `;` between, declaration order, defaults left out. The same state always gives the same string. */
export function formatState(exhibit: ExhibitInfo, values: readonly Value[]): string {
    const parts: string[] = [];
    exhibit.parameters.forEach((parameter, index) => {
        const value = values[index];
        if (value === undefined || value === parameter.default) return;
        parts.push(`${parameter.name}=${parameter.kind === "text" ? encodeURIComponent(String(value)) : String(value)}`);
    });
    return parts.join(";");
}

/** The values as a plain object, for `el.state` and for events. */
export function stateObject(exhibit: ExhibitInfo, values: readonly Value[]): State {
    const state: State = {};
    exhibit.parameters.forEach((parameter, index) => {
        const value = values[index];
        if (value !== undefined) state[parameter.name] = value;
    });
    return state;
}

/** Looks an exhibit up by its id; throws a RangeError that lists what there is. */
export function findExhibit(exhibits: readonly ExhibitInfo[], id: string): ExhibitInfo {
    const found = exhibits.find((exhibit) => exhibit.id === id);
    if (found) return found;
    throw new RangeError(`unknown exhibit ${JSON.stringify(id)} (there are ${exhibits.map((exhibit) => exhibit.id).join(", ")})`);
}
