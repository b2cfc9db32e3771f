// A device for the library of kernels to run on in tests: one block, and functions of the device
// that tell what they were asked for.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "belay/kernel/block.h"
#include "belay/kernel/device_functions.h"

namespace belay::test {

/// What belayFail() throws here, so that it does not return.
struct Failed {
    kernel::Failure failure;
    std::string text;
};

struct Device {
    kernel::BlockRecord block;
    std::string printed;
    std::vector<std::string> calls;
};

Device& device();

/// Starts each test with a fresh block.
class DeviceTest : public testing::Test {
  protected:
    DeviceTest() { device() = Device(); }
};

/// How a call fails; kException and an empty text when it does not.
template <typename Call>
Failed failureOf(Call call) {
    try {
        call();
    } catch (const Failed& failed) {
        return failed;
    }
    ADD_FAILURE() << "the call has not failed";
    return {};
}

}  // namespace belay::test
