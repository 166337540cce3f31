// Which language one figure speaks: chosen by the tag or by the page around it, and again whenever that changes there. What it means for the
// figure is the stage's.

import { ExplainerError } from "../errors.js";
import { imported } from "../imported.js";
import { addressFor } from "./files.js";
import { english, type Words } from "./words.js";

/** Those that are loaded, by their addresses. */
const known = new Map([["", english]]);

const unusable = (address: string, cause: unknown): ExplainerError =>
    new ExplainerError("load", `The words of ${address} cannot be used, the figure stays English: {}`, cause);

/** Throws an ExplainerError of type load. After a failure it may be asked again. */
async function loaded(address: string): Promise<Words> {
    try {
        const { loadWords } = await imported(() => import("./translation.js"));
        const words = await loadWords(address);
        known.set(address, words);
        watchers.forEach((watcher) => watcher()); // whoever could not have them takes them now
        return words;
    } catch (error) {
        throw unusable(address, error);
    }
}

/** Called when something has changed that figures choose their language by. */
const watchers = new Set<() => void>();
/** One for all figures, and only while there are any: it is called when an attribute `lang` changes, whosever that is. */
const observer = globalThis.MutationObserver && new MutationObserver(() => watchers.forEach((watcher) => watcher()));

/** Watches all trees that an element stands in. Returns the way to stop. */
function observeAround(element: Element, changed: () => void): () => void {
    for (let root: Node | null = element.getRootNode(); root; root = root instanceof ShadowRoot ? root.host.getRootNode() : null)
        observer.observe(root, { subtree: true, attributeFilter: ["lang"] });
    watchers.add(changed);
    return () => {
        watchers.delete(changed);
        if (watchers.size === 0) observer.disconnect();
    };
}

export interface LanguageOwner {
    /** It has other words. */
    languageChanged(): void;
    /** The words could not be loaded: it speaks English. */
    languageFailed(error: ExplainerError): void;
}

export class Language {
    words = english;
    /** Whether others are on their way. */
    pending = false;
    #figure: Element;
    #owner: LanguageOwner;
    #address = "";
    #coming: Promise<Words> | null = null; // of that address
    #stop = (): void => {};

    constructor(figure: Element, owner: LanguageOwner) {
        this.#figure = figure;
        this.#owner = owner;
    }

    /** It has come into a document, or to another place there. Returns the way to stop. */
    watch(): () => void {
        this.#stop();
        this.#stop = observeAround(this.#figure, () => this.choose());
        this.choose();
        return () => this.#stop();
    }

    /** Looks what it should speak. */
    choose(): void {
        const address = addressFor(this.#figure);
        if (address === this.#address) return;
        this.#address = address;
        this.#coming = null;
        const there = known.get(address);
        if (there) return this.#take(there);
        this.pending = true;
        const coming = loaded(address);
        this.#coming = coming;
        coming.then(
            (words) => {
                if (this.#coming === coming) this.#take(words);
            },
            (error: ExplainerError) => {
                if (this.#coming === coming) this.#failed(error);
            },
        );
    }

    /** The engine cannot say these words: its code for that could not be loaded. */
    fail(cause: unknown): void {
        this.#failed(unusable(this.#address, cause));
    }

    #failed(error: ExplainerError): void {
        this.#address = ""; // it is English, until something asks again
        this.#owner.languageFailed(error);
        this.#take(english);
    }

    #take(words: Words): void {
        const changed = this.pending || words !== this.words;
        this.pending = false;
        this.words = words;
        if (changed) this.#owner.languageChanged();
    }
}
