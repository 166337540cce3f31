// A file of the reader's own for a figure that shows tensors: chosen from the menu, or dropped on the figure. It stays in the page.

interface Figure extends HTMLElement {
    tensors: unknown;
    settled(): Promise<void>;
}

/** What each showed before a reader brought a file. */
const before = new WeakMap<Figure, unknown>();

/** Shows it. Rejects with what is wrong with it; the figure then shows what it showed. */
async function show(figure: Figure, file: File): Promise<string> {
    if (!(figure.tensors instanceof File)) before.set(figure, figure.tensors);
    let wrong = "";
    const hear = (event: Event): void => {
        const { type, message } = (event as CustomEvent<{ type: string; message: string }>).detail;
        if (type === "tensors") wrong = message;
    };
    figure.addEventListener("error", hear);
    figure.tensors = file;
    await figure.settled();
    figure.removeEventListener("error", hear);
    if (wrong) throw new Error(`${file.name}: ${wrong}`);
    return "";
}

/** Lets the reader choose a file. */
export function choose(figure: Figure): Promise<string> {
    const input = document.createElement("input");
    input.type = "file";
    input.accept = ".npy,.npz,.safetensors,.json";
    return new Promise((resolve) => {
        input.addEventListener("change", () => {
            const file = input.files?.[0];
            resolve(file ? show(figure, file) : "");
        });
        input.addEventListener("cancel", () => resolve(""));
        input.click();
    });
}

/** Shows again what the page shows. */
export function close(figure: Figure): void {
    figure.tensors = before.get(figure) ?? null;
}

/** From now on takes files that are dropped on it, unless the page does. What comes of it is told where there is something to tell. */
export function hold(figure: Figure, takes: () => boolean, tell: (dropped: Promise<string>) => void): void {
    const files = (event: DragEvent): boolean =>
        takes() && !event.defaultPrevented && (event.dataTransfer?.types.includes("Files") ?? false);
    const mark = (on: boolean): void => {
        const canvas = figure.shadowRoot?.querySelector("canvas");
        if (canvas) canvas.style.outline = on ? "3px solid var(--query)" : "";
    };
    figure.addEventListener("dragover", (event) => {
        if (!files(event)) return;
        event.preventDefault();
        if (event.dataTransfer) event.dataTransfer.dropEffect = "copy";
        mark(true);
    });
    figure.addEventListener("dragleave", () => mark(false));
    figure.addEventListener("drop", (event) => {
        mark(false);
        const file = event.dataTransfer?.files[0];
        if (!files(event) || !file) return;
        event.preventDefault();
        const dropped = show(figure, file);
        dropped.catch(() => tell(dropped));
    });
}

/** The address of tensors with the hash of what is there now: a link with it shows these, or says that they are others (source.ts). */
export async function pinned(address: string): Promise<string> {
    const bytes = await (await fetch(address, { credentials: "same-origin" })).arrayBuffer();
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    return `${address.split("#")[0] ?? ""}#sha256-${btoa(String.fromCharCode(...hash))}`;
}
