// The style sheet of the element's shadow DOM. The colours are those of the canvas.

import { figureColours } from "../../palette.mjs";
import { sheetOf } from "./sheets.js";

/** The palette in its light or its dark theme, as far as the page does not give its own. */
const colours = (theme: 0 | 1): string =>
    Object.entries(figureColours)
        .map(([role, both]) => `--${role}:${role === "wrong" ? both[theme] : `var(--attention-${role},${both[theme]})`};`)
        .join("");

const text = `
:host { display: block; position: relative; max-width: 100%; writing-mode: horizontal-tb; }
:host([hidden]) { display: none; }
.box {
    position: relative; height: 100%; writing-mode: horizontal-tb; color: var(--ink); color-scheme: light;
    font: 15px/1.4 system-ui, "Segoe UI", "Noto Sans", sans-serif; -webkit-text-size-adjust: none; text-size-adjust: none;
    /* What a page says of its own text reaches in here by inheritance; labels would be reshaped, and stand elsewhere than in the canvas.
       ("all: initial" would also take the language from what is said.) */
    letter-spacing: normal; word-spacing: normal; text-transform: none; text-indent: 0; text-shadow: none; text-align: start; text-align-last: auto;
    white-space: normal; text-wrap: wrap; tab-size: 8; word-break: normal; overflow-wrap: normal; hyphens: manual; line-break: auto;
    font-feature-settings: normal; font-variation-settings: normal; font-synthesis: weight style; text-rendering: auto; text-emphasis: none;
    -webkit-text-stroke: 0; -webkit-text-fill-color: currentcolor; quotes: auto;
}
.box.dark { color-scheme: dark; }
@media (prefers-contrast: more) {
    .box { --ink: var(--attention-ink, #000); --muted: var(--attention-muted, #353d49); --line: var(--attention-line, #4a5463); }
    .box.dark { --ink: var(--attention-ink, #fff); --muted: var(--attention-muted, #ccd5e0); --line: var(--attention-line, #a4b0c0); }
}
/* A reader's colours go before all others. Only few of them can be told from each other, and a colour never speaks alone. */
@media (forced-colors: active) {
    .box, .box.dark {
        --paper: Canvas; --raised: color-mix(in srgb, Canvas 85%, CanvasText); --ink: CanvasText; --muted: CanvasText; --line: CanvasText; --query: LinkText; --key: CanvasText; --value: CanvasText;
        --output: VisitedText; --wrong: CanvasText;
    }
}
/* What the canvas is drawn with, as appearance.ts reads it. Mixed with itself, a colour always computes to the same notation. */
.appearance {
    position: absolute; visibility: hidden; forced-color-adjust: none; font-size: var(--attention-font-size, 15px);
    box-shadow: 0 0 color-mix(in srgb, var(--paper), var(--paper)),
        0 0 color-mix(in srgb, var(--raised), var(--raised)),
        0 0 color-mix(in srgb, var(--ink), var(--ink)),
        0 0 color-mix(in srgb, var(--muted), var(--muted)),
        0 0 color-mix(in srgb, var(--line), var(--line)),
        0 0 color-mix(in srgb, var(--query), var(--query)),
        0 0 color-mix(in srgb, var(--key), var(--key)),
        0 0 color-mix(in srgb, var(--value), var(--value)),
        0 0 color-mix(in srgb, var(--output), var(--output)),
        0 0 color-mix(in srgb, var(--wrong), var(--wrong));
}
.appearance::after { content: ""; box-shadow: inherit; transition: 1ms step-end; transition-property: box-shadow, font-size; }
/* Where the page gives no width (a flex item, a float) its content has to: 640 px in one line, but one that may break anywhere. */
.ruler {
    all: initial; display: block; height: 0; overflow: hidden; visibility: hidden; font-size: 0; word-spacing: 640px;
    /* Its colour is that of the page's scheme where the figure stands, and changes with it: see appearance.ts. */
    color-scheme: inherit; color: light-dark(#000, #fff); transition: color 1ms step-end;
}
.ruler::before { content: "x x"; }
.space { pointer-events: none; }
.tables { content-visibility: auto; } /* half of a figure's memory is the layout of tables that are off the screen */
.mark { position: absolute; width: 0; height: 0; visibility: hidden; }
.stage { position: absolute; inset: 0; overflow: hidden; overflow: clip; background: var(--paper); }
canvas {
    display: block; width: 100%; height: 100%;
    touch-action: manipulation; user-select: none; -webkit-user-select: none; -webkit-touch-callout: none;
    -webkit-tap-highlight-color: transparent;
}

canvas[width="0"] { visibility: hidden; } /* far away, it has given its pixels back: paper, not black, to whoever takes a picture of the whole page */

.drawing {
    all: initial; -webkit-locale: inherit; font: inherit; color: inherit; visibility: inherit; /* nor what it may say of SVG's */
    position: absolute; inset: 0; width: 100%; height: 100%; pointer-events: none;
}
.drawing text { white-space: pre; }
.drawing image { image-rendering: pixelated; }

/* The native controls: there for keys and for assistive technology, unseen over what the canvas draws. Opacity 0 throughout, or the browser
   would count their being placed as layout shifts. */
/* Off the screen the browser keeps neither styles nor a layout of them, which cost more than half of what a further figure does; Tab and screen readers find them as ever. */
.controls { position: absolute; inset: 0; pointer-events: none; content-visibility: auto; }
.control { position: absolute; left: 0; top: 0; pointer-events: none; opacity: 0; }
.control:focus-within { opacity: 1; }
.control[hidden] { display: none; }
.control label, .control .shown, .unseen {
    position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
    opacity: 0;
}
.control :is(input, select, button) {
    box-sizing: border-box; width: 100%; height: 100%; margin: 0; opacity: 0; pointer-events: none; font: inherit;
    outline: none;
}
/* Text is edited in the real field, so caret, selection and IME are the browser's. */
.control.text input { font-size: max(16px, 16px / var(--zoom, 1)); } /* below that, iOS zooms the page when the field gets the focus */
.control.text input:focus {
    opacity: 1; pointer-events: auto; padding: 0 8px; color: var(--ink); background: var(--paper);
    border: 1px solid var(--line); border-radius: 4px; outline: 2px solid var(--query); outline-offset: 1px;
}
/* A matrix: its cells side by side, the one that has the focus visible over its place in the canvas. */
.control [role="grid"] { display: grid; grid-auto-rows: minmax(0, 1fr); width: 100%; height: 100%; }
.control [role="grid"][hidden] { display: none; }
.control [role="row"] { display: contents; }
.control.matrix [role="gridcell"] { min-width: 0; }
.control.matrix input { min-width: 0; padding: 0; text-align: center; font-size: max(16px, 16px / var(--zoom, 1)); font-variant-numeric: tabular-nums; }
.control.matrix input:focus {
    opacity: 1; pointer-events: auto; color: var(--ink); background: var(--paper); border: 1px solid var(--line);
    border-radius: 4px; outline: 2px solid var(--query); outline-offset: 1px;
}
.control.matrix input[aria-invalid="true"] { outline-color: var(--wrong); }
.control .message { position: absolute; top: 100%; left: 0; z-index: 1; width: max-content; max-width: 16em; box-sizing: border-box; padding: 4px 8px; color: var(--ink);
    background: var(--raised); border-left: 3px solid var(--wrong); font-size: 13px; }
.control .message:empty { visibility: hidden; }
.control:not(:focus-within) .message { opacity: 0; }
/* The cells of a computed matrix are drawn by the canvas; these are focused and spoken. */
.control.grid [role="grid"], .control.grid [role="row"], .control.grid [role="gridcell"] { display: block; }
.control.grid [role="gridcell"] {
    position: absolute; inset: 0; overflow: hidden; opacity: 0; outline: none;
}
/* A parameter without a place in the canvas shows its control while it has the focus. */
.control.loose { left: 8px; top: auto; bottom: 8px; transform: none !important; width: auto !important; height: auto !important; }
.control.loose:not(:focus-within) { width: 1px !important; height: 1px !important; overflow: hidden; clip-path: inset(50%); }
.control.loose:focus-within {
    display: flex; gap: 8px; align-items: center; padding: 8px 12px; background: var(--raised); border: 1px solid var(--line);
    border-radius: 4px;
}
.control.loose:focus-within :is(input, select, button) { opacity: 1; width: auto; height: auto; outline: 2px solid var(--query); }
.control.loose [role="grid"]::before {
    content: attr(aria-label); grid-column: 1 / -1; /* as its label, which stands in the attribute */
}
.control.loose:focus-within [role="grid"] { gap: 4px; }
.control.loose.matrix [role="gridcell"] { min-width: 4em; text-align: center; }
.control.loose.matrix input { width: 4em; }
.control.loose.matrix [role="gridcell"]:empty::before { content: attr(data-number); }
.control.loose:focus-within [role="gridcell"][aria-selected="true"] { position: static; opacity: 1; }
.control.loose:focus-within :is(label, .shown) { position: static; width: auto; height: auto; margin: 0; clip-path: none; opacity: 1; }

.poster, .error { padding: 16px; color: var(--muted); }
.poster { position: absolute; inset: 0; display: grid; place-content: center; text-align: center; background: var(--raised); }
.poster[hidden], .error [hidden], .error[hidden] { display: none; }
.poster progress { display: block; width: 160px; height: 4px; margin: 8px auto 0; visibility: hidden; accent-color: var(--query); }
.poster progress.running { visibility: visible; }
.error { position: relative; background: var(--raised); border-left: 3px solid var(--wrong); color: var(--ink); }
.error p { margin: 0; }
.error button { min-height: 44px; margin-top: 8px; padding: 0 16px; font: inherit; }

/* The menu: unseen and out of the pointer's way until the figure is hovered or has the focus. */
.menu { position: absolute; left: 0; top: 0; opacity: 0; pointer-events: none; }
.menu[hidden] { display: none; }
/* Nobody would find what is there only under a pointer. (It has a style once it has a place.) */
.menu:is([style], :focus-within, .open) { opacity: 1; pointer-events: auto; }
.menu-button {
    display: grid; place-content: center; width: 44px; height: 44px; margin: 0; padding: 0; font: 700 20px/1 system-ui, sans-serif; color: var(--muted); cursor: pointer;
    background: none; border: 1px solid transparent; border-radius: 8px;
}
.menu-button:is(:hover, [aria-expanded="true"]) { color: var(--ink); background: var(--paper); border-color: var(--line); }
.menu-button:focus-visible, .menu-panel button:focus-visible { outline: 2px solid var(--query); outline-offset: 1px; }
/* (In WebKit a grid of the height that a popover has of itself, fit-content, is as high as the window.) */
.menu-panel {
    position: absolute; inset: auto; margin: 0; padding: 6px; width: max-content; height: auto; max-width: calc((100vw - 8px) / var(--zoom, 1)); max-height: calc((100vh - 8px) / var(--zoom, 1)); box-sizing: border-box; color: var(--ink); background: var(--paper);
    border: 1px solid var(--line); border-radius: 10px; box-shadow: 0 4px 20px rgb(0 0 0 / 0.18); grid-template-columns: 1fr 1fr; gap: 2px; overflow: auto;
}
.menu-panel:popover-open { display: grid; }
.menu-panel button {
    min-height: 36px; margin: 0; padding: 4px 14px; font: 15px/1.3 system-ui, "Segoe UI", "Noto Sans", sans-serif; text-align: start; color: inherit; background: none; border: 0;
    border-radius: 6px; cursor: pointer;
}
.menu-panel button:hover { background: var(--raised); }
.menu-panel button[aria-disabled="true"] { color: var(--muted); cursor: default; }
.menu-status { grid-column: 1 / -1; margin: 0; padding: 4px 14px; max-width: 18em; color: var(--muted); }
.menu-status:empty { padding: 0; }
@media (pointer: coarse) { .menu-panel button { min-height: 44px; } }
:host(:fullscreen) { overflow: auto; }
:host(:fullscreen) .box { height: auto; min-height: 100%; background: var(--paper); }

/* It has failed: fallback content in the place of all else. */
.box.failed { height: auto; }
.failed :is(.space, .stage > :not(.error)) { display: none; }
.failed .stage { position: static; padding: 16px; }
/* With the attribute poster, what the author has for readers without script stands there until the figure is drawn. */
:host([poster]) .pictured.waiting .error[hidden] { display: block; position: absolute; inset: 0; overflow: hidden; padding: 0; border: 0; background: none; }
:host([poster]) .pictured.waiting :is(.error p, .error button, .poster slot) { display: none; }
:host([poster]) .pictured.waiting .poster { z-index: 1; background: none; }

@media (forced-colors: active) {
    .control:focus-within { outline: 3px solid Highlight; outline-offset: 2px; }
    .stage { outline: 1px solid CanvasText; outline-offset: -1px; }
}
/* On paper a figure is as wide as its column, and whole on one page. What has not been drawn is there as the author's picture, if there is one. */
@media print {
    .menu, .poster progress, .error button { display: none; }
    .paper, .pictured.waiting { height: auto; }
    .paper { zoom: 1 !important; }
    :is(.paper, .pictured.waiting) :is(.space, .poster), .pictured.waiting canvas { display: none; }
    :is(.paper, .pictured.waiting) .stage { position: relative; inset: auto; }
    .paper :is(canvas, .drawing) { position: static; width: auto; height: auto; max-width: 100%; max-height: 225mm; }
    .paper .drawing + canvas { display: none; }
    .controls { position: absolute; width: 0; height: 0; overflow: hidden; contain: strict; } /* far to the right, they would make the whole page smaller */
    .pictured.waiting .error[hidden] { display: block; padding: 0; border: 0; background: none; }
    .pictured.waiting .error p { display: none; }
}
`;

/** The sheet of a document; null if the document is in no window. */
export const styleSheet = sheetOf(`.box{${colours(0)}}.box.dark{${colours(1)}}${text}`);
