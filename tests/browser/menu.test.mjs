// The menu of a figure: what it does, that it is quiet, out of the way and reached by keys; undo and redo.
import assert from "node:assert/strict";
import { test } from "node:test";
import { random, seed } from "../random.mjs";
import { copied, exhibitTable, focusControl, load, makePage, open, openExhibits, picture, settled } from "./support.mjs";

const saved = (page) => page.evaluate(() => document.querySelector("attention-explainer").save());
const item = (page, action) => page.locator(`.menu-panel [data-action=${action}]`);
const button = (page) => page.locator(".menu-button");
const softmax = '<attention-explainer id="f" exhibit="softmax"></attention-explainer>';

async function openMenu(page) {
    if (await page.locator(".menu-panel:popover-open").count()) return;
    await page.hover("attention-explainer");
    await button(page).click();
}

test("its button is there before the pointer comes, once it has its place; none where the attribute says so", async (t) => {
    const page = await openExhibits(t, [softmax, '<attention-explainer id="g" exhibit="blend" menu="none"></attention-explainer>'], {
        height: 2400,
    });
    const shown = (id) =>
        page.evaluate((which) => {
            const style = getComputedStyle(document.querySelector(which).shadowRoot.querySelector(".menu"));
            return style.display === "none" ? "none" : style.opacity === "1" && style.pointerEvents === "auto";
        }, id);
    await page.mouse.move(0, 0);
    assert.equal(await shown("#f"), true);
    assert.equal(await shown("#g"), "none");
    const [width, height, dots, contrast] = await page.evaluate(() => {
        const it = document.querySelector("#f").shadowRoot.querySelector(".menu-button");
        const range = document.createRange();
        range.selectNodeContents(it);
        const { width, height } = it.getBoundingClientRect();
        return [width, height, range.getBoundingClientRect().width, getComputedStyle(it).color === getComputedStyle(it.parentNode).color];
    });
    assert.deepEqual([width, height, contrast], [44, 44, false], "quieter than what is said");
    assert.ok(dots >= 12, `its sign is ${dots} px wide`);
    // Far away it has no place yet.
    await page.evaluate(() => {
        const far = document.createElement("attention-explainer");
        Object.assign(far, { id: "h", exhibit: "softmax" });
        far.style.marginTop = "9000px";
        document.body.append(far);
    });
    assert.equal(await shown("#h"), false);
    await page.evaluate(() => {
        document.querySelector("#f").menu = "none";
    });
    await settled(page);
    assert.equal(await shown("#f"), "none");
});

test("where nothing hovers the menu's button is there; what it opens is a dialog with the figure's name", async (t) => {
    const page = await openExhibits(t, [softmax], { height: 1200, hasTouch: true, isMobile: true });
    assert.equal(await page.evaluate(() => matchMedia("(hover: none)").matches), true);
    const look = await page.evaluate(() => {
        const style = getComputedStyle(document.querySelector("#f").shadowRoot.querySelector(".menu"));
        return [style.opacity, style.pointerEvents];
    });
    assert.deepEqual(look, ["1", "auto"]);
    const inside = await page.evaluate(() => {
        const figure = document.querySelector("#f").getBoundingClientRect();
        const it = document.querySelector("#f").shadowRoot.querySelector(".menu-button").getBoundingClientRect();
        return { width: it.width, height: it.height, whole: it.left >= figure.left && it.right <= figure.right && it.top >= figure.top };
    });
    assert.deepEqual(inside, { width: 44, height: 44, whole: true });
    await button(page).tap();
    await page.locator(".menu-panel:popover-open").waitFor();
    const opened = page.getByRole("dialog");
    assert.equal(await opened.count(), 1);
    const names = await page.evaluate(() =>
        [".menu-button", ".menu-panel"].map((one) => document.querySelector("#f").shadowRoot.querySelector(one).getAttribute("aria-label")),
    );
    assert.equal(names[0], names[1]);
    assert.match(names[0], /^Menu of /);
});

for (const { id } of exhibitTable()) {
    test(`${id}: the menu's button covers nothing that is touched`, async (t) => {
        const page = await openExhibits(t, id, { height: 1000 });
        for (const width of [320, 360, 520, 768, 960, 1280]) {
            await page.setViewportSize({ width, height: 1000 });
            await settled(page);
            const covered = await page.evaluate(() => {
                const root = document.querySelector("attention-explainer").shadowRoot;
                const menu = root.querySelector(".menu-button").getBoundingClientRect();
                return [...root.querySelectorAll(".control:not([hidden]):not(.loose)")]
                    .filter((one) => {
                        const box = one.getBoundingClientRect();
                        return (
                            box.left < menu.right - 1 && box.right > menu.left + 1 && box.top < menu.bottom - 1 && box.bottom > menu.top + 1
                        );
                    })
                    .map((one) => one.textContent.slice(0, 40));
            });
            assert.deepEqual(covered, [], `${width} px`);
        }
    });
}

test("reset, undo and redo by the menu; what cannot be done says so; Escape gives the focus back", async (t) => {
    const page = await openExhibits(t, softmax, { height: 1400 });
    await focusControl(page, "temperature");
    for (const key of ["ArrowRight", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
    const warm = await saved(page);
    await focusControl(page, "score1");
    await page.keyboard.press("End");
    const both = await saved(page);
    assert.notEqual(warm, both);
    await openMenu(page);
    assert.equal(await item(page, "redo").getAttribute("aria-disabled"), "true");
    await item(page, "undo").click();
    assert.equal(await saved(page), warm);
    await item(page, "undo").click();
    assert.equal(await saved(page), "", "three presses of one key on one slider are one step");
    assert.equal(await item(page, "undo").getAttribute("aria-disabled"), "true");
    await item(page, "undo").click({ force: true }); // as a reader may, though it says that it can do nothing
    await item(page, "redo").click();
    await item(page, "redo").click();
    assert.equal(await saved(page), both);
    await item(page, "reset").click();
    assert.equal(await saved(page), "");
    await item(page, "undo").click();
    assert.equal(await saved(page), both, "a reset can be undone");
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => document.querySelector("attention-explainer").shadowRoot.activeElement?.className === "menu-button");
    assert.deepEqual(page.problems, []);
});

test("reset goes back to what the tag shows, and there it can do nothing; the link to that is the id alone", async (t) => {
    const tag = '<attention-explainer id="f" exhibit="softmax" state="temperature=0.5"></attention-explainer>';
    const page = await openExhibits(t, tag, { height: 1400, permissions: ["clipboard-read", "clipboard-write"] });
    await openMenu(page);
    assert.equal(await item(page, "reset").getAttribute("aria-disabled"), "true");
    const link = () => copied(page, () => item(page, "link").click());
    assert.match(await link(), /#f$/);
    await page.evaluate(() => {
        document.querySelector("#f").state = { temperature: 1 };
    });
    await settled(page);
    assert.equal(await saved(page), "");
    assert.match(await link(), /#f\?$/, "the state of all defaults is not the tag's");
    await item(page, "reset").click();
    assert.equal(await saved(page), "temperature=0.5");
});

test("a drag is one step, two drags are two; what is shown after an undo is what that state shows", async (t) => {
    const page = await openExhibits(t, softmax, { height: 1400 });
    const drag = async (name, shares) => {
        const box = await page.evaluate(
            (wanted) =>
                document.querySelector("attention-explainer").shadowRoot.querySelector(`[name=${wanted}]`).getBoundingClientRect().toJSON(),
            name,
        );
        await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
        await page.mouse.down();
        for (const share of shares) {
            await page.mouse.move(box.x + box.width * share, box.y + box.height / 2);
            await settled(page);
        }
        await page.mouse.up();
        await page.mouse.move(0, 0);
        await settled(page);
    };
    await drag("temperature", [0.4, 0.5]); // (a figure's hint is gone after the first drag)
    await page.evaluate(() => document.querySelector("attention-explainer").undo());
    await settled(page);
    const before = await picture(page);
    await drag("temperature", [0.3, 0.4, 0.7]);
    const once = await saved(page);
    await drag("temperature", [0.2, 0.9]);
    assert.notEqual(await saved(page), once);
    const undo = () =>
        page.evaluate(async () => {
            const done = document.querySelector("attention-explainer").undo();
            await document.querySelector("attention-explainer").settled();
            return done;
        });
    assert.equal(await undo(), true);
    assert.equal(await saved(page), once);
    assert.equal(await undo(), true);
    assert.equal(await saved(page), "");
    assert.equal(await undo(), false);
    assert.deepEqual(await picture(page), before);
});

test("any sequence of changes, undos and redos is what a plain list of states would give", async (t) => {
    t.diagnostic(`SEED=${seed}`);
    const { History } = await load("web/element/page/history.ts");
    const next = random(seed);
    for (let run = 0; run < 300; ++run) {
        const history = new History();
        history.begin("0");
        let states = ["0"];
        let at = 0;
        for (let step = 0; step < 40; ++step) {
            const told = `SEED=${seed} run ${run} step ${step}`;
            if (next() < 0.5) {
                const state = String(Math.floor(next() * 6));
                history.note(state, ""); // a step of its own
                if (state !== states[at]) {
                    states = [...states.slice(0, at + 1), state];
                    at = states.length - 1;
                }
            } else {
                const by = next() < 0.5 ? -1 : 1;
                assert.equal(history.move(by), states[at + by] ?? null, told);
                if (states[at + by] !== undefined) at += by;
            }
            assert.deepEqual([history.canUndo, history.canRedo], [at > 0, at < states.length - 1], told);
        }
    }
});

test("files are what the element exports, by name and content", async (t) => {
    const page = await openExhibits(t, softmax, { height: 1400, acceptDownloads: true });
    const exported = await page.evaluate(() =>
        Object.fromEntries(
            ["svg", "csv", "json", "numpy"].map((format) => [format, document.querySelector("attention-explainer").export(format)]),
        ),
    );
    for (const [action, name] of [
        ["svg", "softmax.svg"],
        ["csv", "softmax.csv"],
        ["json", "softmax.json"],
        ["numpy", "softmax.py"],
        ["png", "softmax.png"],
    ]) {
        await openMenu(page);
        const [download] = await Promise.all([page.waitForEvent("download"), item(page, action).click()]);
        assert.equal(download.suggestedFilename(), name);
        const chunks = [];
        for await (const chunk of await download.createReadStream()) chunks.push(chunk);
        const bytes = Buffer.concat(chunks);
        if (action === "png") assert.equal(bytes.subarray(1, 4).toString(), "PNG");
        else assert.equal(bytes.toString(), exported[action]);
    }
    assert.deepEqual(page.problems, []);
});

test("a copied link opens the page there, in that state; a copied tag shows it; without an id it is known by its number", async (t) => {
    const body = `<p>one</p>${'<p class="far">two</p>'.repeat(80)}${softmax}<attention-explainer class="b" exhibit="blend"></attention-explainer>`;
    const address = await makePage(body);
    const page = await open(t, address, { permissions: ["clipboard-read", "clipboard-write"] });
    await page.evaluate(() => {
        document.querySelector("#f").scrollIntoView();
        document.querySelector("#f").state = { temperature: 0.5, count: 3 };
    });
    await settled(page);
    await page.hover("#f");
    await page.locator("#f .menu-button").click();
    const link = await copied(page, () => page.locator("#f [data-action=link]").click());
    assert.equal(link, `${address}#f?${await page.evaluate(() => document.querySelector("#f").save())}`);
    await page.locator("#f [data-action=tag]").click();
    await page.waitForFunction(() => /tag/.test(document.querySelector("#f").shadowRoot.querySelector(".menu-status").textContent));
    const tag = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(
        tag,
        /^<script type="module" src="http:.*\/attention-explainer\.js"><\/script>\n<attention-explainer exhibit="softmax" state="count=3;temperature=0\.5"><\/attention-explainer>$/,
    );
    const state = await page.evaluate(() => document.querySelector("#f").save());
    const other = await open(t, link);
    await other.waitForFunction(() => scrollY > 500);
    await settled(other);
    assert.equal(await other.evaluate(() => document.querySelector("#f").save()), state);
    await other.evaluate(() => {
        location.hash = "#f?temperature=2";
    });
    await other.waitForFunction(() => document.querySelector("#f").save() === "temperature=2");
    const warnings = [];
    other.on("console", (message) => message.type() === "warning" && warnings.push(message.text()));
    await other.evaluate(() => {
        location.hash = "#f?temperature=nonsense";
    });
    await other.waitForFunction(() => location.hash.includes("nonsense"));
    await settled(other);
    assert.equal(await other.evaluate(() => document.querySelector("#f").save()), "temperature=2");
    await other.evaluate(() => {
        scrollTo(0, 0);
        location.hash = "#f?count=%33;nonsense=1";
    });
    await other.waitForFunction(() => scrollY > 500); // wrong, but the figure is what it names
    await other.evaluate(() => {
        location.hash = "#f?count=%33";
    });
    await other.waitForFunction(() => document.querySelector("#f").save() === "count=3");
    await page.evaluate(() => document.querySelector(".b").scrollIntoView());
    await settled(page);
    await page.hover(".b");
    await page.locator(".b .menu-button").click();
    const numbered = await copied(page, () => page.locator(".b [data-action=link]").click());
    assert.equal(numbered, `${address}#attention-explainer-2?`);
    await page.evaluate(() => (document.querySelector(".b").state = { count: 3 }));
    await settled(page);
    const third = await open(t, await copied(page, () => page.locator(".b [data-action=link]").click()));
    await third.waitForFunction(() => scrollY > 500 && document.querySelector(".b").state.count === 3);
    // An app that bundles the script says where the package is served.
    await page.evaluate(() => (document.querySelector(".b").constructor.home = "https://example.org/figures"));
    const away = (action) => copied(page, () => page.locator(`.b [data-action=${action}]`).click());
    assert.equal(await away("link"), "https://example.org/figures/embed.html?exhibit=blend&state=count%3D3");
    assert.match(
        await away("tag"),
        /^<script type="module" src="https:\/\/example\.org\/figures\/attention-explainer\.js"><\/script>\n<attention-explainer exhibit="blend"/,
    );
});

test("a link that is copied in a page that no address opens leads to the page of that exhibit", async (t) => {
    const inner = `<!doctype html><script type="module" src="/attention-explainer.js"></script>
        <attention-explainer id="f" exhibit="softmax" theme="dark" state="temperature=0.5"></attention-explainer>`;
    const page = await open(
        t,
        await makePage(`<iframe width="700" height="700" srcdoc="${inner.replaceAll('"', "&quot;")}"></iframe>`, {
            script: false,
            headers: {},
        }),
        { permissions: ["clipboard-read", "clipboard-write"] },
    );
    const frame = await (await page.waitForSelector("iframe")).contentFrame();
    await settled(frame);
    await frame.hover("#f");
    await frame.locator(".menu-button").click();
    const link = await copied(page, () => frame.locator("[data-action=link]").click());
    assert.equal(link, `${new URL(page.url()).origin}/embed.html?exhibit=softmax&state=temperature%3D0.5&theme=dark`);
});

test("a copied tag keeps what its author wrote, and shows the same figure: the state is said beside `show`", async (t) => {
    const piece = exhibitTable()
        .find(({ id }) => id === "softmax")
        .parameters.find((one) => one.piece).name;
    const attributes =
        'exhibit="softmax" show="" poster="" theme="dark" loading="eager" alt="A &quot;row&quot; &lt; 1" group="g" renderer="svg" lang="de"';
    const page = await openExhibits(
        t,
        `<attention-explainer id="f" class="mine" style="color: red" data-x="y" ${attributes}></attention-explainer>
        <div lang="de"><attention-explainer id="g" exhibit="softmax"></attention-explainer></div>`,
        { height: 3000, permissions: ["clipboard-read", "clipboard-write"], page: { headers: {} } },
    );
    const tagOf = async (id) => (await copied(page, () => page.locator(`${id} [data-action=tag]`).click())).replace(/^<script.*\n/, "");
    await page.hover("#f");
    await page.locator("#f .menu-button").click();
    assert.equal(await tagOf("#f"), `<attention-explainer ${attributes}></attention-explainer>`);
    for (const changes of [{ temperature: 0.5 }, { [piece]: true }, { temperature: 0.5, [piece]: true, count: 3 }]) {
        await page.evaluate((some) => (document.querySelector("#f").state = some), changes);
        const tag = await tagOf("#f");
        const [there, again] = await page.evaluate((html) => {
            const other = new DOMParser().parseFromString(html, "text/html").querySelector("attention-explainer");
            other.removeAttribute("group"); // (it would take the state of the other one)
            document.body.append(other);
            const states = [document.querySelector("#f").save(), other.save()];
            other.remove();
            return states;
        }, tag);
        assert.equal(again, there, tag);
    }
    assert.match(await tagOf("#f"), new RegExp(` lang="de" state="count=3;temperature=0\\.5;${piece}=true"`));
    await page.keyboard.press("Escape");
    await page.hover("#g");
    await page.locator("#g .menu-button").click();
    assert.equal(await tagOf("#g"), '<attention-explainer exhibit="softmax" lang="de"></attention-explainer>');
    // an address of the page's would be another file elsewhere
    await page.route("**/more/fr.json", (route) => route.fulfill({ json: { lang: "fr", decimal: ",", words: {} } }));
    await page.evaluate(() => document.querySelector("#g").setAttribute("words", "more/fr.json"));
    await settled(page);
    const address = new URL("more/fr.json", page.url()).href;
    assert.equal(await tagOf("#g"), `<attention-explainer exhibit="softmax" words="${address}" lang="fr"></attention-explainer>`);
});

/** Where the open menu is, and its button. */
const boxes = (page) =>
    page.evaluate(() =>
        [".menu-panel", ".menu-button"].map((name) =>
            document.querySelector("attention-explainer").shadowRoot.querySelector(name).getBoundingClientRect().toJSON(),
        ),
    );

test("far down a page it opens beside its button all the same; if its script does not come it says so there, and comes when asked again", async (t) => {
    const address = await makePage(`<div style="height: 30000px"></div>${softmax}`, { headers: {} });
    const page = await open(t, address, { height: 900 });
    await page.evaluate(() => document.querySelector("#f").scrollIntoView());
    await page.waitForFunction(() => document.querySelector("#f").path);
    await settled(page);
    const held = (route) => route.abort();
    const chunks = new Set(page.fetched.filter((path) => /chunk/.test(path)));
    await page.route(/chunk-[^/]*\.js/, (route) => (chunks.has(new URL(route.request().url()).pathname) ? route.continue() : held(route)));
    const besides = async () => {
        await page.waitForFunction(() =>
            document.querySelector("attention-explainer").shadowRoot.querySelector(".menu-panel").matches(":popover-open"),
        );
        const [panel, button] = await boxes(page);
        const apart = Math.min(Math.abs(panel.top - button.bottom), Math.abs(button.top - panel.bottom));
        assert.ok(
            apart < 8 && panel.top >= 0 && panel.bottom <= 900 && Math.abs(panel.right - button.right) < 8,
            JSON.stringify({ panel, button }),
        );
    };
    await openMenu(page);
    await besides();
    assert.match(await page.locator(".menu-panel").innerText(), /could not be loaded/);
    await page.keyboard.press("Escape");
    await page.unroute(/chunk-[^/]*\.js/);
    await openMenu(page);
    await besides();
    assert.equal(await item(page, "undo").count(), 1);
});

test("while its script is on its way a second press takes the first back, and nobody who has gone elsewhere is disturbed", async (t) => {
    for (const leave of ["a second press", "elsewhere"]) {
        const page = await openExhibits(t, `<input id="field">${softmax}`, { height: 1400 });
        const known = new Set(page.fetched);
        let go;
        const gate = new Promise((done) => (go = done));
        await page.route(/chunk-[^/]*\.js/, async (route) => {
            if (!known.has(new URL(route.request().url()).pathname)) await gate;
            await route.continue();
        });
        await page.hover("attention-explainer");
        await button(page).click();
        if (leave === "elsewhere") await page.click("#field");
        else await button(page).click();
        go();
        await page.waitForFunction(() => document.querySelector("attention-explainer").shadowRoot.querySelector("[data-action=undo]"));
        await page.evaluate(() => new Promise((done) => setTimeout(done, 100)));
        assert.equal(await page.locator(".menu-panel:popover-open").count(), 0, leave);
        await openMenu(page);
        await page.waitForFunction(() =>
            document.querySelector("attention-explainer").shadowRoot.querySelector(".menu-panel").matches(":popover-open"),
        );
        await page.context().close();
    }
});

test("in what scrolls inside of the page an open menu goes with its button, and closes where the button is scrolled out of sight", async (t) => {
    const body = `<div id="scroller" tabindex="0"><div class="room"></div>${softmax}<div class="room"></div></div>`;
    const head = "<style>#scroller { height: 700px; overflow-y: scroll } .room { height: 600px }</style>";
    const page = await open(t, await makePage(body, { headers: {}, head }));
    await page.evaluate(() => (document.querySelector("#scroller").scrollTop = 600));
    await settled(page);
    await openMenu(page);
    await page.locator(".menu-panel.menu-panel:popover-open").waitFor();
    await page.locator(".menu.open").waitFor({ state: "attached" });
    const gap = async () => {
        const [panel, at] = await boxes(page);
        return panel.top - at.bottom;
    };
    const before = await gap();
    await page.evaluate(() => document.querySelector("#scroller").scrollBy(0, -60));
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    assert.ok(Math.abs((await gap()) - before) < 1, `${before} px apart, then ${await gap()}`);
    await page.evaluate(() => document.querySelector("#scroller").scrollBy(0, 3000));
    await page.waitForFunction(() => !document.querySelector("attention-explainer").shadowRoot.querySelector(".menu-panel:popover-open"));
    assert.deepEqual(page.problems, []);
});
