#include <gtest/gtest.h>

#include <memory>

#include "acl/acl_rt.h"
#include "support/refusal.h"

namespace belay::test::aclrtSetStreamConfigOpt_test {
namespace {

constexpr const char* kName = "aclrtSetStreamConfigOpt";

struct DestroyConfig {
    void operator()(aclrtStreamConfigHandle* handle) const {
        EXPECT_EQ(aclrtDestroyStreamConfigHandle(handle), ACL_SUCCESS);
    }
};

using OwnedConfig = std::unique_ptr<aclrtStreamConfigHandle, DestroyConfig>;

OwnedConfig makeConfig() {
    return OwnedConfig(aclrtCreateStreamConfigHandle());
}

TEST(aclrtSetStreamConfigOpt, SetsEachProperty) {
    const OwnedConfig config = makeConfig();
    char memory = 0;
    void* address = &memory;
    const size_t size = 4096;
    const size_t flag = ACL_STREAM_FAST_LAUNCH;
    const uint32_t priority = 5;
    aclrtStreamConfigHandle* handle = config.get();
    EXPECT_EQ(
        aclrtSetStreamConfigOpt(handle, ACL_RT_STREAM_WORK_ADDR_PTR, &address, sizeof(address)),
        ACL_SUCCESS);
    EXPECT_EQ(aclrtSetStreamConfigOpt(handle, ACL_RT_STREAM_WORK_SIZE, &size, sizeof(size)),
              ACL_SUCCESS);
    EXPECT_EQ(aclrtSetStreamConfigOpt(handle, ACL_RT_STREAM_FLAG, &flag, sizeof(flag)),
              ACL_SUCCESS);
    EXPECT_EQ(aclrtSetStreamConfigOpt(handle, ACL_RT_STREAM_PRIORITY, &priority, sizeof(priority)),
              ACL_SUCCESS);
    EXPECT_EQ(config->workptr, address);
    EXPECT_EQ(config->workSize, size);
    EXPECT_EQ(config->flag, flag);
    EXPECT_EQ(config->priority, priority);
}

TEST(aclrtSetStreamConfigOpt, WrongSizesAreRefused) {
    const OwnedConfig config = makeConfig();
    const std::array<char, 16> value{};
    for (const size_t size : {size_t{0}, size_t{3}, size_t{16}, SIZE_MAX}) {
        for (const auto attribute : {ACL_RT_STREAM_WORK_ADDR_PTR, ACL_RT_STREAM_WORK_SIZE,
                                     ACL_RT_STREAM_FLAG, ACL_RT_STREAM_PRIORITY}) {
            EXPECT_TRUE(refused(kName, "valueSize", [&] {
                return aclrtSetStreamConfigOpt(config.get(), attribute, value.data(), size);
            }));
        }
    }
    EXPECT_TRUE(refused(kName, "valueSize", [&] {
        return aclrtSetStreamConfigOpt(config.get(), ACL_RT_STREAM_PRIORITY, value.data(), 8);
    }));
    EXPECT_TRUE(refused(kName, "valueSize", [&] {
        return aclrtSetStreamConfigOpt(config.get(), ACL_RT_STREAM_FLAG, value.data(), 4);
    }));
}

TEST(aclrtSetStreamConfigOpt, UnknownPropertiesAreRefused) {
    const OwnedConfig config = makeConfig();
    const uint32_t value = 1;
    for (const int attribute : {4, 100, -1}) {
        EXPECT_TRUE(refused(kName, "attr", [&] {
            return aclrtSetStreamConfigOpt(config.get(), enumOf<aclrtStreamConfigAttr>(attribute),
                                           &value, sizeof(value));
        }));
    }
}

TEST(aclrtSetStreamConfigOpt, NullsAreRefused) {
    const OwnedConfig config = makeConfig();
    const uint32_t value = 1;
    EXPECT_TRUE(refused(kName, "handle", [&] {
        return aclrtSetStreamConfigOpt(nullptr, ACL_RT_STREAM_PRIORITY, &value, sizeof(value));
    }));
    EXPECT_TRUE(refused(kName, "attrValue", [&] {
        return aclrtSetStreamConfigOpt(config.get(), ACL_RT_STREAM_PRIORITY, nullptr,
                                       sizeof(value));
    }));
    EXPECT_EQ(config->priority, 0U);
}

}  // namespace
}  // namespace belay::test::aclrtSetStreamConfigOpt_test
