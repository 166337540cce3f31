// A picture without WebGL2: the frame that the engine wrote as SVG, as nodes of the shadow DOM. What is there is kept and told what is different, so a
// frame costs what changed in it. Reads only what our own engine writes; no markup is given to the browser to parse, as pages may forbid that
// (trusted types), and no inline style, as their policy may.

const space = "http://www.w3.org/2000/svg";
const token = /<(\/?)([a-zA-Z]+)([^>]*?)(\/?)>|([^<]+)/g; // (in attributes and text, < and > are entities)
const attribute = /([\w:-]+)="([^"]*)"/g;
const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"' };

const decoded = (text: string): string => text.replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole);

export class SvgSurface {
    readonly element = document.createElementNS(space, "svg");
    #attributes = new WeakMap<Element, string>(); // of each node, as they were written

    constructor() {
        this.element.setAttribute("class", "drawing");
        this.element.setAttribute("aria-hidden", "true"); // as the canvas: its numbers are in the controls and the tables
    }

    /** Shows a document: "<svg …>…</svg>". */
    show(picture: string): void {
        let parent = null as Element | null; // whose children are being read
        const places: number[] = []; // how many of each open element's are
        for (const [, end, name = "", attributes = "", empty, text] of picture.matchAll(token)) {
            const place = places.at(-1) ?? 0;
            if (text !== undefined) {
                if (parent?.localName !== "text") continue; // a line's end between elements
                setText(parent, decoded(text));
                places[places.length - 1] = 1;
            } else if (end) {
                if (parent) while (parent.childNodes.length > place) parent.lastChild?.remove();
                places.pop();
                parent = parent === this.element ? null : (parent?.parentElement ?? null);
            } else {
                const element: Element = parent ? this.#child(parent, place, name) : this.element;
                this.#describe(element, attributes);
                if (places.length > 0) places[places.length - 1] = place + 1;
                if (empty) continue;
                parent = element;
                places.push(0);
            }
        }
    }

    /** The child at a place, made if there is none of that name. */
    #child(parent: Element, place: number, name: string): Element {
        const there = parent.childNodes[place];
        if (there instanceof Element && there.localName === name) return there;
        const made = parent.ownerDocument.createElementNS(space, name);
        if (there) there.replaceWith(made);
        else parent.append(made);
        return made;
    }

    #describe(element: Element, written: string): void {
        if (this.#attributes.get(element) === written) return;
        this.#attributes.set(element, written);
        const names = new Set<string>();
        for (const [, name = "", value = ""] of written.matchAll(attribute)) {
            const known = nameOf(name);
            if (!known || (element === this.element && sized.has(known))) continue;
            names.add(known);
            if (element.getAttribute(known) !== decoded(value)) element.setAttribute(known, decoded(value));
        }
        for (const { name } of [...element.attributes]) if (!names.has(name) && element !== this.element) element.removeAttribute(name);
    }
}

const sized = new Set(["width", "height", "role"]); // of the whole: it covers its place, whatever that measures, and is for the eye only

/** What an attribute of the file is called in the document; null if it has no business there. */
function nameOf(name: string): string | null {
    if (name === "xlink:href") return "href";
    return name === "style" || name.startsWith("xml") ? null : name;
}

function setText(element: Element, text: string): void {
    if (element.textContent !== text) element.textContent = text;
}

/** A document as a bitmap of so many device pixels. Rejects where the page forbids pictures from data. */
export async function rasterized(picture: string, width: number, height: number): Promise<HTMLCanvasElement> {
    const image = new Image();
    image.src = `data:image/svg+xml,${encodeURIComponent(picture)}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext("2d");
    if (!context) throw new DOMException("there is no picture: this browser cannot draw one", "InvalidStateError");
    context.drawImage(image, 0, 0, width, height);
    return canvas;
}
