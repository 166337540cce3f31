// The package's entry: registers <attention-explainer> and <attention-value>, follows links and addresses that drive a figure, and exports the classes
// and the table of exhibits. No other side effect.

import { exhibits as all } from "./generated/exhibits.js";
import { followAddress } from "./prose/address.js";
import { AttentionValue } from "./prose/attention-value.js";
import { followLinks } from "./prose/links.js";
import { AttentionExplainer } from "./element/element.js";

if (!customElements.get("attention-explainer")) {
    customElements.define("attention-explainer", AttentionExplainer);
    customElements.define("attention-value", AttentionValue);
    followLinks(document);
    followAddress(document);
}

const exhibits = all.filter((exhibit) => !exhibit.hidden);

export { AttentionExplainer, AttentionValue, exhibits };
export type { ExplainerEvents } from "./element/element.js";
export type { ExplainerAttributes, ValueAttributes } from "./element/tags.js";
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
