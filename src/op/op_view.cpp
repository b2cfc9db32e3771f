#include "op/op_view.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cassert>

#include "op/om_numbers.h"

namespace belay {
namespace {

struct TypeName {
    DataType type;
    std::string_view name;
};

constexpr TypeName kTypeNames[] = {
    {DataType::kUndefined, "undefined"}, {DataType::kFloat, "float"},
    {DataType::kFloat16, "float16"},     {DataType::kInt8, "int8"},
    {DataType::kInt32, "int32"},         {DataType::kUint8, "uint8"},
    {DataType::kInt16, "int16"},         {DataType::kUint16, "uint16"},
    {DataType::kUint32, "uint32"},       {DataType::kInt64, "int64"},
    {DataType::kUint64, "uint64"},       {DataType::kDouble, "double"},
    {DataType::kBool, "bool"},           {DataType::kString, "string"},
    {DataType::kComplex64, "complex64"}, {DataType::kComplex128, "complex128"},
    {DataType::kBfloat16, "bfloat16"},   {DataType::kInt4, "int4"},
    {DataType::kUint1, "uint1"},         {DataType::kComplex32, "complex32"},
};

// kUndefined, NCHW, NHWC, ND, HWCN, NDHWC, NCDHW, DHWCN, CN, NC, DHWNC, NCL.
constexpr int32_t kPlainFormats[] = {-1, 0, 1, 2, 16, 27, 30, 31, 34, 35, 36, 47};

// Whether a tensor says that it is one of the dynamic input `name`: by the input's name, or by one
// of its own as in x0, x1.
bool belongsTo(const TensorSpec& spec, std::string_view name) {
    if (!spec.dynamicInput().empty()) {
        return spec.dynamicInput() == name;
    }
    const std::string_view own = spec.name();
    return own.size() > name.size() && own.starts_with(name) &&
           std::ranges::all_of(own.substr(name.size()),
                               [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

std::string shapeText(std::span<const int64_t> dims) {
    return fmt::format("[{}]", fmt::join(dims, ", "));
}

std::string typeText(DataType type) {
    const auto* found = std::ranges::find(kTypeNames, type, &TypeName::type);
    return found != std::end(kTypeNames)
               ? fmt::format("{} ({})", found->name, static_cast<int32_t>(type))
               : fmt::format("data type {}", static_cast<int32_t>(type));
}

std::string formatText(Format format) {
    const auto name = nameOfFormat(format);
    return name ? fmt::format("{} ({})", *name, static_cast<int32_t>(format))
                : fmt::format("number {}", static_cast<int32_t>(format));
}

Format layoutOf(const TensorSpec& spec) noexcept {
    const Format said =
        spec.storageFormat() != Format::kUndefined ? spec.storageFormat() : spec.format();
    return std::ranges::find(kPlainFormats, static_cast<int32_t>(said)) != std::end(kPlainFormats)
               ? Format::kNd
               : said;
}

std::span<const int64_t> layoutDims(const TensorSpec& spec) noexcept {
    const bool isReordered =
        spec.storageFormat() != Format::kUndefined && layoutOf(spec) != Format::kNd;
    return isReordered ? spec.storageDims() : spec.dims();
}

size_t layoutBytes(const TensorSpec& spec) {
    const auto dims = layoutDims(spec);
    return dims.data() == spec.dims().data()
               ? spec.sizeBytes()
               : TensorSpec(spec.type(), dims, Format::kNd).sizeBytes();
}

std::optional<std::string> shapeFault(const TensorSpec& spec) {
    const std::span<const int64_t> dims = spec.dims();
    if (spec.hasUnknownRank() && dims.size() == 1) {
        return std::nullopt;
    }
    auto bytes = static_cast<int64_t>(dataTypeSize(spec.type()));
    bool isEmpty = false;
    bool fits = true;
    for (const int64_t dim : dims) {
        if (dim < TensorSpec::kUnknownDim) {
            return fmt::format(
                "has shape {}; a dimension is 0 or more, -1 where it is not known, or -2 alone "
                "where nothing is known",
                shapeText(dims));
        }
        isEmpty = isEmpty || dim == 0;
        fits = (dim < 1 || !__builtin_mul_overflow(bytes, dim, &bytes)) && fits;
    }
    if (!fits && !isEmpty) {
        return fmt::format("has shape {} of {}; its size in bytes must fit 63 bits",
                           shapeText(dims), typeText(spec.type()));
    }
    return std::nullopt;
}

Status OpView::refusal(const Operator& op, std::string_view text) {
    return Status::error(Code::kGeFailure, "operator {}: {}", op.type, text);
}

std::string OpView::inputName(size_t port) const {
    return fmt::format("input {} '{}'", port, op_->inputs[port].name);
}

Result<OpView> OpView::bind(const Operator& op, const OpRequest& request) {
    assert(request.attrs != nullptr);
    OpView view(op, request);
    BELAY_TRY(view.bindInputs());
    for (size_t port = 0; port < op.inputs.size(); ++port) {
        BELAY_TRY(view.checkPort(port));
    }
    BELAY_TRY(view.checkAttrs());
    return view;
}

// Inputs take tensors in order. A dynamic one takes those that say they belong to it; when none
// says so, all but one for each later input.
Status OpView::bindInputs() {
    const std::span<const OpTensor> given = request_->inputs;
    slots_.resize(op_->inputs.size());
    size_t next = 0;
    for (size_t port = 0; port < slots_.size(); ++port) {
        const OpPort& rule = op_->inputs[port];
        size_t count = next < given.size() ? 1 : 0;
        if (rule.arity == OpArity::kDynamic) {
            count = 0;
            while (next + count < given.size() && belongsTo(*given[next + count].spec, rule.name)) {
                ++count;
            }
            const size_t later = slots_.size() - port - 1;
            if (count == 0 && given.size() - next > later) {
                count = given.size() - next - later;
            }
        }
        slots_[port] = {next, count};
        next += count;
        // Left out, but in its place.
        if (rule.arity == OpArity::kOptional && count == 1 && input(port).spec->isLeftOut()) {
            slots_[port].count = 0;
        }
        if (rule.arity != OpArity::kOptional && count == 0) {
            return refuse("there are {} inputs, and {} is missing", given.size(), inputName(port));
        }
    }
    if (next != given.size()) {
        return refuse("there are {} inputs; it takes {}", given.size(), next);
    }
    return Status::ok();
}

Status OpView::checkPort(size_t port) const {
    for (const OpTensor& tensor : inputs(port)) {
        BELAY_TRY(checkType(port, tensor));
        if (const auto fault = shapeFault(*tensor.spec)) {
            return refuse("{} {}", inputName(port), *fault);
        }
        const size_t bytes = tensor.spec->sizeBytes();
        if (!tensor.value.empty() && tensor.value.size() < bytes) {
            return refuse("the value of {} has {} bytes; shape {} of {} needs {}", inputName(port),
                          tensor.value.size(), shapeText(tensor.spec->dims()),
                          typeText(tensor.spec->type()), bytes);
        }
    }
    return Status::ok();
}

Status OpView::checkType(size_t port, const OpTensor& tensor) const {
    const OpPort& rule = op_->inputs[port];
    const DataType type = tensor.spec->type();
    if (rule.typeLike.empty()) {
        if (std::ranges::find(rule.types, type) != rule.types.end()) {
            return Status::ok();
        }
        std::vector<std::string> names;
        for (const DataType allowed : rule.types) {
            names.push_back(typeText(allowed));
        }
        return refuse("{} has type {}; it takes {}", inputName(port), typeText(type),
                      fmt::join(names, ", "));
    }
    const auto like = static_cast<size_t>(
        std::ranges::find(op_->inputs, rule.typeLike, &OpPort::name) - op_->inputs.begin());
    assert(like < port);
    if (hasInput(like) && inputSpec(like).type() != type) {
        return refuse("{} has type {}; it must have that of {}, {}", inputName(port),
                      typeText(type), inputName(like), typeText(inputSpec(like).type()));
    }
    return Status::ok();
}

Status OpView::checkAttrs() const {
    for (const OpAttrRule& rule : op_->attrs) {
        const AttrValue* value = request_->attrs->find(rule.name);
        if (value == nullptr) {
            if (rule.isRequired) {
                return refuse("attribute '{}' is missing, which it needs", rule.name);
            }
        } else if (value->value().index() != rule.standard.value().index()) {
            return refuse("attribute '{}' is {}, of type {}; it takes the type {}, as {}",
                          rule.name, value->text(), value->typeName(), rule.standard.typeName(),
                          rule.standard.text());
        }
    }
    return Status::ok();
}

const AttrValue& OpView::attrValue(std::string_view name) const noexcept {
    if (const AttrValue* value = request_->attrs->find(name); value != nullptr) {
        return *value;
    }
    const auto rule = std::ranges::find(op_->attrs, name, &OpAttrRule::name);
    assert(rule != op_->attrs.end());
    return rule->standard;
}

}  // namespace belay
