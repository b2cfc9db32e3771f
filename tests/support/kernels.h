// What is loaded from kernelFile(), with its handles, for conformance tests.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <type_traits>

#include "support/bad_handles.h"
#include "support/device.h"
#include "support/device_refusals.h"
#include "support/kernel_file.h"

namespace belay::test {

struct BinaryUnloader {
    void operator()(void* binary) const {
        EXPECT_EQ(aclrtBinaryUnLoad(binary), ACL_SUCCESS) << recentMessage();
    }
};

/// A binary that is unloaded at the end of the scope.
using OwnedBinary = std::unique_ptr<void, BinaryUnloader>;

inline OwnedBinary loadKernels(const aclrtBinaryLoadOptions* options = nullptr) {
    const Bytes file = kernelFile();
    aclrtBinHandle binary = nullptr;
    EXPECT_EQ(aclrtBinaryLoadFromData(file.data(), file.size(), options, &binary), ACL_SUCCESS)
        << recentMessage();
    return OwnedBinary(binary);
}

inline aclrtFuncHandle functionOf(const OwnedBinary& binary, const char* name) {
    aclrtFuncHandle function = nullptr;
    EXPECT_EQ(aclrtBinaryGetFunction(binary.get(), name, &function), ACL_SUCCESS)
        << recentMessage();
    return function;
}

/// A function whose binary is unloaded at the end of the scope.
class OwnedFunction {
  public:
    explicit OwnedFunction(const char* name = "scale_3")
        : binary_(loadKernels()), function_(functionOf(binary_, name)) {}

    aclrtFuncHandle get() const { return function_; }

    aclrtFuncHandle release() {
        static_cast<void>(binary_.release());
        return function_;
    }

  private:
    OwnedBinary binary_;
    aclrtFuncHandle function_;
};

// Stand for the handles whose C type is void*.
struct BinaryHandle;
struct FunctionHandle;

template <>
struct HandleClass<BinaryHandle> {
    using Raw = aclrtBinHandle;

    static OwnedBinary make() { return loadKernels(); }

    static bool destroy(aclrtBinHandle binary) { return aclrtBinaryUnLoad(binary) == ACL_SUCCESS; }
};

template <>
struct HandleClass<FunctionHandle> {
    using Raw = aclrtFuncHandle;

    static OwnedFunction make() { return OwnedFunction(); }

    static bool destroy(aclrtFuncHandle function) {
        aclrtBinHandle binary = nullptr;
        return aclrtFunctionGetBinary(function, &binary) == ACL_SUCCESS &&
               aclrtBinaryUnLoad(binary) == ACL_SUCCESS;
    }
};

/// Whether `call(handle)` is refused for null and for whatever is no live handle of this class.
/// Needs a device that is set.
template <typename Handle, typename Call>
void expectNeedsHandle(const std::string& function, const std::string& argument, Call call) {
    const auto isRefused = [&](void* bad) {
        return refusedWith(ACL_ERROR_RT_INVALID_HANDLE, function, "'" + argument + "'",
                           [&] { return call(bad); });
    };
    EXPECT_TRUE(isRefused(nullptr));
    forEachBadHandle<Handle>([&](void* bad) { EXPECT_TRUE(isRefused(bad)); });
}

/// Whether `call` is refused because of an argument, with the code of the kernel group.
template <typename Call>
testing::AssertionResult refusedArgument(const std::string& function, const std::string& argument,
                                         Call call) {
    return refusedWith(ACL_ERROR_RT_PARAM_INVALID, function, "'" + argument + "'", call);
}

}  // namespace belay::test
