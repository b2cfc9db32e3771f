// What the log of a fresh process tells about the end of its simulated devices.
#pragma once

#include <gtest/gtest.h>

#include <sstream>
#include <string>

namespace belay::test {

/// For BELAY_LOG: what the simulated devices leave behind and what they complain about, no refused
/// calls.
inline constexpr const char* kClosingLog = "off,driver=info";

/// Whether the devices were closed at least `times` times, with nothing left each time, and nothing
/// else was logged but the choice of the driver.
inline testing::AssertionResult closedWithNothingLeft(const std::string& errors, size_t times) {
    std::istringstream lines(errors);
    size_t count = 0;
    for (std::string line; std::getline(lines, line);) {
        if (line.find("devices are simulated") != std::string::npos) {
            continue;
        }
        if (line.find("the last simulated device is closed; left: nothing") == std::string::npos) {
            return testing::AssertionFailure() << "the log tells of something else:\n" << errors;
        }
        ++count;
    }
    return count >= times ? testing::AssertionSuccess()
                          : testing::AssertionFailure() << "the devices were closed " << count
                                                        << " times instead of " << times;
}

/// Whether nothing was left when the devices were closed for the last time, whatever else was
/// logged.
inline testing::AssertionResult lastClosedWithNothingLeft(const std::string& errors) {
    const size_t last = errors.rfind("the last simulated device is closed; left: ");
    if (last == std::string::npos) {
        return testing::AssertionFailure() << "the devices were never closed";
    }
    return errors.find("left: nothing", last) != std::string::npos
               ? testing::AssertionSuccess()
               : testing::AssertionFailure() << "something was left at last";
}

}  // namespace belay::test
