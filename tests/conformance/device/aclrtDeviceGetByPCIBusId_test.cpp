#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include "support/device.h"
#include "support/device_numbers.h"
#include "support/refusal.h"

namespace belay::test::aclrtDeviceGetByPCIBusId_test {
namespace {

std::string addressOf(int32_t device) {
    std::array<char, 32> text{};
    EXPECT_EQ(aclrtDeviceGetPCIBusId(device, text.data(), 32), ACL_SUCCESS) << recentMessage();
    return text.data();
}

int32_t deviceAt(const std::string& address) {
    int32_t device = -42;
    EXPECT_EQ(aclrtDeviceGetByPCIBusId(address.c_str(), &device), ACL_SUCCESS) << recentMessage();
    return device;
}

TEST(aclrtDeviceGetByPCIBusId, FindsWhatTheOppositeCallGave) {
    for (int32_t device = 0; device < static_cast<int32_t>(deviceCount()); ++device) {
        EXPECT_EQ(deviceAt(addressOf(device)), device);
    }
}

TEST(aclrtDeviceGetByPCIBusId, TakesTheFormsThatPeopleWrite) {
    const std::string address = addressOf(0);
    std::string upper = address;
    std::transform(upper.begin(), upper.end(), upper.begin(), ::toupper);
    EXPECT_EQ(deviceAt(upper), 0);
    EXPECT_EQ(deviceAt("0000" + address), 0);
    EXPECT_EQ(deviceAt(address.substr(5)), 0);                      // without the domain
    EXPECT_EQ(deviceAt(address.substr(0, address.size() - 2)), 0);  // without the function
}

TEST(aclrtDeviceGetByPCIBusId, TextThatIsNoAddressIsRefused) {
    int32_t device = 42;
    for (const char* text : {"", ":", "0000", "0000:", "0000:01", "0000:01:00.", "0000:01:00.00",
                             "0000:01:00.0 ", " 0000:01:00.0", "0000:001:00.0", "g000:01:00.0",
                             "0:0:01:00.0", "-1:01:00.0", "0x00:01:00.0", "000000000:01:00.0"}) {
        EXPECT_TRUE(refused("aclrtDeviceGetByPCIBusId", "pciBusId", [&] {
            return aclrtDeviceGetByPCIBusId(text, &device);
        })) << text;
    }
    EXPECT_EQ(device, 42);
}

TEST(aclrtDeviceGetByPCIBusId, AddressOfNoDeviceIsRefused) {
    int32_t device = 42;
    for (const char* text : {"ffff:fe:1f.7", "0000:fe:00.0"}) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_INVALID_DEVICEID, "aclrtDeviceGetByPCIBusId",
                                "'pciBusId'",
                                [&] { return aclrtDeviceGetByPCIBusId(text, &device); }));
    }
    EXPECT_EQ(device, 42);
}

TEST(aclrtDeviceGetByPCIBusId, NullIsRefused) {
    int32_t device = 42;
    EXPECT_TRUE(refused("aclrtDeviceGetByPCIBusId", "pciBusId",
                        [&] { return aclrtDeviceGetByPCIBusId(nullptr, &device); }));
    EXPECT_TRUE(refused("aclrtDeviceGetByPCIBusId", "deviceId",
                        [] { return aclrtDeviceGetByPCIBusId("0000:01:00.0", nullptr); }));
    EXPECT_EQ(device, 42);
}

}  // namespace
}  // namespace belay::test::aclrtDeviceGetByPCIBusId_test
