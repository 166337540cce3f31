// What both tags may be given in HTML, JSX or a template, for typings: the types are those of the elements' properties.

import type { ExhibitId } from "../generated/exhibits.js";
import type { AttentionValue } from "../prose/attention-value.js";
import type { AttentionExplainer } from "./element.js";
import type { explainerAttributes, valueAttributes } from "./tags.js";
import type { StateChanges } from "./types.js";

type Plain = Exclude<(typeof explainerAttributes)[number], "exhibit" | "state">;

/** What `<attention-explainer>` may be given in HTML, JSX or a template. */
export interface ExplainerAttributes extends Partial<Pick<AttentionExplainer, Plain>> {
    /** The exhibit's id. */
    exhibit?: ExhibitId | (string & {});
    /** A state string, or, where a framework sets properties, the parameters as an object. */
    state?: string | StateChanges;
    /** Numbers of the page's own for the sentences about it, where a framework sets properties. */
    values?: Record<string, number>;
}

/** What `<attention-value>` may be given. */
export interface ValueAttributes extends Partial<Pick<AttentionValue, Exclude<(typeof valueAttributes)[number], "on" | "off">>> {
    /** What stands there while the switch is on. */
    on?: string;
    /** What stands there while the switch is off. */
    off?: string;
}
