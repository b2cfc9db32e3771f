// OpModel: an operator for certain tensors and attributes that requests are matched with.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/epoch.h"
#include "op/om_model.h"
#include "op/op_shapes.h"
#include "op/op_signature.h"
#include "op/operator.h"
#include "op/prepared_op.h"
#include "op/small_array.h"

namespace belay {

/// A request with copies of everything that it says. A value.
struct OwnedRequest {
    std::string type;
    std::vector<TensorSpec> inputs;
    std::vector<TensorSpec> outputs;
    OpAttrs attrs;

    /// Without the values of tensors that lie in the host's memory.
    static OwnedRequest copyOf(const OpRequest& request);

    static OwnedRequest of(const OmModel& model);
};

/// A view of an OwnedRequest, which has to outlive it. Constants have their values.
class RequestView {
  public:
    explicit RequestView(const OwnedRequest& owned);

    const OpRequest& request() const noexcept { return request_; }

  private:
    SmallArray<OpTensor, 16> tensors_;
    OpRequest request_;
};

/// What a model is made from.
struct OpModelSource {
    std::string name;  ///< for messages
    OwnedRequest request;
    /// Of a model for more than one shape: the shapes that it takes.
    std::optional<OpShapes> shapes;
    std::vector<OpValues> inputValues;  ///< one for each input, or none: nothing is wanted of them

    static OpModelSource of(const OmModel& model);
};

/// Immutable but for what is kept with it: plans that were made, and when it was used last.
/// Thread-safe.
class OpModel final : public Retirable {
  public:
    /// Of a model that is never taken for the one that was not used for longest.
    static constexpr uint64_t kForever = UINT64_MAX;

    OpModel(OpModelSource source, uint64_t shapeSet);

    const std::string& name() const noexcept { return source_.name; }

    const std::string& type() const noexcept { return source_.request.type; }

    const OwnedRequest& request() const noexcept { return source_.request; }

    bool isDynamic() const noexcept { return source_.shapes.has_value(); }

    const std::optional<OpShapes>& shapes() const noexcept { return source_.shapes; }

    const OpKey& key() const noexcept { return key_; }

    /// Whether the values of tensors in host memory are as the model wants them.
    bool acceptsValuesOf(const OpRequest& request) const;

    const std::vector<OpValues>& inputValues() const noexcept { return source_.inputValues; }

    PreparedOps& preparedOps() const noexcept { return preparedOps_; }

    /// When it was used last, as its cache counts; relaxed, since it orders nothing.
    std::atomic<uint64_t>& stamp() const noexcept { return stamp_; }

  private:
    const OpModelSource source_;
    const OpKey key_;
    mutable PreparedOps preparedOps_;
    mutable std::atomic<uint64_t> stamp_{0};

    // For the cache, with its lock.
    friend class OpModelCache;
    size_t placeInType_ = 0;
};

}  // namespace belay
