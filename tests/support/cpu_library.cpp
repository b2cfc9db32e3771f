#include "support/cpu_library.h"

#include "support/temp_folder.h"

namespace belay::test {

std::string cpuLibraryPath() {
    return BELAY_TEST_CPU_LIBRARY;
}

Bytes cpuLibrary() {
    const std::string content = contentOf(cpuLibraryPath());
    const auto* first = reinterpret_cast<const std::byte*>(content.data());
    return {first, first + content.size()};
}

}  // namespace belay::test
