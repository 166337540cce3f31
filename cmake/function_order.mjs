// Puts the functions of a WebAssembly module into an order that compresses better. gzip finds only what was there in the last 32 KB, so
// functions of a kind should be neighbours; the linker has them by file, the optimiser by how often they are called. What they do stays:
// Binaryen does the moving, by names given here.
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { bodies, importedFunctions, withNames } from "./wasm_names.mjs";

// of the modules that are made here
export const features = [
    "bulk-memory",
    "bulk-memory-opt",
    "call-indirect-overlong",
    "multivalue",
    "mutable-globals",
    "nontrapping-float-to-int",
    "reference-types",
    "sign-ext",
    "simd",
    "relaxed-simd",
].map((name) => `--enable-${name}`);

// As measured; others near these make modules a quarter of a percent larger.
const run = 6; // bytes that are the same in two places
const window = 32000; // bytes of which gzip finds them
const pull = 0.65; // 1: the likest function comes next, 0: the longest

/**
 * One function after the other, always the one of which most is already there in what gzip sees: its runs that occur in the last `window`
 * bytes, over its number of runs to the power of `pull`.
 */
function order(functions) {
    const ids = new Map();
    const runs = functions.map((body) => {
        const own = new Set();
        for (let i = 0; i + run <= body.length; ++i) {
            const text = body.latin1Slice(i, i + run);
            let id = ids.get(text);
            if (id === undefined) ids.set(text, (id = ids.size));
            own.add(id);
        }
        return [...own];
    });
    const users = Array.from({ length: ids.size }, () => []);
    runs.forEach((own, i) => own.forEach((id) => users[id].push(i)));
    const times = new Int32Array(ids.size); // that a run is in the window
    const known = new Int32Array(functions.length); // how many of its runs are there
    const left = new Set(functions.keys());
    const chosen = [];
    let first = 0; // in the window
    let bytes = 0;
    const choose = (index) => {
        chosen.push(index);
        left.delete(index);
        bytes += functions[index].length;
        for (const id of runs[index]) if (times[id]++ === 0) for (const user of users[id]) ++known[user];
        while (bytes > window && first < chosen.length - 1) {
            const gone = chosen[first++];
            bytes -= functions[gone].length;
            for (const id of runs[gone]) if (--times[id] === 0) for (const user of users[id]) --known[user];
        }
    };
    while (left.size > 0) {
        let best;
        let most = -1;
        for (const index of left) {
            const share = known[index] / (runs[index].length + 4) ** pull;
            if (share > most) [best, most] = [index, share];
        }
        choose(best);
    }
    return chosen;
}

/** Rewrites the file. */
export function orderFunctions(wasmOpt, file) {
    const module = readFileSync(file);
    const chosen = order(bodies(module));
    // Binaryen sorts by name: place 7 is "00007".
    const imported = importedFunctions(module);
    const names = Array.from({ length: imported }, (_, i) => `import${i}`);
    chosen.forEach((index, place) => (names[imported + index] = String(place).padStart(5, "0")));
    const named = `${file}.named`;
    writeFileSync(named, withNames(module, names));
    // (Optimised once more on the way: to read and write a module undoes a little of what was done last.)
    execFileSync(
        wasmOpt,
        [named, "-o", file, ...features, "-Oz", "--converge", "--skip-pass=memory-packing", "--reorder-functions-by-name"],
        { stdio: "inherit" },
    );
    rmSync(named);
}
