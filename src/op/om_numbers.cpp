#include "op/om_numbers.h"

#include <algorithm>
#include <array>

namespace belay {
namespace {

// Of the public API, at the index by which tensors in models mean the same.
constexpr std::array<int8_t, 41> kDataTypes = {
    -1, 0,  1,  2,  4,  6,  7,  3,  9,  8,  10, 12, 11, 13, 14, 15, 16, 17, 18, 19, 20,
    21, 22, 23, 24, 25, 26, 27, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41};

// What models write for kUndefined where they mean a number of the public API.
constexpr int64_t kUndefinedType = 28;
constexpr int64_t kReserved = 40;
constexpr std::string_view kReservedName = "RESERVED";
constexpr int64_t kPrimaryBits = 0xFF;

struct NamedFormat {
    std::string_view name;
    int32_t number;
};

constexpr NamedFormat kFormats[] = {
#define BELAY_FORMAT(name, number) {#name, (number)},
#include "op/formats.inc"
#undef BELAY_FORMAT
};

}  // namespace

std::optional<DataType> dataTypeOfTensor(int64_t number) noexcept {
    if (number < 0 || number >= static_cast<int64_t>(kDataTypes.size())) {
        return std::nullopt;
    }
    return static_cast<DataType>(kDataTypes[static_cast<size_t>(number)]);
}

std::optional<int64_t> tensorNumberOf(DataType type) noexcept {
    const auto* found =
        std::ranges::find(kDataTypes, static_cast<int32_t>(type), [](int8_t n) { return n; });
    return found == kDataTypes.end() ? std::nullopt
                                     : std::optional<int64_t>(found - kDataTypes.begin());
}

int64_t attrNumberOf(DataType type) noexcept {
    return type == DataType::kUndefined ? kUndefinedType : static_cast<int64_t>(type);
}

std::optional<Format> formatOfName(std::string_view name) noexcept {
    if (name.empty() || name == kReservedName) {
        return Format::kUndefined;
    }
    const auto* found = std::ranges::find(kFormats, name, &NamedFormat::name);
    return found == std::end(kFormats) ? std::nullopt
                                       : std::optional(static_cast<Format>(found->number));
}

std::optional<std::string_view> nameOfFormat(Format format) noexcept {
    if (format == Format::kUndefined) {
        return kReservedName;
    }
    const auto* found =
        std::ranges::find(kFormats, static_cast<int32_t>(format), &NamedFormat::number);
    return found == std::end(kFormats) ? std::nullopt : std::optional(found->name);
}

int64_t attrNumberOf(Format format) noexcept {
    return format == Format::kUndefined ? kReserved : static_cast<int64_t>(format);
}

Format formatOfNumber(int64_t number) noexcept {
    return number == kReserved ? Format::kUndefined : static_cast<Format>(number);
}

Format primaryFormatOfNumber(int64_t number) noexcept {
    return formatOfNumber(number & kPrimaryBits);
}

}  // namespace belay
