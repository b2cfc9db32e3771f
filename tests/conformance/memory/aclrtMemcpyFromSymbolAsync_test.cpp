#include "support/symbols.h"

namespace belay::test::aclrtMemcpyFromSymbolAsync_test {
namespace {

constexpr const char* kName = "aclrtMemcpyFromSymbolAsync";

TEST(aclrtMemcpyFromSymbolAsync, ReadsAnyPart) {
    const SetDevice session;
    const OwnedStream stream;
    Table values{};
    ASSERT_EQ(aclrtMemcpyFromSymbolAsync(values.data(), sizeof values, &linkedTable, sizeof values,
                                         0, ACL_MEMCPY_DEVICE_TO_HOST, stream.get()),
              ACL_SUCCESS)
        << recentMessage();
    ASSERT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    EXPECT_EQ(values, (Table{10, 11, 12, 13}));
    uint32_t one = 0;
    ASSERT_EQ(aclrtMemcpyFromSymbolAsync(&one, sizeof one, &linkedTable, sizeof one, 8,
                                         ACL_MEMCPY_DEFAULT, stream.get()),
              ACL_SUCCESS);
    ASSERT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    EXPECT_EQ(one, 12);
}

TEST(aclrtMemcpyFromSymbolAsync, NothingIsCopiedForCountZero) {
    const SetDevice session;
    const OwnedStream stream;
    uint32_t one = 5;
    EXPECT_EQ(aclrtMemcpyFromSymbolAsync(&one, 0, &linkedTable, 0, sizeof(Table),
                                         ACL_MEMCPY_DEFAULT, stream.get()),
              ACL_SUCCESS);
    EXPECT_EQ(one, 5);
}

TEST(aclrtMemcpyFromSymbolAsync, BadArgumentsAreRefused) {
    const SetDevice session;
    const OwnedStream stream;
    Table values{};
    const auto call = [&](void* target, size_t most, const void* symbol, size_t count,
                          size_t offset, int kind) {
        return aclrtMemcpyFromSymbolAsync(target, most, symbol, count, offset,
                                          enumOf<aclrtMemcpyKind>(kind), stream.get());
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

TEST(aclrtMemcpyFromSymbolAsync, NeedsAStreamOfTheContext) {
    const SetDevice session;
    uint32_t one = 0;
    const auto call = [&](aclrtStream stream) {
        return aclrtMemcpyFromSymbolAsync(&one, 4, &linkedTable, 4, 0, ACL_MEMCPY_DEFAULT, stream);
    };
    expectNeedsStream(kName, call);
    expectRefusesStreamOfOtherContext(kName, call);
}

TEST(aclrtMemcpyFromSymbolAsync, NeedsAContext) {
    uint32_t one = 0;
    expectNeedsContext(kName, [&] {
        return aclrtMemcpyFromSymbolAsync(&one, 4, &linkedTable, 4, 0, ACL_MEMCPY_DEFAULT, nullptr);
    });
}

}  // namespace
}  // namespace belay::test::aclrtMemcpyFromSymbolAsync_test
