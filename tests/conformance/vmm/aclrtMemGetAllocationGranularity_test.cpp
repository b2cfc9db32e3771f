#include "support/device.h"

namespace belay::test::aclrtMemGetAllocationGranularity_test {
namespace {

aclrtPhysicalMemProp propertiesOf(aclrtMemAttr attribute, aclrtMemLocationType where) {
    aclrtPhysicalMemProp properties{};
    properties.handleType = ACL_MEM_HANDLE_TYPE_NONE;
    properties.allocationType = ACL_MEM_ALLOCATION_TYPE_PINNED;
    properties.memAttr = attribute;
    properties.location.type = where;
    return properties;
}

TEST(aclrtMemGetAllocationGranularity, IsAPowerOfTwo) {
    for (const auto option :
         {ACL_RT_MEM_ALLOC_GRANULARITY_MINIMUM, ACL_RT_MEM_ALLOC_GRANULARITY_RECOMMENDED}) {
        for (const aclrtMemAttr attribute :
             {ACL_HBM_MEM_HUGE, ACL_HBM_MEM_NORMAL, ACL_HBM_MEM_P2P_HUGE, ACL_HBM_MEM_HUGE1G}) {
            auto properties = propertiesOf(attribute, ACL_MEM_LOCATION_TYPE_DEVICE);
            size_t bytes = 0;
            EXPECT_EQ(aclrtMemGetAllocationGranularity(&properties, option, &bytes), ACL_SUCCESS);
            EXPECT_TRUE(bytes != 0 && (bytes & (bytes - 1)) == 0) << bytes;
        }
    }
}

TEST(aclrtMemGetAllocationGranularity, HugePagesAreOfTwoMiB) {
    auto properties = propertiesOf(ACL_HBM_MEM_HUGE, ACL_MEM_LOCATION_TYPE_DEVICE);
    size_t bytes = 0;
    ASSERT_EQ(
        aclrtMemGetAllocationGranularity(&properties, ACL_RT_MEM_ALLOC_GRANULARITY_MINIMUM, &bytes),
        ACL_SUCCESS);
    EXPECT_EQ(bytes, size_t{2} << 20);
}

TEST(aclrtMemGetAllocationGranularity, ADeviceHasNoDdr) {
    for (const aclrtMemAttr attribute : {ACL_DDR_MEM, ACL_DDR_MEM_HUGE, ACL_DDR_MEM_P2P_NORMAL}) {
        auto properties = propertiesOf(attribute, ACL_MEM_LOCATION_TYPE_DEVICE);
        size_t bytes = 5;
        EXPECT_TRUE(refused("aclrtMemGetAllocationGranularity", "prop", [&] {
            return aclrtMemGetAllocationGranularity(&properties,
                                                    ACL_RT_MEM_ALLOC_GRANULARITY_MINIMUM, &bytes);
        }));
        EXPECT_EQ(bytes, 5U) << "untouched";
    }
}

TEST(aclrtMemGetAllocationGranularity, BadArgumentsAreRefused) {
    auto properties = propertiesOf(ACL_HBM_MEM_HUGE, ACL_MEM_LOCATION_TYPE_DEVICE);
    auto unknown = propertiesOf(enumOf<aclrtMemAttr>(18), ACL_MEM_LOCATION_TYPE_DEVICE);
    size_t bytes = 5;
    EXPECT_TRUE(refused("aclrtMemGetAllocationGranularity", "prop", [&] {
        return aclrtMemGetAllocationGranularity(nullptr, ACL_RT_MEM_ALLOC_GRANULARITY_MINIMUM,
                                                &bytes);
    }));
    EXPECT_TRUE(refused("aclrtMemGetAllocationGranularity", "granularity", [&] {
        return aclrtMemGetAllocationGranularity(&properties, ACL_RT_MEM_ALLOC_GRANULARITY_MINIMUM,
                                                nullptr);
    }));
    EXPECT_TRUE(refused("aclrtMemGetAllocationGranularity", "prop", [&] {
        return aclrtMemGetAllocationGranularity(&unknown, ACL_RT_MEM_ALLOC_GRANULARITY_MINIMUM,
                                                &bytes);
    }));
    for (const int option : {2, 0xFFFF, -1}) {
        EXPECT_TRUE(refused("aclrtMemGetAllocationGranularity", "option", [&] {
            return aclrtMemGetAllocationGranularity(
                &properties, enumOf<aclrtMemGranularityOptions>(option), &bytes);
        }));
    }
    EXPECT_EQ(bytes, 5U) << "untouched";
}

}  // namespace
}  // namespace belay::test::aclrtMemGetAllocationGranularity_test
