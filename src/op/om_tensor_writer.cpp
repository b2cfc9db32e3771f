#include "op/om_tensor_writer.h"

#include <algorithm>
#include <map>
#include <protozero/pbf_writer.hpp>

#include "op/om_attr_writer.h"
#include "op/om_numbers.h"

namespace belay {
namespace {

using protozero::pbf_writer;
using Dims = std::vector<int64_t>;

Status checkFormat(Format format, std::string_view what, std::string_view where) {
    return nameOfFormat(format) ? Status::ok()
                                : Status::error(Code::kInvalidParam,
                                                "{}: the {} is number {}, for which models have no "
                                                "name",
                                                where, what, static_cast<int32_t>(format));
}

Status checkDims(std::span<const int64_t> dims, std::string_view what, std::string_view where) {
    for (size_t i = 0; i < dims.size(); ++i) {
        if (dims[i] < TensorSpec::kUnknownRank) {
            return Status::error(Code::kInvalidParam,
                                 "{}: dimension {} of the {} is {}; it must be at least 0, or -1 "
                                 "(unknown), or -2 (unknown rank)",
                                 where, i, what, dims[i]);
        }
    }
    return Status::ok();
}

AttrValue::IntLists listsOf(std::span<const TensorSpec::Range> ranges) {
    AttrValue::IntLists lists;
    lists.reserve(ranges.size());
    for (const auto& range : ranges) {
        lists.emplace_back(range.begin(), range.end());
    }
    return lists;
}

std::string shapeMessage(std::span<const int64_t> dims) {
    std::string bytes;
    pbf_writer(bytes).add_packed_int64(1, dims.begin(), dims.end());
    return bytes;
}

bool saysStorage(const TensorSpec& spec) {
    return spec.storageFormat() != Format::kUndefined ||
           !std::ranges::equal(spec.storageDims(), spec.dims());
}

/// Which format and shape are called real, and which original.
struct Layouts {
    Format format;
    std::span<const int64_t> dims;
    Format originFormat;
    std::span<const int64_t> originDims;

    Layouts(const SingleOp::Tensor& tensor, bool isTransData)
        : format(tensor.spec.format()),
          dims(tensor.spec.dims()),
          originFormat(tensor.originFormat.value_or(format)),
          originDims(tensor.originDims ? std::span<const int64_t>(*tensor.originDims) : dims) {
        if (isTransData && tensor.spec.storageFormat() != Format::kUndefined) {
            originFormat = format;
            originDims = dims;
            format = tensor.spec.storageFormat();
            dims = tensor.spec.storageDims();
        }
    }
};

std::string formatName(Format format) {
    return std::string(nameOfFormat(format).value_or(""));
}

// Of this message only the type and the shape count.
std::string valueAttr(const TensorSpec& spec) {
    std::string desc;
    pbf_writer writer(desc);
    writer.add_int32(2, static_cast<int32_t>(tensorNumberOf(spec.type()).value_or(0)));
    writer.add_message(3, shapeMessage(spec.dims()));
    writer.add_string(4, formatName(spec.format()));
    return om::tensorAttr(desc, *spec.constant());
}

using Attrs = std::map<std::string, std::string>;

// What no model keeps as numbers.
Attrs layoutAttrs(const Layouts& layouts) {
    return {
        {"format_for_int", om::intAttr(attrNumberOf(layouts.format))},
        {"origin_format", om::textAttr(formatName(layouts.originFormat))},
        {"origin_format_for_int", om::intAttr(attrNumberOf(layouts.originFormat))},
        {"origin_shape", om::intsAttr(layouts.originDims)},
        {"origin_shape_initialized", om::boolAttr(true)},
    };
}

Attrs operatorAttrs(const TensorSpec& spec) {
    Attrs attrs;
    if (saysStorage(spec)) {
        if (spec.storageFormat() != Format::kUndefined) {
            attrs["storage_format"] = om::intAttr(attrNumberOf(spec.storageFormat()));
        }
        attrs["storage_shape"] = om::intsAttr(spec.storageDims());
    }
    if (!spec.shapeRanges().empty()) {
        attrs["shape_range"] = om::intListsAttr(listsOf(spec.shapeRanges()));
    }
    if (!spec.valueRanges().empty()) {
        attrs["value_range"] = om::intListsAttr(listsOf(spec.valueRanges()));
    }
    if (spec.placement() != Placement::kDevice) {
        attrs["_mem_type"] = om::intAttr(static_cast<int64_t>(spec.placement()));
    }
    if (spec.constant()) {
        attrs["is_const"] = om::boolAttr(true);
        attrs["value"] = valueAttr(spec);
    }
    return attrs;
}

// `entries` are of the map of attributes.
std::string descMessage(const SingleOp::Tensor& tensor, OmSide side, const Layouts& layouts,
                        const std::vector<std::string>& entries, size_t sizeBytes) {
    std::string bytes;
    pbf_writer desc(bytes);
    const TensorSpec& spec = tensor.spec;
    if (!spec.name().empty()) {
        desc.add_string(1, spec.name());
    }
    desc.add_int32(2, static_cast<int32_t>(tensorNumberOf(spec.type()).value_or(0)));
    desc.add_message(3, shapeMessage(layouts.dims));
    desc.add_string(4, formatName(layouts.format));
    for (const std::string& entry : entries) {
        desc.add_message(5, entry);
    }
    if (sizeBytes != 0) {
        desc.add_int64(10, static_cast<int64_t>(sizeBytes));
    }
    if (side == OmSide::kOutput) {
        desc.add_bool(13, true);
    }
    desc.add_string(14, "NPU");
    if (side == OmSide::kInput) {
        desc.add_bool(15, true);
    }
    if (!layouts.dims.empty()) {
        desc.add_int64(16, static_cast<int64_t>(layouts.dims.size()));
    }
    return bytes;
}

}  // namespace

Status checkOmTensor(const SingleOp::Tensor& tensor, std::string_view where) {
    const TensorSpec& spec = tensor.spec;
    if (!tensorNumberOf(spec.type())) {
        return Status::error(Code::kInvalidParam,
                             "{}: the data type is number {}, for which models have no number",
                             where, static_cast<int32_t>(spec.type()));
    }
    BELAY_TRY(checkFormat(spec.format(), "format", where));
    BELAY_TRY(checkFormat(spec.storageFormat(), "storage format", where));
    BELAY_TRY(
        checkFormat(tensor.originFormat.value_or(Format::kUndefined), "original format", where));
    BELAY_TRY(checkDims(spec.dims(), "shape", where));
    BELAY_TRY(checkDims(spec.storageDims(), "storage shape", where));
    BELAY_TRY(checkDims(tensor.originDims.value_or(Dims()), "original shape", where));
    const size_t ranges = spec.shapeRanges().size();
    if (ranges != 0 && ranges != spec.dims().size()) {
        return Status::error(Code::kInvalidParam,
                             "{}: there are {} ranges of the shape; there must be one for each of "
                             "the {} dimensions",
                             where, ranges, spec.dims().size());
    }
    return Status::ok();
}

std::string omTensorDesc(const SingleOp::Tensor& tensor, OmSide side, bool isTransData) {
    const Layouts layouts(tensor, isTransData);
    Attrs attrs = layoutAttrs(layouts);
    attrs.merge(operatorAttrs(tensor.spec));
    std::vector<std::string> entries;
    entries.reserve(attrs.size());
    for (const auto& [name, value] : attrs) {
        entries.push_back(om::entry(name, value));
    }
    return descMessage(tensor, side, layouts, entries, 0);
}

std::string omGraphTensorDesc(const SingleOp::Tensor& tensor, OmSide side, bool isTransData,
                              OmAttrTable& table) {
    const Layouts layouts(tensor, isTransData);
    std::vector<std::string> entries;
    if (!tensor.spec.shapeRanges().empty()) {
        entries.push_back(
            table.entry("shape_range", AttrValue(listsOf(tensor.spec.shapeRanges()))));
    }
    for (const auto& [name, value] : layoutAttrs(layouts)) {
        entries.push_back(om::entry(name, value));
    }
    return descMessage(tensor, side, layouts, entries, tensor.spec.sizeBytes());
}

std::string omAnyShape(const SingleOp::Tensor& tensor) {
    const TensorSpec& spec = tensor.spec;
    Dims dims(spec.dims().begin(), spec.dims().end());
    Attrs attrs;
    // A constant keeps its shape; of anything else each dimension may have any size.
    if (spec.constant()) {
        attrs["value"] = valueAttr(spec);
    } else if (!spec.hasUnknownRank()) {
        std::ranges::fill(dims, TensorSpec::kUnknownDim);
    }
    if (std::ranges::count(dims, TensorSpec::kUnknownDim) > 0) {
        std::vector<TensorSpec::Range> ranges;
        for (size_t i = 0; i < dims.size(); ++i) {
            const bool isOpened = dims[i] != spec.dims()[i];
            ranges.push_back(isOpened ? TensorSpec::Range{1, -1} : *spec.dimRange(i));
        }
        attrs["shapeRange"] = om::intListsAttr(listsOf(ranges));
    }
    attrs["shape"] = om::intsAttr(dims);
    return om::set(attrs);
}

}  // namespace belay
