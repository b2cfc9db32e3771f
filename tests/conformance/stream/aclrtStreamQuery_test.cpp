#include <gtest/gtest.h>

#include "support/device.h"
#include "support/device_refusals.h"

namespace belay::test::aclrtStreamQuery_test {
namespace {

constexpr const char* kName = "aclrtStreamQuery";

TEST(aclrtStreamQuery, TellsWhetherWorkIsPending) {
    const SetDevice session;
    HeldStream held;
    EXPECT_TRUE(isBusy(held.get()));
    held.open();
    held.synchronize();
    EXPECT_FALSE(isBusy(held.get()));
}

TEST(aclrtStreamQuery, NullIsTheDefaultStream) {
    const SetDevice session;
    EXPECT_FALSE(isBusy(nullptr));
    Gate gate;
    gate.hold(nullptr);
    EXPECT_TRUE(isBusy(nullptr));
    gate.open();
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    EXPECT_FALSE(isBusy(nullptr));
}

TEST(aclrtStreamQuery, WorksWithoutAContext) {
    const SetDevice session;
    const OwnedStream stream;
    onThreadWithoutContext([&] {
        aclrtStreamStatus value{};
        EXPECT_EQ(aclrtStreamQuery(stream.get(), &value), ACL_SUCCESS);
    });
}

TEST(aclrtStreamQuery, NullForTheAnswerIsRefused) {
    const SetDevice session;
    EXPECT_TRUE(refused(kName, "status", [] { return aclrtStreamQuery(nullptr, nullptr); }));
}

TEST(aclrtStreamQuery, WhatIsNoLiveStreamIsRefused) {
    const SetDevice session;
    expectNeedsStream(kName, [](aclrtStream stream) {
        auto value = enumOf<aclrtStreamStatus>(42);
        const aclError result = aclrtStreamQuery(stream, &value);
        EXPECT_EQ(static_cast<int>(value), 42);
        return result;
    });
}

TEST(aclrtStreamQuery, NullNeedsAContext) {
    expectNeedsContext(kName, [] {
        aclrtStreamStatus value{};
        return aclrtStreamQuery(nullptr, &value);
    });
}

}  // namespace
}  // namespace belay::test::aclrtStreamQuery_test
