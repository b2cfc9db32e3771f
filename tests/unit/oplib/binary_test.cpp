// Operators that combine two tensors element by element.
#include <complex>
#include <limits>

#include "unit/oplib/operator_test.h"

namespace belay {
namespace {

using test::Dims;
using test::OpData;
using test::OwnedRequest;
using testing::AllOf;
using testing::HasSubstr;

class BinaryOperators : public test::OperatorTest {
  protected:
    template <typename T>
    static std::vector<T> results(const std::string& op, DataType type, const std::vector<T>& a,
                                  const std::vector<T>& b) {
        return run({op,
                    {OpData::of(type, {static_cast<int64_t>(a.size())}, a),
                     OpData::of(type, {static_cast<int64_t>(b.size())}, b)}})
            .template values<T>();
    }

    // Random values of two shapes against the same calculation with double.
    template <typename Calculate>
    void compare(const std::string& op, DataType type, const Dims& a, const Dims& b,
                 Calculate calculate) {
        SCOPED_TRACE(op + " of " + typeText(type) + " " + shapeText(a) + " and " + shapeText(b));
        const OpData first = test::randomTensor(random, type, a);
        const OpData second = test::randomTensor(random, type, b);
        const OpData out = run({op, {first, second}});
        ASSERT_EQ(out.spec.type(), type);
        const auto x = test::numbersOf(first);
        const auto y = test::numbersOf(second);
        const auto got = test::numbersOf(out);
        const Dims outDims(out.spec.dims().begin(), out.spec.dims().end());
        for (size_t i = 0; i < got.size(); ++i) {
            double wanted = calculate(x[test::broadcastPlace(a, outDims, i)],
                                      y[test::broadcastPlace(b, outDims, i)]);
            if (test::isFloatType(type)) {
                wanted = test::roundedTo(type, wanted);
            } else {
                std::byte wrapped[8] = {};
                const auto whole = static_cast<int64_t>(wanted);
                std::memcpy(wrapped, &whole, sizeof whole);
                wanted = test::numberOf(type, wrapped);
            }
            ASSERT_TRUE(test::same(got[i], wanted))
                << got[i] << " instead of " << wanted << " at " << i;
        }
    }
};

struct Shapes {
    Dims a;
    Dims b;
};

const Shapes kShapes[] = {
    {{7}, {7}},
    {{5, 3}, {5, 3}},
    {{}, {}},
    {{4, 5}, {}},
    {{}, {3, 2}},
    {{4, 1}, {1, 5}},
    {{3}, {2, 3}},
    {{2, 3, 4}, {3, 1}},
    {{1, 1}, {1}},
    {{2, 1, 3, 1}, {5, 1, 7}},
    {{3, 4, 5}, {4, 5}},
    {{100, 1}, {100, 33}},
};

bool isReal(DataType type) {
    return type != DataType::kComplex64 && type != DataType::kComplex128 && type != DataType::kBool;
}

TEST_F(BinaryOperators, AllTypesAndShapesGiveWhatNumbersGive) {
    const auto compareAll = [&](const std::string& op, auto calculate) {
        for (const DataType type : typesOf(op)) {
            if (!isReal(type)) {
                continue;
            }
            for (const Shapes& shapes : kShapes) {
                compare(op, type, shapes.a, shapes.b, calculate);
            }
            compare(op, type, {70'000}, {70'000}, calculate);
            compare(op, type, {300, 301}, {301}, calculate);
        }
    };
    compareAll("Add", std::plus<double>());
    compareAll("Sub", std::minus<double>());
    compareAll("Mul", std::multiplies<double>());
}

TEST_F(BinaryOperators, RandomShapesAreBroadcastAsNumpyDoes) {
    for (int round = 0; round < 60; ++round) {
        const size_t rank = std::uniform_int_distribution<size_t>(1, 5)(random);
        const Dims full = test::randomDims(random, rank, 2000);
        Dims a = full;
        Dims b = full;
        for (size_t i = 0; i < rank; ++i) {
            const int choice = std::uniform_int_distribution<int>(0, 3)(random);
            a[i] = choice == 0 ? 1 : full[i];
            b[i] = choice == 1 ? 1 : full[i];
        }
        b.erase(b.begin(),
                b.begin() + std::uniform_int_distribution<int>(0, static_cast<int>(rank))(random));
        compare("Add", DataType::kFloat, a, b, std::plus<double>());
        compare("Add", DataType::kFloat16, b, a, std::plus<double>());
    }
}

TEST_F(BinaryOperators, IntegersWrapAround) {
    EXPECT_EQ(results<int8_t>("Add", DataType::kInt8, {127, -128}, {1, -1}),
              (std::vector<int8_t>{-128, 127}));
    EXPECT_EQ(results<int32_t>("Add", DataType::kInt32, {INT32_MAX}, {1}),
              (std::vector<int32_t>{INT32_MIN}));
    EXPECT_EQ(results<int64_t>("Add", DataType::kInt64, {INT64_MAX, int64_t{1} << 60}, {1, 1}),
              (std::vector<int64_t>{INT64_MIN, (int64_t{1} << 60) + 1}));
    EXPECT_EQ(results<uint8_t>("Sub", DataType::kUint8, {0}, {1}), (std::vector<uint8_t>{255}));
    EXPECT_EQ(results<int64_t>("Sub", DataType::kInt64, {INT64_MIN}, {1}),
              (std::vector<int64_t>{INT64_MAX}));
    EXPECT_EQ(results<uint16_t>("Mul", DataType::kUint16, {65535}, {65535}),
              (std::vector<uint16_t>{1}));
    EXPECT_EQ(results<int32_t>("Mul", DataType::kInt32, {INT32_MIN, 65536}, {-1, 65537}),
              (std::vector<int32_t>{INT32_MIN, 65536}));
}

TEST_F(BinaryOperators, ComplexNumbersAndBoolsAreCombined) {
    using Complex = std::complex<float>;
    const std::vector<Complex> a = {{1, 2}, {3, -4}};
    const std::vector<Complex> b = {{10, 20}, {1, 1}};
    EXPECT_EQ(results<Complex>("Add", DataType::kComplex64, a, b),
              (std::vector<Complex>{{11, 22}, {4, -3}}));
    EXPECT_EQ(results<Complex>("Sub", DataType::kComplex64, a, b),
              (std::vector<Complex>{{-9, -18}, {2, -5}}));
    EXPECT_EQ(results<Complex>("Mul", DataType::kComplex64, a, b),
              (std::vector<Complex>{{-30, 40}, {7, -1}}));
    using Wide = std::complex<double>;
    EXPECT_EQ(results<Wide>("Mul", DataType::kComplex128, {{0, 1e200}}, {{0, 1e100}}),
              (std::vector<Wide>{{-1e300, 0}}));
    const std::vector<uint8_t> first = {0, 0, 1, 2};
    const std::vector<uint8_t> second = {0, 1, 1, 0};
    EXPECT_EQ(results<uint8_t>("Add", DataType::kBool, first, second),
              (std::vector<uint8_t>{0, 1, 1, 1}));
    EXPECT_EQ(results<uint8_t>("Sub", DataType::kBool, first, second),
              (std::vector<uint8_t>{0, 1, 0, 1}));
    EXPECT_EQ(results<uint8_t>("Mul", DataType::kBool, first, second),
              (std::vector<uint8_t>{0, 0, 1, 0}));
}

TEST_F(BinaryOperators, MulOfTwoTypesIsComputedInTheTypeThatHoldsBoth) {
    struct Case {
        DataType a;
        DataType b;
        DataType y;
    };

    const Case cases[] = {
        {DataType::kFloat16, DataType::kFloat, DataType::kFloat},
        {DataType::kFloat16, DataType::kBfloat16, DataType::kFloat},
        {DataType::kInt32, DataType::kFloat16, DataType::kFloat16},
        {DataType::kDouble, DataType::kInt64, DataType::kDouble},
        {DataType::kInt8, DataType::kInt32, DataType::kInt32},
        {DataType::kUint8, DataType::kInt8, DataType::kInt16},
        {DataType::kUint8, DataType::kInt16, DataType::kInt16},
        {DataType::kUint16, DataType::kInt16, DataType::kInt32},
        {DataType::kBool, DataType::kFloat, DataType::kFloat},
        {DataType::kBool, DataType::kUint8, DataType::kUint8},
    };
    for (const Case& types : cases) {
        for (const bool isSwapped : {false, true}) {
            const OpData a = test::randomTensor(random, types.a, {3, 700});
            const OpData b = test::randomTensor(random, types.b, {700});
            const OpData y = isSwapped ? run({"Mul", {b, a}}) : run({"Mul", {a, b}});
            SCOPED_TRACE(typeText(types.a) + " and " + typeText(types.b));
            ASSERT_EQ(y.spec.type(), types.y);
            const auto first = test::numbersOf(a);
            const auto second = test::numbersOf(b);
            const auto got = test::numbersOf(y);
            for (size_t i = 0; i < got.size(); ++i) {
                ASSERT_TRUE(test::same(
                    got[i], test::roundedTo(types.y, first[i] * second[i % second.size()])))
                    << first[i] << " and " << second[i % second.size()] << " give " << got[i];
            }
        }
    }
    using Complex = std::complex<float>;
    const OpData product = run({"Mul",
                                {OpData::of<Complex>(DataType::kComplex64, {2}, {{1, 2}, {0, 1}}),
                                 OpData::of<float>(DataType::kFloat, {}, {3})}});
    EXPECT_EQ(product.values<Complex>(), (std::vector<Complex>{{3, 6}, {0, 3}}));
}

TEST_F(BinaryOperators, OverflowAndNoNumbersAreThoseOfTheStandard) {
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    const auto sums = results<float>("Add", DataType::kFloat, {kInfinity, 3e38F, kInfinity, -0.0F},
                                     {-kInfinity, 3e38F, 1, -0.0F});
    EXPECT_TRUE(std::isnan(sums[0]));
    EXPECT_EQ(sums[1], kInfinity);
    EXPECT_EQ(sums[2], kInfinity);
    EXPECT_TRUE(std::signbit(sums[3]));
    // 65504 and 65504: more than any half.
    EXPECT_EQ(results<uint16_t>("Add", DataType::kFloat16, {0x7BFF}, {0x7BFF}),
              (std::vector<uint16_t>{0x7C00}));
}

TEST_F(BinaryOperators, TensorsWithoutElementsNeedNoLaunch) {
    EXPECT_TRUE(run({"Add",
                     {test::tensorOf(DataType::kFloat, {3, 0}, {}),
                      test::tensorOf(DataType::kFloat, {1, 1}, {1})}})
                    .bytes.empty());
}

TEST_F(BinaryOperators, FormatsThatReorderElementsAreAddedWhereBothHaveThem) {
    TensorSpec nz(DataType::kFloat, Dims{20, 3}, Format::kNd);
    nz.setStorage(static_cast<Format>(29));
    nz.setStorage(Dims{1, 2, 16, 16});
    const std::vector<double> numbers(512, 1.5);
    OpData first = test::tensorOf(DataType::kFloat, {512}, numbers);
    first.spec = nz;
    OpData sum = run({"Add", {first, first}});
    EXPECT_EQ(static_cast<int32_t>(layoutOf(sum.spec)), 29);
    EXPECT_EQ(test::numbersOf(sum), std::vector<double>(512, 3.0));
    OpData plain = test::tensorOf(DataType::kFloat, {20, 3}, std::vector<double>(60, 1.0));
    EXPECT_THAT(refusal({"Add", {first, plain}}), HasSubstr("format FRACTAL_NZ (29)"));
}

TEST_F(BinaryOperators, ShapesAndTypesThatDoNotFitAreRefused) {
    EXPECT_THAT(refusal({"Add",
                         {test::tensorOf(DataType::kFloat, {2, 3}, {1, 2, 3, 4, 5, 6}),
                          test::tensorOf(DataType::kFloat, {2}, {1, 2})}}),
                AllOf(HasSubstr("Add"), HasSubstr("[2, 3]"), HasSubstr("[2]")));
    EXPECT_THAT(refusal({"Add", {shaped(DataType::kString, {}), shaped(DataType::kString, {})}}),
                HasSubstr("string (13)"));
    EXPECT_THAT(refusal({"Sub", {shaped(DataType::kFloat, {}), shaped(DataType::kInt32, {})}}),
                HasSubstr("'x2'"));
    EXPECT_THAT(refusal({"Mul", {shaped(DataType::kUint64, {}), shaped(DataType::kInt32, {})}}),
                HasSubstr("'x1'"));
}

TEST_F(BinaryOperators, TooManyDimensionsThatCannotBeJoinedAreRefused) {
    Dims a;
    Dims b;
    for (int i = 0; i < 9; ++i) {
        a.push_back(i % 2 == 0 ? 1 : 2);
        b.push_back(i % 2 == 0 ? 2 : 1);
    }
    EXPECT_THAT(refusal({"Add",
                         {test::tensorOf(DataType::kInt8, a, std::vector<double>(16, 1)),
                          test::tensorOf(DataType::kInt8, b, std::vector<double>(32, 1))}}),
                HasSubstr("too many dimensions"));
    const OpData many = test::tensorOf(DataType::kInt8, Dims(12, 2), std::vector<double>(4096, 1));
    EXPECT_EQ(test::numbersOf(run({"Add", {many, many}})), std::vector<double>(4096, 2));
}

TEST_F(BinaryOperators, UnknownDimensionsAreInferredAsFarAsTheyGo) {
    const auto infer = [](const Dims& a, const Dims& b) {
        return inferred("Add", {shaped(DataType::kFloat, a), shaped(DataType::kFloat, b)});
    };
    EXPECT_EQ(infer({-1, 4}, {3, 4}), (Dims{3, 4}));
    EXPECT_EQ(infer({-1, 4}, {1, 4}), (Dims{-1, 4}));
    EXPECT_EQ(infer({-1}, {-1}), (Dims{-1}));
    EXPECT_EQ(infer({5, 1}, {-1}), (Dims{5, -1}));
    EXPECT_EQ(infer({-2}, {3}), (Dims{-2}));
}

}  // namespace
}  // namespace belay
