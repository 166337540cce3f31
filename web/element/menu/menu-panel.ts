// What a figure's menu holds: native buttons, and what they do. Fetched when a reader first comes near one; imports nothing that the element has
// already, or the bundle would be cut in three for it.

import { copy, linkTo, save, tagOf } from "./files.js";
import type { Words } from "../language/words.js";
import type { ExportFormat } from "../types.js";

const actions = [
    ["reset", /* say */ "Reset"],
    ["undo", /* say */ "Undo"],
    ["redo", /* say */ "Redo"],
    ["link", /* say */ "Copy link"],
    ["tag", /* say */ "Copy tag"],
    ["screen", /* say */ "Full screen"],
    ["file", /* say */ "Show a file …"],
    ["back", /* say */ "Close the file"],
    ["png", /* say */ "Save PNG"],
    ["svg", /* say */ "Save SVG"],
    ["csv", /* say */ "Save CSV"],
    ["json", /* say */ "Save JSON"],
    ["numpy", /* say */ "Save NumPy"],
] as const;

type MenuAction = (typeof actions)[number][0];

const typesOf = { svg: "image/svg+xml", csv: "text/csv", json: "application/json" };

/** The figure that the menu belongs to. */
export interface MenuOwner {
    readonly figure: HTMLElement & {
        readonly exhibit: string;
        tensors: unknown;
        settled(): Promise<void>;
        save(): string;
        restore(state: string): void;
        undo(): boolean;
        redo(): boolean;
        toBlob(): Promise<Blob>;
        export(format: ExportFormat): string;
    };
    /** What it speaks. */
    words(): Words;
    readonly history: { readonly canUndo: boolean; readonly canRedo: boolean; pause(): void };
    /** Whether its exhibit shows tensors of the reader's own. */
    takesTensors(): boolean;
    /** Whether it is loaded. */
    live(): boolean;
    /** The state that the tag opens with, canonical: a reset goes back to it. */
    opening(): string;
    /** The state of now, as the tag's attribute or an address has to say it beside its `show`. */
    written(): string;
}

/** Files of the reader's own: fetched with the first figure that shows some. */
let own: typeof import("../../tensors/own-file.js") | null = null;

/** Whether it is offered at all. */
function offered(action: MenuAction, { figure, takesTensors }: MenuOwner): boolean {
    if (action === "back") return own?.isShown(figure) ?? false;
    return action !== "file" || (own !== null && takesTensors());
}

/** Whether an action has anything to do now. */
function can(action: MenuAction, { figure, history, live, opening }: MenuOwner): boolean {
    if (action === "undo") return history.canUndo;
    if (action === "redo") return history.canRedo;
    if (action === "reset") return figure.save() !== opening();
    if (action === "screen") return figure.ownerDocument.fullscreenEnabled;
    return live() || /link|tag|file|back/.test(action);
}

/** Does it; returns what to tell the reader, if anything. */
async function act(action: MenuAction, { figure, words, history, opening, written }: MenuOwner): Promise<string> {
    const name = figure.exhibit;
    const { lang } = words();
    switch (action) {
        case "reset":
            history.pause(); // a step of its own, whatever set the same parameters before
            figure.restore(opening());
            return "";
        case "undo":
        case "redo":
            figure[action]();
            return "";
        case "link":
            await copy(linkTo(figure, opening(), written(), lang));
            return figure.tensors instanceof File
                ? /* say */ "The link is copied. Your file is not in it."
                : /* say */ "The link is copied.";
        case "tag":
            await copy(tagOf(figure, written(), lang));
            return /* say */ "The tag is copied.";
        case "file":
            return own?.choose(figure) ?? "";
        case "back":
            own?.close(figure);
            return "";
        case "screen":
            await (figure.ownerDocument.fullscreenElement === figure ? figure.ownerDocument.exitFullscreen() : figure.requestFullscreen());
            return "";
        case "png":
            save(await figure.toBlob(), `${name}.png`);
            return "";
        case "numpy":
            save(new Blob([figure.export("numpy")], { type: "text/x-python" }), `${name}.py`);
            return "";
        default:
            save(new Blob([figure.export(action)], { type: typesOf[action] }), `${name}.${action}`);
            return "";
    }
}

/** Fills the panel behind a button. Returns a function that updates which items apply. */
export function fill(panel: HTMLElement, button: HTMLElement, owner: MenuOwner): () => void {
    const status = document.createElement("p");
    status.className = "menu-status";
    status.setAttribute("role", "status");
    const items = new Map<MenuAction, HTMLButtonElement>();
    const dropped = (news: Promise<string>): void => {
        panel.showPopover();
        void tell(news);
    };
    const takes = (): boolean => owner.takesTensors() && !panel.closest("[hidden]");
    // (Not `disabled`: a button that has the focus would lose it.)
    const offer = (): void => {
        if (takes() && !own?.hold(owner.figure, takes, dropped))
            void import("../../tensors/own-file.js").then(
                (module) => ((own = module), offer()),
                () => {}, // (tried again with the next)
            );
        for (const [action, label] of actions) {
            const item = items.get(action);
            if (!item) continue;
            item.hidden = !offered(action, owner);
            item.setAttribute("aria-disabled", String(!can(action, owner)));
            item.replaceChildren(owner.words().say(label));
        }
    };
    const tell = async (news: Promise<string>): Promise<void> => {
        const said = owner.words().say(await news.catch(({ message }: Error) => message));
        if (status.textContent !== said) status.textContent = said;
        offer();
    };
    const press = (action: MenuAction): void => {
        if (can(action, owner)) void tell(act(action, owner));
    };
    for (const [action] of actions) {
        const item = document.createElement("button");
        item.type = "button";
        item.dataset["action"] = action;
        item.addEventListener("click", () => press(action));
        items.set(action, item);
    }
    panel.replaceChildren(...items.values(), status);
    offer();
    let hadFocus = false; // when it was closed
    panel.addEventListener("beforetoggle", ({ newState }) => {
        if (newState === "open") {
            status.textContent = "";
            offer();
        } else {
            hadFocus = panel.matches(":focus-within");
        }
    });
    panel.addEventListener("toggle", ({ newState }) => {
        if (newState !== "open" && hadFocus) button.focus({ preventScroll: true });
    });
    return offer;
}
