// The theme that the reader has picked, before anything is painted. Without a choice the page is as the system is, and nothing is kept.

const theme = ((): string | null => {
    try {
        return localStorage.getItem("theme");
    } catch {
        return null; // no storage is allowed
    }
})();
if (theme === "light" || theme === "dark") document.documentElement.dataset["theme"] = theme;

export {};
