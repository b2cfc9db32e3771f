#include <thread>

#include "support/device.h"

namespace belay::test::aclrtFreeHostWithDevSync_test {
namespace {

void* allocated() {
    void* start = nullptr;
    EXPECT_EQ(aclrtMallocHost(&start, 100), ACL_SUCCESS);
    return start;
}

TEST(aclrtFreeHostWithDevSync, ReleasesMemoryOnce) {
    const SetDevice device;
    void* start = allocated();
    EXPECT_EQ(aclrtFreeHostWithDevSync(start), ACL_SUCCESS);
    EXPECT_EQ(aclrtFreeHostWithDevSync(start), ACL_ERROR_RT_PARAM_INVALID);
}

TEST(aclrtFreeHostWithDevSync, WaitsForAllWorkOfTheDevice) {
    const SetDevice device;
    const OwnedStream waiting;
    aclrtEvent event = nullptr;
    ASSERT_EQ(aclrtCreateEventWithFlag(&event, ACL_EVENT_SYNC), ACL_SUCCESS);
    void* start = allocated();
    ASSERT_EQ(aclrtStreamWaitEvent(waiting.get(), event), ACL_SUCCESS);
    std::thread other([&] {
        const SetDevice own;
        const OwnedStream recording;
        EXPECT_EQ(aclrtRecordEvent(event, recording.get()), ACL_SUCCESS);
        EXPECT_EQ(aclrtSynchronizeStream(recording.get()), ACL_SUCCESS);
    });
    EXPECT_EQ(aclrtFreeHostWithDevSync(start), ACL_SUCCESS);
    aclrtStreamStatus status = ACL_STREAM_STATUS_RESERVED;
    EXPECT_EQ(aclrtStreamQuery(waiting.get(), &status), ACL_SUCCESS);
    EXPECT_EQ(status, ACL_STREAM_STATUS_COMPLETE);
    other.join();
    EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
}

TEST(aclrtFreeHostWithDevSync, BadAddressesAreRefused) {
    const SetDevice device;
    int onStack = 0;
    EXPECT_TRUE(refused("aclrtFreeHostWithDevSync", "hostPtr",
                        [] { return aclrtFreeHostWithDevSync(nullptr); }));
    EXPECT_EQ(aclrtFreeHostWithDevSync(&onStack), ACL_ERROR_RT_PARAM_INVALID);
    char* start = static_cast<char*>(allocated());
    EXPECT_EQ(aclrtFreeHostWithDevSync(start + 1), ACL_ERROR_RT_PARAM_INVALID);
    EXPECT_EQ(aclrtFreeHostWithDevSync(start), ACL_SUCCESS);
}

TEST(aclrtFreeHostWithDevSync, AThreadWithoutContextIsRefused) {
    const SetDevice device;
    const PinnedMemory memory(100);
    onThreadWithoutContext(
        [&] { EXPECT_EQ(aclrtFreeHostWithDevSync(memory.get()), ACL_ERROR_RT_CONTEXT_NULL); });
}

}  // namespace
}  // namespace belay::test::aclrtFreeHostWithDevSync_test
