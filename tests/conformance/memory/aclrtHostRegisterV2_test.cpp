#include "support/device.h"
#include "support/host_pages.h"

namespace belay::test::aclrtHostRegisterV2_test {
namespace {

TEST(aclrtHostRegisterV2, MemoryIsRegisteredUntilItIsUnregistered) {
    const SetDevice device;
    const HostPages pages(2);
    for (const unsigned long flags :
         {ACL_HOST_REG_MAPPED, ACL_HOST_REG_PINNED, ACL_HOST_REG_MAPPED | ACL_HOST_REG_PINNED}) {
        ASSERT_EQ(aclrtHostRegisterV2(pages.get(), pages.size(), static_cast<uint32_t>(flags)),
                  ACL_SUCCESS);
        void* mapped = nullptr;
        ASSERT_EQ(aclrtHostGetDevicePointer(pages.get(), &mapped, 0), ACL_SUCCESS);
        const DeviceMemory memory(100);
        put(memory.get(), pattern(100));
        EXPECT_EQ(aclrtMemcpy(mapped, 100, memory.get(), 100, ACL_MEMCPY_DEVICE_TO_DEVICE),
                  ACL_SUCCESS);
        EXPECT_EQ(std::string(pages.get(), 100), pattern(100));
        EXPECT_TRUE(
            refusedWith(ACL_ERROR_HOST_MEMORY_ALREADY_REGISTERED, "aclrtHostRegisterV2", "already",
                        [&] { return aclrtHostRegisterV2(pages.get(), 1, ACL_HOST_REG_MAPPED); }));
        EXPECT_EQ(aclrtHostUnregister(pages.get()), ACL_SUCCESS);
    }
}

TEST(aclrtHostRegisterV2, BadArgumentsAreRefused) {
    const SetDevice device;
    const HostPages pages(1);
    EXPECT_TRUE(refused("aclrtHostRegisterV2", "ptr",
                        [] { return aclrtHostRegisterV2(nullptr, 1, ACL_HOST_REG_MAPPED); }));
    EXPECT_TRUE(refused("aclrtHostRegisterV2", "size",
                        [&] { return aclrtHostRegisterV2(pages.get(), 0, ACL_HOST_REG_MAPPED); }));
    for (const uint32_t flags : {0U, 1U, 0x3U, 0x100U, UINT32_MAX}) {
        EXPECT_TRUE(refused("aclrtHostRegisterV2", "flag",
                            [&] { return aclrtHostRegisterV2(pages.get(), 1, flags); }));
    }
    for (const unsigned long flags : {ACL_HOST_REG_IOMEMORY, ACL_HOST_REG_READONLY}) {
        EXPECT_EQ(aclrtHostRegisterV2(pages.get(), 1, static_cast<uint32_t>(flags)),
                  ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
    }
    EXPECT_EQ(aclrtHostRegisterV2(pages.get() + 1, 1, ACL_HOST_REG_MAPPED),
              ACL_ERROR_RT_PARAM_INVALID);
    onThreadWithoutContext([&] {
        EXPECT_EQ(aclrtHostRegisterV2(pages.get(), 1, ACL_HOST_REG_MAPPED),
                  ACL_ERROR_RT_CONTEXT_NULL);
    });
}

}  // namespace
}  // namespace belay::test::aclrtHostRegisterV2_test
