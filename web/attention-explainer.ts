// The package's entry: registers <attention-explainer> and <attention-value>, follows links and addresses that drive a figure, and exports the classes
// and the table of exhibits. No other side effect. The first copy on a page is the one that runs: one registry, one engine.

import { exhibits as all } from "./generated/exhibits.js";
import { followAddress } from "./prose/address.js";
import { AttentionValue as OwnValue } from "./prose/attention-value.js";
import { followLinks } from "./prose/links.js";
import { AttentionExplainer as OwnExplainer } from "./element/element.js";

// Where there is no page, as on a server whose bundler took this entry, there is nothing to register with.
const registry = globalThis.customElements as CustomElementRegistry | undefined;
const there = registry?.get("attention-explainer") as typeof OwnExplainer | undefined;
const version = there?.version ?? "unknown";
if (!there) {
    registry?.define("attention-explainer", OwnExplainer);
    if (registry) {
        followLinks(document);
        followAddress(document);
    }
} else if (version !== OwnExplainer.version) {
    console.warn(
        `attention-explainer: version ${OwnExplainer.version} came after version ${version}, which runs; the page should have one of them.`,
    );
}
if (!registry?.get("attention-value")) registry?.define("attention-value", OwnValue);

// A second copy gives what the first one has registered: its own classes could not be made.
const AttentionExplainer = there ?? OwnExplainer;
const AttentionValue = (registry?.get("attention-value") ?? OwnValue) as typeof OwnValue;
type AttentionExplainer = OwnExplainer;
type AttentionValue = OwnValue;

const exhibits = all.filter((exhibit) => !exhibit.hidden);

export { AttentionExplainer, AttentionValue, exhibits };
export type { ExplainerEvents } from "./element/element.js";
export type { WordsFile } from "./element/language/translation.js";
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
