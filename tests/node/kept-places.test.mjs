// The places that the page keeps for figures before their element is there (web/essay/heights.mjs): at every width what the element will reserve.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { load } from "../bundled.mjs";
import { heightRules } from "../../web/essay/heights.mjs";

const exhibits = JSON.parse(readFileSync(new URL("../../build/web/generated/exhibits.json", import.meta.url), "utf8"));
const { reservedHeight } = await load("web/element/drawing/size.ts");

/** What the rules say at a width, as a browser takes them: the last that applies. */
function ruledHeight(rules, id, width) {
    let height;
    for (const [, from = "0", of, slope = "0", at] of rules.matchAll(
        /(?:@container\(width>=(\d+)px\)\{)?\[exhibit=([\w-]+)\]\{--height:(?:calc\((-?[\d.]+)cqw \+ )?(-?[\d.]+)px/g,
    ))
        if (of === id && width >= Number(from)) height = (Number(slope) / 100) * width + Number(at);
    return height;
}

test("at every width of a figure the place is as high as the element will be, by two pixels", () => {
    const rules = heightRules(exhibits);
    for (const exhibit of exhibits) {
        for (let width = 272; width <= 960; ++width) {
            const [kept, needed] = [ruledHeight(rules, exhibit.id, width), reservedHeight(exhibit, width)];
            assert.ok(Math.abs(kept - needed) <= 2.6, `${exhibit.id} at ${width}: ${kept} px kept, ${needed} px needed`);
        }
    }
});
