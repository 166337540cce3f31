// The states that a figure has been in, for undo and redo: canonical strings. A drag, or one control changed again and again without a rest, is one step.
// Knows no element and no engine.

const most = 200; // states kept
const rest = 1000; // milliseconds in which nothing changes: what comes then is another step
let steps = 0; // of all figures

export class History {
    #states: string[] = [""];
    #at = 0;
    #touched = ""; // what the latest step changed, and how: the same again extends that step
    #last = 0; // when that was
    #step = 0;
    /** A hand is on it, which may rest: until pause() its step goes on. */
    held = false;
    /** A state that the figure only passes through, on the way to one that is noted already: no step. */
    passing: string | null = null;

    /** Forgets all: another exhibit, which begins in this state. */
    begin(state: string): void {
        this.#states = [state];
        this.#at = 0;
        this.#touched = "";
        this.#step = ++steps;
    }

    /** The figure is in this state now. `touched` names what changed it; "" never goes on with the step before. Whoever is `held` may rest on the way. */
    note(state: string, touched: string, held = this.held): void {
        const now = performance.now();
        const rested = !held && now - this.#last > rest;
        if (state === this.#states[this.#at] || state === this.passing) return;
        this.#last = now;
        const goesOn = touched !== "" && touched === this.#touched && !rested && this.#at > 0 && this.#at === this.#states.length - 1;
        if (!goesOn) this.#step = ++steps;
        this.#states.length = this.#at + 1;
        if (goesOn) this.#states[this.#at] = state;
        else this.#states.push(state);
        this.#states.splice(0, this.#states.length - most);
        this.#at = this.#states.length - 1;
        this.#touched = touched;
        // A drag to and fro that ended where it began is no step.
        if (goesOn && this.#states[this.#at - 1] === state) {
            this.#states.pop();
            --this.#at;
            this.#touched = "";
        }
    }

    /** The reader has let go of it: the next change is a step of its own. */
    pause(): void {
        this.#touched = "";
        this.held = false;
    }

    /** The number of the step that it is in, which no other step of any figure has. */
    get step(): number {
        return this.#step;
    }

    /** Whether nothing has happened since it began. */
    get isEmpty(): boolean {
        return this.#states.length === 1;
    }

    /** The state that it is in, or on its way to. */
    get present(): string {
        return this.#states[this.#at] ?? "";
    }

    get canUndo(): boolean {
        return this.#at > 0;
    }

    get canRedo(): boolean {
        return this.#at < this.#states.length - 1;
    }

    /** The state before (by −1) or after (by 1) this one, which it then is in; null if there is none. */
    move(by: -1 | 1): string | null {
        const state = this.#states[this.#at + by];
        if (state === undefined) return null;
        this.#at += by;
        this.#touched = "";
        this.#step = ++steps;
        return state;
    }
}

const kept = new WeakMap<object, History>();

/** The history of a figure, so that prose can say where one of its steps ends. */
export const historyOf = (figure: object): History => {
    const history = kept.get(figure) ?? new History();
    kept.set(figure, history);
    return history;
};
