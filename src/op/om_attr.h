// OmAttr and OmAttrSet: attributes in the messages of an offline model.
//
// What reads bytes throws protozero::exception when they are damaged; OmModel::parse() is the one
// place that catches it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "op/op_attr.h"

namespace belay {

class OmAttrNames;

/// The value of an attribute, as its message has it. A view of the bytes.
struct OmAttr {
    enum class Kind : uint8_t {
        kNone,
        kText,
        kInt,
        kFloat,
        kBool,
        kDataType,
        kList,
        kTensor,
        kIntLists,
        kFloatLists,
        kOther,  ///< graphs and the like
    };

    Kind kind = Kind::kNone;
    std::string_view bytes;  ///< a text, or the message inside
    int64_t number = 0;      ///< also of data types and booleans
    float real = 0;

    static OmAttr read(std::string_view message);
};

/// The lists of an attribute's message; one of them has entries.
struct OmList {
    /// What the list is of.
    enum class Of : int64_t {
        kNothing = 0,
        kTexts = 1,
        kInts = 2,
        kFloats = 3,
        kBools = 4,
        kTensors = 7,
        kSets = 9,
        kDataTypes = 10,
    };

    Of of = Of::kNothing;  ///< also numbers that are not listed
    std::vector<std::string_view> texts;
    std::vector<int64_t> ints;
    std::vector<float> floats;
    std::vector<bool> bools;
    std::vector<int64_t> dataTypes;
    std::vector<std::string_view> tensors;  ///< messages
    std::vector<std::string_view> sets;     ///< messages

    static OmList read(std::string_view message);
};

/// A tensor as the value of an attribute.
struct OmTensorMessage {
    std::string_view desc;  ///< a message
    std::string_view data;

    static OmTensorMessage read(std::string_view message);
};

/// The value as requests have it, kUnknown when they cannot.
AttrValue attrValueOf(const OmAttr& attr);

/// Attributes by name. Views of the model's bytes.
class OmAttrSet {
  public:
    using Map = std::map<std::string_view, OmAttr>;
    using FloatLists = std::vector<std::vector<float>>;

    /// Of entries of a map, each a message; the last one of a name counts. `where` is what has the
    /// attributes, for errors. kDeserializeModel (100012) for codes that the tables of `names`
    /// lack. Lists of texts may stay lists of numbers: nobody reads such lists of tensors.
    static Result<OmAttrSet> read(const std::vector<std::string_view>& entries,
                                  const OmAttrNames& names, std::string where);

    /// The same, of a message that is a set of attributes.
    static Result<OmAttrSet> readSet(std::string_view message, const OmAttrNames& names,
                                     std::string where);

    const std::string& where() const noexcept { return where_; }

    const Map& attrs() const noexcept { return attrs_; }

    const OmAttr* find(std::string_view name) const noexcept;

    // Nothing without the attribute, kParseModel (100013) when it is of another type.

    Result<std::optional<bool>> findBool(std::string_view name) const;
    Result<std::optional<int64_t>> findInt(std::string_view name) const;
    Result<std::optional<std::string_view>> findText(std::string_view name) const;
    Result<std::optional<AttrValue::Ints>> findInts(std::string_view name) const;
    Result<std::optional<AttrValue::IntLists>> findIntLists(std::string_view name) const;
    Result<std::optional<FloatLists>> findFloatLists(std::string_view name) const;
    Result<std::optional<OmTensorMessage>> findTensor(std::string_view name) const;

    /// A list, whose type is `of` or not said. An empty one may say any type.
    Result<std::optional<OmList>> findList(std::string_view name, OmList::Of of) const;

    /// kParseModel (100013): the attribute is not what it must be.
    Status typeFailure(std::string_view name, std::string_view wanted) const;

  private:
    Result<const OmAttr*> findOfKind(std::string_view name, OmAttr::Kind kind,
                                     std::string_view wanted) const;

    std::string where_;
    Map attrs_;
};

}  // namespace belay
