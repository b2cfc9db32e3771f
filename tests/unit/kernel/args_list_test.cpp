#include "kernel/args_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "support/seed.h"

namespace belay {
namespace {

using testing::HasSubstr;

using Bytes = std::vector<std::byte>;

constexpr ArgsRules kAligned{};
constexpr ArgsRules kPacked{.isPacked = true};
constexpr ArgsRules kAllSystem{.hasSyncBase = true, .hasOverflowAddress = true};

template <typename T>
ArgsList::ParamId append(ArgsList& list, T value) {
    auto id = list.append(&value, sizeof value);
    EXPECT_TRUE(id.isOk()) << id.status().message();
    return std::move(id).value();
}

template <typename T>
T at(const ArgsList& list, size_t offset) {
    T value;
    EXPECT_LE(offset + sizeof value, list.block().size());
    std::memcpy(&value, list.block().data() + offset, sizeof value);
    return value;
}

void finish(ArgsList& list) {
    const Status status = list.finish();
    EXPECT_TRUE(status.isOk()) << status.message();
}

void expectRefused(const Status& status, Code code, const char* text) {
    EXPECT_EQ(status.code(), code);
    EXPECT_THAT(std::string(status.message()), HasSubstr(text));
}

TEST(ArgsList, EachArgumentBeginsAtAMultipleOfEight) {
    ArgsList list(kAligned);
    append(list, uint8_t{1});
    append(list, uint32_t{2});
    append(list, std::array<char, 9>{"structur"});
    append(list, 3.5F);
    finish(list);
    ASSERT_EQ(list.block().size(), 36U);
    EXPECT_EQ(at<uint64_t>(list, 0), 1U) << "with a clear gap";
    EXPECT_EQ(at<uint64_t>(list, 8), 2U);
    EXPECT_STREQ(reinterpret_cast<const char*>(list.block().data() + 16), "structur");
    EXPECT_EQ(at<float>(list, 32), 3.5F);
}

TEST(ArgsList, PackedArgumentsHaveNoGaps) {
    ArgsList list(kPacked);
    append(list, uint8_t{1});
    append(list, uint32_t{2});
    append(list, uint16_t{3});
    finish(list);
    ASSERT_EQ(list.block().size(), 7U);
    EXPECT_EQ(at<uint32_t>(list, 1), 2U);
    EXPECT_EQ(at<uint16_t>(list, 5), 3U);
}

TEST(ArgsList, AnEmptyListCanBeFinished) {
    ArgsList list(kAligned);
    finish(list);
    EXPECT_TRUE(list.block().empty());
    EXPECT_TRUE(list.pointers().empty());
}

TEST(ArgsList, TheSystemsValuesAreFirstAndLast) {
    ArgsList list(kAllSystem);
    append(list, uint32_t{7});
    const auto placeholder = list.appendPlaceholder();
    ASSERT_TRUE(placeholder.isOk());
    ASSERT_TRUE(list.placeholderBuffer(placeholder.value(), 4).isOk());
    finish(list);
    EXPECT_EQ(at<uint64_t>(list, 0), 0U);
    EXPECT_EQ(at<uint32_t>(list, 8), 7U);
    EXPECT_EQ(list.overflowOffset(), 24U);
    ASSERT_EQ(list.pointers().size(), 1U);
    EXPECT_EQ(list.pointers()[0].pointerOffset, 16U);
    EXPECT_EQ(list.pointers()[0].dataOffset, 32U);
    EXPECT_EQ(list.block().size(), 36U);
}

TEST(ArgsList, BuffersOfPlaceholdersComeBehindTheArguments) {
    ArgsList list(kAligned);
    const auto first = list.appendPlaceholder();
    append(list, uint64_t{5});
    const auto second = list.appendPlaceholder();
    // Taken in the other order.
    auto buffer = list.placeholderBuffer(second.value(), 3);
    ASSERT_TRUE(buffer.isOk());
    std::memcpy(buffer.value(), "ab", 3);
    buffer = list.placeholderBuffer(first.value(), 16);
    ASSERT_TRUE(buffer.isOk());
    std::memset(buffer.value(), 'x', 16);
    finish(list);
    ASSERT_EQ(list.pointers().size(), 2U);
    EXPECT_EQ(list.pointers()[0].pointerOffset, 0U);
    EXPECT_EQ(list.pointers()[0].dataOffset, 32U);
    EXPECT_EQ(list.pointers()[1].pointerOffset, 16U);
    EXPECT_EQ(list.pointers()[1].dataOffset, 24U);
    EXPECT_STREQ(reinterpret_cast<const char*>(list.block().data() + 24), "ab");
    EXPECT_EQ(at<char>(list, 47), 'x');
}

TEST(ArgsList, ABufferCanBeTakenAgainAndStaysWhereItIs) {
    ArgsList list(kAligned);
    const auto placeholder = list.appendPlaceholder();
    const auto first = list.placeholderBuffer(placeholder.value(), 100);
    finish(list);
    const auto again = list.placeholderBuffer(placeholder.value(), 100);
    ASSERT_TRUE(again.isOk());
    EXPECT_EQ(first.value(), again.value());
    EXPECT_TRUE(list.isFinished());
    expectRefused(list.placeholderBuffer(placeholder.value(), 99).status(), Code::kRtParamInvalid,
                  "100 bytes already, not of 99");
}

TEST(ArgsList, UpdatesNeedFinishingAgain) {
    ArgsList list(kAligned);
    const auto id = append(list, uint32_t{1});
    finish(list);
    EXPECT_TRUE(list.isFinished());
    const uint32_t value = 2;
    EXPECT_TRUE(list.update(id, &value, sizeof value).isOk());
    EXPECT_FALSE(list.isFinished());
    finish(list);
    EXPECT_EQ(at<uint32_t>(list, 0), 2U);
    finish(list);
    EXPECT_TRUE(list.isFinished());
}

TEST(ArgsList, NothingIsAppendedAfterFinishing) {
    ArgsList list(kAligned);
    finish(list);
    const int value = 0;
    expectRefused(list.append(&value, sizeof value).status(), Code::kRtFeatureNotSupport,
                  "finished");
    expectRefused(list.appendPlaceholder().status(), Code::kRtFeatureNotSupport, "finished");
}

TEST(ArgsList, NothingIsAppendedAfterABufferWasTaken) {
    ArgsList list(kAligned);
    const auto placeholder = list.appendPlaceholder();
    ASSERT_TRUE(list.placeholderBuffer(placeholder.value(), 8).isOk());
    const int value = 0;
    expectRefused(list.append(&value, sizeof value).status(), Code::kRtFeatureNotSupport, "buffer");
}

TEST(ArgsList, HasAtMost128Arguments) {
    ArgsList list(kAligned);
    for (size_t i = 0; i < ArgsList::kMaxParams; ++i) {
        append(list, i);
    }
    const int value = 0;
    expectRefused(list.append(&value, sizeof value).status(), Code::kRtParamInvalid, "128");
    expectRefused(list.appendPlaceholder().status(), Code::kRtParamInvalid, "128");
    finish(list);
    EXPECT_EQ(at<size_t>(list, size_t{127} * 8), 127U);
}

TEST(ArgsList, RefusesWhatIsNoParameterOfIt) {
    ArgsList list(kAligned);
    ArgsList other(kAligned);
    const auto id = append(list, uint32_t{1});
    const auto foreign = append(other, uint32_t{1});
    const auto placeholder = list.appendPlaceholder().value();
    const uint32_t value = 2;
    for (const ArgsList::ParamId bad : {foreign, id + 2, ArgsList::ParamId{0}, ~uint64_t{0}}) {
        expectRefused(list.update(bad, &value, sizeof value), Code::kRtParamInvalid,
                      "no parameter of this list");
        expectRefused(list.placeholderBuffer(bad, 8).status(), Code::kRtParamInvalid,
                      "no parameter of this list");
    }
    expectRefused(list.update(placeholder, &value, sizeof value), Code::kRtParamInvalid,
                  "placeholder");
    expectRefused(list.placeholderBuffer(id, 8).status(), Code::kRtParamInvalid, "no placeholder");
    expectRefused(list.update(id, &value, 2), Code::kRtParamInvalid, "4 bytes, not 2");
    expectRefused(list.finish(), Code::kRtParamInvalid, "parameter 1 is a placeholder without");
}

TEST(ArgsList, StaysInsideItsMemory) {
    Bytes memory(ArgsList::memoryFor(0) + 16, std::byte{0x55});
    const std::span usable = std::span(memory).first(ArgsList::memoryFor(0));
    ArgsList list(kAllSystem, usable);
    const Bytes big(usable.size() - 8 - 8, std::byte{1});
    EXPECT_TRUE(list.append(big.data(), big.size()).isOk());
    const uint64_t value = 0;
    EXPECT_TRUE(list.append(&value, 8).isOk());
    expectRefused(list.append(&value, 1).status(), Code::kRtParamInvalid, "do not fit");
    expectRefused(list.appendPlaceholder().status(), Code::kRtParamInvalid, "do not fit");
    expectRefused(list.finish(), Code::kRtParamInvalid, "8 bytes do not fit");
    EXPECT_FALSE(list.isFinished());
    expectRefused(list.append(&value, SIZE_MAX).status(), Code::kRtParamInvalid, "do not fit");
    for (size_t i = usable.size(); i < memory.size(); ++i) {
        EXPECT_EQ(memory[i], std::byte{0x55});
    }
}

TEST(ArgsList, HasAtMost64KiB) {
    ArgsList list(kAligned);
    const Bytes half(ArgsList::kMaxBytes / 2);
    EXPECT_TRUE(list.append(half.data(), half.size()).isOk());
    const auto placeholder = list.appendPlaceholder();
    ASSERT_TRUE(placeholder.isOk());
    expectRefused(list.placeholderBuffer(placeholder.value(), half.size()).status(),
                  Code::kRtParamInvalid, "do not fit");
    EXPECT_TRUE(list.placeholderBuffer(placeholder.value(), half.size() - 8).isOk());
    finish(list);
    EXPECT_EQ(list.block().size(), ArgsList::kMaxBytes);
}

// What the list should contain, made in the simplest way.
struct Reference {
    Bytes block;
    std::vector<std::pair<size_t, size_t>> pointers;

    void align(size_t alignment) {
        while (block.size() % alignment != 0) {
            block.push_back(std::byte{0});
        }
    }

    void add(const Bytes& value) { block.insert(block.end(), value.begin(), value.end()); }
};

Bytes randomBytes(std::mt19937& random, size_t size) {
    Bytes bytes(size);
    for (std::byte& byte : bytes) {
        byte = static_cast<std::byte>(random());
    }
    return bytes;
}

TEST(ArgsList, RandomListsAreAsTheSimplestWayMakesThem) {
    std::mt19937 random(test::seed());
    for (int round = 0; round < 2000; ++round) {
        const ArgsRules rules{.isPacked = random() % 2 == 0,
                              .hasSyncBase = random() % 2 == 0,
                              .hasOverflowAddress = random() % 2 == 0};
        const size_t alignment = rules.isPacked ? 1 : 8;
        Bytes memory(8192);
        const bool isOwn = random() % 2 == 0;
        ArgsList list = isOwn ? ArgsList(rules) : ArgsList(rules, memory);
        Reference expected;
        expected.block.resize(rules.hasSyncBase ? 8 : 0);
        std::vector<std::pair<ArgsList::ParamId, size_t>> placeholders;
        for (size_t i = random() % 20; i > 0; --i) {
            expected.align(alignment);
            if (random() % 4 == 0) {
                placeholders.emplace_back(list.appendPlaceholder().value(), expected.block.size());
                expected.add(Bytes(8));
                continue;
            }
            const Bytes value = randomBytes(random, 1 + random() % 40);
            ASSERT_TRUE(list.append(value.data(), value.size()).isOk());
            expected.add(value);
        }
        if (rules.hasOverflowAddress) {
            expected.align(8);
            expected.add(Bytes(8));
        }
        for (const auto& [id, offset] : placeholders) {
            const Bytes data = randomBytes(random, 1 + random() % 100);
            expected.align(8);
            expected.pointers.emplace_back(offset, expected.block.size());
            expected.add(data);
            const auto buffer = list.placeholderBuffer(id, data.size());
            ASSERT_TRUE(buffer.isOk());
            std::memcpy(buffer.value(), data.data(), data.size());
        }
        finish(list);
        ASSERT_TRUE(std::equal(list.block().begin(), list.block().end(), expected.block.begin(),
                               expected.block.end()));
        ASSERT_EQ(list.pointers().size(), expected.pointers.size());
        for (size_t i = 0; i < expected.pointers.size(); ++i) {
            ASSERT_EQ(list.pointers()[i].pointerOffset, expected.pointers[i].first);
            ASSERT_EQ(list.pointers()[i].dataOffset, expected.pointers[i].second);
        }
    }
}

}  // namespace
}  // namespace belay
