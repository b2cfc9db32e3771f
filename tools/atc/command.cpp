#include "atc/command.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>
#include <vector>

#include "atc/compile.h"
#include "op/single_op_json.h"

namespace belay::atc {
namespace {

namespace fs = std::filesystem;

constexpr uintmax_t kMaxFileBytes = uintmax_t{256} << 20;

Result<std::string> readInput(const std::string& path) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (fs::exists(status) && !fs::is_regular_file(status)) {
        return Status::error(Code::kInvalidFile, "E10023: --singleop is \"{}\", which is no file",
                             path);
    }
    const uintmax_t bytes = fs::file_size(path, error);
    if (!error && bytes > kMaxFileBytes) {
        return Status::error(
            Code::kInvalidFile,
            "E10023: --singleop is \"{}\", which has {} bytes; at most {} are read", path, bytes,
            kMaxFileBytes);
    }
    std::ifstream file(path, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(file), {}};
    if (error || !file) {
        return Status::error(Code::kInvalidFile,
                             "E10024: --singleop is \"{}\", which cannot be opened: {}", path,
                             error ? error.message() : "it cannot be read");
    }
    return text;
}

Status makeFolder(const std::string& path) {
    std::error_code error;
    fs::create_directories(path, error);
    return fs::is_directory(path)
               ? Status::ok()
               : Status::error(Code::kWriteFile,
                               "--output is \"{}\", where no folder can be made: {}", path,
                               error ? error.message() : "something else is there");
}

std::string describe(const SingleOp::Tensor& tensor) {
    std::string dims;
    for (const int64_t dim : tensor.spec.dims()) {
        dims += fmt::format("{}{}", dims.empty() ? "" : ", ", dim);
    }
    return fmt::format("type {}, format {}, shape [{}]{}", static_cast<int32_t>(tensor.spec.type()),
                       static_cast<int32_t>(tensor.spec.format()), dims,
                       tensor.spec.isLeftOut()  ? ", left out"
                       : tensor.spec.constant() ? ", constant"
                                                : "");
}

/// One run of the command.
class Run {
  public:
    Run(const Options& options, const std::string& commandLine, const OperatorSet& set,
        std::FILE* out, std::FILE* err)
        : options_(options), commandLine_(commandLine), set_(set), out_(out), err_(err) {}

    Status run() {
        for (const std::string& name : options_.withoutEffect) {
            fmt::print(out_, "note: {} has no effect: no code is compiled\n", name);
        }
        BELAY_ASSIGN(const std::string text, readInput(options_.input));
        std::vector<std::string> unknownKeys;
        BELAY_ASSIGN(const auto ops, parseSingleOps(text, &unknownKeys));
        for (const std::string& place : unknownKeys) {
            fmt::print(out_, "note: {} is no key of such a file: it is ignored\n", place);
        }
        BELAY_TRY(checkCounts(ops, set_));
        BELAY_TRY(makeFolder(options_.output));
        log(LogLevel::kInfo, "{} has {} operators", options_.input, ops.size());
        Status last;
        for (size_t i = 0; i < ops.size(); ++i) {
            last = compileOne(ops[i], i);
        }
        fmt::print(out_, "{} of {} operators were written\n", written_, ops.size());
        return last;
    }

  private:
    template <typename... Args>
    void log(LogLevel level, fmt::format_string<Args...> format, Args&&... args) const {
        if (level <= options_.log) {
            fmt::print(err_, "{}\n", fmt::vformat(format, fmt::make_format_args(args...)));
        }
    }

    void logTensors(const char* what, const std::vector<SingleOp::Tensor>& tensors) const {
        for (size_t i = 0; i < tensors.size(); ++i) {
            log(LogLevel::kDebug, "  {} {}: {}", what, i, describe(tensors[i]));
        }
    }

    void logOp(const SingleOp& op, size_t position) const {
        log(LogLevel::kInfo, "operator {} is {}, {}", position, op.type,
            op.isFuzzy ? "fuzzy" : "exact");
        logTensors("input", op.inputs);
        logTensors("output", op.outputs);
        for (const auto& [name, value] : op.attrs.values()) {
            log(LogLevel::kDebug, "  attribute '{}': {}", name, value.text());
        }
    }

    void noteIgnoredAttrs(const SingleOp& op, size_t position) const {
        const Operator* known = set_.find(op.type);
        if (known == nullptr) {
            return;
        }
        for (const std::string_view name : ignoredAttrs(*known, op.attrs)) {
            fmt::print(out_, "note: operator {} ({}) has no attribute \"{}\": it is ignored\n",
                       position, op.type, name);
        }
    }

    Status compileOne(const SingleOp& op, size_t position) {
        logOp(op, position);
        noteIgnoredAttrs(op, position);
        const std::string path = fs::path(options_.output) / omFileName(op, position);
        const auto bytes =
            compile(op, set_,
                    {.name = path, .socVersion = options_.socVersion, .commandLine = commandLine_});
        Status status = bytes.isOk()
                            ? writeWhole(path, bytes.value())
                            : Status::error(bytes.status().code(), "{}", bytes.status().message());
        if (!status.isOk()) {
            fmt::print(out_, "operator {} ({}): {}\n", position, op.type, status.message());
            return status;
        }
        ++written_;
        fmt::print(out_, "operator {} ({}): {}\n", position, op.type, path);
        return status;
    }

    const Options& options_;
    const std::string& commandLine_;
    const OperatorSet& set_;
    std::FILE* out_;
    std::FILE* err_;
    size_t written_ = 0;
};

}  // namespace

Status runAtc(const Options& options, const std::string& commandLine, const OperatorSet& set,
              std::FILE* out, std::FILE* err) {
    return Run(options, commandLine, set, out, err).run();
}

}  // namespace belay::atc
