// Checks that text in the colours a page has chosen can be read, and warns its author where it cannot. Fetched only where a page has chosen some.

/** Of WCAG 2.2: text on its ground (1.4.3), and lines that carry meaning (1.4.11). */
const textRatio = 4.5;
const lineRatio = 3;

const told = new Set<string>();

/** The relative luminance of a colour of bytes. */
function luminance(color: ArrayLike<number>): number {
    const [red = 0, green = 0, blue = 0] = Array.from(color, (byte) => {
        const share = byte / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast ratio of two colours, 1 to 21. */
export function contrast(one: ArrayLike<number>, other: ArrayLike<number>): number {
    const [more = 0, less = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
    return (more + 0.05) / (less + 0.05);
}

/** A sentence for each pair of roles that cannot be read; three bytes a role. */
export function complaints(roles: readonly string[], colors: ArrayLike<number>): string[] {
    const colorOf = (role: string): number[] => Array.from(colors).slice(3 * roles.indexOf(role), 3 * roles.indexOf(role) + 3);
    const pairs = ["paper", "raised"].flatMap((ground) => {
        const inks = ground === "paper" ? ["ink", "muted", "query", "key", "value", "output", "line"] : ["ink", "muted"];
        return inks.map((ink) => [ink, ground] as const);
    });
    return pairs.flatMap(([ink, ground]) => {
        const ratio = contrast(colorOf(ink), colorOf(ground));
        const wanted = ink === "line" ? lineRatio : textRatio;
        if (ratio >= wanted) return [];
        const shown = Math.floor(ratio * 100) / 100; // never rounded up to what is wanted
        return [`--attention-${ink} on --attention-${ground}: contrast ${shown}:1, below ${wanted}:1`];
    });
}

/** Warns of each such pair once, and of what is no colour: then the figure keeps those of its theme. `given`: the page's own, as they are written. */
export function warn(roles: readonly string[], given: readonly string[], colors: ArrayLike<number>): void {
    const unread = given.flatMap((text, i) =>
        text && !CSS.supports("color", text) ? [`--attention-${roles[i]}: ${text} is no colour, so none of the page's is used`] : [],
    );
    for (const complaint of colors.length > 0 ? complaints(roles, colors) : unread) {
        if (told.has(complaint)) continue;
        told.add(complaint);
        console.warn(`attention-explainer: ${complaint}`);
    }
}
