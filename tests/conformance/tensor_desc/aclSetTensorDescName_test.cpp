#include <gtest/gtest.h>

#include <string>

#include "support/bad_handles.h"

namespace belay::test::aclSetTensorDescName_test {
namespace {

TEST(aclSetTensorDescName, NameIsCopied) {
    const OwnedDesc desc = makeDesc();
    std::string name = "x0";
    forgetErrors();
    aclSetTensorDescName(desc.get(), name.c_str());
    name = "changed";
    EXPECT_STREQ(aclGetTensorDescName(desc.get()), "x0");
    EXPECT_TRUE(nothingFailed());
}

TEST(aclSetTensorDescName, LaterNameReplacesTheEarlier) {
    const OwnedDesc desc = makeDesc();
    aclSetTensorDescName(desc.get(), "short");
    const std::string longName(10'000, 'n');
    aclSetTensorDescName(desc.get(), longName.c_str());
    EXPECT_EQ(aclGetTensorDescName(desc.get()), longName);
    aclSetTensorDescName(desc.get(), "y");
    EXPECT_STREQ(aclGetTensorDescName(desc.get()), "y");
}

TEST(aclSetTensorDescName, NullNameIsAnEmptyName) {
    const OwnedDesc desc = makeDesc();
    aclSetTensorDescName(desc.get(), "x0");
    const char* name = aclGetTensorDescName(desc.get());
    aclSetTensorDescName(desc.get(), nullptr);
    EXPECT_STREQ(aclGetTensorDescName(desc.get()), "");
    // Old applications look again at what they got before.
    EXPECT_STREQ(name, "");
}

TEST(aclSetTensorDescName, OwnNameMayBeSetAgain) {
    const OwnedDesc desc = makeDesc();
    aclSetTensorDescName(desc.get(), "prefix_x0");
    aclSetTensorDescName(desc.get(), aclGetTensorDescName(desc.get()) + 7);
    EXPECT_STREQ(aclGetTensorDescName(desc.get()), "x0");
}

TEST(aclSetTensorDescName, NullDescriptionDoesNothing) {
    forgetErrors();
    aclSetTensorDescName(nullptr, "x0");
    EXPECT_TRUE(nothingFailed());
}

TEST(aclSetTensorDescName, WhatIsNoLiveDescriptionIsRefused) {
    forEachBadHandle<aclTensorDesc>([](aclTensorDesc* bad) {
        EXPECT_TRUE(refusedSilently("aclSetTensorDescName", "desc",
                                    [&] { aclSetTensorDescName(bad, "x"); }));
    });
}

TEST(aclSetTensorDescName, DifferentDescriptionsAreIndependent) {
    onThreads(4, [](size_t thread) {
        const OwnedDesc desc = makeDesc();
        for (int i = 0; i < 500; ++i) {
            const std::string name = std::to_string(thread) + "_" + std::to_string(i);
            aclSetTensorDescName(desc.get(), name.c_str());
            ASSERT_EQ(aclGetTensorDescName(desc.get()), name);
        }
    });
}

TEST(aclSetTensorDescName, RacingDestroyIsHarmless) {
    raceDestroyAgainst<aclTensorDesc>(
        [](aclTensorDesc* desc) { aclSetTensorDescName(desc, "a name that needs an allocation"); });
}

}  // namespace
}  // namespace belay::test::aclSetTensorDescName_test
