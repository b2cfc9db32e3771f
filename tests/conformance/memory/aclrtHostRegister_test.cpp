#include "support/device.h"
#include "support/host_pages.h"

namespace belay::test::aclrtHostRegister_test {
namespace {

aclError registered(void* start, size_t bytes, void** device) {
    return aclrtHostRegister(start, bytes, ACL_HOST_REGISTER_MAPPED, device);
}

TEST(aclrtHostRegister, TheDevicesAddressLeadsToTheSameBytes) {
    const SetDevice device;
    const HostPages pages(16);
    const DeviceMemory memory(pages.size());
    put(memory.get(), pattern(pages.size()));
    void* mapped = nullptr;
    ASSERT_EQ(registered(pages.get(), pages.size(), &mapped), ACL_SUCCESS);
    ASSERT_NE(mapped, nullptr);
    EXPECT_EQ(
        aclrtMemcpy(mapped, pages.size(), memory.get(), pages.size(), ACL_MEMCPY_DEVICE_TO_DEVICE),
        ACL_SUCCESS);
    EXPECT_EQ(std::string(pages.get(), pages.size()), pattern(pages.size()));
    EXPECT_EQ(aclrtHostUnregister(pages.get()), ACL_SUCCESS);
}

TEST(aclrtHostRegister, AsynchronousCopiesDoNotWaitForRegisteredMemory) {
    const SetDevice device;
    const OwnedStream stream;
    const HostPages pages(1);
    const DeviceMemory memory(100);
    void* mapped = nullptr;
    ASSERT_EQ(registered(pages.get(), pages.size(), &mapped), ACL_SUCCESS);
    aclrtEvent event = nullptr;
    ASSERT_EQ(aclrtCreateEventWithFlag(&event, ACL_EVENT_SYNC), ACL_SUCCESS);
    ASSERT_EQ(aclrtStreamWaitEvent(stream.get(), event), ACL_SUCCESS);
    ASSERT_EQ(aclrtMemcpyAsync(memory.get(), 100, pages.get(), 100, ACL_MEMCPY_HOST_TO_DEVICE,
                               stream.get()),
              ACL_SUCCESS);
    std::memset(pages.get(), 'x', 100);
    ASSERT_EQ(aclrtRecordEvent(event, nullptr), ACL_SUCCESS);
    ASSERT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    EXPECT_EQ(fetch(memory.get(), 100), std::string(100, 'x'));
    EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
    EXPECT_EQ(aclrtHostUnregister(pages.get()), ACL_SUCCESS);
}

TEST(aclrtHostRegister, PinnedMemoryIsTaken) {
    const SetDevice device;
    const PinnedMemory pinned(100);
    void* mapped = nullptr;
    EXPECT_EQ(registered(pinned.get(), 100, &mapped), ACL_SUCCESS);
    EXPECT_EQ(aclrtHostUnregister(pinned.get()), ACL_SUCCESS);
}

TEST(aclrtHostRegister, WhatIsRegisteredIsNotTakenAgain) {
    const SetDevice device;
    const HostPages pages(4);
    void* mapped = nullptr;
    ASSERT_EQ(registered(pages.get(), pages.size(), &mapped), ACL_SUCCESS);
    mapped = &mapped;
    EXPECT_TRUE(refusedWith(ACL_ERROR_HOST_MEMORY_ALREADY_REGISTERED, "aclrtHostRegister",
                            "already",
                            [&] { return registered(pages.get(), pages.size(), &mapped); }));
    EXPECT_EQ(registered(pages.get() + HostPages::kPage, 1, &mapped),
              ACL_ERROR_HOST_MEMORY_ALREADY_REGISTERED);
    EXPECT_EQ(mapped, &mapped) << "untouched";
    EXPECT_EQ(aclrtHostUnregister(pages.get()), ACL_SUCCESS);
    EXPECT_EQ(registered(pages.get(), pages.size(), &mapped), ACL_SUCCESS);
    EXPECT_EQ(aclrtHostUnregister(pages.get()), ACL_SUCCESS);
}

TEST(aclrtHostRegister, UnalignedMissingAndDeviceMemoryAreRefused) {
    const SetDevice device;
    HostPages pages(4);
    const DeviceMemory memory(HostPages::kPage);
    void* mapped = &mapped;
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtHostRegister", "4096",
                            [&] { return registered(pages.get() + 1, 100, &mapped); }));
    EXPECT_EQ(registered(memory.get(), 100, &mapped), ACL_ERROR_RT_PARAM_INVALID);
    EXPECT_EQ(registered(pages.get(), SIZE_MAX, &mapped), ACL_ERROR_RT_PARAM_INVALID);
    pages.unmap(2);
    EXPECT_EQ(registered(pages.get(), pages.size(), &mapped), ACL_ERROR_RT_PARAM_INVALID);
    EXPECT_EQ(mapped, &mapped) << "untouched";
}

TEST(aclrtHostRegister, BadArgumentsAreRefused) {
    const SetDevice device;
    const HostPages pages(1);
    void* mapped = nullptr;
    EXPECT_TRUE(
        refused("aclrtHostRegister", "ptr", [&] { return registered(nullptr, 1, &mapped); }));
    EXPECT_TRUE(refused("aclrtHostRegister", "devPtr",
                        [&] { return registered(pages.get(), 1, nullptr); }));
    EXPECT_TRUE(
        refused("aclrtHostRegister", "size", [&] { return registered(pages.get(), 0, &mapped); }));
    for (const int type : {1, 2, 16, -1}) {
        EXPECT_TRUE(refused("aclrtHostRegister", "type", [&] {
            return aclrtHostRegister(pages.get(), 1, enumOf<aclrtHostRegisterType>(type), &mapped);
        }));
    }
    for (const auto type : {ACL_HOST_REGISTER_IOMEMORY, ACL_HOST_REGISTER_READONLY}) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "aclrtHostRegister", "'type'",
                                [&] { return aclrtHostRegister(pages.get(), 1, type, &mapped); }));
    }
    onThreadWithoutContext(
        [&] { EXPECT_EQ(registered(pages.get(), 1, &mapped), ACL_ERROR_RT_CONTEXT_NULL); });
}

}  // namespace
}  // namespace belay::test::aclrtHostRegister_test
