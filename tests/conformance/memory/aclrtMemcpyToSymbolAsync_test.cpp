#include "support/symbols.h"

namespace belay::test::aclrtMemcpyToSymbolAsync_test {
namespace {

constexpr const char* kName = "aclrtMemcpyToSymbolAsync";

TEST(aclrtMemcpyToSymbolAsync, WritesAnyPart) {
    const SetDevice session;
    const OwnedStream stream;
    const Table values = {1, 2, 3, 4};
    ASSERT_EQ(aclrtMemcpyToSymbolAsync(&linkedTable, values.data(), sizeof values, 0,
                                       ACL_MEMCPY_HOST_TO_DEVICE, stream.get()),
              ACL_SUCCESS)
        << recentMessage();
    ASSERT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    EXPECT_EQ(tableOnDevice(), values);
    const uint32_t one = 9;
    ASSERT_EQ(aclrtMemcpyToSymbolAsync(&linkedTable, &one, sizeof one, 4, ACL_MEMCPY_DEFAULT,
                                       stream.get()),
              ACL_SUCCESS);
    ASSERT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    EXPECT_EQ(tableOnDevice(), (Table{1, 9, 3, 4}));
}

TEST(aclrtMemcpyToSymbolAsync, WhatTheProgramHasStays) {
    const SetDevice session;
    const OwnedStream stream;
    const uint64_t five = 5;
    ASSERT_EQ(aclrtMemcpyToSymbolAsync(&linkedFactor, &five, sizeof five, 0,
                                       ACL_MEMCPY_HOST_TO_DEVICE, stream.get()),
              ACL_SUCCESS);
    ASSERT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    EXPECT_EQ(linkedFactor, 0) << "the host's variable only names the device's";
}

TEST(aclrtMemcpyToSymbolAsync, NothingIsCopiedForCountZero) {
    const SetDevice session;
    const OwnedStream stream;
    const uint32_t one = 5;
    EXPECT_EQ(aclrtMemcpyToSymbolAsync(&linkedTable, &one, 0, 0, ACL_MEMCPY_DEFAULT, stream.get()),
              ACL_SUCCESS);
    ASSERT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    EXPECT_EQ(tableOnDevice(), (Table{10, 11, 12, 13}));
}

TEST(aclrtMemcpyToSymbolAsync, BadArgumentsAreRefused) {
    const SetDevice session;
    const OwnedStream stream;
    const Table values = {1, 2, 3, 4};
    const auto call = [&](const void* symbol, const void* source, size_t count, size_t offset,
                          int kind) {
        return aclrtMemcpyToSymbolAsync(symbol, source, count, offset,
                                        enumOf<aclrtMemcpyKind>(kind), stream.get());
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

TEST(aclrtMemcpyToSymbolAsync, NeedsAStreamOfTheContext) {
    const SetDevice session;
    uint32_t one = 0;
    const auto call = [&](aclrtStream stream) {
        return aclrtMemcpyToSymbolAsync(&linkedTable, &one, 4, 0, ACL_MEMCPY_DEFAULT, stream);
    };
    expectNeedsStream(kName, call);
    expectRefusesStreamOfOtherContext(kName, call);
}

TEST(aclrtMemcpyToSymbolAsync, NeedsAContext) {
    uint32_t one = 0;
    expectNeedsContext(kName, [&] {
        return aclrtMemcpyToSymbolAsync(&linkedTable, &one, 4, 0, ACL_MEMCPY_DEFAULT, nullptr);
    });
}

}  // namespace
}  // namespace belay::test::aclrtMemcpyToSymbolAsync_test
