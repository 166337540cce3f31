// A player's native button: it says whether it plays, whoever started it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { controlBox, openExhibits, settled } from "./support.mjs";

const pressed = (page) =>
    page.evaluate(() =>
        document.querySelector("attention-explainer").shadowRoot.querySelector('[name="play"]').getAttribute("aria-pressed"),
    );
const until = (page, wanted) =>
    page.waitForFunction(
        (value) =>
            document.querySelector("attention-explainer").shadowRoot.querySelector('[name="play"]').getAttribute("aria-pressed") === value,
        wanted,
    );

for (const exhibit of ["softmax", "pipeline"]) {
    test(`${exhibit}: "play" is pressed while it plays, by its native button or the one in the canvas`, async (t) => {
        const page = await openExhibits(t, `<attention-explainer exhibit="${exhibit}" state="step=1"></attention-explainer>`, {
            height: 1800,
        });
        assert.equal(await pressed(page), "false");
        await page.evaluate(() => document.querySelector("attention-explainer").shadowRoot.querySelector('[name="play"]').click());
        await until(page, "true");
        await page.evaluate(() => document.querySelector("attention-explainer").shadowRoot.querySelector('[name="play"]').click());
        await until(page, "false");
        const { middle } = await controlBox(page, "play");
        await page.mouse.click(middle.x, middle.y);
        await until(page, "true");
        await settled(page); // to the last step
        assert.equal(await pressed(page), "false");
        assert.notEqual(await page.evaluate(() => document.querySelector("attention-explainer").state.step), 1);
        assert.deepEqual(page.problems, []);
    });
}
