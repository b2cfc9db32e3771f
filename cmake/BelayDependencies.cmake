# Outside libraries. All are Debian packages; scripts/setup installs them.
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(spdlog REQUIRED)
find_package(nlohmann_json REQUIRED)

# spdlog and fmt are used from their headers, so that nothing of them is a run-time dependency and no symbol of them
# leaves the library. What of fmt need not be in every source is compiled once, in src/base/fmt_library.cpp.
add_library(belay_spdlog INTERFACE)
target_include_directories(belay_spdlog SYSTEM INTERFACE
    $<TARGET_PROPERTY:fmt::fmt-header-only,INTERFACE_INCLUDE_DIRECTORIES>)
target_link_libraries(belay_spdlog INTERFACE Threads::Threads)
# Programs that the application starts do not inherit the log file.
target_compile_definitions(belay_spdlog INTERFACE SPDLOG_FMT_EXTERNAL SPDLOG_PREVENT_CHILD_FD)

# Of libdw only the headers are needed: the library is opened with the first failure of a kernel, where there is one.
find_path(LIBDW_INCLUDE_DIR elfutils/libdw.h REQUIRED)

# Messages of offline models are read with protozero, which consists of headers.
find_path(PROTOZERO_INCLUDE_DIR protozero/pbf_reader.hpp REQUIRED)
