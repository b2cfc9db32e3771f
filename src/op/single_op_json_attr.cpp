#include "op/single_op_json_attr.h"

#include <algorithm>

#include "op/data_type_names.h"
#include "op/om_numbers.h"

namespace belay {
namespace {

constexpr std::string_view kWrongValue = "E10030";

Result<DataType> readDataType(const JsonPlace& place) {
    constexpr const char* kRule =
        "it must be a data type: a name such as \"DT_FLOAT\", or the number of one";
    std::optional<DataType> type;
    if (place.value().is_string()) {
        type = dataTypeOfLongName(place.value().get_ref<const std::string&>());
    } else if (place.value().is_number_integer()) {
        BELAY_ASSIGN(const int64_t number, place.integer(kWrongValue));
        const bool isUndefined = number == attrNumberOf(DataType::kUndefined);
        const bool isKnown = number >= 0 && number <= INT32_MAX &&
                             tensorNumberOf(static_cast<DataType>(number)).has_value();
        type = isUndefined ? std::optional(DataType::kUndefined)
               : isKnown   ? std::optional(static_cast<DataType>(number))
                           : std::nullopt;
    }
    return type ? Result<DataType>(*type) : place.error(kWrongValue, kRule);
}

Result<bool> readBool(const JsonPlace& place) {
    return place.boolean(kWrongValue);
}

Result<int64_t> readInt(const JsonPlace& place) {
    return place.integer(kWrongValue);
}

Result<float> readFloat(const JsonPlace& place) {
    return place.real(kWrongValue);
}

Result<std::string> readText(const JsonPlace& place) {
    return place.text(kWrongValue);
}

Result<AttrValue::Ints> readInts(const JsonPlace& place) {
    return place.integers(kWrongValue);
}

template <auto Read>
Result<AttrValue> readOne(const JsonPlace& place) {
    BELAY_ASSIGN(auto value, Read(place));
    return AttrValue(std::move(value));
}

template <auto Read>
Result<AttrValue> readList(const JsonPlace& place) {
    BELAY_ASSIGN(const auto items, place.items(kWrongValue));
    std::vector<std::remove_reference_t<decltype(Read(place).value())>> values;
    values.reserve(items.size());
    for (const JsonPlace& item : items) {
        BELAY_ASSIGN(auto value, Read(item));
        values.push_back(std::move(value));
    }
    return AttrValue(std::move(values));
}

struct NamedReader {
    std::string_view type;
    Result<AttrValue> (*read)(const JsonPlace& place);
};

constexpr NamedReader kReaders[] = {
    {"bool", readOne<readBool>},           {"int", readOne<readInt>},
    {"float", readOne<readFloat>},         {"string", readOne<readText>},
    {"list_bool", readList<readBool>},     {"list_int", readList<readInt>},
    {"list_float", readList<readFloat>},   {"list_string", readList<readText>},
    {"list_list_int", readList<readInts>}, {"data_type", readOne<readDataType>},
};

}  // namespace

Result<std::pair<std::string, AttrValue>> readJsonAttr(const JsonPlace& attr) {
    BELAY_TRY(attr.checkObject());
    BELAY_ASSIGN(const auto name, attr.get("name"));
    BELAY_ASSIGN(auto nameText, name.text());
    if (nameText.empty()) {
        return name.error("E10029", "an attribute must have a name");
    }
    BELAY_ASSIGN(const auto type, attr.get("type"));
    BELAY_ASSIGN(const auto typeText, type.text());
    const auto* reader = std::ranges::find(kReaders, typeText, &NamedReader::type);
    if (reader == std::end(kReaders)) {
        return type.error("E13006",
                          "it must be \"bool\", \"int\", \"float\", \"string\", \"list_bool\", "
                          "\"list_int\", \"list_float\", \"list_string\", \"list_list_int\" or "
                          "\"data_type\"");
    }
    BELAY_ASSIGN(const auto value, attr.get("value", kWrongValue));
    BELAY_ASSIGN(auto read, reader->read(value));
    return std::pair(std::move(nameText), std::move(read));
}

}  // namespace belay
