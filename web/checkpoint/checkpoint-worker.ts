// The worker that runs a reader's model on texts, one after the other, so that the page stays alive. The model is loaded with the first text that it can
// read, straight into the memory that it runs in.
import { Tokenizer } from "@huggingface/tokenizers";
import { messageOf } from "../element/errors.js";
import { type ModelConfig, readConfig } from "../model/config.js";
import { createModel } from "../model/load.js";
import type { LanguageModel } from "../model/model.js";
import { responseOf } from "../tensors/bytes.js";
import type { Answer, Following, Job, Start, Told, Wanted } from "./messages.js";

const scope = globalThis as unknown as {
    postMessage(message: Told, transfer?: Transferable[]): void;
    onmessage: (event: MessageEvent<Wanted>) => void;
};

const mostTokens = 256; // each is a row and a column of every map
const mostCandidates = 64;

function parsed(file: string, text: string): object {
    try {
        const value: unknown = JSON.parse(text);
        if (typeof value === "object" && value !== null) return value;
    } catch {
        // said below
    }
    throw new Error(`${file} is not a JSON object.`);
}

/** The file's bytes as they come; the page is told how far they are. */
async function streamOf(model: Start["model"]): Promise<ReadableStream<Uint8Array>> {
    let total: number;
    let stream: ReadableStream<Uint8Array>;
    if (model instanceof Blob) {
        total = model.size;
        stream = model.stream();
    } else {
        const { body, headers } = await responseOf(model);
        if (!body) throw new Error(`${model.address} is empty`);
        total = headers.has("Content-Encoding") ? 0 : Number(headers.get("Content-Length") ?? 0); // (that is what was compressed)
        stream = body;
    }
    let loaded = 0;
    let told = 0;
    const count = (chunk: Uint8Array, controller: TransformStreamDefaultController<Uint8Array>): void => {
        loaded += chunk.length;
        if (loaded - told >= total / 200 || loaded === total) scope.postMessage({ loaded: (told = loaded), total });
        controller.enqueue(chunk);
    };
    return stream.pipeThrough(new TransformStream({ transform: count }));
}

/** A model and its tokenizer. Throws what is wrong with their texts. */
class Reader {
    readonly #config: ModelConfig;
    readonly #context: number;
    readonly #tokenizer: Tokenizer;
    readonly #file: Start["model"];
    #model: Promise<LanguageModel> | null = null;
    broken = false;

    constructor({ model, config, tokenizer, tokenizerConfig }: Start) {
        this.#file = model;
        this.#tokenizer = new Tokenizer(parsed("tokenizer.json", tokenizer), parsed("tokenizer_config.json", tokenizerConfig));
        this.#config = parsed("config.json", config) as ModelConfig;
        this.#context = readConfig(this.#config).shape.context;
    }

    /** Null: the job was dropped while the model was loading. */
    async answer({ job, text, reading, without }: Job, isWanted: () => boolean): Promise<Answer | null> {
        const ids = this.#ids(text);
        const model = await this.#loaded();
        if (!isWanted()) return null;
        const answer: Answer = { job, reading: null, without: null };
        if (reading) {
            const { weights, logits } = model.attention(ids);
            const size = weights[0]?.length ?? 0;
            const attention = new Float32Array(weights.length * size);
            weights.forEach((layer, i) => attention.set(layer, i * size));
            const n = ids.length;
            const shape = [weights.length, size / (n * n), n, n];
            answer.reading = { ...this.#following(ids, logits), attention, shape, tokens: ids.map((id) => this.#written([id])) };
        }
        if (without) {
            const decoder = model.decode({ tokens: ids.length, off: [without] });
            answer.without = this.#following(ids, decoder.next(ids));
            decoder.dispose();
        }
        return answer;
    }

    #ids(text: string): number[] {
        const { ids, tokens } = this.#tokenizer.encode(text);
        const unknown = ids.findIndex((id) => !Number.isInteger(id));
        if (unknown >= 0) throw new Error(`The tokenizer has no token for “${tokens[unknown] ?? ""}”.`);
        if (ids.length === 0) throw new Error("The text has no tokens.");
        if (ids.length > mostTokens) throw new Error(`The text has ${ids.length} tokens; at most ${mostTokens} are shown.`);
        if (ids.length > this.#context) throw new Error(`The text has ${ids.length} tokens; the model reads ${this.#context}.`);
        return ids;
    }

    #loaded(): Promise<LanguageModel> {
        return (this.#model ??= streamOf(this.#file)
            .then((stream) => createModel(stream, this.#config))
            .catch((error: unknown) => {
                this.broken = true;
                throw error;
            }));
    }

    #written(ids: number[]): string {
        return this.#tokenizer.decode(ids, { skip_special_tokens: false, clean_up_tokenization_spaces: false });
    }

    #following(ids: number[], logits: Float32Array): Following {
        const order = Array.from(logits.keys()).sort((a, b) => (logits[b] ?? 0) - (logits[a] ?? 0) || a - b);
        const before = this.#written(ids);
        const candidates = order.slice(0, mostCandidates).map((id) => {
            // A token alone may lose the blank before it.
            const whole = this.#written([...ids, id]);
            return whole.startsWith(before) ? whole.slice(before.length) : this.#written([id]);
        });
        return { logits, candidates };
    }
}

let start: Start | null = null;
let reader: Reader | null = null;
const jobs = new Map<number, Job>(); // that are wanted, the earliest first
let works = false;

/** The next job, once what was dropped meanwhile is known to be. */
const nextJob = (): Promise<Job | undefined> => new Promise((resolve) => setTimeout(() => resolve(jobs.values().next().value)));

async function work(): Promise<void> {
    if (works) return;
    works = true;
    for (let next = await nextJob(); next; next = await nextJob()) {
        const { job } = next;
        try {
            if (!start) throw new Error("There is no model.");
            reader ??= new Reader(start);
            const answer = await reader.answer(next, () => jobs.has(job));
            const { reading, without } = answer ?? {};
            const buffers = [reading?.attention, reading?.logits, without?.logits].flatMap((array) => array?.buffer ?? []);
            if (answer) scope.postMessage(answer, buffers);
        } catch (error) {
            scope.postMessage({ job, error: messageOf(error), broken: reader?.broken ?? true });
        }
        jobs.delete(job);
    }
    works = false;
}

scope.onmessage = ({ data }) => {
    if ("drop" in data) jobs.delete(data.drop);
    else if ("job" in data) jobs.set(data.job, data);
    else start = data;
    void work();
};
