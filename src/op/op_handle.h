// OpHandle: a request whose model was found in advance, for repeated execution.
#pragma once

#include <utility>

#include "base/handle_cell.h"
#include "op/custom_ops.h"
#include "op/op_model.h"
#include "op/prepared_op.h"

namespace belay {

/// Keeps its model, also when the cache drops it. Immutable but for the plans that were made.
/// Thread-safe.
class OpHandle final : public Handled {
  public:
    static constexpr HandleType kHandleType{"operator handle"};

    OpHandle(OwnedRequest request, Ref<OpModel> model)
        : request_(std::move(request)), view_(request_), model_(std::move(model)) {}

    OpHandle(OwnedRequest request, Ref<CustomLaunch> custom)
        : request_(std::move(request)), view_(request_), custom_(std::move(custom)) {}

    const OpRequest& request() const noexcept { return view_.request(); }

    /// The choice of the application's compile function, for operators of its own; else null.
    CustomLaunch* custom() const noexcept { return custom_.get(); }

    /// Plans for the one request of this handle: by device.
    PreparedOps& preparedOps() noexcept { return preparedOps_; }

  private:
    const OwnedRequest request_;
    const RequestView view_;
    const Ref<OpModel> model_;
    const Ref<CustomLaunch> custom_;
    PreparedOps preparedOps_;
};

}  // namespace belay
