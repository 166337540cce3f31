// Two lines of help for making elements, nothing more: this is plain DOM, not a framework.

/** Makes an element with a class and, if given, a part name. */
export function make<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, className = "", part = ""): HTMLElementTagNameMap[Tag] {
    const element = document.createElement(tag);
    if (className) element.className = className;
    if (part) element.setAttribute("part", part);
    return element;
}

/** Sets an attribute only if it differs, so that assistive technology is told of changes and of nothing else. */
export function setAttribute(element: Element, name: string, value: string): void {
    if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** Sets the text only if it differs. */
export function setText(element: Element, text: string): void {
    if (element.textContent !== text) element.textContent = text;
}
