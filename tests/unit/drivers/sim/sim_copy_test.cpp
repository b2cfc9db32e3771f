#include "drivers/sim/sim_copy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <vector>

namespace belay::sim {
namespace {

constexpr size_t kMiB = size_t{1} << 20;
constexpr size_t kEdge = 128;  // bytes before and after the target that must stay as they are

std::vector<unsigned char> pattern(size_t bytes) {
    std::vector<unsigned char> data(bytes);
    unsigned value = 1;
    for (unsigned char& byte : data) {
        value = value * 1664525 + 1013904223;
        byte = static_cast<unsigned char>(value >> 24);
    }
    return data;
}

TEST(SimCopy, EverySizeAndAlignmentArrivesWholeAndTouchesNothingElse) {
    const std::vector<unsigned char> source = pattern(9 * kMiB + 64);
    std::vector<unsigned char> target(9 * kMiB + 2 * kEdge + 64);
    // Around each change of method.
    for (const size_t bytes :
         {size_t{0}, size_t{1}, size_t{63}, size_t{4097}, kMiB - 1, kMiB, kMiB + 1, 8 * kMiB - 1,
          8 * kMiB, 8 * kMiB + 1, 8 * kMiB + 63, 9 * kMiB}) {
        for (const size_t shift : {size_t{0}, size_t{1}, size_t{31}, size_t{63}}) {
            std::fill(target.begin(), target.end(), static_cast<unsigned char>(0xEE));
            unsigned char* start = target.data() + kEdge + shift;
            copyBytes(start, source.data() + (shift + 7) % 64, bytes);
            ASSERT_EQ(std::memcmp(start, source.data() + (shift + 7) % 64, bytes), 0)
                << bytes << " bytes, shift " << shift;
            const auto isUntouched = [](unsigned char byte) { return byte == 0xEE; };
            ASSERT_TRUE(std::all_of(target.data(), start, isUntouched)) << bytes;
            ASSERT_TRUE(std::all_of(start + bytes, target.data() + target.size(), isUntouched))
                << bytes;
        }
    }
}

TEST(SimCopy, OverlappingRangesCopyAsIfThroughABuffer) {
    for (const size_t bytes : {size_t{100}, 2 * kMiB, 9 * kMiB}) {
        for (const size_t distance : {size_t{1}, size_t{64}, bytes - 1}) {
            const std::vector<unsigned char> original = pattern(bytes + distance);
            std::vector<unsigned char> forward = original;
            copyBytes(forward.data() + distance, forward.data(), bytes);
            ASSERT_EQ(std::memcmp(forward.data() + distance, original.data(), bytes), 0);
            std::vector<unsigned char> backward = original;
            copyBytes(backward.data(), backward.data() + distance, bytes);
            ASSERT_EQ(std::memcmp(backward.data(), original.data() + distance, bytes), 0);
        }
    }
}

TEST(SimCopy, ACopyOntoItselfChangesNothing) {
    const std::vector<unsigned char> original = pattern(2 * kMiB);
    std::vector<unsigned char> data = original;
    copyBytes(data.data(), data.data(), data.size());
    EXPECT_EQ(data, original);
}

}  // namespace
}  // namespace belay::sim
