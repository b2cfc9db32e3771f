// OmModel: what an offline model (.om) of a single operator says about the operator.
#pragma once

#include <string>
#include <vector>

#include "op/om_file.h"
#include "op/om_tensor.h"
#include "op/op_attr.h"

namespace belay {

/// The operator for which a model was compiled, as a request must ask for it. Kernels, weights and
/// the graph that the compiler made are not looked at. Owns all of it: the file may go.
class OmModel {
  public:
    /// More inputs or outputs than any operator has.
    static constexpr size_t kMaxTensors = 65'536;

    /// kDeserializeModel (100012) for a description that is missing or damaged; kModelMissingAttr
    /// (100016) without type, inputs or outputs, that is, for a model that is no single operator;
    /// kParseModel (100013) for something in it that must not be; kOpUnsupportedDynamic (148050)
    /// when the operator cannot have dynamic shapes, whatever its shapes are.
    static Result<OmModel> parse(const OmFile& file);

    /// The name that the compiler gave.
    const std::string& name() const noexcept { return name_; }

    const std::string& opType() const noexcept { return opType_; }

    const std::vector<OmTensor>& inputs() const noexcept { return inputs_; }

    const std::vector<OmTensor>& outputs() const noexcept { return outputs_; }

    const OpAttrs& attrs() const noexcept { return attrs_; }

    /// The chip that the model was made for; empty when it does not matter or is not said.
    const std::string& socVersion() const noexcept { return socVersion_; }

    /// Whether requests may have other shapes than the tensors here.
    bool isDynamic() const noexcept { return isDynamic_; }

    /// Whether a dynamic model takes any shape.
    bool takesAnyShape() const noexcept { return takesAnyShape_; }

    /// What a model that was compiled for more than one shape takes, a member for each input; empty
    /// for other models, where the tensors say it.
    const std::vector<OmLimits>& inputLimits() const noexcept { return inputLimits_; }

    const std::vector<OmLimits>& outputLimits() const noexcept { return outputLimits_; }

  private:
    std::string name_;
    std::string opType_;
    std::vector<OmTensor> inputs_;
    std::vector<OmTensor> outputs_;
    OpAttrs attrs_;
    std::string socVersion_;
    bool isDynamic_ = false;
    bool takesAnyShape_ = false;
    std::vector<OmLimits> inputLimits_;
    std::vector<OmLimits> outputLimits_;

    friend class OmModelParser;
};

}  // namespace belay
