// The colours and the size of type that apply to the element where it stands: from its theme, from the page's custom properties, from a reader who
// has forced colours or asked for more contrast. Read here for the engine, which draws with them; chosen in styles.ts.

import { make } from "../dom.js";
import type { EngineView } from "../types.js";

/** Roles in the engine's order (Theme in theme.h). All but the last can be given by the page: `--attention-paper`. */
const roles = ["paper", "raised", "ink", "muted", "line", "query", "key", "value", "output", "wrong"];

const usualSize = 15; // px: the engine's type at a magnification of 1
const [least, most] = [0.5, 4]; // times as large

export class Appearance {
    /** To be put into the box whose custom properties it reads: one shadow for each role. */
    readonly probe = make("i", "appearance");
    #view: EngineView | null = null;
    #appearance = "";

    /**
     * `changed` is called in the frame after a change of style anywhere above, which no observer reports but a transition does: of the colours, or of the page's
     * color-scheme where the figure stands, whose colour `ruler` has.
     */
    constructor(ruler: Element, changed: () => void) {
        for (const element of [this.probe, ruler]) {
            for (const moment of ["run", "start", "end", "cancel"]) {
                element.addEventListener(`transition${moment}`, (event) => {
                    event.stopPropagation(); // nobody else's
                    changed();
                });
            }
        }
    }

    /** How much larger than usual the page wants the type, and with it all of the figure. */
    get magnification(): number {
        return Math.min(most, Math.max(least, Number.parseFloat(getComputedStyle(this.probe).fontSize) / usualSize || 1));
    }

    /** Gives a view the colours if it has others; returns whether it had. `dark`: which theme fills in what the page leaves open. */
    apply(view: EngineView, dark: boolean): boolean {
        const style = getComputedStyle(this.probe);
        const appearance = `${dark} ${style.boxShadow}`;
        if (view === this.#view && appearance === this.#appearance) return false;
        [this.#view, this.#appearance] = [view, appearance];
        const bytes = bytesOf(style.boxShadow, dark ? 0 : 255);
        view.setDark(dark);
        for (let i = 0; i < bytes.length; i += 3)
            view.setColor(i / 3, (bytes[i] ?? 0) | ((bytes[i + 1] ?? 0) << 8) | ((bytes[i + 2] ?? 0) << 16));
        const given = roles.map((role) => style.getPropertyValue(`--attention-${role}`));
        if (given.some(Boolean))
            void import("./contrast.js").then(
                ({ warn }) => warn(roles, given, bytes),
                () => {},
            );
        return true;
    }
}

/**
 * Red, green and blue of each role, one after the other, from a list of shadows in the notation of color-mix(); empty where the browser has another.
 * What is let through is laid on paper, and paper on a ground of grey.
 */
function bytesOf(shadows: string, grey: number): Uint8ClampedArray {
    let below = [grey, grey, grey];
    return new Uint8ClampedArray(
        [...shadows.matchAll(/color\(srgb ([^)]*)\)/g)].flatMap(([, text = ""], role) => {
            const [red, green, blue, alpha = 1] = text.split(/[ /]+/).map(Number);
            const laid = [red, green, blue].map((channel = 0, i) => 255 * channel * alpha + (below[i] ?? 0) * (1 - alpha));
            if (role === 0) below = laid;
            return laid;
        }),
    );
}
