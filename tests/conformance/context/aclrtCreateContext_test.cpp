#include <gtest/gtest.h>

#include <climits>
#include <set>
#include <vector>

#include "support/device.h"
#include "support/fresh_process.h"
#include "support/memory_use.h"
#include "support/refusal.h"
#include "support/threads.h"

namespace belay::test::aclrtCreateContext_test {
namespace {

TEST(aclrtCreateContext, MakesItCurrent) {
    const SetDevice session;
    aclrtContext before = currentContext();
    aclrtContext context = nullptr;
    ASSERT_EQ(aclrtCreateContext(&context, 0), ACL_SUCCESS);
    EXPECT_EQ(currentContext(), context);
    EXPECT_NE(context, before);
    EXPECT_EQ(aclrtDestroyContext(context), ACL_SUCCESS);
}

TEST(aclrtCreateContext, OpensADeviceThatNobodyHasSet) {
    aclrtContext context = nullptr;
    ASSERT_EQ(aclrtCreateContext(&context, 0), ACL_SUCCESS);
    {
        const OwnedStream stream;
        EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    }
    EXPECT_EQ(aclrtResetDevice(0), ACL_ERROR_RT_CONTEXT_RELEASE_ERROR);
    EXPECT_EQ(aclrtDestroyContext(context), ACL_SUCCESS);
}

TEST(aclrtCreateContext, ContextsHaveTheirOwnDefaultStreams) {
    const SetDevice session;
    std::set<aclrtStream> streams;
    const OwnedContext first = makeContext();
    const OwnedContext second = makeContext();
    for (aclrtContext context : {currentContext(), first.get(), second.get()}) {
        const ContextScope scope(context);
        aclrtStream stream = nullptr;
        ASSERT_EQ(aclrtCtxGetCurrentDefaultStream(&stream), ACL_SUCCESS);
        streams.insert(stream);
    }
    EXPECT_EQ(streams.size(), 3U);
}

TEST(aclrtCreateContext, ManyMayBeMade) {
    const SetDevice session;
    std::vector<OwnedContext> contexts;
    std::set<aclrtContext> handles;
    for (int i = 0; i < 100; ++i) {
        contexts.push_back(makeContext());
        handles.insert(contexts.back().get());
    }
    EXPECT_EQ(handles.size(), contexts.size());
}

TEST(aclrtCreateContext, NullIsRefused) {
    EXPECT_TRUE(
        refused("aclrtCreateContext", "context", [] { return aclrtCreateContext(nullptr, 0); }));
}

TEST(aclrtCreateContext, DeviceThatIsNotThereIsRefused) {
    const SetDevice session;
    aclrtContext before = currentContext();
    const auto count = static_cast<int32_t>(deviceCount());
    for (const int32_t device : {count, -1, 1000, INT32_MIN, INT32_MAX}) {
        auto* context = reinterpret_cast<aclrtContext>(0x42);
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_INVALID_DEVICEID, "aclrtCreateContext", "'deviceId'",
                                [&] { return aclrtCreateContext(&context, device); }));
        EXPECT_EQ(context, reinterpret_cast<aclrtContext>(0x42));
    }
    EXPECT_EQ(currentContext(), before);
}

// With no stream left there is no default stream, so no context either.
TEST(aclrtCreateContext, WithoutStreamsIsRefusedAndLeavesNothing) {
    const SetDevice session;
    uint32_t available = 0;
    ASSERT_EQ(aclrtGetStreamAvailableNum(&available), ACL_SUCCESS);
    if (available > 5000) {
        GTEST_SKIP() << "the device has room for " << available << " streams";
    }
    std::vector<OwnedStream> streams;
    while (streams.size() < available) {
        streams.push_back(OwnedStream());
    }
    aclrtContext before = currentContext();
    auto* context = reinterpret_cast<aclrtContext>(0x42);
    EXPECT_EQ(aclrtCreateContext(&context, 0), ACL_ERROR_RT_NO_STREAM_RESOURCE);
    EXPECT_EQ(context, reinterpret_cast<aclrtContext>(0x42));
    EXPECT_EQ(currentContext(), before);
    streams.pop_back();
    makeContext();
}

TEST(aclrtCreateContext, ThreadsMayCreateAndDestroyAtOnce) {
    onThreads(8, [](size_t) {
        for (int i = 0; i < 50; ++i) {
            aclrtContext context = nullptr;
            ASSERT_EQ(aclrtCreateContext(&context, 0), ACL_SUCCESS);
            ASSERT_EQ(currentContext(), context);
            ASSERT_EQ(aclrtDestroyContext(context), ACL_SUCCESS);
        }
    });
    aclrtContext context = nullptr;
    EXPECT_EQ(aclrtGetCurrentContext(&context), ACL_ERROR_RT_CONTEXT_NULL);
}

TEST(aclrtCreateContext, MemoryIsReleased) {  // B02
    expectEndsWell(
        [] {
            const SetDevice session;
            const auto createAndDestroy = [](int count) {
                for (int i = 0; i < count; ++i) {
                    makeContext();
                }
            };
            createAndDestroy(500);
            const size_t before = residentBytes();
            createAndDestroy(2000);
            EXPECT_LT(residentBytes(), before + kMemorySlack);
        },
        {.environment = {{"ASAN_OPTIONS", "quarantine_size_mb=1"}}});
}

}  // namespace
}  // namespace belay::test::aclrtCreateContext_test
