// What is loaded from cpuLibrary(), for conformance tests.
#pragma once

#include "support/cpu_library.h"
#include "support/kernels.h"

namespace belay::test {

/// The option that asks for kernels of AI CPUs.
class CpuOptions {
  public:
    explicit CpuOptions(int32_t mode, bool isLazy = false) {
        options_[0].type = ACL_RT_BINARY_LOAD_OPT_CPU_KERNEL_MODE;
        options_[0].value.cpuKernelMode = mode;
        options_[1].type = ACL_RT_BINARY_LOAD_OPT_LAZY_LOAD;
        options_[1].value.isLazyLoad = isLazy ? 1 : 0;
    }

    CpuOptions(const CpuOptions&) = delete;
    CpuOptions& operator=(const CpuOptions&) = delete;
    ~CpuOptions() = default;

    aclrtBinaryLoadOptions* get() { return &all_; }

  private:
    aclrtBinaryLoadOption options_[2] = {};
    aclrtBinaryLoadOptions all_{options_, 2};
};

inline OwnedBinary loadCpuKernels(bool isLazy = false) {
    const Bytes file = cpuLibrary();
    CpuOptions options(2, isLazy);
    aclrtBinHandle binary = nullptr;
    EXPECT_EQ(aclrtBinaryLoadFromData(file.data(), file.size(), options.get(), &binary),
              ACL_SUCCESS)
        << recentMessage();
    return OwnedBinary(binary);
}

inline aclrtFuncHandle registerCpuKernel(const OwnedBinary& binary, const char* function,
                                         const char* name) {
    aclrtFuncHandle handle = nullptr;
    EXPECT_EQ(aclrtRegisterCpuFunc(binary.get(), function, name, &handle), ACL_SUCCESS)
        << recentMessage();
    return handle;
}

}  // namespace belay::test
