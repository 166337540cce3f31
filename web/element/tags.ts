// The names of both tags' attributes, once: what the elements observe, what typings allow (attributes.ts), and what the custom elements
// manifest lists (web/manifest.mjs) follow from this.

export const explainerAttributes = [
    "exhibit",
    "show",
    "poster",
    "theme",
    "loading",
    "alt",
    "group",
    "menu",
    "renderer",
    "lang",
    "words",
    "src",
    "state",
] as const;
export const valueAttributes = ["for", "parameter", "value", "digits", "unit", "on", "off"] as const;
