// What writes attributes into the messages of an offline model: the values, and OmAttrTable, which
// keeps names and texts as numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "op/op_attr.h"

namespace belay {

/// Messages of values, as OmAttr::read() takes them.
namespace om {

std::string boolAttr(bool value);
std::string intAttr(int64_t value);
std::string textAttr(std::string_view value);
std::string bytesAttr(std::string_view value);
std::string intsAttr(std::span<const int64_t> values);
std::string boolsAttr(const AttrValue::Bools& values);
std::string textsAttr(const AttrValue::Strings& values);
std::string intListsAttr(const AttrValue::IntLists& values);
/// A tensor; `desc` is a message.
std::string tensorAttr(std::string_view desc, std::span<const std::byte> data);
/// Tensors without data; each is the message of a description.
std::string tensorsAttr(const std::vector<std::string>& descs);
/// Sets of attributes, each a message.
std::string setsAttr(const std::vector<std::string>& sets);
/// A value of an operator; an empty message, which is no value, for AttrValue::Unknown.
std::string attr(const AttrValue& value);

/// An entry of a map of attributes.
std::string entry(std::string_view name, std::string_view value);

/// A set of attributes, by name.
std::string set(const std::map<std::string, std::string>& attrs);

}  // namespace om

/// Names and texts that a compressed model keeps as numbers, in the order of their first use.
class OmAttrTable {
  public:
    /// Without `isUsed` names and texts stay as they are, and the tables empty.
    explicit OmAttrTable(bool isUsed) : isUsed_(isUsed) {}

    /// An entry of a map of attributes. The name stays as it is when an attribute of that name was
    /// a text before and is none now, or the other way round, since the table can say one only.
    std::string entry(std::string_view name, const AttrValue& value);

    const AttrValue::Strings& names() const noexcept { return names_; }

    /// For each name whether its texts are kept as numbers.
    const AttrValue::Bools& usesValues() const noexcept { return usesValues_; }

    /// The texts.
    const AttrValue::Strings& values() const noexcept { return values_; }

  private:
    int64_t numberOf(const std::string& text);
    std::string codedAttr(const AttrValue& value);

    bool isUsed_;
    AttrValue::Strings names_;
    AttrValue::Bools usesValues_;
    AttrValue::Strings values_;
    std::map<std::string, size_t, std::less<>> nameNumbers_;
    std::map<std::string, int64_t, std::less<>> valueNumbers_;
};

}  // namespace belay
