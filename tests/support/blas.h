// Products of matrices for tests of the BLAS calls, over the public API only: problems with exact
// results, and what all calls refuse alike.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "acl/ops/acl_cblas.h"
#include "support/refusal.h"
#include "support/seed.h"
#include "support/tensors.h"

namespace belay::test {

// Types of elements, which are made from small whole numbers.
struct HalfElement {
    using Bits = aclFloat16;
    static constexpr aclDataType kType = ACL_FLOAT16;

    static Bits of(int value) { return aclFloatToFloat16(static_cast<float>(value)); }

    static Bits notANumber() { return 0x7E00; }
};

struct FloatElement {
    using Bits = float;
    static constexpr aclDataType kType = ACL_FLOAT;

    static Bits of(int value) { return static_cast<float>(value); }

    static Bits notANumber() { return std::numeric_limits<float>::quiet_NaN(); }
};

struct ByteElement {
    using Bits = int8_t;
    static constexpr aclDataType kType = ACL_INT8;

    static Bits of(int value) { return static_cast<int8_t>(value); }
};

struct IntElement {
    using Bits = int32_t;
    static constexpr aclDataType kType = ACL_INT32;

    static Bits of(int value) { return value; }

    static Bits notANumber() { return std::numeric_limits<int32_t>::min(); }
};

/// The arguments of aclblasGemmEx(); other calls take some of them. A product with a vector has
/// n = 1, and its number of columns in k.
struct BlasArgs {
    aclTransType transA = ACL_TRANS_N;
    aclTransType transB = ACL_TRANS_N;
    aclTransType transC = ACL_TRANS_N;
    int m = 1;
    int n = 1;
    int k = 1;
    const void* alpha = nullptr;
    const void* a = nullptr;
    int lda = -1;
    aclDataType typeA = ACL_FLOAT16;
    const void* b = nullptr;
    int ldb = -1;
    aclDataType typeB = ACL_FLOAT16;
    const void* beta = nullptr;
    void* c = nullptr;
    int ldc = -1;
    aclDataType typeC = ACL_FLOAT16;
    aclComputeType computeType = ACL_COMPUTE_HIGH_PRECISION;
    aclrtStream stream = nullptr;
};

using BlasCall = std::function<aclError(const BlasArgs&)>;
using BlasHandleCall = std::function<aclError(const BlasArgs&, aclopHandle**)>;

struct BlasShape {
    aclTransType transA = ACL_TRANS_N;
    aclTransType transB = ACL_TRANS_N;
    int m = 1;
    int n = 1;
    int k = 1;
    int alpha = 1;
    int beta = 0;
};

/// A product with small whole numbers, so that the result is exact in every type.
template <typename In, typename Out>
class BlasProblem {
  public:
    explicit BlasProblem(const BlasShape& shape, uint32_t randomSeed = 1)
        : shape_(shape),
          a_(numbers(shape.m * shape.k, randomSeed)),
          b_(numbers(shape.k * shape.n, randomSeed + 1)),
          c_(numbers(shape.m * shape.n, randomSeed + 2)),
          deviceA_(In::kType, dims(shape.transA, shape.m, shape.k),
                   stored(a_, shape.transA, shape.m, shape.k)),
          deviceB_(In::kType, dims(shape.transB, shape.k, shape.n),
                   stored(b_, shape.transB, shape.k, shape.n)),
          deviceC_(Out::kType, {shape.m, shape.n}, elements<Out>(c_)),
          alpha_(Out::kType, {}, elements<Out>({shape.alpha})),
          beta_(Out::kType, {}, elements<Out>({shape.beta})) {}

    /// Makes the operator known, as atc and a model folder would.
    void compile() {
        const OwnedAttr attr = makeAttr();
        ASSERT_EQ(aclopSetAttrBool(attr.get(), "transpose_a", shape_.transA == ACL_TRANS_T ? 1 : 0),
                  ACL_SUCCESS);
        ASSERT_EQ(aclopSetAttrBool(attr.get(), "transpose_b", shape_.transB == ACL_TRANS_T ? 1 : 0),
                  ACL_SUCCESS);
        OpCall call("GEMM", {&deviceA_, &deviceB_, &deviceC_, &alpha_, &beta_}, {&deviceC_},
                    attr.get());
        ASSERT_EQ(call.compile(), ACL_SUCCESS) << recentMessage();
    }

    BlasArgs args(aclrtStream stream = nullptr) const {
        return {.transA = shape_.transA,
                .transB = shape_.transB,
                .m = shape_.m,
                .n = shape_.n,
                .k = shape_.k,
                .alpha = alpha_.data(),
                .a = deviceA_.data(),
                .typeA = In::kType,
                .b = deviceB_.data(),
                .typeB = In::kType,
                .beta = beta_.data(),
                .c = deviceC_.data(),
                .typeC = Out::kType,
                .stream = stream};
    }

    /// The tensors in the order of a handle's inputs, and of its outputs.
    OpCall call() const {
        return OpCall("GEMM", {&deviceA_, &deviceB_, &deviceC_, &alpha_, &beta_}, {&deviceC_});
    }

    void spoilC() { deviceC_.set(std::vector<typename Out::Bits>(c_.size(), Out::notANumber())); }

    /// The work is synchronised.
    testing::AssertionResult isSolved() const {
        const auto found = deviceC_.template values<typename Out::Bits>();
        for (int row = 0; row < shape_.m; ++row) {
            for (int column = 0; column < shape_.n; ++column) {
                int sum = 0;
                for (int i = 0; i < shape_.k; ++i) {
                    sum += a_[at(row, i, shape_.k)] * b_[at(i, column, shape_.n)];
                }
                const size_t place = at(row, column, shape_.n);
                const auto wanted = Out::of(shape_.alpha * sum + shape_.beta * c_[place]);
                if (!(found[place] == wanted)) {
                    return testing::AssertionFailure()
                           << "row " << row << ", column " << column << " is " << +found[place]
                           << " instead of " << +wanted;
                }
            }
        }
        return deviceC_.isIntactBehind()
                   ? testing::AssertionSuccess()
                   : testing::AssertionFailure() << "something was written behind C";
    }

  private:
    static size_t at(int row, int column, int columns) {
        return static_cast<size_t>(row) * static_cast<size_t>(columns) +
               static_cast<size_t>(column);
    }

    static std::vector<int> numbers(int count, uint32_t randomSeed) {
        std::mt19937 random(randomSeed);
        std::uniform_int_distribution<int> number(-4, 4);
        std::vector<int> values(static_cast<size_t>(count));
        for (int& value : values) {
            value = number(random);
        }
        return values;
    }

    template <typename Element>
    static std::vector<typename Element::Bits> elements(const std::vector<int>& values) {
        std::vector<typename Element::Bits> bits;
        bits.reserve(values.size());
        for (const int value : values) {
            bits.push_back(Element::of(value));
        }
        return bits;
    }

    static std::vector<int64_t> dims(aclTransType form, int rows, int columns) {
        return form == ACL_TRANS_T ? std::vector<int64_t>{columns, rows}
                                   : std::vector<int64_t>{rows, columns};
    }

    static std::vector<typename In::Bits> stored(const std::vector<int>& values, aclTransType form,
                                                 int rows, int columns) {
        if (form != ACL_TRANS_T) {
            return elements<In>(values);
        }
        std::vector<int> transposed(values.size());
        for (int row = 0; row < rows; ++row) {
            for (int column = 0; column < columns; ++column) {
                transposed[at(column, row, rows)] = values[at(row, column, columns)];
            }
        }
        return elements<In>(transposed);
    }

    const BlasShape shape_;
    const std::vector<int> a_;
    const std::vector<int> b_;
    const std::vector<int> c_;
    DeviceTensor deviceA_;
    DeviceTensor deviceB_;
    DeviceTensor deviceC_;
    DeviceTensor alpha_;
    DeviceTensor beta_;
};

/// Shapes of products of matrices, or of a matrix and a vector: all ways to store the operands, odd
/// sizes, one entry, factors 0 and others.
inline std::vector<BlasShape> blasShapes(bool isVector) {
    std::vector<BlasShape> shapes;
    for (const aclTransType transA : {ACL_TRANS_N, ACL_TRANS_T}) {
        for (const aclTransType transB : {ACL_TRANS_N, ACL_TRANS_T}) {
            if (isVector && transB != ACL_TRANS_N) {
                continue;
            }
            const int n = isVector ? 1 : 5;
            shapes.push_back({transA, transB, 3, n, 7, 1, 0});
            shapes.push_back({transA, transB, 16, isVector ? 1 : 16, 16, 2, -1});
            shapes.push_back({transA, transB, 33, isVector ? 1 : 17, 40, -1, 1});
            shapes.push_back({transA, transB, 1, 1, 1, 2, 3});
            shapes.push_back({transA, transB, 2, n, 3, 0, 2});
        }
    }
    return shapes;
}

/// That `call` does products of these types as they are defined, asynchronously.
template <typename In, typename Out>
void expectProducts(const BlasCall& call, bool isVector) {
    const SetDevice session;
    const OwnedStream stream;
    const uint32_t used = seed();
    for (const BlasShape& shape : blasShapes(isVector)) {
        SCOPED_TRACE(testing::Message() << shape.transA << shape.transB << ' ' << shape.m << 'x'
                                        << shape.k << 'x' << shape.n);
        BlasProblem<In, Out> problem(shape, used);
        problem.compile();
        ASSERT_EQ(call(problem.args(stream.get())), ACL_SUCCESS) << recentMessage();
        EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
        EXPECT_TRUE(problem.isSolved());
    }
}

/// That C is not read when beta is 0.
template <typename In, typename Out>
void expectBetaZeroIgnoresC(const BlasCall& call, bool isVector) {
    const SetDevice session;
    const OwnedStream stream;
    BlasProblem<In, Out> problem({.m = 4, .n = isVector ? 1 : 5, .k = 6, .alpha = 1, .beta = 0});
    problem.compile();
    problem.spoilC();
    ASSERT_EQ(call(problem.args(stream.get())), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    EXPECT_TRUE(problem.isSolved());
}

/// That handles made by `make` do the product, more than once.
template <typename In, typename Out>
void expectHandlesWork(const BlasHandleCall& make, bool isVector) {
    const SetDevice session;
    const OwnedStream stream;
    for (const BlasShape& shape : blasShapes(isVector)) {
        if (shape.beta != 0) {
            continue;  // a second product would begin with another C
        }
        BlasProblem<In, Out> problem(shape);
        problem.compile();
        aclopHandle* handle = nullptr;
        ASSERT_EQ(make(problem.args(), &handle), ACL_SUCCESS) << recentMessage();
        for (int i = 0; i < 2; ++i) {
            ASSERT_EQ(problem.call().executeWith(handle, stream.get()), ACL_SUCCESS)
                << recentMessage();
        }
        aclopDestroyHandle(handle);
        EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
        EXPECT_TRUE(problem.isSolved());
    }
}

/// How a call names its arguments.
struct BlasNames {
    const char* function;
    const char* a = "matrixA";
    const char* b = "matrixB";
    const char* c = "matrixC";
    const char* ldb = "ldb";
    const char* ldc = "ldc";
    const char* k = "k";
};

inline BlasNames namesOfVector(const char* function) {
    return {
        .function = function, .a = "a", .b = "x", .c = "y", .ldb = "incx", .ldc = "incy", .k = "n"};
}

/// What calls refuse alike, with and without data.
inline void expectShapesRefused(const BlasCall& call, const BlasArgs& good, const BlasNames& names,
                                bool isVector) {
    const auto refusesChange = [&](const char* subject, auto change) {
        BlasArgs args = good;
        change(args);
        EXPECT_TRUE(refused(names.function, subject, [&] { return call(args); }));
    };
    for (const int size : {0, -1, std::numeric_limits<int>::min()}) {
        refusesChange("m", [&](BlasArgs& args) { args.m = size; });
        refusesChange(names.k, [&](BlasArgs& args) { args.k = size; });
        if (!isVector) {
            refusesChange("n", [&](BlasArgs& args) { args.n = size; });
        }
    }
    for (const int form : {int{ACL_TRANS_NZ_T}, 4, -1}) {
        refusesChange("transA", [&](BlasArgs& args) { args.transA = enumOf<aclTransType>(form); });
        if (!isVector) {
            refusesChange("transB",
                          [&](BlasArgs& args) { args.transB = enumOf<aclTransType>(form); });
            refusesChange("transC",
                          [&](BlasArgs& args) { args.transC = enumOf<aclTransType>(form); });
        }
    }
    if (!isVector) {
        refusesChange("transC", [](BlasArgs& args) { args.transC = ACL_TRANS_T; });
    }
    for (const int type : {int{ACL_COMPUTE_LOW_PRECISION}, 2, -1}) {
        refusesChange("type",
                      [&](BlasArgs& args) { args.computeType = enumOf<aclComputeType>(type); });
    }
}

/// What calls with data refuse, and that they work afterwards.
template <typename In, typename Out>
void expectArgumentsRefused(const BlasCall& call, const BlasNames& names, bool isVector) {
    const SetDevice session;
    BlasProblem<In, Out> problem({.m = 3, .n = isVector ? 1 : 4, .k = 5});
    problem.compile();
    const BlasArgs good = problem.args();
    const auto refusesChange = [&](const char* subject, auto change) {
        BlasArgs args = good;
        change(args);
        EXPECT_TRUE(refused(names.function, subject, [&] { return call(args); }));
    };
    refusesChange("alpha", [](BlasArgs& args) { args.alpha = nullptr; });
    refusesChange(names.a, [](BlasArgs& args) { args.a = nullptr; });
    refusesChange(names.b, [](BlasArgs& args) { args.b = nullptr; });
    refusesChange("beta", [](BlasArgs& args) { args.beta = nullptr; });
    refusesChange(names.c, [](BlasArgs& args) { args.c = nullptr; });
    for (const int stride : {0, 1, 5, -2}) {
        refusesChange("lda", [&](BlasArgs& args) { args.lda = stride; });
        refusesChange(names.ldb, [&](BlasArgs& args) { args.ldb = stride; });
        refusesChange(names.ldc, [&](BlasArgs& args) { args.ldc = stride; });
    }
    expectShapesRefused(call, good, names, isVector);
    ASSERT_EQ(call(good), ACL_SUCCESS) << recentMessage();
    ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    EXPECT_TRUE(problem.isSolved());
}

/// What calls that make handles refuse.
template <typename In, typename Out>
void expectHandleArgumentsRefused(const BlasHandleCall& make, const BlasNames& names,
                                  bool isVector) {
    const SetDevice session;
    BlasProblem<In, Out> problem({.m = 3, .n = isVector ? 1 : 4, .k = 5});
    problem.compile();
    EXPECT_TRUE(refused(names.function, "handle", [&] { return make(problem.args(), nullptr); }));
    aclopHandle* handle = nullptr;
    expectShapesRefused([&](const BlasArgs& args) { return make(args, &handle); }, problem.args(),
                        names, isVector);
    EXPECT_EQ(handle, nullptr);
}

/// That a product of which no model was loaded or compiled is not found.
inline void expectNotFound(const BlasCall& call, const BlasNames& names) {
    const SetDevice session;
    char something = 0;
    BlasArgs args{.m = 3001, .n = 1, .k = 7, .alpha = &something, .a = &something};
    args.b = &something;
    args.beta = &something;
    args.c = &something;
    EXPECT_TRUE(
        refusedWith(ACL_ERROR_OP_NOT_FOUND, names.function, "GEMM", [&] { return call(args); }));
}

}  // namespace belay::test
