#include <gtest/gtest.h>

#include <set>

#include "acl/acl_rt.h"
#include "support/fresh_process.h"
#include "support/memory_use.h"
#include "support/threads.h"

namespace belay::test::aclrtCreateStreamConfigHandle_test {
namespace {

TEST(aclrtCreateStreamConfigHandle, HasDefaultValues) {
    aclrtStreamConfigHandle* handle = aclrtCreateStreamConfigHandle();
    ASSERT_NE(handle, nullptr);
    EXPECT_EQ(handle->workptr, nullptr);
    EXPECT_EQ(handle->workSize, 0U);
    EXPECT_EQ(handle->flag, 0U);
    EXPECT_EQ(handle->priority, 0U);
    EXPECT_EQ(aclrtDestroyStreamConfigHandle(handle), ACL_SUCCESS);
}

TEST(aclrtCreateStreamConfigHandle, ThreadsGetDifferentOnes) {
    onThreads(8, [](size_t) {
        std::set<aclrtStreamConfigHandle*> handles;
        for (int i = 0; i < 50; ++i) {
            handles.insert(aclrtCreateStreamConfigHandle());
        }
        EXPECT_EQ(handles.size(), 50U);
        for (aclrtStreamConfigHandle* handle : handles) {
            EXPECT_EQ(aclrtDestroyStreamConfigHandle(handle), ACL_SUCCESS);
        }
    });
}

TEST(aclrtCreateStreamConfigHandle, MemoryIsReleased) {
    expectEndsWell(
        [] {
            const auto createAndDestroy = [](int count) {
                for (int i = 0; i < count; ++i) {
                    aclrtDestroyStreamConfigHandle(aclrtCreateStreamConfigHandle());
                }
            };
            createAndDestroy(20'000);
            const size_t before = residentBytes();
            createAndDestroy(200'000);
            EXPECT_LT(residentBytes(), before + kMemorySlack);
        },
        {.environment = {{"ASAN_OPTIONS", "quarantine_size_mb=1"}}});
}

}  // namespace
}  // namespace belay::test::aclrtCreateStreamConfigHandle_test
