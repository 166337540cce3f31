// A file of words in another language, and how it is asked. The engine asks the same file (src/explainer/language.h). Fetched with the first such file.

import type { Catalogue, EngineModule, ExhibitInfo } from "../types.js";
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
    #catalogues = new WeakMap<EngineModule, Catalogue>();

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

    catalogue(module: EngineModule): Catalogue {
        const known = this.#catalogues.get(module);
        if (known) return known;
        const sorted = [...this.#texts].sort(([a], [b]) => (a < b ? -1 : 1));
        const made = module.makeCatalogue(this.decimal, sorted.map(([asked, said]) => `${asked}\0${said}\0`).join(""));
        this.#catalogues.set(module, made);
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
