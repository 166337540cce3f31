// custom-elements.json (custom elements manifest) from the JSDoc of the two classes, and from it html-custom-data.json for editors. The attributes
// are those of web/element/tags.ts; what each means, the accessor of its name says.
import { create, ts } from "@custom-elements-manifest/analyzer/index.js";

const classes = [
    ["attention-explainer", "web/element/element.ts"],
    ["attention-value", "web/prose/attention-value.ts"],
];
const reactions = new Set(["connectedMoveCallback", "adoptedCallback"]); // the browser's business; the analyzer leaves out the older ones

/** A list of names in tags.ts, as it stands there. */
function namesIn(source, list) {
    const [, names] = new RegExp(`const ${list} = \\[([^\\]]*)\\]`).exec(source) ?? [];
    if (!names) throw new Error(`web/element/tags.ts: no ${list}`);
    return JSON.parse(`[${names.replace(/,\s*$/, "")}]`);
}

/** The manifest; `read` gives the text of a file of the project, `ids` are the exhibits'. */
export function manifest(read, ids) {
    const tags = read("web/element/tags.ts");
    const lists = { "attention-explainer": namesIn(tags, "explainerAttributes"), "attention-value": namesIn(tags, "valueAttributes") };
    const modules = classes.map(([, file]) => ts.createSourceFile(file, read(file), ts.ScriptTarget.ES2022, true));
    const found = create({ modules })
        .modules.flatMap(({ declarations }) => declarations)
        .filter(({ kind, superclass }) => kind === "class" && superclass?.name === "PageElement"); // (HTMLElement, wherever there is one: page-element.ts)
    const declarations = found.map((declaration, index) => {
        const [tagName] = classes[index];
        const members = declaration.members.filter(
            ({ name, privacy }) => privacy !== "private" && !name.startsWith("[") && !reactions.has(name) && name !== "observedAttributes",
        );
        const attributes = lists[tagName].map((name) => {
            const field = members.find((member) => member.name === name);
            const own = declaration.attributes?.find((attribute) => attribute.name === name);
            if (!field && !own?.description) throw new Error(`${classes[index][1]}: nothing says what the attribute ${name} is`);
            if (field) Object.assign(field, { attribute: name }, own ? {} : { reflects: name !== "state" && name !== "renderer" });
            const type =
                name === "exhibit"
                    ? ids.map((id) => JSON.stringify(id)).join(" | ")
                    : name === "state"
                      ? "string"
                      : (field ?? own).type?.text;
            return {
                name,
                type: { text: type ?? "string" },
                description: (field ?? own).description,
                ...(field ? { fieldName: name } : {}),
            };
        });
        const events = declaration.events?.filter((event) => event.description); // the others are guessed from the code
        const { kind, name, description, summary, superclass, cssParts, cssProperties, slots } = declaration;
        return {
            kind,
            name,
            tagName,
            customElement: true,
            description,
            summary,
            superclass: { ...superclass, name: "HTMLElement" },
            attributes,
            members,
            events,
            cssParts,
            cssProperties,
            slots,
        };
    });
    const path = "attention-explainer.js";
    return {
        schemaVersion: "1.0.0",
        readme: "README.md",
        modules: [
            {
                kind: "javascript-module",
                path,
                declarations,
                exports: declarations.flatMap(({ name, tagName }) => [
                    { kind: "js", name, declaration: { name, module: path } },
                    { kind: "custom-element-definition", name: tagName, declaration: { name, module: path } },
                ]),
            },
        ],
    };
}

/** What editors complete in HTML (html.customData): the same tags and attributes, and the words that an attribute may be. */
export function htmlData({ modules: [{ declarations }] }) {
    const words = (type) => [...type.matchAll(/"([^"]+)"/g)].map(([, name]) => ({ name }));
    return {
        version: 1.1,
        tags: declarations.map(({ tagName, description, attributes }) => ({
            name: tagName,
            description,
            attributes: attributes.map(({ name, description: about, type }) => ({
                name,
                description: about,
                ...(words(type.text).length > 0 ? { values: words(type.text) } : {}),
            })),
        })),
    };
}
