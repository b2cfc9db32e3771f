// AttrValue and OpAttrs: what an operator is told beside its tensors. OpAttr: such a set behind a
// handle.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/handle_cell.h"
#include "op/data_type.h"

namespace belay {

/// The value of an attribute: of one of the types that the public API can set, or one of a model
/// that it cannot. Values of different types are never equal.
class AttrValue {
  public:
    using Bools = std::vector<bool>;
    using Ints = std::vector<int64_t>;
    using Floats = std::vector<float>;
    using Strings = std::vector<std::string>;
    using DataTypes = std::vector<DataType>;
    using IntLists = std::vector<Ints>;

    /// A value that a model has and no request can have. Equal to nothing, not even to itself.
    struct Unknown {};

    using Variant = std::variant<Unknown, bool, int64_t, float, std::string, DataType, Bools, Ints,
                                 Floats, Strings, DataTypes, IntLists>;

    /// Two floating-point numbers that differ by no more are equal.
    static constexpr double kFloatTolerance = 1e-6;

    /// The number 28, by which models mean an undefined data type, becomes kUndefined.
    template <typename T>
    explicit AttrValue(T value) : value_(std::in_place_type<T>, std::move(value)) {
        normalise();
    }

    const Variant& value() const noexcept { return value_; }

    /// The value if it is a T, else null.
    template <typename T>
    const T* find() const noexcept {
        return std::get_if<T>(&value_);
    }

    /// Exact, but for floating-point numbers: these may differ by kFloatTolerance, NaN equals NaN,
    /// and an infinity equals any other. So equality is not transitive.
    friend bool operator==(const AttrValue& a, const AttrValue& b);

    /// Equal values have equal hashes; that leaves only the kind of a floating-point number to go
    /// by.
    size_t hash() const noexcept;

    /// For messages: "true", "3", "[[1, 2], []]", "\"ND\"", "data type 1". Of long ones only the
    /// beginning.
    std::string text() const;

    /// For messages, what functions that set attributes are called by: "Int", "ListBool",
    /// "DataType".
    std::string_view typeName() const noexcept;

  private:
    void normalise() noexcept;

    Variant value_;
};

/// Attributes by name. A copy is a copy of everything.
class OpAttrs {
  public:
    using Map = std::map<std::string, AttrValue, std::less<>>;

    /// Replaces the attribute of that name, whatever its type. Without memory nothing changes.
    void set(std::string_view name, AttrValue value);

    /// The attribute of that name, or null.
    const AttrValue* find(std::string_view name) const noexcept;

    /// In the order of their names.
    const Map& values() const noexcept { return values_; }

    /// The same names with equal values. Nothing is added for attributes that one of them lacks.
    friend bool operator==(const OpAttrs& a, const OpAttrs& b) { return a.values_ == b.values_; }

    /// Equal sets have equal hashes. Costs nothing: it is kept.
    size_t hash() const noexcept { return hash_; }

  private:
    Map values_;
    size_t hash_ = 0;  // the sum of those of all attributes
};

/// A set of attributes that an application builds. Not synchronised: one thread at a time changes
/// it.
class OpAttr : public Handled {
  public:
    static constexpr HandleType kHandleType{"operator attribute set"};

    OpAttrs& attrs() noexcept { return attrs_; }

    const OpAttrs& attrs() const noexcept { return attrs_; }

  private:
    OpAttrs attrs_;
};

}  // namespace belay
