#include <gtest/gtest.h>

#include "support/device.h"
#include "support/device_refusals.h"

namespace belay::test::aclrtCtxGetCurrentDefaultStream_test {
namespace {

aclrtStream defaultStream() {
    aclrtStream stream = nullptr;
    EXPECT_EQ(aclrtCtxGetCurrentDefaultStream(&stream), ACL_SUCCESS);
    return stream;
}

TEST(aclrtCtxGetCurrentDefaultStream, IsTheSameEachTime) {
    const SetDevice session;
    EXPECT_NE(defaultStream(), nullptr);
    EXPECT_EQ(defaultStream(), defaultStream());
}

TEST(aclrtCtxGetCurrentDefaultStream, IsWhatNullStandsFor) {
    const SetDevice session;
    int32_t id = -1;
    int32_t idOfNull = -2;
    EXPECT_EQ(aclrtStreamGetId(defaultStream(), &id), ACL_SUCCESS);
    EXPECT_EQ(aclrtStreamGetId(nullptr, &idOfNull), ACL_SUCCESS);
    EXPECT_EQ(id, idOfNull);

    const OwnedEvent event = makeEvent();
    ASSERT_EQ(aclrtRecordEvent(event.get(), nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(defaultStream()), ACL_SUCCESS);
    EXPECT_TRUE(isRecorded(event.get()));
}

TEST(aclrtCtxGetCurrentDefaultStream, HasPriorityZeroAndIsFast) {
    const SetDevice session;
    uint32_t priority = 42;
    uint32_t flags = 42;
    EXPECT_EQ(aclrtStreamGetPriority(defaultStream(), &priority), ACL_SUCCESS);
    EXPECT_EQ(aclrtStreamGetFlags(defaultStream(), &flags), ACL_SUCCESS);
    EXPECT_EQ(priority, 0U);
    EXPECT_EQ(flags, ACL_STREAM_FAST_LAUNCH | ACL_STREAM_FAST_SYNC);
}

TEST(aclrtCtxGetCurrentDefaultStream, NullIsRefused) {
    const SetDevice session;
    EXPECT_TRUE(refused("aclrtCtxGetCurrentDefaultStream", "stream",
                        [] { return aclrtCtxGetCurrentDefaultStream(nullptr); }));
}

TEST(aclrtCtxGetCurrentDefaultStream, NeedsAContext) {
    expectNeedsContext("aclrtCtxGetCurrentDefaultStream", [] {
        auto* stream = reinterpret_cast<aclrtStream>(0x42);
        const aclError result = aclrtCtxGetCurrentDefaultStream(&stream);
        EXPECT_EQ(stream, reinterpret_cast<aclrtStream>(0x42));
        return result;
    });
}

}  // namespace
}  // namespace belay::test::aclrtCtxGetCurrentDefaultStream_test
