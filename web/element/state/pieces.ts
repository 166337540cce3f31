// The pieces of an exhibit's sheet: toggles, in its table like every other parameter, that show a part of the sheet or put it away. They are
// an author's and a reader's choice of how much to see: presets, links and groups leave them as they are. Pure functions.

import { sameValue } from "./follow.js";
import { defaults } from "./state.js";
import type { ExhibitInfo, Value } from "../types.js";

/** These values, with the pieces that `from` shows. */
export function withPieces(exhibit: ExhibitInfo, values: readonly Value[], from: readonly Value[]): Value[] {
    return values.map((value, index) => (exhibit.parameters[index]?.piece ? (from[index] ?? value) : value));
}

export function samePieces(exhibit: ExhibitInfo, a: readonly Value[], b: readonly Value[]): boolean {
    return exhibit.parameters.every(({ piece }, index) => !piece || sameValue(a[index], b[index]));
}

/** Whether values are those of a preset, whatever is shown of them. */
export function isPreset(exhibit: ExhibitInfo, values: readonly Value[], preset: readonly Value[]): boolean {
    return withPieces(exhibit, values, preset).every((value, index) => sameValue(value, preset[index]));
}

/** What a tag's state is said onto: the defaults, with the pieces that its `show` names; those of the exhibit where it names one that is not there. */
export function beginningOf(exhibit: ExhibitInfo, show: string | null): Value[] {
    try {
        return defaultsShowing(exhibit, show);
    } catch {
        return defaults(exhibit); // it was told when the attribute was set
    }
}

/**
 * The defaults with the pieces that a list names: "areas keys"; "all"; or "", which leaves the essential one alone (it is always there, and may be named);
 * as the exhibit has them, if there is none. Throws a RangeError that lists what there is.
 */
export function defaultsShowing(exhibit: ExhibitInfo, show: string | null): Value[] {
    if (show === null) return defaults(exhibit);
    const wanted = show.split(/\s+/).filter((name) => name !== "");
    const pieces = exhibit.parameters.flatMap(({ piece }) => piece ?? []);
    const known = ["all", ...(exhibit.essential ? [exhibit.essential] : []), ...pieces];
    for (const name of wanted)
        if (!known.includes(name))
            throw new RangeError(`show must name pieces of ${exhibit.id} (${known.join(", ")}); got ${JSON.stringify(name)}`);
    const all = wanted.includes("all");
    return defaults(exhibit).map((value, index) => {
        const parameter = exhibit.parameters[index];
        return parameter?.piece ? all || wanted.includes(parameter.piece) : value;
    });
}
