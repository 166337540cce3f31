#!/usr/bin/env bash
# Makes Emscripten (>= 4) and the source of Dear ImGui available: the em++ on the PATH if it is new enough, else the packages of
# Debian testing that this project was tested with (cmake/emscripten/pins: each by its place in Debian's archive and its SHA-256),
# unpacked under build/, as no released Debian has one that is. What Debian no longer keeps is taken as it is in testing today, and
# said on stderr. Changes nothing outside build/: not the machine's packages, not its sources.
# Prints one line: the folder that holds em++ and cmake/Modules/Platform/Emscripten.cmake.
#     DEBIAN_MIRROR=http://...   asked first: any archive laid out as Debian's, such as one that keeps old versions
#     cmake/emscripten.sh --pin  writes the pins anew, as testing is today (then run all tests)
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
here=$root/build/emscripten
imgui=$root/build/imgui
pins=$root/cmake/emscripten/pins
private=$here/apt
say() { echo "emscripten: $*" >&2; }
fail() {
    say "$1"
    say "Install Emscripten 4 or later yourself (emsdk, https://emscripten.org) and put em++ on the PATH, then run this again."
    exit 1
}
tested=$(sed -nE 's#.*/emscripten_([0-9.]+).*#\1#p' "$pins" 2>/dev/null | head -n 1) || true # none yet where --pin writes them

# --- a private apt: the machine's own mirror, suite "testing", lists and cache below build/. `--print-uris` reads every format
# of sources (.list, .sources) for us; its first Debian archive that is not -security, -updates or -backports is the mirror.
have_apt() { command -v apt-get >/dev/null && [ -x /usr/lib/apt/apt-helper ]; }
machines_mirror() {
    env -u APT_CONFIG apt-get update --print-uris 2>/dev/null |
        sed -nE "s#^'([^']*)/dists/(bookworm|trixie|forky|sid|stable|testing|unstable)/InRelease'.*#\1#p" | head -n 1
}
mirrors=()
private_apt() {
    local mirror keyring=/usr/share/keyrings/debian-archive-keyring.gpg option=
    [ -z "${DEBIAN_MIRROR:-}" ] || mirrors+=("${DEBIAN_MIRROR%/}")
    mirror=$(machines_mirror) || true
    [ -z "$mirror" ] || mirrors+=("$mirror")
    [ ${#mirrors[@]} -gt 0 ] || return 1
    mkdir -p "$private/lists/partial" "$private/cache/archives/partial" "$private/packages"
    : >"$private/status" # nothing is installed, so the whole closure is named
    : >"$private/apt.log"
    if [ -e $keyring ]; then option="[signed-by=$keyring] "; fi
    mirror=${mirrors[${#mirrors[@]} - 1]} # what testing has today, the machine's own mirror knows
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
}

# A mirror that does not answer is asked again, a little later each time; what apt gives up in a moment must not cost a whole run.
patiently() {
    local wait
    for wait in 5 20 60; do
        "$@" >>"$private/apt.log" 2>&1 && return
        sleep $wait
    done
    "$@" >>"$private/apt.log" 2>&1
}
read_lists() {
    [ -z "${lists_read:-}" ] || return 0
    say "reading the package lists of Debian testing (20 MB)"
    patiently apt-get update -qq "$@" || fail "apt-get update failed, see $private/apt.log"
    lists_read=1
}

# The packages of testing, as pinned lines: "SHA-256 pool/...". The closure of dependencies, less what the machine has itself (python,
# node) or only a native compiler needs.
unwanted='^(lib)?python3|^(lib)?node|^libada-|^libsimd|^libicu|^gcc-|^binutils|^ccache|san[0-9]+$|-dev$|^libc-dev-bin'
unwanted+='|^libobjc|^libgprofng|^libhiredis|^libclang1-|^debconf|^tzdata|^media-types|^netbase|^readline-common|^openssl'
testing_closure() {
    local packages
    mapfile -t packages < <(apt-get -s "$@" install --no-install-recommends emscripten 2>>"$private/apt.log" |
        awk '$1 == "Inst" && ($2 !~ u || $2 ~ /^libclang-common-/) {print $2}' u="$unwanted" | sed 's/:.*//')
    [ ${#packages[@]} -gt 10 ] || fail "Debian testing offers no installable emscripten today, see $private/apt.log"
    testing_files "$@" "${packages[@]}"
}
testing_files() { (cd "$private" && apt-get -qq download --print-uris "$@") 2>>"$private/apt.log" | as_pins; }
as_pins() { sed -nE "s#^'[^']*/(pool/[^']*)' .* SHA256:([0-9a-f]+)#\2 \1#p" | sed 's/%2b/+/g; s/%7e/~/g; s/%3a/:/g'; }

# --- the pins, written anew
if [ "${1:-}" = --pin ]; then
    { have_apt && private_apt; } || fail "pins are written where apt-get and its sources are: on Debian"
    for architecture in amd64 arm64; do
        mkdir -p "$private/$architecture"
        apt=(-o "APT::Architecture=$architecture" -o "APT::Architectures=$architecture")
        lists_read=
        read_lists "${apt[@]}"
        testing_closure "${apt[@]}" | sed "s/^/$architecture /" >"$private/$architecture/pins"
    done
    apt-get -qq source --print-uris imgui 2>/dev/null | as_pins | sed -n '/\.orig\.tar/s/^/source /p' >"$private/imgui.pins"
    {
        echo "# What this project was tested with, of Debian testing on $(date -u +%F): architecture, SHA-256, place in Debian's archive."
        echo "# Written by \`cmake/emscripten.sh --pin\`; not to be edited."
        cat "$private"/{amd64,arm64}/pins "$private/imgui.pins"
    } >"$private/pins.new"
    mv "$private/pins.new" "$pins"
    say "$(grep -c pool "$pins") files are pinned in $pins"
    exit 0
fi

# fetch FOLDER: the pinned lines of stdin from the mirrors, each verified by its hash. What none of them has stands in `gone`.
fetch() {
    local folder=$1 hash path mirror arguments left
    gone=()
    mapfile -t left
    for mirror in "${mirrors[@]}" "${mirrors[@]}"; do # twice: not every failure is an answer
        arguments=()
        for path in "${left[@]}"; do
            hash=${path%% *} path=${path#* }
            arguments+=("$mirror/$path" "$folder/${path##*/}" "SHA256:$hash")
        done
        [ ${#arguments[@]} = 0 ] || /usr/lib/apt/apt-helper download-file "${arguments[@]}" >>"$private/apt.log" 2>&1 || true
        arguments=()
        for path in "${left[@]}"; do
            [ "$(sha256sum 2>/dev/null "$folder/${path##*/}" | cut -d ' ' -f 1)" = "${path%% *}" ] || arguments+=("$path")
        done
        left=("${arguments[@]}")
    done
    gone=("${left[@]}")
}

# --- Dear ImGui's source, from Debian's archive; where that fails CMake fetches it by hash (cmake/dependencies.cmake)
get_imgui() {
    local folder=$here/imgui line
    [ ! -e "$imgui/imgui.h" ] || return 0
    have_apt && private_apt || return 0
    mkdir -p "$folder" "$imgui"
    line=$(sed -n 's/^source //p' "$pins")
    say "downloading the source of Dear ImGui (1 MB)"
    fetch "$folder" <<<"$line"
    if [ ${#gone[@]} -gt 0 ]; then
        read_lists
        line=$(apt-get -qq source --print-uris imgui 2>/dev/null | as_pins | grep '\.orig\.tar') || line=
        [ -z "$line" ] || fetch "$folder" <<<"$line"
    fi
    if [ -z "$line" ] || [ ${#gone[@]} -gt 0 ]; then
        say "Debian has no source of Dear ImGui: CMake will fetch it"
    else
        newer_than_tested "$line"
        tar -xf "$folder/${line##*/}" -C "$imgui" --strip-components=1
    fi
    rm -rf "$folder"
}

# Says of pinned lines which of them are not what was tested.
newer_than_tested() {
    local line file name was
    for line in "$@"; do
        file=${line##*/} name=${file%%_*}
        was=$(sed -nE "s#^(source|${architecture:-source}) .*/(${name//+/[+]}_.*)#\2#p" "$pins")
        [ "$file" = "$was" ] || say "not what was tested: $file, instead of ${was:-nothing of that name}"
    done
}

# --- a usable one on the PATH wins
if found=$(command -v em++); then
    version=$("$found" -dumpversion 2>/dev/null || echo 0)
    if [ "${version%%.*}" -ge 4 ]; then
        [ "$version" = "$tested" ] || say "em++ $version is on the PATH; this project was tested with $tested"
        folder=$(cd "$(dirname "$found")" && pwd -P)
        [ -d "$folder/cmake/Modules" ] || folder=$("$(dirname "$found")/em-config" EMSCRIPTEN_ROOT)
        get_imgui
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
    local flags="" config=$share/.emscripten
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

# --- unpacked before, of these pins, by this version of this script and for this folder: nothing to do
stamp="5 $here $(cksum <"$pins")"
if [ "$(cat "$here/stamp" 2>/dev/null)" = "$stamp" ]; then
    configure
    get_imgui
    echo "$share"
    exit 0
fi

for tool in dpkg npm python3 xz; do
    command -v $tool >/dev/null || fail "no $tool: cannot unpack Emscripten from Debian packages"
done
have_apt || fail "no apt-get: cannot take Emscripten from Debian's archive"
architecture=$(dpkg --print-architecture)
private_apt || fail "this machine's package sources name no Debian archive, so there is none to take Emscripten from."
get_imgui

# JavaScript tools that Emscripten calls; npm works while apt downloads.
mkdir -p "$here/npm"
echo '{"private": true}' >"$here/package.json" # Node shall not ask a folder above what kind of modules Emscripten's are
cp "$root"/cmake/emscripten/package*.json "$here/npm/"
(cd "$here/npm" && npm ci --silent) >"$private/npm.log" 2>&1 &
npm_job=$!

compilers='/(emscripten|binaryen|clang-[0-9]+|lld-[0-9]+|llvm-[^_]*|lib(llvm|clang-)[^_]*)_'
start_anew() {
    rm -rf "$private/packages" "${here:?}"/{root,bin,cache,stamp}
    mkdir -p "$private/packages" "$here/root" "$here/bin"
}

# What was tested; where only libraries that the compilers run on are gone, these as testing has them today.
take_pinned() {
    local pinned newer line names=()
    mapfile -t pinned < <(sed -n "s/^$architecture //p" "$pins")
    [ ${#pinned[@]} -gt 0 ] || return 1 # another architecture
    say "downloading Emscripten $tested, ${#pinned[@]} packages (100 MB)"
    fetch "$private/packages" < <(printf '%s\n' "${pinned[@]}")
    [ ${#gone[@]} -gt 0 ] || return 0
    say "Debian's archive no longer has ${#gone[@]} of ${#pinned[@]} packages that this project was tested with"
    ! printf '%s\n' "${gone[@]}" | grep -qE "$compilers" || return 1
    read_lists
    for line in "${gone[@]}"; do
        line=${line##*/}
        names+=("${line%%_*}")
    done
    mapfile -t newer < <(testing_files "${names[@]}")
    [ ${#newer[@]} = ${#names[@]} ] || return 1
    newer_than_tested "${newer[@]}"
    fetch "$private/packages" < <(printf '%s\n' "${newer[@]}")
    [ ${#gone[@]} = 0 ]
}

# What testing has today, all of it
take_todays() {
    local newer
    read_lists
    mapfile -t newer < <(testing_closure)
    [ ${#newer[@]} -gt 0 ] || exit 1 # it has said why
    say "downloading what Debian testing has today, ${#newer[@]} packages (100 MB)"
    newer_than_tested "${newer[@]}"
    fetch "$private/packages" < <(printf '%s\n' "${newer[@]}")
    [ ${#gone[@]} = 0 ]
}

# Wrappers: the programs need the newer libc they came with, so each is started through that libc's loader.
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

unpack() {
    local llvm resources name program
    say "unpacking (0.5 GB)"
    printf '%s\0' "$private"/packages/*.deb | xargs -0 -P "$(nproc)" -I{} dpkg -x {} "$here/root"
    loader=$(find "$here/root/usr/lib" "$here/root/usr/lib64" -name 'ld-linux-*.so.*' 2>/dev/null | head -n 1)
    llvm=$(find "$here/root/usr/lib" -maxdepth 1 -name 'llvm-*' -type d | sort -V | tail -n 1)
    resources=$(find "$llvm/lib/clang" -mindepth 1 -maxdepth 1 | tail -n 1)
    if [ ! -e "$loader" ] || [ ! -e "$llvm/bin/clang" ] || [ ! -e "$share/em++.py" ]; then
        say "the packages are not laid out as this script knows them"
        return 1
    fi
    libraries=$(dirname "$(find "$here/root/usr/lib" -name 'libstdc++.so.6' | head -n 1)"):$llvm/lib
    for name in clang clang++; do
        wrap $name "$llvm/bin/$name" "-no-canonical-prefixes -resource-dir '$resources'"
    done
    for program in "$llvm"/bin/{wasm-ld,llvm-*} "$here"/root/usr/bin/wasm*; do
        wrap "$(basename "$program")" "$program" ""
    done
    [ -z "$npm_job" ] || wait "$npm_job" || fail "npm could not install what Emscripten needs, see $private/npm.log"
    npm_job=
    rm -rf "$share/node_modules"
    ln -s "$here/npm/node_modules" "$share/node_modules"
    configure
}

works() {
    say "compiling its system libraries (1 minute, only once)"
    printf '#include <wasm_simd128.h>\n#include <cstdio>\nint main() { puts("works"); }\n' >"$here/try.cpp"
    "$share/em++" -O2 -msimd128 "$here/try.cpp" -o "$here/try.js" >"$private/try.log" 2>&1 &&
        [ "$("$node" "$here/try.js" 2>&1)" = works ]
}

for take in take_pinned take_todays ''; do
    [ -n "$take" ] || fail "no Emscripten of Debian's archive could be made to work, see $private/apt.log and $private/try.log"
    start_anew
    if $take && unpack && works; then break; fi
done
rm -rf "$private/packages" "$private/cache"
rm -f "$here"/try.*
echo "$stamp" >"$here/stamp"
echo "$share"
