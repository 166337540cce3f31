// The version of the package, of the element and of the C++ library: the file VERSION says it, for CMakeLists.txt too.
import { read } from "./paths.mjs";

export const version = read("VERSION").trim();
