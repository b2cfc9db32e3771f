// Binary: a file of kernels that was loaded, its copy on a device, and its kernels by name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/handle_cell.h"
#include "base/mutex.h"
#include "base/result.h"
#include "kernel/cpu_library.h"
#include "kernel/elf_image.h"
#include "kernel/kernel_args.h"
#include "kernel/kernel_code.h"
#include "kernel/kernel_table.h"
#include "runtime/device.h"
#include "runtime/device_memory.h"
#include "runtime/exceptions.h"

namespace belay {

class Binary;

/// A kernel of a loaded binary, which it keeps alive.
class Function final : public Handled {
  public:
    static constexpr HandleType kHandleType{"function"};
    static constexpr bool kIsOfDevice = true;

    /// Binary::findFunction() is the way to get one. The binary is on its device.
    Function(Binary& binary, const KernelInfo& info);
    ~Function() override;
    Function(const Function&) = delete;
    Function& operator=(const Function&) = delete;

    Binary& binary() const noexcept { return *binary_; }

    const KernelInfo& info() const noexcept { return info_; }

    /// What tasks that run it keep.
    KernelCode& code() const noexcept { return *code_; }

    /// Where its code for these cores lies on the device; null when it has none, or the binary is
    /// not there yet.
    std::byte* address(CoreSide side) const;

    /// Bytes of its code for these cores; 0 when it has none.
    uint64_t codeBytes(CoreSide side) const noexcept;

    ArgsRules argsRules() const noexcept;

    /// The lists of arguments that the application has made for it.
    ArgsOfFunction& args() noexcept { return args_; }

  private:
    const Ref<Binary> binary_;
    const KernelInfo& info_;  // of the binary
    const Ref<KernelCode> code_;
    ArgsOfFunction args_;
};

struct BinarySetup {
    BinaryKind kind = BinaryKind::kAnyCore;  ///< where the file does not say
    bool isLazy = false;                     ///< copied to the device with the first function
};

/// A function of the application, with its own data.
struct BinaryExceptionCallback {
    void (*function)(ExceptionInfo* info, void* userData) = nullptr;
    void* userData = nullptr;
};

/// A variable of a binary, in device memory.
struct BinaryGlobal {
    std::byte* address = nullptr;
    uint64_t bytes = 0;
};

/// Thread-safe. When its device is reset its copy there is gone; the binary has to be loaded anew.
class Binary final : public Handled {
  public:
    static constexpr HandleType kHandleType{"binary"};
    static constexpr bool kIsOfDevice = true;

    /// Takes the bytes of a file. kRtParamInvalid (107000) when it cannot be read, or is for other
    /// processors; errors as DeviceMemory::allocate(). Blocks.
    static Result<Ref<Binary>> load(Device& device, std::vector<std::byte> file,
                                    const BinarySetup& setup);

    /// Kernels of AI CPUs. Errors as CpuLibrary::create() and load().
    static Result<Ref<Binary>> loadCpu(Device& device, CpuLibrarySource source, bool isLazy);

    ~Binary() override;
    Binary(const Binary&) = delete;
    Binary& operator=(const Binary&) = delete;

    Device& device() const noexcept { return *device_; }

    /// The kernel of a name, with a handle; the same one every time. Copies the binary to its
    /// device if it is not there. kRtKernelLookup (507027) when there is none; kRtInvalidHandle
    /// (107017) after unload(). Blocks.
    Result<Ref<Function>> findFunction(std::string_view name);

    /// The same by tiling key.
    Result<Ref<Function>> findFunction(uint64_t key);

    /// Adds a kernel of AI CPUs and gives it a handle; the same one every time. kRtParamInvalid
    /// (107000) when the binary has kernels of AI cores, or the name is that of another function;
    /// otherwise as findFunction().
    Result<Ref<Function>> addCpuFunction(CpuKernel kernel);

    /// How entries name a kernel of AI CPUs of this binary that has a function.
    CpuKernelNames cpuNamesOf(const KernelInfo& kernel) const { return cpu_->namesOf(kernel); }

    /// kRtSymbolNotFound (107042) when there is no global variable of that name. Copies the binary
    /// to its device if it is not there. Blocks.
    Result<BinaryGlobal> findGlobal(std::string_view name);

    /// The copy on the device; empty when there is none yet.
    std::span<std::byte> deviceBytes() const;

    /// How much of the file a device gets.
    uint64_t loadedBytes() const noexcept { return image_.loadedBytes().size(); }

    /// What the binary as a whole needs.
    const BinaryMeta& meta() const noexcept { return table_.meta(); }

    /// Whom to tell when one of its kernels fails; null for nobody. The last call counts.
    void setExceptionCallback(BinaryExceptionCallback callback);

    BinaryExceptionCallback exceptionCallback() const;

    /// File and line of the source that the instruction at this device address comes from, as
    /// "add.cpp:12"; empty when the binary does not tell. May be slow.
    std::string sourceLine(uint64_t pc) const;

    /// Closes the handles of all functions with their lists of arguments, and takes no further
    /// calls. The copy on the device goes with the last task that uses a function.
    void unload();

    bool isUnloaded() const;

  private:
    Binary(Device& device, std::vector<std::byte> file, ElfImage image, KernelTable table);
    Binary(Device& device, std::unique_ptr<CpuLibrary> cpu);

    const ElfImage::Symbol* findObject(std::string_view name) const;
    Status requireLoaded(const ElfImage::Symbol& symbol) const;
    Result<std::span<const std::byte>> bytesForDevice(std::vector<std::byte>& changed);
    Status copyToDevice();
    void describeCode(const std::byte* loaded) const;
    Result<Ref<Function>> functionOf(const KernelInfo& info);

    const Ref<Device> device_;
    const std::vector<std::byte> file_;
    const ElfImage image_;  // of file_
    const KernelTable table_;
    const std::unique_ptr<CpuLibrary> cpu_;  // null: kernels of AI cores

    mutable Mutex mutex_{LockRank::kObject, "binary"};
    DeviceMemory memory_ BELAY_GUARDED_BY(mutex_);
    // Those that somebody has asked for, by their kernels.
    std::unordered_map<const KernelInfo*, Ref<Function>> functions_ BELAY_GUARDED_BY(mutex_);
    BinaryExceptionCallback exceptionCallback_ BELAY_GUARDED_BY(mutex_);
    bool isUnloaded_ BELAY_GUARDED_BY(mutex_) = false;
};

}  // namespace belay
