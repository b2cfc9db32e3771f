// Launches: a kernel, how it is to run, and its arguments become one entry of a stream.
#pragma once

#include <cstdint>
#include <optional>

#include "base/status.h"
#include "kernel/launch_args.h"

namespace belay {

class Function;
class Stream;

inline constexpr uint32_t kMaxBlockCount = 0xFFFF;

/// How a kernel is to run.
struct LaunchSetup {
    uint32_t blockCount = 1;                ///< 1 to kMaxBlockCount
    std::optional<uint8_t> scheduleMode{};  ///< as entries have it; unset: as the kernel says
    std::optional<uint64_t> timeoutUs{};    ///< 0: none; unset: that of the process
    bool readsCodeAhead = true;
    bool dumpsData = false;
    bool isProfiled = false;
};

/// kRtParamInvalid (107000) when the function's binary was loaded on another device than the
/// stream's, or went when that was reset.
Status requireSameDevice(const Function& function, const Stream& stream);

/// Submits `function` to `stream` of the same device. Errors as Stream::submitKernel(), and as
/// DeviceMemory::allocate() for large arguments. Blocks only while the stream is full.
Status launch(const Function& function, Stream& stream, const LaunchSetup& setup,
              const DeviceBlock& args);
Status launch(const Function& function, Stream& stream, const LaunchSetup& setup,
              const HostBlock& args);
Status launch(const Function& function, Stream& stream, const LaunchSetup& setup,
              const ListedArgs& args);
Status launch(const Function& function, Stream& stream, const LaunchSetup& setup,
              const ArgsArray& args);
Status launch(const Function& function, Stream& stream, const LaunchSetup& setup,
              const AddressedArgs& args);

}  // namespace belay
