// Faults of simulated devices for conformance tests, each in a process of its own.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "support/device.h"
#include "support/fresh_process.h"

namespace belay::test {

/// Runs `body` in a process whose first copy in a stream meets a fault: "memory", "l2" or "link".
inline void withFault(const std::string& kind, void (*body)(), const char* file = __builtin_FILE(),
                      int line = __builtin_LINE()) {
    expectEndsWell(body,
                   {.environment = {{"BELAY_DRIVER", "sim"},
                                    {"BELAY_SIM_DEVICES", "2"},
                                    {"BELAY_SIM_FAULT", kind + "@1"}}},
                   file, line);
}

/// The code with which a copy of `bytes` zeros to device memory in a stream ends.
inline aclError copyInStream(void* target, size_t bytes) {
    const OwnedStream stream;
    EXPECT_EQ(aclrtMemsetAsync(target, bytes, 0, bytes, stream.get()), ACL_SUCCESS)
        << recentMessage();
    const aclError result = aclrtSynchronizeStream(stream.get());
    forgetErrors();
    return result;
}

inline aclrtErrorInfo faultOf(int32_t device) {
    aclrtErrorInfo info{};
    info.errorType = ACL_RT_ERROR_OTHERS;
    EXPECT_EQ(aclrtGetErrorVerbose(device, &info), ACL_SUCCESS) << recentMessage();
    return info;
}

inline aclrtDeviceStatus statusOf(int32_t device) {
    aclrtDeviceStatus status = ACL_RT_DEVICE_STATUS_END;
    EXPECT_EQ(aclrtQueryDeviceStatus(device, &status), ACL_SUCCESS) << recentMessage();
    return status;
}

}  // namespace belay::test
