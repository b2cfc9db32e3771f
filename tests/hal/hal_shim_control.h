// Control of the shim library from the program that uses it through the backend.
#pragma once

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "hal_shim.h"

namespace belay::test {

/// Environment of a program whose devices are those of the simulated HAL, through a shim.
inline std::map<std::string, std::string> shimEnvironment(const char* shim) {
    return {{"BELAY_DRIVER", "hal"},
            {"BELAY_HAL_LIBRARY", shim},
            {kHalShimTarget, BELAY_TEST_HAL_SIM},
            {"BELAY_SIM_DEVICES", "2"}};
}

/// The shim that BELAY_HAL_LIBRARY names.
class ShimControl {
  public:
    ShimControl() : library_(::dlopen(std::getenv("BELAY_HAL_LIBRARY"), RTLD_NOW | RTLD_LOCAL)) {
        EXPECT_NE(library_, nullptr) << ::dlerror();
    }

    ~ShimControl() { ::dlclose(library_); }

    ShimControl(const ShimControl&) = delete;
    ShimControl& operator=(const ShimControl&) = delete;

    uint64_t calls(const char* function) const {
        return at<uint64_t(const char*)>("halShimCalls")(function);
    }

    void fail(const char* function, uint64_t passing, int32_t error) const {
        at<void(const char*, uint64_t, int32_t)>("halShimFail")(function, passing, error);
    }

    bool hasFailed() const { return at<bool()>("halShimHasFailed")(); }

    void forget() const { at<void()>("halShimForget")(); }

    std::vector<HalShimEntry> entries() const {
        auto* copy = at<size_t(HalShimEntry*, size_t)>("halShimEntries");
        std::vector<HalShimEntry> entries(copy(nullptr, 0));
        copy(entries.data(), entries.size());
        return entries;
    }

  private:
    template <typename Function>
    Function* at(const char* name) const {
        return reinterpret_cast<Function*>(::dlsym(library_, name));
    }

    void* library_;
};

}  // namespace belay::test
