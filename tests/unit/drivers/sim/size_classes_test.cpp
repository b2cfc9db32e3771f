#include "drivers/sim/size_classes.h"

#include <gtest/gtest.h>

namespace belay::sim {
namespace {

TEST(SizeClasses, GrowAndKeepTheAlignment) {
    for (size_t index = 0; index < kClassCount; ++index) {
        EXPECT_EQ(classBytes(index) % kBlockAlignment, 0U) << index;
        if (index > 0) {
            EXPECT_GT(classBytes(index), classBytes(index - 1)) << index;
        }
    }
}

TEST(SizeClasses, EverySizeGetsTheSmallestClassThatHoldsIt) {
    for (uint64_t bytes = 1; bytes <= kLargestShared; ++bytes) {
        const size_t index = classOf(bytes);
        ASSERT_LT(index, kClassCount) << bytes;
        ASSERT_GE(classBytes(index), bytes);
        ASSERT_TRUE(index == 0 || classBytes(index - 1) < bytes) << bytes;
    }
}

TEST(SizeClasses, ChunksHoldTheBytes) {
    EXPECT_EQ(chunksFor(kLargestShared + 1), 1U);
    EXPECT_EQ(chunksFor(kChunkBytes), 1U);
    EXPECT_EQ(chunksFor(kChunkBytes + 1), 2U);
}

TEST(SizeClasses, ThoseOfWholePagesArePages) {
    for (uint64_t bytes = 4096; bytes <= kLargestShared; bytes += 4096) {
        EXPECT_EQ(classBytes(classOf(bytes)) % 4096, 0U) << bytes;
    }
}

}  // namespace
}  // namespace belay::sim
