// An app that uses both entries: what the bundlers build, and what the type checks read.
import { AttentionExplainer, exhibits, type Description } from "attention-explainer";
import { createAttentionCore, type AttentionCore } from "attention-explainer/core";

const figure = document.createElement("attention-explainer");
figure.exhibit = "softmax";
figure.loading = "eager";
figure.state = "temperature=2";
figure.addEventListener("change", ({ detail }) => (document.title = `${detail.source} ${String(detail.state["count"])}`));
document.body.append(figure);

const core: AttentionCore = await createAttentionCore();
const output: Float32Array = core.attend(
    new Float32Array([1, 0]),
    new Float32Array([1, 0, 0, 1, 1, 1]),
    new Float32Array([10, 0, 0, 10, 5, 5]),
    { n: 1, m: 3, d: 2 },
);
await figure.settled();
figure.state = { count: 3 };
const { values }: Description = figure.describe();
document.body.dataset["found"] = JSON.stringify({
    isOne: figure instanceof AttentionExplainer,
    exhibits: exhibits.length,
    state: figure.save(),
    output: Array.from(output, (x) => +x.toFixed(3)),
    largest: values["largest weight"],
});
