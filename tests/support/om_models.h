// Offline models as what they were made of: reads files, and compares models with operators.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <vector>

#include "op/om_model.h"
#include "op/single_op.h"

namespace belay::test {

/// The model in a file; an empty one, and a failure of the test, when there is none.
inline OmModel modelOf(std::span<const std::byte> bytes) {
    const auto file = OmFile::parse(bytes);
    EXPECT_TRUE(file.isOk()) << file.status().message();
    auto model = file.isOk() ? OmModel::parse(file.value()) : Result<OmModel>(OmModel());
    EXPECT_TRUE(model.isOk()) << model.status().message();
    return model.isOk() ? std::move(model).value() : OmModel();
}

inline std::vector<int64_t> vectorOf(std::span<const int64_t> values) {
    return {values.begin(), values.end()};
}

/// That a tensor of a model says what it was made of.
inline void expectSame(const OmTensor& read, const TensorSpec& spec) {
    EXPECT_EQ(read.type, spec.type());
    EXPECT_EQ(read.format, spec.format());
    EXPECT_EQ(read.dims, vectorOf(spec.dims()));
    EXPECT_EQ(read.storageFormat, spec.storageFormat());
    EXPECT_EQ(read.storageDims.value_or(read.dims), vectorOf(spec.storageDims()));
    EXPECT_TRUE(std::ranges::equal(read.shapeRanges, spec.shapeRanges()));
    EXPECT_EQ(read.placement, spec.placement());
    EXPECT_EQ(read.constant, spec.constant());
}

inline void expectSame(const std::vector<OmTensor>& read,
                       const std::vector<SingleOp::Tensor>& tensors) {
    ASSERT_EQ(read.size(), tensors.size());
    for (size_t i = 0; i < read.size(); ++i) {
        SCOPED_TRACE(i);
        expectSame(read[i], tensors[i].spec);
    }
}

/// That a model is of the operator.
inline void expectSame(const OmModel& model, const SingleOp& op) {
    EXPECT_EQ(model.opType(), op.type);
    {
        SCOPED_TRACE("inputs");
        expectSame(model.inputs(), op.inputs);
    }
    {
        SCOPED_TRACE("outputs");
        expectSame(model.outputs(), op.outputs);
    }
    EXPECT_TRUE(model.attrs() == op.attrs);
}

}  // namespace belay::test
