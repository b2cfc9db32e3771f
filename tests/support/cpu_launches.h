// What tests of launches on AI CPUs share.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>

#include "support/cpu_kernels.h"

namespace belay::test {

/// A kernel of cpu_kernels.c, a stream, and a number on the device that the kernel changes.
class CpuLaunch {
  public:
    explicit CpuLaunch(const char* function)
        : binary_(loadCpuKernels()), function_(registerCpuKernel(binary_, function, "Kernel")) {
        set(0);
    }

    aclrtFuncHandle function() const { return function_; }

    aclrtStream stream() const { return stream_.get(); }

    /// Its address on the device.
    uint64_t* number() const { return reinterpret_cast<uint64_t*>(memory_.get()); }

    void set(uint64_t value) {
        EXPECT_EQ(
            aclrtMemcpy(number(), sizeof value, &value, sizeof value, ACL_MEMCPY_HOST_TO_DEVICE),
            ACL_SUCCESS);
    }

    aclError synchronize() { return aclrtSynchronizeStream(stream_.get()); }

    /// The number, when all that was launched has run.
    uint64_t value() {
        EXPECT_EQ(synchronize(), ACL_SUCCESS) << recentMessage();
        uint64_t value = 0;
        EXPECT_EQ(
            aclrtMemcpy(&value, sizeof value, number(), sizeof value, ACL_MEMCPY_DEVICE_TO_HOST),
            ACL_SUCCESS);
        return value;
    }

    void unload() { binary_.reset(); }

  private:
    const OwnedStream stream_;
    const DeviceMemory memory_{sizeof(uint64_t)};
    OwnedBinary binary_;
    aclrtFuncHandle function_;
};

}  // namespace belay::test
