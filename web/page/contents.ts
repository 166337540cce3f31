// The contents list shows where one is: what is read is filled, where one is stands out, with its figures and questions below it. On narrow screens
// it is folded into a bar that says the same in one line.

const line = 0.35; // of the window's height: what is there is being read
const wide = matchMedia("(min-width: 1100px)");

interface Station {
    item: HTMLElement;
    link: HTMLAnchorElement;
    target: HTMLElement;
    below: { link: HTMLAnchorElement; target: HTMLElement }[];
}

/** What a section holds, as links below its name. */
function holdings(section: HTMLElement): { link: HTMLAnchorElement; target: HTMLElement }[] {
    return [...section.querySelectorAll<HTMLElement>("figure[data-number], form.question")].flatMap((one) => {
        const target = one.matches("form") ? one : one.querySelector<HTMLElement>("attention-explainer");
        if (!target) return [];
        const link = document.createElement("a");
        link.href = `#${target.id}`;
        link.textContent = `${target === one ? "question" : "figure"} ${one.dataset["number"] ?? ""}`;
        return [{ link, target }];
    });
}

function stationsOf(nav: HTMLElement): Station[] {
    return [...nav.querySelectorAll<HTMLElement>("ol > li")].flatMap((item) => {
        const link = item.querySelector("a");
        const target = link && document.getElementById(link.hash.slice(1));
        if (!link || !target) return [];
        const below = holdings(target);
        const list = document.createElement("ul");
        for (const one of below) {
            const entry = document.createElement("li");
            entry.append(one.link);
            list.append(entry);
        }
        if (below.length > 0) item.append(list);
        return [{ item, link, target, below }];
    });
}

export function followReader(nav: HTMLElement): void {
    const stations = stationsOf(nav);
    const details = nav.querySelector("details");
    const [number, name, progress] = [".bar-number", ".bar-name", "progress"].map((selector) => nav.querySelector<HTMLElement>(selector));
    const lists = [...document.querySelectorAll<HTMLElement>("main > .list")];
    if (!details || !number || !name) return;

    const passed = (target: HTMLElement): boolean => target.getBoundingClientRect().top <= innerHeight * line;
    let before: number | null = null;
    const show = (): void => {
        const ended = lists[0] !== undefined && passed(lists[0]);
        const here = ended ? stations.length : Math.max(0, stations.filter(({ target }) => passed(target)).length - 1);
        stations.forEach(({ item, link, below }, index) => {
            item.classList.toggle("read", index < here);
            item.classList.toggle("here", index === here);
            if (index === here) link.setAttribute("aria-current", "true");
            else link.removeAttribute("aria-current");
            const last = index === here ? below.filter(({ target }) => passed(target)).at(-1) : undefined;
            for (const one of below) one.link.toggleAttribute("data-current", one === last);
        });
        if (here === before) return;
        before = here;
        const station = stations[here];
        nav.style.setProperty("--room", `${station?.item.querySelector("ul")?.offsetHeight ?? 0}px`);
        number.textContent = station ? String(here + 1) : "";
        name.replaceChildren(...(station ? [...station.link.childNodes].map((node) => node.cloneNode(true)) : ["Terms, symbols, sources"]));
        if (station && nav.scrollHeight > nav.clientHeight) nav.scrollTop = station.item.offsetTop - nav.clientHeight / 3;
    };

    const watcher = new IntersectionObserver(show, { rootMargin: `${-100 * line}% 0px ${-100 * (1 - line)}% 0px` });
    for (const { target, below } of stations) for (const one of [target, ...below.map((each) => each.target)]) watcher.observe(one);
    for (const list of lists) watcher.observe(list);

    const measure = (): void => {
        if (progress instanceof HTMLProgressElement && !wide.matches)
            progress.value = scrollY / Math.max(1, document.documentElement.scrollHeight - innerHeight);
    };
    let waiting = false;
    window.addEventListener(
        "scroll",
        () => {
            if (waiting) return;
            waiting = true;
            requestAnimationFrame(() => {
                waiting = false;
                measure();
            });
        },
        { passive: true },
    );

    const fold = (): void => {
        details.open = wide.matches;
    };
    fold();
    wide.addEventListener("change", fold);
    nav.addEventListener("click", (event) => {
        if (event.target instanceof Element && event.target.closest("a")) fold();
    });
    document.addEventListener("pointerdown", (event) => {
        if (event.target instanceof Node && !nav.contains(event.target)) fold();
    });
    nav.addEventListener("keydown", (event) => {
        if (event.key !== "Escape" || wide.matches || !details.open) return;
        details.open = false;
        details.querySelector("summary")?.focus();
    });
    show();
    measure();
}
