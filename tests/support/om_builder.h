// OmBuilder: offline models for tests, byte by byte, also damaged ones. ProtoWriter: messages of
// them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace belay::test {

/// Writes fields of a protobuf message, in the order in which they are added. Knows nothing of what
/// they mean.
class ProtoWriter {
  public:
    ProtoWriter& number(uint32_t field, int64_t value);
    ProtoWriter& real(uint32_t field, float value);
    ProtoWriter& text(uint32_t field, std::string_view value);

    ProtoWriter& message(uint32_t field, const ProtoWriter& value) {
        return text(field, value.bytes_);
    }

    /// A list of numbers as one field.
    ProtoWriter& packed(uint32_t field, const std::vector<int64_t>& values);

    /// Bytes as they are.
    ProtoWriter& raw(std::string_view bytes) {
        bytes_ += bytes;
        return *this;
    }

    const std::string& bytes() const { return bytes_; }

  private:
    void varint(uint64_t value);

    std::string bytes_;
};

/// A value of an attribute, as models have it.
namespace om {

ProtoWriter attr(bool value);
ProtoWriter attr(int64_t value);
ProtoWriter attr(float value);
ProtoWriter attr(std::string_view value);

inline ProtoWriter attr(const char* value) {
    return attr(std::string_view(value));
}

ProtoWriter dataTypeAttr(int64_t number);
ProtoWriter bytesAttr(std::string_view value);

ProtoWriter boolList(const std::vector<int64_t>& values);
ProtoWriter intList(const std::vector<int64_t>& values);
ProtoWriter floatList(const std::vector<float>& values);
ProtoWriter textList(const std::vector<std::string>& values);
ProtoWriter dataTypeList(const std::vector<int64_t>& values);
ProtoWriter intListList(const std::vector<std::vector<int64_t>>& values);
ProtoWriter floatListList(const std::vector<std::vector<float>>& values);
/// Of tensors: each is a description, wrapped as models wrap them.
ProtoWriter tensorList(const std::vector<ProtoWriter>& descs);
/// Of sets of attributes.
ProtoWriter namedList(const std::vector<ProtoWriter>& sets);

/// A tensor of which only the data matters.
ProtoWriter tensorAttr(std::string_view data);

/// An entry of a map of attributes, for field 11 of a model, 5 of a tensor and 2 of a set.
ProtoWriter entry(std::string_view name, const ProtoWriter& value);

/// A set of attributes.
ProtoWriter named(const std::vector<std::pair<std::string, ProtoWriter>>& attrs);

/// Data types of tensors have numbers of their own in models.
inline constexpr int64_t kProtoFloat = 1;
inline constexpr int64_t kProtoFloat16 = 2;
inline constexpr int64_t kProtoInt32 = 7;

/// A description of a tensor; more attributes may be added by field 5.
ProtoWriter tensor(int64_t protoType, const std::vector<int64_t>& dims,
                   std::string_view layout = "ND");

}  // namespace om

/// Builds an .om file: header, table, partitions. The parts are open, so that a test can damage any
/// of them before build().
class OmBuilder {
  public:
    struct Partition {
        uint32_t type = 0;
        std::string content;
        uint64_t claimedBytes = 0;   ///< instead of the size of the content, unless 0
        uint64_t claimedOffset = 0;  ///< instead of the true one, unless 0
    };

    struct Model {
        std::vector<Partition> partitions;
        uint32_t claimedCount = 0;  ///< instead of the number of partitions, unless 0
    };

    /// Of one model without partitions.
    OmBuilder() = default;

    OmBuilder& add(uint32_t type, std::string_view content);

    bool isLarge = true;  ///< tables with 64-bit sizes
    uint32_t mark = 0x444F4D49;
    uint32_t version = 0x20000000;
    uint8_t kind = 0;
    std::string name = "model";
    uint32_t modelCount = 1;
    std::vector<Model> models = std::vector<Model>(1);

    /// The file; its length is what the header says.
    std::vector<std::byte> build() const;

  private:
    void writeModel(std::string& body, const Model& model) const;
};

}  // namespace belay::test
