// The version of the package, of the element and of the C++ library: the file VERSION says it, for CMakeLists.txt too. And when the essay was changed last.
import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { at, read } from "./paths.mjs";

export const version = read("VERSION").trim();

/** The day of the last change of the essay that is in the history, or where there is none (a tarball), of its folder: "2026-11-28". */
export const date =
    spawnSync("git", ["log", "-1", "--format=%cs", "--", "web/essay"], { cwd: at("."), encoding: "utf8" }).stdout?.trim() ||
    statSync(at("web/essay/sections")).mtime.toISOString().slice(0, 10);
