#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "support/refusal.h"
#include "support/threads.h"

namespace belay::test::aclsysGetCANNVersion_test {
namespace {

aclCANNPackageVersion untouched() {
    aclCANNPackageVersion version{};
    std::memset(&version, 'x', sizeof(version));
    return version;
}

bool isUntouched(const aclCANNPackageVersion& version) {
    const aclCANNPackageVersion expected = untouched();
    return std::memcmp(&version, &expected, sizeof(version)) == 0;
}

TEST(aclsysGetCANNVersion, PackagesThatAreProvidedHaveTheSameVersion) {
    for (const aclCANNPackageName name :
         {ACL_PKG_NAME_CANN, ACL_PKG_NAME_RUNTIME, ACL_PKG_NAME_COMPILER, ACL_PKG_NAME_TOOLKIT,
          ACL_PKG_NAME_OPP, ACL_PKG_NAME_OPP_KERNEL}) {
        aclCANNPackageVersion version = untouched();
        ASSERT_EQ(aclsysGetCANNVersion(name, &version), ACL_SUCCESS) << "package " << name;
        EXPECT_STREQ(version.version, "9.1.0");
        EXPECT_STREQ(version.majorVersion, "9");
        EXPECT_STREQ(version.minorVersion, "1");
        EXPECT_STREQ(version.releaseVersion, "0");
        EXPECT_STREQ(version.patchVersion, "0");
        EXPECT_EQ(std::string(version.reserved, sizeof(version.reserved)),
                  std::string(sizeof(version.reserved), '\0'));
    }
}

TEST(aclsysGetCANNVersion, PackagesThatAreNotProvidedAreNotInstalled) {
    for (const aclCANNPackageName name : {ACL_PKG_NAME_HCCL, ACL_PKG_NAME_DRIVER}) {
        aclCANNPackageVersion version = untouched();
        EXPECT_TRUE(refusedWith(ACL_ERROR_INVALID_FILE, "aclsysGetCANNVersion", "'name'",
                                [&] { return aclsysGetCANNVersion(name, &version); }));
        EXPECT_TRUE(isUntouched(version));
    }
}

TEST(aclsysGetCANNVersion, UnknownPackagesAreRefused) {
    aclCANNPackageVersion version = untouched();
    for (const int name : {8, 1000, -1}) {
        EXPECT_TRUE(refused("aclsysGetCANNVersion", "name", [&] {
            return aclsysGetCANNVersion(enumOf<aclCANNPackageName>(name), &version);
        }));
    }
    EXPECT_TRUE(isUntouched(version));
}

TEST(aclsysGetCANNVersion, NullResultIsRefused) {
    EXPECT_TRUE(refused("aclsysGetCANNVersion", "version",
                        [] { return aclsysGetCANNVersion(ACL_PKG_NAME_CANN, nullptr); }));
}

TEST(aclsysGetCANNVersion, ManyThreadsMayAskAtOnce) {
    onThreads(8, [](size_t) {
        for (int i = 0; i < 200; ++i) {
            aclCANNPackageVersion version = untouched();
            ASSERT_EQ(aclsysGetCANNVersion(ACL_PKG_NAME_RUNTIME, &version), ACL_SUCCESS);
            ASSERT_STREQ(version.version, "9.1.0");
        }
    });
}

}  // namespace
}  // namespace belay::test::aclsysGetCANNVersion_test
