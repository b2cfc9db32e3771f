#include "support/symbols.h"

namespace belay::test::aclrtGetSymbolSize_test {
namespace {

constexpr const char* kName = "aclrtGetSymbolSize";

TEST(aclrtGetSymbolSize, IsThatOfTheVariable) {
    size_t bytes = 0;
    EXPECT_EQ(aclrtGetSymbolSize(&linkedTable, &bytes), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(bytes, sizeof linkedTable);
    EXPECT_EQ(aclrtGetSymbolSize(&linkedFactor, &bytes), ACL_SUCCESS);
    EXPECT_EQ(bytes, sizeof linkedFactor);
}

TEST(aclrtGetSymbolSize, BadArgumentsAreRefused) {
    size_t bytes = 1;
    expectNeedsSymbol(kName,
                      [&](const void* symbol) { return aclrtGetSymbolSize(symbol, &bytes); });
    EXPECT_EQ(bytes, 1);
    EXPECT_TRUE(
        refusedArgument(kName, "size", [] { return aclrtGetSymbolSize(&linkedTable, nullptr); }));
}

}  // namespace
}  // namespace belay::test::aclrtGetSymbolSize_test
