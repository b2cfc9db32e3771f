#include <array>

#include "support/kernels.h"

namespace belay::test::aclrtGetFunctionName_test {
namespace {

constexpr const char* kName = "aclrtGetFunctionName";

TEST(aclrtGetFunctionName, FitsExactly) {
    const SetDevice session;
    const OwnedFunction function("both");
    std::array<char, 8> name{};
    name.fill('x');
    EXPECT_EQ(aclrtGetFunctionName(function.get(), 5, name.data()), ACL_SUCCESS);
    EXPECT_STREQ(name.data(), "both");
    EXPECT_EQ(name[5], 'x');
}

TEST(aclrtGetFunctionName, TooLittleRoomIsRefused) {
    const SetDevice session;
    const OwnedFunction function("both");
    std::array<char, 8> name{};
    name.fill('x');
    for (const uint32_t room : {0U, 4U}) {
        EXPECT_TRUE(refusedArgument(kName, "maxLen", [&] {
            return aclrtGetFunctionName(function.get(), room, name.data());
        }));
    }
    EXPECT_EQ(name[0], 'x');
}

TEST(aclrtGetFunctionName, BadArgumentsAreRefused) {
    const SetDevice session;
    const OwnedFunction function;
    std::array<char, 8> name{};
    EXPECT_TRUE(refusedArgument(kName, "name",
                                [&] { return aclrtGetFunctionName(function.get(), 8, nullptr); }));
    expectNeedsHandle<FunctionHandle>(
        kName, "funcHandle", [&](void* bad) { return aclrtGetFunctionName(bad, 8, name.data()); });
}

}  // namespace
}  // namespace belay::test::aclrtGetFunctionName_test
