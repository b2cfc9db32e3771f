// Functions that simulated devices do not have: they are there, and say so.
#include <type_traits>

#include "hal/hal_fixture.h"

namespace belay::test {
namespace {

// Whether a function that can do nothing answers like one.
template <typename Answer>
bool saysNotSupported(Answer (*function)()) {
    if constexpr (std::is_void_v<Answer>) {
        function();
        return true;
    } else if constexpr (std::is_pointer_v<Answer>) {
        return function() == nullptr;
    } else {
        return function() == static_cast<Answer>(DRV_ERROR_NOT_SUPPORT);
    }
}

TEST(HalUnsupportedTest, EachSaysSo) {
    int count = 0;
#define BELAY_HAL(result, name)                              \
    EXPECT_TRUE(saysNotSupported<result>(&::name)) << #name; \
    ++count;
#include "drivers/hal_abi/hal_unsupported.inc"
#undef BELAY_HAL
    EXPECT_GT(count, 150);
}

}  // namespace
}  // namespace belay::test
