// One exhibit in an iframe. Reads the exhibit, state, theme and language from the address, tells the parent page when it is ready, how high it
// is and what its state is, and takes a state from it. Talks to the page that embeds it and to nobody else.

import { AttentionExplainer } from "../attention-explainer.js"; // (what both scripts need is then one file)
import { messageOf } from "../element/errors.js";
import { exhibitOf, wordsOf } from "../prose/figure.js";

/** What the parent hears; `state` is a state string, `by` is "pointer", "control" or "api". */
type Message =
    | { type: "ready"; exhibit: string; state: string; width: number; height: number }
    | { type: "resize"; width: number; height: number }
    | { type: "change"; state: string; values: object; by: string }
    | { type: "error"; error: string; message: string };

/** The origin of the page around this frame, or null: not framed, or the browser will not say. */
function parentOrigin(): string | null {
    if (parent === window) return null;
    const listed = location.ancestorOrigins?.[0];
    if (listed !== undefined) return listed === "null" ? null : listed;
    try {
        const origin = new URL(document.referrer).origin;
        return origin === "null" ? null : origin;
    } catch {
        return null;
    }
}

/** To whom it speaks. Null: to nobody, as long as a parent without an origin (a sandboxed page, a file) has not said hello. */
let origin = parentOrigin();

/** The last thing that went wrong with the figure, for a parent that says hello later. */
let failure: Extract<Message, { type: "error" }> | null = null;

function post(message: Message): void {
    // (An opaque origin cannot be addressed, so the message goes to anyone. It holds a figure's size and state only.)
    if (origin !== null) parent.postMessage({ source: "attention-explainer", version: 1, ...message }, origin === "null" ? "*" : origin);
}

function start(element: AttentionExplainer): void {
    const size = (): { width: number; height: number } => {
        const box = element.getBoundingClientRect();
        return { width: Math.ceil(box.width), height: Math.ceil(box.height) };
    };
    let loaded = false;
    const ready = (): void => post({ type: "ready", exhibit: element.exhibit, state: element.save(), ...size() });
    element.addEventListener(
        "load",
        () => {
            loaded = true;
            if (failure?.error !== "state") failure = null; // tried again, it has come
            ready();
            const exhibit = exhibitOf(element);
            if (exhibit) document.title = wordsOf(element).exhibit(exhibit).title; // in its language, as the document's is
            let height = size().height;
            new ResizeObserver(() => {
                if (size().height === height) return;
                height = size().height;
                post({ type: "resize", ...size() });
            }).observe(element);
        },
        { once: true },
    );
    element.addEventListener("change", ({ detail }) => {
        post({ type: "change", state: element.save(), values: detail.state, by: detail.source });
    });
    element.addEventListener("error", ({ detail }) => {
        // (What a file of this server has in it is none of the parent's business, where tensors are such a file.)
        const message = detail.type === "tensors" ? "The tensors cannot be shown." : detail.message;
        failure = { type: "error", error: detail.type, message };
        post(failure);
    });
    window.addEventListener("message", (event: MessageEvent<unknown>) => {
        if (event.source !== parent || parent === window) return;
        const data = event.data;
        if (typeof data !== "object" || data === null || !("type" in data)) return;
        if (data.type === "hello" && (origin === null || origin === event.origin)) {
            origin = event.origin;
            if (failure) post(failure);
            if (loaded) ready();
        }
        if (data.type !== "restore" || event.origin !== origin) return;
        try {
            // An empty string is the default state; a message without one has gone wrong somewhere, and resets nothing.
            if (!("state" in data) || typeof data.state !== "string") throw new TypeError("restore needs a state, as a string");
            element.restore(data.state);
        } catch (error) {
            post({ type: "error", error: "state", message: messageOf(error) });
        }
    });
}

async function main(): Promise<void> {
    const query = new URLSearchParams(location.search);
    const theme = query.get("theme") ?? "auto";
    if (theme === "light" || theme === "dark") document.documentElement.dataset["theme"] = theme;
    document.documentElement.lang = query.get("lang") ?? "en";
    await customElements.whenDefined("attention-explainer");
    AttentionExplainer.home = new URL(".", location.href).href;
    const element = document.createElement("attention-explainer");
    element.loading = "eager";
    for (const name of ["exhibit", "src", "show", "state", "theme", "menu"]) {
        const value = query.get(name);
        if (value !== null) element.setAttribute(name, value);
    }
    start(element);
    document.querySelector("main")?.append(element);
}

void main();
