// Where words of other languages are, and their loading: each file once for all figures of a page. English has no file.

import { ExplainerError } from "../errors.js";
import { imported } from "../imported.js";
import type { Words } from "./words.js";

/** The languages that the package has. Literal addresses, so that bundlers see them. */
const own: Record<string, () => URL> = {
    de: () => new URL("./words/de.json", import.meta.url),
};

/** The language of a place in a page: the nearest `lang` around it, out of shadow roots too; "" if there is none. */
function languageAt(place: Element): string {
    const marked = place.closest("[lang]");
    if (marked) return marked.getAttribute("lang") ?? "";
    const root = place.getRootNode();
    return root instanceof ShadowRoot ? languageAt(root.host) : "";
}

/** The address of the file that a figure needs where it is: its author's own, or the package's for the language there; "" for English. */
export function addressFor(figure: Element): string {
    const given = figure.getAttribute("words")?.trim();
    try {
        if (given) return new URL(given, figure.ownerDocument.baseURI).href;
    } catch {
        return given ?? ""; // to be told of when it is fetched
    }
    const [language = ""] = languageAt(figure).toLowerCase().split(/[-_]/);
    return Object.hasOwn(own, language) ? (own[language]?.().href ?? "") : "";
}

const files = new Map<string, Promise<Words>>();
const there = new Map<string, Words>();

/** The words of an address that has been loaded. */
export const wordsThere = (address: string): Words | undefined => there.get(address);

async function load(address: string): Promise<Words> {
    const coming = imported(() => import("./translation.js"));
    coming.catch(() => {}); // told of below
    const response = await fetch(address, { credentials: "same-origin" });
    if (!response.ok) throw new Error(`it answered ${response.status}`);
    const { Translation } = await coming;
    const words = new Translation(await response.json());
    there.set(address, words);
    return words;
}

/** The words of an address; fetched once. Throws an ExplainerError of type load. After a failure it may be asked again. */
export function loadWords(address: string): Promise<Words> {
    const file =
        files.get(address) ??
        load(address).catch((error: unknown) => {
            files.delete(address);
            throw new ExplainerError("load", `The words of ${address} cannot be used, the figure stays English: {}`, error);
        });
    files.set(address, file);
    return file;
}
