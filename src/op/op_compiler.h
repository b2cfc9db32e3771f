// What a compilation makes of a request: the model of it, after a look whether the operator can do
// it.
#pragma once

#include "base/result.h"
#include "op/op_model.h"
#include "op/operator.h"

namespace belay {

struct OpCompilation {
    bool forShape = true;  ///< for the very shapes and host values, as ACL_OP_JIT_COMPILE says
    bool isFuzzy = false;  ///< for all shapes with as many dimensions
};

/// That what the request says of shapes and dynamic inputs is in itself right. kInvalidParam
/// (100000) when a tensor with an unknown dimension has a shapeFault() or not one range for each
/// dimension, a range holds nothing or not the dimension that is known, one of unknown rank has
/// ranges, or tensors of one dynamic input are not next to each other.
Status checkCompilable(const OpRequest& request);

/// The same for the inputs alone, of which unknown dimensions may have no ranges.
Status checkInferable(const OpRequest& request);

/// That all dimensions are known, as they must be to execute. kGeFailure (500002).
Status checkExecutable(const OpRequest& request);

/// The outputs of the request, and where their dimensions are not known, what is inferred. Empty
/// when all are known, or when not all can be. Errors of inferOutputs().
Result<std::vector<TensorSpec>> inferOpenOutputs(const Operator& op, const OpRequest& request);

/// The model. Errors of planRequest(), or with unknown dimensions of inferOutputs().
Result<OpModelSource> compileModel(const Operator& op, const OpRequest& request,
                                   const OpCompilation& how);

}  // namespace belay
