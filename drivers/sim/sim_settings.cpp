#include "drivers/sim/sim_settings.h"

#include <charconv>
#include <string>

#include "base/env.h"

namespace belay::sim {
namespace {

constexpr uint64_t kMaxDevices = 64;
// Less than a few huge pages would hold nothing.
constexpr uint64_t kMinMemory = uint64_t{16} << 20;
// The reservation of a device is twice as large; more would not fit the addresses of a process.
constexpr uint64_t kMaxMemory = uint64_t{1} << 42;

Status refuse(std::string_view variable, std::string_view value, std::string_view allowed) {
    return Status::error(Code::kRtDevSetupError, "{}={} cannot be used: it must be {}", variable,
                         value, allowed);
}

// The whole text as a number.
std::optional<uint64_t> parseNumber(std::string_view text) {
    uint64_t number = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    return error == std::errc() && stop == end ? std::optional(number) : std::nullopt;
}

// How far the suffix shifts the number before it.
std::optional<unsigned> shiftOf(char suffix) {
    switch (suffix) {
        case 'k':
        case 'K':
            return 10;
        case 'm':
        case 'M':
            return 20;
        case 'g':
        case 'G':
            return 30;
        case 't':
        case 'T':
            return 40;
        default:
            return std::nullopt;
    }
}

std::optional<uint64_t> parseBytes(std::string_view text) {
    const auto shift = text.empty() ? std::nullopt : shiftOf(text.back());
    if (!shift) {
        return parseNumber(text);
    }
    const auto number = parseNumber(text.substr(0, text.size() - 1));
    if (!number || *number > kMaxMemory >> *shift) {
        return std::nullopt;
    }
    return *number << *shift;
}

Status parseSoc(std::string_view text, SimSettings& settings) {
    settings.chip = hw::findChip(text);
    if (settings.chip == nullptr) {
        return Status::error(Code::kRtSocVersion,
                             "BELAY_SIM_SOC={} cannot be used: it must be one of {}", text,
                             hw::chipNames());
    }
    return Status::ok();
}

Status parseDevices(std::string_view text, SimSettings& settings) {
    const auto count = parseNumber(text);
    if (!count || *count < 1 || *count > kMaxDevices) {
        return refuse("BELAY_SIM_DEVICES", text, "a number of devices from 1 to 64");
    }
    settings.deviceCount = static_cast<uint32_t>(*count);
    return Status::ok();
}

Status parseMemory(std::string_view text, SimSettings& settings) {
    const auto bytes = parseBytes(text);
    if (!bytes || *bytes < kMinMemory || *bytes > kMaxMemory) {
        return refuse("BELAY_SIM_MEMORY", text,
                      "bytes of each device, from 16M to 4T, with or without one of K, M, G, T");
    }
    settings.memoryBytes = *bytes;
    return Status::ok();
}

Status parseLend(std::string_view text, SimSettings& settings) {
    if (text != "on" && text != "off") {
        return refuse("BELAY_SIM_LEND", text, "on or off");
    }
    settings.mayLend = text == "on";
    return Status::ok();
}

Status parseFaults(std::string_view text, SimSettings& settings) {
    if (text != "on" && text != "off") {
        return refuse("BELAY_SIM_FAULTS", text, "on or off");
    }
    settings.containsFaults = text == "on";
    return Status::ok();
}

Status parseBlocks(std::string_view text, SimSettings& settings) {
    if (text != "shared" && text != "serial") {
        return refuse("BELAY_SIM_BLOCKS", text, "shared or serial");
    }
    settings.sharesBlocks = text == "shared";
    return Status::ok();
}

Status parseCheck(std::string_view text, SimSettings& settings) {
    std::string_view rest = text;
    while (true) {
        const size_t comma = rest.find(',');
        if (rest.substr(0, comma) != "memory") {
            return refuse("BELAY_CHECK", text, "a comma-separated list of checks: memory");
        }
        settings.checkMemory = true;
        if (comma == std::string_view::npos) {
            return Status::ok();
        }
        rest.remove_prefix(comma + 1);
    }
}

Status parseFailCall(std::string_view text, SimSettings& settings) {
    settings.failCall = parseNumber(text);
    if (!settings.failCall) {
        return refuse("BELAY_SIM_FAIL_CALL", text,
                      "the number of the driver call that fails, or 0 to count calls");
    }
    return Status::ok();
}

Status parseFault(std::string_view text, SimSettings& settings) {
    const size_t at = text.find('@');
    const auto kind = parseFaultKind(text.substr(0, at));
    const auto copy = at == std::string_view::npos ? std::optional<uint64_t>(1)
                                                   : parseNumber(text.substr(at + 1));
    if (!kind || !copy || *copy == 0) {
        return refuse("BELAY_SIM_FAULT", text,
                      "memory, l2 or link, with or without @ and the number of the copy that meets "
                      "the fault, counted from 1");
    }
    settings.fault = FaultRequest{.kind = *kind, .copy = *copy};
    return Status::ok();
}

using Parser = Status (*)(std::string_view text, SimSettings& settings);

Status parseIfSet(const std::optional<std::string_view>& text, Parser parse,
                  SimSettings& settings) {
    return text ? parse(*text, settings) : Status::ok();
}

std::optional<std::string_view> textOf(env::Variable variable) {
    const std::optional<std::string>& text = env::text(variable);
    return text ? std::optional<std::string_view>(*text) : std::nullopt;
}

}  // namespace

Result<SimSettings> parseSimSettings(const SimSettingTexts& texts) {
    SimSettings settings;
    BELAY_TRY(parseSoc(texts.soc.value_or("Ascend910B4"), settings));
    settings.memoryBytes = settings.chip->memoryBytes;
    BELAY_TRY(parseIfSet(texts.devices, parseDevices, settings));
    BELAY_TRY(parseIfSet(texts.memory, parseMemory, settings));
    BELAY_TRY(parseIfSet(texts.lend, parseLend, settings));
    BELAY_TRY(parseIfSet(texts.check, parseCheck, settings));
    BELAY_TRY(parseIfSet(texts.faults, parseFaults, settings));
    BELAY_TRY(parseIfSet(texts.blocks, parseBlocks, settings));
    BELAY_TRY(parseIfSet(texts.failCall, parseFailCall, settings));
    BELAY_TRY(parseIfSet(texts.fault, parseFault, settings));
    return settings;
}

Result<SimSettings> readSimSettings() {
    return parseSimSettings({.soc = textOf(env::Variable::kSimSoc),
                             .devices = textOf(env::Variable::kSimDevices),
                             .memory = textOf(env::Variable::kSimMemory),
                             .lend = textOf(env::Variable::kSimLend),
                             .check = textOf(env::Variable::kCheck),
                             .faults = textOf(env::Variable::kSimFaults),
                             .blocks = textOf(env::Variable::kSimBlocks),
                             .failCall = textOf(env::Variable::kSimFailCall),
                             .fault = textOf(env::Variable::kSimFault)});
}

}  // namespace belay::sim
