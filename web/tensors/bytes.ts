// The bytes of a file that a page names: by its address, as a File, or as they are.

/** An address that a page gave, found from wherever. */
export interface Located {
    href: string;
    /** As it was given, for readers. */
    address: string;
    /** sha256-… that the file must have; or "". */
    integrity: string;
}

export const isAddress = (given: unknown): given is string | URL => typeof given === "string" || given instanceof URL;

/** With a hash behind its "#", sha256-…, it must be that very file. */
export function located(given: string | URL): Located {
    const { href, hash } = new URL(given, document.baseURI);
    const [address = ""] = String(given).split("#");
    return { href, address, integrity: hash.startsWith("#sha256-") ? hash.slice(1) : "" };
}

/** An error's text is for readers. */
export async function responseOf({ href, address, integrity }: Located, signal: AbortSignal | null = null): Promise<Response> {
    const response = await fetch(href, { credentials: "same-origin", integrity, signal }).catch((error: unknown) => {
        throw new Error(`${address} could not be fetched${integrity && ", or is another file by now"} (${String(error)})`);
    });
    if (!response.ok) throw new Error(`${address} answered ${response.status}`);
    return response;
}

/** An error's text is for readers. */
export async function blobOf(file: unknown, signal?: AbortSignal): Promise<Blob> {
    if (isAddress(file)) return (await responseOf(located(file), signal)).blob();
    if (file instanceof Blob) return file;
    if (file instanceof ArrayBuffer || file instanceof Uint8Array || file instanceof DataView) return new Blob([file as BlobPart]);
    throw new TypeError(`a file must be given by its address or its bytes; got ${typeof file}`);
}
