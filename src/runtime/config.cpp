#include "runtime/config.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>
#include <system_error>

#include "base/unique_fd.h"
#include "runtime/json_text.h"
#include "runtime/kernel_buffers.h"

namespace belay {
namespace {

using Json = nlohmann::json;

constexpr off_t kMaxFileBytes = off_t{10} << 20;
constexpr int kMaxNesting = 10;

// Before the parser sees the text.
Status checkNesting(std::string_view text) {
    if (const auto at = findTooDeep(text, kMaxNesting)) {
        return Status::error(Code::kParseFile,
                             "the configuration nests '{}' deeper than {} levels at byte {}",
                             text[*at], kMaxNesting, *at);
    }
    return Status::ok();
}

// Empties `value` from its leaves up, which takes no memory. The destructor would collect all
// children in a list first, and ends the process when there is no memory for that.
// NOLINTBEGIN(bugprone-exception-escape): iterators throw for values of other types only
// NOLINTNEXTLINE(misc-no-recursion): checkNesting() bounds the depth
void emptyLeavesFirst(Json& value) noexcept {
    if (value.is_structured()) {
        for (Json& child : value) {
            emptyLeavesFirst(child);
        }
    }
    value.clear();
}

// The whole file, also when only a part of it was read before memory ran out.
struct Document {
    Json root;

    Document() = default;
    Document(const Document&) = delete;
    Document& operator=(const Document&) = delete;

    ~Document() { emptyLeavesFirst(root); }
};

// NOLINTEND(bugprone-exception-escape)

Status readDocument(std::string_view text, Document& document) {
    std::istringstream stream{std::string(text)};
    try {
        stream >> document.root;
    } catch (const Json::exception& error) {
        // Not only parse errors: a number beyond double's range is another kind.
        return Status::error(Code::kParseFile, "the configuration is not valid JSON: {}",
                             error.what());
    }
    if (!document.root.is_object()) {
        return Status::error(Code::kParseFile,
                             "the configuration is a JSON {}; it must be an object {{...}}",
                             document.root.type_name());
    }
    const std::string rest(std::istreambuf_iterator<char>(stream), {});
    if (rest.find_first_not_of(" \t\r\n") != std::string::npos) {
        return Status::error(
            Code::kParseFile,
            "the configuration is not valid JSON: text after the object, at byte {}",
            text.size() - rest.size());
    }
    return Status::ok();
}

// Whether `value` is this string. The library's own comparison makes a value of `text` first.
bool isText(const Json& value, std::string_view text) {
    return value.is_string() && value.get_ref<const std::string&>() == text;
}

Status readMessageMode(const Json& root, Config& config) {
    const auto found = root.find("err_msg_mode");
    if (found == root.end()) {
        return Status::ok();
    }
    if (!isText(*found, "0") && !isText(*found, "1")) {
        return Status::error(
            Code::kInvalidParam,
            "\"err_msg_mode\" is {}; it must be the string \"0\" (messages per thread) "
            "or \"1\" (per process)",
            shown(*found));
    }
    config.messagesPerProcess = isText(*found, "1");
    return Status::ok();
}

// A decimal number without sign, as a JSON number or as a string of digits.
std::optional<uint64_t> asUnsigned(const Json& value) {
    if (value.is_number_unsigned()) {
        return value.get<uint64_t>();
    }
    if (!value.is_string()) {
        return std::nullopt;
    }
    const auto& text = value.get_ref<const std::string&>();
    uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) {
        return std::nullopt;
    }
    return number;
}

Status readOpQueue(const Json& root, Config& config) {
    const auto found = root.find("max_opqueue_num");
    if (found == root.end()) {
        return Status::ok();
    }
    const auto number = asUnsigned(*found);
    if (!number || *number == 0) {
        return Status::error(Code::kInvalidParam,
                             "\"max_opqueue_num\" is {}; it must be a whole number from 1 to {}",
                             shown(*found), UINT64_MAX);
    }
    config.maxOpQueueNum = *number;
    return Status::ok();
}

Result<const Json*> findObject(const Json& root, const char* name, Code error) {
    const auto found = root.find(name);
    if (found == root.end()) {
        return static_cast<const Json*>(nullptr);
    }
    if (!found->is_object()) {
        return Status::error(error, "\"{}\" is {}; it must be an object", name, shown(*found));
    }
    return &*found;
}

Status readSize(const Json& object, const char* name, KernelBuffer buffer, uint64_t& size) {
    const auto found = object.find(name);
    if (found == object.end()) {
        return Status::ok();
    }
    const auto effective =
        found->is_number_unsigned() ? effectiveSize(buffer, found->get<uint64_t>()) : std::nullopt;
    if (!effective) {
        return Status::error(Code::kFailure,
                             "\"{}\" is {}; it must be a whole number of bytes from 1 to {}", name,
                             shown(*found), ruleOf(buffer).mostBytes);
    }
    size = *effective;
    return Status::ok();
}

Status readStackSizes(const Json& root, Config& config) {
    BELAY_ASSIGN(const Json* section, findObject(root, "StackSize", Code::kFailure));
    if (section == nullptr) {
        return Status::ok();
    }
    BELAY_TRY(readSize(*section, "aicore_stack_size", KernelBuffer::kAicoreStack,
                       config.aicoreStackSize));
    BELAY_TRY(
        readSize(*section, "simt_stack_size", KernelBuffer::kSimtStack, config.simtStackSize));
    return readSize(*section, "simt_divergence_stack_size", KernelBuffer::kSimtDivergenceStack,
                    config.simtDivergenceStackSize);
}

Status readDefaultDevice(const Json& root, Config& config) {
    BELAY_ASSIGN(const Json* section, findObject(root, "defaultDevice", Code::kFailure));
    if (section == nullptr || !section->contains("default_device")) {
        return Status::ok();
    }
    const Json& value = (*section)["default_device"];
    // Digits only, without leading zeros: "0", "7", "12".
    const bool isText = value.is_string();
    const std::string text = isText ? value.get<std::string>() : std::string();
    const bool isDigits = !text.empty() &&
                          text.find_first_not_of("0123456789") == std::string::npos &&
                          (text == "0" || text[0] != '0');
    const auto number = isDigits ? asUnsigned(value) : std::nullopt;
    if (!number || *number > INT32_MAX) {
        return Status::error(
            Code::kFailure,
            "\"defaultDevice.default_device\" is {}; it must be a string with a device "
            "id, such as \"0\"",
            shown(value));
    }
    config.defaultDevice = static_cast<uint32_t>(*number);
    return Status::ok();
}

Status readPrintfFifos(const Json& root, Config& config) {
    BELAY_TRY(readSize(root, "simd_printf_fifo_size_per_core", KernelBuffer::kSimdPrintfFifo,
                       config.simdPrintfFifoSize));
    return readSize(root, "simt_printf_fifo_size", KernelBuffer::kSimtPrintfFifo,
                    config.simtPrintfFifoSize);
}

Status readGraph(const Json& root, Config& config) {
    BELAY_ASSIGN(const Json* section, findObject(root, "acl_graph", Code::kInvalidParam));
    if (section == nullptr || !section->contains("event_mode")) {
        return Status::ok();
    }
    const Json& mode = (*section)["event_mode"];
    if (!isText(mode, "0") && !isText(mode, "1")) {
        return Status::error(Code::kInvalidParam,
                             "\"acl_graph.event_mode\" is {}; it must be the string \"0\" or \"1\"",
                             shown(mode));
    }
    config.externalGraphEvents = isText(mode, "1");
    return Status::ok();
}

Status readProfiler(const Json& root, Config& config) {
    static constexpr std::array<std::string_view, 9> kSwitches = {
        "switch",    "aicpu",    "l2",          "hccl",          "task_trace",
        "task_time", "ascendcl", "runtime_api", "training_trace"};
    BELAY_ASSIGN(const Json* section, findObject(root, "profiler", Code::kInvalidParam));
    if (section == nullptr) {
        return Status::ok();
    }
    for (const auto& [name, value] : section->items()) {
        if (!value.is_string() && !value.is_number()) {
            return Status::error(Code::kInvalidParam,
                                 "\"profiler.{}\" is {}; it must be a string or a number", name,
                                 shown(value));
        }
        const bool isSwitch =
            std::find(kSwitches.begin(), kSwitches.end(), name) != kSwitches.end();
        // task_time also takes levels.
        const bool isLevel = name == "task_time" &&
                             (isText(value, "l0") || isText(value, "l1") || isText(value, "l2"));
        if (isSwitch && !isLevel && !isText(value, "on") && !isText(value, "off")) {
            return Status::error(Code::kInvalidParam,
                                 "\"profiler.{}\" is {}; it must be \"on\" or \"off\"", name,
                                 shown(value));
        }
        config.profiler[name] = value.is_string() ? value.get<std::string>() : value.dump();
    }
    return Status::ok();
}

Status readDump(const Json& root, Config& config) {
    const auto found = root.find("dump");
    if (found == root.end()) {
        return Status::ok();
    }
    BELAY_ASSIGN(config.dump, DumpConfig::parse(*found));
    return Status::ok();
}

}  // namespace

Result<Config> Config::parse(std::string_view text) {
    Config config;
    if (text.empty()) {
        return config;
    }
    if (const size_t zero = text.find('\0'); zero != std::string_view::npos) {
        // The parser would take it for the end and ignore what follows.
        return Status::error(Code::kParseFile,
                             "the configuration has a zero byte at byte {}, which is no JSON",
                             zero);
    }
    BELAY_TRY(checkNesting(text));
    Document document;
    BELAY_TRY(readDocument(text, document));
    // The order of op-facts: the first section that is wrong decides the code.
    constexpr std::array kSections = {readMessageMode, readDump,          readOpQueue,
                                      readStackSizes,  readDefaultDevice, readPrintfFifos,
                                      readGraph,       readProfiler};
    for (const auto& read : kSections) {
        BELAY_TRY(read(document.root, config));
    }
    return config;
}

Result<std::string> readConfigFile(const char* path) {
    std::string text;
    if (path == nullptr || *path == '\0') {
        return text;
    }
    const auto refuse = [&](std::string_view why) {
        return Status::error(Code::kInvalidFile, "argument 'configPath' is \"{}\", which {}", path,
                             why);
    };
    const auto systemText = [](int error) { return std::generic_category().message(error); };
    // Non-blocking, so that a pipe without a writer is refused rather than waited for.
    const UniqueFd file(::open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!file) {
        return refuse(fmt::format("cannot be opened: {}", systemText(errno)));
    }

    struct stat info {};

    if (::fstat(file.get(), &info) != 0 || !S_ISREG(info.st_mode)) {
        return refuse("is not a regular file");
    }
    if (info.st_size > kMaxFileBytes) {
        return refuse(
            fmt::format("has {} bytes; at most {} are read", info.st_size, kMaxFileBytes));
    }
    text.resize(static_cast<size_t>(info.st_size));
    size_t filled = 0;
    while (filled < text.size()) {
        const ssize_t got = ::read(file.get(), text.data() + filled, text.size() - filled);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return refuse(fmt::format("cannot be read: {}", systemText(errno)));
        }
        if (got == 0) {
            break;
        }
        filled += static_cast<size_t>(got);
    }
    text.resize(filled);
    return text;
}

}  // namespace belay
