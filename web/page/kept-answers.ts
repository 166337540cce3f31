// The reader's answers: in memory while the page is open; on this device only after the reader has asked for it, and forgotten at the word.

const key = "attention-answers";

export type Answers = Record<string, string>;

function stored(): Answers | null {
    try {
        const found: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
        if (typeof found !== "object" || found === null) return null;
        return Object.fromEntries(Object.entries(found).filter(([, answer]) => typeof answer === "string"));
    } catch {
        return null; // no storage, or not ours
    }
}

export class KeptAnswers {
    #answers: Answers = {};
    #keeping: boolean;

    constructor() {
        const found = stored();
        this.#keeping = found !== null;
        if (found) this.#answers = found;
    }

    /** Whether they are kept on the device. */
    get keeping(): boolean {
        return this.#keeping;
    }

    of(id: string): string | undefined {
        return Object.hasOwn(this.#answers, id) ? this.#answers[id] : undefined;
    }

    set(id: string, answer: string): void {
        this.#answers[id] = answer;
        if (this.#keeping) this.#write();
    }

    /** Begins or ends it. Returns whether they are kept now: a browser may refuse. */
    keep(wanted: boolean): boolean {
        this.#keeping = wanted && this.#write();
        if (!wanted) this.#erase();
        return this.#keeping;
    }

    #write(): boolean {
        try {
            localStorage.setItem(key, JSON.stringify(this.#answers));
            return true;
        } catch {
            return false;
        }
    }

    #erase(): void {
        try {
            localStorage.removeItem(key);
        } catch {
            // then nothing was ever kept
        }
    }
}
