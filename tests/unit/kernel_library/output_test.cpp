#include "belay/kernel/output.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "belay/kernel/bfloat16.h"
#include "belay/kernel/half.h"
#include "unit/kernel_library/device.h"

namespace belay::test {
namespace {

using kernel::Failure;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

class Output : public DeviceTest {};

template <typename... Args>
std::string printed(const char* format, Args... args) {
    device().printed.clear();
    AscendC::printf(format, args...);
    return device().printed;
}

TEST_F(Output, PrintsTextAsItIs) {
    EXPECT_EQ(printed(""), "");
    EXPECT_EQ(printed("100 %%\n"), "100 %\n");
    EXPECT_EQ(printed("no argument: %d %"), "no argument: %d %");
    AscendC::PRINTF("%d", 3);
    EXPECT_THAT(device().printed, EndsWith("3"));
}

TEST_F(Output, PrintsIntegersOfAllWidths) {
    EXPECT_EQ(printed("%d %d %d %d", int8_t{-1}, int16_t{-2}, int32_t{-3}, int64_t{-4}),
              "-1 -2 -3 -4");
    EXPECT_EQ(printed("%u %u", uint32_t{0} - 1, uint64_t{0} - 1),
              "4294967295 18446744073709551615");
    EXPECT_EQ(printed("%x %lx %llX", 255, 255, int64_t{1} << 40), "ff ff 10000000000");
    EXPECT_EQ(printed("%i %d %c", true, false, 'x'), "1 0 x");
    EXPECT_EQ(printed("[%5d|%-5ld|%05u|%*d]", 1, int64_t{2}, 3U, 4, 5), "[    1|2    |00003|   5]");
    enum class Color : uint8_t { kRed = 7 };
    EXPECT_EQ(printed("%d", Color::kRed), "7");
}

TEST_F(Output, PrintsFloatsOfAllWidths) {
    EXPECT_EQ(printed("%f %.1f %g", 0.5F, 2.25, 1e10), "0.500000 2.2 1e+10");
    EXPECT_EQ(printed("%f %.3f", half(1.5F), bfloat16_t(-2)), "1.500000 -2.000");
}

TEST_F(Output, PrintsTextsAndAddresses) {
    EXPECT_EQ(printed("%s and %6s", "one", static_cast<const char*>("two")), "one and    two");
    int x = 0;
    EXPECT_THAT(printed("%p", &x), StartsWith("0x"));
}

// A card would print nonsense, the C library could crash.
TEST_F(Output, AConversionThatDoesNotFitPrintsWhatIsThere) {
    EXPECT_EQ(printed("%d %f %s %x", 1.5F, 2, 3, half(4)), "1.500000 2 3 4.000000");
    int x = 0;
    EXPECT_EQ(printed("%s", &x), printed("%p", &x));
    EXPECT_EQ(printed("%n %d", 1), "%n 1");
}

TEST_F(Output, AFormatThatIsTooLongIsCut) {
    const std::string format(5000, 'x');
    EXPECT_EQ(printed(format.c_str()).size(), kernel::kLongestFormat - 1);
}

TEST_F(Output, AnAssertionTellsWhatDoesNotHold) {
    int n = 3;
    ascendc_assert(n == 3, "not seen");
    EXPECT_EQ(device().printed, "");
    const Failed plain = failureOf([&] { ascendc_assert(n > 3); });
    EXPECT_EQ(plain.failure, Failure::kTrap);
    EXPECT_THAT(plain.text, HasSubstr("output_test.cpp:"));
    EXPECT_THAT(plain.text, EndsWith("the assertion 'n > 3' does not hold"));
    EXPECT_THAT(device().printed, StartsWith("[ASSERT] "));
    EXPECT_THAT(device().printed, HasSubstr("Assertion `n > 3'"));
    const Failed told =
        failureOf([&] { ascendc_assert(n > 3, "n is %d of %s", int64_t{n}, "all"); });
    EXPECT_THAT(told.text, EndsWith("'n > 3' does not hold: n is 3 of all"));
    EXPECT_EQ(failureOf([&] { ASSERT(n == 4); }).failure, Failure::kTrap);
    const int line = __LINE__ + 1;
    const Failed trap = failureOf([] { AscendC::Trap(); });
    EXPECT_EQ(trap.failure, Failure::kTrap);
    EXPECT_THAT(trap.text, HasSubstr("output_test.cpp:" + std::to_string(line) + ": "));
}

TEST_F(Output, ALongTextOfAFailureIsCut) {
    const std::string text(2000, 'x');
    const kernel::Place place{"place.cpp", 7};
    EXPECT_EQ(failureOf([&] { kernel::fail(place, Failure::kException, "%s", text.c_str()); }).text,
              "place.cpp:7: " + text.substr(0, 511));
}

}  // namespace
}  // namespace belay::test
