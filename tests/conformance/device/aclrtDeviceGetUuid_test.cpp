#include <gtest/gtest.h>

#include <set>
#include <string>

#include "support/device.h"
#include "support/device_numbers.h"
#include "support/fresh_process.h"
#include "support/refusal.h"

namespace belay::test::aclrtDeviceGetUuid_test {
namespace {

std::string uuidOf(int32_t device) {
    aclrtUuid uuid{};
    EXPECT_EQ(aclrtDeviceGetUuid(device, &uuid), ACL_SUCCESS) << recentMessage();
    return {uuid.bytes, sizeof uuid.bytes};
}

TEST(aclrtDeviceGetUuid, TellsDevicesApart) {
    std::set<std::string> uuids;
    for (int32_t device = 0; device < static_cast<int32_t>(deviceCount()); ++device) {
        EXPECT_TRUE(uuids.insert(uuidOf(device)).second) << device;
    }
    EXPECT_FALSE(uuids.contains(std::string(sizeof(aclrtUuid), '\0')));
}

TEST(aclrtDeviceGetUuid, StaysOverSettingAndResetting) {
    const std::string before = uuidOf(0);
    { const SetDevice session; }
    EXPECT_EQ(uuidOf(0), before);
}

// A device keeps its identity when fewer are visible, and in another process.
TEST(aclrtDeviceGetUuid, IsOfTheDeviceNotOfItsNumber) {
    if (deviceCount() < 2) {
        GTEST_SKIP() << "needs two devices";
    }
    expectEndsWell(
        [] {
            const std::string expected = freshArgument(0);
            std::string hex;
            for (const char byte : uuidOf(0)) {
                hex += std::to_string(static_cast<int>(byte)) + ",";
            }
            EXPECT_EQ(hex, expected);
        },
        {.arguments = {[] {
             std::string hex;
             for (const char byte : uuidOf(1)) {
                 hex += std::to_string(static_cast<int>(byte)) + ",";
             }
             return hex;
         }()},
         .environment = {{"ASCEND_RT_VISIBLE_DEVICES", "1"}}});
}

TEST(aclrtDeviceGetUuid, DeviceThatIsNotThereIsRefused) {
    aclrtUuid uuid{};
    uuid.bytes[0] = 42;
    expectNeedsDeviceNumber("aclrtDeviceGetUuid",
                            [&](int32_t device) { return aclrtDeviceGetUuid(device, &uuid); });
    EXPECT_EQ(uuid.bytes[0], 42);
}

TEST(aclrtDeviceGetUuid, NullForTheAnswerIsRefused) {
    EXPECT_TRUE(
        refused("aclrtDeviceGetUuid", "uuid", [] { return aclrtDeviceGetUuid(0, nullptr); }));
}

}  // namespace
}  // namespace belay::test::aclrtDeviceGetUuid_test
