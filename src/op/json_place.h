// JsonPlace: a value in a JSON file for the compiler of single operators, and where it is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace belay {

/// A view: the value has to outlive it. Errors are kParseFile (100006) with a text that begins with
/// the compiler's number of the error. `wrong` is the number for a value that is not what is asked
/// for.
class JsonPlace {
  public:
    using Json = nlohmann::json;

    /// A key that is missing, or a value of the wrong type.
    static constexpr std::string_view kWrongType = "E10032";

    JsonPlace(const Json& value, std::string path) : value_(&value), path_(std::move(path)) {}

    const Json& value() const noexcept { return *value_; }

    /// "[0].input_desc[1].shape"; empty at the top.
    const std::string& path() const noexcept { return path_; }

    /// `number`, the place, the value and `rule`, which says what it must be.
    Status error(std::string_view number, std::string_view rule) const;

    /// What is at `key` of an object, or nothing.
    std::optional<JsonPlace> find(const char* key) const;

    /// The same; an error without it.
    Result<JsonPlace> get(const char* key, std::string_view wrong = kWrongType) const;

    Status checkObject() const;

    /// All values of an array.
    Result<std::vector<JsonPlace>> items(std::string_view wrong = kWrongType) const;

    Result<std::string> text(std::string_view wrong = kWrongType) const;
    Result<bool> boolean(std::string_view wrong = kWrongType) const;
    Result<int64_t> integer(std::string_view wrong = kWrongType) const;
    Result<float> real(std::string_view wrong = kWrongType) const;
    Result<std::vector<int64_t>> integers(std::string_view wrong = kWrongType) const;

  private:
    const Json* value_;
    std::string path_;
};

}  // namespace belay
