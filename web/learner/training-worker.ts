// The worker that trains for one figure, so that the page stays free. Keeps what it trained, for as long as it trains the same. Stops between
// two messages where another one asks.
import { messageOf } from "../element/errors.js";
import { type CorePath, loadBuild } from "../core/load.js";
import type { Create } from "../core/module.js";
import createModule from "../generated/learner-module.js";
import type { LearnerModule } from "./module.js";
import type { Told, Trained, Training, Wanted } from "./messages.js";

const scope = globalThis as unknown as { postMessage(message: Told): void; onmessage: (event: MessageEvent<Wanted>) => void };
/** Each spelled out, because bundlers look for this very form. */
const addresses: Record<CorePath, () => URL> = {
    relaxed: () => new URL("./learner.relaxed.wasm", import.meta.url),
    simd128: () => new URL("./learner.simd128.wasm", import.meta.url),
    scalar: () => new URL("./learner.scalar.wasm", import.meta.url),
};
const loading = loadBuild({}, addresses, createModule as Create<LearnerModule>);
let newest = 0;

class Course {
    readonly key: string;
    readonly #module: LearnerModule;
    readonly #learner: number;
    readonly #trained: Trained[] = [];

    constructor(module: LearnerModule, key: string, { task, layers, heads, seed, rate, mlp }: Training) {
        this.key = key;
        this.#module = module;
        this.#learner = module._learner_new(task, layers, heads, seed, rate, mlp) >>> 0;
    }

    /** The steps behind that many times `every`; the ones before must be there. */
    steps(index: number, every: number): Trained {
        let trained = this.#trained[index];
        if (!trained) {
            const losses = Float32Array.from({ length: every }, () => this.#module._learner_step(this.#learner));
            const begin = (this.#module._learner_parameters(this.#learner) >>> 0) / 4;
            const parameters = this.#module.HEAPF32.slice(begin, begin + this.#module._learner_parameter_count(this.#learner));
            this.#trained.push((trained = { losses, parameters }));
        }
        return trained;
    }

    end(): void {
        this.#module._learner_delete(this.#learner);
    }
}

let course: Course | undefined;

/** So that messages are heard. */
const breath = (): Promise<void> =>
    new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
            port1.close();
            resolve();
        };
        port2.postMessage(null);
    });

async function train({ id, training, from, until, every }: Wanted): Promise<void> {
    const { module } = await loading;
    const key = JSON.stringify([training, every]);
    if (course?.key !== key) {
        course?.end();
        course = new Course(module, key, training);
    }
    for (let index = 0; index < until / every; index++) {
        if (id !== newest) return;
        const trained = course.steps(index, every);
        if (index < from / every) continue;
        scope.postMessage({ id, trained });
        await breath();
    }
    scope.postMessage({ id, done: true });
}

scope.onmessage = ({ data }) => {
    newest = data.id;
    train(data).catch((error: unknown) => scope.postMessage({ id: data.id, error: messageOf(error) }));
};
