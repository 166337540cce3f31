// custom-elements.json says of the two classes what they are: every attribute, property, method, event and part there is, and no other.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { figureColours } from "../../web/palette.mjs";
import { exhibitTable, makePage, open, root, settled } from "../browser/support.mjs";
import { installed, packed } from "./support.mjs";

const read = async (file) => {
    await packed;
    return JSON.parse(readFileSync(join(installed, file), "utf8"));
};
const names = (list) => list.map(({ name }) => name).sort();

test("the manifest and the classes agree, both ways", async (t) => {
    const {
        schemaVersion,
        modules: [{ path, declarations, exports }],
    } = await read("custom-elements.json");
    assert.match(schemaVersion, /^[12]\./);
    assert.equal(path, "attention-explainer.js");
    const page = await open(
        t,
        await makePage(
            '<attention-explainer id="figure" exhibit="softmax"><p>instead</p></attention-explainer><attention-value for="figure" value="largest weight">54 %</attention-value>' +
                "<attention-value>of no figure</attention-value><attention-value for=figure parameter=temperature>1</attention-value>",
        ),
    );
    await settled(page);
    // the custom properties that the style sheet reads
    const styles = readFileSync(join(root, "web/element/drawing/styles.ts"), "utf8");
    const roles = Object.keys(figureColours)
        .filter((role) => role !== "wrong")
        .map((role) => `--attention-${role}`);
    const themed = [...new Set([...roles, ...[...styles.matchAll(/var\((--attention-[\w-]+)/g)].map(([, property]) => property)])].sort();
    for (const {
        tagName,
        name,
        customElement,
        superclass,
        attributes,
        members,
        cssParts,
        cssProperties,
        slots,
        description,
    } of declarations) {
        assert.ok(customElement && superclass.name === "HTMLElement" && description, tagName);
        assert.ok(exports.some((one) => one.kind === "custom-element-definition" && one.name === tagName && one.declaration.name === name));
        const real = await page.evaluate(
            async ([tag, className]) => {
                const module = await import("/attention-explainer.js");
                const Class = customElements.get(tag);
                const own = Object.entries(Object.getOwnPropertyDescriptors(Class.prototype)).filter(
                    ([key]) => key !== "constructor" && !/Callback$/.test(key),
                );
                const all = (selector) =>
                    [...document.querySelectorAll(tag)].flatMap((one) => [...one.shadowRoot.querySelectorAll(selector)]);
                return {
                    same: module[className] === Class,
                    observed: [...Class.observedAttributes],
                    statics: Object.getOwnPropertyNames(Class).filter(
                        (key) => !["length", "name", "prototype", "observedAttributes"].includes(key),
                    ),
                    members: own.map(([key, { value, set }]) => ({
                        name: key,
                        kind: typeof value === "function" ? "method" : "field",
                        readonly: typeof value !== "function" && !set,
                    })),
                    parts: [...new Set(all("[part]").flatMap((one) => [...one.part]))],
                    slots: [...new Set(all("slot").map((one) => one.name))],
                };
            },
            [tagName, name],
        );
        assert.ok(real.same, tagName);
        assert.deepEqual(names(attributes), real.observed.filter((one) => one !== "id").sort(), tagName);
        assert.deepEqual(
            members
                .filter((one) => !one.static)
                .map((one) => ({ name: one.name, kind: one.kind, readonly: one.readonly ?? false }))
                .sort((a, b) => (a.name < b.name ? -1 : 1)),
            real.members.sort((a, b) => (a.name < b.name ? -1 : 1)),
            tagName,
        );
        assert.deepEqual(names(members.filter((one) => one.static)), real.statics.sort(), tagName);
        assert.deepEqual(names(cssProperties ?? []), tagName === "attention-explainer" ? themed : [], tagName);
        assert.deepEqual(names(cssParts ?? []), real.parts.sort(), tagName);
        assert.deepEqual(names(slots ?? []), real.slots.sort(), tagName);
        for (const one of [...attributes, ...members]) assert.ok(one.description, `${tagName}: ${one.name} is not described`);
        // Each word that an attribute may be is taken, and what reflects does.
        for (const {
            name: attribute,
            type: { text },
        } of attributes) {
            for (const [, word] of text.matchAll(/"([^"]+)"/g)) {
                if (attribute === "renderer") continue; // says what draws, see svg.test.mjs
                const got = await page.evaluate(
                    ([tag, key, value]) => {
                        const element = document.createElement(tag);
                        element.setAttribute(key, value);
                        return element[key];
                    },
                    [tagName, attribute, word],
                );
                assert.equal(got, word, `${tagName} ${attribute}="${word}"`);
            }
        }
        for (const { name: property, type } of members.filter(({ reflects }) => reflects)) {
            const got = await page.evaluate(
                ([tag, key]) => {
                    const element = document.createElement(tag);
                    element[key] = "none";
                    return element.getAttribute(key);
                },
                [tagName, property],
            );
            assert.equal(got, type.text === "boolean" ? "" : "none", `${tagName}.${property} reflects`);
        }
    }
    assert.deepEqual(page.problems, []);
});

test("the manifest's events are those that a figure sends, and the types'", async (t) => {
    const {
        modules: [
            {
                declarations: [{ events }],
            },
        ],
    } = await read("custom-elements.json");
    const source = readFileSync(join(installed, "types/element/element.d.ts"), "utf8");
    const [, typed] = /interface ExplainerEvents \{([^]*?)\n\}/.exec(source);
    assert.deepEqual(names(events), [...typed.matchAll(/^ {4}(\w+): CustomEvent/gm)].map(([, name]) => name).sort());
    const page = await open(t, await makePage("", { script: true }));
    const heard = await page.evaluate(async (wanted) => {
        await customElements.whenDefined("attention-explainer");
        const element = document.createElement("attention-explainer");
        const sent = new Map();
        for (const name of wanted)
            element.addEventListener(name, (event) => {
                event.preventDefault();
                sent.set(
                    name,
                    Object.keys(event.detail ?? {})
                        .sort()
                        .join(),
                );
            });
        element.exhibit = "softmax";
        document.body.append(element);
        await element.settled();
        element.state = { count: 3 };
        const failed = new Promise((resolve) => element.addEventListener("error", resolve, { once: true }));
        element.setAttribute("state", "count=many");
        await failed;
        return Object.fromEntries(sent);
    }, names(events));
    assert.deepEqual(heard, { load: "", progress: "loaded,total", error: "message,type", change: "source,state" }); // (open: requests.test.mjs)
});

test("editors' data for HTML has the same tags and attributes, and every exhibit", async () => {
    const {
        modules: [{ declarations }],
    } = await read("custom-elements.json");
    const { tags } = await read("html-custom-data.json");
    assert.deepEqual(
        tags.map(({ name, attributes }) => [name, names(attributes)]),
        declarations.map(({ tagName, attributes }) => [tagName, names(attributes)]),
    );
    assert.deepEqual(
        names(tags[0].attributes.find(({ name }) => name === "exhibit").values),
        names(exhibitTable().map(({ id }) => ({ name: id }))),
    );
});
