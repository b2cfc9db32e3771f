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
/// (100000) when a tensor with an unknown dimension has not one range for each, one of unknown rank
/// has ranges, or tensors of one dynamic input are not next to each other.
Status checkCompilable(const OpRequest& request);

/// The model. Errors of checkRequest(), or with unknown dimensions of inferOutputs().
Result<OpModelSource> compileModel(const Operator& op, const OpRequest& request,
                                   const OpCompilation& how);

}  // namespace belay
