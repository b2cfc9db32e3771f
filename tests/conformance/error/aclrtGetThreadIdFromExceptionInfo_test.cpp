#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <thread>

#include "support/device.h"
#include "support/refusal.h"

namespace belay::test::aclrtGetThreadIdFromExceptionInfo_test {
namespace {

std::atomic<uint32_t> told{0};

// The wait is submitted by one thread and its failure found by others.
TEST(aclrtGetThreadIdFromExceptionInfo, IsTheThreadThatSubmittedTheTask) {
    const SetDevice session;
    ASSERT_EQ(aclrtSetExceptionInfoCallback(
                  [](aclrtExceptionInfo* info) { told = aclrtGetThreadIdFromExceptionInfo(info); }),
              ACL_SUCCESS);
    aclrtContext context = currentContext();
    const OwnedStream stream;
    const OwnedEvent never = makeEventWithFlag(ACL_EVENT_SYNC);
    uint32_t submitter = 0;
    std::thread([&] {
        ASSERT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
        submitter = static_cast<uint32_t>(::gettid());
        ASSERT_EQ(aclrtStreamWaitEventWithTimeout(stream.get(), never.get(), 1), ACL_SUCCESS);
    }).join();
    EXPECT_NE(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    while (told == 0) {
        std::this_thread::yield();
    }
    EXPECT_EQ(told, submitter);
    EXPECT_NE(told, static_cast<uint32_t>(::gettid()));
    ASSERT_EQ(aclrtSetExceptionInfoCallback(nullptr), ACL_SUCCESS);
}

TEST(aclrtGetThreadIdFromExceptionInfo, NullInfoGivesNoNumber) {
    EXPECT_TRUE(refusedGiving(0xFFFF'FFFFU, "aclrtGetThreadIdFromExceptionInfo", "info",
                              [] { return aclrtGetThreadIdFromExceptionInfo(nullptr); }));
}

}  // namespace
}  // namespace belay::test::aclrtGetThreadIdFromExceptionInfo_test
