// The style sheet of <attention-value>: a number in a sentence, in the sentence's own type; what may be touched looks like it.

import { sheetOf } from "../element/drawing/sheets.js";

const text = `
:host { font-variant-numeric: tabular-nums; direction: ltr; unicode-bidi: isolate; }
:host([hidden]) { display: none; }
:host([unit]) { white-space: nowrap; }
.touch {
    all: unset; display: inline-block; position: relative; box-sizing: border-box; min-width: calc(var(--widest, 0) * 1ch + 10px); padding: 0 5px; text-align: center; cursor: pointer;
    touch-action: manipulation; -webkit-tap-highlight-color: transparent; font-weight: 600; line-height: 1.35; color: var(--attention-value-color, inherit); white-space: nowrap; border-radius: 4px;
    --mark: var(--attention-value-mark, LinkText); --ground: var(--attention-value-ground, color-mix(in srgb, LinkText 10%, transparent));
}
/* A number stands on a slim track; a thumb shows where in its range it is. */
.touch[role="spinbutton"] { cursor: ew-resize; touch-action: pan-y pinch-zoom; background: var(--ground); }
.touch[role="spinbutton"]::before {
    content: ""; position: absolute; left: 3px; right: 3px; bottom: -5px; height: 9px; --done: calc(var(--at, 0) * (100% - 9px));
    background:
        radial-gradient(circle, var(--attention-value-paper, Canvas) 2.5px, var(--mark) 3px 4px, transparent 4.5px) calc(var(--at, 0) * 100%) 50% / 9px 9px no-repeat,
        linear-gradient(var(--mark) 0 0) 0 50% / var(--done) 2px no-repeat, linear-gradient(var(--attention-value-line, GrayText) 0 0) 0 50% / 100% 2px no-repeat;
}
/* A choice is outlined, with marks up and down. */
.touch:not([role="spinbutton"]) { padding: 0 19px 0 7px; background: var(--ground); box-shadow: inset 0 0 0 1px var(--mark); border-radius: 6px; }
.touch:not([role="spinbutton"])::before {
    content: ""; position: absolute; right: 6px; top: 50%; width: 8px; height: 13px; margin-top: -6.5px; background: var(--mark);
    clip-path: polygon(0 38%, 50% 0, 100% 38%, 0 38%, 0 62%, 100% 62%, 50% 100%, 0 62%);
}
/* A finger is wider than a digit. */
@media (pointer: coarse) { .touch::after { content: ""; position: absolute; inset: -10px -4px; } }
.touch:hover, .touch.held { background: color-mix(in srgb, var(--mark) 20%, transparent); }
.touch:focus-visible { outline: 2px solid var(--mark); outline-offset: 2px; }
.touch.held { user-select: none; -webkit-user-select: none; }
[hidden] { display: none !important; }
input {
    font: inherit; color: inherit; background: Canvas; color: CanvasText; width: auto; min-width: 3em; padding: 0 4px; margin: 0;
    border: 1px solid currentColor; border-radius: 3px; font-variant-numeric: tabular-nums;
}
@media (pointer: coarse) { input { font-size: max(16px, 1em); } }
@media (forced-colors: active) { .touch { outline: 1px solid LinkText; } }
@media print { .touch.touch { padding: 0; min-width: 0; background: none; box-shadow: none; } .touch.touch::before { content: none; } }
`;

/** The sheet of a document; null if the document is in no window. */
export const proseSheet = sheetOf(text);
