#include "support/device.h"
#include "support/fresh_process.h"

namespace belay::test::aclrtPointerGetAttributes_test {
namespace {

aclrtPtrAttributes attributesOf(const void* pointer) {
    aclrtPtrAttributes attributes{};
    EXPECT_EQ(aclrtPointerGetAttributes(pointer, &attributes), ACL_SUCCESS) << recentMessage();
    return attributes;
}

TEST(aclrtPointerGetAttributes, TellsDeviceFromPinnedFromOrdinaryMemory) {
    const SetDevice device;
    const DeviceMemory memory(1000);
    const PinnedMemory pinned(1000);
    int onStack = 0;
    for (const size_t offset : {0U, 999U}) {
        EXPECT_EQ(attributesOf(memory.get() + offset).location.type, ACL_MEM_LOCATION_TYPE_DEVICE);
        EXPECT_EQ(attributesOf(memory.get() + offset).location.id, 0U);
        EXPECT_EQ(attributesOf(pinned.get() + offset).location.type, ACL_MEM_LOCATION_TYPE_HOST);
    }
    EXPECT_EQ(attributesOf(&onStack).location.type, ACL_MEM_LOCATION_TYPE_UNREGISTERED);
    EXPECT_EQ(attributesOf(reinterpret_cast<void*>(UINTPTR_MAX)).location.type,
              ACL_MEM_LOCATION_TYPE_UNREGISTERED);
    for (const void* known : {memory.get(), pinned.get()}) {
        const uint32_t page = attributesOf(known).pageSize;
        EXPECT_TRUE(page != 0 && (page & (page - 1)) == 0) << page;
    }
}

TEST(aclrtPointerGetAttributes, FreedMemoryIsNothingKnown) {
    const SetDevice device;
    char* start = DeviceMemory(1000).detach();
    ASSERT_EQ(aclrtFree(start), ACL_SUCCESS);
    EXPECT_EQ(attributesOf(start).location.type, ACL_MEM_LOCATION_TYPE_UNREGISTERED);
}

TEST(aclrtPointerGetAttributes, DevicesHaveTheNumbersOfTheApplication) {
    expectEndsWell(
        [] {
            for (int32_t number = 0; number < 2; ++number) {
                ASSERT_EQ(aclrtSetDevice(number), ACL_SUCCESS);
                const char* start = DeviceMemory(100).detach();
                ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
                EXPECT_EQ(attributesOf(start).location.id, static_cast<uint32_t>(number));
            }
        },
        {.environment = {{"BELAY_SIM_DEVICES", "3"}, {"ASCEND_RT_VISIBLE_DEVICES", "1,2"}}});
}

TEST(aclrtPointerGetAttributes, NullIsRefused) {
    const SetDevice device;
    aclrtPtrAttributes attributes{};
    int onStack = 0;
    EXPECT_TRUE(refused("aclrtPointerGetAttributes", "ptr",
                        [&] { return aclrtPointerGetAttributes(nullptr, &attributes); }));
    EXPECT_TRUE(refused("aclrtPointerGetAttributes", "attributes",
                        [&] { return aclrtPointerGetAttributes(&onStack, nullptr); }));
}

TEST(aclrtPointerGetAttributes, AThreadWithoutContextIsRefused) {
    onThreadWithoutContext([] {
        aclrtPtrAttributes attributes{};
        EXPECT_EQ(aclrtPointerGetAttributes(&attributes, &attributes), ACL_ERROR_RT_CONTEXT_NULL);
    });
}

}  // namespace
}  // namespace belay::test::aclrtPointerGetAttributes_test
