#include <thread>

#include "support/device.h"

namespace belay::test::aclrtFreeWithDevSync_test {
namespace {

void* allocated() {
    void* start = nullptr;
    EXPECT_EQ(aclrtMalloc(&start, 100, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    return start;
}

TEST(aclrtFreeWithDevSync, ReleasesMemoryOnce) {
    const SetDevice device;
    void* start = allocated();
    EXPECT_EQ(aclrtFreeWithDevSync(start), ACL_SUCCESS);
    EXPECT_EQ(aclrtFreeWithDevSync(start), ACL_ERROR_RT_PARAM_INVALID);
}

TEST(aclrtFreeWithDevSync, WaitsForAllWorkOfTheDevice) {
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
    EXPECT_EQ(aclrtFreeWithDevSync(start), ACL_SUCCESS);
    aclrtStreamStatus status = ACL_STREAM_STATUS_RESERVED;
    EXPECT_EQ(aclrtStreamQuery(waiting.get(), &status), ACL_SUCCESS);
    EXPECT_EQ(status, ACL_STREAM_STATUS_COMPLETE);
    other.join();
    EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
}

TEST(aclrtFreeWithDevSync, BadAddressesAreRefused) {
    const SetDevice device;
    int onStack = 0;
    EXPECT_TRUE(
        refused("aclrtFreeWithDevSync", "devPtr", [] { return aclrtFreeWithDevSync(nullptr); }));
    EXPECT_EQ(aclrtFreeWithDevSync(&onStack), ACL_ERROR_RT_PARAM_INVALID);
    char* start = static_cast<char*>(allocated());
    EXPECT_EQ(aclrtFreeWithDevSync(start + 1), ACL_ERROR_RT_PARAM_INVALID);
    EXPECT_EQ(aclrtFreeWithDevSync(start), ACL_SUCCESS);
}

TEST(aclrtFreeWithDevSync, AThreadWithoutContextIsRefused) {
    const SetDevice device;
    const DeviceMemory memory(100);
    onThreadWithoutContext(
        [&] { EXPECT_EQ(aclrtFreeWithDevSync(memory.get()), ACL_ERROR_RT_CONTEXT_NULL); });
}

}  // namespace
}  // namespace belay::test::aclrtFreeWithDevSync_test
