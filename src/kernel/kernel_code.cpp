#include "kernel/kernel_code.h"

#include <fmt/format.h>

#include <algorithm>

#include "kernel/binary.h"
#include "runtime/exceptions.h"
#include "runtime/kernel_memory.h"

namespace belay {
namespace {

// Code is read ahead in such units, and no more of them than a core's cache for code holds.
constexpr uint64_t kPrefetchBytes = 2048;
constexpr std::array<uint64_t, 2> kMostPrefetch = {16, 8};  // by CoreSide

KernelCode::Part partOf(const KernelInfo& info, CoreSide side, std::span<const std::byte> loaded) {
    const std::optional<uint64_t> entry = info.entry(side);
    if (!entry) {
        return {};
    }
    const uint64_t units = (loaded.size() - *entry) / kPrefetchBytes;
    return {.pc = reinterpret_cast<uintptr_t>(loaded.data()) + *entry,
            .prefetch =
                static_cast<uint8_t>(std::min(units, kMostPrefetch[static_cast<size_t>(side)]))};
}

uint32_t stackLevelOf(const KernelInfo& info) {
    const uint32_t level = KernelMemory::stackLevel(info.meta.stackBytes.value_or(0));
    return std::min(level, KernelMemory::kStackLevels - 1);
}

}  // namespace

KernelCode::KernelCode(Binary& binary, const KernelInfo& info)
    : binary_(&binary),
      info_(info),
      device_(binary.device()),
      parts_{partOf(info, CoreSide::kCube, binary.deviceBytes()),
             partOf(info, CoreSide::kVector, binary.deviceBytes())},
      cpuNames_(info.form == KernelForm::kCpu ? binary.cpuNamesOf(info) : CpuKernelNames{}),
      stackLevel_(stackLevelOf(info)),
      scheduleMode_(static_cast<uint8_t>(info.meta.scheduleMode.value_or(0))) {}

KernelCode::~KernelCode() = default;

std::string KernelCode::whereabouts(uint64_t pc) const {
    std::string text = fmt::format("kernel '{}'", info_.name);
    if (const std::string line = binary_->sourceLine(pc); !line.empty()) {
        text += " at " + line;
    }
    return text;
}

void KernelCode::tellApplication(ExceptionInfo& info) const {
    const BinaryExceptionCallback callback = binary_->exceptionCallback();
    if (callback.function != nullptr) {
        callback.function(&info, callback.userData);
    }
}

}  // namespace belay
