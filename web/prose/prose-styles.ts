// The style sheet of <attention-value>: a number in a sentence, in the sentence's own type; what may be touched looks like it.

import { sheetOf } from "../element/sheets.js";

const text = `
:host { font-variant-numeric: tabular-nums; }
:host([hidden]) { display: none; }
.touch {
    all: unset; display: inline-block; position: relative; cursor: pointer; touch-action: pan-y; -webkit-tap-highlight-color: transparent;
    font-weight: 600; color: var(--attention-value-color, LinkText); border-bottom: 2px dotted currentColor; line-height: 1.15; border-radius: 2px;
    white-space: nowrap;
}
/* A finger is wider than a digit. */
@media (pointer: coarse) { .touch::after { content: ""; position: absolute; inset: -8px -6px; } }
.touch[role="spinbutton"] { cursor: ew-resize; }
.touch:hover, .touch.held { background: color-mix(in srgb, currentColor 12%, transparent); }
.touch:focus-visible { outline: 2px solid currentColor; outline-offset: 2px; }
.touch.held { user-select: none; -webkit-user-select: none; }
[hidden] { display: none !important; }
input {
    font: inherit; color: inherit; background: Canvas; color: CanvasText; width: auto; min-width: 3em; padding: 0 4px; margin: 0;
    border: 1px solid currentColor; border-radius: 3px; font-variant-numeric: tabular-nums;
}
@media (pointer: coarse) { input { font-size: max(16px, 1em); } }
@media print { .touch { border-bottom: 0; color: inherit; } }
`;

/** The sheet of a document; null if the document is in no window. */
export const proseSheet = sheetOf(text);
