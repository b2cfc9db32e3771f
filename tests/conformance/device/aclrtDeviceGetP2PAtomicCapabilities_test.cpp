#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <climits>

#include "support/device.h"
#include "support/device_numbers.h"
#include "support/fresh_process.h"
#include "support/refusal.h"

namespace belay::test::aclrtDeviceGetP2PAtomicCapabilities_test {
namespace {

constexpr std::array kAll = {ACL_RT_ATOMIC_OPERATION_INTEGER_ADD,
                             ACL_RT_ATOMIC_OPERATION_INTEGER_MIN,
                             ACL_RT_ATOMIC_OPERATION_INTEGER_MAX,
                             ACL_RT_ATOMIC_OPERATION_INTEGER_INCREMENT,
                             ACL_RT_ATOMIC_OPERATION_INTEGER_DECREMENT,
                             ACL_RT_ATOMIC_OPERATION_AND,
                             ACL_RT_ATOMIC_OPERATION_OR,
                             ACL_RT_ATOMIC_OPERATION_XOR,
                             ACL_RT_ATOMIC_OPERATION_EXCHANGE,
                             ACL_RT_ATOMIC_OPERATION_CAS,
                             ACL_RT_ATOMIC_OPERATION_FLOAT_ADD,
                             ACL_RT_ATOMIC_OPERATION_FLOAT_MIN,
                             ACL_RT_ATOMIC_OPERATION_FLOAT_MAX,
                             ACL_RT_ATOMIC_OPERATION_DMA_ADD,
                             ACL_RT_ATOMIC_OPERATION_DMA_MIN,
                             ACL_RT_ATOMIC_OPERATION_DMA_MAX,
                             ACL_RT_ATOMIC_OPERATION_SIMD_SCALAR_ADD,
                             ACL_RT_ATOMIC_OPERATION_SIMD_SCALAR_MIN,
                             ACL_RT_ATOMIC_OPERATION_SIMD_SCALAR_MAX,
                             ACL_RT_ATOMIC_OPERATION_SIMD_SCALAR_CAS,
                             ACL_RT_ATOMIC_OPERATION_SIMD_SCALAR_EXCH};

std::array<uint32_t, kAll.size()> capabilities() {
    std::array<uint32_t, kAll.size()> answers{};
    answers.fill(42);
    EXPECT_EQ(aclrtDeviceGetP2PAtomicCapabilities(answers.data(), kAll.data(), kAll.size(), 0, 1),
              ACL_SUCCESS)
        << recentMessage();
    return answers;
}

TEST(aclrtDeviceGetP2PAtomicCapabilities, CopyEnginesReduceOverTheDirectLink) {
    expectEndsWell(
        [] {
            const auto answers = capabilities();
            for (size_t i = 0; i < kAll.size(); ++i) {
                const bool isOfCopyEngine = kAll[i] == ACL_RT_ATOMIC_OPERATION_DMA_ADD ||
                                            kAll[i] == ACL_RT_ATOMIC_OPERATION_DMA_MIN ||
                                            kAll[i] == ACL_RT_ATOMIC_OPERATION_DMA_MAX;
                EXPECT_EQ(answers[i], isOfCopyEngine ? static_cast<uint32_t>(
                                                           ACL_RT_ATOMIC_CAPABILITY_SIGNED |
                                                           ACL_RT_ATOMIC_CAPABILITY_REDUCTION |
                                                           ACL_RT_ATOMIC_CAPABILITY_SCALAR8 |
                                                           ACL_RT_ATOMIC_CAPABILITY_SCALAR16 |
                                                           ACL_RT_ATOMIC_CAPABILITY_SCALAR32)
                                                     : 0U)
                    << kAll[i];
            }
        },
        {.environment = {{"BELAY_DRIVER", "sim"}, {"BELAY_SIM_DEVICES", "2"}}});
}

TEST(aclrtDeviceGetP2PAtomicCapabilities, NothingIsAtomicOverPcie) {
    expectEndsWell(
        [] {
            const auto answers = capabilities();
            EXPECT_EQ(std::count(answers.begin(), answers.end(), 0U),
                      static_cast<ptrdiff_t>(answers.size()));
        },
        {.environment = {{"BELAY_DRIVER", "sim"},
                         {"BELAY_SIM_DEVICES", "2"},
                         {"BELAY_SIM_SOC", "Ascend310P3"}}});
}

TEST(aclrtDeviceGetP2PAtomicCapabilities, DeviceItselfIsRefused) {
    uint32_t answer = 42;
    EXPECT_TRUE(refusedWith(
        ACL_ERROR_RT_PARAM_INVALID, "aclrtDeviceGetP2PAtomicCapabilities", "'dstDeviceId'",
        [&] { return aclrtDeviceGetP2PAtomicCapabilities(&answer, kAll.data(), 1, 0, 0); }));
    EXPECT_EQ(answer, 42U);
}

TEST(aclrtDeviceGetP2PAtomicCapabilities, DeviceThatIsNotThereIsRefused) {
    uint32_t answer = 42;
    expectNeedsDeviceNumber(
        "aclrtDeviceGetP2PAtomicCapabilities",
        [&](int32_t device) {
            return aclrtDeviceGetP2PAtomicCapabilities(&answer, kAll.data(), 1, device, 0);
        },
        ACL_ERROR_RT_INVALID_DEVICEID, "srcDeviceId");
    expectNeedsDeviceNumber(
        "aclrtDeviceGetP2PAtomicCapabilities",
        [&](int32_t device) {
            return aclrtDeviceGetP2PAtomicCapabilities(&answer, kAll.data(), 1, 0, device);
        },
        ACL_ERROR_RT_INVALID_DEVICEID, "dstDeviceId");
    EXPECT_EQ(answer, 42U);
}

TEST(aclrtDeviceGetP2PAtomicCapabilities, UnknownOperationIsRefused) {
    for (const int number : {-1, 13, 29, 33, 39, 45, INT_MAX, INT_MIN}) {
        const std::array operations = {ACL_RT_ATOMIC_OPERATION_DMA_ADD,
                                       enumOf<aclrtAtomicOperation>(number)};
        std::array<uint32_t, 2> answers = {42, 42};
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtDeviceGetP2PAtomicCapabilities",
                                "'operations'",
                                [&] {
                                    return aclrtDeviceGetP2PAtomicCapabilities(
                                        answers.data(), operations.data(), 2, 0, 1);
                                }))
            << number;
        EXPECT_EQ(answers, (std::array<uint32_t, 2>{42, 42}));
    }
}

TEST(aclrtDeviceGetP2PAtomicCapabilities, NothingToAskForIsRefused) {
    uint32_t answer = 42;
    EXPECT_TRUE(refusedWith(
        ACL_ERROR_RT_PARAM_INVALID, "aclrtDeviceGetP2PAtomicCapabilities", "'count'",
        [&] { return aclrtDeviceGetP2PAtomicCapabilities(&answer, kAll.data(), 0, 0, 1); }));
    EXPECT_EQ(answer, 42U);
}

TEST(aclrtDeviceGetP2PAtomicCapabilities, NullIsRefused) {
    uint32_t answer = 42;
    EXPECT_TRUE(refused("aclrtDeviceGetP2PAtomicCapabilities", "capabilities", [&] {
        return aclrtDeviceGetP2PAtomicCapabilities(nullptr, kAll.data(), 1, 0, 1);
    }));
    EXPECT_TRUE(refused("aclrtDeviceGetP2PAtomicCapabilities", "operations", [&] {
        return aclrtDeviceGetP2PAtomicCapabilities(&answer, nullptr, 1, 0, 1);
    }));
    EXPECT_EQ(answer, 42U);
}

}  // namespace
}  // namespace belay::test::aclrtDeviceGetP2PAtomicCapabilities_test
