#include "op/op_graph_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "op/om_numbers.h"

namespace belay {
namespace {

// As the message for tensors names types.
constexpr std::array<std::pair<DataType, std::string_view>, 20> kTypes = {{
    {DataType::kFloat, "DT_FLOAT"},
    {DataType::kFloat16, "DT_FLOAT16"},
    {DataType::kInt8, "DT_INT8"},
    {DataType::kUint8, "DT_UINT8"},
    {DataType::kInt16, "DT_INT16"},
    {DataType::kUint16, "DT_UINT16"},
    {DataType::kInt32, "DT_INT32"},
    {DataType::kInt64, "DT_INT64"},
    {DataType::kUint32, "DT_UINT32"},
    {DataType::kUint64, "DT_UINT64"},
    {DataType::kBool, "DT_BOOL"},
    {DataType::kDouble, "DT_DOUBLE"},
    {DataType::kString, "DT_STRING"},
    {DataType::kComplex64, "DT_COMPLEX64"},
    {DataType::kComplex128, "DT_COMPLEX128"},
    {DataType::kBfloat16, "DT_BF16"},
    {DataType::kInt4, "DT_INT4"},
    {DataType::kUint1, "DT_UINT1"},
    {DataType::kComplex32, "DT_COMPLEX32"},
    {DataType::kUndefined, "DT_UNDEFINED"},
}};

std::string_view typeName(DataType type) {
    const auto* found = std::ranges::find(kTypes, type, [](const auto& one) { return one.first; });
    return found == kTypes.end() ? "DT_UNDEFINED" : found->second;
}

std::string_view formatName(Format format) {
    switch (static_cast<int32_t>(format)) {
#define BELAY_FORMAT(name, number) \
    case number:                   \
        return #name;
#include "op/formats.inc"
#undef BELAY_FORMAT
        default:
            return "RESERVED";
    }
}

std::string quoted(std::string_view text) {
    std::string result = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            result += '\\';
            result += c;
        } else if (byte < 0x20 || byte >= 0x7F) {
            result += fmt::format("\\{:03o}", byte);
        } else {
            result += c;
        }
    }
    return result + '"';
}

/// Writes nested messages with two spaces for each level.
class TextWriter {
  public:
    void field(std::string_view name, std::string_view value) {
        text_ += fmt::format("{:{}}{}: {}\n", "", indent_, name, value);
    }

    template <typename Fill>
    void message(std::string_view name, Fill fill) {
        text_ += fmt::format("{:{}}{} {{\n", "", indent_, name);
        indent_ += 2;
        fill();
        indent_ -= 2;
        text_ += fmt::format("{:{}}}}\n", "", indent_);
    }

    template <typename Fill>
    void attr(std::string_view name, Fill fill) {
        message("attr", [&] {
            field("key", quoted(name));
            message("value", fill);
        });
    }

    void intAttr(std::string_view name, int64_t value) {
        attr(name, [&] { field("i", std::to_string(value)); });
    }

    std::string take() { return std::move(text_); }

  private:
    std::string text_;
    int indent_ = 0;
};

/// Writes the value of an attribute, in the field of its type.
class ValueWriter {
  public:
    explicit ValueWriter(TextWriter& writer) : writer_(writer) {}

    void operator()(AttrValue::Unknown /*value*/) const {}

    void operator()(bool value) const { one("b", value); }

    void operator()(int64_t value) const { one("i", value); }

    void operator()(float value) const { one("f", value); }

    void operator()(const std::string& value) const { one("s", value); }

    void operator()(DataType value) const { one("dt", value); }

    void operator()(const AttrValue::Bools& values) const { list("b", 4, values); }

    void operator()(const AttrValue::Ints& values) const { list("i", 2, values); }

    void operator()(const AttrValue::Floats& values) const { list("f", 3, values); }

    void operator()(const AttrValue::Strings& values) const { list("s", 1, values); }

    void operator()(const AttrValue::DataTypes& values) const { list("dt", 10, values); }

    void operator()(const AttrValue::IntLists& values) const {
        writer_.message("list_list_int", [&] {
            for (const AttrValue::Ints& ints : values) {
                writer_.message("list_list_i", [&] {
                    for (const int64_t value : ints) {
                        one("list_i", value);
                    }
                });
            }
        });
    }

  private:
    template <typename T>
    void one(std::string_view name, const T& value) const {
        if constexpr (std::is_same_v<T, std::string>) {
            writer_.field(name, quoted(value));
        } else if constexpr (std::is_same_v<T, DataType>) {
            writer_.field(name, std::to_string(attrNumberOf(value)));
        } else {
            writer_.field(name, fmt::format("{}", value));
        }
    }

    template <typename T>
    void list(std::string_view name, int valueType, const std::vector<T>& values) const {
        writer_.message("list", [&] {
            for (const auto& value : values) {
                one(name, static_cast<const T&>(value));
            }
            writer_.field("val_type", std::to_string(valueType));
        });
    }

    TextWriter& writer_;
};

void writeTensor(TextWriter& writer, std::string_view field, const TensorSpec& spec) {
    writer.message(field, [&] {
        if (!spec.name().empty()) {
            writer.field("name", quoted(spec.name()));
        }
        writer.field("dtype", typeName(spec.type()));
        writer.message("shape", [&] {
            for (const int64_t dim : spec.dims()) {
                writer.field("dim", std::to_string(dim));
            }
        });
        writer.field("layout", quoted(formatName(spec.format())));
        if (spec.storageFormat() != Format::kUndefined) {
            writer.intAttr("storage_format", static_cast<int64_t>(spec.storageFormat()));
        }
        if (spec.placement() != Placement::kDevice) {
            writer.intAttr("_mem_type", static_cast<int64_t>(spec.placement()));
        }
        if (spec.constant()) {
            writer.attr("is_const", [&] { writer.field("b", "true"); });
        }
    });
}

}  // namespace

std::string graphTextOf(const OpRequest& request, const std::string& name) {
    TextWriter writer;
    writer.message("graph", [&] {
        writer.field("name", quoted(name));
        writer.message("op", [&] {
            writer.field("name", quoted(name));
            writer.field("type", quoted(request.type));
            for (const auto& attr : request.attrs->values()) {
                writer.attr(attr.first,
                            [&] { std::visit(ValueWriter(writer), attr.second.value()); });
            }
            for (const OpTensor& tensor : request.inputs) {
                writeTensor(writer, "input_desc", *tensor.spec);
            }
            for (const OpTensor& tensor : request.outputs) {
                writeTensor(writer, "output_desc", *tensor.spec);
            }
        });
    });
    return writer.take();
}

}  // namespace belay
