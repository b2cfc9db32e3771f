#include <cstdint>
#include <utility>

#include "support/device.h"

namespace belay::test::aclrtHostMemMapCapabilities_test {
namespace {

aclError ask(uint32_t device, int unit, aclrtHostMemMapCapability* capability) {
    return aclrtHostMemMapCapabilities(device, enumOf<aclrtHacType>(unit), capability);
}

TEST(aclrtHostMemMapCapabilities, UnitsOfTheDevice) {
    for (const auto& [unit, expected] :
         {std::pair{ACL_RT_HAC_TYPE_STARS, true}, std::pair{ACL_RT_HAC_TYPE_AICPU, true},
          std::pair{ACL_RT_HAC_TYPE_AIC, true}, std::pair{ACL_RT_HAC_TYPE_AIV, true},
          std::pair{ACL_RT_HAC_TYPE_PCIEDMA, true}, std::pair{ACL_RT_HAC_TYPE_SDMA, true},
          std::pair{ACL_RT_HAC_TYPE_UDMA, false}, std::pair{ACL_RT_HAC_TYPE_CCU, false}}) {
        aclrtHostMemMapCapability capability{};
        ASSERT_EQ(ask(0, unit, &capability), ACL_SUCCESS) << recentMessage();
        EXPECT_EQ(capability,
                  expected ? ACL_RT_HOST_MEM_MAP_SUPPORTED : ACL_RT_HOST_MEM_MAP_NOT_SUPPORTED)
            << unit;
    }
}

TEST(aclrtHostMemMapCapabilities, BadArgumentsAreRefused) {
    auto capability = enumOf<aclrtHostMemMapCapability>(77);
    EXPECT_TRUE(refused("aclrtHostMemMapCapabilities", "capabilities",
                        [] { return ask(0, ACL_RT_HAC_TYPE_SDMA, nullptr); }));
    for (const int unit : {10, -1}) {
        EXPECT_TRUE(refused("aclrtHostMemMapCapabilities", "hacType",
                            [&] { return ask(0, unit, &capability); }));
    }
    for (const uint32_t device : {999U, UINT32_MAX}) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_INVALID_DEVICEID, "aclrtHostMemMapCapabilities",
                                "'deviceId'",
                                [&] { return ask(device, ACL_RT_HAC_TYPE_SDMA, &capability); }));
    }
    EXPECT_EQ(static_cast<int>(capability), 77) << "untouched";
}

}  // namespace
}  // namespace belay::test::aclrtHostMemMapCapabilities_test
