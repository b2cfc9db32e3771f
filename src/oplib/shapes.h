// What inferences of operators share: shapes, ranges and layouts of tensors.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "op/op_view.h"

namespace belay::oplib {

/// All dimensions are known.
bool isKnown(std::span<const int64_t> dims);

/// A tensor of nothing but these dimensions in the format of `like`. Where `like` has the same
/// dimensions, also its layout and ranges.
TensorSpec specLike(const TensorSpec& like, DataType type, std::span<const int64_t> dims);

/// A tensor of which not even the number of dimensions is known.
TensorSpec unknownSpec(const TensorSpec& like, DataType type);

/// Of two tensors that are combined element by element, where the missing dimensions in front and
/// those of size 1 are repeated. The tensors lie in the order of their dimensions, or have both the
/// same dimensions and layout.
Result<TensorSpec> broadcastSpec(const OpView& view, const TensorSpec& a, const TensorSpec& b,
                                 DataType type);

/// An error for a tensor that does not lie in the order of its dimensions.
Status requirePlain(const OpView& view, size_t port);

/// How many elements the tensor has as it lies in memory; an error when their size does not fit, or
/// when the tensor has more than can lie there.
Result<int64_t> storageCount(const OpView& view, const TensorSpec& spec);

/// The whole numbers in a tensor of type int32 or int64, if the host knows them.
std::optional<std::vector<int64_t>> indexValues(const OpTensor& tensor);

}  // namespace belay::oplib
