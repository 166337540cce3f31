// What assistive technology finds: names, roles, values, descriptions, tables, a live region; axe-core's rules on the page.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
    assertDrawn,
    controlBox,
    describe,
    focusControl,
    launch,
    makePage,
    open,
    openExhibits,
    origin,
    require,
    rowsOf,
    settled,
} from "./support.mjs";

const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

for (const scheme of ["light", "dark"]) {
    for (const address of ["index.html", "embed.html?exhibit=softmax", "embed.html?exhibit=nothing"]) {
        test(`axe-core finds nothing wrong with ${address} (${scheme})`, async (t) => {
            const page = await open(t, `${await origin()}/${address}`, { colorScheme: scheme });
            for (const element of await page.locator("attention-explainer").all()) {
                await element.scrollIntoViewIfNeeded();
                await settled(page);
            }
            for (const summary of await page.locator("summary:visible").all()) await summary.click();
            await page.evaluate(axe); // by the debugger, past the page's policy
            // A frame has no heading of its own: it would stand among those of the page around it.
            const rules = { "page-has-heading-one": { enabled: !address.startsWith("embed") } };
            const { violations } = await page.evaluate(
                (chosen) => window.axe.run(document, { resultTypes: ["violations"], rules: chosen }),
                rules,
            );
            const found = violations.map(
                ({ id, nodes }) => `${id}: ${nodes.map(({ html, any }) => `${html.slice(0, 120)} ${any[0]?.message ?? ""}`).join(" | ")}`,
            );
            assert.deepEqual(found, []);
        });
    }
}

test("each control has a name, a value in words and a description; the group has the exhibit's title or the author's words", async (t) => {
    const page = await openExhibits(
        t,
        [
            '<attention-explainer exhibit="softmax" alt="Try the softmax"></attention-explainer>',
            '<attention-explainer exhibit="heads"></attention-explainer>',
        ],
        { height: 1800 },
    );
    const tree = await page.locator("body").ariaSnapshot();
    assert.match(tree, /group "Try the softmax"/);
    assert.match(tree, /slider "temperature T"/);
    assert.match(tree, /checkbox "causal mask" \[checked\]/);
    assert.match(tree, /combobox "head"/);
    assert.match(tree, /button "all equal"/);
    assert.match(tree, /button "five scores" \[pressed\]/);
    assert.match(tree, /table "Weights"/);
    const temperature = page.locator('[name="temperature"]');
    assert.equal(await temperature.getAttribute("aria-valuetext"), "1.00");
    const description = await temperature.evaluate(
        (native) => native.getRootNode().getElementById(native.getAttribute("aria-describedby")).textContent,
    );
    assert.match(description, /divided by T/);
    const everyOne = await page.evaluate(() =>
        [...document.querySelectorAll("attention-explainer")].flatMap((element) =>
            [...element.shadowRoot.querySelectorAll("input, select")].map((native) => [
                native.name,
                native.labels[0]?.textContent,
                native.getAttribute("aria-describedby"),
            ]),
        ),
    );
    for (const [name, label, help] of everyOne) assert.ok(label && help, `${name}: ${label}, ${help}`);
});

test("far down a page the browser tells assistive technology of every control, by role, name and value, though it lays none of them out", async (t) => {
    const body = `<a href="#" id="first">first</a><div class="far"></div><attention-explainer exhibit="softmax" loading="eager" renderer="svg"></attention-explainer>`;
    // (As for a screen reader: without one Chromium tells its own tools only of what is laid out.)
    const chromium = await launch({ args: ["--no-sandbox", "--force-renderer-accessibility=screen-reader"] });
    t.after(() => chromium.close());
    const page = await chromium.newPage();
    await page.goto(await makePage(body, { headers: {}, head: "<style>.far { height: 9000px }</style>" }));
    const tellControls = async () => {
        const { nodes } = await session.send("Accessibility.getFullAXTree");
        return nodes
            .filter(
                ({ ignored, role, name }) => !ignored && name?.value && /^(slider|checkbox|combobox|textbox|grid|button)$/.test(role.value),
            )
            .map(({ role, name, value }) => [role.value, name.value, value?.value].join(" "))
            .sort();
    };
    const laidOut = () =>
        page.evaluate(() => {
            const holder = document.querySelector("attention-explainer").shadowRoot.querySelector(".control");
            return holder.checkVisibility({ contentVisibilityAuto: true });
        });
    await page.evaluate(async () => {
        await customElements.whenDefined("attention-explainer");
        await document.querySelector("attention-explainer").loaded;
    });
    await settled(page);
    const session = await page.context().newCDPSession(page);
    await session.send("Accessibility.enable");
    assert.equal(await laidOut(), false);
    const far = await tellControls();
    assert.ok(
        far.some((told) => told.startsWith("slider temperature T")),
        `${far}`,
    );
    assert.ok(!far.some((told) => told.startsWith("slider s₆")), "what plays no role");
    await page.evaluate(() => document.querySelector("attention-explainer").scrollIntoView());
    await settled(page);
    assert.equal(await laidOut(), true);
    assert.deepEqual(far, await tellControls());
});

test("each native control lies over what is drawn of it in the canvas: a pointer there moves the very same value", async (t) => {
    const page = await openExhibits(t, "softmax");
    for (const name of ["temperature", "score1", "score4", "count"]) {
        const before = await page.evaluate((key) => document.querySelector("attention-explainer").state[key], name);
        const { x, width, middle } = await controlBox(page, name);
        const hit = await page.evaluate(
            ([px, py]) => document.querySelector("attention-explainer").shadowRoot.elementFromPoint(px, py).tagName,
            [middle.x, middle.y],
        );
        assert.equal(hit, "CANVAS", "the pointer goes to the canvas");
        await page.mouse.click(x + width * 0.35, middle.y);
        await settled(page);
        const after = await page.evaluate((key) => document.querySelector("attention-explainer").state[key], name);
        assert.notEqual(after, before, name);
    }
});

test("controls that play no role are out of the Tab order", async (t) => {
    const page = await openExhibits(t, '<attention-explainer exhibit="softmax" state="count=2"></attention-explainer>');
    const visible = () =>
        page.evaluate(() =>
            [...document.querySelector("attention-explainer").shadowRoot.querySelectorAll(".control:not([hidden]) input")]
                .map(({ name }) => name)
                .filter((name) => /^(count|temperature|score\d)$/.test(name)),
        );
    assert.deepEqual(await visible(), ["count", "temperature", "score1", "score2"]);
    await page.evaluate(() => (document.querySelector("attention-explainer").state = { count: 4 }));
    await settled(page);
    assert.deepEqual(await visible(), ["count", "temperature", "score1", "score2", "score3", "score4"]);
});

test("the live region speaks the summary once it is still, after the reader's changes and not after the page's", async (t) => {
    const page = await openExhibits(t, "softmax");
    const status = () =>
        page.evaluate(() => document.querySelector("attention-explainer").shadowRoot.querySelector("[role=status]").textContent);
    assert.equal(await status(), "");
    await page.evaluate(() => (document.querySelector("attention-explainer").state = { temperature: 0.5 }));
    await settled(page);
    assert.equal(await status(), "", "the page's own change is not spoken");
    await focusControl(page, "temperature");
    await page.keyboard.press("ArrowRight");
    await settled(page);
    const spoken = await status();
    assert.equal(spoken, (await describe(page)).summary);
    const cells = () =>
        page.evaluate(() =>
            [...document.querySelector("attention-explainer").shadowRoot.querySelectorAll("tbody tr:nth-child(1)")].map(
                (row) => row.textContent,
            ),
        );
    const table = await cells();
    await page.keyboard.press("End");
    await settled(page);
    assert.notDeepEqual(await cells(), table, "the tables follow");
    assert.notEqual(await status(), spoken);
    assert.equal(rowsOf(await describe(page), "Weights").length, 5);
});

test("forced colours: a focused control has an outline of its own", async (t) => {
    const page = await openExhibits(t, "softmax", { forcedColors: "active" });
    await focusControl(page, "temperature");
    await settled(page);
    const outline = await page.evaluate(() => {
        const holder = document.querySelector("attention-explainer").shadowRoot.activeElement.closest(".control");
        const style = getComputedStyle(holder);
        return [style.outlineStyle, parseFloat(style.outlineWidth), style.opacity];
    });
    assert.deepEqual(outline, ["solid", 3, "1"]);
    await assertDrawn(page);
});
