// One list of behaviours in every engine: Chromium, Firefox with and without WebGL2, WebKitGTK. ENGINES="Firefox,WebKitGTK" runs some of them;
// RENEW_ENGINES=1 writes the README's table anew.
import assert from "node:assert/strict";
import { test } from "node:test";
import { drawing } from "./behaviours/drawing.mjs";
import { formulas } from "./behaviours/formulas.mjs";
import { hosts } from "./behaviours/hosts.mjs";
import { keys } from "./behaviours/keys.mjs";
import { pointer } from "./behaviours/pointer.mjs";
import { surroundings } from "./behaviours/surroundings.mjs";
import { tensors } from "./behaviours/tensors.mjs";
import { use } from "./behaviours/use.mjs";
import { engines } from "./engines.mjs";
import { keepTable, keptTable, tableOf } from "./table.mjs";

const behaviours = [...drawing, ...pointer, ...keys, ...surroundings, ...hosts, ...use, ...formulas, ...tensors];
const chosen = engines.filter(({ name }) => !process.env.ENGINES || process.env.ENGINES.split(",").includes(name));
const cells = new Map(behaviours.map(({ name }) => [name, new Map()]));
const hung = { timeout: 300_000 }; // ms: on however busy a machine

/** One behaviour in one engine: what stands in its cell. */
async function cellOf({ needs, run }, engine, browser) {
    const obstacle = engine.cannot[needs];
    if (!obstacle) return (await run(browser, engine)) ?? "✓";
    if (obstacle.learnt) assert.ok(!(await obstacle.learnt(browser)), `${engine.name} can do it now: take it out of engines.mjs`);
    return obstacle.cell ?? "not drivable";
}

/** Whether the browser still shows pages. */
async function alive(browser) {
    const shown = async () => {
        const page = await browser.open();
        await page.evaluate(() => document.title);
        await page.close();
        return true;
    };
    return Promise.race([shown().catch(() => false), new Promise((resolve) => setTimeout(resolve, 20_000, false).unref())]);
}

/** A browser that is started again when it has died, WebKitGTK's now and then: what it died of is tried once more, and said. */
async function sturdy(launch, tell) {
    let browser = await launch();
    return {
        version: browser.version,
        /** Unless `signal` has ended it meanwhile. */
        async run(work, signal) {
            try {
                return await work(browser);
            } catch (error) {
                if (signal.aborted || (await alive(browser)) || signal.aborted) throw error;
                tell(`it died, and is started again: ${error.message}`);
                await browser.stop();
                browser = await launch();
                signal.throwIfAborted();
                return work(browser);
            }
        },
        stop: () => browser.stop(),
    };
}

test("three engines", { concurrency: 2 }, async (t) => {
    await Promise.all(
        chosen.map((engine) =>
            t.test(engine.name, async (inside) => {
                const browser = await sturdy(engine.launch, (words) => inside.diagnostic(`${engine.name}: ${words}`));
                inside.diagnostic(`${engine.name} ${browser.version}`);
                try {
                    for (const behaviour of behaviours) {
                        const { name, needs } = behaviour;
                        const why = engine.cannot[needs]?.why;
                        await inside.test(
                            why ? `${name}: ${engine.cannot[needs].cell ?? "not drivable"} (${why})` : name,
                            hung,
                            async ({ signal }) => {
                                const found = cells.get(name);
                                found.set(engine.name, "**fails**");
                                const cell = await browser.run((one) => cellOf(behaviour, engine, one), signal);
                                if (!signal.aborted) found.set(engine.name, cell);
                            },
                        );
                    }
                } finally {
                    await browser.stop();
                }
            }),
        ),
    );
});

test("the README's table is what this run has found", { skip: chosen.length < engines.length && "some engines only" }, () => {
    const notes = engines.flatMap(({ name: engine, cannot }) =>
        Object.entries(cannot).flatMap(([what, { why, cell }]) => (cell ? [] : [{ engine, what, why }])),
    );
    const table = tableOf(
        engines.map(({ name }) => name),
        cells,
        notes,
    );
    if (process.env.RENEW_ENGINES) keepTable(table);
    const lines = (text, other) => text.split("\n").filter((line) => !other.includes(line));
    assert.deepEqual(lines(keptTable(), table), lines(table, keptTable()), "lines of the README's, and of this run's");
    assert.ok(keptTable() === table, "the README's table has its lines in another order");
});
