// OmAttrNames: names of attributes that a model keeps as numbers into tables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace belay {

/// The tables of a compressed model. Views of its bytes, which have to outlive it.
class OmAttrNames {
  public:
    struct Name {
        std::string_view text;
        bool hasValueIndex = false;  ///< texts of the attribute are numbers into the other table
    };

    /// Of a model that keeps names as they are.
    OmAttrNames() = default;

    /// `usesValues` has an entry for each name. kDeserializeModel (100012) when it has not.
    static Result<OmAttrNames> create(const std::vector<std::string_view>& names,
                                      std::vector<std::string_view> values,
                                      const std::vector<bool>& usesValues);

    /// The name that the model keeps as `stored`: a byte 0 and a number, or the name itself.
    /// kDeserializeModel (100012) for what is neither.
    Result<Name> decode(std::string_view stored) const;

    /// The text that the model keeps as `index`. kDeserializeModel (100012) without one.
    Result<std::string_view> valueAt(int64_t index) const;

  private:
    bool isCompressed_ = false;
    std::vector<Name> names_;
    std::vector<std::string_view> values_;
};

}  // namespace belay
