// Runs kernels of tests/kernels/language.cpp in conformance tests.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/device.h"

namespace belay::test {

/// A device with the kernels loaded, and a stream for them.
class LanguageTest : public testing::Test {
  public:
    ~LanguageTest() override {
        EXPECT_EQ(aclrtDestroyStream(stream_), ACL_SUCCESS) << recentMessage();
        EXPECT_EQ(aclrtBinaryUnLoad(binary_), ACL_SUCCESS) << recentMessage();
    }

    LanguageTest(const LanguageTest&) = delete;
    LanguageTest& operator=(const LanguageTest&) = delete;

  protected:
    LanguageTest() {
        EXPECT_EQ(aclrtBinaryLoadFromFile(BELAY_LANGUAGE_KERNELS, nullptr, &binary_), ACL_SUCCESS)
            << recentMessage();
        EXPECT_EQ(aclrtCreateStream(&stream_), ACL_SUCCESS) << recentMessage();
    }

    /// Launches a kernel and waits for it; the code that it ends with. The text of a failure is
    /// then in failure().
    template <typename... Args>
    aclError run(const char* name, uint32_t blocks, Args... args) {
        aclrtFuncHandle function = nullptr;
        EXPECT_EQ(aclrtBinaryGetFunction(binary_, name, &function), ACL_SUCCESS) << recentMessage();
        void* values[] = {&args..., nullptr};
        EXPECT_EQ(aclrtLaunchKernelWithArgsArray(function, blocks, stream_, nullptr, values),
                  ACL_SUCCESS)
            << recentMessage();
        const aclError code = aclrtSynchronizeStream(stream_);
        failure_ = code == ACL_SUCCESS ? "" : recentMessage();
        return code;
    }

    const std::string& failure() const { return failure_; }

  private:
    SetDevice device_;
    aclrtBinHandle binary_ = nullptr;
    aclrtStream stream_ = nullptr;
    std::string failure_;
};

/// Values in device memory.
template <typename T>
class DeviceValues {
  public:
    explicit DeviceValues(size_t count) : DeviceValues(std::vector<T>(count)) {}

    explicit DeviceValues(const std::vector<T>& values)
        : count_(values.size()), memory_(count_ * sizeof(T)) {
        EXPECT_EQ(aclrtMemcpy(memory_.get(), count_ * sizeof(T), values.data(), count_ * sizeof(T),
                              ACL_MEMCPY_HOST_TO_DEVICE),
                  ACL_SUCCESS)
            << recentMessage();
    }

    void* get() const { return memory_.get(); }

    std::vector<T> read() const {
        std::vector<T> values(count_);
        EXPECT_EQ(aclrtMemcpy(values.data(), count_ * sizeof(T), memory_.get(), count_ * sizeof(T),
                              ACL_MEMCPY_DEVICE_TO_HOST),
                  ACL_SUCCESS)
            << recentMessage();
        return values;
    }

  private:
    size_t count_;
    DeviceMemory memory_;
};

}  // namespace belay::test
