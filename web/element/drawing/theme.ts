// Which theme an element shows, and whether motion is reduced: from its attribute, the page's color-scheme and the reader's
// preferences. Colours themselves are the engine's (canvas) and styles.ts's (DOM).

/** A question to the medium; where there is none to ask (a page that is rendered on a server, a document of a test) the answer is no. */
const asked = (query: string): MediaQueryList | undefined => globalThis.matchMedia?.(query);

const darkPreferred = asked("(prefers-color-scheme: dark)");
const motionReduced = asked("(prefers-reduced-motion: reduce)");
const printing = asked("print");
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
        for (const question of [darkPreferred, motionReduced, printing]) question?.addEventListener("change", notify);
    }
    if (!watched.has(document)) {
        watched.add(document);
        new MutationObserver(notify).observe(document.documentElement, { attributeFilter: ["class", "style", "data-theme"] });
    }
    listeners.add(changed);
    return () => listeners.delete(changed);
}

export function prefersReducedMotion(): boolean {
    return motionReduced?.matches ?? false;
}

/** Whether the page is being printed: then everything is on paper at once, near or not, and paper is white. */
export function isPrinting(): boolean {
    return printing?.matches ?? false;
}

/** Whether an element is dark: its theme attribute, else the page's own color-scheme (in its styles, or its meta tag) if that names one, else the preference. */
export function isDark(element: Element, theme: string): boolean {
    if (theme === "light" || theme === "dark") return theme === "dark";
    if (isPrinting()) return false;
    const { colorScheme } = getComputedStyle(element);
    const meta = element.ownerDocument.querySelector<HTMLMetaElement>('meta[name="color-scheme" i]');
    const schemes = (colorScheme === "normal" ? (meta?.content ?? "") : colorScheme).split(/\s+/);
    const light = schemes.includes("light");
    const dark = schemes.includes("dark");
    return light === dark ? (darkPreferred?.matches ?? false) : dark;
}
