#include "op/om_tensor.h"

#include <algorithm>
#include <protozero/pbf_reader.hpp>

#include "op/om_attr.h"
#include "op/om_attr_names.h"
#include "op/om_numbers.h"

namespace belay {
namespace {

using protozero::pbf_reader;
using protozero::pbf_wire_type;
using protozero::tag_and_type;

constexpr Code kBad = Code::kParseModel;

bool isUnknown(int64_t dim) {
    return dim < 0;
}

/// The fields of a tensor's message, before anybody looks at what they mean.
struct Fields {
    int64_t type = 0;
    std::vector<int64_t> dims;
    std::string_view layout;
    std::vector<std::string_view> attrs;
};

void readShape(pbf_reader shape, std::vector<int64_t>& dims) {
    while (shape.next()) {
        switch (shape.tag_and_type()) {
            case tag_and_type(1, pbf_wire_type::length_delimited):
                for (const int64_t dim : shape.get_packed_int64()) {
                    dims.push_back(dim);
                }
                break;
            case tag_and_type(1, pbf_wire_type::varint):
                dims.push_back(shape.get_int64());
                break;
            default:
                shape.skip();
        }
    }
}

Fields readFields(std::string_view message) {
    Fields result;
    pbf_reader fields(message.data(), message.size());
    const auto bytes = [&] {
        const auto view = fields.get_view();
        return std::string_view(view.data(), view.size());
    };
    while (fields.next()) {
        switch (fields.tag_and_type()) {
            case tag_and_type(2, pbf_wire_type::varint):
                result.type = fields.get_int64();
                break;
            case tag_and_type(3, pbf_wire_type::length_delimited):
                readShape(fields.get_message(), result.dims);
                break;
            case tag_and_type(4, pbf_wire_type::length_delimited):
                result.layout = bytes();
                break;
            case tag_and_type(5, pbf_wire_type::length_delimited):
                result.attrs.push_back(bytes());
                break;
            default:
                fields.skip();
        }
    }
    return result;
}

std::vector<std::byte> bytesOf(std::string_view data) {
    const auto* first = reinterpret_cast<const std::byte*>(data.data());
    return {first, first + data.size()};
}

Status checkDims(const std::vector<int64_t>& dims, std::string_view what,
                 const std::string& where) {
    for (size_t i = 0; i < dims.size(); ++i) {
        if (dims[i] < TensorSpec::kUnknownRank) {
            return Status::error(kBad,
                                 "dimension {} of {} of {} is {}; it must be at least 0, or -1 "
                                 "(unknown), or -2 (unknown rank)",
                                 i, what, where, dims[i]);
        }
    }
    return Status::ok();
}

template <typename T, typename Pair>
Result<std::vector<Pair>> pairsOf(const std::vector<std::vector<T>>& lists, std::string_view name,
                                  const std::string& where) {
    std::vector<Pair> pairs;
    pairs.reserve(lists.size());
    for (const auto& list : lists) {
        if (list.size() != 2) {
            return Status::error(kBad,
                                 "entry {} of attribute '{}' of {} has {} numbers; it must have 2, "
                                 "the least and the greatest",
                                 pairs.size(), name, where, list.size());
        }
        pairs.push_back({list[0], list[1]});
    }
    return pairs;
}

Result<std::vector<OmTensor::Range>> rangesOf(const OmAttrSet& attrs, std::string_view name) {
    BELAY_ASSIGN(const auto lists, attrs.findIntLists(name));
    return pairsOf<int64_t, OmTensor::Range>(lists.value_or(AttrValue::IntLists()), name,
                                             attrs.where());
}

Result<std::vector<std::pair<float, float>>> floatRangesOf(const OmAttrSet& attrs,
                                                           std::string_view name) {
    BELAY_ASSIGN(const auto lists, attrs.findFloatLists(name));
    return pairsOf<float, std::pair<float, float>>(lists.value_or(OmAttrSet::FloatLists()), name,
                                                   attrs.where());
}

Status countFailure(std::string_view name, const std::string& where, size_t found, size_t wanted) {
    return Status::error(kBad,
                         "attribute '{}' of {} has {} entries; it must have one for each of the "
                         "{} dimensions",
                         name, where, found, wanted);
}

/// Fills an OmTensor from the fields of its message.
class TensorReader {
  public:
    TensorReader(const Fields& fields, const OmAttrSet& attrs) : fields_(fields), attrs_(attrs) {}

    Result<OmTensor> read(bool isTransData) {
        BELAY_TRY(readType());
        BELAY_TRY(readPlainShape());
        BELAY_TRY(readStorage());
        if (isTransData && attrs_.find("storage_format") != nullptr) {
            BELAY_TRY(takeOriginalShape());
        }
        BELAY_TRY(readRanges());
        BELAY_TRY(readPlacement());
        BELAY_TRY(readConstant());
        return std::move(tensor_);
    }

  private:
    Status readType() {
        const auto type = dataTypeOfTensor(fields_.type);
        if (!type) {
            return Status::error(kBad, "the data type of {} is {}; this version knows 0 to 40",
                                 attrs_.where(), fields_.type);
        }
        tensor_.type = *type;
        return Status::ok();
    }

    Status readPlainShape() {
        BELAY_TRY(checkDims(fields_.dims, "the shape", attrs_.where()));
        tensor_.dims = fields_.dims;
        BELAY_ASSIGN(tensor_.format, formatOf(fields_.layout, "layout", "format_for_int"));
        return Status::ok();
    }

    // The format of a name, or of the number in an attribute beside it for names that are newer
    // than this version.
    Result<Format> formatOf(std::string_view name, const char* what, const char* numberName) const {
        if (const auto format = formatOfName(name)) {
            return *format;
        }
        BELAY_ASSIGN(const auto number, attrs_.findInt(numberName));
        if (!number) {
            return Status::error(kBad,
                                 "'{}' of {} is \"{}\", a name that this version does not know, "
                                 "and attribute '{}' does not tell its number",
                                 what, attrs_.where(), name, numberName);
        }
        return primaryFormatOfNumber(*number);
    }

    Status readStorage() {
        BELAY_ASSIGN(const auto format, attrs_.findInt("storage_format"));
        if (format) {
            tensor_.storageFormat = formatOfNumber(*format);
        }
        BELAY_ASSIGN(tensor_.storageDims, attrs_.findInts("storage_shape"));
        return tensor_.storageDims
                   ? checkDims(*tensor_.storageDims, "attribute 'storage_shape'", attrs_.where())
                   : Status::ok();
    }

    // What the message says of format and shape is meant of the storage.
    Status takeOriginalShape() {
        tensor_.storageFormat = tensor_.format;
        tensor_.storageDims = tensor_.dims;
        BELAY_ASSIGN(const auto format, attrs_.findText("origin_format"));
        if (format) {
            BELAY_ASSIGN(tensor_.format,
                         formatOf(*format, "origin_format", "origin_format_for_int"));
        }
        BELAY_ASSIGN(auto dims, attrs_.findInts("origin_shape"));
        if (dims) {
            BELAY_TRY(checkDims(*dims, "attribute 'origin_shape'", attrs_.where()));
            tensor_.dims = std::move(*dims);
        }
        return Status::ok();
    }

    // One range for each dimension, or one for each that is unknown.
    Status readRanges() {
        BELAY_ASSIGN(auto ranges, rangesOf(attrs_, "shape_range"));
        const auto& dims = tensor_.dims;
        if (ranges.empty() || ranges.size() == dims.size()) {
            tensor_.shapeRanges = std::move(ranges);
            return Status::ok();
        }
        if (static_cast<size_t>(std::ranges::count_if(dims, isUnknown)) != ranges.size()) {
            return countFailure("shape_range", attrs_.where(), ranges.size(), dims.size());
        }
        auto next = ranges.begin();
        for (const int64_t dim : dims) {
            tensor_.shapeRanges.push_back(isUnknown(dim) ? *next++ : OmTensor::Range{dim, dim});
        }
        return Status::ok();
    }

    Status readPlacement() {
        BELAY_ASSIGN(const auto place, attrs_.findInt("_mem_type"));
        if (place && (*place < 0 || *place > static_cast<int64_t>(Placement::kHostIndependent))) {
            return Status::error(kBad, "attribute '_mem_type' of {} is {}; it must be 0, 1 or 2",
                                 attrs_.where(), *place);
        }
        tensor_.placement = static_cast<Placement>(place.value_or(0));
        return Status::ok();
    }

    Status readConstant() {
        BELAY_ASSIGN(const auto isConstant, attrs_.findBool("is_const"));
        if (!isConstant.value_or(false)) {
            return Status::ok();
        }
        BELAY_ASSIGN(const auto value, attrs_.findTensor("value"));
        if (!value) {
            return Status::error(kBad, "{} is a constant, but has no attribute 'value'",
                                 attrs_.where());
        }
        tensor_.constant = bytesOf(value->data);
        return Status::ok();
    }

    const Fields& fields_;
    const OmAttrSet& attrs_;
    OmTensor tensor_;
};

}  // namespace

bool OmTensor::hasUnknownDims() const noexcept {
    return std::ranges::any_of(dims, isUnknown);
}

Result<OmTensor> OmTensor::read(std::string_view message, const OmAttrNames& names,
                                bool isTransData, std::string where) {
    const Fields fields = readFields(message);
    BELAY_ASSIGN(const auto attrs, OmAttrSet::read(fields.attrs, names, std::move(where)));
    return TensorReader(fields, attrs).read(isTransData);
}

Result<OmLimits> OmLimits::read(std::string_view message, const OmAttrNames& names,
                                std::string where) {
    BELAY_ASSIGN(const auto attrs, OmAttrSet::readSet(message, names, std::move(where)));
    OmLimits limits;
    BELAY_ASSIGN(auto dims, attrs.findInts("shape"));
    if (!dims) {
        return Status::error(kBad, "{} has no attribute 'shape'", attrs.where());
    }
    BELAY_TRY(checkDims(*dims, "attribute 'shape'", attrs.where()));
    limits.dims = std::move(*dims);
    if (std::ranges::count(limits.dims, TensorSpec::kUnknownDim) > 0) {
        BELAY_ASSIGN(limits.shapeRanges, rangesOf(attrs, "shapeRange"));
        if (limits.shapeRanges.size() != limits.dims.size()) {
            return countFailure("shapeRange", attrs.where(), limits.shapeRanges.size(),
                                limits.dims.size());
        }
    }
    BELAY_ASSIGN(const auto value, attrs.findTensor("value"));
    if (value) {
        limits.value = bytesOf(value->data);
    }
    const OmAttr* range = attrs.find("value_range");
    if (range != nullptr && range->kind == OmAttr::Kind::kFloatLists) {
        BELAY_ASSIGN(limits.floatValueRanges, floatRangesOf(attrs, "value_range"));
    } else {
        BELAY_ASSIGN(limits.valueRanges, rangesOf(attrs, "value_range"));
    }
    return limits;
}

}  // namespace belay
