#include "acl/acl_rt_api.h"
#include "support/symbols.h"

namespace belay::test::aclrtGetSymbolAddress_test {
namespace {

constexpr const char* kName = "aclrtGetSymbolAddress";
// Of the type that picks the function, where there is an overload for variables as well.
const void* const kTable = &linkedTable;
const void* const kFactor = &linkedFactor;

TEST(aclrtGetSymbolAddress, IsWhereTheDeviceHasTheVariable) {
    const SetDevice session;
    void* address = nullptr;
    ASSERT_EQ(aclrtGetSymbolAddress(kTable, &address), ACL_SUCCESS) << recentMessage();
    EXPECT_NE(address, &linkedTable);
    Table values{};
    ASSERT_EQ(aclrtMemcpy(values.data(), sizeof values, address, sizeof values,
                          ACL_MEMCPY_DEVICE_TO_HOST),
              ACL_SUCCESS);
    EXPECT_EQ(values, (Table{10, 11, 12, 13}));
    void* again = nullptr;
    EXPECT_EQ(aclrtGetSymbolAddress(kTable, &again), ACL_SUCCESS);
    EXPECT_EQ(again, address);
}

TEST(aclrtGetSymbolAddress, HasAnOverloadForVariables) {
    const SetDevice session;
    void* address = nullptr;
    void* same = nullptr;
    ASSERT_EQ(aclrtGetSymbolAddress(kFactor, &address), ACL_SUCCESS);
    ASSERT_EQ(aclrtGetSymbolAddress(linkedFactor, &same), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(same, address);
}

TEST(aclrtGetSymbolAddress, EachDeviceHasItsOwn) {
    if (deviceCount() < 2) {
        GTEST_SKIP() << "needs two devices";
    }
    const SetDevice first(0);
    void* onFirst = nullptr;
    ASSERT_EQ(aclrtGetSymbolAddress(kTable, &onFirst), ACL_SUCCESS);
    const SetDevice second(1);
    void* onSecond = nullptr;
    ASSERT_EQ(aclrtGetSymbolAddress(kTable, &onSecond), ACL_SUCCESS);
    EXPECT_NE(onFirst, onSecond);
}

TEST(aclrtGetSymbolAddress, BadArgumentsAreRefused) {
    const SetDevice session;
    void* address = &address;
    expectNeedsSymbol(kName,
                      [&](const void* symbol) { return aclrtGetSymbolAddress(symbol, &address); });
    EXPECT_EQ(address, &address);
    EXPECT_TRUE(
        refusedArgument(kName, "devPtr", [] { return aclrtGetSymbolAddress(kTable, nullptr); }));
}

TEST(aclrtGetSymbolAddress, NeedsAContext) {
    void* address = nullptr;
    expectNeedsContext(kName, [&] { return aclrtGetSymbolAddress(kTable, &address); });
}

}  // namespace
}  // namespace belay::test::aclrtGetSymbolAddress_test
