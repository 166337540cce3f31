// The card of the model that learned: its tables as rows, from what train/ measured. Writes nothing.
import { readFileSync } from "node:fs";

const read = (name) => JSON.parse(readFileSync(new URL(`../../train/learned/${name}.json`, import.meta.url), "utf8"));

const kinds = {
    scene: ["the cat sat on the soft → cushion", "noun’s subject"],
    agreement: ["the cats near the dog → run", "verb’s subject"],
    pronoun: ["the girl saw the dog because → she", "pronoun’s name"],
    gift: ["the boy saw the queen and gave → her", "who is given to"],
    copy: ["say ball cat old again cat → old", "copied word"],
};

/** {summary, questions, heads}: the rows of two tables, each with its head. */
export function modelCard() {
    const { sentences, loss, kinds: measured, heads } = read("evaluation");
    const [untrained] = read("training").checkpoints;
    const percent = (share) => `${(100 * share).toFixed(share > 0.999 || share < 0.001 ? 0 : 1)} %`;
    const named = ({ layer, head }) => `${layer + 1}.${head + 1}`;
    return {
        summary: `Measured over ${sentences} sentences that no training text has: a loss of ${loss.toFixed(2)} nats per word, ${untrained.loss.toFixed(2)} before training. (One in ten sentences is kept apart, by a checksum of its words.)`,
        questions: {
            head: ["kind", "a sentence, and what is right", "sentences", "right answers"],
            rows: Object.entries(kinds).map(([kind, [example]]) => [
                kind,
                example,
                measured[kind].sentences,
                percent(measured[kind].accuracy),
            ]),
        },
        heads: {
            head: ["head", "previous word", ...Object.values(kinds).map(([, name]) => name)],
            rows: heads.map((one) => [
                named(one),
                one.previous.toFixed(2),
                ...Object.keys(kinds).map((kind) => {
                    const { weight, accuracy_without: without } = one.kinds[kind];
                    return weight.toFixed(2) + (without < 0.99 ? ` (${percent(without)} without it)` : "");
                }),
            ]),
        },
    };
}
