// What leaves a figure: text for the clipboard, files for the reader.

import { escaped } from "../../escaped.mjs";
import { addressFor } from "../language/files.js";
import { homeOf, pageIn, scriptIn } from "./home.js";

/** A figure, as far as an address or a tag is made of it. */
interface Figure extends HTMLElement {
    readonly exhibit: string;
    readonly tensors: unknown;
    save(): string;
}

/** How an address names a figure without an id, counted from 1; web/prose/figure.ts reads it. */
const numbered = (number: number): string => `attention-explainer-${number}`;

/**
 * Puts text on the clipboard; throws an error for the reader if the browser does not allow it. Some allow it only at once after a press: text that is on its way
 * is handed over as a promise.
 */
export async function copy(text: string | Promise<string>): Promise<void> {
    try {
        if (typeof text === "string" || typeof ClipboardItem === "undefined") await navigator.clipboard.writeText(await text);
        else
            await navigator.clipboard.write([
                new ClipboardItem({ "text/plain": text.then((is) => new Blob([is], { type: "text/plain" })) }),
            ]);
    } catch {
        await text; // what is wrong with it goes first
        throw new Error(/* say */ "This browser does not let the page copy.");
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

/**
 * The tag that shows a figure as it is now, and the script that it needs, where it is known where that lies. It keeps what its author wrote of it, but for what is
 * the page's (id, class, style); `state` is what it is in beyond what `show` says, and `language` is written where it comes from the page.
 */
export function tagOf(figure: Figure, state: string, language: string): string {
    const { observedAttributes } = figure.constructor as unknown as { observedAttributes: readonly string[] };
    const given = observedAttributes.filter((name) => name !== "id" && name !== "state" && figure.hasAttribute(name));
    // (An address of the page's means another file where the tag is put.)
    const written = given.map((name) => {
        const value = figure.getAttribute(name) ?? "";
        return [
            name,
            name === "words"
                ? addressFor(figure)
                : name === "src" && URL.canParse(value, figure.ownerDocument.baseURI)
                  ? new URL(value, figure.ownerDocument.baseURI).href
                  : value,
        ];
    });
    if (language !== "en" && !figure.hasAttribute("lang")) written.push(["lang", language]);
    if (state) written.push(["state", state]);
    const attributes = written.map(([name, value = ""]) => ` ${name}="${escaped(value)}"`);
    const home = homeOf(figure);
    const script = home === null ? "" : `<script type="module" src="${escaped(scriptIn(home))}"></script>\n`;
    return `${script}<attention-explainer${attributes.join("")}></attention-explainer>`;
}

/**
 * An address that opens a figure in its state: the page that it stands on, at its id, or else at its number there; or the page of a single exhibit, in this
 * language: for a figure without an id where the author has said where the package is served, and for any figure of a page that no address opens. `opening` is the
 * state that it is in by itself, `written` the one of now beyond what its `show` says. Tensors come with it by their address, and not if they have none; nor does
 * a state of those.
 */
export async function linkTo(figure: Figure, opening: string, written: string, language: string): Promise<string> {
    const { tensors } = figure;
    const state = figure.save();
    const home = homeOf(figure);
    const away = /^(about|blob|data):/.test(location.href); // "about:srcdoc", say
    if (home !== null && (away || (figure.id === "" && (figure.constructor as { home?: string | null }).home)))
        return tensorsIn(pageIn(home, figure.exhibit, typeof tensors === "object" && tensors ? "" : state, language, figure), tensors);
    const number = Array.from<Element>(figure.ownerDocument.querySelectorAll("attention-explainer")).indexOf(figure) + 1;
    const page = location.href.split("#")[0] ?? "";
    if (figure.id === "" && number === 0) return page; // in somebody's shadow root, where no address leads
    const name = figure.id === "" ? numbered(number) : encodeURIComponent(figure.id);
    return `${page}#${name}${(state === opening && figure.id !== "") || (typeof tensors === "object" && tensors) ? "" : `?${written}`}`;
}

async function tensorsIn(page: URL, tensors: unknown): Promise<string> {
    if (typeof tensors === "string") {
        const { pinned } = await import("../../tensors/own-file.js");
        page.searchParams.set("src", await pinned(new URL(tensors, document.baseURI).href));
    }
    return page.href;
}
