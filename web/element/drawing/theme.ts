// Which theme an element shows, and whether motion is reduced: from its attribute, the page's color-scheme and the reader's
// preferences. Colours themselves are the engine's (canvas) and styles.ts's (DOM).

const darkPreferred = matchMedia("(prefers-color-scheme: dark)");
const motionReduced = matchMedia("(prefers-reduced-motion: reduce)");
const printing = matchMedia("print");
const listeners = new Set<() => void>();
const watched = new WeakSet<Document>();
let watching = false;

function notify(): void {
    for (const listener of [...listeners]) listener();
}

/**
 * Calls back when the preferences, the medium (screen or print) or the document's root (its class, style or data-theme) change. Returns
 * the way to stop.
 */
export function observePreferences(document: Document, changed: () => void): () => void {
    if (!watching) {
        watching = true;
        darkPreferred.addEventListener("change", notify);
        motionReduced.addEventListener("change", notify);
        printing.addEventListener("change", notify);
    }
    if (!watched.has(document)) {
        watched.add(document);
        new MutationObserver(notify).observe(document.documentElement, { attributeFilter: ["class", "style", "data-theme"] });
    }
    listeners.add(changed);
    return () => listeners.delete(changed);
}

export function prefersReducedMotion(): boolean {
    return motionReduced.matches;
}

/** Whether the page is being printed: then everything is on paper at once, near or not, and paper is white. */
export function isPrinting(): boolean {
    return printing.matches;
}

/** Whether an element is dark: its theme attribute, else the page's own color-scheme if that names one, else the preference. */
export function isDark(element: Element, theme: string): boolean {
    if (theme === "light" || theme === "dark") return theme === "dark";
    if (printing.matches) return false;
    const schemes = getComputedStyle(element).colorScheme.split(/\s+/);
    const light = schemes.includes("light");
    const dark = schemes.includes("dark");
    return light === dark ? darkPreferred.matches : dark;
}
