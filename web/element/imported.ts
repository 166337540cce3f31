// Modules that are loaded when they are needed, over networks that fail: browsers remember a failed import() for good (whatwg/html 6768, fixed in
// 2026), so a second attempt uses another address. Knows no module.

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
