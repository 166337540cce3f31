// Where words of other languages are. English has no file.

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
