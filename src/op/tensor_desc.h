// TensorDesc: a tensor's description that an application builds.
#pragma once

#include "base/handle_cell.h"
#include "op/tensor_spec.h"

namespace belay {

/// Not synchronised: one thread at a time changes it.
class TensorDesc final : public Handled, public TensorSpec {
  public:
    static constexpr HandleType kHandleType{"tensor description"};

    using TensorSpec::TensorSpec;
};

}  // namespace belay
