#include <gtest/gtest.h>

#include <atomic>
#include <climits>
#include <thread>

#include "support/device.h"
#include "support/refusal.h"
#include "support/threads.h"

namespace belay::test::aclrtResetDeviceForce_test {
namespace {

TEST(aclrtResetDeviceForce, ReleasesWhateverTheCount) {
    for (int i = 0; i < 3; ++i) {
        ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    }
    EXPECT_EQ(aclrtResetDeviceForce(0), ACL_SUCCESS);
    aclrtContext context = nullptr;
    EXPECT_EQ(aclrtGetCurrentContext(&context), ACL_ERROR_RT_CONTEXT_NULL);
    EXPECT_EQ(aclrtResetDevice(0), ACL_ERROR_RT_CONTEXT_RELEASE_ERROR);
}

TEST(aclrtResetDeviceForce, TakesExplicitContextsToo) {
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    aclrtContext context = makeContext().release();
    EXPECT_EQ(aclrtResetDeviceForce(0), ACL_SUCCESS);
    EXPECT_EQ(aclrtSetCurrentContext(context), ACL_ERROR_RT_PARAM_INVALID);
    EXPECT_EQ(aclrtDestroyContext(context), ACL_ERROR_RT_CONTEXT_NULL);
}

TEST(aclrtResetDeviceForce, DoesNotWaitForWork) {
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    aclrtStream stream = OwnedStream().release();
    aclrtEvent never = makeEventWithFlag(ACL_EVENT_SYNC).release();
    ASSERT_EQ(aclrtStreamWaitEvent(stream, never), ACL_SUCCESS);
    EXPECT_EQ(aclrtResetDeviceForce(0), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_ERROR_RT_PARAM_INVALID);
    EXPECT_EQ(aclrtDestroyEvent(never), ACL_SUCCESS);
}

TEST(aclrtResetDeviceForce, DeviceCanBeSetAgain) {
    for (int i = 0; i < 20; ++i) {
        ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
        aclrtStream stream = nullptr;
        ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
        ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
        ASSERT_EQ(aclrtResetDeviceForce(0), ACL_SUCCESS);
    }
}

TEST(aclrtResetDeviceForce, DeviceThatIsNotSetIsRefused) {
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_CONTEXT_RELEASE_ERROR, "aclrtResetDeviceForce",
                            "'deviceId'", [] { return aclrtResetDeviceForce(0); }));
}

TEST(aclrtResetDeviceForce, DeviceThatIsNotThereIsRefused) {
    const auto count = static_cast<int32_t>(deviceCount());
    for (const int32_t device : {count, -1, 1000, INT32_MIN, INT32_MAX}) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_INVALID_DEVICEID, "aclrtResetDeviceForce",
                                "'deviceId'", [&] { return aclrtResetDeviceForce(device); }));
    }
}

TEST(aclrtResetDeviceForce, MakesThreadsThatWaitReturn) {
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    aclrtStream stream = OwnedStream().release();
    aclrtEvent never = makeEventWithFlag(ACL_EVENT_SYNC).release();
    ASSERT_EQ(aclrtStreamWaitEvent(stream, never), ACL_SUCCESS);
    onThreads(5, [&](size_t thread) {
        if (thread == 0) {
            EXPECT_EQ(aclrtResetDeviceForce(0), ACL_SUCCESS);
        } else {
            EXPECT_NE(aclrtSynchronizeStream(stream), ACL_SUCCESS);
        }
    });
    EXPECT_EQ(aclrtDestroyEvent(never), ACL_SUCCESS);
}

// Threads submit copies without end until the device is gone; the next one to set it works.
TEST(aclrtResetDeviceForce, EndsWorkOfManyThreads) {
    constexpr size_t kBytes = 4096;
    for (int lap = 0; lap < 5; ++lap) {
        ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
        void* source = nullptr;
        ASSERT_EQ(aclrtMallocHost(&source, kBytes), ACL_SUCCESS);
        const aclrtContext context = currentContext();
        std::atomic<int> working{0};
        onThreads(5, [&](size_t thread) {
            if (thread == 0) {
                while (working < 4) {
                    std::this_thread::yield();
                }
                EXPECT_EQ(aclrtResetDeviceForce(0), ACL_SUCCESS);
                return;
            }
            ASSERT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
            aclrtStream stream = OwnedStream().release();
            char* memory = DeviceMemory(kBytes).detach();
            ++working;
            aclError result = ACL_SUCCESS;
            for (int i = 0; result == ACL_SUCCESS; ++i) {
                result = aclrtMemcpyAsync(memory, kBytes, source, kBytes, ACL_MEMCPY_HOST_TO_DEVICE,
                                          stream);
                if (result == ACL_SUCCESS && i % 16 == 0) {
                    result = aclrtSynchronizeStream(stream);
                }
            }
            aclrtContext current = nullptr;
            EXPECT_EQ(aclrtGetCurrentContext(&current), ACL_ERROR_RT_CONTEXT_NULL);
        });
        const SetDevice session;
        const DeviceMemory memory(kBytes);
        put(memory.get(), pattern(kBytes));
        EXPECT_EQ(fetch(memory.get(), kBytes), pattern(kBytes));
        EXPECT_EQ(aclrtFreeHost(source), ACL_SUCCESS);
    }
}

}  // namespace
}  // namespace belay::test::aclrtResetDeviceForce_test
