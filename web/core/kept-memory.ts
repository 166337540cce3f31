// Memory of the core that outlives a call: a cache's, an array's, an experiment's.
import type { CoreModule } from "./module.js";

/** The heap that it is a part of; no module once the core was disposed. */
interface Whole {
    readonly module: CoreModule | undefined;
}

/** A block that outlives its call. Gone when it is freed or when its core is disposed, whichever comes first. */
export class KeptMemory {
    readonly #heap: Whole;
    readonly #owner: string;
    #address: number;

    constructor(heap: Whole, owner: string, address: number) {
        this.#heap = heap;
        this.#owner = owner;
        this.#address = address;
    }

    /** Where it begins. An Error that names what was disposed when it is gone. */
    get address(): number {
        if (this.#address === 0) throw new Error(`this ${this.#owner} was disposed`);
        return this.#address;
    }

    /** The module it lies in. The same Errors. */
    get module(): CoreModule {
        const { module } = this.#heap;
        if (this.address !== 0 && module) return module;
        throw new Error(`the core that this ${this.#owner} came from was disposed`);
    }

    /** Gives the memory back, once. */
    free(): void {
        if (this.#address !== 0) this.#heap.module?._core_free(this.#address);
        this.#address = 0;
    }
}
