#include "op/om_attr_names.h"

#include <algorithm>

namespace belay {
namespace {

constexpr Code kDamaged = Code::kDeserializeModel;

// Digits are stored as one more than they are, so that no byte but the first is 0.
constexpr size_t kBase = 127;

std::string hexOf(std::string_view bytes) {
    std::string text;
    for (const char byte : bytes) {
        text += fmt::format("{:02x} ", static_cast<unsigned char>(byte));
    }
    return text.substr(0, text.size() - 1);
}

}  // namespace

Result<OmAttrNames> OmAttrNames::create(const std::vector<std::string_view>& names,
                                        std::vector<std::string_view> values,
                                        const std::vector<bool>& usesValues) {
    if (usesValues.size() != names.size()) {
        return Status::error(kDamaged,
                             "attribute 'attrs_use_string_value' of the model has {} entries; it "
                             "must have one for each of the {} in 'attr_name_enum'",
                             usesValues.size(), names.size());
    }
    OmAttrNames result;
    result.isCompressed_ = true;
    result.names_.reserve(names.size());
    for (size_t i = 0; i < names.size(); ++i) {
        result.names_.push_back({.text = names[i], .hasValueIndex = usesValues[i]});
    }
    result.values_ = std::move(values);
    return result;
}

Result<OmAttrNames::Name> OmAttrNames::decode(std::string_view stored) const {
    if (!isCompressed_ || stored.empty() || stored[0] != '\0') {
        return Name{.text = stored};
    }
    size_t index = 0;
    // From the most significant digit, the last; an index that is too great stays so.
    for (size_t i = stored.size() - 1; i > 0; --i) {
        const auto digit = static_cast<unsigned char>(stored[i]);
        if (digit == 0 || digit > kBase) {
            return Status::error(kDamaged,
                                 "the name of an attribute is the code {}; its digits must be 1 "
                                 "to {}",
                                 hexOf(stored.substr(0, 16)), kBase);
        }
        index = std::min(index * kBase + digit - 1, names_.size());
    }
    if (stored.size() == 1 || index >= names_.size()) {
        return Status::error(kDamaged,
                             "the name of an attribute is the code {}, but there are {} names in "
                             "'attr_name_enum'",
                             hexOf(stored.substr(0, 16)), names_.size());
    }
    return names_[index];
}

Result<std::string_view> OmAttrNames::valueAt(int64_t index) const {
    if (index < 0 || static_cast<uint64_t>(index) >= values_.size()) {
        return Status::error(kDamaged,
                             "the text of an attribute is number {}, but there are {} texts in "
                             "'attr_value_enum'",
                             index, values_.size());
    }
    return values_[static_cast<size_t>(index)];
}

}  // namespace belay
