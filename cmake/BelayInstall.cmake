# The installed tree: include/acl, lib64 (also as lib), bin, set_env.sh, the files by which CMake and
# pkg-config find belay, and the names and folders under which AscendCL programs look for a toolkit.
# The tree can be moved; it wants a prefix of its own (default /opt/belay).
include(CMakePackageConfigHelpers)

# Programs may be linked with, or ask the loader for, any of these; all functions are in one library.
set(BELAY_COMPANION_LIBRARIES
    libacl_cblas.so
    libacl_mdl.so
    libacl_op_compiler.so
    libacl_op_executor.so
    libacl_rt.so
    libacl_tdt_channel.so
    libacl_tdt_queue.so
    libascend_dump.so
    libmsprofiler.so)

function(belay_link target link)
    get_filename_component(folder ${link} DIRECTORY)
    file(MAKE_DIRECTORY ${folder})
    file(CREATE_LINK ${target} ${link} SYMBOLIC)
endfunction()

# All links are made in a folder of the build tree that is installed as it is.
set(_links ${PROJECT_BINARY_DIR}/install_links)
file(REMOVE_RECURSE ${_links})
belay_link(lib64 ${_links}/lib)
belay_link(../libascendcl.so ${_links}/lib64/stub/libascendcl.so)
foreach(_library IN LISTS BELAY_COMPANION_LIBRARIES)
    belay_link(libascendcl.so ${PROJECT_BINARY_DIR}/lib64/${_library})
    belay_link(libascendcl.so ${_links}/lib64/${_library})
    belay_link(../${_library} ${_links}/lib64/stub/${_library})
endforeach()
# Sub-packages of a toolkit that build files name: $DDK_PATH/runtime/include, .../runtime/lib64/stub.
foreach(_package acllib atc compiler runtime ${CMAKE_SYSTEM_PROCESSOR}-linux)
    belay_link(../include ${_links}/${_package}/include)
    belay_link(../lib64 ${_links}/${_package}/lib64)
endforeach()

# The command by the name of the vendor's, also where those packages have it.
belay_link(belay-atc ${_links}/bin/atc)
foreach(_package atc compiler)
    belay_link(../bin ${_links}/${_package}/bin)
endforeach()

install(TARGETS ascendcl EXPORT belay LIBRARY DESTINATION lib64 INCLUDES DESTINATION include)
# For other software that sits on the vendor's driver.
install(TARGETS ascend_hal_sim tsdclient_sim LIBRARY DESTINATION lib64)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/acl DESTINATION include)
install(DIRECTORY ${_links}/ DESTINATION .)
install(DIRECTORY DESTINATION bin)
install(FILES ${PROJECT_SOURCE_DIR}/cmake/install/set_env.sh DESTINATION .)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION share/doc/belay)

set(_package_folder lib64/cmake/belay)
install(EXPORT belay FILE belayTargets.cmake NAMESPACE belay:: DESTINATION ${_package_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/belayConfigVersion.cmake
    COMPATIBILITY SameMinorVersion)
install(FILES
    ${PROJECT_SOURCE_DIR}/cmake/BelayKernels.cmake
    ${PROJECT_SOURCE_DIR}/cmake/BelayCpuKernels.cmake
    ${PROJECT_SOURCE_DIR}/cmake/install/belayConfig.cmake
    ${PROJECT_BINARY_DIR}/belayConfigVersion.cmake
    DESTINATION ${_package_folder})
configure_file(${PROJECT_SOURCE_DIR}/cmake/install/belay.pc.in ${PROJECT_BINARY_DIR}/belay.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/belay.pc DESTINATION lib64/pkgconfig)
