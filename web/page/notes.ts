// What a term or a symbol means, beside it: on hover, on focus, on a tap; Escape, leaving it, or a press elsewhere ends it. One at a time. What is said
// stands in the lists at the end of the page; here is a copy of it, live numbers and all.

import { decodedFragment } from "../prose/fragment.js";

const marked = "a.term[href^='#'], [data-symbol]";
const opening = 120; // ms that the pointer rests on it
const closing = 250; // ms to get from it into the note

const note = document.createElement("div");
note.className = "note";
note.id = "note";
note.popover = "manual";
note.setAttribute("role", "tooltip");

let shown: Element | null = null; // what is explained now
let pinned = false; // by a press: hovering elsewhere does not end it
let timer = 0;

/** The entry of a list, without what only makes sense there. */
function entryOf(mark: Element): Node[] {
    const id = mark.getAttribute("data-symbol") ?? decodedFragment(mark.getAttribute("href")?.slice(1) ?? "");
    const head = document.getElementById(id);
    const body = head?.nextElementSibling;
    if (!head || !body) return [];
    const copy = document.createElement("div");
    const name = document.createElement("b");
    name.append(...[...head.childNodes].map((node) => node.cloneNode(true)), " ");
    copy.append(name, ...[...body.childNodes].map((node) => node.cloneNode(true)));
    for (const back of copy.querySelectorAll(".back")) back.remove();
    for (const one of copy.querySelectorAll("[id], [tabindex], [data-symbol]"))
        for (const attribute of ["id", "tabindex", "data-symbol"]) one.removeAttribute(attribute);
    return [...copy.childNodes];
}

/** Below it, or above where there is no room. Of a formula nothing is covered: beside it or, on narrow screens, below all of it. It scrolls with the page. */
function place(mark: Element): void {
    const from = mark.getClientRects()[0] ?? mark.getBoundingClientRect();
    const around = mark.closest(".formula")?.getBoundingClientRect() ?? from;
    const { clientWidth, clientHeight } = document.documentElement;
    const { offsetWidth: width, offsetHeight: height } = note;
    const beside = around !== from && around.right + 28 + width <= clientWidth - 12;
    const above = !beside && around.bottom + 10 + height > clientHeight && around.top - 10 - height >= 0;
    const left = beside ? around.right + 28 : Math.max(12, Math.min(from.left - 16, clientWidth - width - 12));
    const top = beside ? Math.max(8, around.top + (around.height - height) / 2) : above ? around.top - 10 - height : around.bottom + 10;
    const notch = beside ? (around.top + around.bottom) / 2 - top - 5 : from.left + Math.min(from.width, 60) / 2 - left - 5;
    note.classList.toggle("above", above);
    note.classList.toggle("beside", beside);
    note.style.top = `${top + scrollY}px`;
    note.style.left = `${left + scrollX}px`;
    note.style.setProperty("--notch", `${Math.max(12, Math.min((beside ? height : width) - 24, notch))}px`);
}

function open(mark: Element): void {
    clearTimeout(timer);
    if (shown === mark) return;
    close();
    const entry = entryOf(mark);
    if (entry.length === 0) return;
    note.replaceChildren(...entry);
    shown = mark;
    mark.setAttribute("aria-describedby", note.id);
    note.showPopover();
    place(mark);
}

function close(): void {
    clearTimeout(timer);
    if (!shown) return;
    shown.removeAttribute("aria-describedby");
    shown = null;
    pinned = false;
    note.hidePopover();
    note.replaceChildren(); // (its numbers need not follow their figures)
}

const markOf = (event: Event): Element | null => (event.target instanceof Element ? event.target.closest(marked) : null);
const inNote = (event: Event): boolean => event.target instanceof Node && note.contains(event.target);

function hovered(event: PointerEvent): void {
    if (event.pointerType === "touch") return;
    clearTimeout(timer);
    const mark = markOf(event);
    if (mark) timer = setTimeout(() => open(mark), shown && !pinned ? 0 : opening);
    else if (shown && !pinned && !inNote(event) && document.activeElement !== shown) timer = setTimeout(close, closing);
}

/** A press on a term explains it here; from the keyboard, where focus has done so already, it leads to the list. */
function pressed(event: MouseEvent): void {
    const mark = markOf(event);
    if (!mark || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.detail === 0) return;
    event.preventDefault();
    const again = shown === mark && pinned;
    if (again) return close();
    open(mark);
    pinned = shown === mark;
}

function keyed(event: KeyboardEvent): void {
    if (event.key === "Escape" && shown) {
        event.preventDefault();
        return close();
    }
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const mark = event.target instanceof Element ? event.target.closest("[data-symbol]") : null;
    const formula = mark?.closest("math");
    if (by === undefined || !mark || !formula) return;
    const all = [...formula.querySelectorAll<MathMLElement>("[data-symbol]")];
    const next = all[all.indexOf(mark as MathMLElement) + by];
    if (!next) return;
    event.preventDefault();
    for (const one of all) one.tabIndex = one === next ? 0 : -1;
    next.focus();
}

/** Listens for whoever wants to know. */
export function explainMarks(): void {
    document.querySelector("main")?.append(note);
    // Of a formula one symbol is in the Tab order, the first; arrows go on from it.
    for (const formula of document.querySelectorAll("math"))
        formula.querySelectorAll<MathMLElement>("[data-symbol]").forEach((one, index) => (one.tabIndex = index === 0 ? 0 : -1));
    document.addEventListener("pointerover", hovered);
    document.addEventListener("click", pressed);
    document.addEventListener("keydown", keyed);
    document.addEventListener("focusin", (event) => {
        const mark = markOf(event);
        if (mark?.matches(":focus-visible")) open(mark);
        else if (!inNote(event) && mark !== shown) close();
    });
    document.addEventListener("focusout", (event) => {
        if (event.target === shown && !pinned && !(event.relatedTarget instanceof Node && note.contains(event.relatedTarget))) close();
    });
    document.addEventListener("pointerdown", (event) => {
        if (shown && !inNote(event) && markOf(event) !== shown) close();
    });
    window.addEventListener("resize", () => {
        if (shown) place(shown);
    });
}
