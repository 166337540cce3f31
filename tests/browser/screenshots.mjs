// Pictures of the exhibits as a reader sees them: `./build.sh screenshots [exhibit | exhibit?state | "#id"]...` takes each at three widths, light and
// dark, into build/screenshots; its presets at the middle width. "#id" is a part of the page. No test: somebody looks at them.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { browser, exhibitTable, makePage, origin, root, settled } from "./support.mjs";

const folder = join(root, "build/screenshots");
mkdirSync(folder, { recursive: true });

const named = process.argv.slice(2);
const table = exhibitTable(true);
const shots = [];
for (const name of named.length > 0 ? named : [...exhibitTable().map(({ id }) => id), "#page"]) {
    if (name.startsWith("#")) {
        shots.push({ part: name.slice(1), file: name.slice(1), widths: [1280, 768, 360] });
        continue;
    }
    const [id, state] = name.split("?");
    const exhibit = table.find((one) => one.id === id);
    if (!exhibit) throw new Error(`no exhibit ${id}; there are ${table.map((one) => one.id).join(", ")}`);
    shots.push({
        id,
        state: state ?? "",
        file: state ? `${id}-${state.replaceAll(/[^\w.=-]+/g, "_").slice(0, 60)}` : id,
        widths: [1280, 768, 360],
    });
    if (state === undefined) {
        for (const [index, preset] of exhibit.presets.entries()) {
            if (preset.state) shots.push({ id, state: preset.state, file: `${id}-preset-${index + 1}`, widths: [768], themes: ["light"] });
        }
    }
}

for (const { id, state, part, file, widths, themes = ["light", "dark"] } of shots) {
    for (const width of widths) {
        for (const theme of themes) {
            const context = await (
                await browser()
            ).newContext({ viewport: { width, height: 900 }, colorScheme: theme, deviceScaleFactor: width < 500 ? 2 : 1 });
            const page = await context.newPage();
            if (part) {
                await page.goto(`${await origin()}/index.html`);
            } else {
                const tag = `<attention-explainer exhibit="${id}" loading="eager"></attention-explainer>`;
                await page.goto(await makePage(`<main style="margin: 16px auto; max-width: 960px">${tag}</main>`, { headers: {} }));
                await page.addStyleTag({ content: `body { margin: 0 16px; background: ${theme === "dark" ? "#16181d" : "#fff"} }` });
                await page.evaluate((text) => text && document.querySelector("attention-explainer").restore(text), state);
            }
            await page.evaluate(async () => {
                for (const element of document.querySelectorAll("attention-explainer")) {
                    element.scrollIntoView();
                    await element.settled();
                }
                scrollTo(0, 0);
            });
            if (!part) await settled(page);
            const path = join(folder, `${file}-${width}-${theme}.png`);
            await (part && part !== "page" ? page.locator(`#${part}`) : page).screenshot({ path, fullPage: !part || part === "page" });
            console.log(path.slice(root.length));
            await context.close();
        }
    }
}
await (await browser()).close();
process.exit(0);
