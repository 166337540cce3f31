// A link that takes the reader to a figure of another section leaves a way back, as the same link does without script: an entry in the history of the page. Back
// returns to the very place that was left, not to the figure that an entry before it names. The page's own: the package touches no history.

import { decodedFragment } from "../prose/fragment.js";
import { inView, linkOf } from "../prose/links.js";

export function leaveWayBack(document: Document): void {
    document.addEventListener(
        "click",
        (event) => {
            const link = linkOf(event);
            const figure = link && document.getElementById(decodedFragment(link.hash.slice(1)));
            if (!link || !figure || inView(figure) || figure.closest("section")?.contains(link)) return;
            history.replaceState({ left: scrollY }, "");
            history.scrollRestoration = "manual"; // of the entry that is left: or the browser's own idea of the place may come after ours
            history.pushState(null, "", link.hash);
            history.scrollRestoration = "auto";
        },
        true,
    ); // before anything moves
    addEventListener("popstate", ({ state }: PopStateEvent) => {
        const left = (state as { left?: unknown } | null)?.left;
        if (typeof left !== "number") return;
        requestAnimationFrame(() => {
            scrollTo({ top: left, behavior: "instant" });
            history.scrollRestoration = "auto"; // should it be loaded again
        });
    });
}
