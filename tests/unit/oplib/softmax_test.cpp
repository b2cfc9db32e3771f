#include <limits>

#include "unit/oplib/operator_test.h"

namespace belay {
namespace {

using test::attrsOf;
using test::Dims;
using test::OpData;
using testing::HasSubstr;

class SoftmaxV2 : public test::OperatorTest {
  protected:
    void compare(DataType type, const Dims& dims, const Dims& axes, bool isWidened = false) {
        SCOPED_TRACE(typeText(type) + " " + shapeText(dims) + " along " + shapeText(axes));
        const OpData x = test::randomTensor(random, type, dims);
        const OpData y = run(
            {"SoftmaxV2", {x}, attrsOf("axes", AttrValue::Ints(axes), "half_to_float", isWidened)});
        Dims full = dims;
        for (const int64_t axis : axes) {
            full[static_cast<size_t>(axis < 0 ? axis + std::ssize(dims) : axis)] = 1;
        }
        const auto numbers = test::numbersOf(x);
        std::vector<double> largest(numbers.size(), -std::numeric_limits<double>::infinity());
        std::vector<double> sums(numbers.size(), 0);
        for (size_t i = 0; i < numbers.size(); ++i) {
            double& place = largest[test::broadcastPlace(full, dims, i)];
            place = std::max(place, numbers[i]);
        }
        for (size_t i = 0; i < numbers.size(); ++i) {
            const size_t place = test::broadcastPlace(full, dims, i);
            sums[place] += std::exp(numbers[i] - largest[place]);
        }
        const DataType out = isWidened ? DataType::kFloat : type;
        ASSERT_EQ(y.spec.type(), out);
        const double precision = out == DataType::kFloat16    ? 1.0 / 1024
                                 : out == DataType::kBfloat16 ? 1.0 / 128
                                 : out == DataType::kFloat    ? 2e-6
                                                              : 1e-13;
        const auto got = test::numbersOf(y);
        for (size_t i = 0; i < numbers.size(); ++i) {
            const size_t place = test::broadcastPlace(full, dims, i);
            const double wanted = std::exp(numbers[i] - largest[place]) / sums[place];
            const double smallest = out == DataType::kFloat16 ? 6e-8 : 1e-37;
            // The distance from the largest number is rounded, too.
            const double distance =
                out == DataType::kDouble ? 0 : 1.2e-7 * (largest[place] - numbers[i]);
            ASSERT_NEAR(got[i], wanted, (precision + distance) * wanted + smallest) << i;
        }
    }
};

TEST_F(SoftmaxV2, AllTypesShapesAndAxes) {
    for (const DataType type : typesOf("SoftmaxV2")) {
        compare(type, {1}, {0});
        compare(type, {5, 17}, {-1});
        compare(type, {3, 2000}, {1});
        compare(type, {100, 33}, {0});
        compare(type, {7, 11, 600}, {1});
        compare(type, {2, 3, 4, 5}, {1, 2});
        compare(type, {2, 3, 4, 5}, {-1, -2});
    }
    compare(DataType::kFloat16, {5, 1000}, {-1}, true);
    compare(DataType::kFloat16, {5, 10, 3}, {1}, true);
    compare(DataType::kFloat, {300, 1000}, {-1}, true);
}

TEST_F(SoftmaxV2, LargeNumbersDoNotOverflow) {
    const OpData x = test::tensorOf(DataType::kFloat, {3}, {1e30, 1e30, -1e30});
    EXPECT_EQ(test::numbersOf(run({"SoftmaxV2", {x}})), (std::vector<double>{0.5, 0.5, 0}));
}

TEST_F(SoftmaxV2, NanMakesAllOfItsRowNan) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (const Dims& axes : {Dims{1}, Dims{0}}) {
        const OpData x = test::tensorOf(DataType::kFloat, {2, 2}, {nan, 1, 2, 2});
        const auto got =
            test::numbersOf(run({"SoftmaxV2", {x}, attrsOf("axes", AttrValue::Ints(axes))}));
        EXPECT_TRUE(std::isnan(got[0]));
        EXPECT_TRUE(std::isnan(got[axes[0] == 1 ? 1 : 2]));
        EXPECT_FALSE(std::isnan(got[3]));
    }
}

TEST_F(SoftmaxV2, AxesThatDoNotFitAreRefused) {
    const OpData x = test::tensorOf(DataType::kFloat, {1, 2, 3}, {1, 2, 3, 4, 5, 6});
    for (const Dims& axes : {Dims{}, Dims{3}, Dims{-4}, Dims{0, 2}, Dims{1, 1}}) {
        EXPECT_THAT(refusal({"SoftmaxV2", {x}, attrsOf("axes", AttrValue::Ints(axes))}),
                    HasSubstr("'axes' is " + shapeText(axes)));
    }
    EXPECT_THAT(refusal({"SoftmaxV2", {shaped(DataType::kInt32, {1})}}), HasSubstr("int32 (3)"));
    EXPECT_EQ(inferred("SoftmaxV2", {shaped(DataType::kFloat, {-1, 3})}), (Dims{-1, 3}));
    EXPECT_TRUE(run({"SoftmaxV2", {test::tensorOf(DataType::kFloat, {0, 3}, {})}}).bytes.empty());
}

}  // namespace
}  // namespace belay
