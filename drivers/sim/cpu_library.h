// CpuLibrary: a shared object whose functions are kernels of simulated AI CPUs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "base/result.h"

namespace belay::sim {

/// Loaded into this process, apart from everything that the application has: what it defines is
/// found by nobody else. Loading runs its constructors, and the destructor of this class those that
/// it has registered for its end. Functions stay callable until then, on any thread.
class CpuLibrary {
  public:
    using Kernel = uint32_t (*)(void* args);

    /// kRtParamInvalid (107000) when the bytes are no shared object for this machine, are damaged,
    /// or the system's loader does not take them, with its reason. What is checked are headers and
    /// segments: bytes that were made to do harm can do it. Blocks.
    static Result<std::shared_ptr<CpuLibrary>> load(const std::string& name,
                                                    std::span<const std::byte> file);

    ~CpuLibrary();
    CpuLibrary(const CpuLibrary&) = delete;
    CpuLibrary& operator=(const CpuLibrary&) = delete;

    /// Where its code lies.
    struct Code {
        uintptr_t begin = 0;
        uintptr_t end = 0;
    };

    Code code() const noexcept { return code_; }

    /// Null when the library defines no such symbol.
    Kernel find(const char* function) const noexcept;

  private:
    explicit CpuLibrary(void* handle) noexcept;

    void* const handle_;  // of dlopen()
    Code code_;
};

}  // namespace belay::sim
