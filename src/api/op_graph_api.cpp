// Public functions that write what an operator is, for people who look for mistakes.
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>

#include "acl/acl_dump.h"
#include "acl/acl_op_compiler.h"
#include "api/checks.h"
#include "api/entry.h"
#include "api/handles.h"
#include "api/op_call.h"
#include "op/op_compiler.h"
#include "op/op_graph_text.h"

using belay::Code;
using belay::graphTextOf;
using belay::makeRef;
using belay::Result;
using belay::Status;
using belay::api::entry;
using belay::api::entryValue;
using belay::api::OpCall;
using belay::api::requireNotNull;
using belay::api::Session;
using belay::api::takeHandle;
using belay::api::toHandle;

namespace {

/// Options of a graph dump, of which there are none yet.
class GraphDumpOptions final : public belay::Handled {
  public:
    static constexpr belay::HandleType kHandleType{"graph dump option"};
};

Status makeFolder(const std::filesystem::path& folder, const char* argument) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (!std::filesystem::is_directory(folder, error)) {
        return Status::error(Code::kFailure, "argument '{}' names \"{}\", which cannot be a folder",
                             argument, folder.string());
    }
    return Status::ok();
}

// A file is taken as it is; in a folder each dump gets a name of its own.
Result<std::filesystem::path> dumpFile(const char* path, const std::string& name) {
    // Relaxed: only that numbers differ matters.
    static std::atomic<uint32_t> count{0};
    if (std::string_view(path).ends_with(".txt")) {
        return std::filesystem::path(path);
    }
    if (name.find('/') != std::string::npos) {
        return Status::error(Code::kInvalidParam,
                             "argument 'opType' is \"{}\"; the file in the folder of argument "
                             "'graphDumpPath' is named after it, so it must not have a '/'",
                             name);
    }
    BELAY_TRY(makeFolder(path, "graphDumpPath"));
    return std::filesystem::path(path) / fmt::format("ge_proto_{:05}_{}.txt",
                                                     count.fetch_add(1, std::memory_order_relaxed),
                                                     name);
}

constexpr bool dumpsArgs(uint32_t dumpType) noexcept {
    return (dumpType & ACL_OP_DUMP_OP_AICORE_ARGS) != 0;
}

}  // namespace

aclError aclGenGraphAndDumpForOp(const char* opType, int numInputs,
                                 const aclTensorDesc* const inputDesc[],
                                 const aclDataBuffer* const inputs[], int numOutputs,
                                 const aclTensorDesc* const outputDesc[],
                                 aclDataBuffer* const outputs[], const aclopAttr* attr,
                                 aclopEngineType engineType, const char* graphDumpPath,
                                 const aclGraphDumpOption* graphDumpOpt) {
    return entry(
        BELAY_CALL(opType, numInputs, inputDesc, inputs, numOutputs, outputDesc, outputs, attr,
                   engineType, graphDumpPath, graphDumpOpt),
        [&](Session&) -> Status {
            OpCall call;
            BELAY_TRY(call.readTensors(opType, numInputs, inputDesc, numOutputs, outputDesc, attr));
            BELAY_TRY(call.readBuffers(inputs, outputs, OpCall::Memory::kMustBeThere));
            BELAY_TRY(requireNotNull(graphDumpPath, "graphDumpPath"));
            if (graphDumpOpt != nullptr) {
                return Status::error(Code::kInvalidParam,
                                     "argument 'graphDumpOpt' is {}; it is reserved and must be "
                                     "null",
                                     static_cast<const void*>(graphDumpOpt));
            }
            BELAY_TRY(belay::checkCompilable(call.request()));
            const std::string name(call.request().type);
            BELAY_ASSIGN(const std::filesystem::path path, dumpFile(graphDumpPath, name));
            std::ofstream file(path, std::ios::binary | std::ios::trunc);
            file << graphTextOf(call.request(), name);
            file.close();
            if (!file) {
                return Status::error(Code::kFailure,
                                     "argument 'graphDumpPath' is \"{}\": \"{}\" cannot be written",
                                     graphDumpPath, path.string());
            }
            return Status::ok();
        });
}

aclGraphDumpOption* aclCreateGraphDumpOpt() {
    return entryValue<aclGraphDumpOption*>(BELAY_CALL(), nullptr, [](Session&) {
        return toHandle<aclGraphDumpOption>(makeRef<GraphDumpOptions>());
    });
}

aclError aclDestroyGraphDumpOpt(const aclGraphDumpOption* graphDumpOpt) {
    return entry(BELAY_CALL(graphDumpOpt), [&](Session&) -> Status {
        return takeHandle<GraphDumpOptions>(graphDumpOpt, "graphDumpOpt").takeStatus();
    });
}

// Only operators that are called by functions of their own write such files, and there are none.
aclError aclopStartDumpArgs(uint32_t dumpType, const char* path) {
    return entry(BELAY_CALL(dumpType, path), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(path, "path", Code::kFailure));
        if (!dumpsArgs(dumpType)) {
            return Status::error(Code::kFailure,
                                 "argument 'dumpType' is {}; it must have the bit "
                                 "ACL_OP_DUMP_OP_AICORE_ARGS ({})",
                                 dumpType, ACL_OP_DUMP_OP_AICORE_ARGS);
        }
        return makeFolder(path, "path");
    });
}

aclError aclopStopDumpArgs(uint32_t dumpType) {
    return entry(BELAY_CALL(dumpType), [](Session&) { return Status::ok(); });
}
