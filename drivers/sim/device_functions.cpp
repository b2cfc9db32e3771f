#include "drivers/sim/device_functions.h"

#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdio>
#include <type_traits>

#include "belay/kernel/device_functions.h"
#include "drivers/sim/block_grid.h"
#include "drivers/sim/lane.h"

namespace belay::sim {
namespace {

using kernel::Failure;
using kernel::FlagMode;

constexpr size_t kPrintBytes = 8192;

// Each is called by code of a kernel, so there is a lane.
Lane& lane() {
    return *Lane::existing();
}

// Only kernels that import one of these functions run in a grid, and these always do.
BlockGrid& grid() {
    return *static_cast<BlockGrid*>(lane().runner);
}

[[noreturn]] void fail(Failure failure, const char* text) {
    lane().giveUp(failure, text);
}

// Formats first: a bad argument must not fail with the lock of the stream held.
int print(const char* format, va_list arguments) {
    std::array<char, kPrintBytes> text;
    const int length = std::vsnprintf(text.data(), text.size(), format, arguments);
    if (length > 0) {
        const size_t bytes = std::min(static_cast<size_t>(length), text.size() - 1);
        std::fwrite(text.data(), 1, bytes, stdout);
    }
    return length;
}

void syncCores(bool onlyVectors) {
    grid().syncCores(onlyVectors);
}

void requireFlag(uint32_t flag) {
    if (flag >= kernel::kCoreFlagCount) {
        fail(Failure::kException, "a flag between cores has a number above 15");
    }
}

void setCoreFlag(FlagMode mode, uint32_t flag) {
    requireFlag(flag);
    if (mode > FlagMode::kOtherKind) {
        fail(Failure::kException, "a flag between cores is set with a mode above 2");
    }
    grid().setFlag(mode, flag);
}

void waitCoreFlag(uint32_t flag) {
    requireFlag(flag);
    grid().waitFlag(flag);
}

struct DeviceFunction {
    std::string_view name;
    void* address;
    bool waits;
};

template <typename Function>
void* addressOf(Function* function) {
    return reinterpret_cast<void*>(function);
}

const std::array kFunctions = {
    DeviceFunction{"belayFail", addressOf(&fail), false},
    DeviceFunction{"belayPrint", addressOf(&print), false},
    DeviceFunction{"belaySyncCores", addressOf(&syncCores), true},
    DeviceFunction{"belaySetCoreFlag", addressOf(&setCoreFlag), true},
    DeviceFunction{"belayWaitCoreFlag", addressOf(&waitCoreFlag), true},
};

const DeviceFunction* find(std::string_view name) noexcept {
    const auto* found = std::ranges::find(kFunctions, name, &DeviceFunction::name);
    return found == kFunctions.end() ? nullptr : found;
}

}  // namespace

void* findDeviceFunction(std::string_view name) noexcept {
    const DeviceFunction* function = find(name);
    return function == nullptr ? nullptr : function->address;
}

bool isWaitingFunction(std::string_view name) noexcept {
    const DeviceFunction* function = find(name);
    return function != nullptr && function->waits;
}

// The types are those that kernels are compiled with.
static_assert(std::is_same_v<decltype(belayFail), decltype(fail)>);
static_assert(std::is_same_v<decltype(belayPrint), decltype(print)>);
static_assert(std::is_same_v<decltype(belaySyncCores), decltype(syncCores)>);
static_assert(std::is_same_v<decltype(belaySetCoreFlag), decltype(setCoreFlag)>);
static_assert(std::is_same_v<decltype(belayWaitCoreFlag), decltype(waitCoreFlag)>);

}  // namespace belay::sim
