// JSX of React 19 knows both tags: `import "attention-explainer/react"` registers them and brings these types.
import type { DetailedHTMLProps, HTMLAttributes } from "react";
import type { AttentionExplainer, AttentionValue, ExplainerAttributes, ExplainerEvents, ValueAttributes } from "./attention-explainer.js";

export * from "./attention-explainer.js";

/** React listens to an element's own events by their names in lower case: onload, onchange, … */
type Listeners = { [Type in keyof ExplainerEvents as `on${Type}`]?: (event: ExplainerEvents[Type]) => void };
type Tag<Element, Attributes> = Attributes & Omit<DetailedHTMLProps<HTMLAttributes<Element>, Element>, keyof Attributes>;

declare module "react" {
    namespace JSX {
        interface IntrinsicElements {
            "attention-explainer": Tag<AttentionExplainer, ExplainerAttributes & Listeners>;
            "attention-value": Tag<AttentionValue, ValueAttributes>;
        }
    }
}
