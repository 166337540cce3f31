// Vue's templates know both tags: `import "attention-explainer/vue"` registers them and brings these types. (The compiler has to be told
// that they are elements: `isCustomElement: (tag) => tag.startsWith("attention-")`.)
import type { HTMLAttributes, PublicProps } from "vue";
import type { AttentionExplainer, AttentionValue, ExplainerAttributes, ExplainerEvents, ValueAttributes } from "./attention-explainer.js";

export * from "./attention-explainer.js";

type Listeners = { [Type in keyof ExplainerEvents as `on${Capitalize<Type>}`]?: (event: ExplainerEvents[Type]) => void };
type Tag<Element, Attributes> = new () => Element & { $props: Attributes & Omit<HTMLAttributes, keyof Attributes> & PublicProps };

declare module "vue" {
    interface GlobalComponents {
        "attention-explainer": Tag<AttentionExplainer, ExplainerAttributes & Listeners>;
        "attention-value": Tag<AttentionValue, ValueAttributes>;
    }
}
