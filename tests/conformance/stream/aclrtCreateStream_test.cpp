#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "support/device.h"
#include "support/device_refusals.h"
#include "support/fresh_process.h"
#include "support/memory_use.h"
#include "support/threads.h"

namespace belay::test::aclrtCreateStream_test {
namespace {

TEST(aclrtCreateStream, GivesAStreamOfPriorityZero) {
    const SetDevice session;
    const OwnedStream stream;
    ASSERT_NE(stream.get(), nullptr);
    uint32_t priority = 42;
    uint32_t flags = 42;
    EXPECT_EQ(aclrtStreamGetPriority(stream.get(), &priority), ACL_SUCCESS);
    EXPECT_EQ(aclrtStreamGetFlags(stream.get(), &flags), ACL_SUCCESS);
    EXPECT_EQ(priority, 0U);
    EXPECT_EQ(flags, 0U);
    EXPECT_FALSE(isBusy(stream.get()));
}

TEST(aclrtCreateStream, StreamsAreDifferent) {
    const SetDevice session;
    std::vector<OwnedStream> streams;
    std::set<aclrtStream> handles;
    std::set<int32_t> ids;
    for (int i = 0; i < 50; ++i) {
        streams.push_back(OwnedStream());
        handles.insert(streams.back().get());
        int32_t id = -1;
        ASSERT_EQ(aclrtStreamGetId(streams.back().get(), &id), ACL_SUCCESS);
        ids.insert(id);
    }
    EXPECT_EQ(handles.size(), streams.size());
    EXPECT_EQ(ids.size(), streams.size());
}

TEST(aclrtCreateStream, StreamsDoNotHoldEachOtherUp) {
    const SetDevice session;
    const HeldStream held;
    const OwnedStream other;
    const OwnedEvent event = makeEvent();
    ASSERT_EQ(aclrtRecordEvent(event.get(), other.get()), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(other.get()), ACL_SUCCESS);
    EXPECT_TRUE(isBusy(held.get()));
}

TEST(aclrtCreateStream, NullIsRefused) {
    const SetDevice session;
    EXPECT_TRUE(refused("aclrtCreateStream", "stream", [] { return aclrtCreateStream(nullptr); }));
}

TEST(aclrtCreateStream, NeedsAContext) {
    expectNeedsContext("aclrtCreateStream", [] {
        auto* stream = reinterpret_cast<aclrtStream>(0x42);
        const aclError result = aclrtCreateStream(&stream);
        EXPECT_EQ(stream, reinterpret_cast<aclrtStream>(0x42));
        return result;
    });
}

// B22: the number of streams is limited; the refusal is a code, and does no harm.
TEST(aclrtCreateStream, WhenNoneIsLeftOneMustBeDestroyedFirst) {
    constexpr size_t kEnough = 5000;
    const SetDevice session;
    std::vector<OwnedStream> streams;
    aclrtStream stream = nullptr;
    aclError result = ACL_SUCCESS;
    while (streams.size() < kEnough && (result = aclrtCreateStream(&stream)) == ACL_SUCCESS) {
        streams.emplace_back(stream);
    }
    if (streams.size() == kEnough) {
        GTEST_SKIP() << "the device has room for more than " << kEnough << " streams";
    }
    EXPECT_EQ(result, ACL_ERROR_RT_NO_STREAM_RESOURCE);
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_NO_STREAM_RESOURCE, "aclrtCreateStream", "streams",
                            [&] { return aclrtCreateStream(&stream); }));
    streams.pop_back();
    streams.push_back(OwnedStream());
    const OwnedEvent event = makeEvent();
    ASSERT_EQ(aclrtRecordEvent(event.get(), streams.back().get()), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(streams.back().get()), ACL_SUCCESS);
}

TEST(aclrtCreateStream, ThreadsMayCreateAndDestroyAtOnce) {
    const SetDevice session;
    aclrtContext context = currentContext();
    onThreads(8, [&](size_t) {
        ASSERT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
        for (int i = 0; i < 100; ++i) {
            const OwnedStream stream;
            ASSERT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
        }
    });
}

// B12
TEST(aclrtCreateStream, EachThreadMaySetTheDeviceAndUseItsOwnStream) {
    onThreads(4, [](size_t) {
        const SetDevice session;
        const OwnedStream stream;
        const OwnedEvent event = makeEvent();
        for (int i = 0; i < 200; ++i) {
            ASSERT_EQ(aclrtRecordEvent(event.get(), stream.get()), ACL_SUCCESS);
            ASSERT_EQ(aclrtStreamWaitEvent(stream.get(), event.get()), ACL_SUCCESS);
        }
        ASSERT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
        EXPECT_TRUE(isRecorded(event.get()));
    });
}

TEST(aclrtCreateStream, MemoryIsReleased) {  // B30
    expectEndsWell(
        [] {
            const SetDevice session;
            const auto createAndDestroy = [](int count) {
                for (int i = 0; i < count; ++i) {
                    const OwnedStream stream;
                    const OwnedEvent event = makeEvent();
                    ASSERT_EQ(aclrtRecordEvent(event.get(), stream.get()), ACL_SUCCESS);
                }
            };
            createAndDestroy(9000);  // the handles' quarantine fills up
            const size_t before = residentBytes();
            createAndDestroy(5000);
            EXPECT_LT(residentBytes(), before + kMemorySlack);
        },
        {.environment = {{"ASAN_OPTIONS", "quarantine_size_mb=1"}}});
}

}  // namespace
}  // namespace belay::test::aclrtCreateStream_test
