// The essay's own script: fills each figure's "embed" box with the tag for the state it is in, and copies it. The essay reads without it.

import type { AttentionExplainer } from "../attention-explainer.js";

/** The text as an attribute's value. */
function attribute(text: string): string {
    return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

/** The tag that shows what `element` shows now. */
function snippet(element: AttentionExplainer): string {
    const script = new URL("attention-explainer.js", document.baseURI).href;
    const state = element.save();
    const attributes = [`exhibit="${attribute(element.exhibit)}"`];
    if (state) attributes.push(`state="${attribute(state)}"`);
    return `<script type="module" src="${attribute(script)}"></script>\n<attention-explainer ${attributes.join(" ")}></attention-explainer>`;
}

function setUp(figure: HTMLElement): void {
    const element = figure.querySelector("attention-explainer");
    const details = figure.querySelector<HTMLDetailsElement>("details.embed");
    const code = details?.querySelector("code");
    const button = details?.querySelector("button");
    const status = details?.querySelector("[role=status]");
    if (!element || !details || !code || !button || !status) return;
    const fill = (): void => {
        if (details.open) code.textContent = snippet(element);
        status.textContent = "";
    };
    details.hidden = false;
    details.addEventListener("toggle", fill);
    element.addEventListener("change", fill);
    button.addEventListener("click", () => {
        navigator.clipboard.writeText(snippet(element)).then(
            () => (status.textContent = "Copied."),
            () => (status.textContent = "The browser does not allow copying; select the text instead."),
        );
    });
}

await customElements.whenDefined("attention-explainer");
document.querySelectorAll<HTMLElement>("figure").forEach(setUp);
