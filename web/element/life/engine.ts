// The one engine of the page: one WASM instance and one WebGL2 context, however many elements. Starts with the first client that
// wants it, starts again after a lost context or a trap, and tells its clients. Holds no state of any exhibit: clients do.

import { ExplainerError } from "../errors.js";
import { imported } from "../imported.js";
import { type CompiledEngine, instantiate, loadEngine, loadFigures, type RunningEngine } from "./loader.js";
import type { EngineModule, EnginePath, EngineView, ErrorType } from "../types.js";

/** Fetched only where it is needed. */
export type SvgModule = typeof import("../drawing/svg-surface.js");

/** What an element's stage offers the engine. */
export interface EngineClient {
    engineProgress(loaded: number, total: number): void;
    /** Whether to draw as SVG even where there is WebGL2. */
    readonly wantsSvg: boolean;
    /** The modules that it needs beside the engine: its exhibit's code. */
    readonly figures: readonly string[];
    /** Those of its language, which it can do without. */
    readonly speech: readonly string[];
    /** They cannot be had: it asks for none any more, and for a view again. */
    speechFailed(error: unknown): void;
    /** A fresh engine: make a view and give it the state. It is drawn as SVG, by what is given for that, or else through engine.draw(). */
    engineReady(module: EngineModule, svg: SvgModule | null): void;
    /** The engine is gone and the view with it (do not call delete). engineReady or engineFailed follows. */
    engineLost(): void;
    engineFailed(error: ExplainerError): void;
    /** After engineFailed: it is being tried again, and engineReady or engineFailed follows. */
    engineAgain(): void;
}

// A trap that recurs with the same view is that view's fault; several in a minute are the engine's.
const trapsPerClient = 2;
const restartsPerMinute = 4;
const largestSide = 8192; // device pixels; more would cost memory and show nothing

/** Whether an exception means that the engine's memory cannot be trusted any more: a trap, an abort, or no stack left half-way through. */
function isTrap(error: unknown): boolean {
    if (error instanceof WebAssembly.RuntimeError) return true;
    return error instanceof Error && (error.name === "InternalError" || (error instanceof RangeError && /call stack/i.test(error.message)));
}

/** What a picture is copied to; null if the browser refuses. */
export function surfaceOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D | null {
    return canvas.getContext("2d", { alpha: false });
}

function makeContext(): WebGL2RenderingContext | null {
    return document.createElement("canvas").getContext("webgl2", { alpha: false, antialias: false, depth: false, stencil: false });
}

function usable(context: WebGL2RenderingContext | null): WebGL2RenderingContext | null {
    return context && !context.isContextLost() ? context : null;
}

/** Gives back what a context holds, now and not when it is collected. */
function free(context: WebGL2RenderingContext | null): void {
    usable(context)?.getExtension("WEBGL_lose_context")?.loseContext();
}

class Engine {
    #clients = new Set<EngineClient>();
    #failed = new Map<EngineClient, string>(); // those that cannot be served, and why
    #reason = ""; // why it did not start last time
    #cache: RequestCache = "default";
    #traps = new WeakMap<EngineClient, number>();
    #restarts: number[] = [];
    #compiled: CompiledEngine | null = null;
    #instance: RunningEngine | null = null;
    #figures = new Map<string, Promise<WebAssembly.Module>>(); // compiled or on their way, for this instance and those after it
    #added = new Map<string, Promise<void>>(); // to this instance
    #there = new Set<string>(); // those of them that are
    #starting = false;
    #canvas: HTMLCanvasElement | null = null;
    #context: WebGL2RenderingContext | null = null;
    #svg: SvgModule | null = null;
    #svgComing: Promise<void> | null = null;
    #largestSide = largestSide;
    #running = false; // inside the engine
    #held = 0;
    #waiting: (() => void)[] = [];

    /** Which build runs; undefined before it is loaded. */
    get path(): EnginePath | undefined {
        return this.#compiled?.path;
    }

    /** A client wants a view. Answers through engineReady or engineFailed, never before this call returns. */
    attach(client: EngineClient): void {
        if (this.#clients.has(client)) return;
        this.#failed.delete(client);
        this.#clients.add(client);
        for (const name of [...client.figures, ...client.speech]) this.#fetchFigures(name).catch(() => {}); // beside the engine; told when it is added
        if (this.#starting) return;
        if (this.#instance) queueMicrotask(() => this.#greet(client));
        else void this.#start();
    }

    /** The client leaves; it has deleted its view through run(). */
    detach(client: EngineClient): void {
        this.#clients.delete(client);
        this.#failed.delete(client);
    }

    /** Tries again for a client that failed, and for all that failed for the same reason. */
    retry(client: EngineClient): void {
        this.#restarts = [];
        this.#retryAll(this.#failed.get(client));
    }

    #retryAll(reason?: string): void {
        for (const [client, why] of [...this.#failed]) {
            if (why !== reason) continue;
            this.#traps.delete(client);
            this.attach(client);
            client.engineAgain();
        }
    }

    /**
     * Calls into the engine. A trap loses the engine for everyone, starts it again, and returns undefined here; any other exception
     * is the caller's own and goes through.
     */
    run<T>(client: EngineClient, work: (module: EngineModule) => T): T | undefined {
        const module = this.#instance?.module;
        if (!module) return undefined;
        if (this.#running) return work(module); // a trap is handled by the outermost call
        return this.hold(() => {
            this.#running = true;
            try {
                return work(module);
            } catch (error) {
                if (!isTrap(error)) throw error;
                this.#running = false;
                this.#trapped(client, error);
                return undefined;
            } finally {
                this.#running = false;
            }
        });
    }

    /** Runs something that must be complete before any listener's code runs: what is given to after() meanwhile waits. */
    hold<T>(work: () => T): T {
        ++this.#held;
        try {
            return work();
        } finally {
            --this.#held;
            this.#runWaiting();
        }
    }

    /**
     * Runs something that may call listeners of the page (an event, a change of focus): now, or when the work on the engine is over. They
     * may remove an element or change its exhibit, so the caller must check again what is there.
     */
    after(task: () => void): void {
        this.#waiting.push(task);
        this.#runWaiting();
    }

    #runWaiting(): void {
        while (this.#held === 0) {
            const task = this.#waiting.shift();
            if (!task) return;
            try {
                task();
            } catch (error) {
                reportError(error);
            }
        }
    }

    /**
     * One frame of a view: steps it, draws it and copies it to `target` in the same task (the hidden
     * canvas keeps nothing). Sizes are device pixels. Returns whether it wants another frame; undefined if the engine was lost.
     */
    draw(
        client: EngineClient,
        view: EngineView,
        time: number,
        target: HTMLCanvasElement,
        width: number,
        height: number,
    ): boolean | undefined {
        const canvas = this.#canvas;
        const context = this.#context;
        if (!canvas || !context || context.isContextLost()) return false; // the event follows and starts the engine again
        if (canvas.width < width) canvas.width = width;
        if (canvas.height < height) canvas.height = height;
        const more = this.run(client, () => view.step(time, true));
        if (more === undefined || context.isContextLost()) return more;
        if (target.width !== width) target.width = width;
        if (target.height !== height) target.height = height;
        // The view is in the lower left corner of a canvas that may be larger.
        surfaceOf(target)?.drawImage(canvas, 0, canvas.height - height, width, height, 0, 0, width, height);
        return more;
    }

    /** The largest side that can be drawn, in device pixels; while the context is lost, that of the last one. */
    get largestSide(): number {
        return this.#largestSide;
    }

    async #start(): Promise<void> {
        this.#starting = true;
        let context: WebGL2RenderingContext | null = null;
        // Browsers are slow to make a context: it is made while the bytes arrive.
        const early = this.#compiled ? 0 : setTimeout(() => (context = makeContext()));
        try {
            this.#compiled ??= await loadEngine(
                (loaded, total) => this.#tell((client) => client.engineProgress(loaded, total)),
                this.#cache,
            );
            this.#instance = await instantiate(this.#compiled);
            this.#added.clear();
            this.#there.clear();
            this.#instance.module.setGlyphSource(this.#compiled.glyphs);
            clearTimeout(early);
            this.#startDrawing(this.#instance.module, usable(context) ?? makeContext()); // it may have been lost meanwhile
            this.#starting = false;
        } catch (error) {
            this.#starting = false;
            clearTimeout(early);
            free(context);
            this.#instance = null;
            this.#figures.clear();
            this.#cache = "reload"; // the cached file may be the broken one
            const known = error instanceof ExplainerError;
            this.#fail(known ? error : new ExplainerError("engine", "The exhibit's engine did not start: {}", error));
            return;
        }
        this.#tell((client) => this.#greet(client));
        this.#retryAll(this.#reason); // it works now for others, too
    }

    /** Gives the engine its WebGL2 context, if there is one to be had. */
    #startDrawing(module: EngineModule, context: WebGL2RenderingContext | null): void {
        this.#canvas = this.#context = null;
        if (!context || !usable(context)) return;
        const canvas = context.canvas as HTMLCanvasElement;
        module.GL.makeContextCurrent(module.GL.registerContext(context, { majorVersion: 2 }));
        const problem = module.startRenderer();
        if (problem) return console.warn(`attention-explainer: ${problem}`); // it is drawn as SVG instead
        canvas.addEventListener("webglcontextlost", (event) => {
            event.preventDefault();
            if (this.#context === context) this.#restart(new Error("the WebGL context was lost"));
        });
        // If no new context was to be had at once (a GPU that is resetting), the old one's return is the sign to try again.
        canvas.addEventListener("webglcontextrestored", () => {
            if (this.#instance && !this.#context) this.#restart(new Error("the WebGL context came back"));
        });
        this.#largestSide = Math.min(largestSide, Number(context.getParameter(context.MAX_TEXTURE_SIZE)) || largestSide);
        this.#canvas = canvas;
        this.#context = context;
    }

    /** The code of some figures, compiled; fetched once. */
    #fetchFigures(name: string): Promise<WebAssembly.Module> {
        const known = this.#figures.get(name) ?? loadFigures(name, this.#cache);
        this.#figures.set(name, known);
        return known;
    }

    /** What draws without WebGL2; fetched once. */
    #fetchSvg(): Promise<void> {
        this.#svgComing ??= imported(() => import("../drawing/svg-surface.js"))
            .then((svg) => void (this.#svg = svg))
            .finally(() => (this.#svgComing = null));
        return this.#svgComing;
    }

    /** Adds the code of some figures to the instance that runs; once. */
    #addFigures(name: string): Promise<void> {
        const added = this.#added.get(name) ?? this.#add(name);
        this.#added.set(name, added);
        return added;
    }

    async #add(name: string): Promise<void> {
        const instance = this.#instance;
        try {
            await instance?.add(await this.#fetchFigures(name));
            if (instance === this.#instance) this.#there.add(name);
        } catch (error) {
            if (instance === this.#instance) this.#added.delete(name);
            this.#figures.delete(name);
            this.#cache = "reload"; // the cached file may be the broken one
            throw error;
        }
    }

    #greet(client: EngineClient): void {
        const module = this.#instance?.module;
        if (!module || !this.#clients.has(client)) return;
        const added = (names: readonly string[]): Promise<unknown> | null => {
            const missing = names.filter((name) => !this.#there.has(name));
            return missing.length > 0 ? Promise.all(missing.map((name) => this.#addFigures(name))) : null;
        };
        const again = (): void => this.#greet(client);
        const figures = added(client.figures);
        if (figures) return void figures.then(again, (error: unknown) => this.#refuse(client, "load", error));
        const speech = added(client.speech);
        if (speech) return void speech.then(again, (error: unknown) => this.#clients.has(client) && client.speechFailed(error));
        const needsSvg = client.wantsSvg || !this.#context;
        if (needsSvg && !this.#svg) {
            this.#fetchSvg().then(again, (error: unknown) => this.#refuse(client, "load", error));
            return;
        }
        try {
            this.run(client, () => client.engineReady(module, needsSvg ? this.#svg : null));
        } catch (error) {
            reportError(error);
            this.#refuse(client, "engine", error);
        }
    }

    /** A client cannot be served: it fails, and may try again. */
    refuse(client: EngineClient, error: ExplainerError): void {
        if (this.#clients.has(client)) this.#giveUp(client, error);
    }

    #refuse(client: EngineClient, type: ErrorType, error: unknown): void {
        const known = error instanceof ExplainerError;
        this.refuse(client, known ? error : new ExplainerError(type, "This exhibit could not be shown: {}", error));
    }

    #trapped(client: EngineClient, error: unknown): void {
        const traps = (this.#traps.get(client) ?? 0) + 1;
        this.#traps.set(client, traps);
        console.warn("attention-explainer: the engine starts again:", error);
        if (traps >= trapsPerClient) {
            client.engineLost();
            this.#giveUp(client, new ExplainerError("engine", "This exhibit stopped: {}", error));
        }
        this.#restart(error);
    }

    /** Drops the instance and its context, and starts anew with the module that is compiled already. */
    #restart(cause: unknown): void {
        const context = this.#context;
        this.#instance = null;
        this.#canvas = this.#context = null;
        free(context);
        this.#tell((client) => client.engineLost());
        const now = performance.now();
        this.#restarts = this.#restarts.filter((time) => now - time < 60_000);
        if (this.#restarts.push(now) > restartsPerMinute) {
            this.#fail(new ExplainerError("engine", "The exhibit's engine stopped again and again: {}", cause));
            return;
        }
        if (!this.#starting) void this.#start();
    }

    #fail(error: ExplainerError): void {
        this.#reason = error.message;
        this.#tell((client) => this.#giveUp(client, error)); // a later attach tries again
    }

    #giveUp(client: EngineClient, error: ExplainerError): void {
        client.engineFailed(error); // detaches
        this.#failed.set(client, error.message);
    }

    #tell(message: (client: EngineClient) => void): void {
        for (const client of [...this.#clients]) if (this.#clients.has(client)) message(client);
    }
}

export const engine = new Engine();
