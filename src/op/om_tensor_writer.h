// What writes the description of a tensor into an offline model.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/status.h"
#include "op/single_op.h"

namespace belay {

class OmAttrTable;

/// Whether a tensor is an input of its operator, an output, or neither, between two nodes.
enum class OmSide : uint8_t { kInput, kOutput, kBetween };

/// That a model can say what is said of the tensor. kInvalidParam (100000), with a text that begins
/// with `where`, for data types and formats that models have no number or name for, dimensions
/// below -2, and ranges that are not one for each dimension.
Status checkOmTensor(const SingleOp::Tensor& tensor, std::string_view where);

/// The message of a tensor that checkOmTensor() accepts, as OmTensor::read() takes it. The real
/// format and shape of tensors of an operator TransData are those of the storage.
std::string omTensorDesc(const SingleOp::Tensor& tensor, OmSide side, bool isTransData);

/// The same as the graph has it: with the size in bytes, without values, and with `table` for those
/// names that are kept as numbers.
std::string omGraphTensorDesc(const SingleOp::Tensor& tensor, OmSide side, bool isTransData,
                              OmAttrTable& table);

/// A set of attributes, as OmLimits::read() takes it: any number for each dimension of the tensor
/// that has no range of its own. Constants keep their shape and value.
std::string omAnyShape(const SingleOp::Tensor& tensor);

}  // namespace belay
