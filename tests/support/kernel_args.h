// Lists of kernel arguments for conformance tests.
#pragma once

#include <vector>

#include "support/kernels.h"

namespace belay::test {

/// A list in memory of the library, for the kernel "scale_3".
class SystemArgs {
  public:
    SystemArgs() {
        EXPECT_EQ(aclrtKernelArgsInit(function_.get(), &args_), ACL_SUCCESS) << recentMessage();
    }

    aclrtArgsHandle get() const { return args_; }

    aclrtFuncHandle function() const { return function_.get(); }

  private:
    OwnedFunction function_;
    aclrtArgsHandle args_ = nullptr;
};

/// A list in memory of the application, with room for `userBytes` of arguments.
class UserArgs {
  public:
    explicit UserArgs(size_t userBytes) {
        size_t handleBytes = 0;
        size_t bytes = 0;
        EXPECT_EQ(aclrtKernelArgsGetHandleMemSize(function_.get(), &handleBytes), ACL_SUCCESS);
        EXPECT_EQ(aclrtKernelArgsGetMemSize(function_.get(), userBytes, &bytes), ACL_SUCCESS);
        handle_.resize(handleBytes);
        memory_.resize(bytes);
        EXPECT_EQ(aclrtKernelArgsInitByUserMem(function_.get(), handle_.data(), memory_.data(),
                                               memory_.size()),
                  ACL_SUCCESS)
            << recentMessage();
    }

    aclrtArgsHandle get() { return handle_.data(); }

    aclrtFuncHandle function() const { return function_.get(); }

    Bytes& memory() { return memory_; }

  private:
    OwnedFunction function_;
    Bytes handle_;
    Bytes memory_;
};

/// Appends a value to a list; the parameter's handle.
template <typename T>
aclrtParamHandle append(aclrtArgsHandle args, T value) {
    aclrtParamHandle param = nullptr;
    EXPECT_EQ(aclrtKernelArgsAppend(args, &value, sizeof value, &param), ACL_SUCCESS)
        << recentMessage();
    EXPECT_NE(param, nullptr);
    return param;
}

inline aclrtParamHandle appendPlaceholder(aclrtArgsHandle args) {
    aclrtParamHandle param = nullptr;
    EXPECT_EQ(aclrtKernelArgsAppendPlaceHolder(args, &param), ACL_SUCCESS) << recentMessage();
    EXPECT_NE(param, nullptr);
    return param;
}

// Stands for the handles whose C type is void*.
struct ArgsHandle;

template <>
struct HandleClass<ArgsHandle> {
    using Raw = aclrtArgsHandle;

    /// A list that goes with its function.
    struct Owned {
        SystemArgs args;

        aclrtArgsHandle get() const { return args.get(); }

        aclrtArgsHandle release() const { return args.get(); }
    };

    static Owned make() { return {}; }

    // It is gone already: release() leaves the function to its owner.
    static bool destroy(aclrtArgsHandle /*args*/) { return true; }
};

}  // namespace belay::test
