# belay_layer(name SOURCES ... [LAYERS ...] [LIBRARIES ...])
#
# Declares one folder of the project as an object library. LAYERS names the folders it may use
# (their headers are on its include path through the common root; tests/layering checks the includes),
# LIBRARIES outside libraries. Users of the layer get both. All layers share the precompiled headers of the lowest one.
function(belay_layer name)
    cmake_parse_arguments(LAYER "" "" "SOURCES;LAYERS;LIBRARIES" ${ARGN})
    add_library(${name} OBJECT ${LAYER_SOURCES})
    target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR}/src)
    target_link_libraries(${name} PRIVATE belay_warnings PUBLIC ${LAYER_LAYERS} ${LAYER_LIBRARIES})
    if("belay_base" IN_LIST LAYER_LAYERS)
        belay_precompile_headers(${name} REUSE_FROM belay_base)
    endif()
endfunction()
