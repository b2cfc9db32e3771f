#include "drivers/hal/hal_loader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace belay::hal {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

TEST(HalLoader, FindsTheFunctionsOfALibrary) {
    const Result<HalLibrary> library = loadHal(BELAY_TEST_HAL_COMPLETE);
    ASSERT_TRUE(library.isOk()) << library.status().message();
    ASSERT_NE(library.value().api.halMemFree, nullptr);
    EXPECT_EQ(library.value().api.halMemFree(nullptr), DRV_ERROR_NONE);
    EXPECT_EQ(library.value().path, BELAY_TEST_HAL_COMPLETE);
    EXPECT_FALSE(library.value().isSimulated);
}

TEST(HalLoader, OptionalFunctionsMayBeMissing) {
    const Result<HalLibrary> library = loadHal(BELAY_TEST_HAL_COMPLETE);
    ASSERT_TRUE(library.isOk());
    EXPECT_EQ(library.value().api.halGetSocVersion, nullptr);
    EXPECT_EQ(library.value().api.halCqReportIrqWait, nullptr);
}

TEST(HalLoader, KnowsTheSimulatorsLibraryByItsMark) {
    const Result<HalLibrary> library = loadHal(BELAY_TEST_HAL_SIMULATED);
    ASSERT_TRUE(library.isOk()) << library.status().message();
    EXPECT_TRUE(library.value().isSimulated);
}

TEST(HalLoader, NamesEachRequiredFunctionThatIsMissing) {
    const Result<HalLibrary> library = loadHal(BELAY_TEST_HAL_PARTIAL);
    ASSERT_FALSE(library.isOk());
    EXPECT_EQ(library.status().code(), Code::kRtDevSetupError);
    EXPECT_THAT(std::string(library.status().message()),
                AllOf(HasSubstr("halMemFree"), HasSubstr("halSqTaskSend"),
                      HasSubstr(BELAY_TEST_HAL_PARTIAL), Not(HasSubstr("halMemAlloc"))));
}

TEST(HalLoader, SaysThatALibraryIsAnotherOne) {
    const Result<HalLibrary> library = loadHal("libm.so.6");
    ASSERT_FALSE(library.isOk());
    EXPECT_EQ(library.status().code(), Code::kRtDevSetupError);
    EXPECT_THAT(std::string(library.status().message()),
                AllOf(HasSubstr("libm.so.6 is not the driver's library: it has 0 of the"),
                      Not(HasSubstr("release"))));
}

TEST(HalLoader, SaysWhyALibraryCannotBeLoaded) {
    const Result<HalLibrary> library = loadHal("/nowhere/libascend_hal.so");
    ASSERT_FALSE(library.isOk());
    EXPECT_EQ(library.status().code(), Code::kRtDevSetupError);
    EXPECT_THAT(std::string(library.status().message()),
                AllOf(HasSubstr("BELAY_HAL_LIBRARY is /nowhere/libascend_hal.so"),
                      HasSubstr("cannot open shared object file"), Not(HasSubstr("/usr/lib64"))));
}

TEST(HalLoader, WithoutAPathNamesEachPlaceThatItTried) {
    const Result<HalLibrary> library = loadHal(std::nullopt);
    if (library.isOk()) {
        GTEST_SKIP() << "this machine has the library: " << library.value().path;
    }
    EXPECT_THAT(std::string(library.status().message()),
                AllOf(HasSubstr("BELAY_HAL_LIBRARY is not set"),
                      HasSubstr("/usr/local/Ascend/driver/lib64/driver/libascend_hal.so"),
                      HasSubstr("/usr/local/Ascend/driver/lib64/common/libascend_hal.so"),
                      HasSubstr("/usr/lib64/libascend_hal.so")));
}

}  // namespace
}  // namespace belay::hal
