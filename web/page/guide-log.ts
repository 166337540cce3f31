// The guide's log: what a figure tells its page, in words of JSON. It holds the last hundred.

import type { AttentionExplainer } from "../attention-explainer.js";

const kept = 100;
const names = ["load", "change", "progress", "error", "open"] as const;

export function logEvents(figure: AttentionExplainer, log: HTMLElement, clear: HTMLElement): void {
    for (const name of names) {
        figure.addEventListener(name, (event) => {
            const entry = document.createElement("li");
            const title = document.createElement("b");
            const detail = document.createElement("code");
            title.textContent = name;
            detail.textContent = JSON.stringify((event as CustomEvent<unknown>).detail ?? null);
            entry.append(title, " ", detail);
            log.prepend(entry);
            while (log.childElementCount > kept) log.lastElementChild?.remove();
        });
    }
    clear.addEventListener("click", () => log.replaceChildren());
}
