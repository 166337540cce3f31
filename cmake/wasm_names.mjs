// What the build reads of a WebAssembly module (webassembly.github.io/spec/core/binary): how many functions, their bodies, their names; and
// the module with other names. Nothing else of it is touched.

function number(value) {
    const bytes = [];
    do bytes.push((value & 127) | (value > 127 ? 128 : 0));
    while ((value >>>= 7));
    return Buffer.from(bytes);
}

const text = (string) => Buffer.concat([number(Buffer.byteLength(string)), Buffer.from(string)]);

/** Reads numbers and words of a module, from a place on. */
class Reader {
    constructor(module, at) {
        this.module = module;
        this.at = at;
    }
    number() {
        let value = 0;
        let shift = 0;
        for (;;) {
            const byte = this.module[this.at++];
            value |= (byte & 127) << shift;
            if (byte < 128) return value >>> 0;
            shift += 7;
        }
    }
    bytes(count) {
        this.at += count;
        return this.module.subarray(this.at - count, this.at);
    }
    text() {
        return this.bytes(this.number()).toString();
    }
}

/** The module's sections: {id, begin, contents, end, name}, the name only of custom ones (id 0). */
function sections(module) {
    const found = [];
    for (let begin = 8; begin < module.length;) {
        const reader = new Reader(module, begin + 1);
        const id = module[begin];
        const size = reader.number();
        const end = reader.at + size;
        const name = id === 0 ? reader.text() : undefined;
        found.push({ id, begin, contents: reader.at, end, name });
        begin = end;
    }
    return found;
}

const contents = (module, id) => new Reader(module, sections(module).find((section) => section.id === id).contents);

/** How many functions are imported: they are numbered before those that have a body. */
export function importedFunctions(module) {
    const reader = contents(module, 2);
    let functions = 0;
    for (let count = reader.number(); count > 0; --count) {
        reader.text();
        reader.text();
        const kind = reader.number();
        if (kind === 0) ++functions;
        if (kind === 1 || kind === 3) reader.bytes(1);
        if (kind === 1 || kind === 2) {
            const hasMaximum = reader.number() & 1;
            reader.number();
            if (hasMaximum) reader.number();
        } else reader.number();
    }
    return functions;
}

/** The bodies of the functions, in their order. */
export function bodies(module) {
    const reader = contents(module, 10);
    return Array.from({ length: reader.number() }, () => reader.bytes(reader.number()));
}

/** The functions' names, imported ones first, "" where one has none; and how many are imported. */
export function functionNames(module) {
    const imported = importedFunctions(module);
    const names = new Array(imported + bodies(module).length).fill("");
    const section = sections(module).find(({ name }) => name === "name");
    if (!section) throw new Error("the module has no names: link it with --profiling-funcs");
    const reader = new Reader(module, section.contents);
    while (reader.at < section.end) {
        const kind = reader.number();
        const end = reader.number() + reader.at;
        if (kind === 1) for (let count = reader.number(); count > 0; --count) names[reader.number()] = reader.text();
        reader.at = end;
    }
    return { names, imported };
}

/** The module with these names for its functions, imported ones first, and no others. */
export function withNames(module, names) {
    const map = Buffer.concat([number(names.length), ...names.flatMap((name, i) => [number(i), text(name)])]);
    const section = Buffer.concat([text("name"), number(1), number(map.length), map]);
    const kept = sections(module)
        .filter(({ name }) => name !== "name")
        .map(({ begin, end }) => module.subarray(begin, end));
    return Buffer.concat([module.subarray(0, 8), ...kept, number(0), number(section.length), section]);
}
