// What the TypeScript imports as ../generated/…: the glue of both modules, which module has which figure, and the table of exhibits, asked of
// the engine in Node.
import { mkdirSync, readdirSync } from "node:fs";
import { packed } from "../heights.mjs";
import { engineOf, figureModules, languageModule, modulesBeside, ofTensors } from "./engine.mjs";
import { at, read, variants, write } from "./paths.mjs";

const widths = [280, 1600]; // of which the element knows the height before the engine is there

/** Ready to ship is one glue for the three builds of a module; that they are the same but for the file's name is checked. */
export function glueOf(name) {
    const [first, ...others] = variants.map((variant) => read(`build/web/out/${name}.${variant}.js`));
    for (const [i, other] of others.entries()) {
        if (other.replaceAll(`${name}.${variants[i + 1]}.wasm`, `${name}.${variants[0]}.wasm`) !== first)
            throw new Error(`the JavaScript of ${name} differs between ${variants[0]} and ${variants[i + 1]}: one cannot serve both`);
    }
    return first;
}

/** The name that `show` has for a piece: "row-column" of the toggle showRowColumn. */
const pieceName = (parameter) =>
    parameter.replace(/^show/, "").replace(/[A-Z]/g, (letter, at) => (at > 0 ? "-" : "") + letter.toLowerCase());

/**
 * The heights of an exhibit as it opens, what each of its pieces adds, in their order, and those with just some of them where it is not that sum (by their names);
 * in a language that the engine has, 0 for English. With a `step` of more than 1 only every so many widths are asked, and those between have the larger one's height.
 */
function heightsOf(engine, exhibit, step, language = 0, view = engine.makeView(exhibit.id)) {
    view.setLanguage(language);
    const pieces = exhibit.parameters.flatMap((parameter, index) => (parameter.piece ? [{ ...parameter, index }] : []));
    const show = (shown) => pieces.forEach((piece) => view.set(piece.index, shown(piece)));
    const known = new Map();
    const heightAt = (width) => known.get(width) ?? known.set(width, Math.ceil(view.naturalHeight(width))).get(width);
    const heightsShowing = (shown) => {
        known.clear();
        show(shown);
        return Array.from({ length: widths[1] - widths[0] + 1 }, (_, i) =>
            Math.max(heightAt(widths[0] + i - (i % step)), heightAt(widths[0] + i + ((step - (i % step)) % step))),
        );
    };
    const difference = (a, b) => a.map((height, i) => height - b[i]);
    const all = heightsShowing(() => true);
    const added = pieces.map((piece) =>
        difference(
            all,
            heightsShowing((other) => other !== piece),
        ),
    );
    const sum = (shown) => added.reduce((heights, one, i) => (shown(pieces[i]) ? heights : difference(heights, one)), all);
    const others = {};
    for (let set = 0; set < 2 ** pieces.length; ++set) {
        const shown = (piece) => ((set >> pieces.indexOf(piece)) & 1) === 1;
        const summed = sum(shown);
        known.clear();
        show(shown);
        // (Where it is not the sum it is so over many widths, or where the sheet becomes another one.)
        const telling = (i) => i % (24 * step) === 0 || (step === 1 && Math.abs(all[i] - all[i - 1]) > 24);
        if (!summed.some((height, i) => telling(i) && heightAt(widths[0] + i) !== height)) continue;
        others[
            pieces
                .filter(shown)
                .map(({ name }) => pieceName(name))
                .join(" ")
        ] = packed(widths[0], heightsShowing(shown));
    }
    view.delete();
    return {
        heights: packed(
            widths[0],
            sum((piece) => piece.default),
        ),
        added: added.map((heights) => packed(widths[0], heights)),
        ...(Object.keys(others).length > 0 && { others }),
    };
}

/**
 * The files of words into a folder, each with the heights that exhibits have in its language:
 * web/element/language/translation.ts reads them. `exhibits` is the table.
 */
export async function writeWords(folder, exhibits, module, step = 1) {
    const engine = await engineOf(module);
    mkdirSync(at(`${folder}/words`), { recursive: true });
    for (const file of readdirSync(at("web/words")).filter((name) => name.endsWith(".json"))) {
        const { decimal, words, ...more } = JSON.parse(read(`web/words/${file}`));
        const sorted = Object.entries(words).sort(([a], [b]) => (a < b ? -1 : 1));
        const language = engine.makeLanguage(decimal, sorted.map((texts) => texts.map((text) => `${text}\0`).join("")).join(""));
        const heights = exhibits.map((exhibit) => [exhibit.id, heightsOf(engine, exhibit, step, language)]);
        for (const [exhibit, view] of await tensorViews(engine))
            heights.push([`tensors ${exhibit.id}`, heightsOf(engine, exhibit, step, language, view)]);
        write(`${folder}/words/${file}`, JSON.stringify({ ...more, decimal, words, heights: Object.fromEntries(heights) }));
    }
}

/**
 * The table of a module's exhibits, so that the element knows it before anything is loaded. What they are says the module with the
 * hidden ones, as those that ship need not know; which of them there are, and their heights, says the module itself.
 */
async function exhibitTable(module, step) {
    const engine = await engineOf(module);
    return (await engineOf("explainer.parts")).exhibits().flatMap((exhibit) => {
        const known = engine.makeView(exhibit.id);
        if (!known) return [];
        known.delete();
        return [tableRow(exhibit, heightsOf(engine, exhibit, step))];
    });
}

function tableRow(exhibit, { heights, added, others }) {
    // the only matrix that one starts with is its default, and said there
    const parameters = exhibit.parameters.map(({ matrices, ...parameter }) => ({
        ...parameter,
        ...(matrices?.length > 1 && { matrices }),
        ...(parameter.piece && { piece: pieceName(parameter.name), heights: added.shift() }),
    }));
    return { ...exhibit, parameters, heights, ...(others && { others }) };
}

/** The same of the exhibits of tensors that a page brings; their heights are those of any tensors. */
async function tensorExhibitTable(module, step) {
    const engine = await engineOf(module);
    return (await tensorViews(engine)).map(([exhibit, view]) => tableRow(exhibit, heightsOf(engine, exhibit, step, 0, view)));
}

/** Each of them, with a view of the smallest tensors that there are. */
async function tensorViews(engine) {
    return (await engineOf("explainer.parts")).tensorExhibits().map((exhibit) => {
        const which = engine.tensors("begin", { bytes: 0 });
        for (const name of ["attention", "q", "k", "v", "logits"])
            engine.tensors("array", { which, array: { name, shape: [1, 1], data: [1] } });
        const view = engine.makeTensorView(exhibit.id, which);
        engine.tensors("free", { which });
        return [exhibit, view];
    });
}

/** The table, column by column: web/element/state/exhibit-table.ts reads them. */
function columnsOf(rows) {
    const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    return Object.fromEntries(
        keys.map((key) => {
            const values = rows.map((row) => row[key] ?? null);
            const nested = values.some((value) => Array.isArray(value) && value[0]?.constructor === Object);
            return [key, nested ? { counts: values.map(({ length }) => length), columns: columnsOf(values.flat()) } : values];
        }),
    );
}

/** Where the modules beside an engine are: literal addresses, so that bundlers see them. */
function moduleAddresses(engine, tensorIds) {
    const names = modulesBeside(engine);
    const ofExhibits = Object.entries(figureModules(engine)).filter(([id]) => !id.startsWith(ofTensors));
    const addresses = names.flatMap((name) => variants.map((variant) => `${name}.${variant}`));
    return [
        "/** The modules that have the code of each exhibit. */",
        `export const modules: Readonly<Record<string, readonly string[]>> = ${JSON.stringify(Object.fromEntries(ofExhibits))};`,
        "/** Those that it takes to speak another language. */",
        `export const languageModules: readonly string[] = ${JSON.stringify(names.filter((name) => name === languageModule))};`,
        "/** Exhibits that show tensors of a page's own. */",
        `export const tensorExhibitIds: readonly string[] = ${JSON.stringify(tensorIds)};`,
        "/** Where such a module is, for a build of the engine. Only one of three is ever fetched. */",
        "export function moduleAddress(name: string, path: string): URL {",
        "    switch (`${name}.${path}`) {",
        ...addresses.map((one) => `        case "${one}": return new URL("./explainer.${one}.wasm", import.meta.url);`),
        "    }",
        "    throw new Error(`there is no module ${name}`);",
        "}\n",
    ].join("\n");
}

/** Makes all of that in a folder beside the TypeScript. `module` is the engine that is asked: "explainer.scalar". */
export async function generate(folder, glue, module, step = 1) {
    mkdirSync(at(`build/web/${folder}`), { recursive: true });
    const types = "declare const create: (options: object) => Promise<unknown>;\nexport default create;\n";
    for (const [file, text] of [
        ["explainer", glue],
        ["core-module", glueOf("core")],
        ["model-module", glueOf("model")],
        ["learner-module", glueOf("learner")],
    ]) {
        write(`build/web/${folder}/${file}.js`, text);
        write(`build/web/${folder}/${file}.d.ts`, types);
    }
    const modules = figureModules(module);
    const tensors = (await tensorExhibitTable(module, step)).map((row) => ({ ...row, modules: modules[ofTensors + row.id] ?? [] }));
    write(
        `build/web/${folder}/figure-modules.ts`,
        moduleAddresses(
            module,
            tensors.map(({ id }) => id),
        ),
    );
    const table = await exhibitTable(module, step);
    write(`build/web/${folder}/exhibits.json`, JSON.stringify(table, null, 4)); // for the tests
    write(
        `build/web/${folder}/exhibits.ts`,
        'import { exhibitsOf } from "../element/state/exhibit-table.js";\n\n// Generated by web/build/generated.mjs from the engine.\n' +
            `export type ExhibitId = ${table
                .filter(({ hidden }) => !hidden)
                .map(({ id }) => JSON.stringify(id))
                .join(" | ")};\n` +
            `export const exhibits = exhibitsOf(${JSON.stringify(columnsOf(table))});\n`,
    );
    write(
        `build/web/${folder}/tensor-exhibits.ts`,
        'import type { ExhibitInfo } from "../element/types.js";\n\n// Generated by web/build/generated.mjs from the engine.\n' +
            `export const tensorExhibits: readonly ExhibitInfo[] = ${JSON.stringify(tensors)};\n`,
    );
    return table;
}
