// Config: the JSON file that aclInit() takes, read and checked.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "runtime/dump_config.h"

namespace belay {

/// What the configuration file asks for, with the defaults of a file that does not. Sizes are in
/// bytes.
struct Config {
    bool messagesPerProcess = false;          ///< err_msg_mode "1"
    uint64_t maxOpQueueNum = 20000;           ///< bound of the map from operators to loaded models
    std::optional<uint32_t> defaultDevice;    ///< used by threads that set no device
    uint64_t aicoreStackSize = 32 << 10;      ///< rounded up to 16 KiB, at least 32 KiB
    uint64_t simtStackSize = 1152;            ///< rounded up to 128 bytes
    uint64_t simtDivergenceStackSize = 1024;  ///< rounded up to 128 bytes
    uint64_t simdPrintfFifoSize = 32 << 10;   ///< per core, rounded up to 8 bytes
    uint64_t simtPrintfFifoSize = 2 << 20;    ///< rounded up to 8 bytes
    bool externalGraphEvents = false;         ///< acl_graph.event_mode "1"
    std::map<std::string, std::string> profiler;  ///< switches by name; numbers as written
    DumpConfig dump;

    /// Checks the text of a configuration file; empty text means all defaults. Sections are looked
    /// at in the order in which they take effect, and the first error wins. Unknown keys are
    /// ignored.
    ///
    /// Errors: kParseFile (100006) malformed, not an object, or { or [ nested deeper than 10;
    /// kInvalidParam (100000), kFailure (500001), kInvalidDumpConfig (100009) per section.
    static Result<Config> parse(std::string_view text);
};

/// Reads a configuration file whole. A null or empty path is an empty text. Errors: kInvalidFile
/// (100003) when it does not exist, is no regular file, cannot be read or is larger than 10 MB.
Result<std::string> readConfigFile(const char* path);

}  // namespace belay
