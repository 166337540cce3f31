#!/usr/bin/env bash
# The way in: installs what is missing, compiles and runs. What is built how stands in CMakeLists.txt and web/build.mjs.
set -euo pipefail
cd "$(dirname "$0")"
usage() {
    cat <<'END'
./build.sh [build]        make dist/, the site and the package
./build.sh serve [port]   the same, and serve it on this machine (port 8000)
./build.sh dev [port]     serve the site while you work on it: what you save is made anew, pages load it and keep their figures' states
./build.sh test [word...] build for this machine and for the web, run every test; with words, only the suites that have one in their
                          name, on what they need
./build.sh mutants [word...] put wrong lines into a copy of the sources, one at a time: a test must fail for each (tests/mutants)
./build.sh native [args]  build and open the native window (--help lists its arguments)
./build.sh debug [args]   the same in gdb, with the debug pane; matrices are printed as matrices
./build.sh kernels [args] the same with kernels compiled as they are written, slowly: every local of theirs is there
./build.sh screenshots [exhibit...] pictures of them in Chromium at three widths, light and dark, into build/screenshots
./build.sh release        all of a release but its last step: checks, the tarball, tags with hashes (REPOSITORY=https://… says where the sources live)
./build.sh bench [args]   time the core beside other runtimes in Chromium (--rounds 9, --only "n=1024", --json FILE)
END
}
logs=build/logs
mkdir -p $logs
say() { echo "build: $*"; }
fail() {
    echo "build: $*" >&2
    exit 1
}

# --- packages: `need WHAT=PACKAGE...` installs those whose WHAT (a command, or files) is not there. Nothing missing costs nothing.
need() {
    local item missing=() sudo=()
    for item in "$@"; do
        case ${item%=*} in
            /*) compgen -G "${item%=*}" >/dev/null || missing+=("${item#*=}") ;;
            *) command -v "${item%=*}" >/dev/null || missing+=("${item#*=}") ;;
        esac
    done
    [ ${#missing[@]} -gt 0 ] || return 0
    command -v apt-get >/dev/null || fail "please install (names of Debian's packages): ${missing[*]}"
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null || fail "please install, as root: apt-get install ${missing[*]}"
        sudo=(sudo)
    fi
    say "installing ${missing[*]}"
    "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive sh -c '
        apt-get -q update && shift && apt-get -q -o DPkg::Lock::Timeout=600 install -y --no-install-recommends "$@"' \
        - - "${missing[@]}" >$logs/apt.log 2>&1 || fail "apt-get failed, see $logs/apt.log; packages: ${missing[*]}"
}

need_build() {
    need cmake=cmake ninja=ninja-build python3=python3 node=nodejs npm=npm
    ! command -v apt-get >/dev/null || need xz=xz-utils /etc/ssl/certs/ca-certificates.crt=ca-certificates # to unpack Emscripten
    # Debian 12 has Node 18: a newer one from npm, below build/
    export PATH=$PWD/build/node/node_modules/.bin:$PATH
    if [ "$(node -p 'const [major, minor] = process.versions.node.split("."); 100 * major + +minor')" -lt 2011 ]; then
        [ "$(uname -s)" = Linux ] || fail "please install Node 20.11 or later (there is $(node --version))"
        local machine=x64
        [ "$(uname -m)" != aarch64 ] || machine=arm64
        say "installing Node 24 into build/node (the machine's is $(node --version))"
        npm install --silent --no-save --prefix build/node node-linux-$machine@24.21.0 npm@11.6.2 >$logs/node.log 2>&1 ||
            fail "npm could not install Node, see $logs/node.log; or install Node 20.11 or later yourself"
        hash -r
    fi
    if ! cmp -s web/package-lock.json build/npm/installed.json; then
        say "installing npm packages into build/npm"
        mkdir -p build/npm
        cp web/package.json web/package-lock.json build/npm/
        npm ci --silent --prefix build/npm >$logs/npm.log 2>&1 || fail "npm ci failed, see $logs/npm.log"
        cp web/package-lock.json build/npm/installed.json
    fi
    EMSCRIPTEN_FOLDER=$(cmake/emscripten.sh) # says itself what is wrong
    export EMSCRIPTEN_FOLDER
}

need_native() {
    need cc=gcc c++=g++ "/usr/*include/doctest/doctest.h=doctest-dev" \
        "/usr/*include/simde/wasm/simd128.h=libsimde-dev" "/usr/*include/GLFW/glfw3.h=libglfw3-dev" \
        "/usr/*include/png.h=libpng-dev" "/usr/*include/nlohmann/json.hpp=nlohmann-json3-dev" \
        "/usr/include/libxml2/libxml/parser.h=libxml2-dev" "/usr/*include/GLES3/gl3.h=libgles-dev" "/usr/lib/*/dri/swrast_dri.so=libgl1-mesa-dri"
}

need_test() {
    need "/usr/lib/python3/dist-packages/numpy/__init__.py=python3-numpy" "/usr/lib/*/libEGL_mesa.so.0=libegl-mesa0" "/usr/lib/*/libEGL.so.1=libegl1" \
        "/usr/lib/*/dri/swrast_dri.so=libgl1-mesa-dri" chromium-headless-shell=chromium-headless-shell xvfb-run=xvfb xauth=xauth xdotool=xdotool gdb=gdb clang-format=clang-format \
        "/usr/share/fonts/*/*/NotoColorEmoji.ttf=fonts-noto-color-emoji" "/usr/share/fonts/*/*/Lohit-Devanagari.ttf=fonts-lohit-deva" \
        "/usr/share/fonts/*/*/DroidSansFallbackFull.ttf=fonts-droid-fallback"
}

need_python() {
    need "/usr/lib/python3/dist-packages/pytest/__init__.py=python3-pytest" "/usr/lib/python3/dist-packages/pip/__init__.py=python3-pip" \
        "/usr/lib/python3*/ensurepip/__init__.py=python3-venv" "/usr/lib/python3/dist-packages/setuptools/__init__.py=python3-setuptools" \
        "/usr/lib/python3/dist-packages/wheel/__init__.py=python3-wheel"
}

# PyTorch is a large download: about three minutes. With OpenBLAS it trains ten times as fast as with Debian's reference BLAS.
need_train() {
    need "/usr/lib/python3/dist-packages/torch/__init__.py=python3-torch" "/usr/lib/*/openblas-*/libblas.so.3=libopenblas0-pthread"
}

need_fuzz() {
    need clang++=clang "/usr/lib/llvm-*/lib/clang/*/lib/linux/libclang_rt.fuzzer-*.a=libclang-rt-14-dev"
}

# The other engines
need_engines() {
    need chromium=chromium firefox-esr=firefox-esr WebKitWebDriver=webkit2gtk-driver dbus-run-session=dbus-daemon
}

# The other runtimes, in a copy: nothing is installed among the sources
need_bench() {
    need chromium=chromium
    mkdir -p build/bench
    cp tests/bench/*.mjs tests/bench/package*.json build/bench/
    cmp -s tests/bench/package-lock.json build/bench/installed.json && return
    say "installing the other runtimes into build/bench"
    npm ci --silent --ignore-scripts --prefix build/bench >$logs/bench.log 2>&1 || fail "npm ci failed, see $logs/bench.log"
    cp tests/bench/package-lock.json build/bench/installed.json
}

# Where there is ccache, what was compiled before comes from it, whichever checkout it was compiled in; but not for gdb, which
# looks for the sources where they were compiled.
with_cache() {
    case $preset in native-gdb | native-kernels) return ;; esac
    command -v ccache >/dev/null || return 0
    export CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache
    export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1 CCACHE_COMPILERCHECK=content
}

# --- compiling: the preset's name, then ninja's arguments. Quiet unless it fails.
compile() {
    local preset=$1 start=$SECONDS
    shift
    local -x CMAKE_C_COMPILER_LAUNCHER= CMAKE_CXX_COMPILER_LAUNCHER= # as empty as unset
    with_cache
    if [ ! -e "build/$preset/build.ninja" ]; then
        cmake --preset "$preset" >"$logs/cmake-$preset.log" 2>&1 || {
            tail -n 30 "$logs/cmake-$preset.log" >&2
            fail "cmake --preset $preset failed, see $logs/cmake-$preset.log"
        }
    fi
    # Only ninja knows whether there is anything to do, and only by doing it: said when it takes a while.
    { sleep 2 >/dev/null 2>&1 && say "compiling ($preset)"; } &
    local teller=$!
    ninja -C "build/$preset" "$@" >"$logs/$preset.log" 2>&1 || {
        kill $teller 2>/dev/null || true
        grep -vE '^\[[0-9]+/[0-9]+\] (Building|Linking|Generating|Cutting)' "$logs/$preset.log" | head -n 60 >&2
        fail "compiling ($preset) failed, see $logs/$preset.log"
    }
    kill $teller 2>/dev/null || true
    wait $teller 2>/dev/null || true
    [ $((SECONDS - start)) -lt 3 ] || say "compiled ($preset) in $((SECONDS - start)) s"
}

build() {
    need_build
    [ -z "${REPOSITORY:-}" ] || cmake --preset web -D REPOSITORY="$REPOSITORY" >$logs/cmake-web.log
    compile web dist
    node web/sizes.mjs
    say "dist/ is made"
}

verb=${1:-build}
[ $# -eq 0 ] || shift
case $verb in
    build) build ;;
    serve)
        build
        exec node cmake/serve.mjs dist "${1:-8000}"
        ;;
    dev)
        need_build
        compile web explainer-parts core-relaxed core-simd128 core-scalar
        exec node --import ./cmake/packages.mjs web/dev.mjs "${1:-8000}"
        ;;
    test)
        need_build
        need_native
        need_test
        [ $# -gt 0 ] && [[ " $* " != *engine* ]] || need_engines
        [ $# -gt 0 ] && [[ " $* " != *fuzz* ]] || need_fuzz
        [ $# -gt 0 ] && [[ " $* " != *train* && " $* " != *python* ]] || need_train
        [ $# -gt 0 ] && [[ " $* " != *python* ]] || need_python
        if [ $# -eq 0 ]; then
            compile web all dist
            compile native-debug
            compile native-gdb attention-explainer
            compile native-release attention-tests
            compile native-kernels attention-tests
            # shellcheck disable=SC2046 # the targets are words
            compile fuzz $(tests/run --needs fuzzing | cut -d ' ' -f 2-)
        else
            needs=$(tests/run --needs "$@") || exit
            while read -r preset targets; do
                # shellcheck disable=SC2086 # the targets are words
                [ -z "$preset" ] || compile "$preset" $targets
            done <<<"$needs"
        fi
        exec tests/run "$@"
        ;;
    mutants)
        need_build
        need_native
        exec node tests/mutants/run.mjs "$@"
        ;;
    debug | kernels)
        need_build
        need_native
        need gdb=gdb
        preset=native-gdb
        [ "$verb" = debug ] || preset=native-kernels
        compile $preset attention-explainer
        exec gdb -q -x cmake/gdb.py --args build/$preset/attention-explainer --debug "$@"
        ;;
    native)
        need_build
        need_native
        compile native-release attention-explainer
        exec build/native-release/attention-explainer "$@"
        ;;
    screenshots)
        need_build
        need_test
        compile web dist
        exec node --import ./cmake/packages.mjs tests/browser/screenshots.mjs "$@"
        ;;
    release)
        build
        exec node web/release.mjs
        ;;
    bench)
        build
        need_bench
        need_native
        compile native-release bench-native
        compile web bench-training
        exec node build/bench/run.mjs --native build/native-release/bench-native "$@"
        ;;
    -h | --help | help) usage ;;
    *)
        usage >&2
        exit 2
        ;;
esac
