// `./build.sh mutants [word...]`: does a test fail when the code is wrong? Each mutant is one wrong line. It is put into a copy of the
// sources, the tests are built, and those that are meant to catch it must fail. With words, only mutants with one in their name.
//
// The mutants are data: a file of this folder is {program, mutants}. `program` is a doctest program of CMakeLists.txt. A mutant has a
// `name`; a `file` with `text` in it, once, and what stands there instead (`replacement`); and `caught`: which test cases see it, as
// doctest's --test-case (*, and commas between several). A mutant that nothing catches wants a test; one whose text has moved, its new text.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL(".", import.meta.url));
const root = join(folder, "../..");

/** All mutants of this folder, each with its `program` and the file it stands in. */
export function allMutants() {
    return readdirSync(folder)
        .filter((name) => name.endsWith(".json"))
        .flatMap((list) => {
            const { program, mutants } = JSON.parse(readFileSync(join(folder, list), "utf8"));
            return mutants.map((mutant) => ({ list, program, ...mutant }));
        });
}

/** The source with the mutant in it. An Error unless its text is there exactly once. */
export function mutated(mutant, source) {
    const places = source.split(mutant.text).length - 1;
    if (places !== 1) throw new Error(`"${mutant.name}" (${mutant.list}): its text is in ${mutant.file} ${places} times, must be once`);
    if (mutant.text === mutant.replacement) throw new Error(`"${mutant.name}" (${mutant.list}) changes nothing`);
    return source.replace(mutant.text, () => mutant.replacement);
}

function run(command, ...args) {
    // Tests of random states go through the same ones each time, and through more of them: what a mutant changes may be rare.
    const env = { ...process.env, SEED: "1", STATES: "640" };
    const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: "utf8", timeout: 600_000, maxBuffer: 2 ** 28, env });
    return { good: status === 0, said: `${stdout ?? ""}${stderr ?? ""}${error ?? ""}` };
}

/** Makes `to` like `from`. What is the same already is left alone, so that ninja compiles what differs and nothing else. */
function copy(from, to) {
    if (statSync(from).isDirectory()) {
        mkdirSync(to, { recursive: true });
        const names = readdirSync(from).filter((name) => name !== "node_modules");
        for (const name of readdirSync(to)) if (!names.includes(name)) rmSync(join(to, name), { recursive: true });
        for (const name of names) copy(join(from, name), join(to, name));
        return;
    }
    const content = readFileSync(from);
    if (!existsSync(to) || !content.equals(readFileSync(to))) writeFileSync(to, content);
}

function main(words) {
    const mutants = allMutants().filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
    if (mutants.length === 0) throw new Error(`no mutant has ${words.join(" or ")} in its name`);
    const sources = join(root, "build/mutants/source"),
        built = join(root, "build/mutants/build");
    for (const made of ["build", "train", "web"]) mkdirSync(join(sources, made), { recursive: true });
    for (const part of ["src", "tests", "shaders", "cmake", "train/learned", "web/package-lock.json", "CMakeLists.txt", "VERSION"])
        copy(join(root, part), join(sources, part));
    for (const part of ["imgui", "npm"]) {
        if (existsSync(join(root, "build", part)) && !existsSync(join(sources, "build", part)))
            symlinkSync(join(root, "build", part), join(sources, "build", part));
    }
    const must = (step, { good, said }) => {
        if (!good) throw new Error(`${step} failed:\n${said.slice(-4000)}`);
    };
    // As the debug build, but without sanitizers and symbols, which take time (the tests themselves are to see the mutants), and without
    // warnings, so that a mutant may leave a variable unused.
    must("cmake", run("cmake", "-S", sources, "-B", built, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_FLAGS_DEBUG=-O1 -w"));
    const build = (program) => run("ninja", "-C", built, "-j", String(availableParallelism()), program);
    const test = ({ program, caught }) => run(join(built, program), "--no-colors", ...(caught ? [`--test-case=${caught}`] : []));

    for (const program of new Set(mutants.map((each) => each.program))) {
        must(`building ${program}`, build(program));
        must(`${program}, with no mutant in it,`, test({ program }));
    }
    let alive = 0;
    for (const mutant of mutants) {
        const file = join(sources, mutant.file),
            source = readFileSync(file, "utf8"),
            start = Date.now();
        // Each name must be that of a test, or nothing would be meant to catch it.
        const cases = Number(
            /unskipped test cases.*: (\d+)/.exec(run(join(built, mutant.program), "--count", `--test-case=${mutant.caught}`).said)?.[1],
        );
        if (!(cases > 0)) throw new Error(`"${mutant.name}": no test case is called ${mutant.caught}`);
        writeFileSync(file, mutated(mutant, source));
        let verdict;
        try {
            must(`building with "${mutant.name}"`, build(mutant.program));
            const { good, said } = test(mutant);
            // Red is a test case that failed, not a program that did not start.
            verdict = good ? "ALIVE" : /test cases:.* [1-9]\d* failed/.test(said) ? "caught" : "caught (crash)";
        } finally {
            writeFileSync(file, source);
        }
        if (verdict === "ALIVE") ++alive;
        console.log(
            `${verdict.padEnd(15)} ${mutant.name.padEnd(40)} ${((Date.now() - start) / 1000).toFixed(1).padStart(5)} s   ${mutant.caught}`,
        );
    }
    console.log(`${mutants.length - alive} of ${mutants.length} mutants caught`);
    return alive === 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    try {
        process.exitCode = main(process.argv.slice(2)) ? 0 : 1;
    } catch (error) {
        console.error(`mutants: ${error.message}`);
        process.exitCode = 1;
    }
}
