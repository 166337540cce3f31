#!/usr/bin/env bash
# Makes Emscripten (>= 4) and the source of Dear ImGui available: the em++ on the PATH if it is new enough, else the packages of
# Debian testing unpacked under build/, as no released Debian has one that is. Changes nothing outside build/: not the machine's
# packages, not its sources. Prints one line: the folder that holds em++ and cmake/Modules/Platform/Emscripten.cmake.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
here=$root/build/emscripten
imgui=$root/build/imgui
say() { echo "emscripten: $*" >&2; }
fail() {
    say "$1"
    say "Install Emscripten 4 or later yourself (emsdk, https://emscripten.org) and put em++ on the PATH, then run this again."
    exit 1
}

# --- a usable one on the PATH wins
if found=$(command -v em++); then
    version=$("$found" -dumpversion 2>/dev/null || echo 0)
    if [ "${version%%.*}" -ge 4 ]; then
        folder=$(dirname "$(readlink -f "$found")")
        [ -d "$folder/cmake/Modules" ] || folder=$(em-config EMSCRIPTEN_ROOT)
        echo "$folder"
        exit 0
    fi
    say "em++ $version on the PATH is too old (4 or later is needed): looking in build/"
fi

share=$here/root/usr/share/emscripten
node=$(command -v node) || fail "no node on the PATH"

# Where em++ looks first, so that no environment variable is needed. Emscripten runs modules in Node; Node 20 runs relaxed SIMD only
# with a flag, which later versions do not know. Looked at on each call, as another Node may have come.
configure() {
    local flags= config=$share/.emscripten
    if "$node" --experimental-wasm-relaxed-simd -e 0 2>/dev/null; then flags=", '--experimental-wasm-relaxed-simd'"; fi
    cat >"$config.new" <<END
EMSCRIPTEN_ROOT = '$share'
LLVM_ROOT = '$here/bin'
BINARYEN_ROOT = '$here'
CACHE = '$here/cache'
NODE_JS = ['$node'$flags]
END
    if cmp -s "$config" "$config.new"; then rm "$config.new"; else mv "$config.new" "$config"; fi
}

# --- unpacked before, by this version of this script and for this folder: nothing to do
stamp="4 $here"
if [ "$(cat "$here/stamp" 2>/dev/null)" = "$stamp" ]; then
    configure
    echo "$share"
    exit 0
fi

# --- a private apt: the machine's own mirror, suite "testing", lists and cache below build/. `--print-uris` reads every format
# of sources (.list, .sources) for us; its first Debian archive that is not -security, -updates or -backports is the mirror.
for tool in apt-get dpkg npm python3 xz; do
    command -v $tool >/dev/null || fail "no $tool: cannot unpack Emscripten from Debian packages"
done
mirror=$(apt-get update --print-uris 2>/dev/null |
    sed -nE "s#^'([^']*)/dists/(bookworm|trixie|forky|sid|stable|testing|unstable)/InRelease'.*#\1#p" | head -n 1)
[ -n "$mirror" ] || fail "this machine's package sources name no Debian archive, so there is none to take Emscripten from."
private=$here/apt
mkdir -p "$private/lists/partial" "$private/cache/archives/partial" "$private/packages"
: >"$private/status" # nothing is installed, so the whole closure is named
keyring=/usr/share/keyrings/debian-archive-keyring.gpg
option=
if [ -e $keyring ]; then option="[signed-by=$keyring] "; fi
printf '%s\n' "deb $option$mirror testing main" "deb-src $option$mirror testing main" >"$private/sources.list"
cat >"$private/apt.conf" <<END
Dir::Etc::sourcelist "$private/sources.list";
Dir::Etc::sourceparts "-";
Dir::State::Lists "$private/lists";
Dir::State::status "$private/status";
Dir::Cache "$private/cache";
APT::Sandbox::User "$(id -un)";
Acquire::Languages "none";
Acquire::Retries "3";
END
export APT_CONFIG=$private/apt.conf

# A mirror that does not answer is asked again, a little later each time; what apt gives up in a moment must not cost a whole run.
patiently() {
    local wait
    for wait in 5 20 60; do
        "$@" >>"$private/apt.log" 2>&1 && return
        sleep $wait
    done
    "$@" >>"$private/apt.log" 2>&1
}

# JavaScript tools that Emscripten calls; npm works while apt downloads.
mkdir -p "$here/npm"
echo '{"private": true}' >"$here/package.json" # Node shall not ask a folder above what kind of modules Emscripten's are
(cd "$here/npm" && npm install --silent --no-save --no-package-lock --prefix . \
    acorn@8.15.0 acorn-import-phases@1.0.4 typescript@5.9.3) >"$private/npm.log" 2>&1 &
npm_job=$!

say "reading the package lists of Debian testing (20 MB)"
: >"$private/apt.log"
patiently apt-get update -qq || fail "apt-get update failed, see $private/apt.log"

# The closure of dependencies, less what the machine has itself (python, node) or only a native compiler needs.
unwanted='^(lib)?python3|^(lib)?node|^libada-|^libsimd|^libicu|^gcc-|^binutils|^ccache|san[0-9]+$|-dev$|^libc-dev-bin'
unwanted+='|^libobjc|^libgprofng|^libhiredis|^libclang1-|^debconf|^tzdata|^media-types|^netbase|^readline-common|^openssl'
mapfile -t packages < <(apt-get -s install --no-install-recommends emscripten 2>>"$private/apt.log" |
    awk '$1 == "Inst" && ($2 !~ u || $2 ~ /^libclang-common-/) {print $2}' u="$unwanted")
[ ${#packages[@]} -gt 10 ] || fail "Debian testing offers no installable emscripten today, see $private/apt.log"
say "downloading Emscripten, ${#packages[@]} packages (100 MB)"
(cd "$private/packages" && patiently apt-get -qq download "${packages[@]}") ||
    fail "downloading packages failed, see $private/apt.log"

say "unpacking (0.5 GB)"
rm -rf "${here:?}"/{root,bin,stamp}
mkdir -p "$here/root" "$here/bin"
printf '%s\0' "$private"/packages/*.deb | xargs -0 -P "$(nproc)" -I{} dpkg -x {} "$here/root"
rm -rf "$private/packages" "$private/cache"

# --- Dear ImGui's source, from the same place; where that fails CMake fetches it by hash (CMakeLists.txt)
if [ ! -e "$imgui/imgui.h" ]; then
    say "downloading the source of Dear ImGui (2 MB)"
    mkdir -p "$private/imgui" "$imgui"
    if (cd "$private/imgui" && apt-get -qq source --download-only imgui) >>"$private/apt.log" 2>&1; then
        tar -xf "$private"/imgui/imgui_*.orig.tar.* -C "$imgui" --strip-components=1
    else
        say "no source package of imgui: CMake will fetch it"
    fi
    rm -rf "$private/imgui"
fi

# --- wrappers: the programs need the newer libc they came with, so each is started through that libc's loader.
loader=$(find "$here/root/usr/lib" "$here/root/usr/lib64" -name 'ld-linux-*.so.*' 2>/dev/null | head -n 1)
llvm=$(find "$here/root/usr/lib" -maxdepth 1 -name 'llvm-*' -type d | sort -V | tail -n 1)
resources=$(find "$llvm/lib/clang" -mindepth 1 -maxdepth 1 | tail -n 1)
if [ ! -e "$loader" ] || [ ! -e "$llvm/bin/clang" ] || [ ! -e "$share/em++.py" ]; then
    fail "the packages of Debian testing are not laid out as this script knows them."
fi
libraries=$(dirname "$(find "$here/root/usr/lib" -name 'libstdc++.so.6' | head -n 1)"):$llvm/lib
wrap() { # name, program, extra arguments
    local start="exec '$loader' --library-path '$libraries' --argv0 \"\$0\" '$2'"
    {
        echo '#!/bin/sh'
        # clang calls itself with -cc1 first: then the arguments must stay as they are
        # shellcheck disable=SC2016
        [ -z "$3" ] || printf 'case "$1" in -cc1*) %s "$@" ;; esac\n' "$start"
        echo "$start $3 \"\$@\""
    } >"$here/bin/$1"
    chmod +x "$here/bin/$1"
}
for name in clang clang++; do
    wrap $name "$llvm/bin/$name" "-no-canonical-prefixes -resource-dir '$resources'"
done
for program in "$llvm"/bin/{wasm-ld,llvm-*} "$here"/root/usr/bin/wasm*; do
    wrap "$(basename "$program")" "$program" ""
done

wait $npm_job || fail "npm could not install acorn and typescript, see $private/npm.log"
rm -rf "$share/node_modules"
ln -s "$here/npm/node_modules" "$share/node_modules"

configure
rm -rf "$here/cache"

say "compiling its system libraries (1 minute, only once)"
printf '#include <wasm_simd128.h>\n#include <cstdio>\nint main() { puts("works"); }\n' >"$here/try.cpp"
if ! "$share/em++" -O2 -msimd128 "$here/try.cpp" -o "$here/try.js" >"$private/try.log" 2>&1 ||
    [ "$("$node" "$here/try.js" 2>&1)" != works ]; then
    fail "the unpacked Emscripten does not work, see $private/try.log"
fi
rm -f "$here"/try.*
echo "$stamp" >"$here/stamp"
echo "$share"
