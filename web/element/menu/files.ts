// What leaves a figure: text for the clipboard, files for the reader. Knows no figure.

import { escaped } from "../../escaped.mjs";

/** Puts text on the clipboard; throws an error for the reader if the browser does not allow it. */
export async function copy(text: string): Promise<void> {
    try {
        await navigator.clipboard.writeText(text);
    } catch {
        throw new Error("This browser does not let the page copy.");
    }
}

/** Gives the reader a file to keep. */
export function save(blob: Blob, name: string): void {
    const link = document.createElement("a");
    const address = URL.createObjectURL(blob);
    link.href = address;
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000); // by then the browser has read it
}

const here = import.meta.url; // (not inside new URL: bundlers would include the file it names)

/** The address of a file that lies beside the script. */
export function beside(file: string): string {
    return new URL(file, here).href;
}

/** The tag that shows an exhibit in a state, and the script that it needs. */
export function tagOf(exhibit: string, state: string): string {
    const attributes = [["exhibit", exhibit], ...(state ? [["state", state]] : [])].map(
        ([name, value]) => ` ${name}="${escaped(value ?? "")}"`,
    );
    return `<script type="module" src="${escaped(beside("attention-explainer.js"))}"></script>\n<attention-explainer${attributes.join("")}></attention-explainer>`;
}

/** An address that opens a figure in a state: here, where it is in `opening` by itself, if it has an id; else alone, in a page beside the script. */
export function linkTo(id: string, exhibit: string, state: string, opening = ""): string {
    if (id !== "") return `${location.href.split("#")[0]}#${encodeURIComponent(id)}${state === opening ? "" : `?${state}`}`;
    const address = new URL(beside("embed.html"));
    address.searchParams.set("exhibit", exhibit);
    if (state) address.searchParams.set("state", state);
    return address.href;
}
