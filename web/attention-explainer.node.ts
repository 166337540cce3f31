// The package's entry where there is no page, as in Node that renders one: the table of exhibits is whole, nothing is registered, and
// the classes are names only.

import { exhibits as all } from "./generated/exhibits.js";

class Elsewhere {
    constructor() {
        throw new TypeError("attention-explainer: elements need a page");
    }
}

export const exhibits = all.filter((exhibit) => !exhibit.hidden);
export { Elsewhere as AttentionExplainer, Elsewhere as AttentionValue };
