// The places that the page keeps for figures before their element is there (web/essay/heights.mjs): at every width what the element will reserve.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { load } from "../bundled.mjs";
import { heightRules } from "../../web/essay/heights.mjs";
import { random as generator, seed } from "../random.mjs";

const exhibits = JSON.parse(readFileSync(new URL("../../build/web/generated/exhibits.json", import.meta.url), "utf8"));
const { reservedHeight } = await load("web/element/drawing/size.ts");
const { defaultsShowing } = await load("web/element/state/pieces.ts");

/** What the rules say at a width of an exhibit that shows these pieces (null: those it opens with), as a browser takes them: the last that applies. */
function ruledHeight(rules, id, show, width) {
    let height;
    for (const [, from = "0", of, shown = null, slope = "0", at] of rules.matchAll(
        /(?:@container\(width>=(\d+)px\)\{)?\[exhibit=([\w-]+)\](?:\[show="([^"]*)"\])?\{--height:(?:calc\((-?[\d.]+)cqw \+ )?(-?[\d.]+)px/g,
    ))
        if (of === id && shown === show && width >= Number(from)) height = (Number(slope) / 100) * width + Number(at);
    return height;
}

const random = generator(seed);
const shows = exhibits.flatMap((exhibit) => {
    const pieces = [exhibit.essential, "all", "", ...exhibit.parameters.map(({ piece }) => piece)].filter((piece) => piece !== undefined);
    return [null, ...pieces, pieces.filter((piece) => piece !== "all" && random() < 0.5).join(" ")].map((show) => ({
        exhibit: exhibit.id,
        show,
    }));
});

test(`at every width of a figure the place is as high as the element will be, by two pixels, whatever pieces it shows (SEED=${seed})`, () => {
    const rules = heightRules(exhibits, shows);
    assert.ok(shows.length > 2 * exhibits.length);
    for (const { exhibit: id, show } of shows) {
        const exhibit = exhibits.find((one) => one.id === id);
        const values = defaultsShowing(exhibit, show);
        for (let width = 272; width <= 960; ++width) {
            const needed = reservedHeight(exhibit, Math.max(width, 320), values) * Math.min(1, width / 320); // (narrower, all of it is smaller)
            const kept = ruledHeight(rules, id, show, width);
            assert.ok(Math.abs(kept - needed) <= 2.6, `${id} showing ${show} at ${width}: ${kept} px kept, ${needed} px needed`);
        }
    }
});
