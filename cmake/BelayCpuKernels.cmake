# belay_add_cpu_kernels(name source...)
#
# Makes a target `name`: a shared object, name.so, with kernels for the AI CPUs of simulated devices. Sources
# include <aicpu_api.h>; those that end in .aicpu are C++. aclrtBinaryLoadFromData() loads the file, and
# aclrtRegisterCpuFunc() names its kernels.
find_path(BELAY_ASCENDC_HEADERS aicpu_api.h NO_DEFAULT_PATH NO_CACHE PATHS
    ${CMAKE_CURRENT_LIST_DIR}/../include/belay/ascendc          # of the source tree
    ${CMAKE_CURRENT_LIST_DIR}/../../../include/belay/ascendc)   # of an installed one
set_property(GLOBAL PROPERTY BELAY_ASCENDC_HEADERS ${BELAY_ASCENDC_HEADERS})

function(belay_add_cpu_kernels name)
    if(NOT ARGN)
        message(FATAL_ERROR "belay_add_cpu_kernels(${name}) names no source")
    endif()
    foreach(source IN LISTS ARGN)
        if(source MATCHES "\\.aicpu$")
            set_source_files_properties(${source} PROPERTIES LANGUAGE CXX COMPILE_OPTIONS "-xc++")
        endif()
    endforeach()
    add_library(${name} MODULE ${ARGN})
    set_target_properties(${name} PROPERTIES PREFIX "" CXX_VISIBILITY_PRESET hidden)
    get_property(headers GLOBAL PROPERTY BELAY_ASCENDC_HEADERS)
    target_include_directories(${name} PRIVATE ${headers})
endfunction()
