// Lets scripts and tests import the npm packages that build.sh installs under build/npm: `node --import ./cmake/packages.mjs x.mjs`.
// Node itself looks only in folders above the importing file, and nothing is to be installed among the sources. No packages here.
import { createRequire, register } from "node:module";

const packages = new URL("../build/npm/", import.meta.url);
const hook = `
    export async function resolve(name, context, next) {
        try {
            return await next(name, context);
        } catch (error) {
            if (error.code !== "ERR_MODULE_NOT_FOUND" || /^[./]|^\\w+:/.test(name)) throw error;
            return next(name, { ...context, parentURL: ${JSON.stringify(packages.href)} });
        }
    }`;
register("data:text/javascript," + encodeURIComponent(hook));

/** The same for tools that are called, not imported: `path("esbuild")`. */
export const path = createRequire(packages).resolve;
