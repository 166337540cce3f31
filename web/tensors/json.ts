// Arrays in JSON: {"tokens": […], "attention": …}, each array nested lists or {"shape": […], "data": […]}; and what BertViz's views are given,
// {"attention": [{"name": …, "attn": …, "left_text": […], "right_text": […]}, …], "default_filter": "0"}, several of one model by their places (head_view,
// model_view) or by names, with queries and keys (neuron_view; github.com/jessevig/bertviz). An object of a script's may have typed arrays for lists.

import type { Arrays, ShapedArray } from "./arrays.js";

type Nested = number | ArrayLike<Nested>;

const isList = (value: unknown): value is ArrayLike<Nested> =>
    Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));

/** Of nested lists: the shape is that of the first of each, and all others must have it. */
function flattened(name: string, lists: ArrayLike<Nested>): ShapedArray {
    const shape: number[] = [];
    for (let at: Nested | undefined = lists; isList(at); at = at[0]) shape.push(at.length);
    const data = new Float32Array(shape.reduce((product, size) => product * size, 1));
    let filled = 0;
    const take = (part: Nested | null, depth: number): void => {
        if (depth === shape.length) {
            if (isList(part)) throw new TypeError(`${name} has lists where others have numbers`);
            data[filled++] = part === null ? NaN : Number(part);
        } else if (!isList(part) || part.length !== shape[depth]) {
            const has = isList(part) ? `one of ${part.length}` : "a number";
            throw new TypeError(`${name} has a list of ${shape[depth]} and ${has} beside it`);
        } else if (depth === shape.length - 1 && ArrayBuffer.isView(part)) {
            data.set(numbersOf(part), filled);
            filled += part.length;
        } else {
            for (let i = 0; i < part.length; ++i) take(part[i] as Nested, depth + 1);
        }
    };
    take(lists, 0);
    return { name, shape, data };
}

/** What JSON has for a number that is none is null; whole numbers of 64 bits are numbers, too. (Other typed arrays are what they are.) */
const numbersOf = (data: ArrayLike<unknown>): ArrayLike<number> =>
    ArrayBuffer.isView(data) && typeof data[0] === "number"
        ? (data as ArrayLike<number>)
        : Float32Array.from(data, (one) => (one === null ? NaN : Number(one)));

/** The likeliest tokens. */
const listsOfTexts = new Set(["candidates", "candidates_without"]);

const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** A list of arrays becomes name.0, name.1 …: layers may be given one by one. */
function arraysOf(name: string, value: unknown): ShapedArray[] {
    const { shape, data } = (value ?? {}) as Partial<ShapedArray>;
    if (Array.isArray(shape) && isList(data)) return [{ name, shape, data: numbersOf(data) }];
    if (Array.isArray(value) && value.length > 0 && value.every((one) => (one as Partial<ShapedArray> | null)?.shape))
        return value.flatMap((one, i) => arraysOf(`${name}.${i}`, one));
    if (listsOfTexts.has(name)) {
        const words = textsOf(value);
        return [{ name, shape: [words.length], data: [], words }];
    }
    if (isList(value)) return [flattened(name, value)];
    throw new TypeError(`${name} must be lists of numbers, or an object with shape and data`);
}

interface View {
    attn: unknown;
    queries?: unknown;
    keys?: unknown;
    left_text?: unknown;
    right_text?: unknown;
}

/** The view of BertViz's that is to be shown first, if these are its views. */
function viewOf(views: unknown, first: unknown): View | null {
    if (ArrayBuffer.isView(views)) return null;
    const all = Object.entries(views as Record<string, Partial<View> | null>);
    const [, view] = all.find(([name]) => name === String(first)) ?? all[0] ?? [];
    return view?.attn ? (view as View) : null;
}

/** Of an object; throws a TypeError that names what is wrong. */
export function arraysOfJson(object: object): Arrays {
    if (Array.isArray(object)) return { arrays: arraysOf("attention", object), tokens: [], queries: [] };
    const { tokens, query_tokens, attention, ...others } = object as Record<string, unknown>;
    const view = viewOf(attention ?? others, others["default_filter"]);
    if (view) {
        const named = Object.entries({ attention: view.attn, ...(view.queries ? { q: view.queries, k: view.keys } : {}) });
        return {
            arrays: named.flatMap(([name, value]) => arraysOf(name, value)),
            tokens: textsOf(view.right_text),
            queries: textsOf(view.left_text),
        };
    }
    const named = Object.entries({ ...(attention !== undefined && { attention }), ...others });
    return { arrays: named.flatMap(([name, value]) => arraysOf(name, value)), tokens: textsOf(tokens), queries: textsOf(query_tokens) };
}
