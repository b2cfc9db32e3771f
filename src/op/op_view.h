// OpView: a request as its operator sees it: tensors by input of the operator, attributes with
// their defaults.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "op/operator.h"

namespace belay {

/// For messages: "[2, 3]", "[]".
std::string shapeText(std::span<const int64_t> dims);

/// For messages: "float16 (1)"; types without a name are "data type 77".
std::string typeText(DataType type);

/// For messages: "FRACTAL_NZ (29)"; formats without a name are "number 77".
std::string formatText(Format format);

/// The layout in which a tensor lies in memory: kNd for all in which elements lie in the order of
/// the dimensions, whatever these are called.
Format layoutOf(const TensorSpec& spec) noexcept;

/// The dimensions in which the elements lie in memory: those of the storage where its format
/// reorders the elements, else those of the tensor, whatever the storage dimensions say.
std::span<const int64_t> layoutDims(const TensorSpec& spec) noexcept;

/// Bytes of the elements in memory, as layoutDims() has them; 0 as with TensorSpec::sizeBytes().
size_t layoutBytes(const TensorSpec& spec);

/// What is wrong with the shape of a tensor, as the rest of a sentence that begins with its name;
/// nothing when dimensions are 0 or more, kUnknownDim, or kUnknownRank as the only one, and known
/// shapes have a size in bytes.
std::optional<std::string> shapeFault(const TensorSpec& spec);

/// A view: operator and request must stay. Whoever has one knows that the request has the inputs,
/// types and attributes that the operator takes, that its shapes have no shapeFault(),
/// and that values have at least the size of their tensors.
class OpView {
  public:
    /// kGeFailure (500002), with a text that names the tensor or attribute, its value and the rule,
    /// for a request that does not fit.
    static Result<OpView> bind(const Operator& op, const OpRequest& request);

    const Operator& op() const noexcept { return *op_; }

    const OpRequest& request() const noexcept { return *request_; }

    /// Whether the request has a tensor for this input of the operator.
    bool hasInput(size_t port) const noexcept { return !inputs(port).empty(); }

    /// The tensor of an input that is not dynamic and that the request has.
    const OpTensor& input(size_t port) const noexcept { return inputs(port).front(); }

    const TensorSpec& inputSpec(size_t port) const noexcept { return *input(port).spec; }

    /// The tensors of an input: none for one that is left out.
    std::span<const OpTensor> inputs(size_t port) const noexcept {
        return request_->inputs.subspan(slots_[port].first, slots_[port].count);
    }

    /// The output of the request at `index`, which it must have: checkRequest() has seen to it when
    /// launches are planned.
    const TensorSpec& outputSpec(size_t index) const noexcept {
        return *request_->outputs[index].spec;
    }

    /// What the request says of an attribute of the operator, or what counts without it. `T` is the
    /// type of its rule.
    template <typename T>
    const T& attr(std::string_view name) const noexcept {
        return *attrValue(name).template find<T>();
    }

    /// "input 1 'x2'", as messages name it.
    std::string inputName(size_t port) const;

    /// An error of the operator: kGeFailure (500002), "operator Add: " and the text.
    template <typename... Args>
    Status refuse(fmt::format_string<Args...> format, Args&&... args) const {
        return refusal(*op_, fmt::vformat(format, fmt::make_format_args(args...)));
    }

    static Status refusal(const Operator& op, std::string_view text);

  private:
    struct Slot {
        size_t first = 0;
        size_t count = 0;
    };

    OpView(const Operator& op, const OpRequest& request) : op_(&op), request_(&request) {}

    Status bindInputs();
    Status checkPort(size_t port) const;
    Status checkType(size_t port, const OpTensor& tensor) const;
    Status checkAttrs() const;
    const AttrValue& attrValue(std::string_view name) const noexcept;

    const Operator* op_;
    const OpRequest* request_;
    std::vector<Slot> slots_;  // as many as the operator has inputs
};

}  // namespace belay
