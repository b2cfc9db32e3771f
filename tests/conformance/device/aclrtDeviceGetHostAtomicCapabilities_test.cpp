#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <climits>

#include "support/device.h"
#include "support/device_numbers.h"
#include "support/fresh_process.h"
#include "support/refusal.h"

namespace belay::test::aclrtDeviceGetHostAtomicCapabilities_test {
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

// What goes to the host and back is only copied.
TEST(aclrtDeviceGetHostAtomicCapabilities, NothingIsAtomicOverPcie) {
    std::array<uint32_t, kAll.size()> answers{};
    answers.fill(42);
    EXPECT_EQ(aclrtDeviceGetHostAtomicCapabilities(answers.data(), kAll.data(), kAll.size(), 0),
              ACL_SUCCESS)
        << recentMessage();
    EXPECT_EQ(std::count(answers.begin(), answers.end(), 0U),
              static_cast<ptrdiff_t>(answers.size()));
}

TEST(aclrtDeviceGetHostAtomicCapabilities, DeviceThatIsNotThereIsRefused) {
    uint32_t answer = 42;
    expectNeedsDeviceNumber("aclrtDeviceGetHostAtomicCapabilities", [&](int32_t device) {
        return aclrtDeviceGetHostAtomicCapabilities(&answer, kAll.data(), 1, device);
    });
    EXPECT_EQ(answer, 42U);
}

TEST(aclrtDeviceGetHostAtomicCapabilities, UnknownOperationIsRefused) {
    for (const int number : {-1, 13, 29, 33, 39, 45, INT_MAX, INT_MIN}) {
        const std::array operations = {ACL_RT_ATOMIC_OPERATION_DMA_ADD,
                                       enumOf<aclrtAtomicOperation>(number)};
        std::array<uint32_t, 2> answers = {42, 42};
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtDeviceGetHostAtomicCapabilities",
                                "'operations'",
                                [&] {
                                    return aclrtDeviceGetHostAtomicCapabilities(
                                        answers.data(), operations.data(), 2, 0);
                                }))
            << number;
        EXPECT_EQ(answers, (std::array<uint32_t, 2>{42, 42}));
    }
}

TEST(aclrtDeviceGetHostAtomicCapabilities, NothingToAskForIsRefused) {
    uint32_t answer = 42;
    EXPECT_TRUE(refusedWith(
        ACL_ERROR_RT_PARAM_INVALID, "aclrtDeviceGetHostAtomicCapabilities", "'count'",
        [&] { return aclrtDeviceGetHostAtomicCapabilities(&answer, kAll.data(), 0, 0); }));
    EXPECT_EQ(answer, 42U);
}

TEST(aclrtDeviceGetHostAtomicCapabilities, NullIsRefused) {
    uint32_t answer = 42;
    EXPECT_TRUE(refused("aclrtDeviceGetHostAtomicCapabilities", "capabilities", [&] {
        return aclrtDeviceGetHostAtomicCapabilities(nullptr, kAll.data(), 1, 0);
    }));
    EXPECT_TRUE(refused("aclrtDeviceGetHostAtomicCapabilities", "operations", [&] {
        return aclrtDeviceGetHostAtomicCapabilities(&answer, nullptr, 1, 0);
    }));
    EXPECT_EQ(answer, 42U);
}

}  // namespace
}  // namespace belay::test::aclrtDeviceGetHostAtomicCapabilities_test
