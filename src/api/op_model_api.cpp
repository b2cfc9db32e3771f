// Public functions that load models of single operators.
#include <algorithm>
#include <cctype>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "acl/acl_op.h"
#include "api/checks.h"
#include "api/entry.h"
#include "api/operators.h"
#include "base/log.h"
#include "op/model_dir.h"
#include "op/om_file.h"
#include "op/om_model.h"

using belay::Code;
using belay::Devices;
using belay::findModelDir;
using belay::OmFile;
using belay::OmModel;
using belay::OpModelCache;
using belay::OpModelSource;
using belay::readModelDir;
using belay::Result;
using belay::Status;
using belay::api::entry;
using belay::api::Operators;
using belay::api::requireNotNull;
using belay::api::Session;

namespace {

using Bytes = std::span<const std::byte>;

// Models name a chip or a family of chips.
bool isForChip(std::string_view wanted, std::string_view soc, std::string_view family) {
    if (wanted == soc || wanted == family) {
        return true;
    }
    const std::string_view rest = wanted.substr(std::min(wanted.size(), family.size()));
    return wanted.starts_with(family) && !rest.empty() &&
           std::isdigit(static_cast<unsigned char>(rest.front())) != 0;
}

Status requireChip(const OmModel& model) {
    if (model.socVersion().empty()) {
        return Status::ok();
    }
    const auto info = Devices::instance().info(0);
    if (!info.isOk() || isForChip(model.socVersion(), info.value().socName, info.value().family)) {
        return Status::ok();
    }
    return Status::error(Code::kDeserializeModel,
                         "the model is for {}, but the chip is {} of the family {}",
                         model.socVersion(), info.value().socName, info.value().family);
}

Result<OpModelSource> readModel(Bytes content) {
    BELAY_ASSIGN(const OmFile file, OmFile::parse(content));
    BELAY_ASSIGN(const OmModel model, OmModel::parse(file));
    BELAY_TRY(requireChip(model));
    return OpModelSource::of(model);
}

void add(OpModelSource source) {
    Operators::instance().models().add(std::move(source), OpModelCache::Origin::kLoaded);
}

Status loadFolder(const char* dir, bool isLoaded) {
    std::vector<OpModelSource> sources;
    std::vector<std::string> skipped;
    const auto take = [&](const std::string& path, const std::vector<std::byte>& content) {
        auto source = readModel(content);
        if (source.isOk()) {
            sources.push_back(std::move(source).value());
            return Status::ok();
        }
        BELAY_LOG(kOp, kWarning, "\"{}\" is skipped: {}", path, source.status().message());
        skipped.push_back(fmt::format("\"{}\": {}", path, source.status().message()));
        return Status::ok();
    };
    BELAY_ASSIGN(const std::string folder, findModelDir(dir));
    if (isLoaded) {
        return Status::error(Code::kRepeatInitialize,
                             "a folder of models was set already; until aclFinalize there is one, "
                             "and aclopLoad loads single models");
    }
    BELAY_TRY(readModelDir(folder, take));
    for (OpModelSource& source : sources) {
        add(std::move(source));
    }
    for (std::string& text : skipped) {
        Operators::instance().models().noteSkipped(std::move(text));
    }
    if (sources.empty() && skipped.empty()) {
        BELAY_LOG(kOp, kWarning, "the folder \"{}\" has no models (*.om)", folder);
    }
    return Status::ok();
}

}  // namespace

aclError aclopSetModelDir(const char* modelDir) {
    return entry(BELAY_CALL(modelDir), [&](Session& session) -> Status {
        BELAY_TRY(requireNotNull(modelDir, "modelDir"));
        session.leaveGuard();
        return Operators::instance().modelDir().run(
            [&](bool isLoaded) { return loadFolder(modelDir, isLoaded); });
    });
}

aclError aclopLoad(const void* model, size_t modelSize) {
    return entry(BELAY_CALL(model, modelSize), [&](Session& session) -> Status {
        BELAY_TRY(requireNotNull(model, "model"));
        if (modelSize == 0) {
            return Status::error(Code::kInvalidParam,
                                 "argument 'modelSize' is 0; it must be above 0");
        }
        session.leaveGuard();
        BELAY_ASSIGN(OpModelSource source,
                     readModel({static_cast<const std::byte*>(model), modelSize}));
        add(std::move(source));
        return Status::ok();
    });
}
