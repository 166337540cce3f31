// The package's entry: registers <attention-explainer> and <attention-value>, follows links and addresses that drive a figure, and exports the classes
// and the table of exhibits. No other side effect. The first copy on a page is the one that runs: one registry, one engine.

import { exhibits as all } from "./generated/exhibits.js";
import { followAddress } from "./prose/address.js";
import { AttentionValue as OwnValue } from "./prose/attention-value.js";
import { followLinks } from "./prose/links.js";
import { AttentionExplainer as OwnExplainer } from "./element/element.js";

const there = customElements.get("attention-explainer") as typeof OwnExplainer | undefined;
const version = there?.version ?? "unknown";
if (!there) {
    customElements.define("attention-explainer", OwnExplainer);
    followLinks(document);
    followAddress(document);
} else if (version !== OwnExplainer.version) {
    console.warn(
        `attention-explainer: version ${OwnExplainer.version} came after version ${version}, which runs; the page should have one of them.`,
    );
}
if (!customElements.get("attention-value")) customElements.define("attention-value", OwnValue);

// A second copy gives what the first one has registered: its own classes could not be made.
const AttentionExplainer = there ?? OwnExplainer;
const AttentionValue = customElements.get("attention-value") as typeof OwnValue;
type AttentionExplainer = OwnExplainer;
type AttentionValue = OwnValue;

const exhibits = all.filter((exhibit) => !exhibit.hidden);

export { AttentionExplainer, AttentionValue, exhibits };
export type { ExplainerEvents } from "./element/element.js";
export type { ExplainerAttributes, ValueAttributes } from "./element/attributes.js";
export type {
    ChangeSource,
    Description,
    EnginePath,
    ErrorType,
    ExhibitInfo,
    ExportFormat,
    ParameterInfo,
    State,
    StateChanges,
    Table,
    Value,
} from "./element/types.js";
