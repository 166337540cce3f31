# The toolchain of the preset `web`: asks cmake/emscripten.sh where Emscripten is (it unpacks one if need be) and hands over to
# Emscripten's own toolchain file. Sets no flags.
if(NOT DEFINED ENV{EMSCRIPTEN_FOLDER}) # CMake reads this file several times; the answer stays the same
    execute_process(COMMAND ${CMAKE_CURRENT_LIST_DIR}/emscripten.sh OUTPUT_VARIABLE folder OUTPUT_STRIP_TRAILING_WHITESPACE
        RESULT_VARIABLE failed)
    if(failed)
        message(FATAL_ERROR "no Emscripten, see above")
    endif()
    set(ENV{EMSCRIPTEN_FOLDER} ${folder})
endif()
include($ENV{EMSCRIPTEN_FOLDER}/cmake/Modules/Platform/Emscripten.cmake)
