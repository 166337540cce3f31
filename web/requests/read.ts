// The request "read" (text, layer, head): a figure of a model of the page's own wants what the model says of that text, and (head not below 0) what it says
// without that head. What comes is shown in place of what asked. Shows nothing itself.

import { again } from "../element/figures.js";
import type { Runner } from "./runner.js";

/** What is asked of the figure. (The element's own class is not imported: it is what brings us here.) */
interface Figure extends HTMLElement {
    [again](text: string, without: readonly [number, number] | null, signal: AbortSignal): Promise<void>;
}

export const readText: Runner = (wanted, _report, signal, element) => {
    const { text = "", layer = 0, head = -1 } = wanted;
    return (element as Figure)[again](String(text), Number(head) < 0 ? null : [Number(layer), Number(head)], signal);
};
