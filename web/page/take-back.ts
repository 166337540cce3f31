// What a link of the text has done to a figure is taken back when its reader goes on to a section that holds neither: the text there speaks of the figure as
// its reader left it. So it is with the figures of its group, which a link changes too. A figure that was touched since stays as it is; pieces that were
// unfolded are no touch. A link that leads back to where a figure starts leaves nothing to take back.

import type { AttentionExplainer } from "../element/element.js";
import { exhibitOf, findFigure } from "../prose/figure.js";
import { decodedFragment } from "../prose/fragment.js";
import { inView, isAsDriven, linkOf, withPiecesOf } from "../prose/links.js";

const part = 0.35; // of the window's height: the section there is being read, as in the contents list

interface Driven {
    before: Map<AttentionExplainer, string>; // the states of the figure and its group before the first link
    stays: Set<Element | null>; // the sections in which they keep what the link made of them
    travelling: boolean; // the page scrolls to the figure, through sections that nobody reads
    touches: AbortController; // ends what listens to the group
}

const sectionOf = (element: Element): Element | null => element.closest("main > section");

/** The figure, and those that share values with it. */
function groupOf(figure: AttentionExplainer): AttentionExplainer[] {
    const all = [...document.querySelectorAll<AttentionExplainer>("attention-explainer[group]")];
    return [figure, ...all.filter((one) => one !== figure && one.group === figure.group)];
}

function begin(figure: AttentionExplainer): Driven {
    const before = new Map(groupOf(figure).map((one) => [one, one.save()]));
    const touches = new AbortController();
    for (const one of before.keys()) {
        if (one === figure) continue; // isAsDriven() tells of it
        const touched = ({ detail }: { detail: { source: string } }): void => {
            if (detail.source !== "api") before.delete(one);
        };
        one.addEventListener("change", touched, { signal: touches.signal });
    }
    return { before, stays: new Set([sectionOf(figure)]), travelling: false, touches };
}

export function takeBack(document: Document): void {
    const sections = [...document.querySelectorAll("main > section")];
    const driven = new Map<AttentionExplainer, Driven>();

    const forget = (figure: AttentionExplainer): void => {
        driven.get(figure)?.touches.abort();
        driven.delete(figure);
    };
    const pressed = (event: MouseEvent): void => {
        const link = linkOf(event);
        const figure = link && findFigure(link, decodedFragment(link.hash.slice(1)));
        if (!figure) return;
        const leadsBack = link.dataset["state"] === (figure.getAttribute("state") ?? "");
        if (leadsBack || !isAsDriven(figure)) forget(figure);
        if (leadsBack) return;
        const one = driven.get(figure) ?? begin(figure);
        one.stays.add(sectionOf(link));
        one.travelling = !inView(figure) && sectionOf(link) !== sectionOf(figure);
        driven.set(figure, one);
    };
    document.addEventListener("click", pressed, true); // before the figure moves
    document.addEventListener("scrollend", () => {
        const here = sections.find((section) => section.getBoundingClientRect().bottom > part * innerHeight);
        for (const one of driven.values()) {
            if (one.travelling) one.stays.add(here ?? null); // where the page came to rest, the figure in view
            one.travelling = false;
        }
    });

    const reading = new IntersectionObserver(
        (entries) => {
            const here = entries.find(({ isIntersecting }) => isIntersecting)?.target;
            for (const [figure, one] of here ? [...driven] : []) {
                if (here === sectionOf(figure)) one.travelling = false;
                if (one.travelling || one.stays.has(here ?? null)) continue;
                forget(figure);
                if (!isAsDriven(figure)) continue;
                for (const [member, state] of one.before) if (exhibitOf(member)) member.restore(withPiecesOf(member, state));
            }
        },
        { rootMargin: `${-100 * part}% 0px ${-100 * (1 - part)}% 0px` },
    );
    for (const section of sections) reading.observe(section);
}
