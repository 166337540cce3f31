// The colours of the element and of the pages, light and dark. The engine's defaults (src/explainer/drawing/theme.cpp) are the same as
// `figureColours`; tests/node/palette.test.mjs checks that.

/** What figures are drawn with: role → [light, dark]. A page can give all but `wrong`, as `--attention-paper` and so on. */
export const figureColours = {
    paper: ["#ffffff", "#14181f"],
    raised: ["#f5f7fa", "#1c222b"],
    ink: ["#1c2430", "#e8ecf2"],
    muted: ["#5b6676", "#9aa6b6"],
    line: ["#7c8898", "#66758a"],
    query: ["#2563c9", "#7db0ff"],
    key: ["#b8500a", "#ffb071"],
    value: ["#1f7a4d", "#6fd3a2"],
    output: ["#7a3fb8", "#c9a2ff"],
    wrong: ["#b42318", "#ff8a80"],
};

/** What only the pages have. */
const pageColours = {
    hair: ["#dfe4ea", "#2a323e"],
    tint: ["#ebf2fc", "#1b2940"],
    shade: ["rgb(28 36 48 / 0.14)", "rgb(0 0 0 / 0.5)"],
};

/** The pages' style sheet palette.css: as the system is, unless the reader picks (data-theme); on paper always light. */
export function pagePalette() {
    const colours = (theme) =>
        Object.entries({ ...figureColours, ...pageColours })
            .map(([role, both]) => `--${role}: ${both[theme]};`)
            .join(" ");
    const [light, dark] = [colours(0), colours(1)];
    return `:root { color-scheme: light dark; ${light} }
:root[data-theme="light"] { color-scheme: light; }
@media screen and (prefers-color-scheme: dark) { :root:not([data-theme="light"]) { ${dark} } }
@media screen { :root[data-theme="dark"] { color-scheme: dark; ${dark} } }
@media print { :root { color-scheme: light; } }
`;
}
