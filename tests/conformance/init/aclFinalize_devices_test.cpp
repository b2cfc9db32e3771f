// aclFinalize while devices are in use.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "acl/acl.h"
#include "support/device.h"
#include "support/fresh_process.h"
#include "support/refusal.h"

namespace belay::test::aclFinalize_devices_test {
namespace {

TEST(aclFinalize, ClosesDevicesThatAreSet) {
    expectEndsWell([] {
        EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
        EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
        EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
        aclrtStream stream = OwnedStream().release();
        aclrtContext context = makeContext().release();
        EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
        EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_ERROR_RT_PARAM_INVALID);
        EXPECT_EQ(aclrtSetCurrentContext(context), ACL_ERROR_RT_PARAM_INVALID);
        EXPECT_EQ(aclrtGetCurrentContext(&context), ACL_ERROR_RT_CONTEXT_NULL);
        EXPECT_EQ(aclrtResetDevice(0), ACL_ERROR_RT_CONTEXT_RELEASE_ERROR);
        const SetDevice session;
        const OwnedStream another;
        EXPECT_EQ(aclrtSynchronizeStream(another.get()), ACL_SUCCESS);
    });
}

TEST(aclFinalize, ThreadsThatSynchroniseReturn) {  // B33
    expectEndsWell([] {
        EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
        EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
        aclrtContext context = currentContext();
        aclrtStream stream = OwnedStream().release();
        aclrtEvent never = makeEventWithFlag(ACL_EVENT_SYNC).release();
        EXPECT_EQ(aclrtStreamWaitEvent(stream, never), ACL_SUCCESS);
        aclrtEvent behind = makeEvent().release();
        EXPECT_EQ(aclrtRecordEvent(behind, stream), ACL_SUCCESS);
        std::atomic<int> arrived{0};
        std::vector<std::thread> threads;
        for (int i = 0; i < 3; ++i) {
            threads.emplace_back([&, i] {
                EXPECT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
                ++arrived;
                if (i == 0) {
                    EXPECT_NE(aclrtSynchronizeStream(stream), ACL_SUCCESS);
                } else if (i == 1) {
                    EXPECT_NE(aclrtSynchronizeDevice(), ACL_SUCCESS);
                } else {
                    // What will never be reached any more counts as reached.
                    aclrtSynchronizeEvent(behind);
                }
            });
        }
        while (arrived < 3) {
            std::this_thread::yield();
        }
        EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
        for (std::thread& thread : threads) {
            thread.join();
        }
    });
}

TEST(aclFinalize, ThreadsThatUseDevicesGetErrors) {
    expectEndsWell([] {
        for (int cycle = 0; cycle < 10; ++cycle) {
            EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
            std::atomic<int> working{0};
            std::vector<std::thread> threads;
            for (int i = 0; i < 4; ++i) {
                threads.emplace_back([&] {
                    EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
                    ++working;
                    aclError result = ACL_SUCCESS;
                    while (result == ACL_SUCCESS) {
                        aclrtStream stream = nullptr;
                        aclrtEvent event = nullptr;
                        result = aclrtCreateStream(&stream);
                        result = result == ACL_SUCCESS ? aclrtCreateEvent(&event) : result;
                        result = result == ACL_SUCCESS ? aclrtRecordEvent(event, stream) : result;
                        result = result == ACL_SUCCESS ? aclrtSynchronizeStream(stream) : result;
                        result = result == ACL_SUCCESS ? aclrtDestroyEvent(event) : result;
                        result = result == ACL_SUCCESS ? aclrtDestroyStream(stream) : result;
                    }
                });
            }
            while (working < 4) {
                std::this_thread::yield();
            }
            EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
            for (std::thread& thread : threads) {
                thread.join();
            }
        }
    });
}

}  // namespace
}  // namespace belay::test::aclFinalize_devices_test
