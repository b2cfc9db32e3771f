# find_package(belay): target belay::ascendcl, the public headers and libascendcl.so; belay_add_kernels() and
# belay_add_cpu_kernels(), which compile kernels.
include(${CMAKE_CURRENT_LIST_DIR}/belayTargets.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/BelayKernels.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/BelayCpuKernels.cmake)
