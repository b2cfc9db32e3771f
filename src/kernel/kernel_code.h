// KernelCode: what tasks need of the kernel that they run.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "kernel/cpu_library.h"
#include "kernel/kernel_table.h"
#include "runtime/exceptions.h"
#include "runtime/task.h"

namespace belay {

class Binary;
class Device;

/// The code of a kernel on its device. Tasks own it, and it keeps its binary there. Immutable but
/// for the handle, which is set before anything is launched. Thread-safe.
class KernelCode final : public TaskOwner {
  public:
    /// Code for cores of one kind. `pc` is 0 where there is none.
    struct Part {
        uint64_t pc = 0;
        uint8_t prefetch = 0;  ///< how much of it to read ahead, in units of 2 KiB
    };

    /// `info` is of the binary, which is on its device.
    KernelCode(Binary& binary, const KernelInfo& info);
    ~KernelCode() override;
    KernelCode(const KernelCode&) = delete;
    KernelCode& operator=(const KernelCode&) = delete;

    const KernelInfo& info() const noexcept { return info_; }

    Device& device() const noexcept { return device_; }

    const Part& part(CoreSide side) const noexcept { return parts_[static_cast<size_t>(side)]; }

    /// Of a kernel of AI CPUs.
    const CpuKernelNames& cpuNames() const noexcept { return cpuNames_; }

    /// What the kernel asks for, as entries count it; at most that of the last level.
    uint32_t stackLevel() const noexcept { return stackLevel_; }

    uint8_t scheduleMode() const noexcept { return scheduleMode_; }

    /// Of the function that the application knows it by.
    void setHandle(void* handle) noexcept { handle_ = handle; }

    void* function() const noexcept override { return handle_; }

    std::string whereabouts(uint64_t pc) const override;

    void tellApplication(ExceptionInfo& info) const override;

  private:
    const Ref<Binary> binary_;
    const KernelInfo& info_;
    Device& device_;  // of the binary
    std::array<Part, 2> parts_;
    const CpuKernelNames cpuNames_;
    uint32_t stackLevel_ = 0;
    uint8_t scheduleMode_ = 0;
    void* handle_ = nullptr;
};

}  // namespace belay
