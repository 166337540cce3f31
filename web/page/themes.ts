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
            keep(theme);
            wear(theme);
        });
        return { theme, button };
    });
    const show = (): void => {
        for (const { theme, button } of buttons) button.setAttribute("aria-pressed", String((root.dataset["theme"] ?? "") === theme));
    };
    const wear = (theme: string): void => {
        if (theme === "") delete root.dataset["theme"];
        else root.dataset["theme"] = theme;
        show();
    };
    show();
    // What is picked in one tab holds in all.
    addEventListener("storage", ({ key, newValue }) => {
        if (key === "theme" || key === null) wear(newValue === "light" || newValue === "dark" ? newValue : "");
    });
    place.append(...buttons.map(({ button }) => button));
}
