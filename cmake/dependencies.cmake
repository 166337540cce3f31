# The libraries of others: each is taken from the machine if it is there, else fetched, pinned by hash. Builds no target of ours.
# Provides: imgui (both builds); doctest_header; natively also simde, glfw, PNG::PNG, nlohmann_json::nlohmann_json, gles.
include(FetchContent)
set(FETCHCONTENT_QUIET FALSE)
set(CMAKE_POLICY_DEFAULT_CMP0077 NEW)

# `name` is fetched and only unpacked, not configured (SOURCE_SUBDIR names no folder); its folder is ${name}_SOURCE_DIR.
macro(fetch name url hash)
    message(STATUS "${name} is not on this machine: fetching ${url}")
    FetchContent_Declare(${name} URL ${url} URL_HASH SHA256=${hash} DOWNLOAD_EXTRACT_TIMESTAMP ON SOURCE_SUBDIR none)
    FetchContent_MakeAvailable(${name})
endmacro()

# --- SIMDe: WebAssembly's SIMD intrinsics on the machine's own
if(NOT EMSCRIPTEN)
    add_library(simde INTERFACE)
    find_path(SIMDE_FOLDER simde/wasm/simd128.h)
    if(NOT SIMDE_FOLDER)
        fetch(simde https://github.com/simd-everywhere/simde/archive/refs/tags/v0.7.6.tar.gz
            c63e6c61392e324728da1c7e5de308cb31410908993a769594f5e21ff8de962b)
        set(SIMDE_FOLDER ${simde_SOURCE_DIR})
    endif()
    target_include_directories(simde SYSTEM INTERFACE ${SIMDE_FOLDER})
endif()
if(CORE_ONLY)
    return()
endif()

# --- Dear ImGui 1.92 as source: a binary package cannot be compiled for WebAssembly. cmake/emscripten.sh unpacks it here, where there is apt-get.
set(imgui_folder ${PROJECT_SOURCE_DIR}/build/imgui)
if(NOT EXISTS ${imgui_folder}/imgui.h)
    message(WARNING "Dear ImGui 1.92.5 is newer than the 1.92.2b of Debian that this project was tested with (cmake/emscripten/pins)")
    fetch(imgui https://github.com/ocornut/imgui/archive/refs/tags/v1.92.5.tar.gz
        0eb50fe9aeba1a51f96b5843c7f630a32ed2e9362d693c61b87e4fa870cf826d)
    set(imgui_folder ${imgui_SOURCE_DIR})
endif()
set(imgui_sources imgui.cpp imgui_draw.cpp imgui_tables.cpp imgui_widgets.cpp backends/imgui_impl_opengl3.cpp)
if(NOT EMSCRIPTEN)
    list(APPEND imgui_sources backends/imgui_impl_glfw.cpp)
endif()
list(TRANSFORM imgui_sources PREPEND ${imgui_folder}/)
add_library(imgui STATIC ${imgui_sources})
target_include_directories(imgui SYSTEM PUBLIC ${imgui_folder} ${imgui_folder}/backends)
target_compile_options(imgui PRIVATE -w)
# No question to GL in a frame: see the header. (As an absolute path, so that it is found from everywhere.)
set(gl_state ${PROJECT_SOURCE_DIR}/src/explainer/drawing/gl_state.h)
set_source_files_properties(${imgui_folder}/backends/imgui_impl_opengl3.cpp PROPERTIES
    COMPILE_OPTIONS "-include;${gl_state}" OBJECT_DEPENDS ${gl_state})
# Whatever the exhibits do not use is left out: each of these is some KB that a reader need not load.
target_compile_definitions(imgui PUBLIC
    "ImDrawIdx=unsigned int" # a sheet of large matrices has more than 65,536 vertices, and WebGL no other offset
    IMGUI_IMPL_OPENGL_ES3 IMGUI_DISABLE_DEMO_WINDOWS IMGUI_DISABLE_DEFAULT_FONT
    IMGUI_DISABLE_FILE_FUNCTIONS IMGUI_DISABLE_OBSOLETE_FUNCTIONS IMGUI_DISABLE_DEFAULT_SHELL_FUNCTIONS)
if(EMSCRIPTEN)
    target_compile_definitions(imgui PUBLIC IMGUI_DISABLE_DEBUG_TOOLS) # its metrics window is for the native host's debug pane
endif()

# --- doctest: one header, for tests alone: looked for when the first of them is compiled, so that a site is made without it
set(doctest ${PROJECT_BINARY_DIR}/headers/doctest/doctest.h)
add_custom_command(OUTPUT ${doctest} COMMAND ${CMAKE_COMMAND} -D TO=${doctest} -P ${PROJECT_SOURCE_DIR}/cmake/doctest.cmake
    DEPENDS ${PROJECT_SOURCE_DIR}/cmake/doctest.cmake)
add_custom_target(doctest-copied DEPENDS ${doctest})
add_library(doctest_header INTERFACE)
target_include_directories(doctest_header SYSTEM INTERFACE ${PROJECT_BINARY_DIR}/headers)
target_compile_definitions(doctest_header INTERFACE DOCTEST_CONFIG_SUPER_FAST_ASSERTS) # a tenth less to compile
add_dependencies(doctest_header doctest-copied)

if(EMSCRIPTEN)
    return() # the rest is for the native window, its pictures and its tests
endif()

# --- GLFW: the native window
find_package(glfw3 3.3 QUIET)
if(NOT glfw3_FOUND)
    set(GLFW_BUILD_DOCS OFF)
    set(GLFW_BUILD_TESTS OFF)
    set(GLFW_BUILD_EXAMPLES OFF)
    set(GLFW_INSTALL OFF)
    FetchContent_Declare(glfw URL https://github.com/glfw/glfw/archive/refs/tags/3.4.tar.gz
        URL_HASH SHA256=c038d34200234d071fae9345bc455e4a8f2f544ab60150765d7704e08f3dac01 DOWNLOAD_EXTRACT_TIMESTAMP ON)
    FetchContent_MakeAvailable(glfw)
endif()
target_link_libraries(imgui PUBLIC glfw)

# --- nlohmann/json: `--describe`, the shared table of state strings, headers of files of weights
find_package(nlohmann_json 3.9 QUIET)
if(NOT nlohmann_json_FOUND)
    FetchContent_Declare(nlohmann_json URL https://github.com/nlohmann/json/archive/refs/tags/v3.11.3.tar.gz
        URL_HASH SHA256=0d8ef5af7f9794e3263480193c491549b2ba6cc74bb018906202ada498a79406 DOWNLOAD_EXTRACT_TIMESTAMP ON)
    FetchContent_MakeAvailable(nlohmann_json)
endif()

# --- libxml2: the tests read exported SVG with it
find_package(LibXml2 QUIET)
if(NOT LIBXML2_FOUND)
    message(FATAL_ERROR "libxml2 is missing. On Debian: apt-get install libxml2-dev")
endif()

# --- libpng (`--screenshot`) and OpenGL ES 3: part of every desktop system, so asked for, not built
find_package(PNG QUIET)
find_library(GLES_LIBRARY GLESv2)
find_path(GLES_FOLDER GLES3/gl3.h)
if(NOT PNG_FOUND OR NOT GLES_LIBRARY OR NOT GLES_FOLDER)
    message(FATAL_ERROR "libpng or OpenGL ES is missing. On Debian: apt-get install libpng-dev libgles-dev")
endif()
add_library(gles INTERFACE)
target_link_libraries(gles INTERFACE ${GLES_LIBRARY} ${CMAKE_DL_LIBS})
target_include_directories(gles SYSTEM INTERFACE ${GLES_FOLDER})
