// Streams that go on for very long.
#include <gtest/gtest.h>

#include <cstddef>

#include "acl/acl.h"
#include "support/memory_use.h"
#include "support/sanitizers.h"

namespace belay::test::aclrtSynchronizeStream_endless_test {
namespace {

// More than a hundred times round the task ids, and five thousand times round the ring; with
// sanitizers twice round the task ids.
constexpr size_t kEntries = kIsSanitized ? 150'000 : 10'000'000;

void submit(aclrtStream stream, aclrtEvent event, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        ASSERT_EQ(aclrtRecordEvent(event, stream), ACL_SUCCESS);
    }
    ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
}

TEST(aclrtSynchronizeStream, TenMillionEntriesLeaveNoMemoryBehind) {
    if (kIsAddressSanitized) {
        GTEST_SKIP() << "the sanitizer keeps freed memory for a while";
    }
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    aclrtStream stream = nullptr;
    aclrtEvent event = nullptr;
    ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
    ASSERT_EQ(aclrtCreateEvent(&event), ACL_SUCCESS);
    submit(stream, event, kEntries / 10);
    const size_t before = residentBytes();
    submit(stream, event, kEntries);
    EXPECT_LT(residentBytes(), before + kMemorySlack);
    EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
    EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
}

}  // namespace
}  // namespace belay::test::aclrtSynchronizeStream_endless_test
