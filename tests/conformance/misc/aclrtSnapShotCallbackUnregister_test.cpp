#include <gtest/gtest.h>

#include <atomic>

#include "support/refusal.h"
#include "support/threads.h"

namespace belay::test::aclrtSnapShotCallbackUnregister_test {
namespace {

uint32_t ignore(int32_t /*device*/, void* /*args*/) {
    return 0;
}

TEST(aclrtSnapShotCallbackUnregister, RemovesWhatWasRegistered) {
    ASSERT_EQ(aclrtSnapShotCallbackRegister(ACL_RT_SNAPSHOT_BACKUP_PRE, ignore, nullptr),
              ACL_SUCCESS);
    EXPECT_EQ(aclrtSnapShotCallbackUnregister(ACL_RT_SNAPSHOT_BACKUP_PRE, ignore), ACL_SUCCESS);
    EXPECT_TRUE(refused("aclrtSnapShotCallbackUnregister", "callback", [] {
        return aclrtSnapShotCallbackUnregister(ACL_RT_SNAPSHOT_BACKUP_PRE, ignore);
    }));
}

TEST(aclrtSnapShotCallbackUnregister, FunctionOfAnotherStageIsRefused) {
    ASSERT_EQ(aclrtSnapShotCallbackRegister(ACL_RT_SNAPSHOT_BACKUP_PRE, ignore, nullptr),
              ACL_SUCCESS);
    EXPECT_TRUE(refused("aclrtSnapShotCallbackUnregister", "callback", [] {
        return aclrtSnapShotCallbackUnregister(ACL_RT_SNAPSHOT_BACKUP_POST, ignore);
    }));
    EXPECT_EQ(aclrtSnapShotCallbackUnregister(ACL_RT_SNAPSHOT_BACKUP_PRE, ignore), ACL_SUCCESS);
}

TEST(aclrtSnapShotCallbackUnregister, NullFunctionIsRefused) {
    EXPECT_TRUE(refused("aclrtSnapShotCallbackUnregister", "callback", [] {
        return aclrtSnapShotCallbackUnregister(ACL_RT_SNAPSHOT_BACKUP_PRE, nullptr);
    }));
}

TEST(aclrtSnapShotCallbackUnregister, UnknownStagesAreRefused) {
    for (const int stage : {6, -1, 1000}) {
        EXPECT_TRUE(refused("aclrtSnapShotCallbackUnregister", "stage", [&] {
            return aclrtSnapShotCallbackUnregister(enumOf<aclrtSnapShotStage>(stage), ignore);
        }));
    }
}

TEST(aclrtSnapShotCallbackUnregister, OfManyThreadsOneSucceeds) {
    for (int round = 0; round < 20; ++round) {
        ASSERT_EQ(aclrtSnapShotCallbackRegister(ACL_RT_SNAPSHOT_LOCK_PRE, ignore, nullptr),
                  ACL_SUCCESS);
        std::atomic<int> succeeded{0};
        onThreads(8, [&](size_t) {
            succeeded +=
                aclrtSnapShotCallbackUnregister(ACL_RT_SNAPSHOT_LOCK_PRE, ignore) == ACL_SUCCESS
                    ? 1
                    : 0;
        });
        EXPECT_EQ(succeeded, 1);
    }
}

}  // namespace
}  // namespace belay::test::aclrtSnapShotCallbackUnregister_test
