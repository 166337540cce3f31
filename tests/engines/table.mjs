// The table engine × behaviour: made of what a run found, kept in the README.
import { readFileSync, writeFileSync } from "node:fs";
import { root } from "../browser/support.mjs";

const file = `${root}README.md`;
const [begin, end] = ["<!-- engines: RENEW_ENGINES=1 ./build.sh test engines writes what is below -->", "<!-- /engines -->"];

/** Of `cells`: behaviour -> engine -> what is said of it; `notes`: why something is not drivable, of which engine. */
export function tableOf(engines, cells, notes) {
    const row = (words) => `| ${words.join(" | ")} |`;
    const lines = [row(["", ...engines]), row(["---", ...engines.map(() => "---")])];
    for (const [name, found] of cells) lines.push(row([name, ...engines.map((engine) => found.get(engine) ?? "not run")]));
    const told = notes.map(({ engine, what, why }) => `- ${engine}, ${what}: ${why}.`);
    return [...lines, "", "What is not drivable, and why:", "", ...told].join("\n");
}

export function keptTable() {
    const text = readFileSync(file, "utf8");
    return text.slice(text.indexOf(begin) + begin.length, text.indexOf(end)).trim();
}

export function keepTable(table) {
    const text = readFileSync(file, "utf8");
    writeFileSync(file, `${text.slice(0, text.indexOf(begin) + begin.length)}\n\n${table}\n\n${text.slice(text.indexOf(end))}`);
}
