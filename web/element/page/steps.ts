// Which changes of one figure are one step for undo: those of the same hand on the same parameters, one soon after the other; of a figure in a group,
// those that are one step of the figure that they come from. The states themselves are history.ts's.

import { sameValue } from "../state/follow.js";
import { formatState, parseState } from "../state/state.js";
import type { ChangeSource, ExhibitInfo, Value } from "../types.js";
import type { History } from "./history.js";

/** The figure, as far as its steps are concerned. */
interface Stepping {
    readonly exhibit: ExhibitInfo | null;
    readonly values: readonly Value[];
    apply(values: readonly Value[], source: ChangeSource): boolean;
}

export class Steps {
    #figure: Stepping;
    #history: History;
    #parse: (exhibit: ExhibitInfo, state: string) => Value[];
    #known: readonly Value[] = []; // the values that the history has
    #taken: number | null | undefined; // the step of another figure that is being taken over; null: nobody's

    /** `parse`: makes the values of a state that was noted. */
    constructor(figure: Stepping, history: History, parse: (exhibit: ExhibitInfo, state: string) => Value[] = parseState) {
        this.#figure = figure;
        this.#history = history;
        this.#parse = parse;
    }

    /** Another exhibit, which begins as it is now. */
    begin(): void {
        const { exhibit, values } = this.#figure;
        this.#known = [...values];
        this.#history.begin(exhibit ? formatState(exhibit, values) : "");
    }

    /** The figure has changed; where `nobody` did it, and nothing has happened before, that is how it begins. */
    note(source: ChangeSource, nobody: boolean): void {
        const { exhibit, values } = this.#figure;
        if (!exhibit) return;
        const history = this.#history;
        if ((nobody || this.#taken === null) && history.isEmpty) return this.begin();
        const changed = exhibit.parameters.filter((_, index) => !sameValue(values[index], this.#known[index])).map(({ name }) => name);
        this.#known = [...values];
        const state = formatState(exhibit, values);
        if (this.#taken !== undefined) history.note(state, `group ${this.#taken}`, true);
        else if (source === "pointer") history.note(state, source, true);
        else history.note(state, `${source} ${changed.join(" ")}`);
    }

    /** Takes over what another figure of its group has, in that figure's step; null is nobody's. */
    take(values: readonly Value[], step: number | null): void {
        this.#taken = step;
        this.#figure.apply(values, "api");
        this.#taken = undefined;
    }

    /** To the state before (by −1) or after (by 1) this one. Returns whether there was one. */
    move(by: -1 | 1): boolean {
        const { exhibit } = this.#figure;
        const state = exhibit ? this.#history.move(by) : null;
        if (exhibit && state !== null) this.#figure.apply(this.#parse(exhibit, state), "api");
        return state !== null;
    }
}
