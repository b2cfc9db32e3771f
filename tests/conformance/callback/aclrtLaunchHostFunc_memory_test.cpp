// What many host functions, callbacks and notifies leave behind: nothing (B30).
#include <gtest/gtest.h>
#include <pthread.h>

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "support/device.h"
#include "support/host_functions.h"
#include "support/memory_use.h"
#include "support/notifies.h"
#include "support/sanitizers.h"

namespace belay::test::aclrtLaunchHostFunc_memory_test {
namespace {

constexpr int kRounds = kIsSanitized ? 2'000 : 100'000;

void useAll(int rounds) {
    const auto self = static_cast<uint64_t>(::pthread_self());
    std::atomic<int> calls{0};
    aclrtStream stream = nullptr;
    for (int i = 0; i < rounds; ++i) {
        if (i % 100 == 0) {
            ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
            ASSERT_EQ(aclrtSubscribeReport(self, stream), ACL_SUCCESS);
        }
        const OwnedNotify notify = makeNotify();
        ASSERT_EQ(aclrtRecordNotify(notify.get(), stream), ACL_SUCCESS);
        ASSERT_EQ(aclrtWaitAndResetNotify(notify.get(), stream, 0), ACL_SUCCESS);
        ASSERT_EQ(aclrtLaunchHostFunc(stream, countCall, &calls), ACL_SUCCESS);
        ASSERT_EQ(aclrtLaunchCallback(countCall, &calls, ACL_CALLBACK_NO_BLOCK, stream),
                  ACL_SUCCESS);
        if (i % 100 == 99) {
            ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
            ASSERT_EQ(aclrtProcessReport(-1), ACL_SUCCESS);
            ASSERT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
            ASSERT_EQ(calls, 200 * (i / 100 + 1));
        }
    }
}

TEST(aclrtLaunchHostFunc, ManyRoundsLeaveNoMemoryBehind) {
    if (kIsAddressSanitized) {
        GTEST_SKIP() << "the sanitizer keeps freed memory for a while";
    }
    const SetDevice session;
    useAll(kRounds / 10);
    const size_t before = residentBytes();
    useAll(kRounds);
    EXPECT_LT(residentBytes(), before + kMemorySlack);
}

}  // namespace
}  // namespace belay::test::aclrtLaunchHostFunc_memory_test
