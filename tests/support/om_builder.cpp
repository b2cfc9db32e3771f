#include "support/om_builder.h"

#include <cstring>

namespace belay::test {
namespace {

template <typename T>
void append(std::string& bytes, T value) {
    char raw[sizeof(T)];
    std::memcpy(raw, &value, sizeof(T));
    bytes.append(raw, sizeof(T));
}

// Puts a value at an offset of bytes that are there.
template <typename T>
void put(std::string& bytes, size_t offset, T value) {
    std::memcpy(bytes.data() + offset, &value, sizeof(T));
}

constexpr uint32_t kVarint = 0;
constexpr uint32_t kBytes = 2;
constexpr uint32_t kFixed32 = 5;

}  // namespace

void ProtoWriter::varint(uint64_t value) {
    for (; value >= 0x80; value >>= 7) {
        bytes_.push_back(static_cast<char>(value | 0x80));
    }
    bytes_.push_back(static_cast<char>(value));
}

ProtoWriter& ProtoWriter::number(uint32_t field, int64_t value) {
    varint(field << 3 | kVarint);
    varint(static_cast<uint64_t>(value));
    return *this;
}

ProtoWriter& ProtoWriter::real(uint32_t field, float value) {
    varint(field << 3 | kFixed32);
    append(bytes_, value);
    return *this;
}

ProtoWriter& ProtoWriter::text(uint32_t field, std::string_view value) {
    varint(field << 3 | kBytes);
    varint(value.size());
    bytes_ += value;
    return *this;
}

ProtoWriter& ProtoWriter::packed(uint32_t field, const std::vector<int64_t>& values) {
    ProtoWriter list;
    for (const int64_t value : values) {
        list.varint(static_cast<uint64_t>(value));
    }
    return message(field, list);
}

namespace om {
namespace {

constexpr uint32_t kValueType = 20;

ProtoWriter listAttr(ProtoWriter list, int64_t valueType) {
    list.number(kValueType, valueType);
    return ProtoWriter().message(1, list);
}

}  // namespace

ProtoWriter attr(bool value) {
    return ProtoWriter().number(5, value ? 1 : 0);
}

ProtoWriter attr(int64_t value) {
    return ProtoWriter().number(3, value);
}

ProtoWriter attr(float value) {
    return ProtoWriter().real(4, value);
}

ProtoWriter attr(std::string_view value) {
    return ProtoWriter().text(2, value);
}

ProtoWriter dataTypeAttr(int64_t number) {
    return ProtoWriter().number(15, number);
}

ProtoWriter bytesAttr(std::string_view value) {
    return ProtoWriter().text(7, value);
}

ProtoWriter boolList(const std::vector<int64_t>& values) {
    return listAttr(ProtoWriter().packed(5, values), 4);
}

ProtoWriter intList(const std::vector<int64_t>& values) {
    return listAttr(ProtoWriter().packed(3, values), 2);
}

ProtoWriter floatList(const std::vector<float>& values) {
    std::string bytes;
    for (const float value : values) {
        append(bytes, value);
    }
    return listAttr(ProtoWriter().text(4, bytes), 3);
}

ProtoWriter textList(const std::vector<std::string>& values) {
    ProtoWriter list;
    for (const std::string& value : values) {
        list.text(2, value);
    }
    return listAttr(list, 1);
}

ProtoWriter dataTypeList(const std::vector<int64_t>& values) {
    return listAttr(ProtoWriter().packed(12, values), 10);
}

ProtoWriter intListList(const std::vector<std::vector<int64_t>>& values) {
    ProtoWriter lists;
    for (const auto& value : values) {
        lists.message(1, ProtoWriter().packed(1, value));
    }
    return ProtoWriter().message(14, lists);
}

ProtoWriter floatListList(const std::vector<std::vector<float>>& values) {
    ProtoWriter lists;
    for (const auto& value : values) {
        std::string bytes;
        for (const float number : value) {
            append(bytes, number);
        }
        lists.message(1, ProtoWriter().text(1, bytes));
    }
    return ProtoWriter().message(16, lists);
}

ProtoWriter tensorList(const std::vector<ProtoWriter>& descs) {
    ProtoWriter list;
    for (const ProtoWriter& desc : descs) {
        list.message(9, ProtoWriter().message(1, desc));
    }
    return listAttr(list, 7);
}

ProtoWriter namedList(const std::vector<ProtoWriter>& sets) {
    ProtoWriter list;
    for (const ProtoWriter& set : sets) {
        list.message(11, set);
    }
    return listAttr(list, 9);
}

ProtoWriter tensorAttr(std::string_view data) {
    return ProtoWriter().message(12, ProtoWriter().text(2, data));
}

ProtoWriter entry(std::string_view name, const ProtoWriter& value) {
    return ProtoWriter().text(1, name).message(2, value);
}

ProtoWriter named(const std::vector<std::pair<std::string, ProtoWriter>>& attrs) {
    ProtoWriter set;
    for (const auto& [name, value] : attrs) {
        set.message(2, entry(name, value));
    }
    return set;
}

ProtoWriter tensor(int64_t protoType, const std::vector<int64_t>& dims, std::string_view layout) {
    ProtoWriter desc;
    desc.number(2, protoType);
    if (!dims.empty()) {
        desc.message(3, ProtoWriter().packed(1, dims));
    }
    return desc.text(4, layout);
}

}  // namespace om

OmBuilder& OmBuilder::add(uint32_t type, std::string_view content) {
    models.back().partitions.push_back({.type = type, .content = std::string(content)});
    return *this;
}

void OmBuilder::writeModel(std::string& body, const Model& model) const {
    const auto count = static_cast<uint32_t>(model.partitions.size());
    append(body, model.claimedCount == 0 ? count : model.claimedCount);
    if (isLarge) {
        append(body, uint32_t{0});
    }
    uint64_t offset = 0;
    for (const Partition& partition : model.partitions) {
        const uint64_t bytes =
            partition.claimedBytes == 0 ? partition.content.size() : partition.claimedBytes;
        const uint64_t at = partition.claimedOffset == 0 ? offset : partition.claimedOffset;
        append(body, partition.type);
        if (isLarge) {
            append(body, uint32_t{0});
            append(body, at);
            append(body, bytes);
        } else {
            append(body, static_cast<uint32_t>(at));
            append(body, static_cast<uint32_t>(bytes));
        }
        offset += partition.content.size();
    }
    for (const Partition& partition : model.partitions) {
        body += partition.content;
    }
}

std::vector<std::byte> OmBuilder::build() const {
    std::string file(256, '\0');
    put(file, 0, mark);
    put(file, 4, uint32_t{256});
    put(file, 8, version);
    put(file, 82, kind);
    file.replace(84, name.size(), name);
    put(file, 152, uint32_t{2});
    put(file, 156, modelCount);
    for (const Model& model : models) {
        writeModel(file, model);
    }
    const uint64_t bodyBytes = file.size() - 256;
    if (isLarge) {
        put(file, 184, bodyBytes);
    } else {
        put(file, 76, static_cast<uint32_t>(bodyBytes));
    }
    const auto* first = reinterpret_cast<const std::byte*>(file.data());
    return {first, first + file.size()};
}

}  // namespace belay::test
