// What times the core, in one file to fetch: most of both is the core itself.

export { timeBuilds } from "./time-builds.js";
export { timeLengths } from "./time-lengths.js";
