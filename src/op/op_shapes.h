// OpShapes: the shapes that a model for more than one takes. OpValues: the values of tensors in the
// host's memory that it takes.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "op/om_tensor.h"
#include "op/operator.h"

namespace belay {

/// What dimensions the tensors of an operator may have. A value.
class OpShapes {
  public:
    using Range = TensorSpec::Range;

    /// Of one tensor.
    struct Limits {
        bool takesAnyRank = false;
        std::vector<Range> dims;  ///< {smallest, largest}; largest -1: no limit

        /// Known dimensions stand for themselves; an unknown one for its range, or for everything
        /// without one.
        static Limits of(std::span<const int64_t> dims, std::span<const Range> ranges);

        static Limits anything() { return {.takesAnyRank = true, .dims = {}}; }

        /// Any dimensions, but as many.
        static Limits anyDims(size_t count) {
            return {.takesAnyRank = false, .dims = std::vector<Range>(count, Range{-1, -1})};
        }

        friend bool operator==(const Limits&, const Limits&) = default;
    };

    OpShapes(std::vector<Limits> inputs, std::vector<Limits> outputs)
        : inputs_(std::move(inputs)), outputs_(std::move(outputs)) {}

    /// As the tensors of a request say.
    static OpShapes of(const OpRequest& request);

    /// Whether all shapes that the request may have are among these. Its known dimensions must be
    /// within the limits, and the ranges of unknown ones, too.
    bool accept(const OpRequest& request) const noexcept;

    friend bool operator==(const OpShapes&, const OpShapes&) = default;

    /// For messages: "inputs ([1 to 16, 3], any rank), outputs ([...])".
    std::string text() const;

  private:
    std::vector<Limits> inputs_;
    std::vector<Limits> outputs_;
};

/// What a model wants of the value of a tensor that lies in the host's memory: nothing, one value,
/// or numbers within ranges. A value.
struct OpValues {
    std::optional<std::vector<std::byte>> value;
    std::vector<TensorSpec::Range> ranges;  ///< one for each element; largest -1: no limit
    std::vector<std::pair<float, float>> floatRanges;

    /// Whether the tensor is in device memory or its value is as wanted. Elements of other types
    /// than integers and f32 are in no range.
    bool accept(const OpTensor& tensor) const;

    friend bool operator==(const OpValues&, const OpValues&) = default;
};

}  // namespace belay
