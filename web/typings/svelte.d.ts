// Svelte's templates know both tags: `import "attention-explainer/svelte"` registers them and brings these types.
import type { HTMLAttributes } from "svelte/elements";
import type { AttentionExplainer, AttentionValue, ExplainerAttributes, ExplainerEvents, ValueAttributes } from "./attention-explainer.js";

export * from "./attention-explainer.js";

type Listeners = { [Type in keyof ExplainerEvents as `on${Type}` | `on:${Type}`]?: (event: ExplainerEvents[Type]) => void };
type Tag<Element extends EventTarget, Attributes> = Attributes & Omit<HTMLAttributes<Element>, keyof Attributes>;

declare module "svelte/elements" {
    interface SvelteHTMLElements {
        "attention-explainer": Tag<AttentionExplainer, ExplainerAttributes & Listeners>;
        "attention-value": Tag<AttentionValue, ValueAttributes>;
    }
}
