// attention-explainer/anywidget: the figure as a widget of a notebook (anywidget.dev). The model's traits `exhibit` (a string) and `state` (a
// dictionary of parameters; an empty one is the figure as it opens) and the figure follow each other: the kernel is told the whole state whenever the reader
// changes it. `tensors` (the bytes of a file; none: the exhibit's own numbers) are taken if the model has them, and followed; what is wrong is told in `error`.
// So is what it looks like (`theme`, `alt`, `menu`, `lang`, `words`, `show`, `group`), and `poster`, the address of a picture that stands there until the
// figure is drawn.

import type { AttentionExplainer, ExplainerEvents } from "./element/element.js";
import { messageOf } from "./element/errors.js";
import { tensorExhibitIds } from "./generated/figure-modules.js";
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
const bytes = (value: unknown): ArrayBufferView | null => (ArrayBuffer.isView(value) && value.byteLength > 0 ? value : null);

/** Puts a figure into `el` and ties it to the model. Returns how to undo that. */
export function render({ model, el }: { model: WidgetModel; el: HTMLElement }): () => void {
    const figure = document.createElement("attention-explainer");
    figure.setAttribute("data-lm-suppress-shortcuts", ""); // JupyterLab hears keys first: in a figure they are no commands for cells
    const ended = new AbortController();
    const news = new Set<string>(); // of the kernel, whose changes come one by one and mean one thing
    let shown = ""; // whose state the model has
    let coming = false; // tensors are on their way: what is shown is not yet what the kernel has set
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
        shown = exhibit;
        if (other) figure.exhibit = exhibit;
        if (other || news.has("tensors")) {
            const tensors = bytes(model.get("tensors"));
            coming = tensors !== null && tensorExhibitIds.includes(exhibit);
            figure.tensors = coming ? tensors : null; // (a new exhibit alone may show none)
            if (tensors && !coming && news.has("tensors")) refuse(`${exhibit} shows no tensors`);
        }
        try {
            // A new exhibit alone begins from its defaults: the state that the model still has is another's.
            const state = news.has("state") ? ((model.get("state") ?? {}) as AttentionExplainer["state"]) : null;
            if (state && Object.keys(state).length === 0) figure.reset();
            else if (state) figure.state = state;
            if (!coming) share();
        } catch (error) {
            console.error(`attention-explainer: ${messageOf(error)}`);
            tell(); // what is shown
        }
        news.clear();
    };
    const changed = (): void => {
        if (news.size === 0 && !coming) tell(); // (else it is the kernel's change)
    };
    const loaded = (): void => {
        coming = false;
        share();
    };
    const refuse = (message: string): void => {
        console.error(`attention-explainer: ${message}`);
        if (model.get("error") === undefined) return;
        model.set("error", message);
        model.save_changes();
    };
    const failed = ({ detail: { type, message } }: ExplainerEvents["error"]): void => {
        if (type === "state") return tell(); // what is shown
        if (type === "tensors") coming = false;
        refuse(message);
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
        ["change:tensors", heard("tensors")],
        ["change:poster", pose],
        ...looks.map((look) => [`change:${look}`, () => wear(look)] as const),
    ] as const;
    for (const [event, callback] of watched) model.on(event, callback);
    const { signal } = ended;
    figure.addEventListener("change", changed, { signal });
    figure.addEventListener("load", loaded, { signal });
    figure.addEventListener("error", failed, { signal });
    // Another exhibit that the reader asks for takes this one's place: a notebook has no page to open it in.
    figure.addEventListener("open", (event) => {
        event.preventDefault();
        figure.tensors = null;
        figure.exhibit = event.detail.exhibit;
        figure.restore(event.detail.state);
        tell();
    });
    for (const name of ["state", "tensors"]) news.add(name);
    take(); // first: what it begins with is no change, and a group that it joins takes it over
    el.append(figure);
    if (!coming) share();
    return () => {
        for (const [event, callback] of watched) model.off(event, callback);
        ended.abort();
        figure.remove();
    };
}

export default { render };
