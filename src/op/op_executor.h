// OpExecutor: requests with buffers become launches of kernels.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "base/mutex.h"
#include "base/result.h"
#include "kernel/binary.h"
#include "op/operator.h"
#include "op/prepared_op.h"
#include "op/stream_workspaces.h"
#include "runtime/stream.h"

namespace belay {

/// Memory that an application gives for a tensor.
struct OpBuffer {
    void* data = nullptr;
    size_t bytes = 0;
};

/// What an execution began; see OpExecutor::readShapes().
struct OpExecution {
    /// Until the end of the EpochGuard; null: no operator of the set was executed.
    const PreparedOp* op = nullptr;
    /// Where the kernels leave the shapes of outputs, on the device; null: nowhere.
    const std::byte* report = nullptr;
    bool isDynamic = false;  ///< with a model for more than one shape
};

/// Executes operators of one set on any device. Thread-safe; but the kernels of one stream share
/// its workspace, so two threads must not execute on the same stream at once.
class OpExecutor {
  public:
    explicit OpExecutor(const OperatorSet& set) : set_(set) {}

    ~OpExecutor() = default;
    OpExecutor(const OpExecutor&) = delete;
    OpExecutor& operator=(const OpExecutor&) = delete;

    const OperatorSet& operators() const noexcept { return set_; }

    /// The operator of a type. kGeFailure (500002) when there is none.
    Result<const Operator*> find(std::string_view type) const;

    /// Submits the kernels that do `request`; the caller is in an EpochGuard. Plans are looked up
    /// in `prepared` and added there, by the request's shapes and values if `dependsOnRequest`,
    /// else only by device. There is a buffer for each tensor of the request. kGeParamInvalid
    /// (145000) for a buffer that is too short; errors of planRequest() and launch(). Once a plan
    /// is there, neither locks nor memory are taken.
    Result<OpExecution> execute(const OpRequest& request, PreparedOps& prepared,
                                bool dependsOnRequest, std::span<const OpBuffer> inputs,
                                std::span<const OpBuffer> outputs, Stream& stream);

    /// Waits for the stream, and returns the shapes that the outputs have got; for an execution
    /// with a report. Errors as Stream::synchronize().
    static Result<std::vector<std::vector<int64_t>>> readShapes(const OpExecution& execution,
                                                                Stream& stream);

    /// Drops what is kept for streams and devices: when the runtime is finalised.
    void clear();

    /// Held while the process forks.
    Mutex& mutex() noexcept { return mutex_; }

    StreamWorkspaces& workspaces() noexcept { return workspaces_; }

  private:
    Result<Ref<PreparedOp>> prepare(const OpRequest& request, bool dependsOnRequest,
                                    Device& device);
    Result<Ref<Binary>> kernelsOn(Device& device);
    Ref<Binary> findKernels(const Device& device) const BELAY_REQUIRES(mutex_);

    const OperatorSet& set_;
    StreamWorkspaces workspaces_;
    Mutex mutex_{LockRank::kObject, "kernels of operators"};
    std::vector<Ref<Binary>> binaries_ BELAY_GUARDED_BY(mutex_);  // one for each open device
};

}  // namespace belay
