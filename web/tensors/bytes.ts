// The bytes of a file that a page names: by its address, as a File, or as they are.

/** An error's text is for readers. */
export async function blobOf(file: unknown, signal?: AbortSignal): Promise<Blob> {
    if (typeof file === "string" || file instanceof URL) return fetched(String(file), signal ?? null);
    if (file instanceof Blob) return file;
    if (file instanceof ArrayBuffer || file instanceof Uint8Array || file instanceof DataView) return new Blob([file as BlobPart]);
    throw new TypeError(`a file must be given by its address or its bytes; got ${typeof file}`);
}

/** With a hash behind its "#", sha256-…, it must be that very file. */
async function fetched(given: string, signal: AbortSignal | null): Promise<Blob> {
    const { href, hash } = new URL(given, document.baseURI);
    const [address = ""] = given.split("#");
    const integrity = hash.startsWith("#sha256-") ? hash.slice(1) : "";
    const response = await fetch(href, { credentials: "same-origin", integrity, signal }).catch((error: unknown) => {
        throw new Error(`${address} could not be fetched${integrity && ", or is another file by now"} (${String(error)})`);
    });
    if (!response.ok) throw new Error(`${address} answered ${response.status}`);
    return response.blob();
}
