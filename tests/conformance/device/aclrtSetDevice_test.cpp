#include <gtest/gtest.h>

#include <climits>
#include <vector>

#include "support/device.h"
#include "support/fresh_process.h"
#include "support/refusal.h"
#include "support/threads.h"

namespace belay::test::aclrtSetDevice_test {
namespace {

TEST(aclrtSetDevice, MakesTheDeviceCurrent) {
    const SetDevice session;
    int32_t device = -1;
    EXPECT_EQ(aclrtGetDevice(&device), ACL_SUCCESS);
    EXPECT_EQ(device, 0);
    EXPECT_NE(currentContext(), nullptr);
}

TEST(aclrtSetDevice, WorksWithoutInit) {
    expectEndsWell([] {
        EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
        EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
        EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
        EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
        EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
    });
}

TEST(aclrtSetDevice, GivesTheSameDefaultContextEachTime) {
    const SetDevice session;
    aclrtContext first = currentContext();
    const SetDevice again;
    EXPECT_EQ(currentContext(), first);
    onThreadWithoutContext([&] {
        const SetDevice elsewhere;
        EXPECT_EQ(currentContext(), first);
    });
}

TEST(aclrtSetDevice, TakesAnotherContextsPlace) {
    const SetDevice session;
    aclrtContext defaultContext = currentContext();
    const OwnedContext other = makeContext();
    ASSERT_EQ(aclrtSetCurrentContext(other.get()), ACL_SUCCESS);
    const SetDevice again;
    EXPECT_EQ(currentContext(), defaultContext);
}

TEST(aclrtSetDevice, IsCounted) {
    constexpr int kTimes = 5;
    for (int i = 0; i < kTimes; ++i) {
        ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    }
    for (int i = 0; i < kTimes; ++i) {
        int32_t device = -1;
        ASSERT_EQ(aclrtGetDevice(&device), ACL_SUCCESS);
        ASSERT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
    }
    EXPECT_EQ(aclrtResetDevice(0), ACL_ERROR_RT_CONTEXT_RELEASE_ERROR);
}

TEST(aclrtSetDevice, TheLatestOfSeveralDevicesIsCurrent) {
    if (deviceCount() < 2) {
        GTEST_SKIP() << "needs two devices";
    }
    const SetDevice first(0);
    aclrtContext context = currentContext();
    {
        const SetDevice second(1);
        int32_t device = -1;
        EXPECT_EQ(aclrtGetDevice(&device), ACL_SUCCESS);
        EXPECT_EQ(device, 1);
        EXPECT_NE(currentContext(), context);
    }
    const SetDevice again(0);
    EXPECT_EQ(currentContext(), context);
}

// B09: a failed call leaves the thread as it was, and later calls do not crash.
TEST(aclrtSetDevice, DeviceThatIsNotThereIsRefused) {
    onThreadWithoutContext([] {
        const auto count = static_cast<int32_t>(deviceCount());
        for (const int32_t device : {count, count + 1, -1, 1000, INT32_MIN, INT32_MAX}) {
            EXPECT_TRUE(refusedWith(ACL_ERROR_RT_INVALID_DEVICEID, "aclrtSetDevice", "'deviceId'",
                                    [&] { return aclrtSetDevice(device); }));
            aclrtContext context = nullptr;
            EXPECT_EQ(aclrtGetCurrentContext(&context), ACL_ERROR_RT_CONTEXT_NULL);
            EXPECT_NE(aclrtDestroyStream(nullptr), ACL_SUCCESS);
            EXPECT_NE(aclrtDestroyEvent(nullptr), ACL_SUCCESS);
            EXPECT_NE(aclrtDestroyContext(nullptr), ACL_SUCCESS);
            EXPECT_NE(aclrtResetDevice(device), ACL_SUCCESS);
        }
        const SetDevice session;
        EXPECT_NE(currentContext(), nullptr);
    });
}

TEST(aclrtSetDevice, RefusalLeavesTheCurrentDevice) {
    const SetDevice session;
    aclrtContext context = currentContext();
    EXPECT_EQ(aclrtSetDevice(1000), ACL_ERROR_RT_INVALID_DEVICEID);
    EXPECT_EQ(currentContext(), context);
}

TEST(aclrtSetDevice, SecondInitialisationIsHarmless) {  // B01
    expectEndsWell([] {
        EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
        EXPECT_EQ(aclInit(nullptr), ACL_ERROR_REPEAT_INITIALIZE);
        const SetDevice session;
        const OwnedStream stream;
        EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    });
}

TEST(aclrtSetDevice, WorksInEveryCycleOfInitialisation) {  // B02
    expectEndsWell([] {
        for (int cycle = 0; cycle < 5; ++cycle) {
            EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
            EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
            aclrtStream stream = nullptr;
            EXPECT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
            EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
            EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
            EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
        }
        EXPECT_EQ(aclFinalize(), ACL_ERROR_REPEAT_FINALIZE);
    });
}

TEST(aclrtSetDevice, ThreadsShareTheDefaultContext) {
    std::vector<aclrtContext> contexts(8);
    onThreads(contexts.size(), [&](size_t thread) {
        ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
        contexts[thread] = currentContext();
    });
    for (aclrtContext context : contexts) {
        EXPECT_EQ(context, contexts[0]);
        EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
    }
    EXPECT_EQ(aclrtResetDevice(0), ACL_ERROR_RT_CONTEXT_RELEASE_ERROR);
}

TEST(aclrtSetDevice, ThreadsMaySetAndResetAtOnce) {
    onThreads(8, [](size_t) {
        for (int i = 0; i < 50; ++i) {
            ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
            ASSERT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
        }
    });
    EXPECT_EQ(aclrtResetDevice(0), ACL_ERROR_RT_CONTEXT_RELEASE_ERROR);
}

}  // namespace
}  // namespace belay::test::aclrtSetDevice_test
