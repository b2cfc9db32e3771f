// CpuLibrary: kernels of AI CPUs that were loaded together: a shared object, and what it is asked
// for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/mutex.h"
#include "base/result.h"
#include "kernel/cpu_kernel_list.h"
#include "kernel/kernel_table.h"
#include "runtime/device.h"
#include "runtime/device_memory.h"

namespace belay {

/// How an entry names a kernel of AI CPUs: addresses of zero-terminated texts on the device.
struct CpuKernelNames {
    uint64_t library = 0;  ///< 0: built in
    uint64_t function = 0;
    bool isOwn = false;  ///< of a library that the application has brought
};

/// What a CpuLibrary is made of.
struct CpuLibrarySource {
    std::string name;                  ///< of the shared object; other libraries may have the same
    std::vector<std::byte> file{};     ///< of the shared object; empty where the device has it
    std::vector<CpuKernel> kernels{};  ///< known from the beginning
};

/// On one device. Kernels are added and never removed. Thread-safe.
class CpuLibrary {
  public:
    /// kRtParamInvalid (107000) when two kernels have one name.
    static Result<std::unique_ptr<CpuLibrary>> create(Device& device, CpuLibrarySource source);

    /// Takes the library from the device, if it is there. Never blocks: no task that names it is
    /// left.
    ~CpuLibrary();
    CpuLibrary(const CpuLibrary&) = delete;
    CpuLibrary& operator=(const CpuLibrary&) = delete;

    /// Brings the library to the device, if it is not there. Errors as
    /// driver::Driver::loadCpuLibrary() and DeviceMemory::allocate(). Runs code of the library.
    Status load();

    /// Adds a kernel; one that is there already is found. kRtParamInvalid (107000) when there is
    /// another of that name.
    Result<const KernelInfo*> add(CpuKernel kernel);

    /// kRtKernelLookup (507027) when there is none of that name.
    Result<const KernelInfo*> find(std::string_view name) const;

    /// Brings the names of a kernel of this library to the device, if they are not there. After
    /// load(). Errors as DeviceMemory::allocate().
    Status placeNames(const KernelInfo& kernel);

    /// After placeNames().
    CpuKernelNames namesOf(const KernelInfo& kernel) const;

    /// Whether the library came with it; else the device has it, or does not.
    bool hasFile() const noexcept { return !file_.empty(); }

  private:
    struct Entry {
        KernelInfo info;
        CpuKernel kernel;
        DeviceMemory names;  // of function and library
    };

    CpuLibrary(Device& device, CpuLibrarySource& source);

    const Entry* findEntry(std::string_view name) const BELAY_REQUIRES(mutex_);
    template <typename Entries>
    static auto& entryOf(Entries& kernels, const KernelInfo& kernel);

    const Ref<Device> device_;
    const std::string name_;
    const std::vector<std::byte> file_;

    mutable Mutex mutex_{LockRank::kObject, "library of AI CPU kernels"};
    std::string loadedName_ BELAY_GUARDED_BY(mutex_);  // as the device knows it; empty: not there
    std::deque<Entry> kernels_ BELAY_GUARDED_BY(mutex_);  // stay where they are
};

}  // namespace belay
