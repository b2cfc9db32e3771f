#include "op/om_attr.h"

#include <protozero/pbf_reader.hpp>

#include "op/om_attr_names.h"

namespace belay {
namespace {

using protozero::pbf_reader;
using protozero::pbf_wire_type;
using protozero::tag_and_type;

constexpr pbf_wire_type kVarint = pbf_wire_type::varint;
constexpr pbf_wire_type kBytes = pbf_wire_type::length_delimited;
constexpr pbf_wire_type kFixed32 = pbf_wire_type::fixed32;

pbf_reader readerOf(std::string_view message) {
    return pbf_reader(message.data(), message.size());
}

std::string_view bytesOf(pbf_reader& field) {
    const auto view = field.get_view();
    return {view.data(), view.size()};
}

// Lists of numbers may be one field with all of them, or a field for each.
template <typename T>
void addPackedVarints(pbf_reader& field, std::vector<T>& list) {
    for (const int64_t value : field.get_packed_int64()) {
        list.push_back(static_cast<T>(value));
    }
}

void addPackedFloats(pbf_reader& field, std::vector<float>& list) {
    const auto values = field.get_packed_float();
    list.insert(list.end(), values.begin(), values.end());
}

template <typename T>
std::vector<T> readNumbers(std::string_view message) {
    std::vector<T> list;
    pbf_reader fields = readerOf(message);
    while (fields.next()) {
        const auto tag = fields.tag_and_type();
        if constexpr (std::is_same_v<T, float>) {
            if (tag == tag_and_type(1, kBytes)) {
                addPackedFloats(fields, list);
                continue;
            }
            if (tag == tag_and_type(1, kFixed32)) {
                list.push_back(fields.get_float());
                continue;
            }
        } else {
            if (tag == tag_and_type(1, kBytes)) {
                addPackedVarints(fields, list);
                continue;
            }
            if (tag == tag_and_type(1, kVarint)) {
                list.push_back(fields.get_int64());
                continue;
            }
        }
        fields.skip();
    }
    return list;
}

template <typename T>
std::vector<std::vector<T>> readLists(std::string_view message) {
    std::vector<std::vector<T>> lists;
    pbf_reader fields = readerOf(message);
    while (fields.next()) {
        if (fields.tag_and_type() == tag_and_type(1, kBytes)) {
            lists.push_back(readNumbers<T>(bytesOf(fields)));
        } else {
            fields.skip();
        }
    }
    return lists;
}

std::pair<std::string_view, OmAttr> readEntry(std::string_view message) {
    std::pair<std::string_view, OmAttr> entry;
    pbf_reader fields = readerOf(message);
    while (fields.next()) {
        switch (fields.tag_and_type()) {
            case tag_and_type(1, kBytes):
                entry.first = bytesOf(fields);
                break;
            case tag_and_type(2, kBytes):
                entry.second = OmAttr::read(bytesOf(fields));
                break;
            default:
                fields.skip();
        }
    }
    return entry;
}

DataType dataTypeOf(int64_t number) {
    return static_cast<DataType>(number);
}

AttrValue listValueOf(const OmList& list) {
    switch (list.of) {
        case OmList::Of::kTexts:
            return AttrValue(AttrValue::Strings(list.texts.begin(), list.texts.end()));
        case OmList::Of::kInts:
            return AttrValue(list.ints);
        case OmList::Of::kFloats:
            return AttrValue(list.floats);
        case OmList::Of::kBools:
            return AttrValue(list.bools);
        case OmList::Of::kDataTypes: {
            AttrValue::DataTypes types;
            types.reserve(list.dataTypes.size());
            for (const int64_t number : list.dataTypes) {
                types.push_back(dataTypeOf(number));
            }
            return AttrValue(std::move(types));
        }
        default:
            return AttrValue(AttrValue::Unknown());
    }
}

// What a list is of that does not say it.
OmList::Of typeByContent(const OmList& list) {
    return !list.texts.empty()       ? OmList::Of::kTexts
           : !list.ints.empty()      ? OmList::Of::kInts
           : !list.floats.empty()    ? OmList::Of::kFloats
           : !list.bools.empty()     ? OmList::Of::kBools
           : !list.dataTypes.empty() ? OmList::Of::kDataTypes
           : !list.tensors.empty()   ? OmList::Of::kTensors
           : !list.sets.empty()      ? OmList::Of::kSets
                                     : OmList::Of::kNothing;
}

}  // namespace

OmAttr OmAttr::read(std::string_view message) {
    OmAttr attr;
    const auto set = [&](Kind what, std::string_view content) {
        attr = OmAttr();
        attr.kind = what;
        attr.bytes = content;
    };
    const auto setNumber = [&](Kind what, int64_t value) {
        attr = OmAttr();
        attr.kind = what;
        attr.number = value;
    };
    // Of several values the last one counts.
    pbf_reader fields = readerOf(message);
    while (fields.next()) {
        switch (fields.tag_and_type()) {
            case tag_and_type(1, kBytes):
                set(Kind::kList, bytesOf(fields));
                break;
            case tag_and_type(2, kBytes):
                set(Kind::kText, bytesOf(fields));
                break;
            case tag_and_type(3, kVarint):
                setNumber(Kind::kInt, fields.get_int64());
                break;
            case tag_and_type(4, kFixed32):
                attr = OmAttr();
                attr.kind = Kind::kFloat;
                attr.real = fields.get_float();
                break;
            case tag_and_type(5, kVarint):
                setNumber(Kind::kBool, fields.get_uint64() != 0 ? 1 : 0);
                break;
            case tag_and_type(12, kBytes):
                set(Kind::kTensor, bytesOf(fields));
                break;
            case tag_and_type(14, kBytes):
                set(Kind::kIntLists, bytesOf(fields));
                break;
            case tag_and_type(15, kVarint):
                setNumber(Kind::kDataType, fields.get_int64());
                break;
            case tag_and_type(16, kBytes):
                set(Kind::kFloatLists, bytesOf(fields));
                break;
            case tag_and_type(7, kBytes):
            case tag_and_type(10, kBytes):
            case tag_and_type(11, kBytes):
            case tag_and_type(13, kBytes):
            case tag_and_type(17, kBytes):
                set(Kind::kOther, bytesOf(fields));
                break;
            default:
                fields.skip();
        }
    }
    return attr;
}

OmList OmList::read(std::string_view message) {
    OmList list;
    pbf_reader fields = readerOf(message);
    while (fields.next()) {
        switch (fields.tag_and_type()) {
            case tag_and_type(2, kBytes):
                list.texts.push_back(bytesOf(fields));
                break;
            case tag_and_type(3, kBytes):
                addPackedVarints(fields, list.ints);
                break;
            case tag_and_type(3, kVarint):
                list.ints.push_back(fields.get_int64());
                break;
            case tag_and_type(4, kBytes):
                addPackedFloats(fields, list.floats);
                break;
            case tag_and_type(4, kFixed32):
                list.floats.push_back(fields.get_float());
                break;
            case tag_and_type(5, kBytes):
                addPackedVarints(fields, list.bools);
                break;
            case tag_and_type(5, kVarint):
                list.bools.push_back(fields.get_uint64() != 0);
                break;
            case tag_and_type(9, kBytes):
                list.tensors.push_back(bytesOf(fields));
                break;
            case tag_and_type(11, kBytes):
                list.sets.push_back(bytesOf(fields));
                break;
            case tag_and_type(12, kBytes):
                addPackedVarints(fields, list.dataTypes);
                break;
            case tag_and_type(12, kVarint):
                list.dataTypes.push_back(fields.get_int64());
                break;
            case tag_and_type(20, kVarint):
                list.of = static_cast<Of>(fields.get_int64());
                break;
            default:
                fields.skip();
        }
    }
    if (list.of == Of::kNothing) {
        list.of = typeByContent(list);
    }
    return list;
}

OmTensorMessage OmTensorMessage::read(std::string_view message) {
    OmTensorMessage tensor;
    pbf_reader fields = readerOf(message);
    while (fields.next()) {
        switch (fields.tag_and_type()) {
            case tag_and_type(1, kBytes):
                tensor.desc = bytesOf(fields);
                break;
            case tag_and_type(2, kBytes):
                tensor.data = bytesOf(fields);
                break;
            default:
                fields.skip();
        }
    }
    return tensor;
}

AttrValue attrValueOf(const OmAttr& attr) {
    switch (attr.kind) {
        case OmAttr::Kind::kText:
            return AttrValue(std::string(attr.bytes));
        case OmAttr::Kind::kInt:
            return AttrValue(attr.number);
        case OmAttr::Kind::kFloat:
            return AttrValue(attr.real);
        case OmAttr::Kind::kBool:
            return AttrValue(attr.number != 0);
        case OmAttr::Kind::kDataType:
            return AttrValue(dataTypeOf(attr.number));
        case OmAttr::Kind::kList:
            return listValueOf(OmList::read(attr.bytes));
        case OmAttr::Kind::kIntLists:
            return AttrValue(readLists<int64_t>(attr.bytes));
        case OmAttr::Kind::kNone:
        case OmAttr::Kind::kTensor:
        case OmAttr::Kind::kFloatLists:
        case OmAttr::Kind::kOther:
            break;
    }
    return AttrValue(AttrValue::Unknown());
}

Result<OmAttrSet> OmAttrSet::read(const std::vector<std::string_view>& entries,
                                  const OmAttrNames& names, std::string where) {
    OmAttrSet set;
    set.where_ = std::move(where);
    for (const std::string_view entry : entries) {
        auto [stored, attr] = readEntry(entry);
        auto name = names.decode(stored);
        if (!name.isOk()) {
            return name.takeStatus().withContext(set.where_);
        }
        if (name.value().hasValueIndex && attr.kind == OmAttr::Kind::kInt) {
            auto text = names.valueAt(attr.number);
            if (!text.isOk()) {
                return text.takeStatus().withContext(set.where_);
            }
            attr = OmAttr();
            attr.kind = OmAttr::Kind::kText;
            attr.bytes = text.value();
        }
        set.attrs_[name.value().text] = attr;
    }
    return set;
}

Result<OmAttrSet> OmAttrSet::readSet(std::string_view message, const OmAttrNames& names,
                                     std::string where) {
    std::vector<std::string_view> entries;
    pbf_reader fields = readerOf(message);
    while (fields.next()) {
        if (fields.tag_and_type() == tag_and_type(2, kBytes)) {
            entries.push_back(bytesOf(fields));
        } else {
            fields.skip();
        }
    }
    return read(entries, names, std::move(where));
}

const OmAttr* OmAttrSet::find(std::string_view name) const noexcept {
    const auto found = attrs_.find(name);
    return found == attrs_.end() ? nullptr : &found->second;
}

Status OmAttrSet::typeFailure(std::string_view name, std::string_view wanted) const {
    return Status::error(Code::kParseModel, "attribute '{}' of {} must be {}, and is not", name,
                         where_, wanted);
}

Result<const OmAttr*> OmAttrSet::findOfKind(std::string_view name, OmAttr::Kind kind,
                                            std::string_view wanted) const {
    const OmAttr* attr = find(name);
    if (attr != nullptr && attr->kind != kind) {
        return typeFailure(name, wanted);
    }
    return attr;
}

Result<std::optional<bool>> OmAttrSet::findBool(std::string_view name) const {
    BELAY_ASSIGN(const OmAttr* attr, findOfKind(name, OmAttr::Kind::kBool, "a boolean"));
    return attr == nullptr ? std::nullopt : std::optional(attr->number != 0);
}

Result<std::optional<int64_t>> OmAttrSet::findInt(std::string_view name) const {
    BELAY_ASSIGN(const OmAttr* attr, findOfKind(name, OmAttr::Kind::kInt, "an integer"));
    return attr == nullptr ? std::nullopt : std::optional(attr->number);
}

Result<std::optional<std::string_view>> OmAttrSet::findText(std::string_view name) const {
    BELAY_ASSIGN(const OmAttr* attr, findOfKind(name, OmAttr::Kind::kText, "a text"));
    return attr == nullptr ? std::nullopt : std::optional(attr->bytes);
}

Result<std::optional<AttrValue::Ints>> OmAttrSet::findInts(std::string_view name) const {
    BELAY_ASSIGN(auto list, findList(name, OmList::Of::kInts));
    return list ? std::optional(std::move(list->ints)) : std::nullopt;
}

Result<std::optional<AttrValue::IntLists>> OmAttrSet::findIntLists(std::string_view name) const {
    BELAY_ASSIGN(const OmAttr* attr,
                 findOfKind(name, OmAttr::Kind::kIntLists, "a list of lists of integers"));
    return attr == nullptr ? std::nullopt : std::optional(readLists<int64_t>(attr->bytes));
}

Result<std::optional<OmAttrSet::FloatLists>> OmAttrSet::findFloatLists(
    std::string_view name) const {
    BELAY_ASSIGN(const OmAttr* attr,
                 findOfKind(name, OmAttr::Kind::kFloatLists, "a list of lists of numbers"));
    return attr == nullptr ? std::nullopt : std::optional(readLists<float>(attr->bytes));
}

Result<std::optional<OmTensorMessage>> OmAttrSet::findTensor(std::string_view name) const {
    BELAY_ASSIGN(const OmAttr* attr, findOfKind(name, OmAttr::Kind::kTensor, "a tensor"));
    return attr == nullptr ? std::nullopt : std::optional(OmTensorMessage::read(attr->bytes));
}

Result<std::optional<OmList>> OmAttrSet::findList(std::string_view name, OmList::Of of) const {
    constexpr std::string_view kWanted = "a list of another kind";
    BELAY_ASSIGN(const OmAttr* attr, findOfKind(name, OmAttr::Kind::kList, kWanted));
    if (attr == nullptr) {
        return std::optional<OmList>();
    }
    OmList list = OmList::read(attr->bytes);
    if (list.of != of && typeByContent(list) != OmList::Of::kNothing) {
        return typeFailure(name, kWanted);
    }
    return std::optional(std::move(list));
}

}  // namespace belay
