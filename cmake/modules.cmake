# The web's modules: out/explainer.{relaxed,simd128,scalar}.{js,wasm}, out/core.…, out/model.… and out/learner.… the same, and the core's tests thrice. Included by
# CMakeLists.txt. Only the mathematics is compiled thrice: views, exhibits and bindings gain nothing from SIMD.
set(out ${PROJECT_BINARY_DIR}/out)
# Optimised across files: a twentieth smaller. Not the mathematics, whose loops are to come out as they were measured.
target_compile_options(imgui PRIVATE -Oz -flto ${lean})
target_compile_options(explainer PRIVATE -flto)
target_compile_definitions(explainer PRIVATE EXPLAINER_WITHOUT_HOST_WORDS) # see HostWords in src/explainer/parameters.h
set(module_flags ${lean} # at the link too: it picks the variant of Embind that matches
    -sMODULARIZE -sEXPORT_ES6 -sFILESYSTEM=0 -sALLOW_MEMORY_GROWTH
    -sINCOMING_MODULE_JS_API=instantiateWasm,print,printErr,onAbort
    -sDYNAMIC_EXECUTION=0   # pages with a strict Content-Security-Policy
    -sABORTING_MALLOC=0)    # too large is an error that the caller can catch
set(explainer_flags -lembind -Oz -flto -sMALLOC=emmalloc -sENVIRONMENT=web -sMIN_WEBGL_VERSION=2 -sMAX_WEBGL_VERSION=2 -sEXPORTED_RUNTIME_METHODS=GL)
# The element makes the context, and needs no extension of it.
list(APPEND explainer_flags -sGL_SUPPORT_AUTOMATIC_ENABLE_EXTENSIONS=0 -sGL_SUPPORT_SIMPLE_ENABLE_EXTENSIONS=0 -sGL_TRACK_ERRORS=0
    -sGL_WORKAROUND_SAFARI_GETCONTEXT_BUG=0 --js-library ${PROJECT_SOURCE_DIR}/src/host/left_out.js)
set(core_flags -O3 -sENVIRONMENT=web -sMAXIMUM_MEMORY=4GB -sSTACK_SIZE=64KB
    -sMALLOC=emmalloc -sEXPORTED_RUNTIME_METHODS=HEAPF32,HEAPU8)
set(model_flags ${core_flags})
set(learner_flags ${core_flags})

set(flags_relaxed -msimd128 -mrelaxed-simd -DATTENTION_RELAXED)
set(flags_simd128 -msimd128)
set(flags_scalar -DATTENTION_SCALAR)

foreach(name explainer core model learner)
    add_library(${name}-bindings OBJECT src/host/${name}_bindings.cpp)
    target_include_directories(${name}-bindings PRIVATE src)
    target_compile_options(${name}-bindings PRIVATE ${strict} ${lean} -Oz -DEMSCRIPTEN_HAS_UNBOUND_TYPE_NAMES=0)
endforeach()
target_compile_options(explainer-bindings PRIVATE -flto)
target_sources(explainer-bindings PRIVATE src/host/glyph_bindings.cpp src/host/math_of_the_browser.cpp
    src/host/letters_of_the_browser.cpp src/host/printing_of_the_browser.cpp
    src/host/javascript.cpp src/host/state_value.cpp src/host/tensor_bindings.cpp)
# What the optimiser itself may ask for must not be bitcode, see the file.
set_source_files_properties(src/host/math_of_the_browser.cpp src/host/printing_of_the_browser.cpp PROPERTIES
    COMPILE_OPTIONS "-fno-lto;-fno-builtin")
target_link_libraries(explainer-bindings PRIVATE imgui)

# In browsers JSON.parse reads the header of a safetensors file.
set(transformer_sources ${model_sources})
list(FILTER transformer_sources EXCLUDE REGEX "/(safetensors|read_arrays).cpp$")
set(transformer_small_sources ${transformer_sources} src/model/weight_product_of_figures.cpp)
list(FILTER transformer_small_sources EXCLUDE REGEX "/(weight_product|rms_norm|swiglu).cpp$")

# What only figures ask of the model, and what surrounds a training's products, is compiled as figures are.
set_source_files_properties(src/model/sampling.cpp src/model/attribution.cpp PROPERTIES COMPILE_OPTIONS "-Oz;-flto")
set_source_files_properties(${around_products} PROPERTIES COMPILE_OPTIONS "-Oz;-flto;${every_rounding}")
set_source_files_properties(${steps_of_rows} PROPERTIES COMPILE_OPTIONS "-Os;${every_rounding}")
# Its loops over numbers; what else the model from files has, names of tensors mostly, is as small as can be.
set_source_files_properties(src/model/weight_product.cpp src/model/linear.cpp src/model/swiglu.cpp src/model/rms_norm.cpp
    PROPERTIES COMPILE_OPTIONS -Os)

# The hidden exhibits, for the browser tests: one more module, out/explainer.parts.{js,wasm}. What ships has none of them.
foreach(list parts no-parts)
    add_library(${list} OBJECT)
    target_compile_options(${list} PRIVATE ${strict} ${lean} -Oz -flto)
    target_link_libraries(${list} PRIVATE imgui)
    target_include_directories(${list} PRIVATE src)
endforeach()
target_sources(parts PRIVATE ${parts_sources} src/host/exhibit_list.cpp src/host/parts_bindings.cpp)
# And the words for hosts, of which the page's table is made: sources that have some are compiled anew, and stand before the library's.
foreach(source ${explainer_sources})
    file(STRINGS ${source} worded REGEX "[.]help =|_of[(]\"|Parameter [a-z_]+[(]|const ExhibitType [a-z_]+ =")
    if(worded)
        target_sources(parts PRIVATE ${source})
    endif()
endforeach()
compile_together(parts "/test_sheets/")
target_include_directories(parts PRIVATE ${generated})
target_compile_definitions(parts PRIVATE EMSCRIPTEN_HAS_UNBOUND_TYPE_NAMES=0)
target_sources(no-parts PRIVATE src/explainer/test_sheets/none.cpp)

foreach(target explainer explainer-bindings learner-bindings parts)
    target_compile_definitions(${target} PRIVATE MODEL_OF_FIGURES)
endforeach()

execute_process(COMMAND ${EMSCRIPTEN_ROOT_PATH}/em-config BINARYEN_ROOT OUTPUT_VARIABLE binaryen OUTPUT_STRIP_TRAILING_WHITESPACE
    COMMAND_ERROR_IS_FATAL ANY)
foreach(variant relaxed simd128 scalar)
    # Kernels are vectorised by hand; what LLVM vectorises besides are short loops, at three times their size.
    set(flags ${flags_${variant}} -fno-vectorize -fno-slp-vectorize)
    add_attention(attention-${variant} ${flags})
    add_attention(attention-small-${variant} ${flags} -Os) # for figures, whose matrices are small: a reader waits for bytes
    add_library(transformer-${variant} STATIC ${transformer_sources})
    target_include_directories(transformer-${variant} PUBLIC src)
    target_compile_options(transformer-${variant} PRIVATE ${strict} ${lean} ${flags} -Oz) # its products of matrices are the core's
    # Figures run our own model, of GPT-2's shape in float32: nothing else is compiled for them (src/model/config.h).
    add_library(transformer-small-${variant} STATIC ${transformer_small_sources})
    target_include_directories(transformer-small-${variant} PUBLIC src)
    target_compile_definitions(transformer-small-${variant} PRIVATE MODEL_OF_FIGURES)
    target_compile_options(transformer-small-${variant} PRIVATE ${strict} ${lean} ${flags} -Os)
    foreach(name explainer core model learner)
        add_executable(${name}-${variant})
        target_link_options(${name}-${variant} PRIVATE ${module_flags} ${${name}_flags} ${flags})
        target_link_libraries(${name}-${variant} PRIVATE ${name}-bindings)
        set_target_properties(${name}-${variant} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${out} OUTPUT_NAME ${name}.${variant}
            LINKER_LANGUAGE CXX)
        list(APPEND modules ${name}-${variant})
    endforeach()
    target_link_libraries(explainer-${variant} PRIVATE explainer no-parts)
    # What only some figures run becomes modules of their own (a third of what a reader loads for the first one), and functions get an
    # order that compresses better (a twenty-fifth). Both by the functions' names, which the link keeps for it.
    # (Not yet are equal functions made one, which would then be one of several modules: each module does that. And zeros among the data stay:
    # to gzip they are nothing, where the 1,500 addresses of what stands between them are 4 KB.)
    target_link_options(explainer-${variant} PRIVATE --profiling-funcs
        -sBINARYEN_EXTRA_PASSES=--skip-pass=duplicate-function-elimination,--skip-pass=memory-packing)
    add_custom_command(TARGET explainer-${variant} POST_BUILD VERBATIM COMMAND_EXPAND_LISTS
        COMMAND ${NODE} ${scripts}/figure_modules.mjs ${binaryen}/bin ${out}/explainer.${variant}.wasm
            $<TARGET_OBJECTS:explainer> $<TARGET_OBJECTS:explainer-bindings> $<TARGET_OBJECTS:no-parts>)
    set_property(TARGET explainer-${variant} APPEND PROPERTY LINK_DEPENDS
        ${scripts}/figure_modules.mjs ${scripts}/function_order.mjs ${scripts}/wasm_names.mjs ${PROJECT_SOURCE_DIR}/src/host/left_out.js)
    target_link_libraries(explainer-${variant} PRIVATE transformer-small-${variant} attention-small-${variant})
    target_link_libraries(core-${variant} PRIVATE attention-${variant})
    target_link_libraries(model-${variant} PRIVATE transformer-${variant} attention-${variant})
    target_link_libraries(learner-${variant} PRIVATE transformer-small-${variant} attention-small-${variant})

    add_executable(attention-tests-${variant} ${attention_tests})
    target_compile_options(attention-tests-${variant} PRIVATE ${strict} ${lean} ${flags} -O1) # compiled thrice: be quick about it
    target_link_options(attention-tests-${variant} PRIVATE ${flags} -O1 -sENVIRONMENT=node -sEXIT_RUNTIME -sALLOW_MEMORY_GROWTH
        -sMAXIMUM_MEMORY=4GB -sABORTING_MALLOC=0 -sSTACK_SIZE=1MB)
    target_link_libraries(attention-tests-${variant} PRIVATE attention-${variant} doctest_header)
endforeach()

add_executable(explainer-parts)
target_link_options(explainer-parts PRIVATE ${module_flags} ${explainer_flags} -O1 ${flags_scalar})
target_link_libraries(explainer-parts PRIVATE explainer-bindings parts explainer transformer-small-scalar attention-scalar)
set_target_properties(explainer-parts PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${out} OUTPUT_NAME explainer.parts LINKER_LANGUAGE CXX)
list(APPEND modules explainer-parts)

# For tests/bench/training.mjs, which asks for it: out/bench.training.js, with its wasm within.
add_executable(bench-training EXCLUDE_FROM_ALL tests/bench/training.cpp)
target_compile_options(bench-training PRIVATE ${strict} ${lean} -O3)
target_link_options(bench-training PRIVATE ${lean} ${flags_relaxed} -O3 -sMODULARIZE -sEXPORT_ES6 -sSINGLE_FILE -sENVIRONMENT=web -sALLOW_MEMORY_GROWTH)
target_link_libraries(bench-training PRIVATE transformer-relaxed attention-relaxed)
set_target_properties(bench-training PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${out} OUTPUT_NAME bench.training)

# --- what the package says of itself that only CMake knows: web/publish.mjs puts it in
set(REPOSITORY "" CACHE STRING "address of the project's sources, for the package that is published")
file(STRINGS ${imgui_folder}/imgui.h imgui_version REGEX "define IMGUI_VERSION ")
string(REGEX REPLACE ".*\"(.*)\".*" "\\1" imgui_version "${imgui_version}")
file(CONFIGURE OUTPUT built_with.json CONTENT [[{
    "repository": "@REPOSITORY@",
    "builtWith": { "emscripten": "@EMSCRIPTEN_VERSION@", "clang": "@CMAKE_CXX_COMPILER_VERSION@", "imgui": "@imgui_version@" }
}
]] @ONLY)

# --- dist/: see web/build.mjs. Stamp and package are younger than every input, or all of it is made again.
# Beside it what only tests open: the element with the hidden exhibits.
file(GLOB_RECURSE web_sources CONFIGURE_DEPENDS web/*.ts web/*.css web/*.html web/*.mjs web/*.json)
set(stamp ${PROJECT_BINARY_DIR}/sizes.json)
set(run ${NODE} --import ${scripts}/packages.mjs)
set(inputs ${modules} ${web_sources} ${scripts}/packages.mjs)
add_custom_command(OUTPUT ${stamp} ${PROJECT_SOURCE_DIR}/dist/package.json COMMENT "Bundling dist/"
    COMMAND ${run} ${PROJECT_SOURCE_DIR}/web/build.mjs
    DEPENDS ${inputs} ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/VERSION ${PROJECT_BINARY_DIR}/built_with.json)
set(hidden ${PROJECT_BINARY_DIR}/parts/explainer.scalar.wasm)
add_custom_command(OUTPUT ${hidden} COMMENT "Bundling the hidden exhibits, for tests"
    COMMAND ${run} ${PROJECT_SOURCE_DIR}/web/build/tests.mjs DEPENDS ${inputs})
add_custom_target(dist DEPENDS ${stamp} ${hidden})
