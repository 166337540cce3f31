// What stands behind # in an address, as the id that it means.

/** Decoded; what cannot be decoded (`#100%`) is an id as it stands, as browsers take it. */
export function decodedFragment(text: string): string {
    try {
        return decodeURIComponent(text);
    } catch {
        return text;
    }
}
