// Matrix products: MatMul, BatchMatMul and GEMM.
#include <limits>

#include "unit/oplib/operator_test.h"

namespace belay {
namespace {

using test::attrsOf;
using test::Dims;
using test::OpData;
using test::OwnedRequest;
using testing::AllOf;
using testing::HasSubstr;

constexpr auto kFractalNz = static_cast<Format>(29);
constexpr auto kFractalZ = static_cast<Format>(4);

struct Product {
    int64_t rows;
    int64_t columns;
    int64_t depth;
};

const Product kProducts[] = {{1, 1, 1},    {16, 16, 16},  {3, 5, 7},      {12, 32, 8},
                             {13, 33, 9},  {1, 70, 300},  {70, 1, 30},    {25, 47, 257},
                             {4, 100, 64}, {200, 530, 5}, {97, 131, 270}, {200, 40, 513}};

/// Sums of products as double, and those of the magnitudes, which say how exact sums can be.
struct Reference {
    std::vector<double> sums;
    std::vector<double> sizes;
};

Reference multiply(const std::vector<double>& a, const std::vector<double>& b, const Product& size,
                   bool isATransposed, bool isBTransposed) {
    Reference made;
    for (int64_t i = 0; i < size.rows; ++i) {
        for (int64_t j = 0; j < size.columns; ++j) {
            double sum = 0;
            double magnitude = 0;
            for (int64_t k = 0; k < size.depth; ++k) {
                const double term =
                    a[static_cast<size_t>(isATransposed ? k * size.rows + i : i * size.depth + k)] *
                    b[static_cast<size_t>(isBTransposed ? j * size.depth + k
                                                        : k * size.columns + j)];
                sum += term;
                magnitude += std::fabs(term);
            }
            made.sums.push_back(sum);
            made.sizes.push_back(magnitude);
        }
    }
    return made;
}

// The last place of a number of this type.
double precisionOf(DataType type) {
    return type == DataType::kFloat16 ? 1.0 / 1024 : type == DataType::kBfloat16 ? 1.0 / 128 : 0;
}

class MatrixProducts : public test::OperatorTest {
  protected:
    // Sums of float are as exact as float is; then the output is rounded once.
    static void expectNear(const OpData& y, const std::vector<double>& sums,
                           const std::vector<double>& sizes) {
        const auto got = test::numbersOf(y);
        ASSERT_EQ(got.size(), sums.size());
        const DataType type = y.spec.type();
        for (size_t i = 0; i < got.size(); ++i) {
            const double allowed = test::isFloatType(type)
                                       ? 1e-6 * sizes[i] + precisionOf(type) * std::fabs(sums[i])
                                       : 0;
            ASSERT_NEAR(got[i], sums[i], allowed) << "at " << i << " of " << typeText(type);
        }
    }

    OpData smallTensor(DataType type, const Dims& dims) {
        OpData tensor = test::randomTensor(random, type, dims);
        if (test::isFloatType(type)) {
            auto numbers = test::numbersOf(tensor);
            for (double& number : numbers) {
                number /= 64;
            }
            return test::tensorOf(type, dims, numbers);
        }
        return tensor;
    }

    void compareMatMul(DataType type, const Product& size, bool a, bool b, bool hasBias) {
        SCOPED_TRACE(typeText(type) + " " + std::to_string(size.rows) + " x " +
                     std::to_string(size.columns) + " x " + std::to_string(size.depth) +
                     (a ? " a transposed" : "") + (b ? " b transposed" : ""));
        const OpData x1 =
            smallTensor(type, a ? Dims{size.depth, size.rows} : Dims{size.rows, size.depth});
        const OpData x2 =
            smallTensor(type, b ? Dims{size.columns, size.depth} : Dims{size.depth, size.columns});
        const OpData bias = smallTensor(type, {size.columns});
        std::vector<OpData> inputs = {x1, x2};
        if (hasBias) {
            inputs.push_back(bias);
        }
        const OpData y = run({"MatMul", inputs, attrsOf("transpose_x1", a, "transpose_x2", b)});
        Reference wanted = multiply(test::numbersOf(x1), test::numbersOf(x2), size, a, b);
        if (hasBias) {
            const auto row = test::numbersOf(bias);
            for (size_t i = 0; i < wanted.sums.size(); ++i) {
                wanted.sums[i] += row[i % row.size()];
                wanted.sizes[i] += std::fabs(row[i % row.size()]);
            }
        }
        expectNear(y, wanted.sums, wanted.sizes);
    }
};

TEST_F(MatrixProducts, MatMulOfAllTypesSizesAndTranspositions) {
    for (const DataType type : typesOf("MatMul")) {
        int round = 0;
        for (const Product& size : kProducts) {
            for (const bool a : {false, true}) {
                for (const bool b : {false, true}) {
                    compareMatMul(type, size, a, b, ++round % 3 == 0);
                }
            }
        }
    }
}

TEST_F(MatrixProducts, ABiasThatIsLeftOutAtItsPlaceIsNone) {
    const OpData x = test::tensorOf(DataType::kFloat, {2, 2}, {1, 2, 3, 4});
    EXPECT_EQ(test::numbersOf(run({"MatMul", {x, x, OpData::leftOut()}})),
              (std::vector<double>{7, 10, 15, 22}));
    const OpData bias = test::tensorOf(DataType::kFloat, {1, 2}, {100, 200});
    EXPECT_EQ(test::numbersOf(run({"MatMul", {x, x, bias}})),
              (std::vector<double>{107, 210, 115, 222}));
}

TEST_F(MatrixProducts, WithoutDepthTheProductIsTheBias) {
    const OpData a = test::tensorOf(DataType::kFloat16, {2, 0}, {});
    const OpData b = test::tensorOf(DataType::kFloat16, {0, 3}, {});
    EXPECT_EQ(test::numbersOf(run({"MatMul", {a, b}})), std::vector<double>(6, 0));
    EXPECT_EQ(test::numbersOf(
                  run({"MatMul", {a, b, test::tensorOf(DataType::kFloat16, {3}, {1, 2, 3})}})),
              (std::vector<double>{1, 2, 3, 1, 2, 3}));
    EXPECT_TRUE(run({"MatMul",
                     {test::tensorOf(DataType::kFloat, {0, 2}, {}),
                      test::tensorOf(DataType::kFloat, {2, 3}, {1, 2, 3, 4, 5, 6})}})
                    .bytes.empty());
}

TEST_F(MatrixProducts, SumsOfHalvesAreFloat) {
    // 4096 times 16 and once more, of which each step would be lost in half.
    const std::vector<double> ones(4100, 1);
    EXPECT_EQ(test::numbersOf(run({"MatMul",
                                   {test::tensorOf(DataType::kFloat16, {1, 4100}, ones),
                                    test::tensorOf(DataType::kFloat16, {4100, 1}, ones)}})),
              std::vector<double>{4100});
}

TEST_F(MatrixProducts, IntegersWrapAround) {
    const OpData a = OpData::of<int32_t>(DataType::kInt32, {1, 2}, {INT32_MAX, 65536});
    const OpData b = OpData::of<int32_t>(DataType::kInt32, {2, 1}, {2, 65537});
    EXPECT_EQ(run({"MatMul", {a, b}}).values<int32_t>(), (std::vector<int32_t>{65534}));
}

TEST_F(MatrixProducts, BatchesAreBroadcast) {
    struct Case {
        Dims a;
        Dims b;
    };

    const Case cases[] = {{{}, {}},      {{3}, {3}},       {{3}, {}},  {{}, {4}},
                          {{2, 1}, {3}}, {{2, 3}, {2, 3}}, {{1}, {5}}, {{7, 1, 2}, {3, 1}}};
    const Product size{17, 35, 6};
    for (const DataType type : typesOf("BatchMatMul")) {
        for (const Case& batches : cases) {
            for (const bool isTransposed : {false, true}) {
                Dims a = batches.a;
                Dims b = batches.b;
                a.insert(a.end(), {isTransposed ? size.depth : size.rows,
                                   isTransposed ? size.rows : size.depth});
                b.insert(b.end(), {isTransposed ? size.columns : size.depth,
                                   isTransposed ? size.depth : size.columns});
                const OpData x1 = smallTensor(type, a);
                const OpData x2 = smallTensor(type, b);
                const OpData y = run({"BatchMatMul",
                                      {x1, x2},
                                      attrsOf("adj_x1", isTransposed, "adj_x2", isTransposed)});
                const auto dims = y.spec.dims();
                const Dims batch(dims.begin(), dims.end() - 2);
                const auto numbersA = test::numbersOf(x1);
                const auto numbersB = test::numbersOf(x2);
                Reference wanted;
                const size_t count =
                    y.spec.elementCount() / static_cast<size_t>(size.rows * size.columns);
                for (size_t i = 0; i < count; ++i) {
                    const auto part = [&](const std::vector<double>& all, const Dims& own,
                                          int64_t each) {
                        const auto first =
                            all.begin() +
                            static_cast<int64_t>(test::broadcastPlace(own, batch, i)) * each;
                        return std::vector<double>(first, first + each);
                    };
                    const Reference one =
                        multiply(part(numbersA, batches.a, size.rows * size.depth),
                                 part(numbersB, batches.b, size.columns * size.depth), size,
                                 isTransposed, isTransposed);
                    wanted.sums.insert(wanted.sums.end(), one.sums.begin(), one.sums.end());
                    wanted.sizes.insert(wanted.sizes.end(), one.sizes.begin(), one.sizes.end());
                }
                expectNear(y, wanted.sums, wanted.sizes);
            }
        }
    }
}

TEST_F(MatrixProducts, LargeBatchesAreDividedAmongBlocks) {
    const Product size{64, 64, 300};
    const OpData x1 = smallTensor(DataType::kFloat16, {9, 64, 300});
    const OpData x2 = smallTensor(DataType::kFloat16, {300, 64});
    const OpData y = run({"BatchMatMul", {x1, x2}}, 20);
    const Reference wanted = multiply(test::numbersOf(x1), test::numbersOf(x2),
                                      {9 * size.rows, size.columns, size.depth}, false, false);
    expectNear(y, wanted.sums, wanted.sizes);
}

/// The numbers of a matrix in blocks of columns, with zeros beside it.
std::vector<double> inBlocks(const std::vector<double>& numbers, int64_t rows, int64_t columns,
                             int64_t width) {
    const int64_t blocks = (columns + width - 1) / width;
    const int64_t padded = (rows + 15) / 16 * 16;
    std::vector<double> made(static_cast<size_t>(blocks * padded * width), 0);
    for (int64_t i = 0; i < rows; ++i) {
        for (int64_t j = 0; j < columns; ++j) {
            made[static_cast<size_t>((j / width) * padded * width + i * width + j % width)] =
                numbers[static_cast<size_t>(i * columns + j)];
        }
    }
    return made;
}

OpData fractal(const OpData& matrix, int64_t width, Format format = kFractalNz) {
    const int64_t rows = matrix.spec.dims()[0];
    const int64_t columns = matrix.spec.dims()[1];
    const Dims dims = {(columns + width - 1) / width, (rows + 15) / 16, 16, width};
    OpData made = test::tensorOf(matrix.spec.type(), dims,
                                 inBlocks(test::numbersOf(matrix), rows, columns, width));
    made.spec.setOriginal(format);
    return made;
}

TEST_F(MatrixProducts, MatMulTakesMatricesInBlocks) {
    const Product size{21, 40, 19};
    const OpData a = smallTensor(DataType::kFloat16, {size.rows, size.depth});
    const OpData b = smallTensor(DataType::kFloat16, {size.depth, size.columns});
    const Reference wanted = multiply(test::numbersOf(a), test::numbersOf(b), size, false, false);
    const auto stored = [](const OpData& matrix) {
        OpData made = fractal(matrix, 16);
        TensorSpec spec = matrix.spec;
        spec.setStorage(kFractalNz);
        spec.setStorage(made.spec.dims());
        made.spec = spec;
        return made;
    };
    expectNear(run({"MatMul", {stored(a), stored(b)}}), wanted.sums, wanted.sizes);
    expectNear(run({"MatMul", {a, stored(b)}}), wanted.sums, wanted.sizes);
    expectNear(run({"MatMul", {stored(a), b}}), wanted.sums, wanted.sizes);
    OpData wrong = stored(a);
    wrong.spec.setOriginal(Dims{40, size.depth});
    EXPECT_THAT(refusal({"MatMul", {wrong, b}}), HasSubstr("[40, 19]"));
}

class Gemms : public MatrixProducts {
  protected:
    struct Types {
        DataType in;
        DataType out;
    };

    static constexpr Types kTypes[] = {
        {DataType::kFloat16, DataType::kFloat16}, {DataType::kFloat16, DataType::kFloat},
        {DataType::kInt8, DataType::kFloat},      {DataType::kInt8, DataType::kInt32},
        {DataType::kFloat, DataType::kFloat},     {DataType::kInt32, DataType::kInt32}};

    static OpData scale(DataType type, double value, const Dims& dims = {}) {
        return test::tensorOf(type, dims, {value});
    }

    static Reference scaled(Reference made, double alpha, double beta,
                            const std::vector<double>& c) {
        for (size_t i = 0; i < made.sums.size(); ++i) {
            made.sums[i] = alpha * made.sums[i] + (beta != 0 ? beta * c[i] : 0);
            made.sizes[i] =
                std::fabs(alpha) * made.sizes[i] + std::fabs(beta != 0 ? beta * c[i] : 0);
        }
        return made;
    }
};

TEST_F(Gemms, AllTypesSizesAndTranspositions) {
    for (const Types& types : kTypes) {
        int round = 0;
        for (const Product& size : kProducts) {
            const bool a = round % 2 != 0;
            const bool b = round / 2 % 2 != 0;
            const double beta = round % 3 == 0 ? 0 : 3;
            ++round;
            const OpData x1 = smallTensor(
                types.in, a ? Dims{size.depth, size.rows} : Dims{size.rows, size.depth});
            const OpData x2 = smallTensor(
                types.in, b ? Dims{size.columns, size.depth} : Dims{size.depth, size.columns});
            const OpData c = smallTensor(types.out, {size.rows, size.columns});
            const OpData y = run({"GEMM",
                                  {x1, x2, c, scale(types.out, 2), scale(types.out, beta, {1})},
                                  attrsOf("transpose_a", a, "transpose_b", b)});
            const Reference wanted =
                scaled(multiply(test::numbersOf(x1), test::numbersOf(x2), size, a, b), 2, beta,
                       test::numbersOf(c));
            expectNear(y, wanted.sums, wanted.sizes);
        }
    }
}

TEST_F(Gemms, WithBetaZeroTheSummandIsNotRead) {
    const OpData x = test::tensorOf(DataType::kFloat, {2, 2}, {1, 2, 3, 4});
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const OpData c = test::tensorOf(DataType::kFloat, {2, 2}, {nan, nan, nan, nan});
    EXPECT_EQ(test::numbersOf(
                  run({"GEMM", {x, x, c, scale(DataType::kFloat, 1), scale(DataType::kFloat, 0)}})),
              (std::vector<double>{7, 10, 15, 22}));
}

TEST_F(Gemms, MatricesInBlocks) {
    const Product size{21, 40, 35};
    for (const Types& types : kTypes) {
        if (types.in != DataType::kFloat16 && types.in != DataType::kInt8) {
            continue;
        }
        const int64_t width = types.in == DataType::kInt8 ? 32 : 16;
        const OpData a = smallTensor(types.in, {size.rows, size.depth});
        const OpData b = smallTensor(types.in, {size.depth, size.columns});
        const OpData bTransposed = test::tensorOf(types.in, {size.columns, size.depth}, [&] {
            const auto numbers = test::numbersOf(b);
            std::vector<double> turned;
            for (size_t j = 0; j < 40; ++j) {
                for (size_t k = 0; k < 35; ++k) {
                    turned.push_back(numbers[k * 40 + j]);
                }
            }
            return turned;
        }());
        const OpData c = smallTensor(types.out, {size.rows, size.columns});
        const OpData blocksB =
            types.in == DataType::kInt8 ? fractal(bTransposed, 32, kFractalZ) : fractal(b, 16);
        const Reference wanted =
            scaled(multiply(test::numbersOf(a), test::numbersOf(b), size, false, false), 2, 3,
                   test::numbersOf(c));
        const OpData alpha = scale(types.out, 2);
        const OpData beta = scale(types.out, 3);
        expectNear(run({"GEMM", {fractal(a, width), blocksB, c, alpha, beta}}), wanted.sums,
                   wanted.sizes);
        expectNear(run({"GEMM", {a, blocksB, c, alpha, beta}}), wanted.sums, wanted.sizes);
        expectNear(run({"GEMM", {fractal(a, width), b, c, alpha, beta}}), wanted.sums,
                   wanted.sizes);
        const OpData y = run({"GEMM", {a, b, fractal(c, 16), alpha, beta}});
        expectNear(y, inBlocks(wanted.sums, size.rows, size.columns, 16),
                   inBlocks(wanted.sizes, size.rows, size.columns, 16));
    }
}

TEST_F(Gemms, OtherTypesAndShapesAreRefused) {
    const OpData x = test::tensorOf(DataType::kFloat, {2, 2}, {1, 2, 3, 4});
    const OpData one = scale(DataType::kFloat, 1);
    EXPECT_THAT(refusal({"GEMM",
                         {x, x, test::tensorOf(DataType::kInt32, {2, 2}, {1, 2, 3, 4}),
                          scale(DataType::kInt32, 1), scale(DataType::kInt32, 1)}}),
                AllOf(HasSubstr("'c'"), HasSubstr("int32 (3)")));
    EXPECT_THAT(refusal({"GEMM", {x, x, test::tensorOf(DataType::kFloat, {2}, {1, 2}), one, one}}),
                HasSubstr("'c'"));
    EXPECT_THAT(
        refusal({"GEMM", {x, x, test::tensorOf(DataType::kFloat, {1, 2}, {1, 2}), one, one}}),
        HasSubstr("rows"));
    EXPECT_THAT(refusal({"GEMM", {x, x, x, test::tensorOf(DataType::kFloat, {2}, {1, 2}), one}}),
                HasSubstr("'alpha'"));
}

TEST_F(MatrixProducts, SizesThatDoNotFitAreRefused) {
    const OpData a = shaped(DataType::kFloat, {2, 3});
    EXPECT_THAT(refusal({"MatMul", {a, a}}), AllOf(HasSubstr("MatMul"), HasSubstr("3 and 2")));
    EXPECT_THAT(refusal({"MatMul", {a, shaped(DataType::kFloat, {3})}}), HasSubstr("'x2'"));
    EXPECT_THAT(
        refusal({"MatMul", {a, shaped(DataType::kFloat, {3, 4}), shaped(DataType::kFloat, {3})}}),
        HasSubstr("'bias'"));
    EXPECT_THAT(
        refusal({"BatchMatMul",
                 {shaped(DataType::kFloat, {2, 2, 3}), shaped(DataType::kFloat, {3, 3, 4})}}),
        HasSubstr("[2]"));
    EXPECT_THAT(refusal({"MatMul",
                         {a, shaped(DataType::kFloat, {3, 4})},
                         {},
                         {TensorSpec(DataType::kFloat, Dims{2, 5}, Format::kNd)}}),
                AllOf(HasSubstr("[2, 5]"), HasSubstr("[2, 4]")));
    OpData blocks = shaped(DataType::kFloat16, {1, 1, 16, 8});
    blocks.spec.setOriginal(kFractalNz);
    EXPECT_THAT(refusal({"MatMul", {blocks, blocks}}), HasSubstr("[1, 1, 16, 8]"));
}

TEST_F(MatrixProducts, UnknownSizesAreInferredAsFarAsTheyGo) {
    const auto infer = [](const char* op, const Dims& a, const Dims& b) {
        return inferred(op, {shaped(DataType::kFloat, a), shaped(DataType::kFloat, b)});
    };
    EXPECT_EQ(infer("MatMul", {-1, 3}, {3, 4}), (Dims{-1, 4}));
    EXPECT_EQ(infer("MatMul", {2, -1}, {3, -1}), (Dims{2, -1}));
    EXPECT_EQ(infer("MatMul", {-2}, {3, 4}), (Dims{-1, 4}));
    EXPECT_EQ(infer("BatchMatMul", {-1, 2, 3}, {5, 3, 4}), (Dims{5, 2, 4}));
    EXPECT_EQ(infer("BatchMatMul", {-2}, {5, 3, 4}), (Dims{-2}));
}

}  // namespace
}  // namespace belay
