// Where the package is served from: what a copied tag names as its script, and where its page for a single exhibit (embed.html) lies.

/** The name of the package's script, which an app that bundles it does not serve. */
const script = "attention-explainer.js";

/**
 * The folder with the package's files, as an address that ends in a slash: what the author says (AttentionExplainer.home), else where the page's own script
 * comes from. Null where neither is known, as in a bundled app.
 */
export function homeOf(figure: Element): string | null {
    const { home } = figure.constructor as { home?: string | null };
    const { baseURI } = figure.ownerDocument;
    if (home) return new URL(home.endsWith("/") ? home : `${home}/`, baseURI).href;
    const tags = [...figure.ownerDocument.querySelectorAll<HTMLScriptElement>("script[src]")].map(({ src }) => src);
    // (what a script of the page imports has no tag)
    const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
    for (const address of [...tags, ...loaded]) {
        const { pathname } = new URL(address, baseURI);
        // A development server keeps a copy under the same name, and nothing beside it.
        if (pathname.endsWith(`/${script}`) && !pathname.includes("/.vite/")) return new URL(".", address).href;
    }
    return null;
}

/** The script's address in that folder. */
export const scriptIn = (home: string): string => `${home}${script}`;

/** The page that shows one exhibit alone, in a language, and in the colours that the tag of the figure asks for. */
export function pageIn(home: string, exhibit: string, state: string, language: string, figure: Element): URL {
    const address = new URL("embed.html", home);
    address.searchParams.set("exhibit", exhibit);
    if (state) address.searchParams.set("state", state);
    if (language !== "en") address.searchParams.set("lang", language);
    const theme = figure.getAttribute("theme");
    if (theme) address.searchParams.set("theme", theme);
    return address;
}
