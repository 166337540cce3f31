// Everything of a release but its last step: what has to be in order, the tarball, and the tags that fetch this very version and nothing else. Uploads nothing.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** What the browser compares a file with: a wrong byte, and it is not run. */
const integrityOf = (folder, file) =>
    `sha384-${createHash("sha384")
        .update(readFileSync(join(folder, file)))
        .digest("base64")}`;

/** The scripts that the entry needs before anything else: what it imports, and what these import. */
function importedBy(folder, file, found = new Set()) {
    for (const [, name] of readFileSync(join(folder, file), "utf8").matchAll(
        /(?:^|[;}\s])(?:import|export)\b[^;"'()]*["']\.\/([^"']+\.js)["']/g,
    )) {
        if (found.has(name)) continue;
        found.add(name);
        importedBy(folder, name, found);
    }
    return [...found];
}

/** The tags for a page that takes the package in a folder from an address: each script with its hash, as an import has none of its own. */
export function tagsFor(folder, address) {
    const entry = "attention-explainer.js";
    const hash = (file) => `integrity="${integrityOf(folder, file)}" crossorigin="anonymous"`;
    return [
        ...importedBy(folder, entry).map((file) => `<link rel="modulepreload" href="${address}${file}" ${hash(file)}>`),
        `<script type="module" src="${address}${entry}" ${hash(entry)}></script>`,
    ].join("\n");
}

/** What stands in the way of a release, in words; nothing where all is in order. */
export function obstacles({ version, changelog, repository, changed }) {
    const out = [];
    if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) out.push(`VERSION says ${JSON.stringify(version)}, which is no version`);
    if (!changelog.includes(`## [${version}]`)) out.push(`CHANGELOG.md has no section "## [${version}]"`);
    if (!repository) out.push("nobody has said where the sources live: REPOSITORY=https://… ./build.sh release");
    if (changed) out.push(`these files are not committed:\n${changed}`);
    return out;
}

/** The last step, which is the maintainer's. npm attests provenance only in a CI that it supports, and refuses elsewhere what package.json asks for. */
export const lastStep = (version, tarball) => `The last step, which is yours:
    git tag v${version} && git push --tags && npm publish ${tarball} --provenance=false
From a CI that npm supports (GitHub Actions, GitLab) leave --provenance=false out: the package then says from which commit it was made.`;

function release() {
    const read = (file) => readFileSync(join(root, file), "utf8");
    const version = read("VERSION").trim();
    const { repository } = JSON.parse(read("build/web/built_with.json"));
    const changed = execFileSync("git", ["status", "--short"], { cwd: root, encoding: "utf8" }).trimEnd();
    const wrong = obstacles({ version, changelog: read("CHANGELOG.md"), repository, changed });
    if (wrong.length > 0) {
        console.error(`release: ${wrong.join("\nrelease: ")}`);
        process.exit(1);
    }
    const out = join(root, "build/release");
    rmSync(out, { recursive: true, force: true });
    mkdirSync(out, { recursive: true });
    execFileSync("npm", ["pack", "--silent", "--pack-destination", out, join(root, "dist")], { cwd: root });
    const [tarball] = readdirSync(out);
    const tags = tagsFor(join(root, "dist"), `https://…/attention-explainer@${version}/`);
    writeFileSync(join(out, "tags.html"), `${tags}\n`);
    console.log(`build/release/${tarball}\nbuild/release/tags.html, for a page that takes it from a server that has it:\n\n${tags}\n`);
    console.log(lastStep(version, `build/release/${tarball}`));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) release();
