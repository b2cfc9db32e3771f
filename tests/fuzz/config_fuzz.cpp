// Fuzzes the parser of aclInit()'s configuration file.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "runtime/config.h"

// NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto result = belay::Config::parse(text);
    // Whatever the text, the answer is a configuration that keeps its promises or an error with a
    // story.
    const bool sound = result.isOk() ? result.value().maxOpQueueNum > 0 &&
                                           result.value().aicoreStackSize % (16 << 10) == 0
                                     : !result.status().message().empty();
    if (!sound) {
        std::abort();
    }
    return 0;
}
