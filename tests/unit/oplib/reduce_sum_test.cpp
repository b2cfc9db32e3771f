#include <algorithm>
#include <complex>

#include "unit/oplib/operator_test.h"

namespace belay {
namespace {

using test::attrsOf;
using test::Dims;
using test::OpData;
using testing::AllOf;
using testing::HasSubstr;

class ReduceSum : public test::OperatorTest {
  protected:
    static OpData axesOf(const Dims& axes, bool isKnown = true) {
        return test::tensorOf(DataType::kInt64, {static_cast<int64_t>(axes.size())},
                              std::vector<double>(axes.begin(), axes.end()), isKnown);
    }

    void compare(DataType type, const Dims& dims, const Dims& axes, bool keepsDims,
                 bool isKnown = true) {
        SCOPED_TRACE(typeText(type) + " " + shapeText(dims) + " along " + shapeText(axes) +
                     (isKnown ? "" : " on the device"));
        const OpData x = test::randomTensor(random, type, dims);
        std::vector<bool> isReduced(dims.size(), false);
        for (const int64_t axis : axes) {
            isReduced[static_cast<size_t>(axis < 0 ? axis + std::ssize(dims) : axis)] = true;
        }
        Dims full;  // with each dimension
        Dims outDims;
        for (size_t i = 0; i < dims.size(); ++i) {
            full.push_back(isReduced[i] ? 1 : dims[i]);
            if (!isReduced[i] || keepsDims) {
                outDims.push_back(full.back());
            }
        }
        const OpData y = run({"ReduceSum",
                              {x, axesOf(axes, isKnown)},
                              attrsOf("keep_dims", keepsDims),
                              {TensorSpec(type, outDims, Format::kNd)}});
        std::vector<double> sums(y.spec.elementCount(), 0);
        std::vector<double> sizes(sums.size(), 0);
        const auto numbers = test::numbersOf(x);
        for (size_t i = 0; i < numbers.size(); ++i) {
            const size_t place = test::broadcastPlace(full, dims, i);
            sums[place] += numbers[i];
            sizes[place] += std::fabs(numbers[i]);
        }
        const auto got = test::numbersOf(y);
        ASSERT_EQ(got.size(), sums.size());
        for (size_t i = 0; i < sums.size(); ++i) {
            if (test::isFloatType(type)) {
                const double wanted = test::roundedTo(type, sums[i]);
                const double place = type == DataType::kFloat16    ? 1.0 / 1024
                                     : type == DataType::kBfloat16 ? 1.0 / 128
                                                                   : 0;
                ASSERT_NEAR(got[i], wanted, 1e-6 * sizes[i] + place * std::fabs(wanted)) << i;
            } else {
                std::byte wrapped[8] = {};
                const auto whole = static_cast<int64_t>(sums[i]);
                std::memcpy(wrapped, &whole, sizeof whole);
                ASSERT_EQ(got[i], test::numberOf(type, wrapped)) << i;
            }
        }
    }
};

TEST_F(ReduceSum, AllTypesAndPlacesOfAxes) {
    for (const DataType type : typesOf("ReduceSum")) {
        if (type == DataType::kComplex64 || type == DataType::kComplex128) {
            continue;
        }
        for (const bool isKnown : {true, false}) {
            compare(type, {7}, {0}, false, isKnown);
            compare(type, {40, 1030}, {1}, false, isKnown);
            compare(type, {40, 1030}, {0}, true, isKnown);
            compare(type, {3, 4, 5, 6}, {0, 2}, false, isKnown);
            compare(type, {3, 4, 5, 6}, {-1, 1}, true, isKnown);
            compare(type, {3, 4, 5, 6}, {0, 1, 2, 3}, false, isKnown);
            compare(type, {3, 4}, {}, false, isKnown);
            compare(type, {3, 4}, {1, -1}, false, isKnown);
        }
    }
    compare(DataType::kFloat, {}, {}, false);
    compare(DataType::kFloat, {200'000}, {0}, false);
    compare(DataType::kFloat16, {64, 700, 3}, {1}, false);
}

TEST_F(ReduceSum, RandomShapesAndAxes) {
    for (int round = 0; round < 80; ++round) {
        const size_t rank = std::uniform_int_distribution<size_t>(1, 6)(random);
        const Dims dims = test::randomDims(random, rank, 4000);
        Dims axes;
        for (size_t axis = 0; axis < rank; ++axis) {
            if (random() % 2 == 0) {
                axes.push_back(static_cast<int64_t>(axis));
            }
        }
        compare(DataType::kFloat, dims, axes, round % 3 == 0, round % 2 == 0);
    }
}

TEST_F(ReduceSum, SumsOfHalvesDoNotLoseSmallParts) {
    const OpData x = test::tensorOf(DataType::kFloat16, {10'000}, std::vector<double>(10'000, 1));
    EXPECT_EQ(test::numbersOf(run({"ReduceSum", {x, axesOf({0})}})), std::vector<double>{10'000});
}

TEST_F(ReduceSum, TheSumOfNothingIsZero) {
    const OpData x = test::tensorOf(DataType::kFloat, {3, 0}, {});
    EXPECT_EQ(test::numbersOf(run({"ReduceSum", {x, axesOf({1})}})), std::vector<double>(3, 0));
    EXPECT_EQ(test::numbersOf(run({"ReduceSum", {x, axesOf({0, 1})}})), std::vector<double>{0});
    EXPECT_TRUE(run({"ReduceSum", {x, axesOf({0})}}).bytes.empty());
}

TEST_F(ReduceSum, ComplexNumbersAndAxesOfOneNumber) {
    using Complex = std::complex<float>;
    const OpData x =
        OpData::of<Complex>(DataType::kComplex64, {2, 2}, {{1, 2}, {3, 4}, {5, 6}, {7, 8}});
    EXPECT_EQ(run({"ReduceSum", {x, OpData::of<int32_t>(DataType::kInt32, {}, {0}, true)}})
                  .values<Complex>(),
              (std::vector<Complex>{{6, 8}, {10, 12}}));
}

TEST_F(ReduceSum, AxesThatDoNotFitAreRefused) {
    const OpData x = test::tensorOf(DataType::kFloat, {2, 3}, {1, 2, 3, 4, 5, 6});
    EXPECT_THAT(refusal({"ReduceSum", {x, axesOf({2})}}),
                AllOf(HasSubstr("'axes'"), HasSubstr("2")));
    EXPECT_THAT(refusal({"ReduceSum", {x, axesOf({-3})}}), HasSubstr("[-3]"));
    EXPECT_THAT(refusal({"ReduceSum", {x, shaped(DataType::kInt32, {1, 1})}}), HasSubstr("[1, 1]"));
    EXPECT_THAT(refusal({"ReduceSum", {shaped(DataType::kBool, {1}), axesOf({0})}}),
                HasSubstr("bool (12)"));
    const auto onDevice = [&](const Dims& axes) {
        return device
            ->run({"ReduceSum",
                   {x, axesOf(axes, false)},
                   {},
                   {TensorSpec(DataType::kFloat, Dims{2}, Format::kNd)}})
            .status()
            .code();
    };
    EXPECT_EQ(onDevice({1}), Code::kOk);
    for (const Dims& axes : {Dims{0}, Dims{5}, Dims{0, 1}}) {
        EXPECT_NE(onDevice(axes), Code::kOk) << shapeText(axes);
        EXPECT_NE(onDevice(axes), Code::kGeFailure) << shapeText(axes);
    }
}

TEST_F(ReduceSum, UnknownShapesAreInferredAsFarAsTheyGo) {
    const auto infer = [](const Dims& dims, const OpData& axes, bool keepsDims) {
        return inferred("ReduceSum", {shaped(DataType::kFloat, dims), axes},
                        attrsOf("keep_dims", keepsDims));
    };
    EXPECT_EQ(infer({-1, 3, 4}, axesOf({1}), false), (Dims{-1, 4}));
    EXPECT_EQ(infer({2, 1}, shaped(DataType::kInt32, {1}), true), (Dims{-1, 1}));
    EXPECT_EQ(infer({2, 1}, shaped(DataType::kInt32, {1}), false), (Dims{-2}));
    EXPECT_EQ(infer({-2}, axesOf({1}), false), (Dims{-2}));
}

// Whether the numbers lie next to each other or not.
TEST_F(ReduceSum, SumsAreMadeInAWiderType) {
    const auto sumOf = [](std::vector<double> numbers, bool isRow) {
        numbers.resize(200, 0);
        // Summed up along the first dimension, where the second one keeps the numbers apart.
        const Dims dims = isRow ? Dims{2, 100} : Dims{100, 2};
        return test::numbersOf(
            run({"ReduceSum",
                 {test::tensorOf(DataType::kFloat, dims, numbers), axesOf({isRow ? 1 : 0})}}))[0];
    };
    constexpr double kHuge = 3e38;
    constexpr double kLarge = 1e8;
    EXPECT_EQ(sumOf({kHuge, kHuge, -kHuge, -kHuge, kHuge, -kHuge}, true), 0);
    EXPECT_EQ(sumOf({kLarge, 1, -kLarge}, true), 1);
    EXPECT_EQ(sumOf({kHuge, 0, kHuge, 0, -kHuge, 0, -kHuge}, false), 0);
    EXPECT_EQ(sumOf({kLarge, 0, 1, 0, -kLarge}, false), 1);
}

}  // namespace
}  // namespace belay
