// A figure as prose sees it: an exhibit found by its id, what it says of itself, and word of every change. However many sentences read
// one figure, it is asked once a change.

import { AttentionExplainer } from "../element/element.js";
import { maximumOf } from "../element/state/follow.js";
import { ended, shown, speech, unfinished } from "../element/figures.js";
import { english, type Words } from "../element/language/words.js";
import type { Description, ExhibitInfo, ParameterInfo, Value } from "../element/types.js";

interface Watch {
    told: Set<() => void>;
    description: Description | null;
    exhibit: string; // whose description it is
    stop(): void;
}

const watches = new WeakMap<AttentionExplainer, Watch>();

/**
 * The exhibit with this id, where `from` stands: in its document or its shadow root; null if there is none (yet). "attention-explainer-2", where nothing has that
 * id, is the second figure of a page: so a copied link names one without an id.
 */
export function findFigure(from: Node, id: string): AttentionExplainer | null {
    const root = from.getRootNode();
    if (id === "" || !(root instanceof Document || root instanceof ShadowRoot)) return null;
    const number = Number(/^attention-explainer-(\d+)$/.exec(id)?.[1]);
    const found = root.getElementById(id) ?? [...root.querySelectorAll("attention-explainer")][number - 1];
    return found instanceof AttentionExplainer ? found : null;
}

function begin(figure: AttentionExplainer): Watch {
    const tell = (): void => {
        watch.description = null;
        for (const told of [...watch.told]) told();
    };
    // What is computed in slices begins with a sample: the author's text stands until it is whole. Out of sight nothing goes on, and no end comes.
    const loaded = (): void =>
        void figure.settled().then(() => {
            if (watch.told.size > 0) tell();
        });
    figure.addEventListener("load", loaded);
    figure.addEventListener("change", tell);
    figure.addEventListener(ended, tell);
    const watch: Watch = {
        told: new Set(),
        description: null,
        exhibit: "",
        stop() {
            figure.removeEventListener("load", loaded);
            figure.removeEventListener("change", tell);
            figure.removeEventListener(ended, tell);
        },
    };
    return watch;
}

/** Calls back whenever the figure may show something else. Returns the way to stop. */
export function watchFigure(figure: AttentionExplainer, told: () => void): () => void {
    const watch = watches.get(figure) ?? begin(figure);
    watches.set(figure, watch);
    watch.told.add(told);
    return () => {
        watch.told.delete(told);
        if (watch.told.size > 0) return;
        watch.stop();
        watches.delete(figure);
    };
}

/** What the figure says of itself; null while it is not loaded, which asking does not change, and while it has computed a part of it only. */
export function descriptionOf(figure: AttentionExplainer): Description | null {
    const watch = watches.get(figure);
    if (watch?.description && watch.exhibit === figure.exhibit) return watch.description;
    if (figure.path === undefined) return null; // there is no engine yet
    try {
        const description = figure.describe();
        if (figure[unfinished]()) return null;
        if (watch) Object.assign(watch, { description, exhibit: figure.exhibit });
        return description;
    } catch {
        return null;
    }
}

/** Null while it has none, as where tensors are on their way to a figure that has shown nothing. */
export const exhibitOf = (figure: AttentionExplainer): ExhibitInfo | null => figure[shown];

/** The same for a state that may be of another text, where a model reads one. */
export function exhibitOfAnyText(figure: AttentionExplainer): ExhibitInfo | null {
    const exhibit = exhibitOf(figure);
    return exhibit?.read?.any ?? exhibit;
}

export interface Setting {
    exhibit: ExhibitInfo;
    parameter: ParameterInfo;
    value: Value;
    /** The greatest value that it may have now, if it is a number. */
    maximum: number;
}

/** What a figure speaks; English while there is none. */
export const wordsOf = (figure: AttentionExplainer | null): Words => figure?.[speech] ?? english;

/** One parameter of a figure, as it is said to readers, and its value now; null if it has none of this name. */
export function settingOf(figure: AttentionExplainer, name: string): Setting | null {
    const known = exhibitOf(figure);
    const exhibit = known && wordsOf(figure).exhibit(known);
    const parameter = exhibit?.parameters.find((one) => one.name === name && one.kind !== "action");
    if (!exhibit || !parameter) return null;
    const { state } = figure;
    const value = state[name];
    if (value === undefined) return null;
    const values = exhibit.parameters.map((one) => state[one.name] ?? false);
    return { exhibit, parameter, value, maximum: maximumOf(exhibit, values, parameter) };
}
