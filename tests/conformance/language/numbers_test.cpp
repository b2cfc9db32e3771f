#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "acl/acl.h"
#include "support/language_kernels.h"

namespace belay::test::numbers_test {
namespace {

class LanguageNumbers : public LanguageTest {};

// Each product and each sum is rounded to a half. The host's conversions do that, too, for numbers
// that are not too large.
TEST_F(LanguageNumbers, KernelsComputeWithHalves) {
    constexpr uint32_t kCount = 2000;
    const aclFloat16 a = aclFloatToFloat16(1.7F);
    std::vector<aclFloat16> x;
    std::vector<aclFloat16> y;
    for (uint32_t i = 0; i < kCount; ++i) {
        x.push_back(aclFloatToFloat16(static_cast<float>(i) * 0.37F - 300.0F));
        y.push_back(aclFloatToFloat16(1000.0F / static_cast<float>(i + 1)));
    }
    const DeviceValues<aclFloat16> xOnDevice(x);
    const DeviceValues<aclFloat16> yOnDevice(y);
    ASSERT_EQ(run("halfAxpy", 1, yOnDevice.get(), xOnDevice.get(), a, kCount), ACL_SUCCESS)
        << failure();
    const std::vector<aclFloat16> result = yOnDevice.read();
    for (uint32_t i = 0; i < kCount; ++i) {
        const aclFloat16 product =
            aclFloatToFloat16(aclFloat16ToFloat(a) * aclFloat16ToFloat(x[i]));
        const float sum = aclFloat16ToFloat(y[i]) + aclFloat16ToFloat(product);
        ASSERT_EQ(result[i], aclFloatToFloat16(sum)) << i;
    }
}

TEST_F(LanguageNumbers, KernelsConvertToBfloat16) {
    const std::vector<float> numbers = {1.0F, -2.5F, 1.00390625F, 1.01171875F, 3e38F};
    const std::vector<uint16_t> expected = {0x3F80, 0xC020, 0x3F80, 0x3F82, 0x7F62};
    const DeviceValues<float> from(numbers);
    const DeviceValues<uint16_t> to(numbers.size());
    ASSERT_EQ(run("toBfloat16", 1, to.get(), from.get(), static_cast<uint32_t>(numbers.size())),
              ACL_SUCCESS)
        << failure();
    EXPECT_EQ(to.read(), expected);
}

TEST_F(LanguageNumbers, TheClockOfKernelsGoesOn) {
    const DeviceValues<int64_t> steps(1);
    ASSERT_EQ(run("readClock", 1, steps.get()), ACL_SUCCESS) << failure();
    EXPECT_GT(steps.read()[0], 0);
}

}  // namespace
}  // namespace belay::test::numbers_test
