// CustomOps: operators that the application brings itself: kernels, a function that chooses one of
// them, and what it has chosen so far.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/epoch.h"
#include "base/handle_cell.h"
#include "base/mutex.h"
#include "base/result.h"
#include "kernel/binary.h"
#include "op/op_executor.h"
#include "op/op_signature.h"
#include "op/stream_workspaces.h"

namespace belay {

/// Which kernel does a request, and how. A value.
struct CustomChoice {
    std::string kernelId;
    uint32_t blockCount = 1;
    std::vector<std::byte> args;  ///< behind the addresses
    std::vector<size_t> workspaceBytes;
};

/// What a compile function of the application fills in. Not synchronised: one thread at a time
/// changes it.
class CustomKernelDesc final : public Handled {
  public:
    static constexpr HandleType kHandleType{"kernel description"};

    CustomChoice& choice() noexcept { return choice_; }

  private:
    CustomChoice choice_;
};

/// A kernel in a binary of the application.
struct CustomKernelSource {
    std::string name;           ///< in the binary
    std::span<std::byte> file;  ///< stays where it is until it is given back
    BinaryKind kind = BinaryKind::kAnyCore;
    /// Gives the memory of the binary back; null: nobody wants to know.
    void (*giveBack)(void* data, size_t bytes) = nullptr;

    /// That the binary can be read and has the kernel. kRtParamInvalid (107000), kRtKernelLookup
    /// (507027).
    Status check() const;
};

/// Such a kernel on all devices that it was asked for on. Thread-safe.
class CustomKernel final : public Retirable {
  public:
    explicit CustomKernel(CustomKernelSource source) : source_(std::move(source)) {}

    ~CustomKernel() override;
    CustomKernel(const CustomKernel&) = delete;
    CustomKernel& operator=(const CustomKernel&) = delete;

    /// On a device, where it is loaded when it is first asked for. kKernelNotFound (100029) after
    /// unload(); errors as Binary::load() and findFunction(). Blocks then.
    Result<Ref<Function>> functionOn(Device& device);

    /// Unloads it everywhere and gives its binary back. functionOn() is refused from now on.
    void unload();

  private:
    Ref<Function> findOn(const Device& device) const BELAY_REQUIRES(mutex_);
    Status requireLoadable() const BELAY_REQUIRES(mutex_);
    void giveBack() noexcept;

    const CustomKernelSource source_;
    mutable Mutex mutex_{LockRank::kObject, "kernel of the application"};
    bool isUnloaded_ BELAY_GUARDED_BY(mutex_) = false;  // and so the binary is given back
    std::vector<Ref<Function>> functions_ BELAY_GUARDED_BY(mutex_);
};

/// A choice for one request. Immutable. Thread-safe.
class CustomLaunch final : public Retirable {
  public:
    CustomLaunch(OpKey key, CustomChoice choice, Ref<CustomKernel> kernel)
        : key_(std::move(key)), choice_(std::move(choice)), kernel_(std::move(kernel)) {}

    const OpKey& key() const noexcept { return key_; }

    /// Submits the kernel: addresses of inputs, outputs and workspaces, then the bytes of the
    /// choice. kInvalidParam (100000) for more than kMostWorkspaces; errors of launch(). The caller
    /// is in an EpochGuard.
    Status execute(std::span<const OpBuffer> inputs, std::span<const OpBuffer> outputs,
                   StreamWorkspaces& workspaces, Stream& stream) const;

    static constexpr size_t kMostWorkspaces = 16;

  private:
    const OpKey key_;
    const CustomChoice choice_;
    const Ref<CustomKernel> kernel_;
};

/// Thread-safe.
class CustomOps {
  public:
    /// The application's function, whose type only the caller knows.
    struct CompileFunction {
        void (*address)() = nullptr;
    };

    CustomOps() = default;
    ~CustomOps() = default;
    CustomOps(const CustomOps&) = delete;
    CustomOps& operator=(const CustomOps&) = delete;

    /// kKernelAlreadyRegistered (100031) when the operator has a kernel with this id; errors of
    /// CustomKernelSource::check(). The binary is not given back then.
    Status addKernel(std::string_view type, std::string_view id, CustomKernelSource source);

    /// kBinSelectorAlreadyRegistered (100030) when the operator has one.
    Status registerFunction(std::string_view type, CompileFunction function);

    void unregisterFunction(std::string_view type);

    /// kBinSelectorNotRegistered (100028) when the operator has none.
    Result<CompileFunction> function(std::string_view type) const;

    /// What is chosen for `request` from now on. kKernelNotFound (100029) without a kernel of that
    /// id.
    Status choose(const OpRequest& request, CustomChoice choice);

    /// What was chosen; null when nothing was, or the operator has no compile function. One load
    /// while there are no such functions.
    Ref<CustomLaunch> find(const OpRequest& request) const;

    /// From how many choices on the oldest ones are dropped; above 0.
    void setBound(uint64_t bound);

    /// Drops everything, and releases the memory of the binaries.
    void clear();

    /// Held while the process forks.
    Mutex& mutex() noexcept { return mutex_; }

  private:
    struct Type {
        CompileFunction function;
        std::map<std::string, Ref<CustomKernel>, std::less<>> kernels;
    };

    // How many functions there are. Relaxed: who has just registered one sees it.
    std::atomic<size_t> functionCount_{0};
    mutable Mutex mutex_{LockRank::kObject, "operators of the application"};
    std::map<std::string, Type, std::less<>> types_ BELAY_GUARDED_BY(mutex_);
    std::deque<Ref<CustomLaunch>> choices_ BELAY_GUARDED_BY(mutex_);  // oldest first
    std::multimap<uint64_t, Ref<CustomLaunch>> byHash_ BELAY_GUARDED_BY(mutex_);
    uint64_t bound_ BELAY_GUARDED_BY(mutex_) = UINT64_MAX;
};

}  // namespace belay
