#include "base/bounded_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <limits>

namespace belay {
namespace {

using testing::HasSubstr;

constexpr std::array<std::byte, 8> kBytes = {std::byte{1}, std::byte{2},   std::byte{3},
                                             std::byte{4}, std::byte{'h'}, std::byte{'i'},
                                             std::byte{0}, std::byte{9}};

BoundedReader reader() {
    return {kBytes, Code::kParseModel};
}

TEST(BoundedReader, ReadsLittleEndianNumbersInOrder) {
    BoundedReader bytes = reader();
    EXPECT_EQ(bytes.read<uint16_t>("a").value(), 0x0201);
    EXPECT_EQ(bytes.read<uint8_t>("b").value(), 3);
    EXPECT_EQ(bytes.offset(), 3U);
    EXPECT_EQ(bytes.remaining(), 5U);
}

TEST(BoundedReader, AReadPastTheEndFailsAndMovesNothing) {
    BoundedReader bytes = reader();
    ASSERT_TRUE(bytes.seek(6, "start").isOk());
    const auto result = bytes.read<uint32_t>("the length field");
    EXPECT_EQ(result.status().code(), Code::kParseModel);
    EXPECT_THAT(std::string(result.status().message()), HasSubstr("the length field"));
    EXPECT_EQ(bytes.offset(), 6U);
}

TEST(BoundedReader, TakesAndSlicesViews) {
    BoundedReader bytes = reader();
    EXPECT_EQ(bytes.take(4, "head").value().size(), 4U);
    EXPECT_FALSE(bytes.take(5, "rest").isOk());
    EXPECT_EQ(bytes.slice(8, 0, "nothing at the end").value().size(), 0U);
    EXPECT_FALSE(bytes.slice(9, 0, "beyond the end").isOk());
}

TEST(BoundedReader, SizesThatWrapAreRefused) {
    BoundedReader bytes = reader();
    constexpr uint64_t kHuge = std::numeric_limits<uint64_t>::max();
    ASSERT_TRUE(bytes.seek(4, "middle").isOk());
    EXPECT_FALSE(bytes.slice(2, kHuge, "x").isOk());
    EXPECT_FALSE(bytes.slice(kHuge, 2, "x").isOk());
    EXPECT_FALSE(bytes.slice(kHuge, kHuge, "x").isOk());
    EXPECT_FALSE(bytes.take(kHuge - 1, "x").isOk());
    EXPECT_FALSE(bytes.seek(kHuge, "x").isOk());
    EXPECT_EQ(bytes.offset(), 4U);
}

TEST(BoundedReader, TextEndsAtItsTerminatorWhichMustBeThere) {
    const BoundedReader bytes = reader();
    EXPECT_EQ(bytes.textAt(4, "name").value(), "hi");
    EXPECT_EQ(bytes.textAt(6, "empty").value(), "");
    EXPECT_FALSE(bytes.textAt(7, "unterminated").isOk());
    EXPECT_FALSE(bytes.textAt(8, "outside").isOk());
}

TEST(BoundedReader, NoBytesAreReadFromNothing) {
    BoundedReader bytes({}, Code::kParseModel);
    EXPECT_FALSE(bytes.read<uint8_t>("x").isOk());
    EXPECT_FALSE(bytes.textAt(0, "x").isOk());
    EXPECT_TRUE(bytes.take(0, "x").isOk());
}

}  // namespace
}  // namespace belay
