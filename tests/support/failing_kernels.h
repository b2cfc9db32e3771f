// Kernels that fail, for conformance tests.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <thread>

#include "support/launches.h"

namespace belay::test {

/// Launches "readAt" or one of its kind, which reads at address 8; the arguments are in host
/// memory.
inline void launchFailing(const TestKernel& kernel, aclrtStream stream, void* target) {
    ArgsBlock block(reinterpret_cast<void*>(8), target);
    EXPECT_EQ(aclrtLaunchKernelWithHostArgs(kernel.get(), 1, stream, nullptr, block.data(),
                                            block.size(), nullptr, 0),
              ACL_SUCCESS)
        << recentMessage();
}

/// What a callback was told of a failing kernel. Thread-safe once `calls` has changed.
struct ToldKernel {
    std::atomic<int> calls{0};
    aclrtFuncHandle function = nullptr;
    void* args = nullptr;
    uint32_t argsBytes = 0;
    std::string argsContent;
    uint32_t code = 0;
    void* userData = nullptr;

    void note(const aclrtExceptionInfo* info, void* data = nullptr) {
        EXPECT_EQ(aclrtGetFuncHandleFromExceptionInfo(info, &function), ACL_SUCCESS);
        EXPECT_EQ(aclrtGetArgsFromExceptionInfo(info, &args, &argsBytes), ACL_SUCCESS);
        if (args != nullptr) {
            argsContent = fetch(args, argsBytes);
        }
        code = aclrtGetErrorCodeFromExceptionInfo(info);
        userData = data;
        ++calls;
    }

    void awaitCall(int count = 1) const {
        while (calls < count) {
            std::this_thread::yield();
        }
    }
};

/// Tells `to` of all failures for the scope; one at a time.
class FailureListener {
  public:
    explicit FailureListener(ToldKernel& to) {
        listening = &to;
        EXPECT_EQ(aclrtExceptionInfoCallbackRegister(&note), ACL_SUCCESS);
    }

    ~FailureListener() { EXPECT_EQ(aclrtExceptionInfoCallbackUnregister(&note), ACL_SUCCESS); }

    FailureListener(const FailureListener&) = delete;
    FailureListener& operator=(const FailureListener&) = delete;

  private:
    static void note(aclrtExceptionInfo* info) { listening.load()->note(info); }

    static inline std::atomic<ToldKernel*> listening{nullptr};
};

}  // namespace belay::test
