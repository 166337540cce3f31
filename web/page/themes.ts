// The switch of colours: light, as the system, dark. A choice is kept on this device; "as the system" forgets it.

const choices = [
    ["light", "light"],
    ["", "as the system"],
    ["dark", "dark"],
] as const;
const root = document.documentElement;

function keep(theme: string): void {
    try {
        if (theme === "") localStorage.removeItem("theme");
        else localStorage.setItem("theme", theme);
    } catch {
        // no storage is allowed: it holds until the page is left
    }
}

/** Puts the buttons where they belong. */
export function offerThemes(place: HTMLElement): void {
    const buttons = choices.map(([theme, label]) => {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = label;
        button.addEventListener("click", () => {
            if (theme === "") delete root.dataset["theme"];
            else root.dataset["theme"] = theme;
            keep(theme);
            show();
        });
        return { theme, button };
    });
    const show = (): void => {
        for (const { theme, button } of buttons) button.setAttribute("aria-pressed", String((root.dataset["theme"] ?? "") === theme));
    };
    show();
    place.append(...buttons.map(({ button }) => button));
}
