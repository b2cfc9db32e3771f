#include "runtime/kernel_buffers.h"

#include <gtest/gtest.h>

namespace belay {
namespace {

TEST(KernelBuffers, SizesAreRaisedAndRounded) {
    EXPECT_EQ(effectiveSize(KernelBuffer::kAicoreStack, 1), 32U << 10);
    EXPECT_EQ(effectiveSize(KernelBuffer::kAicoreStack, (32U << 10) + 1), 48U << 10);
    EXPECT_EQ(effectiveSize(KernelBuffer::kSimtStack, 1153), 1280U);
    EXPECT_EQ(effectiveSize(KernelBuffer::kSimdPrintfFifo, 1025), 1032U);
    EXPECT_EQ(effectiveSize(KernelBuffer::kSimtPrintfFifo, 1), 1U << 20);
}

TEST(KernelBuffers, NothingAndTooMuchCannotBeHad) {
    for (uint32_t number = 0; number < kKernelBufferCount; ++number) {
        const auto buffer = static_cast<KernelBuffer>(number);
        EXPECT_EQ(effectiveSize(buffer, 0), std::nullopt);
        EXPECT_EQ(effectiveSize(buffer, ruleOf(buffer).mostBytes), ruleOf(buffer).mostBytes);
        EXPECT_EQ(effectiveSize(buffer, ruleOf(buffer).mostBytes + 1), std::nullopt);
        EXPECT_EQ(effectiveSize(buffer, UINT64_MAX), std::nullopt);
    }
}

}  // namespace
}  // namespace belay
