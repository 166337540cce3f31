// How tensors come to a figure: what is read in which state, and what the figure's values are then. Fetched with the first tensors; what the figure keeps of
// them before and after is web/element/life/arrivals.ts.

import type { ExhibitInfo, Value } from "../element/types.js";
import { type Brought, brought, carried, exhibitOfAny, type Progress } from "./bring.js";
import type { HeldEngine } from "./hand.js";

type Setting = (exhibit: ExhibitInfo, values: readonly Value[]) => Value[];

/** The figure's stage, as far as it is looked at. */
interface Shows {
    readonly exhibit: ExhibitInfo | null;
    readonly values: readonly Value[];
    /** Something has been seen there; there is only room yet. */
    readonly seen: boolean;
    readonly held: boolean;
    /** Resolves once its reader is near. */
    wanted(): Promise<void>;
    engineProgress: Progress;
}

/** A figure to which tensors come. */
export interface Receiver {
    stage: Shows;
    engine: HeldEngine;
    /** What is set meanwhile; what it has to begin with is put before. */
    later: Setting[];
    beginningOf(exhibit: ExhibitInfo): readonly Value[];
    /** Shows that, or keeps its room. */
    next(brought: Brought, exhibit: ExhibitInfo, held: boolean): void;
}

/** The values that it will have, as far as they are known before it is there. */
function foreseen(any: ExhibitInfo, begin: readonly Value[], settings: readonly Setting[]): Value[] {
    let values = [...begin];
    for (const setting of settings) {
        try {
            values = setting(any, values);
        } catch {
            // said when it is there
        }
    }
    return values;
}

const progressOf =
    (stage: Shows): Progress =>
    (loaded, total) =>
        stage.engineProgress(loaded, total);

/**
 * Reads tensors for the exhibit `coming.id`; `coming.brought`: what they are, as soon as that is known, or was known before. Rejects with what is wrong; nothing
 * comes of it once `signal` is aborted.
 */
export async function arrive(
    tensors: unknown,
    coming: { readonly id: string; brought: Brought | null },
    { stage, engine, later, beginningOf, next }: Receiver,
    signal: AbortSignal,
): Promise<void> {
    /** What was changed of the tensors that are shown now, for others. */
    const carrying = ({ exhibit: from, values } = stage): Setting => {
        return (to) => carried(to, from, values, beginningOf);
    };
    const again = coming.brought;
    const opened = again ?? (await brought(tensors, exhibitOfAny(coming.id), engine));
    if (signal.aborted) return;
    coming.brought = opened;
    if (!stage.seen && !again) next(opened, opened.any, true);
    await stage.wanted();
    if (signal.aborted) return;
    const begin = stage.held ? stage.values : carrying()(opened.any, []);
    const exhibit = await opened.read(foreseen(opened.any, begin, later), signal, progressOf(stage));
    if (signal.aborted) return exhibit.free?.();
    later.unshift(carrying());
    next(opened, exhibit, false);
}

/** What the model says of another text, or without a head: the exhibit in place of the one that is shown, and its values. Null: nobody wants it any more. */
export async function readOn(
    { brought: { again }, exhibit: shown }: { brought: Brought; exhibit: ExhibitInfo },
    text: string,
    without: readonly [number, number] | null,
    { stage, beginningOf }: Pick<Receiver, "stage" | "beginningOf">,
    signal: AbortSignal,
): Promise<{ exhibit: ExhibitInfo; values: Value[] } | null> {
    if (!again) throw new Error("There is no model to read it.");
    const place = shown.parameters.findIndex(({ name }) => name === "text");
    const typed = stage.values[place];
    const exhibit = await again({ text, without }, signal, progressOf(stage));
    if (signal.aborted || stage.exhibit !== shown) {
        exhibit.free?.();
        return null;
    }
    const values = carried(exhibit, shown, stage.values, beginningOf);
    if (stage.values[place] === typed) values[place] = text; // else somebody types on
    return { exhibit, values };
}
