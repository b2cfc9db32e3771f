#include "support/device.h"
#include "support/fresh_process.h"

namespace belay::test::aclrtMemP2PMap_test {
namespace {

const FreshOptions kTwoDevices{.environment = {{"BELAY_SIM_DEVICES", "2"}}};

TEST(aclrtMemP2PMap, PreparesMemoryForAPeer) {
    expectEndsWell(
        [] {
            const SetDevice other(1);
            const SetDevice device(0);
            const DeviceMemory memory(100);
            EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtMemP2PMap", "'dstDevId'",
                                    [&] { return aclrtMemP2PMap(memory.get(), 100, 1, 0); }))
                << "peer access is not enabled";
            ASSERT_EQ(aclrtDeviceEnablePeerAccess(1, 0), ACL_SUCCESS) << recentMessage();
            EXPECT_EQ(aclrtMemP2PMap(memory.get(), 100, 1, 0), ACL_SUCCESS) << recentMessage();
            EXPECT_EQ(aclrtMemP2PMap(memory.get() + 50, 50, 1, 0), ACL_SUCCESS) << "again";
        },
        kTwoDevices);
}

TEST(aclrtMemP2PMap, ThePeerMayHaveEnabledTheAccess) {
    expectEndsWell(
        [] {
            const SetDevice device(0);
            const DeviceMemory memory(100);
            const SetDevice other(1);
            ASSERT_EQ(aclrtDeviceEnablePeerAccess(0, 0), ACL_SUCCESS) << recentMessage();
            EXPECT_EQ(aclrtMemP2PMap(memory.get(), 100, 1, 0), ACL_SUCCESS) << recentMessage();
        },
        kTwoDevices);
}

TEST(aclrtMemP2PMap, BadArgumentsAreRefused) {
    const SetDevice device;
    const DeviceMemory memory(100);
    const PinnedMemory pinned(100);
    EXPECT_TRUE(
        refused("aclrtMemP2PMap", "devPtr", [] { return aclrtMemP2PMap(nullptr, 100, 1, 0); }));
    EXPECT_TRUE(
        refused("aclrtMemP2PMap", "size", [&] { return aclrtMemP2PMap(memory.get(), 0, 1, 0); }));
    EXPECT_TRUE(refused("aclrtMemP2PMap", "flags",
                        [&] { return aclrtMemP2PMap(memory.get(), 100, 1, 1); }));
    for (void* start :
         {static_cast<void*>(pinned.get()), static_cast<void*>(memory.get() + 1000)}) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtMemP2PMap", "'devPtr'",
                                [&] { return aclrtMemP2PMap(start, 100, 1, 0); }));
    }
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtMemP2PMap", "'devPtr'",
                            [&] { return aclrtMemP2PMap(memory.get(), 1000, 1, 0); }));
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtMemP2PMap", "'dstDevId'", [&] {
        return aclrtMemP2PMap(memory.get(), 100, 0, 0);
    })) << "the device itself";
    for (const int32_t number : {-1, 999}) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_INVALID_DEVICEID, "aclrtMemP2PMap", "'dstDevId'",
                                [&] { return aclrtMemP2PMap(memory.get(), 100, number, 0); }));
    }
    onThreadWithoutContext([&] {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_CONTEXT_NULL, "aclrtMemP2PMap", "no context",
                                [&] { return aclrtMemP2PMap(memory.get(), 100, 1, 0); }));
    });
}

}  // namespace
}  // namespace belay::test::aclrtMemP2PMap_test
