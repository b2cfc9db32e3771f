#include "support/device.h"
#include "support/host_pages.h"

namespace belay::test::aclrtHostGetDevicePointer_test {
namespace {

TEST(aclrtHostGetDevicePointer, GivesAnAddressForRegisteredAndPinnedMemory) {
    const SetDevice device;
    const HostPages pages(2);
    const PinnedMemory pinned(100);
    const DeviceMemory memory(10);
    put(memory.get(), "0123456789");
    ASSERT_EQ(aclrtHostRegisterV2(pages.get(), pages.size(), ACL_HOST_REG_MAPPED), ACL_SUCCESS);
    for (char* place : {pages.get(), pages.get() + HostPages::kPage + 5, pinned.get() + 50}) {
        void* mapped = nullptr;
        ASSERT_EQ(aclrtHostGetDevicePointer(place, &mapped, 0), ACL_SUCCESS);
        EXPECT_EQ(aclrtMemcpy(mapped, 10, memory.get(), 10, ACL_MEMCPY_DEVICE_TO_DEVICE),
                  ACL_SUCCESS);
        EXPECT_EQ(std::string(place, 10), "0123456789");
    }
    EXPECT_EQ(aclrtHostUnregister(pages.get()), ACL_SUCCESS);
}

TEST(aclrtHostGetDevicePointer, OtherMemoryIsRefused) {
    const SetDevice device;
    const HostPages pages(2);
    const DeviceMemory memory(10);
    int onStack = 0;
    for (void* other : {static_cast<void*>(pages.get()), static_cast<void*>(memory.get()),
                        static_cast<void*>(&onStack)}) {
        void* mapped = &mapped;
        EXPECT_TRUE(refusedWith(ACL_ERROR_HOST_MEMORY_NOT_REGISTERED, "aclrtHostGetDevicePointer",
                                "'pHost'",
                                [&] { return aclrtHostGetDevicePointer(other, &mapped, 0); }));
        EXPECT_EQ(mapped, &mapped) << "untouched";
    }
}

TEST(aclrtHostGetDevicePointer, BadArgumentsAreRefused) {
    const SetDevice device;
    const PinnedMemory pinned(100);
    void* mapped = nullptr;
    EXPECT_TRUE(refused("aclrtHostGetDevicePointer", "pHost",
                        [&] { return aclrtHostGetDevicePointer(nullptr, &mapped, 0); }));
    EXPECT_TRUE(refused("aclrtHostGetDevicePointer", "pDevice",
                        [&] { return aclrtHostGetDevicePointer(pinned.get(), nullptr, 0); }));
    EXPECT_TRUE(refused("aclrtHostGetDevicePointer", "flag",
                        [&] { return aclrtHostGetDevicePointer(pinned.get(), &mapped, 1); }));
    onThreadWithoutContext([&] {
        EXPECT_EQ(aclrtHostGetDevicePointer(pinned.get(), &mapped, 0), ACL_ERROR_RT_CONTEXT_NULL);
    });
}

}  // namespace
}  // namespace belay::test::aclrtHostGetDevicePointer_test
