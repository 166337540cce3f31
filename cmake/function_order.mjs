// Puts the functions of a WebAssembly module into an order that compresses better: `node cmake/function_order.mjs WASM-OPT FILE.wasm`
// rewrites the file. gzip finds only what was there in the last 32 KB, so functions of a kind should be neighbours; the linker has
// them by file, the optimiser by how often they are called. What they do stays: Binaryen does the moving, by names given here.
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const [wasmOpt, file] = process.argv.slice(2);
const features = [
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

function number(value) {
    const bytes = [];
    do bytes.push((value & 127) | (value > 127 ? 128 : 0));
    while ((value >>>= 7));
    return Buffer.from(bytes);
}

/** Reads the numbers of a module's sections; `seek` goes to the contents of the section of that kind. */
function reader(module) {
    let at = 8;
    const next = () => {
        let value = 0;
        let shift = 0;
        for (;;) {
            const byte = module[at++];
            value |= (byte & 127) << shift;
            if (byte < 128) return value >>> 0;
            shift += 7;
        }
    };
    const sections = new Map();
    while (at < module.length) {
        const id = module[at++];
        const size = next();
        if (id !== 0) sections.set(id, at);
        at += size;
    }
    const seek = (id) => {
        at = sections.get(id);
    };
    const skip = (bytes) => {
        at += bytes;
    };
    return { next, seek, skip, here: () => at };
}

/** How many functions are imported: they are numbered before those that have a body. */
function importedFunctions(module) {
    const { next, seek, skip } = reader(module);
    let functions = 0;
    seek(2);
    for (let count = next(); count > 0; --count) {
        skip(next());
        skip(next());
        const kind = next();
        if (kind === 0) ++functions;
        if (kind === 1 || kind === 3) skip(1);
        if (kind === 1 || kind === 2) {
            const hasMaximum = next() & 1;
            next();
            if (hasMaximum) next();
        } else {
            next();
        }
    }
    return functions;
}

/** The bodies of the functions, in their order. */
function bodies(module) {
    const { next, seek, skip, here } = reader(module);
    seek(10);
    return Array.from({ length: next() }, () => {
        const size = next();
        skip(size);
        return module.subarray(here() - size, here());
    });
}

/**
 * One function after the other, always the one of which most is already there in what gzip sees: runs of `run` bytes that occur in
 * the last `window` bytes, over the function's own number of runs to the power of `pull` (1: the likest, 0: the longest).
 */
function order(functions, { run, window, pull }) {
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

/** The section of names, by which Binaryen sorts: place 7 is "00007". */
function names(chosen, imported) {
    const entries = new Array(imported + chosen.length);
    for (let i = 0; i < imported; ++i) entries[i] = `import${i}`;
    chosen.forEach((index, place) => {
        entries[imported + index] = String(place).padStart(5, "0");
    });
    const text = (string) => Buffer.concat([number(string.length), Buffer.from(string)]);
    const map = Buffer.concat([number(entries.length), ...entries.flatMap((name, i) => [number(i), text(name)])]);
    const contents = Buffer.concat([text("name"), number(1), number(map.length), map]);
    return Buffer.concat([number(0), number(contents.length), contents]);
}

const module = readFileSync(file);
const functions = bodies(module);
const size = (chosen) => gzipSync(Buffer.concat(chosen.map((i) => functions[i])), { level: 9 }).length;
// None of them is the best for every module; they lie half a percent apart.
const orders = [6, 7].flatMap((run) =>
    [30000, 32000].flatMap((window) => [0.55, 0.6, 0.65, 0.7, 0.75].map((pull) => order(functions, { run, window, pull }))),
);
const [chosen] = orders.sort((a, b) => size(a) - size(b));
const named = `${file}.named`;
// (Optimised once more on the way: to read and write a module undoes a little of what was done last.)
writeFileSync(named, Buffer.concat([module, names(chosen, importedFunctions(module))]));
execFileSync(wasmOpt, [named, "-o", file, ...features, "-Oz", "--converge", "--reorder-functions-by-name"], { stdio: "inherit" });
rmSync(named);
