#include <gtest/gtest.h>

#include <array>
#include <string>

#include "support/refusal.h"
#include "support/threads.h"

namespace belay::test::aclsysGetVersionStr_test {
namespace {

using Text = std::array<char, ACL_PKG_VERSION_MAX_SIZE>;

Text untouched() {
    Text text{};
    text.fill('x');
    return text;
}

TEST(aclsysGetVersionStr, PackagesThatAreProvidedHaveTheSameVersion) {
    for (std::string name : {"cann", "runtime", "compiler", "toolkit", "opp", "opp_kernel"}) {
        Text text = untouched();
        EXPECT_EQ(aclsysGetVersionStr(name.data(), text.data()), ACL_SUCCESS) << name;
        EXPECT_STREQ(text.data(), "9.1.0");
    }
}

TEST(aclsysGetVersionStr, AgreesWithTheOtherWaysToAsk) {
    std::string name = "runtime";
    Text text = untouched();
    aclCANNPackageVersion version{};
    ASSERT_EQ(aclsysGetVersionStr(name.data(), text.data()), ACL_SUCCESS);
    ASSERT_EQ(aclsysGetCANNVersion(ACL_PKG_NAME_RUNTIME, &version), ACL_SUCCESS);
    EXPECT_STREQ(text.data(), version.version);
}

TEST(aclsysGetVersionStr, NameIsNotChanged) {
    std::string name = "runtime";
    Text text = untouched();
    aclsysGetVersionStr(name.data(), text.data());
    EXPECT_EQ(name, "runtime");
}

TEST(aclsysGetVersionStr, PackagesThatAreNotInstalledAreRefused) {
    for (std::string name : {"driver", "hccl", "", "Runtime", "runtime ", "no such package"}) {
        Text text = untouched();
        EXPECT_TRUE(refusedWith(ACL_ERROR_INVALID_FILE, "aclsysGetVersionStr", "'pkgName'",
                                [&] { return aclsysGetVersionStr(name.data(), text.data()); }));
        EXPECT_EQ(text, untouched());
    }
}

TEST(aclsysGetVersionStr, EachNullArgumentIsRefused) {
    std::string name = "runtime";
    Text text = untouched();
    EXPECT_TRUE(refused("aclsysGetVersionStr", "pkgName",
                        [&] { return aclsysGetVersionStr(nullptr, text.data()); }));
    EXPECT_EQ(text, untouched());
    EXPECT_TRUE(refused("aclsysGetVersionStr", "versionStr",
                        [&] { return aclsysGetVersionStr(name.data(), nullptr); }));
}

TEST(aclsysGetVersionStr, ManyThreadsMayAskAtOnce) {
    onThreads(8, [](size_t) {
        std::string name = "cann";
        for (int i = 0; i < 200; ++i) {
            Text text = untouched();
            ASSERT_EQ(aclsysGetVersionStr(name.data(), text.data()), ACL_SUCCESS);
            ASSERT_STREQ(text.data(), "9.1.0");
        }
    });
}

}  // namespace
}  // namespace belay::test::aclsysGetVersionStr_test
