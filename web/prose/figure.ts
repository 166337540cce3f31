// A figure as prose sees it: an exhibit found by its id, what it says of itself, and word of every change. However many sentences read
// one figure, it is asked once a change.

import { AttentionExplainer } from "../element/element.js";
import { maximumOf } from "../element/follow.js";
import { exhibits } from "../generated/exhibits.js";
import type { Description, ExhibitInfo, ParameterInfo, Value } from "../element/types.js";

interface Watch {
    told: Set<() => void>;
    description: Description | null;
    stop(): void;
}

const watches = new WeakMap<AttentionExplainer, Watch>();

/** The exhibit with this id, where `from` stands: in its document or its shadow root; null if there is none (yet). */
export function findFigure(from: Node, id: string): AttentionExplainer | null {
    const root = from.getRootNode();
    const found = id !== "" && (root instanceof Document || root instanceof ShadowRoot) ? root.getElementById(id) : null;
    return found instanceof AttentionExplainer ? found : null;
}

function begin(figure: AttentionExplainer): Watch {
    const tell = (): void => {
        watch.description = null;
        for (const told of [...watch.told]) told();
    };
    const changed = (): void => {
        tell();
        // What is computed in slices goes on after the change that asked for it.
        void figure.settled().then(() => {
            if (watch.told.size > 0) tell();
        });
    };
    figure.addEventListener("load", changed);
    figure.addEventListener("change", changed);
    const watch: Watch = {
        told: new Set(),
        description: null,
        stop() {
            figure.removeEventListener("load", changed);
            figure.removeEventListener("change", changed);
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

/** What the figure says of itself; null while it is not loaded, which asking does not change. */
export function descriptionOf(figure: AttentionExplainer): Description | null {
    const watch = watches.get(figure);
    if (watch?.description) return watch.description;
    if (figure.path === undefined) return null; // there is no engine yet
    try {
        const description = figure.describe();
        if (watch) watch.description = description;
        return description;
    } catch {
        return null;
    }
}

export function exhibitOf(figure: AttentionExplainer): ExhibitInfo | null {
    return exhibits.find(({ id }) => id === figure.exhibit) ?? null;
}

export interface Setting {
    exhibit: ExhibitInfo;
    parameter: ParameterInfo;
    value: Value;
    /** The greatest value that it may have now, if it is a number. */
    maximum: number;
}

/** One parameter of a figure and its value now; null if it has none of this name. */
export function settingOf(figure: AttentionExplainer, name: string): Setting | null {
    const exhibit = exhibitOf(figure);
    const parameter = exhibit?.parameters.find((one) => one.name === name && one.kind !== "action");
    if (!exhibit || !parameter) return null;
    const { state } = figure;
    const value = state[name];
    if (value === undefined) return null;
    const values = exhibit.parameters.map((one) => state[one.name] ?? false);
    return { exhibit, parameter, value, maximum: maximumOf(exhibit, values, parameter) };
}
