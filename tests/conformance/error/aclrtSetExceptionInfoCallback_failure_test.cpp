// A task that fails: a wait on the device whose time is up.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <thread>

#include "support/device.h"
#include "support/refusal.h"

namespace belay::test::aclrtSetExceptionInfoCallback_failure_test {
namespace {

// What a callback was told, and how often.
struct Told {
    std::atomic<int> calls{0};
    std::atomic<uint32_t> device{0};
    std::atomic<uint32_t> stream{0};
    std::atomic<uint32_t> task{0};
    std::atomic<uint32_t> code{0};
    std::atomic<bool> hasKernel{false};

    void note(aclrtExceptionInfo* info) {
        device = aclrtGetDeviceIdFromExceptionInfo(info);
        stream = aclrtGetStreamIdFromExceptionInfo(info);
        task = aclrtGetTaskIdFromExceptionInfo(info);
        code = aclrtGetErrorCodeFromExceptionInfo(info);
        aclrtFuncHandle function = nullptr;
        hasKernel = aclrtGetFuncHandleFromExceptionInfo(info, &function) == ACL_SUCCESS &&
                    function != nullptr;
        ++calls;  // last: who waits for it reads the rest
    }
};

Told set;
Told registered;

// Three good tasks and a wait that fails after a second, in a stream of its own.
void failOnce() {
    const OwnedStream stream;
    const OwnedEvent never = makeEventWithFlag(ACL_EVENT_SYNC);
    const OwnedEvent mark = makeEventWithFlag(ACL_EVENT_SYNC);
    for (int i = 0; i < 3; ++i) {
        ASSERT_EQ(aclrtRecordEvent(mark.get(), stream.get()), ACL_SUCCESS);
    }
    ASSERT_EQ(aclrtStreamWaitEventWithTimeout(stream.get(), never.get(), 1), ACL_SUCCESS);
    const int before = set.calls;
    while (set.calls == before) {  // without a synchronise
        std::this_thread::yield();
    }
    int32_t id = -1;
    ASSERT_EQ(aclrtStreamGetId(stream.get(), &id), ACL_SUCCESS);
    EXPECT_EQ(set.stream, static_cast<uint32_t>(id));
    const aclError code = aclrtSynchronizeStream(stream.get());
    EXPECT_NE(code, ACL_SUCCESS);
    EXPECT_EQ(set.code, static_cast<uint32_t>(code));
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);  // reported once
}

TEST(aclrtSetExceptionInfoCallback, IsToldOnceOfATaskThatFailsWithoutASynchronise) {
    const SetDevice device;
    ASSERT_EQ(aclrtSetExceptionInfoCallback([](aclrtExceptionInfo* info) { set.note(info); }),
              ACL_SUCCESS);
    const aclrtExceptionInfoCallback other = [](aclrtExceptionInfo* info) {
        registered.note(info);
    };
    ASSERT_EQ(aclrtExceptionInfoCallbackRegister(other), ACL_SUCCESS);
    failOnce();
    EXPECT_EQ(set.calls, 1);
    EXPECT_EQ(set.device, 0U);
    EXPECT_EQ(set.task, 3U);
    EXPECT_FALSE(set.hasKernel);
    while (registered.calls == 0) {
        std::this_thread::yield();
    }
    ASSERT_EQ(aclrtExceptionInfoCallbackUnregister(other), ACL_SUCCESS);
    failOnce();
    EXPECT_EQ(set.calls, 2);
    EXPECT_EQ(registered.calls, 1);
    EXPECT_EQ(registered.task, 3U);
    ASSERT_EQ(aclrtSetExceptionInfoCallback(nullptr), ACL_SUCCESS);
}

}  // namespace
}  // namespace belay::test::aclrtSetExceptionInfoCallback_failure_test
