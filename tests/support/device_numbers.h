// Numbers of devices for conformance tests: what functions refuse that take one.
#pragma once

#include <gtest/gtest.h>

#include <climits>
#include <string>

#include "support/device.h"
#include "support/refusal.h"

namespace belay::test {

/// Whether `call(device)` is refused with `code` for numbers of no device.
template <typename Call>
void expectNeedsDeviceNumber(const std::string& function, Call call,
                             aclError code = ACL_ERROR_RT_INVALID_DEVICEID,
                             const std::string& argument = "deviceId") {
    for (const int32_t device :
         {static_cast<int32_t>(deviceCount()), -1, 1000, INT32_MIN, INT32_MAX}) {
        EXPECT_TRUE(refusedWith(code, function, "'" + argument + "'", [&] { return call(device); }))
            << device;
    }
}

}  // namespace belay::test
