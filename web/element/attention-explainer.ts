// The package's entry: registers <attention-explainer> and exports its class and the table of exhibits. No other side effect.

import { exhibits as all } from "../generated/exhibits.js";
import { AttentionExplainer } from "./element.js";

if (!customElements.get("attention-explainer")) customElements.define("attention-explainer", AttentionExplainer);

const exhibits = all.filter((exhibit) => !exhibit.hidden);

export { AttentionExplainer, exhibits };
export type { ExplainerEvents } from "./element.js";
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
} from "./types.js";
