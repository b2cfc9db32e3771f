#include "drivers/sim/host_budget.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

namespace belay::sim {
namespace {

// Never taken: what the rest of the process and the machine need to go on.
constexpr uint64_t kReserveBytes = uint64_t{128} << 20;

constexpr uint64_t kUnlimited = std::numeric_limits<uint64_t>::max();

// The number at the front of `text`, after blanks.
std::optional<uint64_t> leadingNumber(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() ? std::optional(number) : std::nullopt;
}

std::optional<uint64_t> numberIn(const std::string& path) {
    std::ifstream file(path);
    std::string line;
    return std::getline(file, line) ? leadingNumber(line) : std::nullopt;
}

uint64_t availableInSystem(const std::string& path) {
    constexpr std::string_view kKey = "MemAvailable:";
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with(kKey)) {
            const auto kilobytes = leadingNumber(std::string_view(line).substr(kKey.size()));
            return kilobytes ? *kilobytes * 1024 : kUnlimited;
        }
    }
    return kUnlimited;
}

uint64_t leftIn(const std::string& folder, const char* limitName, const char* useName) {
    const auto limit = numberIn(folder + limitName);
    const auto use = numberIn(folder + useName);
    if (!limit || !use) {
        return kUnlimited;
    }
    return *limit > *use ? *limit - *use : 0;
}

// The least that any group from `path` up to the root has left.
uint64_t leftInGroups(const std::string& root, std::string path, const char* limitName,
                      const char* useName) {
    uint64_t left = kUnlimited;
    while (true) {
        left = std::min(left, leftIn(root + path, limitName, useName));
        const size_t lastSlash = path.find_last_of('/');
        if (lastSlash == std::string::npos || path == "/") {
            return left;
        }
        path.resize(lastSlash);
    }
}

uint64_t leftInCgroups(const HostBudgetSources& sources) {
    uint64_t left = kUnlimited;
    std::ifstream file(sources.ownCgroup);
    // Lines of "number:controllers:path"; version 2 has one with number 0 and no controllers.
    for (std::string line; std::getline(file, line);) {
        const size_t first = line.find(':');
        const size_t second = first == std::string::npos ? first : line.find(':', first + 1);
        if (second == std::string::npos) {
            continue;
        }
        const std::string controllers = line.substr(first + 1, second - first - 1);
        const std::string path = line.substr(second + 1);
        if (controllers.empty()) {
            left = std::min(
                left, leftInGroups(sources.cgroupRoot, path, "/memory.max", "/memory.current"));
        } else if (("," + controllers + ",").find(",memory,") != std::string::npos) {
            left = std::min(left, leftInGroups(sources.cgroupRoot + "/memory", path,
                                               "/memory.limit_in_bytes", "/memory.usage_in_bytes"));
        }
    }
    return left;
}

}  // namespace

uint64_t hostBudgetBytes(const HostBudgetSources& sources) {
    return std::min(availableInSystem(sources.memoryInfo), leftInCgroups(sources));
}

HostBudget::HostBudget(std::function<uint64_t()> look) : look_(std::move(look)) {}

bool HostBudget::take(uint64_t bytes) {
    const Lock lock(mutex_);
    if (bytes > credit_) {
        const uint64_t left = look_();
        available_ = left > kReserveBytes ? left - kReserveBytes : 0;
        if (bytes > available_) {
            credit_ = 0;
            return false;
        }
        credit_ = std::max(available_ / 4, bytes);
    }
    credit_ -= bytes;
    return true;
}

uint64_t HostBudget::available() const {
    const Lock lock(mutex_);
    return available_;
}

}  // namespace belay::sim
