#include "support/symbols.h"

namespace belay::test::aclrtMemcpyFromSymbol_test {
namespace {

constexpr const char* kName = "aclrtMemcpyFromSymbol";

TEST(aclrtMemcpyFromSymbol, ReadsAnyPart) {
    const SetDevice session;
    Table values{};
    ASSERT_EQ(aclrtMemcpyFromSymbol(values.data(), sizeof values, &linkedTable, sizeof values, 0,
                                    ACL_MEMCPY_DEVICE_TO_HOST),
              ACL_SUCCESS)
        << recentMessage();
    EXPECT_EQ(values, (Table{10, 11, 12, 13}));
    uint32_t one = 0;
    ASSERT_EQ(
        aclrtMemcpyFromSymbol(&one, sizeof one, &linkedTable, sizeof one, 8, ACL_MEMCPY_DEFAULT),
        ACL_SUCCESS);
    EXPECT_EQ(one, 12);
}

TEST(aclrtMemcpyFromSymbol, NothingIsCopiedForCountZero) {
    const SetDevice session;
    uint32_t one = 5;
    EXPECT_EQ(aclrtMemcpyFromSymbol(&one, 0, &linkedTable, 0, sizeof(Table), ACL_MEMCPY_DEFAULT),
              ACL_SUCCESS);
    EXPECT_EQ(one, 5);
}

TEST(aclrtMemcpyFromSymbol, BadArgumentsAreRefused) {
    const SetDevice session;
    Table values{};
    const auto call = [&](void* target, size_t most, const void* symbol, size_t count,
                          size_t offset, int kind) {
        return aclrtMemcpyFromSymbol(target, most, symbol, count, offset,
                                     enumOf<aclrtMemcpyKind>(kind));
    };
    EXPECT_TRUE(
        refusedArgument(kName, "dst", [&] { return call(nullptr, 4, &linkedTable, 4, 0, 2); }));
    EXPECT_TRUE(
        refusedArgument(kName, "count", [&] { return call(&values, 3, &linkedTable, 4, 0, 2); }));
    for (const int kind : {0, 1, 3}) {
        EXPECT_TRUE(refusedArgument(kName, "kind",
                                    [&] { return call(&values, 4, &linkedTable, 4, 0, kind); }));
    }
    EXPECT_TRUE(refused(kName, "kind", [&] { return call(&values, 4, &linkedTable, 4, 0, 99); }));
    expectNeedsSymbol(kName, [&](const void* symbol) { return call(&values, 4, symbol, 4, 0, 2); });
    expectStaysInside(kName, [&](size_t count, size_t offset) {
        return call(&values, sizeof values, &linkedTable, count, offset, 2);
    });
    EXPECT_EQ(values, Table{});
}

TEST(aclrtMemcpyFromSymbol, NeedsAContext) {
    uint32_t one = 0;
    expectNeedsContext(kName, [&] {
        return aclrtMemcpyFromSymbol(&one, 4, &linkedTable, 4, 0, ACL_MEMCPY_DEFAULT);
    });
}

}  // namespace
}  // namespace belay::test::aclrtMemcpyFromSymbol_test
