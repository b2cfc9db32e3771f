#include <gtest/gtest.h>

#include <string>

#include "support/refusal.h"
#include "support/threads.h"

namespace belay::test::aclsysGetVersionNum_test {
namespace {

// Release 9.1.0 of the packages, as one number.
constexpr int32_t kNumber = 90'100'000;

TEST(aclsysGetVersionNum, PackagesThatAreProvidedHaveTheSameNumber) {
    for (std::string name : {"cann", "runtime", "compiler", "toolkit", "opp", "opp_kernel"}) {
        int32_t number = -1;
        EXPECT_EQ(aclsysGetVersionNum(name.data(), &number), ACL_SUCCESS) << name;
        EXPECT_EQ(number, kNumber);
    }
}

TEST(aclsysGetVersionNum, PackagesThatAreNotInstalledAreRefused) {
    for (std::string name : {"driver", "hccl", "", "Runtime", "runtime ", "no such package"}) {
        int32_t number = -1;
        EXPECT_TRUE(refusedWith(ACL_ERROR_INVALID_FILE, "aclsysGetVersionNum", "'pkgName'",
                                [&] { return aclsysGetVersionNum(name.data(), &number); }));
        EXPECT_EQ(number, -1);
    }
}

TEST(aclsysGetVersionNum, EachNullArgumentIsRefused) {
    std::string name = "runtime";
    int32_t number = -1;
    EXPECT_TRUE(refused("aclsysGetVersionNum", "pkgName",
                        [&] { return aclsysGetVersionNum(nullptr, &number); }));
    EXPECT_EQ(number, -1);
    EXPECT_TRUE(refused("aclsysGetVersionNum", "versionNum",
                        [&] { return aclsysGetVersionNum(name.data(), nullptr); }));
}

TEST(aclsysGetVersionNum, ManyThreadsMayAskAtOnce) {
    onThreads(8, [](size_t) {
        std::string name = "cann";
        for (int i = 0; i < 500; ++i) {
            int32_t number = -1;
            ASSERT_EQ(aclsysGetVersionNum(name.data(), &number), ACL_SUCCESS);
            ASSERT_EQ(number, kNumber);
        }
    });
}

}  // namespace
}  // namespace belay::test::aclsysGetVersionNum_test
