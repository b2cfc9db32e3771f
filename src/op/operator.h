// Operator: what is known about one type of operator. OperatorSet: all types there are. OpRequest
// and OpPlan: what is asked of an operator, and the launches that do it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "op/data_type.h"
#include "op/op_attr.h"
#include "op/tensor_spec.h"

namespace belay {

/// One input or output of a request. A view.
struct OpTensor {
    const TensorSpec* spec = nullptr;
    /// The elements where the host knows them: of a constant, or of a tensor placed in the host's
    /// memory. Empty otherwise, and for tensors without elements.
    std::span<const std::byte> value;
};

/// What an application or a model asks of an operator. A view: what it points to must stay while it
/// is used.
struct OpRequest {
    std::string_view type;
    /// In the caller's order. Optional inputs that are left out keep their place.
    std::span<const OpTensor> inputs;
    std::span<const OpTensor> outputs;
    const OpAttrs* attrs = nullptr;  ///< never null when an operator gets the request
};

/// How many tensors an input or output of an operator is.
enum class OpArity : uint8_t {
    kRequired,  ///< one
    kOptional,  ///< one, or left out
    kDynamic,   ///< one or more, which are called name0, name1, ...
};

/// An input or output of an operator.
struct OpPort {
    std::string name;
    std::vector<DataType> types;  ///< that it takes; empty when `typeLike` says it
    std::string typeLike;         ///< an earlier port whose type this one shares; empty: none
    OpArity arity = OpArity::kRequired;
    /// Of an input that is no dynamic one: an output of the same size may take its memory, since
    /// kernels read each element before they write the one in its place. Any other input that lies
    /// where an output does is copied before.
    bool mayBeOutput = false;
};

/// An attribute of an operator.
struct OpAttrRule {
    std::string name;
    AttrValue standard;       ///< what counts without it; of a required one only the type counts
    bool isRequired = false;  ///< a request must have it
};

/// For whom launches are planned.
struct OpTarget {
    uint32_t vectorCores = 1;  ///< at least 1
};

/// One launch of a kernel of the operator library. The kernel's arguments are, in this order and of
/// 8 bytes each, the addresses of all inputs (0 for those left out), of all outputs and of all
/// workspaces; then the bytes of `tiling`. The values of constants and of tensors in host memory
/// lie in memory that the kernel can read, at the address of their input.
struct OpLaunch {
    std::string kernel;
    uint32_t blockCount = 1;
    std::vector<std::byte> tiling;
};

/// What does a request: launches, one after another, each with all addresses.
struct OpPlan {
    /// Dimensions that a kernel can report of one output.
    static constexpr size_t kMaxReportedDims = 8;

    /// What a kernel leaves in the reporting workspace, once for each output.
    struct Report {
        int64_t rank;
        int64_t dims[kMaxReportedDims];
    };

    std::vector<OpLaunch> launches;
    std::vector<size_t> workspaceBytes;
    /// The workspace in which the last launch leaves a Report for each output, for operators whose
    /// output shapes depend on values that only the device has.
    std::optional<size_t> reportWorkspace{};
};

/// A plan, and the outputs that it makes, as inferred.
struct PlannedRequest {
    OpPlan plan;
    std::vector<TensorSpec> outputs;
};

class OpView;

/// One type of operator. All of it is data and pure functions, which any thread may call.
struct Operator {
    std::string type;
    std::vector<OpPort> inputs;
    std::vector<OpPort> outputs;
    std::vector<OpAttrRule> attrs;

    /// Types, formats and dimensions of the outputs. Dimensions of inputs may be unknown (-1, with
    /// ranges, or -2); so may those of outputs be then, and also when they depend on values that
    /// the host does not know. kGeFailure (500002), with a text that names the tensor or attribute,
    /// its value and the rule, for a request that does not fit.
    Result<std::vector<TensorSpec>> (*infer)(const OpView& request) = nullptr;

    /// Launches for a request whose dimensions are all known and that checkRequest() accepted.
    /// Errors as infer.
    Result<OpPlan> (*plan)(const OpView& request, const OpTarget& target) = nullptr;
};

/// All types of operators there are. Does not change once it is made; thread-safe.
class OperatorSet {
  public:
    OperatorSet() = default;
    virtual ~OperatorSet() = default;
    OperatorSet(const OperatorSet&) = delete;
    OperatorSet& operator=(const OperatorSet&) = delete;

    /// The operator of this type, or null.
    virtual const Operator* find(std::string_view type) const noexcept = 0;

    /// The types there are, sorted.
    virtual std::vector<std::string_view> types() const = 0;

    /// The file with their kernels, as Binary::load() takes it. Stays as long as the set.
    virtual std::span<const std::byte> kernels() const noexcept = 0;
};

/// What infer says, after checking that the request has the inputs, types and attributes that the
/// operator takes. The outputs of the request are not looked at, and may be missing. Errors as
/// Operator::infer.
Result<std::vector<TensorSpec>> inferOutputs(const Operator& op, const OpRequest& request);

/// That the operator can do the request: as inferOutputs(), and the outputs of the request are what
/// the operator makes. Errors as Operator::infer.
Status checkRequest(const Operator& op, const OpRequest& request);

/// The names of attributes that the operator has not, and so ignores. Names that begin with '_' are
/// for the vendor's compiler and do not count.
std::vector<std::string_view> ignoredAttrs(const Operator& op, const OpAttrs& attrs);

/// checkRequest(), then the plan. kGeFailure (500002) also for dimensions that are not known.
Result<PlannedRequest> planRequest(const Operator& op, const OpRequest& request,
                                   const OpTarget& target);

}  // namespace belay
