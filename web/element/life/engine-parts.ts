// What comes with the engine's wasm, in one file to fetch: its glue, and what it asks of the browser.

export { default as create } from "../../generated/explainer.js";
export { browserGlyphs } from "../drawing/glyphs.js";
