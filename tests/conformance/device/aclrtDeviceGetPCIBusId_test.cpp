#include <gtest/gtest.h>

#include <array>
#include <climits>
#include <regex>
#include <set>
#include <string>

#include "support/device.h"
#include "support/device_numbers.h"
#include "support/refusal.h"

namespace belay::test::aclrtDeviceGetPCIBusId_test {
namespace {

TEST(aclrtDeviceGetPCIBusId, GivesAnAddressOfItsOwnForEachDevice) {
    std::set<std::string> addresses;
    for (int32_t device = 0; device < static_cast<int32_t>(deviceCount()); ++device) {
        std::array<char, 13> text{};
        ASSERT_EQ(aclrtDeviceGetPCIBusId(device, text.data(), 13), ACL_SUCCESS) << recentMessage();
        const std::string address(text.data());
        EXPECT_TRUE(
            std::regex_match(address, std::regex("[0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7]")))
            << address;
        EXPECT_TRUE(addresses.insert(address).second) << address;
    }
}

TEST(aclrtDeviceGetPCIBusId, BufferThatIsTooSmallIsRefused) {
    std::array<char, 13> text{};
    text.fill('?');
    for (const int32_t len : {12, 1, 0, -1, INT32_MIN}) {
        EXPECT_TRUE(refused("aclrtDeviceGetPCIBusId", "len", [&] {
            return aclrtDeviceGetPCIBusId(0, text.data(), len);
        })) << len;
    }
    EXPECT_EQ(std::string(text.data(), text.size()), std::string(13, '?'));
}

TEST(aclrtDeviceGetPCIBusId, DeviceThatIsNotThereIsRefused) {
    std::array<char, 13> text{};
    expectNeedsDeviceNumber("aclrtDeviceGetPCIBusId", [&](int32_t device) {
        return aclrtDeviceGetPCIBusId(device, text.data(), 13);
    });
    EXPECT_EQ(text[0], 0);
}

TEST(aclrtDeviceGetPCIBusId, NullForTheAnswerIsRefused) {
    EXPECT_TRUE(refused("aclrtDeviceGetPCIBusId", "pciBusId",
                        [] { return aclrtDeviceGetPCIBusId(0, nullptr, 13); }));
}

}  // namespace
}  // namespace belay::test::aclrtDeviceGetPCIBusId_test
