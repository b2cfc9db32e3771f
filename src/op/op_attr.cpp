#include "op/op_attr.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <type_traits>

namespace belay {
namespace {

// How models write kUndefined where they mean a number of the public API.
constexpr auto kUndefinedInModels = static_cast<DataType>(28);

bool equal(float a, float b) noexcept {
    if (std::isnan(a) || std::isnan(b)) {
        return std::isnan(a) && std::isnan(b);
    }
    if (std::isinf(a) || std::isinf(b)) {
        return std::isinf(a) && std::isinf(b);
    }
    return std::fabs(double{a} - double{b}) <= AttrValue::kFloatTolerance;
}

template <typename T>
bool equal(const T& a, const T& b) noexcept {
    if constexpr (std::is_same_v<T, AttrValue::Unknown>) {
        return false;
    } else if constexpr (std::is_same_v<T, AttrValue::Floats>) {
        return std::ranges::equal(a, b, [](float x, float y) { return equal(x, y); });
    } else {
        return a == b;
    }
}

size_t mix(size_t seed, size_t value) noexcept {
    constexpr size_t kGoldenRatio = 0x9E3779B97F4A7C15;
    return seed ^ (value + kGoldenRatio + (seed << 6) + (seed >> 2));
}

// Below 16 all numbers are joined by chains of equal ones, so they need one hash; so few attributes
// are greater that they share it.
size_t hashOf(float value) noexcept {
    return std::isnan(value) ? 1 : std::isinf(value) ? 2 : 3;
}

size_t hashOf(AttrValue::Unknown /*value*/) noexcept {
    return 0;
}

template <typename T>
size_t hashOf(const T& value) noexcept {
    return std::hash<T>()(value);
}

template <typename T>
size_t hashOf(const std::vector<T>& list) noexcept {
    size_t result = list.size();
    for (const auto& item : list) {
        result = mix(result, hashOf(static_cast<const T&>(item)));
    }
    return result;
}

std::string textOf(AttrValue::Unknown /*value*/) {
    return "a value of another type";
}

std::string textOf(const std::string& value) {
    constexpr size_t kMostShown = 256;
    return value.size() <= kMostShown
               ? fmt::format("\"{}\"", value)
               : fmt::format("\"{}...\" ({} bytes)", std::string_view(value).substr(0, kMostShown),
                             value.size());
}

std::string textOf(DataType value) {
    return fmt::format("data type {}", static_cast<int32_t>(value));
}

template <typename T>
std::string textOf(const T& value) {
    return fmt::format("{}", value);
}

template <typename T>
std::string textOf(const std::vector<T>& list) {
    constexpr size_t kMostShown = 32;
    std::vector<std::string> items;
    for (size_t i = 0; i < std::min(list.size(), kMostShown); ++i) {
        items.push_back(textOf(static_cast<const T&>(list[i])));
    }
    if (list.size() > kMostShown) {
        items.push_back(fmt::format("... {} in all", list.size()));
    }
    return fmt::format("[{}]", fmt::join(items, ", "));
}

}  // namespace

bool operator==(const AttrValue& a, const AttrValue& b) {
    return std::visit(
        [&](const auto& value) {
            const auto* other = b.find<std::remove_cvref_t<decltype(value)>>();
            return other != nullptr && equal(value, *other);
        },
        a.value_);
}

size_t AttrValue::hash() const noexcept {
    return mix(value_.index(), std::visit([](const auto& value) { return hashOf(value); }, value_));
}

std::string AttrValue::text() const {
    return std::visit([](const auto& value) { return textOf(value); }, value_);
}

std::string_view AttrValue::typeName() const noexcept {
    // In the order of Variant.
    static constexpr std::string_view kNames[] = {
        "unknown",  "Bool",    "Int",       "Float",      "String",       "DataType",
        "ListBool", "ListInt", "ListFloat", "ListString", "ListDataType", "ListListInt"};
    static_assert(std::size(kNames) == std::variant_size_v<Variant>);
    return kNames[value_.index()];
}

void AttrValue::normalise() noexcept {
    if (auto* type = std::get_if<DataType>(&value_)) {
        std::replace(type, type + 1, kUndefinedInModels, DataType::kUndefined);
    } else if (auto* types = std::get_if<DataTypes>(&value_)) {
        std::ranges::replace(*types, kUndefinedInModels, DataType::kUndefined);
    }
}

const AttrValue* OpAttrs::find(std::string_view name) const noexcept {
    const auto found = values_.find(name);
    return found == values_.end() ? nullptr : &found->second;
}

void OpAttrs::set(std::string_view name, AttrValue value) {
    const size_t ofName = hashOf(name);
    const auto found = values_.find(name);
    if (found == values_.end()) {
        const auto added = values_.emplace(name, std::move(value)).first;
        hash_ += mix(ofName, added->second.hash());
        return;
    }
    hash_ -= mix(ofName, found->second.hash());
    found->second = std::move(value);
    hash_ += mix(ofName, found->second.hash());
}

}  // namespace belay
