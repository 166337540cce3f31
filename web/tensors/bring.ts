// Tensors of a page's own, in place of an exhibit's numbers: reads them into the engine, and makes the exhibit that shows them. Fetched with the first.
// What a file's bytes mean, and what can be shown, the engine says; what the page may hand over is in source.ts. Imports nothing that the element has
// already, or the bundle would be cut in three for it.

import { tensorExhibits } from "../generated/tensor-exhibits.js";
import type { Wish } from "../checkpoint/checkpoint.js";
import type { EngineModule, EngineView, ExhibitInfo, ParameterInfo, Value } from "../element/types.js";
import { readSafetensors } from "../model/safetensors.js";
import { EngineLost, Hand, type HeldEngine } from "./hand.js";
import type { Arrays } from "./arrays.js";
import { arraysOfJson } from "./json.js";
import { checkpointOf, type Source, sourceOf } from "./source.js";
import { step } from "./steps.js";

/** Bytes of a model that were loaded; a total of 0 is not known. */
export type Progress = (loaded: number, total: number) => void;

interface Read {
    module: EngineModule;
    which: number;
    ranges: { maximum: number; initial: number }[];
}

/** The exhibit of any tensors, for its words and the room that it takes. Throws where there is none of that id. */
export function exhibitOfAny(id: string): ExhibitInfo {
    const found = tensorExhibits.find((exhibit) => exhibit.id === id);
    if (!found) throw new RangeError(`${id} shows no tensors (${tensorExhibits.map((exhibit) => exhibit.id).join(", ")} can)`);
    return found;
}

// What nothing shows any more is freed, if the engine that had it still runs.
const freed = new FinalizationRegistry(({ module, which }: Read) => step(module, "free", { which }));

/** Tensors that a page brought, before any of them is read. */
export interface Brought {
    /** The exhibit that shows such tensors, with the widest ranges: for its words and its room. */
    readonly any: ExhibitInfo;
    /** That of these tensors, once they are read; in whose state a model finds its text. An error's text says what is wrong with them. */
    read(values: readonly Value[], signal: AbortSignal, progress: Progress): Promise<ExhibitInfo>;
    /** Of a model: that of what it says of another text, or without a head. Null: it is no model. */
    again: ((wish: Wish, signal: AbortSignal, progress: Progress) => Promise<ExhibitInfo>) | null;
    /** The figure is in no document any more. */
    rest(): void;
}

/** Throws what is wrong with what describes them. */
export async function brought(tensors: unknown, any: ExhibitInfo, engine: HeldEngine): Promise<Brought> {
    const model = await checkpointOf(tensors);
    if (!model) return { any, read: async () => exhibitOf(await sourceOf(tensors), any, engine), again: null, rest: () => {} };
    const textOf = ({ name }: ParameterInfo): boolean => name === "text";
    const own: ExhibitInfo = {
        ...any,
        parameters: any.parameters.map((parameter) => (textOf(parameter) ? { ...parameter, default: model.firstText } : parameter)),
    };
    const again = async (wish: Wish, signal: AbortSignal, progress: Progress): Promise<ExhibitInfo> => {
        const arrays = await model.read(wish, signal, progress);
        const exhibit = await exhibitOf(() => Promise.resolve(arrays), own, engine);
        return Object.assign(exhibit, { read: { text: wish.text, any: anyText(exhibit, own) } });
    };
    return {
        any: own,
        async read(values, signal, progress) {
            const read = (text: string): Promise<ExhibitInfo> => again({ text, without: null }, signal, progress);
            const text = values[own.parameters.findIndex(textOf)];
            if (typeof text !== "string" || text === model.firstText) return read(model.firstText);
            // (The exhibit asks for a text that it does not show, and says then what is wrong with it.)
            return read(text).catch((error: unknown) => (signal.aborted ? Promise.reject(error as Error) : read(model.firstText)));
        },
        again,
        rest: () => model.rest(),
    };
}

const ofTokens = ["query", "key", "centreRow", "centreColumn"];

/** An exhibit whose parameters that are of tokens have the ranges of any text; its defaults stay. */
const anyText = (exhibit: ExhibitInfo, widest: ExhibitInfo): ExhibitInfo => ({
    ...exhibit,
    parameters: exhibit.parameters.map((parameter, i) => {
        const maximum = widest.parameters[i]?.maximum;
        return ofTokens.includes(parameter.name) && maximum !== undefined ? { ...parameter, maximum } : parameter;
    }),
});

/** The exhibit of these arrays, once they are read. */
async function exhibitOf(source: Source, any: ExhibitInfo, engine: HeldEngine): Promise<ExhibitInfo> {
    let now = await readPatiently(any, source, engine);
    const { ranges } = now;
    let reading = false;
    let wanted = true;
    const take = (read: Read): void => {
        freed.unregister(info); // (those were the engine's that had them)
        now = read;
        if (!wanted) return void step(now.module, "free", { which: now.which });
        freed.register(info, now, info);
    };
    /** In an engine that was started again. */
    const readAgain = async (): Promise<void> => {
        const read = await readPatiently(any, source, engine);
        take(read);
        if (JSON.stringify(read.ranges) !== JSON.stringify(ranges)) throw new Error("The file has changed.");
    };
    const info: ExhibitInfo = {
        ...any,
        parameters: any.parameters.map((parameter, i) => ({ ...parameter, ...rangeOf(parameter.default, ranges[i]) })),
        /** Null: the engine was started again, and reads them anew; `again` follows. */
        view(module: EngineModule, again: (error?: unknown) => void): EngineView | null {
            if (module === now.module) return module.makeTensorView(any.id, now.which);
            if (!reading) {
                reading = true;
                readAgain()
                    .then(() => again(), again)
                    .finally(() => (reading = false));
            }
            return null;
        },
        free(): void {
            wanted = false;
            take(now);
        },
    };
    freed.register(info, now, info);
    return info;
}

function rangeOf(value: Value, range: Read["ranges"][number] | undefined): object {
    if (!range) return {};
    if (typeof value === "number") return { maximum: range.maximum, default: range.initial };
    return typeof value === "boolean" ? { default: range.initial !== 0 } : {};
}

/** The values of an exhibit of tensors: what was changed of one of other tensors stays, as far as these go; all else is as it begins. */
export function carried(
    to: ExhibitInfo,
    from: ExhibitInfo | null,
    values: readonly Value[],
    beginningOf: (exhibit: ExhibitInfo) => readonly Value[],
): Value[] {
    const beginning = [...beginningOf(to)];
    if (!from?.view || from.id !== to.id) return beginning;
    const began = beginningOf(from);
    return beginning.map((begins, i) => {
        const value = values[i];
        if (value === undefined || value === began[i]) return begins;
        return typeof value === "number" ? Math.min(value, to.parameters[i]?.maximum ?? value) : value;
    });
}

/** Twice at most: what two engines in a row did not outlive is none for a third. */
async function readPatiently(any: ExhibitInfo, source: Source, engine: HeldEngine): Promise<Read> {
    for (let again = false; ; again = true) {
        const hand = new Hand(engine, any.modules ?? []);
        try {
            return await read(any.id, source, hand);
        } catch (error) {
            if (!(error instanceof EngineLost) || again) throw error;
        } finally {
            hand.letGo();
        }
    }
}

async function read(id: string, source: Source, hand: Hand): Promise<Read> {
    const tensors = await source();
    const module = await hand.take();
    const size = tensors instanceof Blob ? tensors.size : 0;
    const which = hand.do((engine) => step(engine, "begin", { bytes: size }));
    if (which === 0) throw new Error(`There is no memory for ${(size / 1e6).toFixed(0)} MB.`);
    try {
        const named = tensors instanceof Blob ? await takeFile(tensors, which, hand) : takeArrays(tensors, which, hand);
        const ranges = hand.do((engine) => step(engine, "bring", { which, exhibit: id, ...named }));
        if (typeof ranges === "string") throw new Error(ranges);
        return { module, which, ranges };
    } catch (error) {
        if (!(error instanceof EngineLost)) hand.do((engine) => step(engine, "free", { which }));
        throw error;
    }
}

/** What a step of the engine says is wrong. */
function refuse(text: string): void {
    if (text) throw new Error(text);
}

function takeArrays({ arrays, tokens, queries }: Arrays, which: number, hand: Hand): Names {
    for (const array of arrays) refuse(hand.do((engine) => step(engine, "array", { which, array })));
    return { tokens, queries };
}

/** Tokens that came beside the arrays. */
type Names = Omit<Arrays, "arrays">;
const none: Names = { tokens: [], queries: [] };

async function takeFile(file: Blob, which: number, hand: Hand): Promise<Names> {
    const stream = file.stream().getReader();
    for (let part = await stream.read(); !part.done; part = await stream.read()) {
        const { value } = part;
        if (!hand.do((engine) => step(engine, "put", { which, chunk: value }))) throw new Error("The file has changed.");
    }
    const found = hand.do((engine) => step(engine, "open", { which }));
    if (typeof found === "string") throw new Error(found);
    switch (found.format) {
        case "safetensors":
            return takeSafetensors(which, hand);
        case "json":
            return takeArrays(arraysOfJson(JSON.parse(await file.text()) as object), which, hand);
        case "zip":
            for (const [index, entry] of found.entries.entries()) {
                const inflated = entry.deflated ? await inflate(entry, which, hand) : null;
                refuse(hand.do((engine) => step(engine, "entry", { which, index, inflated })));
            }
            return none;
        default:
            return none;
    }
}

interface Entry {
    name: string;
    begin: number;
    length: number;
    size: number;
}

/** No further than to the size that the file says: a small entry may inflate to any. */
async function inflate({ name, begin, length, size }: Entry, which: number, hand: Hand): Promise<Uint8Array> {
    // (A copy: the engine's memory may move meanwhile.)
    const deflated = hand.do((engine) => step(engine, "bytes", { which }).slice(begin, begin + length));
    const out = new Uint8Array(size);
    let filled = 0;
    try {
        const stream = new Blob([deflated as BlobPart]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
        for (let part = await stream.read(); !part.done; part = await stream.read()) {
            if (filled + part.value.length > size) {
                await stream.cancel();
                throw new Error("to more than the file says");
            }
            out.set(part.value, filled);
            filled += part.value.length;
        }
    } catch (error) {
        throw new Error(`${name} is damaged: it does not inflate (${String(error)})`);
    }
    return out.subarray(0, filled);
}

/** A list of texts in safetensors' metadata; what is none is somebody else's. */
function listed(text: unknown): string[] {
    try {
        const list: unknown = JSON.parse(String(text ?? "[]"));
        return Array.isArray(list) ? list.map(String) : [];
    } catch {
        return [];
    }
}

function takeSafetensors(which: number, hand: Hand): Names {
    return hand.do((engine) => {
        const bytes = step(engine, "bytes", { which });
        const { tensors, metadata, data } = readSafetensors(bytes, { wrong: (what) => new Error(what) });
        const from = data.byteOffset - bytes.byteOffset;
        for (const tensor of tensors) refuse(step(engine, "tensor", { which, data: from, tensor }));
        for (const name of ["candidates", "candidates_without"]) {
            const words = listed(metadata[name]);
            if (words.length > 0) refuse(step(engine, "array", { which, array: { name, shape: [words.length], words } }));
        }
        return { tokens: listed(metadata["tokens"]), queries: listed(metadata["query_tokens"]) };
    });
}
