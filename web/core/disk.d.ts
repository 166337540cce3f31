// What node.ts wants of Node; its whole types would let the rest forget that it runs in browsers.
declare module "node:fs/promises" {
    export function readFile(file: URL): Promise<Uint8Array<ArrayBuffer>>;
}
