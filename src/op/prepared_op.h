// PreparedOp: the launches that do a request on one device. PreparedOps: those that were made so
// far.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/epoch.h"
#include "base/mutex.h"
#include "kernel/binary.h"
#include "op/op_signature.h"
#include "op/tensor_spec.h"

namespace belay {

/// Everything that an execution needs, so that it only puts addresses together. Does not change
/// once it is found by others.
class PreparedOp final : public Retirable {
  public:
    /// What an input or output of the request is to its kernels.
    enum class Role : uint8_t {
        kDevice,   ///< in device memory, at the address of a buffer
        kValue,    ///< a constant, whose value the kernels get with their arguments
        kHost,     ///< likewise, but the value is in the buffer
        kLeftOut,  ///< an optional input that is not there, or without elements
    };

    struct Tensor {
        Role role = Role::kDevice;
        size_t bytes = 0;          ///< that its elements have in memory
        bool mayBeOutput = false;  ///< see OpPort
    };

    struct Launch {
        Ref<Function> function;
        uint32_t blockCount = 1;
        std::vector<std::byte> tiling;
    };

    std::vector<Tensor> inputs;
    std::vector<Tensor> outputs;
    size_t valueCount = 0;  ///< inputs whose values come with the arguments
    std::vector<Launch> launches;
    std::vector<size_t> workspaceBytes;
    size_t allWorkspaceBytes = 0;                    ///< with the gaps that keep them apart
    std::optional<size_t> reportWorkspace;           ///< see OpPlan
    std::vector<std::vector<int64_t>> outputShapes;  ///< as inferred
    Ref<Device> device;
    std::optional<OpKey> key;  ///< of the request; without one the device tells enough

  private:
    friend class PreparedOps;

    std::atomic<PreparedOp*> next_{nullptr};
};

/// The newest ones, for one model or one handle. Looking one up takes no lock; whoever does it is
/// in an EpochGuard, until the end of which it stays. Thread-safe.
class PreparedOps {
  public:
    /// More are not kept: the oldest one makes room.
    static constexpr size_t kMost = 128;

    PreparedOps() = default;
    ~PreparedOps();
    PreparedOps(const PreparedOps&) = delete;
    PreparedOps& operator=(const PreparedOps&) = delete;

    /// For this device and, with one, this exact signature; null when there is none.
    const PreparedOp* find(const Device& device, const OpSignature* signature) const;

    /// The caller is in an EpochGuard. What is for devices that have been closed goes.
    const PreparedOp* add(Ref<PreparedOp> op);

  private:
    // Newest first. Written with the lock only. At least release and acquire: who sees an entry
    // sees what it holds. Followed, and cut, with seq_cst: see replaceAndRetire().
    std::atomic<PreparedOp*> first_{nullptr};
    Mutex mutex_{LockRank::kObject, "prepared operators"};
};

}  // namespace belay
