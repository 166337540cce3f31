// The state of an exhibit: the grammar of state strings, the checks of values, the canonical string. Pure functions over the
// parameter table: usable before anything is loaded. Not the place where a state lives (that is stage.ts), nor what follows from
// what (follow.ts). The native host has the same grammar in C++; both are tested on tests/state-strings.json.

import { defaultOf, freshValue, maximumOf, sameValue, settleValues } from "./follow.js";
import type { ExhibitInfo, ParameterInfo, State, Value } from "../types.js";

// A plain decimal number: no hexadecimal, no blanks, so that TypeScript and C++ agree.
const decimal = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;

/** What a value is checked against: its parameter, with the bounds and the shape that hold in its state. */
interface Rule {
    parameter: ParameterInfo;
    maximum: number;
    rows: number;
    columns: number;
}

function ruleOf(exhibit: ExhibitInfo, values: readonly Value[], parameter: ParameterInfo): Rule {
    const matrix = parameter.kind === "matrix" ? defaultOf(exhibit, values, parameter) : null;
    const rows = Array.isArray(matrix) ? matrix : [];
    return { parameter, maximum: maximumOf(exhibit, values, parameter), rows: rows.length, columns: rows[0]?.length ?? 0 };
}

/** The index of a parameter that has a value; throws if there is none. */
function findParameter(exhibit: ExhibitInfo, name: string): number {
    const index = exhibit.parameters.findIndex((parameter) => parameter.name === name);
    if (index >= 0 && exhibit.parameters[index]?.kind !== "action") return index;
    if (index >= 0) throw new TypeError(`${name} is an action and has no value`);
    const names = exhibit.parameters
        .filter(({ kind }) => kind !== "action")
        .map((parameter) => parameter.name)
        .join(", ");
    throw new TypeError(`unknown parameter ${JSON.stringify(name)} (${exhibit.id} has ${names || "none"})`);
}

/** What a parameter wants, for error messages: "temperature must be a number from 0.05 to 30". */
function wanted({ parameter, maximum, rows, columns }: Rule): string {
    const range = `from ${parameter.minimum} to ${maximum}`;
    switch (parameter.kind) {
        case "number":
            return `${parameter.name} must be a number ${range}, `;
        case "integer":
            return `${parameter.name} must be a whole number ${range}, `;
        case "toggle":
            return `${parameter.name} must be true or false, `;
        case "choice":
            return `${parameter.name} must be one of ${parameter.choices.map((choice) => choice.id).join(", ")}; `;
        case "matrix":
            return `${parameter.name} must be a matrix of ${rows} × ${columns} numbers, `;
        default:
            return `${parameter.name} must be a text, `;
    }
}

/** A value as an error message shows it: strings quoted, objects by their kind (they may not print at all), everything else as it prints. */
function shown(value: unknown): string {
    if (typeof value === "string") return JSON.stringify(value);
    if (typeof value === "function") return "a function";
    if (typeof value !== "object" || value === null) return String(value);
    return listOf(value) ? "an array" : "an object";
}

/** An array or a typed array, of whatever realm; null if it is neither. */
function listOf(value: unknown): ArrayLike<unknown> | null {
    if (Array.isArray(value)) return value as unknown[];
    return ArrayBuffer.isView(value) && "length" in value ? (value as unknown as ArrayLike<unknown>) : null;
}

function inRange({ parameter, maximum }: Rule, value: number): boolean {
    return value >= parameter.minimum && value <= maximum;
}

/** Checks a matrix, given as rows of cells; `got` is how the message shows the cell at a place. */
function checkMatrix(rule: Rule, value: unknown, got?: (row: number, column: number) => string): number[][] {
    const complaint = wanted(rule);
    // Array.from() sees the holes of a sparse array, which every(), some() and map() pass by.
    const given = Array.from(listOf(value) ?? [], listOf);
    const rows = given.filter((row) => row !== null);
    if (!listOf(value) || rows.length < given.length) throw new TypeError(`${complaint}got ${shown(value)}`);
    const columns = rows[0]?.length ?? 0;
    if (rows.some((row) => row.length !== columns)) throw new RangeError(`${complaint}got rows of different lengths`);
    if (rows.length !== rule.rows || columns !== rule.columns) throw new RangeError(`${complaint}got ${rows.length} × ${columns}`);
    return rows.map((row, i) =>
        Array.from(row, (cell, j) => {
            const { name, minimum } = rule.parameter;
            const wrong = `${name}[${i}][${j}] must be a number from ${minimum} to ${rule.maximum}, got ${got?.(i, j) ?? shown(cell)}`;
            if (typeof cell !== "number" || Number.isNaN(cell)) throw new TypeError(wrong);
            if (!inRange(rule, cell)) throw new RangeError(wrong);
            return cell + 0; // no negative zero in strings
        }),
    );
}

/** Checks one value. `got` is how the message shows it (a state string shows the characters that stood there). Throws or returns the value. */
function checkValue(rule: Rule, value: unknown, got = shown(value)): Value {
    const { parameter } = rule;
    const complaint = `${wanted(rule)}got ${got}`;
    switch (parameter.kind) {
        case "number":
        case "integer":
            if (typeof value !== "number" || Number.isNaN(value)) throw new TypeError(complaint);
            if (!inRange(rule, value)) throw new RangeError(complaint);
            if (parameter.kind === "integer" && !Number.isInteger(value)) throw new RangeError(complaint);
            return value + 0; // no negative zero in strings
        case "toggle":
            if (typeof value !== "boolean") throw new TypeError(complaint);
            return value;
        case "choice": {
            if (typeof value !== "string") throw new TypeError(complaint);
            const choice = parameter.choices.find(({ id, earlier }) => id === value || (earlier && earlier.split(" ").includes(value)));
            if (!choice) throw new RangeError(complaint);
            return choice.id;
        }
        case "matrix":
            return checkMatrix(rule, value);
        default: {
            if (typeof value !== "string") throw new TypeError(complaint);
            // In UTF-16 code units, as the text field's maxlength counts.
            if (value.length > parameter.maxLength) {
                const most = `${value.length} characters, at most ${parameter.maxLength}`;
                throw new RangeError(`${parameter.name} is too long: ${most}`);
            }
            return plainText(value);
        }
    }
}

/** A text as states hold it: half a character cannot be percent-encoded, and a mark of byte order at the beginning is none of its characters. */
export function plainText(text: string): string {
    return text.replace(/\p{Surrogate}/gu, "\ufffd").replace(/^\ufeff+/, "");
}

function parseNumber(text: string): number {
    const number = decimal.test(text) ? Number(text) : NaN;
    return Number.isFinite(number) ? number : NaN;
}

function parseMatrix(rule: Rule, text: string): number[][] {
    const cells = text.split("/").map((row) => row.split(","));
    const numbers = cells.map((row) => row.map(parseNumber));
    return checkMatrix(rule, numbers, (row, column) => {
        const cell = cells[row]?.[column] ?? "";
        return Number.isNaN(numbers[row]?.[column]) ? JSON.stringify(cell) : cell;
    });
}

/** Reads one value out of a state string. */
function parseValue(rule: Rule, text: string): Value {
    switch (rule.parameter.kind) {
        case "number":
        case "integer": {
            const number = parseNumber(text);
            return Number.isNaN(number) ? checkValue(rule, text) : checkValue(rule, number, text);
        }
        case "toggle":
            return checkValue(rule, text === "true" ? true : text === "false" ? false : text);
        case "choice":
            return checkValue(rule, text);
        case "matrix":
            return parseMatrix(rule, text);
        default:
            try {
                return checkValue(rule, decodeURIComponent(text));
            } catch (error) {
                if (!(error instanceof URIError)) throw error;
                throw new TypeError(`${rule.parameter.name} is not percent-encoded text: ${JSON.stringify(text)}`);
            }
    }
}

/** The default values, in declaration order. An action has none: its place holds a false. */
export function defaults(exhibit: ExhibitInfo): Value[] {
    return settleValues(exhibit, null, () => undefined);
}

/**
 * Reads a state string into a whole set of values: what it does not name is the default, or as it is in `onto`. A value is held against the bounds of the
 * very state that the string describes, in whatever order the names stand. Throws; changes nothing.
 */
export function parseState(exhibit: ExhibitInfo, text: string, onto: readonly Value[] | null = null): Value[] {
    const given = new Map<number, string[]>();
    for (const part of text.trimStart().split(/[;&]\s*/)) {
        if (part === "") continue;
        const equals = part.indexOf("=");
        if (equals < 0) throw new TypeError(`expected name=value, got ${JSON.stringify(part)}`);
        const index = findParameter(exhibit, part.slice(0, equals));
        given.set(index, [...(given.get(index) ?? []), part.slice(equals + 1)]);
    }
    return settleValues(exhibit, onto, (index, values) => {
        const parameter = exhibit.parameters[index];
        if (!parameter) return undefined;
        const rule = ruleOf(exhibit, values, parameter);
        return given
            .get(index)
            ?.map((value) => parseValue(rule, value))
            .at(-1); // the last one counts, but each is checked
    });
}

/** Merges an object of values into a copy of `values`; what follows from a changed value follows. Throws; changes nothing. */
export function mergeState(exhibit: ExhibitInfo, values: readonly Value[], changes: unknown): Value[] {
    if (typeof changes !== "object" || changes === null || listOf(changes)) {
        throw new TypeError(`state must be an object, got ${shown(changes)}`);
    }
    const given = new Map<number, unknown>();
    for (const [name, value] of Object.entries(changes)) given.set(findParameter(exhibit, name), value);
    return settleValues(exhibit, values, (index, settled) => {
        const parameter = exhibit.parameters[index];
        return parameter && given.has(index) ? checkValue(ruleOf(exhibit, settled, parameter), given.get(index)) : undefined;
    });
}

function formatValue(parameter: ParameterInfo, value: Value): string {
    if (Array.isArray(value)) return value.map((row) => row.join(",")).join("/");
    return parameter.kind === "text" ? encodeURIComponent(String(value)) : String(value);
}

/**
 * The canonical string: `;` between, declaration order, defaults left out. The same state always gives the same string. Pieces of the sheet are left out where they
 * are as in `showing`, if that is given.
 */
export function formatState(exhibit: ExhibitInfo, values: readonly Value[], showing: readonly Value[] = []): string {
    const parts: string[] = [];
    exhibit.parameters.forEach((parameter, index) => {
        const value = values[index];
        const usual = (parameter.piece ? showing[index] : undefined) ?? defaultOf(exhibit, values, parameter);
        if (value === undefined || sameValue(value, usual)) return;
        parts.push(`${parameter.name}=${formatValue(parameter, value)}`);
    });
    return parts.join(";");
}

/** The values as a plain object, for `el.state` and for events: whoever gets it may change it. */
export function stateObject(exhibit: ExhibitInfo, values: readonly Value[]): State {
    const state: State = {};
    exhibit.parameters.forEach((parameter, index) => {
        const value = values[index];
        if (value !== undefined && parameter.kind !== "action") state[parameter.name] = freshValue(value);
    });
    return state;
}

/** Looks an exhibit up by its id; throws a RangeError that lists what there is (but hidden ones). */
export function findExhibit(exhibits: readonly ExhibitInfo[], id: string): ExhibitInfo {
    const found = exhibits.find((exhibit) => exhibit.id === id);
    if (found) return found;
    const known = exhibits.filter((exhibit) => !exhibit.hidden).map((exhibit) => exhibit.id);
    throw new RangeError(`unknown exhibit ${JSON.stringify(id)} (there are ${known.join(", ")})`);
}
