// Launches of the kernels in tests/kernels, for conformance tests.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "support/device.h"
#include "support/kernels.h"
#include "support/stream_refusals.h"

namespace belay::test {

inline OwnedBinary loadTestKernels() {
    aclrtBinHandle binary = nullptr;
    EXPECT_EQ(aclrtBinaryLoadFromFile(BELAY_TEST_KERNELS, nullptr, &binary), ACL_SUCCESS)
        << recentMessage();
    return OwnedBinary(binary);
}

/// A kernel of tests/kernels, on the current device for the scope.
class TestKernel {
  public:
    explicit TestKernel(const char* name)
        : binary_(loadTestKernels()), function_(functionOf(binary_, name)) {}

    aclrtFuncHandle get() const { return function_; }

    const OwnedBinary& binary() const { return binary_; }

    OwnedBinary& binary() { return binary_; }

  private:
    OwnedBinary binary_;
    aclrtFuncHandle function_;
};

/// Arguments as a kernel reads them: each begins at the next multiple of 8.
class ArgsBlock {
  public:
    template <typename... Values>
    explicit ArgsBlock(const Values&... values) {
        (append(values), ...);
    }

    void* data() { return bytes_.data(); }

    size_t size() const { return bytes_.size(); }

    std::string text() const { return {bytes_.begin(), bytes_.end()}; }

  private:
    template <typename T>
    void append(const T& value) {
        const size_t at = bytes_.size();
        bytes_.resize(at + (sizeof value + 7) / 8 * 8);
        std::memcpy(bytes_.data() + at, &value, sizeof value);
    }

    std::vector<char> bytes_;
};

/// A copy of arguments in device memory.
class DeviceArgs {
  public:
    explicit DeviceArgs(const ArgsBlock& block) : memory_(block.size()), size_(block.size()) {
        put(memory_.get(), block.text());
    }

    void* data() const { return memory_.get(); }

    size_t size() const { return size_; }

  private:
    DeviceMemory memory_;
    size_t size_;
};

/// A number in device memory.
class DeviceWord {
  public:
    explicit DeviceWord(uint64_t value = 0) : memory_(sizeof value) { set(value); }

    void* get() const { return memory_.get(); }

    void set(uint64_t value) const {
        put(memory_.get(), std::string(reinterpret_cast<const char*>(&value), sizeof value));
    }

    uint64_t value() const {
        uint64_t value = 0;
        EXPECT_EQ(aclrtMemcpy(&value, sizeof value, memory_.get(), sizeof value,
                              ACL_MEMCPY_DEVICE_TO_HOST),
                  ACL_SUCCESS)
            << recentMessage();
        return value;
    }

  private:
    DeviceMemory memory_;
};

/// Properties of a launch.
class LaunchConfig {
  public:
    aclrtLaunchKernelAttrValue& add(aclrtLaunchKernelAttrId id) {
        attributes_.push_back({.id = id, .value = {}});
        return attributes_.back().value;
    }

    aclrtLaunchKernelCfg* get() {
        config_ = {.attrs = attributes_.data(), .numAttrs = attributes_.size()};
        return &config_;
    }

  private:
    std::vector<aclrtLaunchKernelAttr> attributes_;
    aclrtLaunchKernelCfg config_{};
};

inline void expectSynchronized(aclrtStream stream) {
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS) << recentMessage();
}

/// What launches refuse alike: `launch(function, blocks, stream)` launches `kernel`, which takes a
/// pointer.
template <typename Launch>
void expectLaunchRefusals(const std::string& function, const std::string& argument,
                          const TestKernel& kernel, Launch launch) {
    for (const uint32_t blocks : {0U, 65536U, UINT32_MAX}) {
        EXPECT_TRUE(refusedArgument(function, "numBlocks",
                                    [&] { return launch(kernel.get(), blocks, nullptr); }));
    }
    expectNeedsHandle<FunctionHandle>(function, argument,
                                      [&](void* bad) { return launch(bad, 1U, nullptr); });
    expectOnlyStreamsOfTheContext(
        function, [&](aclrtStream stream) { return launch(kernel.get(), 1U, stream); });
    if (deviceCount() > 1) {
        const SetDevice other(1);
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, function, "loaded on device 0",
                                [&] { return launch(kernel.get(), 1U, nullptr); }));
    }
}

/// `launch(cfg)` is refused for properties that cannot be.
template <typename Launch>
void expectConfigRefusals(const std::string& function, Launch launch) {
    const auto expectRefused = [&](LaunchConfig& config, const char* subject) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, function, subject,
                                [&] { return launch(config.get()); }));
    };
    aclrtLaunchKernelCfg noArray{.attrs = nullptr, .numAttrs = 1};
    EXPECT_TRUE(refusedArgument(function, "cfg->attrs", [&] { return launch(&noArray); }));
    for (const int id : {-1, 0, 10, 1000}) {
        LaunchConfig config;
        config.add(static_cast<aclrtLaunchKernelAttrId>(id));
        expectRefused(config, "aclrtLaunchKernelAttrId");
    }
    LaunchConfig mode;
    mode.add(ACL_RT_LAUNCH_KERNEL_ATTR_SCHEM_MODE).schemMode = 2;
    expectRefused(mode, "schemMode 2");
    LaunchConfig buffer;
    buffer.add(ACL_RT_LAUNCH_KERNEL_ATTR_DYN_UBUF_SIZE).dynUBufSize = 1U << 30;
    expectRefused(buffer, "dynUBufSize 1073741824");
    LaunchConfig engine;
    engine.add(ACL_RT_LAUNCH_KERNEL_ATTR_ENGINE_TYPE).rsv[0] = 2;
    expectRefused(engine, "engineType 2");
    LaunchConfig prefetch;
    prefetch.add(ACL_RT_LAUNCH_KERNEL_ATTR_BLOCK_TASK_PREFETCH).isBlockTaskPrefetch = 2;
    expectRefused(prefetch, "isBlockTaskPrefetch 2");
    LaunchConfig dump;
    dump.add(ACL_RT_LAUNCH_KERNEL_ATTR_DATA_DUMP).isDataDump = 255;
    expectRefused(dump, "isDataDump 255");
    LaunchConfig profile;
    profile.add(ACL_RT_LAUNCH_KERNEL_ATTR_ENABLE_PROFILING).enableProfiling = 3;
    expectRefused(profile, "enableProfiling 3");
    LaunchConfig limits;
    limits.add(ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT).timeout = 1;
    limits.add(ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT_US).timeoutUs = {.timeoutLow = 1,
                                                                  .timeoutHigh = 0};
    expectRefused(limits, "ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT_US");
}

}  // namespace belay::test
