// Modules that come when they are needed, over networks that fail: browsers keep a failed import() for good (whatwg/html 6768, mended in
// 2026), so what is asked for again is asked for under another address. Knows no module.

import { messageOf } from "./errors.js";

/** What `load`, an import(), gives. Where the browser's error names an address, that is tried once more: the error may be an earlier one, kept. */
export function imported<T>(load: () => Promise<T>): Promise<T> {
    return load().catch((error: unknown) => {
        const [address] = /https?:\S+/.exec(messageOf(error)) ?? [];
        if (!address) throw error;
        return import(/* @vite-ignore */ /* webpackIgnore: true */ `${address}?${performance.now()}`).catch(() => {
            throw error; // in the same words each time
        }) as Promise<T>;
    });
}
