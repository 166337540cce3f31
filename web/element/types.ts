// The shapes that cross the border between the element and the engine (src/host/explainer_bindings.cpp), and the element's public types.
// Types only: nothing here exists at run time.

/**
 * The value of one parameter: number for "number" and "integer", boolean for "toggle", string for "choice" (its id) and "text",
 * rows of numbers for "matrix". An "action" has none.
 */
export type Value = number | boolean | string | number[][];

/** What a maximum follows: src/explainer/parameters.h says how. null: what `otherwise` names is followed. */
export interface Bound {
    parameter: string;
    byChoice: (number | null)[];
    otherwise: string;
    offset: number;
}

/** One parameter of an exhibit, as its C++ table declares it. Fields that a kind does not use are 0 or []. */
export interface ParameterInfo {
    name: string;
    label: string;
    help: string;
    kind: "number" | "integer" | "toggle" | "choice" | "text" | "matrix" | "action";
    minimum: number;
    maximum: number;
    step: number;
    logarithmic: boolean;
    /** In the default state. */
    default: Value;
    /** `earlier`: ids that a choice had, parted by blanks; state strings that were published still restore. */
    choices: { id: string; label: string; earlier?: string }[];
    maxLength: number;
    /** The default before it is clamped, where the maximum follows the state. */
    initial?: number;
    maximumFollows?: Bound;
    /** Defaults of a matrix that starts anew with each choice of the parameter that `initialFollows` names: one for each. */
    matrices?: number[][][];
    /** Names, with blanks between them, of parameters with each change of which this one starts anew. */
    initialFollows?: string;
    /** Enter and Space on this choice go on to the next one, and from the last to the first. */
    cycles?: boolean;
    /** Its range goes from the greatest value to the least, as for a count that goes back. */
    reversed?: boolean;
    /** This integer is the row, the named one the column of a focus on a computed matrix: both share one grid. */
    gridColumn?: string;
    /** This action plays the integer of this name, or stops playing it. */
    plays?: string;
    /** The name that `show` has for the piece of the sheet which this toggle shows or puts away; only these change the height at a width. */
    piece?: string;
    /** What that piece adds to the height at every whole width, written as ExhibitInfo.heights. */
    heights?: string;
}

/** One exhibit. */
export interface ExhibitInfo {
    id: string;
    title: string;
    summary: string;
    parameters: ParameterInfo[];
    /** The name of the piece that is always shown, for `show`. */
    essential?: string;
    /** Buttons: states worth one press, as state strings. */
    presets: { label: string; state: string }[];
    /**
     * The height as it opens at every whole width (CSS px), so that a page can reserve the space before anything is loaded: "240 796 1*3 -43"
     * says 796 px at a width of 240, then three times one more, then 43 less.
     */
    heights: string;
    /** The same with just these pieces, by their names ("" with none), where it is not that sum. */
    others?: Record<string, string> | undefined;
    /** Listed nowhere: a sheet for tests and for those who make parts. */
    hidden?: boolean;
    /** Of tensors that the page brings (web/tensors): the modules that have its code. */
    modules?: readonly string[];
    /** Of these too: makes its view. Null: not yet, `again` follows. */
    view?(module: EngineModule, again: (error?: unknown) => void): EngineView | null;
    /** Gives back the memory of its tensors. It can make no view then. */
    free?(): void;
    /** Of a text that a model read: that text, and the same with the ranges of any text. */
    read?: { text: string; any: ExhibitInfo };
}

/** What an exhibit asks of the page (web/requests). */
export interface Request {
    kind: string;
    generation: number;
    arguments: Record<string, number | string>;
}

/** Row-major; as many numbers as the product of the shape. */
export interface Tensor {
    name: string;
    shape: number[];
    data: Float32Array;
}

/** News of a request: as many as there are, the last one `done`. */
export interface Reply {
    generation: number;
    /** 0 to 1. */
    progress: number;
    done: boolean;
    tensors: Tensor[];
    /** Why it (if `done`) or a part of it (if not) is not available, as a sentence. */
    error: string;
}

export interface Table {
    title: string;
    columns: string[];
    rows: (string | number)[][];
}

/** What an exhibit says of itself: a sentence, the numbers it draws, and those that a sentence in an essay would quote, by name. */
export interface Description {
    summary: string;
    tables: Table[];
    values: Record<string, number>;
}

/** Whose native control is to get the focus; row and column if it is a cell of a matrix. */
export interface FocusRequest {
    parameter: number;
    row?: number;
    column?: number;
}

export interface Rectangle {
    x: number;
    y: number;
    width: number;
    height: number;
}

export type EnginePath = "relaxed" | "simd128" | "scalar";
export type ErrorType = "no-wasm" | "csp" | "load" | "state" | "engine" | "tensors";
export type ChangeSource = "pointer" | "control" | "api";
/** What draws a figure. */
export type Renderer = "webgl2" | "svg";

export type ExportFormat = "csv" | "json" | "numpy" | "svg";
export type State = Record<string, Value>;
/** What may be assigned to a state: a matrix by rows of whatever kind of array. */
export type StateChanges = Record<string, Value | readonly (readonly number[] | Float32Array | Float64Array)[]>;

/** Pointer kinds as the engine counts them: 0 move, 1 down, 2 up, 3 leave or cancel. */
export type PointerKind = 0 | 1 | 2 | 3;

/** What lies under a point: 0 nothing; 1 something to press (the page may still pan); 2 a drag that is wholly the exhibit's; 3 a map, which a mouse drags and two fingers zoom; 4 a drag that is the exhibit's sideways. */
export type Hit = 0 | 1 | 2 | 3 | 4;

/** One exhibit with its own state inside the engine. Works without a renderer, except for drawing. */
export interface EngineView {
    /** What it says, from the beginning, by makeLanguage()'s number: to be called before restore(). 0: English. */
    setLanguage(language: number): void;
    resize(width: number, height: number, pixelWidth: number, pixelHeight: number): void;
    setDark(dark: boolean): void;
    /** One colour of the theme by its role's place, red in the low byte; until the next setDark. */
    setColor(role: number, rgb: number): void;
    setReducedMotion(reduced: boolean): void;
    /** It is drawn for paper: what only a hand on a screen needs is left out. */
    setStill(still: boolean): void;
    naturalHeight(width: number): number;
    pointer(kind: PointerKind, x: number, y: number, touch: boolean): void;
    hit(x: number, y: number, touch: boolean): Hit;
    /** Two fingers on a map: what they did since the last call, now around (x, y). */
    pinch(x: number, y: number, factor: number, shiftX: number, shiftY: number): void;
    cursor(): string;
    focusParameter(index: number): void;
    focusCell(index: number, row: number, column: number): void;
    focusPreset(index: number): void;
    step(time: number, draw: boolean): boolean;
    /** The same frame as an SVG document, behind "1" if another one is wanted, else "0". */
    stepAsSvg(time: number): string;
    get(index: number): Value;
    set(index: number, value: Value): void;
    /** An error message, or "". */
    restore(state: string): string;
    save(): string;
    text(index: number): string;
    /** Whether an action plays its integer just now. */
    playing(index: number): boolean;
    /** What is spoken for a cell: of a matrix, or of the computed matrix that the focus with this row parameter is on. */
    cellText(index: number, row: number, column: number): string;
    cellRect(index: number, row: number, column: number): Rectangle;
    active(index: number): boolean;
    rect(index: number): Rectangle;
    presetRect(index: number): Rectangle;
    /** Presses the button of an action. */
    act(index: number): void;
    /** What the exhibit asks of the page, once; it ends the request before it. */
    takeRequest(): Request | null;
    /** Hands over news; returns whether more is wanted. If there is no memory for it, the exhibit gets an error message instead. */
    reply(reply: Reply): boolean;
    /** True once after the rectangles of controls (rect, cellRect, presetRect), or which parameters are active, have changed. */
    takeMoved(): boolean;
    /** True once after what describe(), text() and cellText() say may have changed. */
    takeNews(): boolean;
    takeChanged(): boolean;
    takeFocusRequest(): FocusRequest | null;
    /** Whether the description is still partial. */
    unfinished(): boolean;
    /** The rectangles in which there is something to read or to touch, controls too. */
    occupied(): Rectangle[];
    describe(): Description;
    /** Python that computes what is shown; empty: the exhibit has none. */
    numpy(): string;
    svg(): string;
    delete(): void;
}

/** A run of text as a picture: device pixels, `left` and `top` from the pen on the baseline. RGBA, alpha not multiplied in. */
export interface GlyphPicture {
    width: number;
    height: number;
    left: number;
    top: number;
    pixels: Uint8ClampedArray;
}

/** Who draws the signs that the engine's faces lack. */
export interface GlyphSource {
    advance(text: string, size: number, bold: boolean): number;
    draw(text: string, size: number, bold: boolean, color: string): GlyphPicture | null;
}

/** The instantiated engine. */
export interface EngineModule {
    GL: {
        registerContext(context: WebGL2RenderingContext, attributes: { majorVersion: number }): number;
        makeContextCurrent(handle: number): boolean;
    };
    startRenderer(): string;
    setGlyphSource(source: GlyphSource): void;
    /**
     * The number of a new language for views, which stays as long as the engine. `texts`: an English text and what is said instead, one after the
     * other, each ended by "\0"; sorted by the English ones. Its code must be there (EngineClient's figures).
     */
    makeLanguage(decimal: string, texts: string): number;
    /** Null if there is no exhibit with that id. */
    makeView(exhibit: string): EngineView | null;
    /**
     * One step with tensors that a page brings: src/host/tensor_bindings.cpp has the names, web/tensors/steps.ts what each takes and gives. The code is in the module
     * "brought".
     */
    tensors(step: string, of: object): unknown;
    makeTensorView(exhibit: string, which: number): EngineView | null;
}
