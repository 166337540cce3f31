// The questions' code is fetched when a reader comes to one: many read a section and go.

/** Resolves once a question, or a box to keep answers, is no further than a window's height away. */
export function whenNear(document: Document): Promise<void> {
    return new Promise((resolve) => {
        const reading = new IntersectionObserver(
            (entries) => {
                if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
                reading.disconnect();
                resolve();
            },
            { rootMargin: "100%" },
        );
        for (const one of document.querySelectorAll("form.question, .keep")) reading.observe(one);
    });
}
