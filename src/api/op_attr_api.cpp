// Public functions for attributes of operators.
#include <algorithm>
#include <functional>
#include <span>

#include "acl/acl_op.h"
#include "api/checks.h"
#include "api/entry.h"
#include "api/handles.h"
#include "op/op_attr.h"

using belay::AttrValue;
using belay::Code;
using belay::DataType;
using belay::makeRef;
using belay::OpAttr;
using belay::Result;
using belay::Status;
using belay::api::entry;
using belay::api::entryValue;
using belay::api::entryVoid;
using belay::api::fromHandle;
using belay::api::requireArray;
using belay::api::requireNotNull;
using belay::api::Session;
using belay::api::takeHandle;
using belay::api::toHandle;

namespace {

// Sets attribute `name` to what `value()` returns, an AttrValue or why there is none.
template <typename Value>
Status setAttr(aclopAttr* attr, const char* name, Value value) {
    BELAY_ASSIGN(OpAttr * target, fromHandle<OpAttr>(attr, "attr"));
    BELAY_TRY(requireNotNull(name, "attrName"));
    BELAY_ASSIGN(AttrValue made, value());
    target->attrs().set(name, std::move(made));
    return Status::ok();
}

// The entries of an array; none for a count of 0 or less, whatever the array.
template <typename T>
Result<std::span<const T>> listOf(int count, const T* array, const char* arrayName,
                                  const char* countName) {
    if (count <= 0) {
        return std::span<const T>();
    }
    const auto entries = static_cast<size_t>(count);
    BELAY_TRY(requireArray(array, entries, arrayName, countName));
    return std::span<const T>(array, entries);
}

// Sets `name` to a list of type `List`, each of whose entries is `convert` of one of the array's.
template <typename List, typename T, typename Convert>
Status setList(aclopAttr* attr, const char* name, int count, const T* values, Convert convert) {
    return setAttr(attr, name, [&]() -> Result<AttrValue> {
        BELAY_ASSIGN(const auto entries, listOf(count, values, "values", "numValues"));
        List list(entries.size());
        std::transform(entries.begin(), entries.end(), list.begin(), convert);
        return AttrValue(std::move(list));
    });
}

Status requireEntry(const void* value, size_t index) {
    return value != nullptr ? Status::ok()
                            : Status::error(Code::kInvalidParam,
                                            "argument 'values[{}]' is null; it must not be", index);
}

Result<AttrValue> stringList(int count, const char** values) {
    BELAY_ASSIGN(const auto texts,
                 listOf(count, static_cast<const char* const*>(values), "values", "numValues"));
    AttrValue::Strings list;
    list.reserve(texts.size());
    for (const char* text : texts) {
        BELAY_TRY(requireEntry(text, list.size()));
        list.emplace_back(text);
    }
    return AttrValue(std::move(list));
}

Result<AttrValue> listOfIntLists(int count, const int* counts, const int64_t* const values[]) {
    BELAY_TRY(requireNotNull(counts, "numValues"));
    BELAY_ASSIGN(const auto arrays, listOf(count, values, "values", "numLists"));
    AttrValue::IntLists lists;
    lists.reserve(arrays.size());
    for (const int64_t* array : arrays) {
        const size_t index = lists.size();
        BELAY_TRY(requireEntry(array, index));
        BELAY_ASSIGN(const auto entries, listOf(counts[index], array, "values", "numValues"));
        lists.emplace_back(entries.begin(), entries.end());
    }
    return AttrValue(std::move(lists));
}

DataType toDataType(aclDataType type) {
    return static_cast<DataType>(type);
}

}  // namespace

aclopAttr* aclopCreateAttr() {
    return entryValue<aclopAttr*>(BELAY_CALL(), nullptr,
                                  [](Session&) { return toHandle<aclopAttr>(makeRef<OpAttr>()); });
}

void aclopDestroyAttr(const aclopAttr* attr) {
    entryVoid(BELAY_CALL(attr), [&](Session&) -> Status {
        return attr == nullptr ? Status::ok() : takeHandle<OpAttr>(attr, "attr").takeStatus();
    });
}

aclError aclopSetAttrBool(aclopAttr* attr, const char* attrName, uint8_t attrValue) {
    return entry(BELAY_CALL(attr, attrName, attrValue), [&](Session&) {
        return setAttr(attr, attrName,
                       [&]() -> Result<AttrValue> { return AttrValue(attrValue != 0); });
    });
}

aclError aclopSetAttrInt(aclopAttr* attr, const char* attrName, int64_t attrValue) {
    return entry(BELAY_CALL(attr, attrName, attrValue), [&](Session&) {
        return setAttr(attr, attrName, [&]() -> Result<AttrValue> { return AttrValue(attrValue); });
    });
}

aclError aclopSetAttrFloat(aclopAttr* attr, const char* attrName, float attrValue) {
    return entry(BELAY_CALL(attr, attrName, attrValue), [&](Session&) {
        return setAttr(attr, attrName, [&]() -> Result<AttrValue> { return AttrValue(attrValue); });
    });
}

aclError aclopSetAttrString(aclopAttr* attr, const char* attrName, const char* attrValue) {
    return entry(BELAY_CALL(attr, attrName, attrValue), [&](Session&) {
        return setAttr(attr, attrName, [&]() -> Result<AttrValue> {
            BELAY_TRY(requireNotNull(attrValue, "attrValue"));
            return AttrValue(std::string(attrValue));
        });
    });
}

aclError aclopSetAttrDataType(aclopAttr* attr, const char* attrName, aclDataType attrValue) {
    return entry(BELAY_CALL(attr, attrName, attrValue), [&](Session&) {
        return setAttr(attr, attrName,
                       [&]() -> Result<AttrValue> { return AttrValue(toDataType(attrValue)); });
    });
}

aclError aclopSetAttrListBool(aclopAttr* attr, const char* attrName, int numValues,
                              const uint8_t* values) {
    return entry(BELAY_CALL(attr, attrName, numValues, values), [&](Session&) {
        return setList<AttrValue::Bools>(attr, attrName, numValues, values,
                                         [](uint8_t value) { return value != 0; });
    });
}

aclError aclopSetAttrListInt(aclopAttr* attr, const char* attrName, int numValues,
                             const int64_t* values) {
    return entry(BELAY_CALL(attr, attrName, numValues, values), [&](Session&) {
        return setList<AttrValue::Ints>(attr, attrName, numValues, values, std::identity());
    });
}

aclError aclopSetAttrListFloat(aclopAttr* attr, const char* attrName, int numValues,
                               const float* values) {
    return entry(BELAY_CALL(attr, attrName, numValues, values), [&](Session&) {
        return setList<AttrValue::Floats>(attr, attrName, numValues, values, std::identity());
    });
}

aclError aclopSetAttrListDataType(aclopAttr* attr, const char* attrName, int numValues,
                                  const aclDataType values[]) {
    return entry(BELAY_CALL(attr, attrName, numValues, values), [&](Session&) {
        return setList<AttrValue::DataTypes>(attr, attrName, numValues, values, toDataType);
    });
}

aclError aclopSetAttrListString(aclopAttr* attr, const char* attrName, int numValues,
                                const char** values) {
    return entry(BELAY_CALL(attr, attrName, numValues, values), [&](Session&) {
        return setAttr(attr, attrName, [&] { return stringList(numValues, values); });
    });
}

aclError aclopSetAttrListListInt(aclopAttr* attr, const char* attrName, int numLists,
                                 const int* numValues, const int64_t* const values[]) {
    return entry(BELAY_CALL(attr, attrName, numLists, numValues, values), [&](Session&) {
        return setAttr(attr, attrName, [&] { return listOfIntLists(numLists, numValues, values); });
    });
}
