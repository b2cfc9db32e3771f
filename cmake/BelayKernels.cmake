# belay_add_kernels(name SOURCES source... [OUTPUT file] [INCLUDE_DIRECTORIES folder...]
#                   [COMPILE_DEFINITIONS macro...] [OPTIONS option...])
#
# Compiles kernels with belay-kcc into one file that aclrtBinaryLoadFromFile() loads, whenever a source or a
# header that it includes has changed. Makes a target `name`, built by default, to depend on. Where the file is
# tell the property BELAY_KERNEL_FILE of that target, also as $<TARGET_PROPERTY:name,BELAY_KERNEL_FILE>, and
# the variable name_FILE.
#
# OUTPUT is <name>.o in the current binary folder unless given. OPTIONS are options of belay-kcc, as -O3. The
# build types Debug and RelWithDebInfo add -g, Debug also -O0. The compiler is the project's for C++ if belay-kcc
# can use it.
function(belay_add_kernels name)
    cmake_parse_arguments(PARSE_ARGV 1 KERNELS
        "" "OUTPUT" "SOURCES;INCLUDE_DIRECTORIES;COMPILE_DEFINITIONS;OPTIONS")
    if(CMAKE_VERSION VERSION_LESS 3.20)
        message(FATAL_ERROR "belay_add_kernels needs CMake 3.20, this is ${CMAKE_VERSION}")
    endif()
    if(KERNELS_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "belay_add_kernels(${name}): '${KERNELS_UNPARSED_ARGUMENTS}' is no argument of it")
    endif()
    if(NOT KERNELS_SOURCES)
        message(FATAL_ERROR "belay_add_kernels(${name}): SOURCES names no source")
    endif()
    if(NOT KERNELS_OUTPUT)
        set(KERNELS_OUTPUT ${name}.o)
    endif()
    cmake_path(ABSOLUTE_PATH KERNELS_OUTPUT BASE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
    cmake_path(GET KERNELS_OUTPUT PARENT_PATH folder)
    file(MAKE_DIRECTORY ${folder})

    set(options "$<$<CONFIG:Debug,RelWithDebInfo>:-g>" "$<$<CONFIG:Debug>:-O0>")
    if(CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
        list(APPEND options --compiler ${CMAKE_CXX_COMPILER})
    endif()
    foreach(folder IN LISTS KERNELS_INCLUDE_DIRECTORIES)
        cmake_path(ABSOLUTE_PATH folder BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
        list(APPEND options -I${folder})
    endforeach()
    list(TRANSFORM KERNELS_COMPILE_DEFINITIONS PREPEND -D)
    list(APPEND options ${KERNELS_COMPILE_DEFINITIONS} ${KERNELS_OPTIONS})
    set(sources "")
    foreach(source IN LISTS KERNELS_SOURCES)
        cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
        list(APPEND sources ${source})
    endforeach()

    # So that paths in the list of dependencies are understood by all generators.
    cmake_policy(SET CMP0116 NEW)
    add_custom_command(
        OUTPUT ${KERNELS_OUTPUT}
        COMMAND $<TARGET_FILE:belay::belay-kcc> -o ${KERNELS_OUTPUT} --depfile ${KERNELS_OUTPUT}.d
            ${options} ${sources}
        DEPENDS ${sources} belay::belay-kcc
        DEPFILE ${KERNELS_OUTPUT}.d
        COMMENT "Compiling kernels ${name}"
        COMMAND_EXPAND_LISTS VERBATIM)
    add_custom_target(${name} ALL DEPENDS ${KERNELS_OUTPUT})
    set_target_properties(${name} PROPERTIES BELAY_KERNEL_FILE ${KERNELS_OUTPUT})
    set(${name}_FILE ${KERNELS_OUTPUT} PARENT_SCOPE)
endfunction()
