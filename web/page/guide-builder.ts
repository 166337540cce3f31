// The guide's builder: from a live figure and a form the text that puts the same figure into another page.

import type { AttentionExplainer, Description, ExhibitInfo } from "../attention-explainer.js";
import { escaped } from "../escaped.mjs";

/** What the form and the figure say. */
export interface Wanted {
    exhibit: string;
    state: string;
    theme: string;
    width: string;
    menu: string;
    lang: string;
    alt: string;
    fallback: string;
    /** A number that the figure tells, by name and as its describe() has it. */
    reading?: [name: string, value: number] | undefined;
}

export type Kind = "html" | "frame" | "react" | "sentence";

const script = '<script type="module" src="attention-explainer/attention-explainer.js"></script>';

function attributesOf({ exhibit, state, theme, menu, lang, alt }: Wanted): [string, string][] {
    const all: [string, string][] = [
        ["exhibit", exhibit],
        ["state", state],
        ["theme", theme === "auto" ? "" : theme],
        ["menu", menu === "auto" ? "" : menu],
        ["lang", lang],
        ["alt", alt],
    ];
    return all.filter(([, value]) => value !== "");
}

/** A rule for a width, for the page's style sheet: its policy may forbid styles in the page, as the guide's own does. */
const ruleOf = ({ width }: Wanted, id: string): string =>
    width ? `<!-- in your style sheet: #${id} { max-width: ${width}px; } -->\n` : "";

/** A number as a text may say it: three digits, a true minus sign. */
export const rounded = (value: number): string => String(Number(value.toPrecision(3))).replace("-", "−");

/** The text for a kind of page. Attributes are escaped; the fallback is text. */
export function textFor(kind: Kind, wanted: Wanted): string {
    const { exhibit, width, fallback } = wanted;
    const attributes = attributesOf(wanted)
        .map(([name, value]) => ` ${name}="${escaped(value)}"`)
        .join("");
    const identified = width ? ` id="${exhibit}"` : "";
    const inside = fallback
        .split("\n")
        .map((line) => `  ${escaped(line)}`)
        .join("\n");
    if (kind === "html")
        return `${script}\n${ruleOf(wanted, exhibit)}\n<attention-explainer${identified}${attributes}>\n${inside}\n</attention-explainer>`;
    if (kind === "frame") {
        const query = new URLSearchParams(
            attributesOf(wanted).filter(([name]) => ["exhibit", "state", "theme", "menu", "lang"].includes(name)),
        );
        return `<iframe src="attention-explainer/embed.html?${escaped(query.toString())}" title="${escaped(wanted.alt || fallback)}" loading="lazy" width="${width || "100%"}" height="480"></iframe>`;
    }
    if (kind === "react") {
        const strings = attributesOf(wanted)
            .map(([name, value]) => ` ${name}={${JSON.stringify(value)}}`)
            .join("");
        const style = width ? ` style={{ maxWidth: ${width} }}` : "";
        return `import "attention-explainer/react";\n\n<attention-explainer${strings}${style}>\n  {${JSON.stringify(fallback)}}\n</attention-explainer>`;
    }
    const [name = "", value = 0] = wanted.reading ?? [];
    const sentence = `<p>Here ${escaped(name)} is <attention-value for="${exhibit}" value="${escaped(name)}">${rounded(value)}</attention-value>.</p>`;
    return `${script}\n${ruleOf(wanted, exhibit)}\n${name ? `${sentence}\n` : ""}<attention-explainer id="${exhibit}"${attributes}>\n${inside}\n</attention-explainer>`;
}

/** What a figure says of itself; null before it is loaded. */
export function toldBy(figure: AttentionExplainer): Description | null {
    try {
        return figure.describe();
    } catch {
        return null;
    }
}

export function startBuilder(form: HTMLFormElement, figure: AttentionExplainer, out: HTMLElement, exhibits: readonly ExhibitInfo[]): void {
    const field = (name: string): HTMLInputElement => form.elements.namedItem(name) as HTMLInputElement;
    const code = out.querySelector("code") ?? out;
    const buttons = [...(out.closest(".made")?.querySelectorAll<HTMLButtonElement>("[data-kind]") ?? [])];
    let kind: Kind = "html";
    let own = false; // the author has written a fallback
    const show = (): void => {
        const told = toldBy(figure);
        if (!own && told) field("fallback").value = told.summary;
        code.textContent = textFor(kind, {
            exhibit: figure.exhibit,
            state: figure.save(),
            theme: field("theme").value,
            width: field("width").value,
            menu: field("menu").value,
            lang: field("lang").value,
            alt: field("alt").value.trim(),
            fallback: field("fallback").value.trim() || (exhibits.find(({ id }) => id === figure.exhibit)?.summary ?? ""),
            reading: Object.entries(told?.values ?? {}).find(([, value]) => Number.isFinite(value)),
        });
        for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset["kind"] === kind));
    };
    field("fallback").addEventListener("input", () => (own = field("fallback").value.trim() !== ""));
    form.addEventListener("input", () => {
        const width = field("width").value;
        if (figure.exhibit !== field("exhibit").value) figure.exhibit = field("exhibit").value;
        figure.theme = field("theme").value as AttentionExplainer["theme"];
        figure.style.maxWidth = width && `${width}px`; // (by script, which a policy on styles allows)
        figure.menu = field("menu").value as AttentionExplainer["menu"];
        figure.lang = field("lang").value || "en"; // (this page is English)
        figure.alt = field("alt").value.trim();
        show();
    });
    form.addEventListener("submit", (event) => event.preventDefault()); // Enter in a field
    for (const button of buttons) {
        button.addEventListener("click", () => {
            kind = button.dataset["kind"] as Kind;
            show();
        });
    }
    for (const news of ["load", "change"]) figure.addEventListener(news, show);
    show();
}
