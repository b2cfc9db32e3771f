// SingleOp: an operator that a model is to be made of.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "op/op_attr.h"
#include "op/tensor_spec.h"

namespace belay {

/// A value: a copy is a copy of everything.
struct SingleOp {
    struct Tensor {
        TensorSpec spec;
        /// What the tensor was before a layout was chosen for it, unless it is what `spec` says.
        std::optional<Format> originFormat{};
        std::optional<std::vector<int64_t>> originDims{};
    };

    std::string type;
    std::vector<Tensor> inputs{};  ///< optional inputs that are left out keep their place
    std::vector<Tensor> outputs{};
    OpAttrs attrs{};
    /// Whether the model is to take other shapes than these, too.
    bool isFuzzy = false;
    /// The name that the file of the model shall have, without its ending; empty: none.
    std::string fileName{};
};

/// The name of the file of the model, with its ending ".om": the name that the operator gives, or
/// the operator's position, its type, and of each tensor the type, format and dimensions as
/// numbers; cut to 128 characters before the ending. A name that is more than letters, digits and
/// "._-", or is "." or "..", does not count.
std::string omFileName(const SingleOp& op, size_t position);

}  // namespace belay
