// Operators that make each element of one element: Relu and Cast.
#include <complex>
#include <limits>

#include "unit/oplib/operator_test.h"

namespace belay {
namespace {

using test::attrsOf;
using test::Dims;
using test::OpData;
using testing::HasSubstr;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

class UnaryOperators : public test::OperatorTest {
  protected:
    static OpData cast(const OpData& x, DataType type) {
        return run({"Cast", {x}, attrsOf("dst_type", static_cast<int64_t>(type))});
    }

    static std::vector<double> castNumbers(DataType from, DataType to,
                                           const std::vector<double>& numbers) {
        return test::numbersOf(
            cast(test::tensorOf(from, {static_cast<int64_t>(numbers.size())}, numbers), to));
    }
};

TEST_F(UnaryOperators, ReluKeepsWhatIsNotNegative) {
    for (const DataType type : typesOf("Relu")) {
        for (const Dims& dims : {Dims{}, Dims{7}, Dims{3, 5}, Dims{100'001}}) {
            const OpData x = test::randomTensor(random, type, dims);
            auto wanted = test::numbersOf(x);
            for (double& number : wanted) {
                number = std::max(number, 0.0);
            }
            EXPECT_EQ(test::numbersOf(run({"Relu", {x}})), wanted) << typeText(type);
        }
    }
}

TEST_F(UnaryOperators, ReluKeepsNanAndInfinity) {
    for (const DataType type :
         {DataType::kFloat, DataType::kDouble, DataType::kFloat16, DataType::kBfloat16}) {
        const auto got = test::numbersOf(
            run({"Relu", {test::tensorOf(type, {4}, {kNan, kInfinity, -kInfinity, -0.5})}}));
        EXPECT_TRUE(std::isnan(got[0])) << typeText(type);
        EXPECT_EQ(got[1], kInfinity);
        EXPECT_EQ(got[2], 0);
        EXPECT_EQ(got[3], 0);
    }
}

bool isComplex(DataType type) {
    return type == DataType::kComplex64 || type == DataType::kComplex128;
}

TEST_F(UnaryOperators, CastBetweenAllRealTypesKeepsWhatBothHold) {
    for (const DataType from : typesOf("Cast")) {
        for (const DataType to : typesOf("Cast")) {
            if (isComplex(from) || isComplex(to)) {
                continue;
            }
            const OpData x = test::randomTensor(random, from, {1103});
            auto wanted = test::numbersOf(x);
            for (double& number : wanted) {
                if (to == DataType::kBool) {
                    number = number != 0 ? 1 : 0;
                } else if (test::isFloatType(to)) {
                    number = test::roundedTo(to, number);
                } else {
                    number = std::trunc(number);
                    // Unsigned integers: below zero is the end of the range of floating-point
                    // numbers, and goes around for integers.
                    const bool isUnsigned = to == DataType::kUint8 || to == DataType::kUint16 ||
                                            to == DataType::kUint32 || to == DataType::kUint64;
                    if (isUnsigned && number < 0) {
                        number =
                            test::isFloatType(from)
                                ? 0
                                : std::ldexp(1, 8 * static_cast<int>(dataTypeSize(to))) + number;
                    }
                    number += 0.0;  // of no sign
                }
            }
            const OpData y = cast(x, to);
            EXPECT_EQ(y.spec.type(), to);
            if (to == DataType::kUint64 && !test::isFloatType(from)) {
                // Not exact as double.
                const auto got = y.values<uint64_t>();
                const auto numbers = test::numbersOf(x);
                for (size_t i = 0; i < got.size(); ++i) {
                    ASSERT_EQ(static_cast<int64_t>(got[i]), static_cast<int64_t>(numbers[i]));
                }
                continue;
            }
            EXPECT_EQ(test::numbersOf(y), wanted) << typeText(from) << " to " << typeText(to);
        }
    }
}

TEST_F(UnaryOperators, CastToIntegersStopsAtTheEndsAndMakesNanZero) {
    const std::vector<double> numbers = {kNan, kInfinity, -kInfinity, 1e30, -1e30, -0.9, 2.9};
    EXPECT_EQ(castNumbers(DataType::kFloat, DataType::kInt32, numbers),
              (std::vector<double>{0, INT32_MAX, INT32_MIN, INT32_MAX, INT32_MIN, 0, 2}));
    EXPECT_EQ(castNumbers(DataType::kFloat16, DataType::kInt16, {kInfinity, -kInfinity, kNan}),
              (std::vector<double>{INT16_MAX, INT16_MIN, 0}));
    EXPECT_EQ(castNumbers(DataType::kDouble, DataType::kUint8, numbers),
              (std::vector<double>{0, 255, 0, 255, 0, 0, 2}));
    const auto longs =
        cast(test::tensorOf(DataType::kDouble, {3}, {9.3e18, -9.3e18, 4611686018427387904.0}),
             DataType::kInt64)
            .values<int64_t>();
    EXPECT_EQ(longs, (std::vector<int64_t>{INT64_MAX, INT64_MIN, int64_t{1} << 62}));
}

TEST_F(UnaryOperators, CastOfIntegersWrapsAround) {
    EXPECT_EQ(castNumbers(DataType::kInt32, DataType::kInt8, {128, -129, 256, 1000}),
              (std::vector<double>{-128, 127, 0, -24}));
    EXPECT_EQ(castNumbers(DataType::kInt16, DataType::kUint8, {-1, 300}),
              (std::vector<double>{255, 44}));
}

TEST_F(UnaryOperators, CastOfBoolsMakesThemZeroOrOne) {
    const OpData y =
        cast(OpData::of<uint8_t>(DataType::kBool, {4}, {0, 1, 2, 255}), DataType::kBool);
    EXPECT_EQ(y.values<uint8_t>(), (std::vector<uint8_t>{0, 1, 1, 1}));
}

TEST_F(UnaryOperators, CastToBoolIsTrueForAllButZero) {
    for (const DataType from :
         {DataType::kFloat, DataType::kFloat16, DataType::kBfloat16, DataType::kDouble}) {
        EXPECT_EQ(castNumbers(from, DataType::kBool, {0, -0.0, 0.25, -3, kInfinity, kNan}),
                  (std::vector<double>{0, 0, 1, 1, 1, 1}));
    }
    EXPECT_EQ(castNumbers(DataType::kInt64, DataType::kBool, {0, 256, -1}),
              (std::vector<double>{0, 1, 1}));
}

TEST_F(UnaryOperators, CastToFloatingPointNumbersIsTheNearest) {
    // Halfway between two numbers of 16 bits, and a bit to either side of it.
    const std::vector<double> numbers = {1 + std::ldexp(1, -11),
                                         1 + std::ldexp(3, -11),
                                         1 + std::ldexp(1, -11) + std::ldexp(1, -23),
                                         65519,
                                         65520,
                                         1e-8,
                                         std::ldexp(1, -25),
                                         std::ldexp(3, -25),
                                         -kInfinity,
                                         1 + std::ldexp(1, -8),
                                         1 + std::ldexp(3, -8)};
    for (const DataType from : {DataType::kFloat, DataType::kDouble}) {
        for (const DataType to : {DataType::kFloat16, DataType::kBfloat16, DataType::kFloat}) {
            const auto got = castNumbers(from, to, numbers);
            for (size_t i = 0; i < numbers.size(); ++i) {
                EXPECT_EQ(got[i], test::roundedTo(to, test::roundedTo(from, numbers[i])))
                    << numbers[i] << " as " << typeText(to);
            }
        }
    }
    // Once, not by way of float: above the middle by less than a float has room for.
    EXPECT_EQ(castNumbers(DataType::kInt64, DataType::kBfloat16, {(int64_t{257} << 24) + 1}),
              std::vector<double>{static_cast<double>(int64_t{258} << 24)});
    EXPECT_EQ(castNumbers(DataType::kFloat, DataType::kFloat16, {kNan, 1, kNan, 3}).size(), 4U);
    EXPECT_TRUE(std::isnan(castNumbers(DataType::kFloat, DataType::kFloat16, {kNan})[0]));
    EXPECT_TRUE(std::isnan(castNumbers(DataType::kFloat, DataType::kBfloat16, {kNan})[0]));
}

TEST_F(UnaryOperators, AllNumbersOf16BitsGoToFloatAndBack) {
    for (const DataType type : {DataType::kFloat16, DataType::kBfloat16}) {
        std::vector<uint16_t> all(65'536);
        for (size_t i = 0; i < all.size(); ++i) {
            all[i] = static_cast<uint16_t>(i);
        }
        const OpData x = OpData::of(type, {65'536}, all);
        const OpData wide = cast(x, DataType::kFloat);
        const auto numbers = test::numbersOf(x);
        const auto got = test::numbersOf(wide);
        const auto back = cast(wide, type).values<uint16_t>();
        for (size_t i = 0; i < all.size(); ++i) {
            ASSERT_TRUE(test::same(got[i], numbers[i])) << i;
            ASSERT_TRUE(std::isnan(numbers[i]) || back[i] == all[i]) << i;
        }
    }
}

TEST_F(UnaryOperators, CastOfComplexNumbers) {
    using Complex = std::complex<float>;
    using Wide = std::complex<double>;
    const OpData x = OpData::of<Complex>(DataType::kComplex64, {3}, {{1, 2}, {0, 3}, {0, 0}});
    EXPECT_EQ(cast(x, DataType::kComplex128).values<Wide>(),
              (std::vector<Wide>{{1, 2}, {0, 3}, {0, 0}}));
    EXPECT_EQ(cast(x, DataType::kInt32).values<int32_t>(), (std::vector<int32_t>{1, 0, 0}));
    EXPECT_EQ(cast(x, DataType::kBool).values<uint8_t>(), (std::vector<uint8_t>{1, 1, 0}));
    EXPECT_EQ(
        cast(OpData::of<int8_t>(DataType::kInt8, {}, {-5}), DataType::kComplex64).values<Complex>(),
        (std::vector<Complex>{{-5, 0}}));
}

TEST_F(UnaryOperators, CastNeedsATypeThatItKnows) {
    const OpData x = test::tensorOf(DataType::kFloat, {1}, {1});
    EXPECT_THAT(refusal({"Cast", {x}}), HasSubstr("'dst_type'"));
    EXPECT_THAT(refusal({"Cast", {x}, attrsOf("dst_type", int64_t{13})}), HasSubstr("13"));
    EXPECT_THAT(refusal({"Cast", {x}, attrsOf("dst_type", int64_t{-1})}), HasSubstr("-1"));
    EXPECT_THAT(refusal({"Cast", {x}, attrsOf("dst_type", 1.0F)}), HasSubstr("'dst_type'"));
    EXPECT_THAT(refusal({"Cast",
                         {x},
                         attrsOf("dst_type", int64_t{1}),
                         {TensorSpec(DataType::kInt8, Dims{1}, Format::kNd)}}),
                HasSubstr("float16 (1)"));
}

TEST_F(UnaryOperators, NothingIsLaunchedForNothing) {
    EXPECT_TRUE(run({"Relu", {test::tensorOf(DataType::kFloat, {0, 4}, {})}}).bytes.empty());
    EXPECT_EQ(inferred("Relu", {shaped(DataType::kFloat, {-1, 4})}), (Dims{-1, 4}));
    EXPECT_EQ(inferred("Cast", {shaped(DataType::kFloat, {-2})}, attrsOf("dst_type", int64_t{3})),
              (Dims{-2}));
}

}  // namespace
}  // namespace belay
