// A file of the reader's own for a figure that shows tensors: chosen from the menu, or dropped on the figure. It stays in the page.

interface Figure extends HTMLElement {
    tensors: unknown;
    save(): string;
    restore(state: string): void;
    settled(): Promise<void>;
}

/** What each showed before a reader brought a file, and in which state. */
const before = new WeakMap<Figure, { tensors: unknown; state: string }>();
const files = new WeakSet<object>(); // of readers

/** Whether a reader's file is what it shows. */
export const isShown = ({ tensors }: Figure): boolean => tensors instanceof File && files.has(tensors);

/** Shows it. Rejects with what is wrong with it; the figure then shows what it showed. */
async function show(figure: Figure, file: File): Promise<string> {
    if (!isShown(figure)) before.set(figure, { tensors: figure.tensors, state: figure.save() });
    files.add(file);
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

/** Shows again what the page showed, as it was. */
export function close(figure: Figure): void {
    const { tensors = null, state = "" } = before.get(figure) ?? {};
    figure.tensors = tensors;
    figure.restore(state);
}

const held = new WeakSet<Figure>();

/** From now on takes files that are dropped on it, unless the page does; what is wrong with one is told. True. */
export function hold(figure: Figure, takes: () => boolean, tell: (dropped: Promise<string>) => void): true {
    if (held.has(figure)) return true;
    held.add(figure);
    const dragsFiles = (event: DragEvent): boolean =>
        takes() && !event.defaultPrevented && (event.dataTransfer?.types.includes("Files") ?? false);
    const mark = (on: boolean): void => {
        const canvas = figure.shadowRoot?.querySelector("canvas");
        if (canvas) canvas.style.outline = on ? "3px solid var(--query)" : "";
    };
    figure.addEventListener("dragover", (event) => {
        if (!dragsFiles(event)) return;
        event.preventDefault();
        if (event.dataTransfer) event.dataTransfer.dropEffect = "copy";
        mark(true);
    });
    figure.addEventListener("dragleave", () => mark(false));
    figure.addEventListener("drop", (event) => {
        mark(false);
        const file = event.dataTransfer?.files[0];
        if (!dragsFiles(event) || !file) return;
        event.preventDefault();
        const dropped = show(figure, file);
        dropped.catch(() => tell(dropped));
    });
    return true;
}

/**
 * The address of tensors with the hash of what is there now: a link with it shows these, or says that they are others (bytes.ts). Without one where there is none
 * to be had: of a folder, of what cannot be fetched, on pages that are not secure.
 */
export async function pinned(address: string): Promise<string> {
    const response =
        address.endsWith("/") || !isSecureContext ? null : await fetch(address, { credentials: "same-origin" }).catch(() => null);
    if (!response?.ok) return address;
    const bytes = await response.arrayBuffer();
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    return `${address.split("#")[0] ?? ""}#sha256-${btoa(String.fromCharCode(...hash))}`;
}
