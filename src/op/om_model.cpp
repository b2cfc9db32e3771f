#include "op/om_model.h"

#include <algorithm>
#include <array>
#include <protozero/pbf_reader.hpp>

#include "op/om_attr.h"
#include "op/om_attr_names.h"

namespace belay {
namespace {

using protozero::pbf_reader;
using protozero::pbf_wire_type;
using protozero::tag_and_type;

constexpr std::string_view kAttrPrefix = "ATTR_MODEL_";
constexpr std::string_view kOpType = "ATTR_MODEL_OP_TYPE";
constexpr std::string_view kInputs = "ATTR_MODEL_TENSOR_INPUTS";
constexpr std::string_view kOutputs = "ATTR_MODEL_TENSOR_OUTPUTS";

// Behind the prefix, but of the model and not of its operator.
constexpr std::array<std::string_view, 8> kNoOpAttrs = {"OP_TYPE",
                                                        "TENSOR_INPUTS",
                                                        "TENSOR_OUTPUTS",
                                                        "_single_op_scene",
                                                        "_unregst_oppath",
                                                        "_unregst_attrlist",
                                                        "_dynamic_input_index_start",
                                                        "_dynamic_input_index_end"};

constexpr int64_t kExact = 0;
constexpr int64_t kFuzzy = 1;

Status missingAttr(std::string_view name, std::string_view wanted) {
    return Status::error(Code::kModelMissingAttr,
                         "the model has no attribute '{}' that is {}; a model of a single operator "
                         "must have it",
                         name, wanted);
}

bool hasUnknownDims(const std::vector<OmTensor>& tensors) {
    return std::ranges::any_of(tensors, &OmTensor::hasUnknownDims);
}

}  // namespace

/// Fills an OmModel, step by step. Throws protozero::exception for damaged bytes.
class OmModelParser {
  public:
    Result<OmModel> parse(std::string_view message) {
        BELAY_TRY(readMessage(message));
        BELAY_TRY(readNames());
        BELAY_TRY(readOpType());
        BELAY_TRY(readTensors(kInputs, "input", model_.inputs_));
        BELAY_TRY(readTensors(kOutputs, "output", model_.outputs_));
        readOpAttrs();
        BELAY_TRY(readSocVersion());
        BELAY_TRY(readDynamic());
        return std::move(model_);
    }

  private:
    Status readMessage(std::string_view message) {
        std::vector<std::string_view> entries;
        pbf_reader fields(message.data(), message.size());
        while (fields.next()) {
            switch (fields.tag_and_type()) {
                case tag_and_type(1, pbf_wire_type::length_delimited):
                    model_.name_ = fields.get_string();
                    break;
                case tag_and_type(11, pbf_wire_type::length_delimited): {
                    const auto entry = fields.get_view();
                    entries.emplace_back(entry.data(), entry.size());
                    break;
                }
                default:
                    fields.skip();
            }
        }
        // The model's own names are never compressed.
        BELAY_ASSIGN(attrs_, OmAttrSet::read(entries, OmAttrNames(), "the model"));
        return Status::ok();
    }

    Status readNames() {
        BELAY_ASSIGN(const auto version, attrs_.findInt("om_compress_version"));
        if (version != 1) {
            return Status::ok();
        }
        BELAY_ASSIGN(auto names, attrs_.findList("attr_name_enum", OmList::Of::kTexts));
        BELAY_ASSIGN(auto values, attrs_.findList("attr_value_enum", OmList::Of::kTexts));
        BELAY_ASSIGN(const auto uses,
                     attrs_.findList("attrs_use_string_value", OmList::Of::kBools));
        BELAY_ASSIGN(names_, OmAttrNames::create(names.value_or(OmList()).texts,
                                                 values.value_or(OmList()).texts,
                                                 uses.value_or(OmList()).bools));
        return Status::ok();
    }

    Status readOpType() {
        const OmAttr* type = attrs_.find(kOpType);
        if (type == nullptr || type->kind != OmAttr::Kind::kText) {
            return missingAttr(kOpType, "a text");
        }
        model_.opType_ = type->bytes;
        return Status::ok();
    }

    Status readTensors(std::string_view name, std::string_view what,
                       std::vector<OmTensor>& tensors) {
        auto list = attrs_.findList(name, OmList::Of::kTensors);
        if (!list.isOk() || !list.value()) {
            return missingAttr(name, "a list of tensors");
        }
        const auto& messages = list.value()->tensors;
        if (messages.size() > OmModel::kMaxTensors) {
            return Status::error(Code::kParseModel,
                                 "attribute '{}' of the model has {} tensors; at most {} are "
                                 "allowed",
                                 name, messages.size(), OmModel::kMaxTensors);
        }
        const bool isTransData = model_.opType_ == "TransData";
        tensors.reserve(messages.size());
        for (const std::string_view message : messages) {
            BELAY_ASSIGN(auto tensor,
                         OmTensor::read(OmTensorMessage::read(message).desc, names_, isTransData,
                                        fmt::format("{} {}", what, tensors.size())));
            tensors.push_back(std::move(tensor));
        }
        return Status::ok();
    }

    void readOpAttrs() {
        for (const auto& [name, attr] : attrs_.attrs()) {
            if (!name.starts_with(kAttrPrefix)) {
                continue;
            }
            const std::string_view ofOp = name.substr(kAttrPrefix.size());
            if (std::ranges::find(kNoOpAttrs, ofOp) == kNoOpAttrs.end()) {
                model_.attrs_.set(ofOp, attrValueOf(attr));
            }
        }
    }

    Status readSocVersion() {
        BELAY_ASSIGN(const auto version, attrs_.findText("soc_version"));
        model_.socVersion_ = version.value_or("");
        return Status::ok();
    }

    Status readDynamic() {
        BELAY_ASSIGN(const auto buildMode, attrs_.findInt("_build_mode"));
        BELAY_ASSIGN(const auto isDynamic, attrs_.findBool("_is_dynamic_model"));
        BELAY_ASSIGN(const auto takesDynamic, attrs_.findBool("support_dynamicshape"));
        const int64_t mode = buildMode.value_or(kExact);
        if (mode == kExact && !takesDynamic.value_or(true)) {
            return Status::error(Code::kOpUnsupportedDynamic,
                                 "attribute 'support_dynamicshape' of the model is false: operator "
                                 "'{}' cannot have dynamic shapes",
                                 model_.opType_);
        }
        model_.isDynamic_ = isDynamic.value_or(false);
        if (mode == kExact) {
            model_.isDynamic_ |= hasUnknownDims(model_.inputs_) || hasUnknownDims(model_.outputs_);
        } else if (mode == kFuzzy) {
            BELAY_TRY(readLimits());
            model_.takesAnyShape_ = attrs_.find("_AllShape") != nullptr;
            model_.isDynamic_ |= model_.takesAnyShape_ || hasLimits_;
        }
        return Status::ok();
    }

    // Only the first set of limits counts.
    Status readLimits() {
        constexpr std::string_view kName = "_fuzz_build_res";
        BELAY_ASSIGN(const auto results, attrs_.findList(kName, OmList::Of::kSets));
        if (!results) {
            return Status::ok();
        }
        if (results->sets.empty()) {
            return Status::error(Code::kParseModel,
                                 "attribute '{}' of the model has no entries; it must have one",
                                 kName);
        }
        BELAY_ASSIGN(const auto limits,
                     OmAttrSet::readSet(results->sets.front(), names_,
                                        fmt::format("attribute '{}' of the model", kName)));
        BELAY_TRY(readLimitsOf(limits, "_inputs_support_info", model_.inputs_.size(),
                               model_.inputLimits_));
        BELAY_TRY(readLimitsOf(limits, "_outputs_support_info", model_.outputs_.size(),
                               model_.outputLimits_));
        hasLimits_ = true;
        return Status::ok();
    }

    // A list of sets, each of which has a list of sets, each of which is of a tensor.
    Status readLimitsOf(const OmAttrSet& limits, std::string_view name, size_t count,
                        std::vector<OmLimits>& result) {
        BELAY_ASSIGN(const auto infos, limits.findList(name, OmList::Of::kSets));
        std::vector<std::string_view> messages;
        for (const std::string_view info : infos.value_or(OmList()).sets) {
            BELAY_ASSIGN(const auto set,
                         OmAttrSet::readSet(info, names_, fmt::format("'{}'", name)));
            BELAY_ASSIGN(const auto tensors, set.findList("tensor", OmList::Of::kSets));
            const auto& ofInfo = tensors.value_or(OmList()).sets;
            messages.insert(messages.end(), ofInfo.begin(), ofInfo.end());
        }
        if (messages.size() != count) {
            return Status::error(Code::kParseModel,
                                 "attribute '{}' of {} has {} tensors; it must have {}, as the "
                                 "model",
                                 name, limits.where(), messages.size(), count);
        }
        for (const std::string_view message : messages) {
            const auto where = fmt::format("tensor {} of '{}'", result.size(), name);
            BELAY_ASSIGN(auto ofTensor, OmLimits::read(message, names_, where));
            result.push_back(std::move(ofTensor));
        }
        return Status::ok();
    }

    OmModel model_;
    OmAttrSet attrs_;
    OmAttrNames names_;
    bool hasLimits_ = false;
};

Result<OmModel> OmModel::parse(const OmFile& file) {
    const auto* partition = file.models().front().find(OmFile::PartitionType::kModelDef);
    if (partition == nullptr || partition->content.empty()) {
        return Status::error(Code::kDeserializeModel,
                             "the model has no description: partition {} (MODEL_DEF) is {}",
                             static_cast<uint32_t>(OmFile::PartitionType::kModelDef),
                             partition == nullptr ? "missing" : "empty");
    }
    const std::string_view message(reinterpret_cast<const char*>(partition->content.data()),
                                   partition->content.size());
    try {
        return OmModelParser().parse(message);
    } catch (const protozero::exception& damage) {
        return Status::error(Code::kDeserializeModel,
                             "the description of the model, partition 0 (MODEL_DEF) with {} bytes, "
                             "is damaged: {}",
                             message.size(), damage.what());
    }
}

}  // namespace belay
