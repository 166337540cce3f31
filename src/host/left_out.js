// What Emscripten's library brings to every module and this one never calls: types that no binding has, and the list of WebGL's extensions.
addToLibrary({
    _embind_register_bigint: () => {},
    _embind_register_bigint__deps: [],
    _embind_register_std_wstring: () => {},
    _embind_register_std_wstring__deps: [],
    _embind_register_memory_view: () => {},
    _embind_register_memory_view__deps: [],
    $webglGetExtensions: () => [],
    $webglGetExtensions__deps: [],
});
