// A file of words in another language, and how it is asked. The engine asks the same file (src/explainer/translation.h). Fetched with the first such file.

import type { EngineModule, ExhibitInfo } from "../types.js";
import { english, filled, type Words } from "./words.js";

/** A file of words. */
export interface WordsFile {
    /** The language, as `lang` has it. */
    lang: string;
    /** The sign between a number's whole part and the rest. */
    decimal: "." | ",";
    /** English texts and what is said instead; "{}" stands for a number or a word, "{2}" for the second. */
    words: Record<string, string>;
    /** By exhibit: how high it is in this language, as ExhibitInfo.heights, and then what each of its pieces adds. The build makes these. */
    heights?: Record<string, string[]>;
}

function checked(file: unknown): WordsFile {
    const { lang, decimal, words, heights = {} } = (file ?? {}) as Partial<WordsFile>;
    const texts = (of: unknown): boolean =>
        typeof of === "object" && of !== null && Object.values(of).every((one) => typeof one === "string");
    if (typeof lang !== "string") throw new Error('it has no "lang"');
    if (decimal !== "." && decimal !== ",") throw new Error('"decimal" must be "." or ","');
    if (!words || !texts(words)) throw new Error('"words" must be an object of texts');
    if (!Object.values(heights).every(texts)) throw new Error('"heights" must be lists of texts');
    return { lang, decimal, words, heights };
}

export class Translation implements Words {
    readonly lang: string;
    readonly decimal: WordsFile["decimal"];
    #texts: ReadonlyMap<string, string>;
    #heights: Record<string, string[]>;
    #exhibits = new Map<ExhibitInfo, ExhibitInfo>();
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
        const [heights = info.heights, ...added] = this.#heights[info.id] ?? [];
        return {
            ...info,
            title: this.say(info.title),
            summary: this.say(info.summary),
            heights,
            presets: info.presets.map(labelled),
            parameters: info.parameters.map((parameter) => ({
                ...labelled(parameter),
                help: this.say(parameter.help),
                choices: parameter.choices.map(labelled),
                ...(parameter.heights && { heights: added.shift() ?? parameter.heights }),
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
