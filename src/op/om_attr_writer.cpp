#include "op/om_attr_writer.h"

#include <protozero/pbf_writer.hpp>

#include "op/om_attr.h"
#include "op/om_numbers.h"

namespace belay {
namespace {

using protozero::pbf_writer;

// Fields of the list of an attribute.
constexpr uint32_t kTexts = 2;
constexpr uint32_t kInts = 3;
constexpr uint32_t kFloats = 4;
constexpr uint32_t kBools = 5;
constexpr uint32_t kTensors = 9;
constexpr uint32_t kSets = 11;
constexpr uint32_t kDataTypes = 12;
constexpr uint32_t kOf = 20;

template <typename Write>
std::string message(Write write) {
    std::string bytes;
    pbf_writer writer(bytes);
    write(writer);
    return bytes;
}

template <typename Write>
std::string listAttr(OmList::Of of, Write write) {
    return message([&](pbf_writer& attr) {
        pbf_writer list(attr, 1);
        write(list);
        list.add_int64(kOf, static_cast<int64_t>(of));
    });
}

std::string messagesAttr(OmList::Of of, uint32_t field, const std::vector<std::string>& messages) {
    return listAttr(of, [&](pbf_writer& list) {
        for (const std::string& item : messages) {
            list.add_message(field, item);
        }
    });
}

std::string valueAttr(AttrValue::Unknown /*value*/) {
    return {};
}

std::string valueAttr(bool value) {
    return om::boolAttr(value);
}

std::string valueAttr(int64_t value) {
    return om::intAttr(value);
}

std::string valueAttr(float value) {
    return message([&](pbf_writer& attr) { attr.add_float(4, value); });
}

std::string valueAttr(const std::string& value) {
    return om::textAttr(value);
}

std::string valueAttr(DataType value) {
    return message([&](pbf_writer& attr) { attr.add_int64(15, attrNumberOf(value)); });
}

std::string valueAttr(const AttrValue::Bools& values) {
    return om::boolsAttr(values);
}

std::string valueAttr(const AttrValue::Ints& values) {
    return om::intsAttr(values);
}

std::string valueAttr(const AttrValue::Floats& values) {
    return listAttr(OmList::Of::kFloats, [&](pbf_writer& list) {
        list.add_packed_float(kFloats, values.begin(), values.end());
    });
}

std::string valueAttr(const AttrValue::Strings& values) {
    return om::textsAttr(values);
}

std::string valueAttr(const AttrValue::DataTypes& values) {
    std::vector<int64_t> numbers;
    numbers.reserve(values.size());
    for (const DataType value : values) {
        numbers.push_back(attrNumberOf(value));
    }
    return listAttr(OmList::Of::kDataTypes, [&](pbf_writer& list) {
        list.add_packed_int64(kDataTypes, numbers.begin(), numbers.end());
    });
}

std::string valueAttr(const AttrValue::IntLists& values) {
    return om::intListsAttr(values);
}

// How the number of a name is stored: a byte 0, then digits, the least significant first, each as
// one more than it is.
std::string codeOf(size_t number) {
    constexpr size_t kBase = 127;
    std::string code(1, '\0');
    do {
        code.push_back(static_cast<char>(number % kBase + 1));
        number /= kBase;
    } while (number != 0);
    return code;
}

}  // namespace

namespace om {

std::string boolAttr(bool value) {
    return message([&](pbf_writer& attr) { attr.add_bool(5, value); });
}

std::string intAttr(int64_t value) {
    return message([&](pbf_writer& attr) { attr.add_int64(3, value); });
}

std::string textAttr(std::string_view value) {
    return message([&](pbf_writer& attr) { attr.add_bytes(2, value.data(), value.size()); });
}

std::string bytesAttr(std::string_view value) {
    return message([&](pbf_writer& attr) { attr.add_bytes(7, value.data(), value.size()); });
}

std::string intsAttr(std::span<const int64_t> values) {
    return listAttr(OmList::Of::kInts, [&](pbf_writer& list) {
        list.add_packed_int64(kInts, values.begin(), values.end());
    });
}

std::string boolsAttr(const AttrValue::Bools& values) {
    return listAttr(OmList::Of::kBools, [&](pbf_writer& list) {
        list.add_packed_bool(kBools, values.begin(), values.end());
    });
}

std::string textsAttr(const AttrValue::Strings& values) {
    return messagesAttr(OmList::Of::kTexts, kTexts, values);
}

std::string intListsAttr(const AttrValue::IntLists& values) {
    // As texts: writers of inner messages leave out those that have nothing in them.
    const std::string lists = message([&](pbf_writer& writer) {
        for (const auto& value : values) {
            writer.add_message(1, message([&](pbf_writer& list) {
                                   list.add_packed_int64(1, value.begin(), value.end());
                               }));
        }
    });
    return message([&](pbf_writer& attr) { attr.add_message(14, lists); });
}

std::string tensorAttr(std::string_view desc, std::span<const std::byte> data) {
    return message([&](pbf_writer& attr) {
        pbf_writer tensor(attr, 12);
        tensor.add_message(1, desc.data(), desc.size());
        tensor.add_bytes(2, reinterpret_cast<const char*>(data.data()), data.size());
    });
}

std::string tensorsAttr(const std::vector<std::string>& descs) {
    return listAttr(OmList::Of::kTensors, [&](pbf_writer& list) {
        for (const std::string& desc : descs) {
            pbf_writer tensor(list, kTensors);
            tensor.add_message(1, desc);
        }
    });
}

std::string setsAttr(const std::vector<std::string>& sets) {
    return messagesAttr(OmList::Of::kSets, kSets, sets);
}

std::string attr(const AttrValue& value) {
    return std::visit([](const auto& held) { return valueAttr(held); }, value.value());
}

std::string entry(std::string_view name, std::string_view value) {
    return message([&](pbf_writer& map) {
        map.add_string(1, name.data(), name.size());
        map.add_message(2, value.data(), value.size());
    });
}

std::string set(const std::map<std::string, std::string>& attrs) {
    return message([&](pbf_writer& set) {
        for (const auto& [name, value] : attrs) {
            set.add_message(2, entry(name, value));
        }
    });
}

}  // namespace om

std::string OmAttrTable::entry(std::string_view name, const AttrValue& value) {
    if (!isUsed_) {
        return om::entry(name, om::attr(value));
    }
    const bool isText =
        value.find<std::string>() != nullptr || value.find<AttrValue::Strings>() != nullptr;
    auto found = nameNumbers_.find(name);
    if (found == nameNumbers_.end()) {
        found = nameNumbers_.emplace(name, names_.size()).first;
        names_.emplace_back(name);
        usesValues_.push_back(isText);
    }
    return usesValues_[found->second] == isText ? om::entry(codeOf(found->second), codedAttr(value))
                                                : om::entry(name, om::attr(value));
}

int64_t OmAttrTable::numberOf(const std::string& text) {
    const auto [found, isNew] = valueNumbers_.emplace(text, static_cast<int64_t>(values_.size()));
    if (isNew) {
        values_.push_back(text);
    }
    return found->second;
}

std::string OmAttrTable::codedAttr(const AttrValue& value) {
    if (const auto* text = value.find<std::string>()) {
        return om::intAttr(numberOf(*text));
    }
    if (const auto* texts = value.find<AttrValue::Strings>()) {
        AttrValue::Ints numbers;
        numbers.reserve(texts->size());
        for (const std::string& text : *texts) {
            numbers.push_back(numberOf(text));
        }
        return om::intsAttr(numbers);
    }
    return om::attr(value);
}

}  // namespace belay
