#include "drivers/sim/sdma_reduce.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cfenv>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

#include "support/threads.h"

namespace belay::sim {
namespace {

using hw::SdmaDataType;
using hw::SdmaOperation;

constexpr auto kOperations = std::to_array(
    {SdmaOperation::kAdd, SdmaOperation::kMax, SdmaOperation::kMin, SdmaOperation::kEqual});
constexpr auto kIntegerTypes =
    std::to_array({SdmaDataType::kInt8, SdmaDataType::kInt16, SdmaDataType::kInt32,
                   SdmaDataType::kUint8, SdmaDataType::kUint16, SdmaDataType::kUint32});
constexpr auto kFloatingTypes =
    std::to_array({SdmaDataType::kFloat16, SdmaDataType::kFloat32, SdmaDataType::kBfloat16});

uint32_t seed() {
    static const uint32_t kSeed = std::random_device{}();
    return kSeed;
}

bool isSigned(SdmaDataType type) {
    return type <= SdmaDataType::kInt32;
}

// --- a reference for integers: exact numbers, then the low bits ---

int64_t integerOf(SdmaDataType type, uint32_t bits) {
    const uint64_t width = elementBytes(type) * 8;
    const int64_t range = int64_t{1} << width;
    const auto value = static_cast<int64_t>(bits) & (range - 1);
    return isSigned(type) && value >= range / 2 ? value - range : value;
}

uint32_t integerResult(SdmaOperation operation, SdmaDataType type, uint32_t target,
                       uint32_t source) {
    const int64_t mine = integerOf(type, target);
    const int64_t other = integerOf(type, source);
    int64_t result = 0;
    switch (operation) {
        case SdmaOperation::kAdd:
            result = mine + other;
            break;
        case SdmaOperation::kMax:
            result = std::max(mine, other);
            break;
        case SdmaOperation::kMin:
            result = std::min(mine, other);
            break;
        default:
            result = mine == other ? 1 : 0;
            break;
    }
    return static_cast<uint32_t>(result & ((int64_t{1} << elementBytes(type) * 8) - 1));
}

// --- a reference for floating-point types: double holds every element, and every sum of two well
// enough that rounding it once more gives the right element ---

struct Format {
    int exponentBits;
    int fractionBits;
};

Format formatOf(SdmaDataType type) {
    switch (type) {
        case SdmaDataType::kFloat16:
            return {5, 10};
        case SdmaDataType::kBfloat16:
            return {8, 7};
        default:
            return {8, 23};
    }
}

double valueOf(Format format, uint32_t bits) {
    const int bias = (1 << (format.exponentBits - 1)) - 1;
    const int largest = (1 << format.exponentBits) - 1;
    const int exponent = static_cast<int>(bits >> format.fractionBits) & largest;
    const uint32_t fraction = bits & ((1U << format.fractionBits) - 1);
    const bool isNegative = (bits >> (format.exponentBits + format.fractionBits) & 1U) != 0;
    double magnitude = std::ldexp(fraction + std::ldexp(1.0, format.fractionBits),
                                  exponent - bias - format.fractionBits);
    if (exponent == 0) {
        magnitude = std::ldexp(fraction, 1 - bias - format.fractionBits);
    } else if (exponent == largest) {
        magnitude = fraction == 0 ? std::numeric_limits<double>::infinity()
                                  : std::numeric_limits<double>::quiet_NaN();
    }
    return std::copysign(magnitude, isNegative ? -1.0 : 1.0);
}

// The nearest value of the format, ties to even; NaN stays NaN.
double roundTo(Format format, double value) {
    const int bias = (1 << (format.exponentBits - 1)) - 1;
    if (value == 0 || !std::isfinite(value)) {
        return value;
    }
    const int exponent = std::max(std::ilogb(value), 1 - bias);
    const double unit = std::ldexp(1.0, exponent - format.fractionBits);
    const double rounded = std::nearbyint(value / unit) * unit;
    const double limit = std::ldexp(1.0, bias + 1);
    return std::fabs(rounded) < limit
               ? rounded
               : std::copysign(std::numeric_limits<double>::infinity(), value);
}

double floatingResult(SdmaOperation operation, Format format, double target, double source) {
    if (operation == SdmaOperation::kEqual) {
        return target == source ? 1.0 : 0.0;
    }
    if (std::isnan(target) || std::isnan(source)) {
        return std::numeric_limits<double>::quiet_NaN();
    }
    switch (operation) {
        case SdmaOperation::kAdd:
            return roundTo(format, target + source);
        case SdmaOperation::kMax:
            return source > target ? source : target;
        default:
            return source < target ? source : target;
    }
}

// --- both ---

std::vector<uint32_t> reduced(SdmaOperation operation, SdmaDataType type,
                              const std::vector<uint32_t>& targets,
                              const std::vector<uint32_t>& sources) {
    const uint64_t width = elementBytes(type);
    // At odd addresses: nothing is said about alignment.
    std::vector<std::byte> target(1 + targets.size() * width);
    std::vector<std::byte> source(1 + sources.size() * width);
    for (size_t i = 0; i < targets.size(); ++i) {
        std::memcpy(&target[1 + i * width], &targets[i], width);
        std::memcpy(&source[1 + i * width], &sources[i], width);
    }
    const std::vector<std::byte> before = source;
    reduce(operation, type, &target[1], &source[1], targets.size() * width);
    EXPECT_EQ(source, before);
    std::vector<uint32_t> results(targets.size());
    for (size_t i = 0; i < targets.size(); ++i) {
        std::memcpy(&results[i], &target[1 + i * width], width);
    }
    return results;
}

// Random bit patterns, with those mixed in where arithmetic is at its limits.
std::vector<uint32_t> patterns(SdmaDataType type, std::mt19937& random) {
    constexpr size_t kCount = 20'000;
    const uint64_t width = elementBytes(type) * 8;
    const uint32_t mask = width == 32 ? UINT32_MAX : (1U << width) - 1;
    std::vector<uint32_t> limits = {0, 1, 2, mask, mask - 1, mask >> 1, (mask >> 1) + 1};
    if (type >= SdmaDataType::kFloat16) {
        const Format format = formatOf(type);
        const uint32_t infinity = ((1U << format.exponentBits) - 1) << format.fractionBits;
        const uint32_t sign = 1U << (width - 1);
        for (const uint32_t bits : {infinity, infinity - 1, infinity + 1, infinity >> 1,
                                    1U << format.fractionBits, (1U << format.fractionBits) - 1}) {
            limits.push_back(bits);
            limits.push_back(bits | sign);
        }
    }
    std::vector<uint32_t> all(kCount);
    for (uint32_t& bits : all) {
        bits = random() % 4 == 0 ? limits[random() % limits.size()]
                                 : static_cast<uint32_t>(random()) & mask;
    }
    return all;
}

TEST(SdmaReduce, IntegersAreAsCalculatedExactlyAndCutOff) {
    SCOPED_TRACE(testing::Message() << "seed " << seed());
    std::mt19937 random(seed());
    for (const SdmaDataType type : kIntegerTypes) {
        for (const SdmaOperation operation : kOperations) {
            const auto targets = patterns(type, random);
            const auto sources = patterns(type, random);
            const auto results = reduced(operation, type, targets, sources);
            for (size_t i = 0; i < results.size(); ++i) {
                ASSERT_EQ(results[i], integerResult(operation, type, targets[i], sources[i]))
                    << "type " << static_cast<int>(type) << " operation "
                    << static_cast<int>(operation) << ": " << targets[i] << ", " << sources[i];
            }
        }
    }
}

void expectFloatingResults(SdmaOperation operation, SdmaDataType type,
                           const std::vector<uint32_t>& targets,
                           const std::vector<uint32_t>& sources,
                           const std::vector<uint32_t>& results) {
    const Format format = formatOf(type);
    for (size_t i = 0; i < results.size(); ++i) {
        const double result = valueOf(format, results[i]);
        const double expected = floatingResult(operation, format, valueOf(format, targets[i]),
                                               valueOf(format, sources[i]));
        const bool isSame = std::isnan(expected) ? std::isnan(result)
                                                 : result == expected && std::signbit(result) ==
                                                                             std::signbit(expected);
        ASSERT_TRUE(isSame) << "type " << static_cast<int>(type) << " operation "
                            << static_cast<int>(operation) << std::hex << ": " << targets[i] << ", "
                            << sources[i] << " gives " << results[i] << " and not " << std::dec
                            << expected;
    }
}

TEST(SdmaReduce, FloatingPointIsRoundedToTheNearest) {
    SCOPED_TRACE(testing::Message() << "seed " << seed());
    std::mt19937 random(seed());
    for (const SdmaDataType type : kFloatingTypes) {
        for (const SdmaOperation operation : kOperations) {
            const auto targets = patterns(type, random);
            const auto sources = patterns(type, random);
            expectFloatingResults(operation, type, targets, sources,
                                  reduced(operation, type, targets, sources));
        }
    }
}

// Neighbours in size, where every rounding case comes up often.
TEST(SdmaReduce, SumsOfSimilarNumbersAreRoundedToTheNearest) {
    SCOPED_TRACE(testing::Message() << "seed " << seed());
    std::mt19937 random(seed());
    for (const SdmaDataType type : kFloatingTypes) {
        const uint32_t step = 1U << formatOf(type).fractionBits;
        auto targets = patterns(type, random);
        auto sources = targets;
        for (uint32_t& bits : sources) {
            bits ^= static_cast<uint32_t>(random()) & (4 * step - 1);
        }
        expectFloatingResults(SdmaOperation::kAdd, type, targets, sources,
                              reduced(SdmaOperation::kAdd, type, targets, sources));
    }
}

TEST(SdmaReduce, EveryHalfComesThroughUnchanged) {
    std::vector<uint32_t> all(0x10000);
    std::iota(all.begin(), all.end(), 0U);
    const std::vector<uint32_t> zeros(all.size(), 0x8000);  // -0 is neutral
    for (const SdmaDataType type : {SdmaDataType::kFloat16, SdmaDataType::kBfloat16}) {
        expectFloatingResults(SdmaOperation::kAdd, type, all, zeros,
                              reduced(SdmaOperation::kAdd, type, all, zeros));
    }
}

TEST(SdmaReduce, KnownSumsOfHalves) {
    // 1 + 1, 65504 + 16 rounds to infinity, 65504 + 8 does not, 1 + 2^-11 is a tie, subnormals.
    EXPECT_EQ(reduced(SdmaOperation::kAdd, SdmaDataType::kFloat16,
                      {0x3C00, 0x7BFF, 0x7BFF, 0x3C00, 0x3C01, 0x0001, 0x03FF},
                      {0x3C00, 0x4C00, 0x4800, 0x1000, 0x1000, 0x0001, 0x0001}),
              (std::vector<uint32_t>{0x4000, 0x7C00, 0x7BFF, 0x3C00, 0x3C02, 0x0002, 0x0400}));
}

TEST(SdmaReduce, MaxAndMinKeepTheTargetOfEqualNumbers) {
    for (const SdmaOperation operation : {SdmaOperation::kMax, SdmaOperation::kMin}) {
        EXPECT_EQ(reduced(operation, SdmaDataType::kFloat32, {0x80000000U, 0}, {0, 0x80000000U}),
                  (std::vector<uint32_t>{0x80000000U, 0}));
    }
}

TEST(SdmaReduce, TheModesOfTheThreadDoNotMatterAndStay) {
    ASSERT_EQ(std::fesetround(FE_UPWARD), 0);
    const auto results =
        reduced(SdmaOperation::kAdd, SdmaDataType::kFloat32, {std::bit_cast<uint32_t>(1.0F)},
                {std::bit_cast<uint32_t>(0x1p-30F)});
    const int after = std::fegetround();
    std::fesetround(FE_TONEAREST);
    EXPECT_EQ(results, (std::vector<uint32_t>{std::bit_cast<uint32_t>(1.0F)}));
    EXPECT_EQ(after, FE_UPWARD);
}

TEST(SdmaReduce, ARangeCanBeReducedIntoItself) {
    std::vector<uint32_t> values(1000);
    std::iota(values.begin(), values.end(), 0U);
    auto* bytes = reinterpret_cast<std::byte*>(values.data());
    reduce(SdmaOperation::kAdd, SdmaDataType::kUint32, bytes, bytes, values.size() * 4);
    for (uint32_t i = 0; i < values.size(); ++i) {
        ASSERT_EQ(values[i], 2 * i);
    }
}

TEST(SdmaReduce, NoBytesAreFine) {
    std::byte unchanged{7};
    reduce(SdmaOperation::kAdd, SdmaDataType::kInt8, &unchanged, &unchanged, 0);
    fillPattern(SdmaDataType::kInt32, &unchanged, 1, 0);
    EXPECT_EQ(unchanged, std::byte{7});
}

// More than a piece each, so that they take turns in between.
TEST(SdmaReduce, ReductionsIntoOneRangeLoseNothing) {
    constexpr size_t kThreads = 4;
    constexpr size_t kElements = 40'000;
    constexpr int kRounds = 10;
    std::vector<uint32_t> target(kElements, 0);
    const std::vector<uint32_t> ones(kElements, 1);
    test::onThreads(kThreads, [&](size_t) {
        for (int i = 0; i < kRounds; ++i) {
            reduce(SdmaOperation::kAdd, SdmaDataType::kUint32,
                   reinterpret_cast<std::byte*>(target.data()),
                   reinterpret_cast<const std::byte*>(ones.data()), kElements * 4);
        }
    });
    EXPECT_EQ(target, std::vector<uint32_t>(kElements, kThreads * kRounds));
}

TEST(SdmaReduce, APatternHasTheSizeOfTheElement) {
    std::array<uint8_t, 9> bytes{};
    const auto fill = [&](SdmaDataType type, uint64_t length) {
        bytes.fill(0);
        fillPattern(type, reinterpret_cast<std::byte*>(bytes.data()), 0xFFFF'FFFF'0403'0201,
                    length);
        return bytes;
    };
    EXPECT_EQ(fill(SdmaDataType::kUint8, 5), (std::array<uint8_t, 9>{1, 1, 1, 1, 1}));
    EXPECT_EQ(fill(SdmaDataType::kBfloat16, 6), (std::array<uint8_t, 9>{1, 2, 1, 2, 1, 2}));
    EXPECT_EQ(fill(SdmaDataType::kInt32, 8), (std::array<uint8_t, 9>{1, 2, 3, 4, 1, 2, 3, 4}));
}

}  // namespace
}  // namespace belay::sim
