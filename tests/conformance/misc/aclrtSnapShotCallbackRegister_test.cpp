#include <gtest/gtest.h>

#include <atomic>
#include <vector>

#include "support/refusal.h"
#include "support/threads.h"

namespace belay::test::aclrtSnapShotCallbackRegister_test {
namespace {

const std::vector<aclrtSnapShotStage> kStages = {
    ACL_RT_SNAPSHOT_LOCK_PRE,    ACL_RT_SNAPSHOT_BACKUP_PRE,   ACL_RT_SNAPSHOT_BACKUP_POST,
    ACL_RT_SNAPSHOT_RESTORE_PRE, ACL_RT_SNAPSHOT_RESTORE_POST, ACL_RT_SNAPSHOT_UNLOCK_POST};

uint32_t ignore(int32_t /*device*/, void* /*args*/) {
    return 0;
}

uint32_t ignoreToo(int32_t /*device*/, void* /*args*/) {
    return 0;
}

TEST(aclrtSnapShotCallbackRegister, EveryStageTakesSeveralFunctions) {
    for (const aclrtSnapShotStage stage : kStages) {
        EXPECT_EQ(aclrtSnapShotCallbackRegister(stage, ignore, nullptr), ACL_SUCCESS);
        EXPECT_EQ(aclrtSnapShotCallbackRegister(stage, ignoreToo, nullptr), ACL_SUCCESS);
    }
    for (const aclrtSnapShotStage stage : kStages) {
        EXPECT_EQ(aclrtSnapShotCallbackUnregister(stage, ignore), ACL_SUCCESS);
        EXPECT_EQ(aclrtSnapShotCallbackUnregister(stage, ignoreToo), ACL_SUCCESS);
    }
}

TEST(aclrtSnapShotCallbackRegister, SameFunctionTwiceForAStageIsRefused) {
    int data = 0;
    ASSERT_EQ(aclrtSnapShotCallbackRegister(ACL_RT_SNAPSHOT_LOCK_PRE, ignore, nullptr),
              ACL_SUCCESS);
    EXPECT_TRUE(refused("aclrtSnapShotCallbackRegister", "callback", [&] {
        return aclrtSnapShotCallbackRegister(ACL_RT_SNAPSHOT_LOCK_PRE, ignore, &data);
    }));
    EXPECT_EQ(aclrtSnapShotCallbackUnregister(ACL_RT_SNAPSHOT_LOCK_PRE, ignore), ACL_SUCCESS);
}

TEST(aclrtSnapShotCallbackRegister, NullFunctionIsRefused) {
    EXPECT_TRUE(refused("aclrtSnapShotCallbackRegister", "callback", [] {
        return aclrtSnapShotCallbackRegister(ACL_RT_SNAPSHOT_LOCK_PRE, nullptr, nullptr);
    }));
}

TEST(aclrtSnapShotCallbackRegister, UnknownStagesAreRefused) {
    for (const int stage : {6, -1, 1000}) {
        EXPECT_TRUE(refused("aclrtSnapShotCallbackRegister", "stage", [&] {
            return aclrtSnapShotCallbackRegister(enumOf<aclrtSnapShotStage>(stage), ignore,
                                                 nullptr);
        }));
    }
}

TEST(aclrtSnapShotCallbackRegister, OfManyThreadsOneSucceeds) {
    for (int round = 0; round < 20; ++round) {
        std::atomic<int> succeeded{0};
        onThreads(8, [&](size_t) {
            succeeded += aclrtSnapShotCallbackRegister(ACL_RT_SNAPSHOT_UNLOCK_POST, ignore,
                                                       nullptr) == ACL_SUCCESS
                             ? 1
                             : 0;
        });
        EXPECT_EQ(succeeded, 1);
        EXPECT_EQ(aclrtSnapShotCallbackUnregister(ACL_RT_SNAPSHOT_UNLOCK_POST, ignore),
                  ACL_SUCCESS);
    }
}

}  // namespace
}  // namespace belay::test::aclrtSnapShotCallbackRegister_test
