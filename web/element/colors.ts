// The colours that the element's style sheet comes to where it stands: of its theme, of the page's own custom properties, of a reader who has forced
// colours or asked for more contrast. Read for the engine, which draws with them. No colour is chosen here: styles.ts does that.

import { make } from "./dom.js";

/** Roles in the engine's order (Theme in theme.h). All but the last can be given by the page: `--attention-paper`. */
export const roles = ["paper", "raised", "ink", "muted", "line", "query", "key", "value", "output", "wrong"];

export class Colors {
    /** To be put into the box whose custom properties it reads: one shadow for each role. */
    readonly probe = make("i", "colors");

    /** `changed` is called in the frame after a change of style anywhere above, which no observer reports but a transition does. */
    constructor(changed: () => void) {
        for (const moment of ["run", "start", "end", "cancel"]) {
            this.probe.addEventListener(`transition${moment}`, (event) => {
                event.stopPropagation(); // nobody else's
                changed();
            });
        }
    }

    /** Red, green and blue of each role as bytes, one after the other; empty if the browser cannot tell. What lets through is laid on `ground`. */
    read(ground: number): Uint8ClampedArray {
        const shadows = [...getComputedStyle(this.probe).boxShadow.matchAll(/color\(srgb ([^)]*)\)/g)];
        let below = [ground, ground, ground];
        return new Uint8ClampedArray(shadows.flatMap(([, text = ""], role) => {
            const [red, green, blue, alpha = 1] = text.split(/[ /]+/).map(Number);
            const laid = [red, green, blue].map((channel = 0, i) => 255 * channel * alpha + (below[i] ?? 0) * (1 - alpha));
            if (role === 0) below = laid;
            return laid;
        }));
    }

    /** Whether the page gives colours of its own. */
    get own(): boolean {
        const style = getComputedStyle(this.probe);
        return roles.some((role) => style.getPropertyValue(`--attention-${role}`));
    }
}
