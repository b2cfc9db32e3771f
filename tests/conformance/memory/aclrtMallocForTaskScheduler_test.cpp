#include <array>

#include "support/device.h"
#include "support/fresh_process.h"

namespace belay::test::aclrtMallocForTaskScheduler_test {
namespace {

aclrtMallocAttribute attributeOf(int type, uint32_t value) {
    aclrtMallocAttribute attribute{};
    attribute.attr = enumOf<aclrtMallocAttrType>(type);
    attribute.value.deviceId = value;
    return attribute;
}

TEST(aclrtMallocForTaskScheduler, TakesNoPropertiesAsAclrtMallocDoes) {
    const SetDevice device;
    aclrtMallocConfig none{};
    for (aclrtMallocConfig* config : {static_cast<aclrtMallocConfig*>(nullptr), &none}) {
        void* start = nullptr;
        ASSERT_EQ(aclrtMallocForTaskScheduler(&start, 1000, ACL_MEM_MALLOC_HUGE_FIRST, config),
                  ACL_SUCCESS);
        put(start, pattern(1024 + 32));
        EXPECT_EQ(fetch(start, 1000), pattern(1000));
        EXPECT_EQ(aclrtFree(start), ACL_SUCCESS);
    }
}

TEST(aclrtMallocForTaskScheduler, TakesEveryProperty) {
    const SetDevice device;
    std::array<aclrtMallocAttribute, 3> attributes = {attributeOf(ACL_RT_MEM_ATTR_MODULE_ID, 33),
                                                      attributeOf(ACL_RT_MEM_ATTR_DEVICE_ID, 0),
                                                      attributeOf(ACL_RT_MEM_ATTR_VA_FLAG, 1)};
    aclrtMallocConfig config{attributes.data(), attributes.size()};
    void* start = nullptr;
    ASSERT_EQ(aclrtMallocForTaskScheduler(&start, 1000, ACL_MEM_MALLOC_HUGE_FIRST, &config),
              ACL_SUCCESS);
    put(start, pattern(1000));
    EXPECT_EQ(aclrtFree(start), ACL_SUCCESS);
}

TEST(aclrtMallocForTaskScheduler, ADeviceMayBeNamed) {
    expectEndsWell(
        [] {
            const SetDevice second(1);
            const SetDevice first(0);
            aclrtMallocAttribute attribute = attributeOf(ACL_RT_MEM_ATTR_DEVICE_ID, 1);
            aclrtMallocConfig config{&attribute, 1};
            void* start = nullptr;
            ASSERT_EQ(aclrtMallocForTaskScheduler(&start, 1000, ACL_MEM_MALLOC_HUGE_FIRST, &config),
                      ACL_SUCCESS);
            aclrtPtrAttributes found{};
            ASSERT_EQ(aclrtPointerGetAttributes(start, &found), ACL_SUCCESS);
            EXPECT_EQ(found.location.id, 1U);
            EXPECT_EQ(aclrtFree(start), ACL_SUCCESS);
        },
        {.environment = {{"BELAY_SIM_DEVICES", "2"}}});
}

TEST(aclrtMallocForTaskScheduler, ADeviceThatIsNotSetIsRefused) {
    const SetDevice device;
    for (const uint32_t number : {1U, 1000U, UINT32_MAX}) {
        aclrtMallocAttribute attribute = attributeOf(ACL_RT_MEM_ATTR_DEVICE_ID, number);
        aclrtMallocConfig config{&attribute, 1};
        void* start = &start;
        EXPECT_TRUE(
            refusedWith(ACL_ERROR_RT_INVALID_DEVICEID, "aclrtMallocForTaskScheduler", "'cfg'", [&] {
                return aclrtMallocForTaskScheduler(&start, 32, ACL_MEM_MALLOC_HUGE_FIRST, &config);
            }));
        EXPECT_EQ(start, &start) << "untouched";
    }
}

TEST(aclrtMallocForTaskScheduler, BadPropertiesAreRefused) {
    const SetDevice device;
    void* start = nullptr;
    aclrtMallocConfig missing{nullptr, 1};
    EXPECT_TRUE(refused("aclrtMallocForTaskScheduler", "cfg->attrs", [&] {
        return aclrtMallocForTaskScheduler(&start, 32, ACL_MEM_MALLOC_HUGE_FIRST, &missing);
    }));
    for (const int type : {0, 4, -1}) {
        aclrtMallocAttribute attribute = attributeOf(type, 0);
        aclrtMallocConfig config{&attribute, 1};
        EXPECT_TRUE(refused("aclrtMallocForTaskScheduler", "cfg", [&] {
            return aclrtMallocForTaskScheduler(&start, 32, ACL_MEM_MALLOC_HUGE_FIRST, &config);
        }));
    }
}

TEST(aclrtMallocForTaskScheduler, BadArgumentsAreRefused) {
    const SetDevice device;
    void* start = &start;
    aclrtMallocAttribute attribute = attributeOf(ACL_RT_MEM_ATTR_DEVICE_ID, 0);
    aclrtMallocConfig named{&attribute, 1};
    for (aclrtMallocConfig* config : {static_cast<aclrtMallocConfig*>(nullptr), &named}) {
        EXPECT_TRUE(refused("aclrtMallocForTaskScheduler", "devPtr", [&] {
            return aclrtMallocForTaskScheduler(nullptr, 32, ACL_MEM_MALLOC_HUGE_FIRST, config);
        }));
        EXPECT_TRUE(refused("aclrtMallocForTaskScheduler", "size", [&] {
            return aclrtMallocForTaskScheduler(&start, 0, ACL_MEM_MALLOC_HUGE_FIRST, config);
        }));
        EXPECT_TRUE(refused("aclrtMallocForTaskScheduler", "policy", [&] {
            return aclrtMallocForTaskScheduler(&start, 32, enumOf<aclrtMemMallocPolicy>(8), config);
        }));
        EXPECT_EQ(
            aclrtMallocForTaskScheduler(&start, size_t{1} << 50, ACL_MEM_MALLOC_HUGE_FIRST, config),
            ACL_ERROR_RT_MEMORY_ALLOCATION);
        onThreadWithoutContext([&] {
            EXPECT_EQ(aclrtMallocForTaskScheduler(&start, 32, ACL_MEM_MALLOC_HUGE_FIRST, config),
                      ACL_ERROR_RT_CONTEXT_NULL);
        });
    }
    EXPECT_EQ(start, &start) << "untouched";
}

}  // namespace
}  // namespace belay::test::aclrtMallocForTaskScheduler_test
