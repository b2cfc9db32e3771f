// Operators: what the process has of operators, and the ways to execute one.
#pragma once

#include <span>
#include <string_view>

#include "acl/acl_base.h"
#include "api/objects.h"
#include "base/never_destroyed.h"
#include "base/result.h"
#include "op/custom_ops.h"
#include "op/model_dir.h"
#include "op/op_executor.h"
#include "op/op_handle.h"
#include "op/op_model_cache.h"
#include "op/op_options.h"
#include "op/operator.h"

namespace belay::api {

/// Thread-safe.
class Operators {
  public:
    /// The process's only instance; never destroyed.
    static Operators& instance();

    OpModelCache& models() noexcept { return models_; }

    OpExecutor& executor() noexcept { return executor_; }

    OpOptions& options() noexcept { return options_; }

    CustomOps& customs() noexcept { return customs_; }

    ModelDirOnce& modelDir() noexcept { return modelDir_; }

    /// In which order models are tried: as options and chip say.
    OpModelCache::Order order() const;

    /// Whether operators are compiled for their very shapes on this chip unless an option says
    /// otherwise; not where there is no device.
    bool compilesForShapeByDefault() const;

    /// Gives everything back: when the runtime is finalised.
    void clear();

  private:
    friend class NeverDestroyed<Operators>;

    Operators();

    OpModelCache models_;
    OpExecutor executor_;
    OpOptions options_;
    CustomOps customs_;
    ModelDirOnce modelDir_;
};

/// Finds the model for `request`, or what the application has chosen for it, and submits what does
/// it. `request` has attributes; values of tensors in host memory are in it and in their buffers.
/// kOpNotFound (100024) without a model; errors of streamOfContext() and OpExecutor::execute(). The
/// caller is in an EpochGuard.
Result<OpExecution> executeOperator(const OpRequest& request, std::span<const OpBuffer> inputs,
                                    std::span<const OpBuffer> outputs, aclrtStream stream);

/// The same with a model that was found already.
Result<OpExecution> executeModel(const OpModel& model, const OpRequest& request,
                                 std::span<const OpBuffer> inputs,
                                 std::span<const OpBuffer> outputs, aclrtStream stream);

/// The same with a handle; there is a buffer for each of its tensors.
Result<OpExecution> executeHandle(OpHandle& handle, std::span<const OpBuffer> inputs,
                                  std::span<const OpBuffer> outputs, aclrtStream stream);

/// Finds the model for `request` in advance. kApiNotSupport (200001) for a tensor in host memory
/// that is no constant; kOpNotFound (100024) without a model. The caller is in an EpochGuard.
Result<Ref<OpHandle>> createOpHandle(const OpRequest& request);

/// kApiNotSupport (200001) for a tensor in host memory that is no constant.
Status requireNoHostTensors(const OpRequest& request);

/// The same of one tensor, which is the argument of this name.
Status requireNoHostTensor(const TensorSpec& spec, std::string_view argument);

}  // namespace belay::api
