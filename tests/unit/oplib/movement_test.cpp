// Operators that only move elements: BroadcastTo and Transpose.
#include <algorithm>
#include <numeric>

#include "unit/oplib/operator_test.h"

namespace belay {
namespace {

using test::Dims;
using test::OpData;
using test::OwnedRequest;
using testing::AllOf;
using testing::HasSubstr;

class Movements : public test::OperatorTest {
  protected:
    // Elements that differ from each other as far as the type allows.
    static OpData counted(DataType type, const Dims& dims) {
        OpData tensor{TensorSpec(type, dims, Format::kNd)};
        const size_t size = dataTypeSize(type);
        tensor.bytes.resize(tensor.spec.elementCount() * size);
        for (size_t i = 0; i < tensor.bytes.size(); ++i) {
            tensor.bytes[i] = static_cast<std::byte>((i / size) >> (8 * (i % size % 4)));
        }
        return tensor;
    }

    static OpData numbers(DataType type, const Dims& values, bool isKnown = true) {
        return test::tensorOf(type, {static_cast<int64_t>(values.size())},
                              std::vector<double>(values.begin(), values.end()), isKnown);
    }

    // Whether element i of `to` is element from(i) of `from`.
    template <typename From>
    static void expectMoved(const OpData& x, const OpData& y, From from) {
        const size_t size = dataTypeSize(x.spec.type());
        ASSERT_EQ(y.bytes.size(), y.spec.elementCount() * size);
        for (size_t i = 0; i < y.spec.elementCount(); ++i) {
            ASSERT_TRUE(std::equal(y.bytes.begin() + static_cast<int64_t>(i * size),
                                   y.bytes.begin() + static_cast<int64_t>((i + 1) * size),
                                   x.bytes.begin() + static_cast<int64_t>(from(i) * size)))
                << "element " << i << " is not that at " << from(i);
        }
    }

    void compareTranspose(DataType type, const Dims& dims, const Dims& perm, bool isKnown) {
        SCOPED_TRACE(typeText(type) + " " + shapeText(dims) + " by " + shapeText(perm) +
                     (isKnown ? "" : " on the device"));
        const OpData x = counted(type, dims);
        Dims outDims;
        for (const int64_t dim : perm) {
            outDims.push_back(dims[static_cast<size_t>(dim < 0 ? dim + std::ssize(dims) : dim)]);
        }
        const OpData y = run({"Transpose",
                              {x, numbers(DataType::kInt64, perm, isKnown)},
                              {},
                              {TensorSpec(type, outDims, Format::kNd)}});
        expectMoved(x, y, [&](size_t place) {
            std::vector<size_t> index(dims.size());
            for (size_t i = dims.size(); i-- > 0;) {
                const auto dim =
                    static_cast<size_t>(perm[i] < 0 ? perm[i] + std::ssize(dims) : perm[i]);
                index[dim] = place % static_cast<size_t>(outDims[i]);
                place /= static_cast<size_t>(outDims[i]);
            }
            size_t at = 0;
            for (size_t i = 0; i < dims.size(); ++i) {
                at = at * static_cast<size_t>(dims[i]) + index[i];
            }
            return at;
        });
    }

    void compareBroadcast(DataType type, const Dims& dims, const Dims& outDims, bool isKnown) {
        SCOPED_TRACE(typeText(type) + " " + shapeText(dims) + " to " + shapeText(outDims));
        const OpData x = counted(type, dims);
        const OpData y = run({"BroadcastTo",
                              {x, numbers(DataType::kInt32, outDims, isKnown)},
                              {},
                              {TensorSpec(type, outDims, Format::kNd)}});
        expectMoved(x, y, [&](size_t i) { return test::broadcastPlace(dims, outDims, i); });
    }
};

TEST_F(Movements, TransposeOfAllTypes) {
    for (const DataType type : typesOf("Transpose")) {
        for (const bool isKnown : {true, false}) {
            compareTranspose(type, {7}, {0}, isKnown);
            compareTranspose(type, {37, 70}, {1, 0}, isKnown);
            compareTranspose(type, {5, 19, 33}, {0, 2, 1}, isKnown);
            compareTranspose(type, {5, 19, 33}, {2, 0, 1}, isKnown);
            compareTranspose(type, {5, 19, 33}, {1, 0, -1}, isKnown);
        }
    }
    compareTranspose(DataType::kFloat, {}, {}, true);
    compareTranspose(DataType::kFloat, {500, 300}, {1, 0}, true);
    compareTranspose(DataType::kFloat, {1, 40, 1, 3, 1}, {4, 3, 2, 1, 0}, true);
}

TEST_F(Movements, TransposeOfRandomShapes) {
    for (int round = 0; round < 80; ++round) {
        const size_t rank = std::uniform_int_distribution<size_t>(1, 6)(random);
        const Dims dims = test::randomDims(random, rank, 3000);
        Dims perm(rank);
        std::iota(perm.begin(), perm.end(), 0);
        std::shuffle(perm.begin(), perm.end(), random);
        compareTranspose(DataType::kFloat, dims, perm, round % 2 == 0);
        compareTranspose(DataType::kInt8, dims, perm, true);
    }
}

TEST_F(Movements, BroadcastToOfAllTypes) {
    for (const DataType type : typesOf("BroadcastTo")) {
        for (const bool isKnown : {true, false}) {
            compareBroadcast(type, {}, {5}, isKnown);
            compareBroadcast(type, {3}, {2, 3}, isKnown);
            compareBroadcast(type, {4, 1}, {3, 4, 70}, isKnown);
            compareBroadcast(type, {1, 5, 1}, {7, 5, 1}, isKnown);
            compareBroadcast(type, {2, 1, 3, 1}, {2, 4, 3, 5}, isKnown);
        }
    }
    compareBroadcast(DataType::kFloat, {300}, {400, 300}, true);
}

TEST_F(Movements, MinusOneInAShapeKeepsTheDimension) {
    const OpData x = counted(DataType::kInt32, {3, 1});
    const OpData y = run({"BroadcastTo", {x, numbers(DataType::kInt64, {2, -1, 4})}});
    EXPECT_THAT(y.spec.dims(), testing::ElementsAre(2, 3, 4));
    const OpData late = run({"BroadcastTo",
                             {x, numbers(DataType::kInt64, {2, -1, 4}, false)},
                             {},
                             {TensorSpec(DataType::kInt32, Dims{2, 3, 4}, Format::kNd)}});
    EXPECT_EQ(late.bytes, y.bytes);
    EXPECT_THAT(refusal({"BroadcastTo", {x, numbers(DataType::kInt64, {-1, 3, 4})}}),
                HasSubstr("[-1, 3, 4]"));
}

TEST_F(Movements, EmptyTensorsNeedNoLaunch) {
    EXPECT_TRUE(
        run({"Transpose", {counted(DataType::kFloat, {0, 3}), numbers(DataType::kInt32, {1, 0})}})
            .bytes.empty());
    EXPECT_TRUE(
        run({"BroadcastTo", {counted(DataType::kFloat, {1, 3}), numbers(DataType::kInt32, {0, 3})}})
            .bytes.empty());
}

TEST_F(Movements, NumbersThatDoNotFitAreRefused) {
    const OpData x = counted(DataType::kFloat, {2, 3});
    for (const Dims& perm : {Dims{0, 0}, Dims{0, 2}, Dims{0, -3}}) {
        EXPECT_THAT(refusal({"Transpose", {x, numbers(DataType::kInt32, perm)}}),
                    AllOf(HasSubstr("'perm'"), HasSubstr(shapeText(perm))));
    }
    EXPECT_THAT(refusal({"Transpose", {x, numbers(DataType::kInt32, {0})}}), HasSubstr("'perm'"));
    EXPECT_THAT(refusal({"Transpose",
                         {x, numbers(DataType::kInt32, {1, 0}, false)},
                         {},
                         {TensorSpec(DataType::kFloat, Dims{6, 1}, Format::kNd)}}),
                HasSubstr("[6, 1]"));
    EXPECT_THAT(refusal({"BroadcastTo", {x, numbers(DataType::kInt32, {2, 4})}}),
                AllOf(HasSubstr("[2, 3]"), HasSubstr("[2, 4]")));
    EXPECT_THAT(refusal({"BroadcastTo", {x, numbers(DataType::kInt32, {3})}}), HasSubstr("[2, 3]"));
    EXPECT_THAT(refusal({"BroadcastTo",
                         {x, numbers(DataType::kInt32, {5, 2, 3}, false)},
                         {},
                         {TensorSpec(DataType::kFloat, Dims{5, 3, 3}, Format::kNd)}}),
                HasSubstr("[5, 3, 3]"));
    EXPECT_THAT(refusal({"BroadcastTo", {x, counted(DataType::kFloat, {2})}}),
                HasSubstr("'shape'"));
}

// The device tells; nothing is written.
TEST_F(Movements, NumbersOnTheDeviceThatDoNotFitFailTheKernel) {
    const auto failure = [](const OwnedRequest& request) {
        const auto outputs = device->run(request);
        EXPECT_FALSE(outputs.isOk());
        return outputs.status().code();
    };
    const OpData x = counted(DataType::kFloat, {2, 3});
    const std::vector<TensorSpec> turned = {TensorSpec(DataType::kFloat, Dims{3, 2}, Format::kNd)};
    for (const Dims& perm : {Dims{0, 1}, Dims{1, 1}, Dims{1, 2}, Dims{1, int64_t{-1} << 40}}) {
        EXPECT_NE(failure({"Transpose", {x, numbers(DataType::kInt64, perm, false)}, {}, turned}),
                  Code::kGeFailure);
    }
    EXPECT_NE(failure({"BroadcastTo",
                       {x, numbers(DataType::kInt64, {6, 2, 3}, false)},
                       {},
                       {TensorSpec(DataType::kFloat, Dims{5, 2, 3}, Format::kNd)}}),
              Code::kGeFailure);
    // -1 is a dimension of x, so x is not repeated there, and it cannot stand before them.
    const OpData row = counted(DataType::kFloat, {1, 3});
    EXPECT_NE(failure({"BroadcastTo",
                       {row, numbers(DataType::kInt64, {-1, 3}, false)},
                       {},
                       {TensorSpec(DataType::kFloat, Dims{5, 3}, Format::kNd)}}),
              Code::kGeFailure);
    EXPECT_NE(failure({"BroadcastTo",
                       {row, numbers(DataType::kInt64, {-1, 1, 3}, false)},
                       {},
                       {TensorSpec(DataType::kFloat, Dims{5, 1, 3}, Format::kNd)}}),
              Code::kGeFailure);
}

TEST_F(Movements, UnknownShapesAreInferredAsFarAsTheyGo) {
    const auto transpose = [](const Dims& dims, const OpData& perm) {
        return inferred("Transpose", {shaped(DataType::kFloat, dims), perm});
    };
    EXPECT_EQ(transpose({-1, 3}, numbers(DataType::kInt32, {1, 0})), (Dims{3, -1}));
    EXPECT_EQ(transpose({2, 3}, shaped(DataType::kInt32, {2})), (Dims{-1, -1}));
    EXPECT_EQ(transpose({-2}, shaped(DataType::kInt32, {2})), (Dims{-2}));
    const auto broadcast = [](const Dims& dims, const OpData& shape) {
        return inferred("BroadcastTo", {shaped(DataType::kFloat, dims), shape});
    };
    EXPECT_EQ(broadcast({2, 1}, shaped(DataType::kInt32, {3})), (Dims{-1, 2, -1}));
    EXPECT_EQ(broadcast({-1, 1}, numbers(DataType::kInt32, {4, 5})), (Dims{4, 5}));
    EXPECT_EQ(broadcast({2, 1}, shaped(DataType::kInt32, {-1})), (Dims{-2}));
}

}  // namespace
}  // namespace belay
