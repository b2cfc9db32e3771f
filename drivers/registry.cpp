#include "drivers/registry.h"

#include <unistd.h>

#include <string>
#include <utility>

#include "base/env.h"
#include "base/log.h"
#include "drivers/hal/hal_driver.h"
#include "drivers/sim/sim_driver.h"

namespace belay::driver {
namespace {

// What the kernel driver of cards makes.
constexpr const char* kDeviceNode = "/dev/davinci_manager";

using MadeDriver = Result<std::unique_ptr<Driver>>;

MadeDriver makeSimDriver() {
    BELAY_ASSIGN(const sim::SimSettings settings, sim::readSimSettings());
    return std::unique_ptr<Driver>(std::make_unique<sim::SimDriver>(settings));
}

MadeDriver makeHalDriver() {
    BELAY_ASSIGN(hal::HalLibrary library, hal::loadHal(env::text(env::Variable::kHalLibrary)));
    BELAY_LOG(kDriver, kInfo, "devices are those of {}", library.path);
    return std::unique_ptr<Driver>(std::make_unique<hal::HalDriver>(std::move(library)));
}

// The cards of the machine, when there are any.
MadeDriver findHardware() {
    BELAY_ASSIGN(std::unique_ptr<Driver> driver, makeHalDriver());
    BELAY_ASSIGN(const std::vector<DeviceInfo> devices, driver->devices());
    if (devices.empty()) {
        return Status::error(Code::kRtNoDevice, "the driver's library lists no device");
    }
    return driver;
}

// A machine with cards that cannot be used is worth a warning.
MadeDriver makeBestDriver() {
    if (::access(kDeviceNode, F_OK) != 0) {
        BELAY_LOG(kDriver, kInfo, "devices are simulated: there is no {}", kDeviceNode);
        return makeSimDriver();
    }
    MadeDriver hardware = findHardware();
    if (hardware.isOk()) {
        return hardware;
    }
    BELAY_LOG(kDriver, kWarning, "devices are simulated, although there is a {}: {}", kDeviceNode,
              hardware.status().message());
    return makeSimDriver();
}

}  // namespace

Result<std::unique_ptr<Driver>> makeDriver() {
    const std::string choice = env::text(env::Variable::kDriver).value_or("auto");
    if (choice == "auto") {
        return makeBestDriver();
    }
    if (choice == "hal") {
        return makeHalDriver();
    }
    if (choice == "sim") {
        BELAY_LOG(kDriver, kInfo, "devices are simulated, as BELAY_DRIVER asks");
        return makeSimDriver();
    }
    if (choice == "ioctl") {
        return Status::error(Code::kRtDevSetupError,
                             "BELAY_DRIVER is 'ioctl', a backend that is not built yet; set it to "
                             "'hal' for the cards of this machine, or to 'sim' for simulated "
                             "devices");
    }
    return Status::error(Code::kRtDevSetupError,
                         "BELAY_DRIVER is '{}'; it must be auto, sim, hal or ioctl", choice);
}

}  // namespace belay::driver
