// Style sheets for shadow roots, adopted (a strict style-src allows no inline style), one for all roots of a document.

/** The way to a sheet with this text: made on first use in a document, as sheets cannot be shared between them. Null if the document is in no window. */
export function sheetOf(text: string): (document: Document) => CSSStyleSheet | null {
    const sheets = new WeakMap<Document, CSSStyleSheet>();
    return (document) => {
        let sheet = sheets.get(document);
        if (!sheet) {
            const view = document.defaultView as (Window & typeof globalThis) | null;
            if (!view) return null;
            sheet = new view.CSSStyleSheet();
            sheet.replaceSync(text);
            sheets.set(document, sheet);
        }
        return sheet;
    };
}
