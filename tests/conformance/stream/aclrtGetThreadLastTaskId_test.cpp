#include <gtest/gtest.h>

#include "support/device.h"
#include "support/refusal.h"

namespace belay::test::aclrtGetThreadLastTaskId_test {
namespace {

constexpr const char* kName = "aclrtGetThreadLastTaskId";
constexpr uint32_t kNone = 0xFFFF'FFFF;

uint32_t lastTask() {
    uint32_t task = 12345;
    EXPECT_EQ(aclrtGetThreadLastTaskId(&task), ACL_SUCCESS);
    return task;
}

TEST(aclrtGetThreadLastTaskId, CountsTheTasksOfAStream) {
    const SetDevice session;
    const OwnedStream stream;
    const OwnedEvent event = makeEvent();
    for (uint32_t i = 0; i < 10; ++i) {
        ASSERT_EQ(aclrtRecordEvent(event.get(), stream.get()), ACL_SUCCESS);
        EXPECT_EQ(lastTask(), i);
    }
}

TEST(aclrtGetThreadLastTaskId, IsOfTheStreamThatWasUsedLast) {
    const SetDevice session;
    const OwnedStream first;
    const OwnedStream second;
    const OwnedEvent event = makeEvent();
    for (int i = 0; i < 3; ++i) {
        ASSERT_EQ(aclrtRecordEvent(event.get(), first.get()), ACL_SUCCESS);
    }
    EXPECT_EQ(lastTask(), 2U);
    ASSERT_EQ(aclrtRecordEvent(event.get(), second.get()), ACL_SUCCESS);
    EXPECT_EQ(lastTask(), 0U);
}

TEST(aclrtGetThreadLastTaskId, EachThreadHasItsOwnAndNeedsNoContext) {
    const SetDevice session;
    aclrtContext context = currentContext();
    const OwnedStream stream;
    const OwnedEvent event = makeEvent();
    ASSERT_EQ(aclrtRecordEvent(event.get(), stream.get()), ACL_SUCCESS);
    onThreadWithoutContext([&] {
        EXPECT_EQ(lastTask(), kNone);
        ASSERT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
        ASSERT_EQ(aclrtRecordEvent(event.get(), stream.get()), ACL_SUCCESS);
        EXPECT_EQ(lastTask(), 1U);
    });
    EXPECT_EQ(lastTask(), 0U);
}

TEST(aclrtGetThreadLastTaskId, DefaultStreamsDoNotCount) {
    const SetDevice session;
    const OwnedEvent event = makeEvent();
    onThreadWithoutContext([&] {
        const SetDevice own;
        ASSERT_EQ(aclrtRecordEvent(event.get(), nullptr), ACL_SUCCESS);
        EXPECT_EQ(lastTask(), kNone);
    });
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
}

TEST(aclrtGetThreadLastTaskId, ARefusedTaskDoesNotCount) {
    const SetDevice session;
    const OwnedStream stream;
    const OwnedEvent event = makeEvent();
    ASSERT_EQ(aclrtRecordEvent(event.get(), stream.get()), ACL_SUCCESS);
    const OwnedContext other = makeContext();
    {
        const ContextScope scope(other.get());
        EXPECT_NE(aclrtRecordEvent(event.get(), stream.get()), ACL_SUCCESS);
    }
    EXPECT_EQ(lastTask(), 0U);
}

TEST(aclrtGetThreadLastTaskId, NullIsRefused) {
    EXPECT_TRUE(refused(kName, "taskId", [] { return aclrtGetThreadLastTaskId(nullptr); }));
}

}  // namespace
}  // namespace belay::test::aclrtGetThreadLastTaskId_test
