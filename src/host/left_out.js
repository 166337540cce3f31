// What Emscripten's library brings to every module and this one never calls: types that no binding has, the list of WebGL's
// extensions, and signals of a timer.
addToLibrary({
    _embind_register_bigint: () => {},
    _embind_register_bigint__deps: [],
    _embind_register_std_wstring: () => {},
    _embind_register_std_wstring__deps: [],
    _embind_register_memory_view: () => {},
    _embind_register_memory_view__deps: [],
    _setitimer_js: () => 0,
    _setitimer_js__deps: [],
    $webglGetExtensions: () => [],
    $webglGetExtensions__deps: [],
});
