#include "op/json_place.h"

#include <limits>

#include "runtime/json_text.h"

namespace belay {

Status JsonPlace::error(std::string_view number, std::string_view rule) const {
    return Status::error(Code::kParseFile, "{}: {} is {}; {}", number,
                         path_.empty() ? "the file" : path_, shown(*value_), rule);
}

std::optional<JsonPlace> JsonPlace::find(const char* key) const {
    const auto found = value_->find(key);
    return found == value_->end() ? std::nullopt
                                  : std::optional(JsonPlace(*found, path_ + "." + key));
}

Result<JsonPlace> JsonPlace::get(const char* key, std::string_view wrong) const {
    if (auto found = find(key)) {
        return *std::move(found);
    }
    return Status::error(Code::kParseFile, "{}: {} has no \"{}\"; it must have one", wrong, path_,
                         key);
}

Status JsonPlace::checkObject() const {
    return value_->is_object() ? Status::ok() : error(kWrongType, "it must be an object {...}");
}

Result<std::vector<JsonPlace>> JsonPlace::items(std::string_view wrong) const {
    if (!value_->is_array()) {
        return error(wrong, "it must be an array [...]");
    }
    std::vector<JsonPlace> places;
    places.reserve(value_->size());
    for (const Json& item : *value_) {
        places.emplace_back(item, fmt::format("{}[{}]", path_, places.size()));
    }
    return places;
}

Result<std::string> JsonPlace::text(std::string_view wrong) const {
    return value_->is_string() ? Result<std::string>(value_->get<std::string>())
                               : error(wrong, "it must be a string");
}

Result<bool> JsonPlace::boolean(std::string_view wrong) const {
    return value_->is_boolean() ? Result<bool>(value_->get<bool>())
                                : error(wrong, "it must be true or false");
}

Result<int64_t> JsonPlace::integer(std::string_view wrong) const {
    constexpr uint64_t kMost = std::numeric_limits<int64_t>::max();
    const bool isTooGreat = value_->is_number_unsigned() && value_->get<uint64_t>() > kMost;
    return value_->is_number_integer() && !isTooGreat
               ? Result<int64_t>(value_->get<int64_t>())
               : error(wrong, "it must be a whole number of 64 bits");
}

Result<float> JsonPlace::real(std::string_view wrong) const {
    constexpr double kMost = std::numeric_limits<float>::max();
    const double number = value_->is_number() ? value_->get<double>() : kMost * 2;
    return number >= -kMost && number <= kMost
               ? Result<float>(static_cast<float>(number))
               : error(wrong, "it must be a number within the range of float");
}

Result<std::vector<int64_t>> JsonPlace::integers(std::string_view wrong) const {
    BELAY_ASSIGN(const auto places, items(wrong));
    std::vector<int64_t> numbers;
    numbers.reserve(places.size());
    for (const JsonPlace& place : places) {
        BELAY_ASSIGN(const int64_t number, place.integer(wrong));
        numbers.push_back(number);
    }
    return numbers;
}

}  // namespace belay
