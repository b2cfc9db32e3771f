#include <vector>

#include "support/device.h"

namespace belay::test::aclrtCheckMemType_test {
namespace {

uint32_t matches(std::vector<void*> addresses, uint32_t kinds) {
    uint32_t result = 77;
    EXPECT_EQ(aclrtCheckMemType(addresses.data(), static_cast<uint32_t>(addresses.size()), kinds,
                                &result, 0),
              ACL_SUCCESS)
        << recentMessage();
    return result;
}

TEST(aclrtCheckMemType, AllAddressesMustMatch) {
    const SetDevice device;
    const DeviceMemory first(100);
    const DeviceMemory second(100);
    const PinnedMemory pinned(100);
    constexpr uint32_t kAll = ACL_RT_MEM_TYPE_DEV | ACL_RT_MEM_TYPE_DVPP | ACL_RT_MEM_TYPE_RSVD;
    EXPECT_EQ(matches({first.get(), second.get() + 50}, ACL_RT_MEM_TYPE_DEV), 1U);
    EXPECT_EQ(matches({first.get()}, kAll), 1U);
    EXPECT_EQ(matches({first.get()}, ACL_RT_MEM_TYPE_DVPP), 0U);
    EXPECT_EQ(matches({first.get()}, ACL_RT_MEM_TYPE_RSVD), 0U);
    EXPECT_EQ(matches({first.get(), pinned.get()}, kAll), 0U);
    EXPECT_EQ(matches({nullptr}, kAll), 0U);
    char* freed = DeviceMemory(100).detach();
    ASSERT_EQ(aclrtFree(freed), ACL_SUCCESS);
    EXPECT_EQ(matches({freed}, kAll), 0U);
}

TEST(aclrtCheckMemType, BadArgumentsAreRefused) {
    const SetDevice device;
    const DeviceMemory memory(100);
    void* address = memory.get();
    uint32_t result = 77;
    const auto refusedFor = [&](const char* name, void** addresses, uint32_t count, uint32_t kinds,
                                uint32_t* place, uint32_t reserve) {
        return refused("aclrtCheckMemType", name,
                       [&] { return aclrtCheckMemType(addresses, count, kinds, place, reserve); });
    };
    constexpr uint32_t kDevice = ACL_RT_MEM_TYPE_DEV;
    EXPECT_TRUE(refusedFor("addrList", nullptr, 1, kDevice, &result, 0));
    EXPECT_TRUE(refusedFor("size", &address, 0, kDevice, &result, 0));
    EXPECT_TRUE(refusedFor("memType", &address, 1, 0, &result, 0));
    EXPECT_TRUE(refusedFor("memType", &address, 1, kDevice | 1, &result, 0));
    EXPECT_TRUE(refusedFor("checkResult", &address, 1, kDevice, nullptr, 0));
    EXPECT_TRUE(refusedFor("reserve", &address, 1, kDevice, &result, 1));
    onThreadWithoutContext([&] {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_CONTEXT_NULL, "aclrtCheckMemType", "no context", [&] {
            return aclrtCheckMemType(&address, 1, kDevice, &result, 0);
        }));
    });
    EXPECT_EQ(result, 77U) << "untouched";
}

}  // namespace
}  // namespace belay::test::aclrtCheckMemType_test
