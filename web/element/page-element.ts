// What the elements' classes extend: HTMLElement, or, where a module is imported with no page around it (a server that renders, a worker, a document of a
// test), a class that cannot be made.

export const PageElement: typeof HTMLElement =
    globalThis.HTMLElement ??
    (class {
        constructor() {
            throw new TypeError("attention-explainer: elements need a page");
        }
    } as unknown as typeof HTMLElement);
