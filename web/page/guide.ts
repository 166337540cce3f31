// The guide's own scripts: contents, copying, the builder, the log of events. The text reads without them.

import "../attention-explainer.js"; // (what both scripts need is then one file)
import { exhibits } from "../attention-explainer.js";
import { copy } from "../element/menu/files.js";
import { followReader } from "./contents.js";
import { rounded, startBuilder, toldBy } from "./guide-builder.js";
import { logEvents } from "./guide-log.js";
import { offerThemes } from "./themes.js";

const byId = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;

/** Each sample gets a button that copies it and says whether it could. */
function offerCopies(): void {
    for (const sample of document.querySelectorAll<HTMLElement>("pre[data-copy]")) {
        const button = document.createElement("button");
        button.type = "button";
        button.className = "copy";
        button.textContent = "copy";
        button.addEventListener("click", () => {
            copy(sample.textContent ?? "")
                .then(
                    () => "copied",
                    () => "not allowed",
                )
                .then((said) => {
                    button.textContent = said;
                    button.addEventListener("blur", () => (button.textContent = "copy"), { once: true });
                });
        });
        const box = document.createElement("div");
        box.className = "copied";
        sample.replaceWith(box);
        box.append(sample, button);
    }
}

/** What the builder's figure has to read in a sentence, and how large it is. */
function nameValues(figure: HTMLElementTagNameMap["attention-explainer"], list: HTMLElement, size: HTMLElement): void {
    const empty = list.textContent;
    const show = async (): Promise<void> => {
        await figure.settled().catch(() => {}); // what is computed in slices begins with a sample
        const values = Object.entries(toldBy(figure)?.values ?? {});
        if (values.length === 0) list.textContent = empty;
        else
            list.replaceChildren(
                ...values.flatMap(([name, value]) => [
                    Object.assign(document.createElement("code"), { textContent: name }),
                    `: ${rounded(value)}`,
                    document.createElement("br"),
                ]),
            );
    };
    for (const news of ["load", "change", "error"]) figure.addEventListener(news, () => void show());
    new ResizeObserver(() => {
        size.textContent = `The figure above is ${figure.clientWidth} px wide and ${figure.clientHeight} px high.`;
    }).observe(figure);
}

const nav = document.getElementById("contents");
if (nav) followReader(nav);
const themes = document.querySelector<HTMLElement>(".themes");
if (themes) offerThemes(themes);
offerCopies();
await customElements.whenDefined("attention-explainer");
nameValues(byId("built"), byId("names-of-values"), byId("size-of-figure"));
startBuilder(document.querySelector("form.builder") as HTMLFormElement, byId("built"), byId("made"), exhibits);
logEvents(byId("watched"), byId("log"), byId("clear"));
