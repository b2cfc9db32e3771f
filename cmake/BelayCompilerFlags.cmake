# Language level, warnings, visibility and sanitizers for every target of the project.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)

add_library(belay_warnings INTERFACE)
target_compile_options(belay_warnings INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion
    $<$<BOOL:${BELAY_WERROR}>:-Werror>
    $<$<CXX_COMPILER_ID:Clang>:-Wthread-safety>)

# Also as text, for tests that build programs of their own.
set(BELAY_SANITIZER_COMPILE_FLAGS "")
set(BELAY_SANITIZER_LINK_FLAGS "")
if(BELAY_SANITIZE)
    list(JOIN BELAY_SANITIZE "," _sanitizers)
    # Lines are all that reports need of debug information; both options halve the time to compile.
    set(_compile -fsanitize=${_sanitizers} -fno-omit-frame-pointer -Og -g1)
    set(_link -fsanitize=${_sanitizers})
    if("undefined" IN_LIST BELAY_SANITIZE)
        list(APPEND _compile -fno-sanitize-recover=undefined)
    endif()
    if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND NOT "thread" IN_LIST BELAY_SANITIZE)
        # The run-time as shared library, so that programs without sanitizer can load ours; it lies
        # where the loader does not look. That of the thread sanitizer crashes when it is loaded
        # (clang 14), so programs bring it with them.
        execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-runtime-dir
            OUTPUT_VARIABLE _folder OUTPUT_STRIP_TRAILING_WHITESPACE)
        list(APPEND _link -shared-libsan -Wl,-rpath,${_folder})
    endif()
    add_compile_options(${_compile})
    add_link_options(${_link})
    list(JOIN _compile " " BELAY_SANITIZER_COMPILE_FLAGS)
    list(JOIN _link " " BELAY_SANITIZER_LINK_FLAGS)
    unset(_sanitizers)
    unset(_compile)
    unset(_link)
    unset(_folder)
endif()

if(BELAY_FUZZERS)
    add_compile_options(-fsanitize=fuzzer-no-link)
endif()

find_program(BELAY_CCACHE ccache)
if(BELAY_CCACHE)
    # Clones of the project share what they compile, wherever they lie. Not in depend mode, which misses what the
    # assembler includes (src/oplib/kernel_file.cpp).
    set(CMAKE_C_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
        CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1
        CCACHE_SLOPPINESS=pch_defines,time_macros ${BELAY_CCACHE})
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_C_COMPILER_LAUNCHER})
endif()

# belay_precompile_headers(target header...)
# belay_precompile_headers(target REUSE_FROM other)
#
# Headers that most sources of a program or of a layer include are compiled once. No source may rely on it: the presets
# of clang compile without, and so does clang-tidy.
function(belay_precompile_headers target)
    if("${ARGV1}" STREQUAL "REUSE_FROM")
        target_precompile_headers(${target} ${ARGN})
    else()
        target_precompile_headers(${target} PRIVATE ${ARGN})
    endif()
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        # ccache wants to see what was precompiled.
        target_compile_options(${target} PRIVATE -fpch-preprocess)
    endif()
endfunction()
