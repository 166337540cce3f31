// attention-explainer/anywidget: the figure as a widget of a notebook (anywidget.dev). The model's traits `exhibit` (a string) and `state` (a
// dictionary of parameters; an empty one is the figure as it opens) and the figure follow each other: the kernel is told the whole state whenever the reader
// changes it. What it looks like (`theme`, `alt`, `menu`, `lang`, `words`,
// `show`, `group`) and `poster`, the address of a picture that stands there until the figure is drawn, are taken if the model has them, and followed.

import type { AttentionExplainer } from "./element/element.js";
import { messageOf } from "./element/errors.js";
import "./attention-explainer.js";

/** What this uses of anywidget's model. */
export interface WidgetModel {
    get(name: string): unknown;
    set(name: string, value: unknown): void;
    save_changes(): void;
    on(event: string, callback: () => void): void;
    off(event: string, callback: () => void): void;
}

const looks = ["theme", "alt", "menu", "lang", "words", "show", "group"] as const;
const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** Puts a figure into `el` and ties it to the model. Returns how to undo that. */
export function render({ model, el }: { model: WidgetModel; el: HTMLElement }): () => void {
    const figure = document.createElement("attention-explainer");
    figure.setAttribute("data-lm-suppress-shortcuts", ""); // JupyterLab hears keys first: in a figure they are no commands for cells
    const news = new Set<string>(); // of the kernel, whose changes come one by one and mean one thing
    let shown = text(model.get("exhibit")); // whose state the model has
    figure.exhibit = shown;
    const wear = (look: (typeof looks)[number]): void => {
        const value = model.get(look);
        // (An empty `show` leaves what is always there.)
        if (typeof value === "string" && (value || look === "show")) figure.setAttribute(look, value);
        else figure.removeAttribute(look);
    };
    const picture = document.createElement("img");
    const pose = (): void => {
        picture.src = text(model.get("poster"));
        picture.alt = text(model.get("alt"));
        figure.poster = picture.getAttribute("src") !== "";
        if (figure.poster) figure.append(picture);
        else picture.remove();
    };
    looks.forEach(wear);
    pose();

    /** The model has the whole state of what is shown. Returns whether it had another. */
    const share = (): boolean => {
        const { exhibit, state } = figure;
        shown = exhibit;
        if (model.get("exhibit") === exhibit && JSON.stringify(model.get("state")) === JSON.stringify(state)) return false;
        model.set("exhibit", exhibit);
        model.set("state", state);
        return true;
    };
    // The kernel is told what the reader does alone. An answer to what it has set would be too late: by then it may have set something else.
    const tell = (): void => {
        if (share()) model.save_changes();
    };
    const take = (): void => {
        const exhibit = text(model.get("exhibit"));
        const other = exhibit !== shown;
        // A new exhibit alone begins from its defaults: the state that the model still has is another's.
        const stateful = news.has("state") || !other;
        if (other) figure.exhibit = exhibit;
        try {
            const state = (model.get("state") ?? {}) as AttentionExplainer["state"];
            if (stateful && Object.keys(state).length === 0) figure.reset();
            else if (stateful) figure.state = state;
            share();
        } catch (error) {
            console.error(`attention-explainer: ${messageOf(error)}`);
            tell(); // what is shown
        }
        news.clear();
    };
    const changed = (): void => {
        if (news.size === 0) tell(); // (else it is the kernel's change)
    };
    const heard =
        (name: string): (() => void) =>
        () => {
            if (news.size === 0) queueMicrotask(take);
            news.add(name);
        };
    const watched = [
        ["change:exhibit", heard("exhibit")],
        ["change:state", heard("state")],
        ["change:poster", pose],
        ...looks.map((look) => [`change:${look}`, () => wear(look)] as const),
    ] as const;
    for (const [event, callback] of watched) model.on(event, callback);
    figure.addEventListener("change", changed);
    // Another exhibit that the reader asks for takes this one's place: a notebook has no page to open it in.
    figure.addEventListener("open", (event) => {
        event.preventDefault();
        figure.exhibit = event.detail.exhibit;
        figure.restore(event.detail.state);
        tell();
    });
    news.add("state");
    take(); // first: what it begins with is no change, and a group that it joins takes it over
    el.append(figure);
    share();
    return () => {
        for (const [event, callback] of watched) model.off(event, callback);
        figure.removeEventListener("change", changed);
        figure.remove();
    };
}

export default { render };
