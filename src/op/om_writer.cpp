#include "op/om_writer.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <protozero/pbf_writer.hpp>

#include "op/om_attr_writer.h"
#include "op/om_file.h"
#include "op/om_graph_writer.h"
#include "op/om_layout.h"
#include "op/om_tensor_info.h"
#include "op/om_tensor_writer.h"

namespace belay {
namespace {

using protozero::pbf_writer;
using Type = OmFile::PartitionType;

constexpr std::string_view kVersion = "belay " BELAY_VERSION;

static_assert(kVersion.size() < sizeof(OmHeader::platformVersion));

Status checkTensors(const std::vector<SingleOp::Tensor>& tensors, std::string_view what,
                    size_t& bytes) {
    for (size_t i = 0; i < tensors.size(); ++i) {
        BELAY_TRY(checkOmTensor(tensors[i], fmt::format("{} {}", what, i)));
        const auto& constant = tensors[i].spec.constant();
        bytes += constant ? constant->size() : 0;
    }
    return Status::ok();
}

Status check(const SingleOp& op) {
    if (op.type.empty()) {
        return Status::error(Code::kInvalidParam, "the operator has no type");
    }
    size_t bytes = 0;
    BELAY_TRY(checkTensors(op.inputs, "input", bytes));
    BELAY_TRY(checkTensors(op.outputs, "output", bytes));
    for (const auto& [name, value] : op.attrs.values()) {
        if (value.find<AttrValue::Unknown>() != nullptr) {
            return Status::error(Code::kInvalidParam,
                                 "attribute '{}' is {}; models have only values that requests can "
                                 "have",
                                 name, value.text());
        }
        bytes += om::attr(value).size();
    }
    if (bytes > kMaxOmBytes) {
        return Status::error(Code::kInvalidParam,
                             "constants and attributes have {} bytes in all; at most {} fit into a "
                             "model",
                             bytes, kMaxOmBytes);
    }
    return Status::ok();
}

bool hasUnknownDims(const std::vector<SingleOp::Tensor>& tensors) {
    return std::ranges::any_of(tensors, [](const SingleOp::Tensor& tensor) {
        return std::ranges::any_of(tensor.spec.dims(), [](int64_t dim) { return dim < 0; });
    });
}

/// Makes the description of a model.
class DescriptionWriter {
  public:
    DescriptionWriter(const SingleOp& op, const OmMaking& making)
        : op_(op),
          making_(making),
          isTransData_(op.type == "TransData"),
          names_(!making.isOldForm) {}

    std::string write() {
        const std::string graph = omGraph(op_, making_.name, names_);
        addOperator();
        addModes();
        addMaking();
        std::string bytes;
        pbf_writer model(bytes);
        model.add_string(1, making_.name);
        model.add_uint32(2, 2);
        model.add_string(3, kVersion.data(), kVersion.size());
        model.add_message(7, graph);
        for (const auto& [name, value] : attrs_) {
            model.add_message(11, om::entry(name, value));
        }
        return bytes;
    }

  private:
    std::string tensors(const std::vector<SingleOp::Tensor>& list, OmSide side) const {
        std::vector<std::string> descs;
        descs.reserve(list.size());
        for (const auto& tensor : list) {
            descs.push_back(omTensorDesc(tensor, side, isTransData_));
        }
        return om::tensorsAttr(descs);
    }

    void addOperator() {
        for (const auto& [name, value] : op_.attrs.values()) {
            attrs_["ATTR_MODEL_" + name] = om::attr(value);
        }
        attrs_["ATTR_MODEL_OP_TYPE"] = attrs_["GE_INNER_SINGLE_OP_TYPE"] = om::textAttr(op_.type);
        attrs_["ATTR_MODEL_TENSOR_INPUTS"] = tensors(op_.inputs, OmSide::kInput);
        attrs_["ATTR_MODEL_TENSOR_OUTPUTS"] = tensors(op_.outputs, OmSide::kOutput);
        attrs_["_single_op_scene"] = om::boolAttr(true);
        addDynamicInputs();
    }

    // The first and the last tensor of each dynamic input.
    void addDynamicInputs() {
        AttrValue::Ints starts;
        AttrValue::Ints ends;
        std::string_view before;
        for (size_t i = 0; i < op_.inputs.size(); ++i) {
            const std::string_view group = op_.inputs[i].spec.dynamicInput();
            const auto index = static_cast<int64_t>(i);
            if (!group.empty() && group == before) {
                ends.back() = index;
            } else if (!group.empty()) {
                starts.push_back(index);
                ends.push_back(index);
            }
            before = group;
        }
        if (!starts.empty()) {
            attrs_["ATTR_MODEL__dynamic_input_index_start"] = om::intsAttr(starts);
            attrs_["ATTR_MODEL__dynamic_input_index_end"] = om::intsAttr(ends);
        }
    }

    static std::string limits(const std::vector<SingleOp::Tensor>& list) {
        std::vector<std::string> sets;
        sets.reserve(list.size());
        for (const auto& tensor : list) {
            sets.push_back(omAnyShape(tensor));
        }
        return om::setsAttr({om::set({{"tensor", om::setsAttr(sets)}})});
    }

    void addModes() {
        attrs_["_build_mode"] = om::intAttr(op_.isFuzzy ? 1 : 0);
        attrs_["_is_dynamic_model"] =
            om::boolAttr(op_.isFuzzy || hasUnknownDims(op_.inputs) || hasUnknownDims(op_.outputs));
        if (op_.isFuzzy) {
            attrs_["_fuzz_build_res"] =
                om::setsAttr({om::set({{"_inputs_support_info", limits(op_.inputs)},
                                       {"_outputs_support_info", limits(op_.outputs)}})});
        }
    }

    void addMaking() {
        attrs_["atc_version"] = attrs_["opp_version"] = om::textAttr(kVersion);
        attrs_["atc_cmdline"] = om::textAttr(making_.commandLine);
        attrs_["soc_version"] = om::textAttr(making_.socVersion);
        attrs_["belay_simulated_npu"] = om::boolAttr(true);
        attrs_["tasks"] = om::bytesAttr("");
        // Sizes of weights, kernels, kernels for AI CPUs, tasks and libraries.
        attrs_["om_info_list"] = om::intsAttr(std::array<int64_t, 5>{});
        if (!making_.isOldForm) {
            attrs_["om_compress_version"] = om::intAttr(1);
            attrs_["attr_name_enum"] = om::textsAttr(names_.names());
            attrs_["attr_value_enum"] = om::textsAttr(names_.values());
            attrs_["attrs_use_string_value"] = om::boolsAttr(names_.usesValues());
        }
    }

    const SingleOp& op_;
    const OmMaking& making_;
    bool isTransData_;
    OmAttrTable names_;
    std::map<std::string, std::string> attrs_;
};

struct Partition {
    Type type;
    std::string content;
};

using Partitions = std::vector<Partition>;

template <typename T>
void append(std::string& bytes, const T& value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof(value));
}

template <typename Count, typename Entry>
std::string tableOf(const Partitions& partitions) {
    std::string table;
    append(table, static_cast<Count>(partitions.size()));
    Entry entry{};
    for (const Partition& partition : partitions) {
        entry.type = static_cast<uint32_t>(partition.type);
        entry.bytes = static_cast<decltype(entry.bytes)>(partition.content.size());
        append(table, entry);
        entry.offset += entry.bytes;
    }
    return table;
}

OmHeader headerOf(const OmMaking& making, size_t bodyBytes) {
    OmHeader header{};
    header.mark = OmFile::kMark;
    header.headerBytes = OmFile::kHeaderBytes;
    header.version = OmFile::kVersion2;
    header.kind = static_cast<uint8_t>(OmFile::Kind::kIr);
    making.name.copy(header.name, sizeof(header.name) - 1);
    header.irVersion = 2;
    header.modelCount = 1;
    kVersion.copy(header.platformVersion, sizeof(header.platformVersion) - 1);
    if (making.isOldForm) {
        header.bodyBytes32 = static_cast<uint32_t>(bodyBytes);
    } else {
        header.bodyBytes64 = bodyBytes;
    }
    return header;
}

std::vector<std::byte> fileOf(const Partitions& partitions, const OmMaking& making) {
    // The count of a large table has 4 bytes of padding behind it.
    std::string body = making.isOldForm ? tableOf<uint32_t, OmSmallEntry>(partitions)
                                        : tableOf<uint64_t, OmLargeEntry>(partitions);
    for (const Partition& partition : partitions) {
        body += partition.content;
    }
    const OmHeader header = headerOf(making, body.size());
    std::vector<std::byte> file(sizeof(header) + body.size());
    std::memcpy(file.data(), &header, sizeof(header));
    std::memcpy(file.data() + sizeof(header), body.data(), body.size());
    return file;
}

}  // namespace

Result<std::vector<std::byte>> writeOm(const SingleOp& op, const OmMaking& making) {
    BELAY_TRY(check(op));
    Partitions partitions;
    if (!making.isOldForm) {
        partitions.push_back({Type::kTensorInfo, omTensorInfo(op)});
    }
    partitions.push_back({Type::kModelDef, DescriptionWriter(op, making).write()});
    for (const Type empty : {Type::kWeights, Type::kKernels, Type::kTasks}) {
        partitions.push_back({empty, ""});
    }
    return fileOf(partitions, making);
}

}  // namespace belay
