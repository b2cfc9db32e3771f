#include "support/symbols.h"

namespace belay::test::aclrtMemcpyToSymbol_test {
namespace {

constexpr const char* kName = "aclrtMemcpyToSymbol";

TEST(aclrtMemcpyToSymbol, WritesAnyPart) {
    const SetDevice session;
    const Table values = {1, 2, 3, 4};
    ASSERT_EQ(aclrtMemcpyToSymbol(&linkedTable, values.data(), sizeof values, 0,
                                  ACL_MEMCPY_HOST_TO_DEVICE),
              ACL_SUCCESS)
        << recentMessage();
    EXPECT_EQ(tableOnDevice(), values);
    const uint32_t one = 9;
    ASSERT_EQ(aclrtMemcpyToSymbol(&linkedTable, &one, sizeof one, 4, ACL_MEMCPY_DEFAULT),
              ACL_SUCCESS);
    EXPECT_EQ(tableOnDevice(), (Table{1, 9, 3, 4}));
}

TEST(aclrtMemcpyToSymbol, WhatTheProgramHasStays) {
    const SetDevice session;
    const uint64_t five = 5;
    ASSERT_EQ(aclrtMemcpyToSymbol(&linkedFactor, &five, sizeof five, 0, ACL_MEMCPY_HOST_TO_DEVICE),
              ACL_SUCCESS);
    EXPECT_EQ(linkedFactor, 0) << "the host's variable only names the device's";
}

TEST(aclrtMemcpyToSymbol, NothingIsCopiedForCountZero) {
    const SetDevice session;
    const uint32_t one = 5;
    EXPECT_EQ(aclrtMemcpyToSymbol(&linkedTable, &one, 0, 0, ACL_MEMCPY_DEFAULT), ACL_SUCCESS);
    EXPECT_EQ(tableOnDevice(), (Table{10, 11, 12, 13}));
}

TEST(aclrtMemcpyToSymbol, BadArgumentsAreRefused) {
    const SetDevice session;
    const Table values = {1, 2, 3, 4};
    const auto call = [&](const void* symbol, const void* source, size_t count, size_t offset,
                          int kind) {
        return aclrtMemcpyToSymbol(symbol, source, count, offset, enumOf<aclrtMemcpyKind>(kind));
    };
    EXPECT_TRUE(
        refusedArgument(kName, "src", [&] { return call(&linkedTable, nullptr, 4, 0, 1); }));
    for (const int kind : {0, 2, 3}) {
        EXPECT_TRUE(refusedArgument(kName, "kind",
                                    [&] { return call(&linkedTable, &values, 4, 0, kind); }));
    }
    EXPECT_TRUE(refused(kName, "kind", [&] { return call(&linkedTable, &values, 4, 0, 99); }));
    expectNeedsSymbol(kName, [&](const void* symbol) { return call(symbol, &values, 4, 0, 1); });
    expectStaysInside(kName, [&](size_t count, size_t offset) {
        return call(&linkedTable, &values, count, offset, 1);
    });
    EXPECT_EQ(tableOnDevice(), (Table{10, 11, 12, 13}));
}

TEST(aclrtMemcpyToSymbol, NeedsAContext) {
    uint32_t one = 0;
    expectNeedsContext(
        kName, [&] { return aclrtMemcpyToSymbol(&linkedTable, &one, 4, 0, ACL_MEMCPY_DEFAULT); });
}

}  // namespace
}  // namespace belay::test::aclrtMemcpyToSymbol_test
