// A file of words in another language, and how it is asked. The engine asks the same file (src/explainer/translation.h). Fetched with the first such file.

import type { EngineModule, ExhibitInfo } from "../types.js";
import { english, filled, type Words } from "./words.js";

/** What ExhibitInfo has as `heights` and `others`, and what each piece adds. */
interface Heights {
    heights: string;
    added: readonly string[];
    others?: Record<string, string> | undefined;
}

/** A file of words. */
export interface WordsFile {
    /** The language, as `lang` has it. */
    lang: string;
    /** The sign between a number's whole part and the rest. */
    decimal: "." | ",";
    /** English texts and what is said instead; "{}" stands for a number or a word, "{2}" for the second. */
    words: Record<string, string>;
    /** By exhibit: how high it is in this language, as ExhibitInfo has it. The build makes these. */
    heights?: Record<string, Heights>;
}

function checked(file: unknown): WordsFile {
    const { lang, decimal, words, heights = {} } = (file ?? {}) as Partial<WordsFile>;
    const texts = (of: unknown): boolean =>
        typeof of === "object" && of !== null && Object.values(of).every((one) => typeof one === "string");
    if (typeof lang !== "string") throw new Error('it has no "lang"');
    if (decimal !== "." && decimal !== ",") throw new Error('"decimal" must be "." or ","');
    if (!words || !texts(words)) throw new Error('"words" must be an object of texts');
    const tables = Object.values(heights as Record<string, Partial<Heights> | null>);
    if (!tables.every((one) => Array.isArray(one?.added) && texts([one.heights, ...one.added]) && texts(one.others ?? {})))
        throw new Error('"heights" must be what the build makes');
    return { lang, decimal, words, heights };
}

export class Translation implements Words {
    readonly lang: string;
    readonly decimal: WordsFile["decimal"];
    #texts: ReadonlyMap<string, string>;
    #heights: Record<string, Heights>;
    #exhibits = new WeakMap<ExhibitInfo, ExhibitInfo>();
    #numbers = new WeakMap<EngineModule, number>();

    /** Throws an error that says what is wrong with the file. */
    constructor(file: unknown) {
        const { lang, decimal, words, heights = {} } = checked(file);
        this.lang = lang;
        this.decimal = decimal;
        this.#texts = new Map(Object.entries(words));
        this.#heights = heights;
    }

    say(text: string, ...values: (string | number)[]): string {
        return filled(
            this.#texts.get(text) || text,
            values.map((value) => (typeof value === "number" ? this.number(value) : value)),
        );
    }

    number(value: number): string {
        return english.number(value).replace(".", this.decimal);
    }

    exhibit(info: ExhibitInfo): ExhibitInfo {
        const known = this.#exhibits.get(info) ?? this.#translated(info);
        this.#exhibits.set(info, known);
        return known;
    }

    inEngine(module: EngineModule): number {
        const known = this.#numbers.get(module);
        if (known) return known;
        const sorted = [...this.#texts].sort(([a], [b]) => (a < b ? -1 : 1));
        const made = module.makeLanguage(this.decimal, sorted.map(([asked, said]) => `${asked}\0${said}\0`).join(""));
        this.#numbers.set(module, made);
        return made;
    }

    #translated(info: ExhibitInfo): ExhibitInfo {
        const labelled = <Part extends { label: string }>(part: Part): Part => ({ ...part, label: this.say(part.label) });
        const { heights, others, added } = this.#heights[info.modules ? `tensors ${info.id}` : info.id] ?? { ...info, added: [] };
        const more = [...added];
        return {
            ...info,
            title: this.say(info.title),
            summary: this.say(info.summary),
            heights,
            others, // (none of the English ones where this language has none)
            presets: info.presets.map(labelled),
            parameters: info.parameters.map((parameter) => ({
                ...labelled(parameter),
                help: this.say(parameter.help),
                choices: parameter.choices.map(labelled),
                ...(parameter.heights && { heights: more.shift() ?? parameter.heights }),
            })),
        };
    }
}

const files = new Map<string, Promise<Words>>();

async function load(address: string): Promise<Words> {
    const response = await fetch(address, { credentials: "same-origin" });
    if (!response.ok) throw new Error(`it answered ${response.status}`);
    return new Translation(await response.json());
}

/** The words of an address; fetched once for all figures of a page, and after a failure again. */
export function loadWords(address: string): Promise<Words> {
    const file =
        files.get(address) ??
        load(address).catch((error: unknown) => {
            files.delete(address);
            throw error;
        });
    files.set(address, file);
    return file;
}
