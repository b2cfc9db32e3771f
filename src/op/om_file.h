// OmFile: the container of an offline model (.om): header, tables of partitions, partitions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace belay {

/// A view of an .om file. Everything that later readers rely on is checked once, by parse():
/// partitions lie inside the file, one behind the other. As tolerant as the vendor's loader: mark,
/// size of the header, version, checksum and the offsets in the tables may be anything. Does not
/// own the bytes, which have to outlive it.
class OmFile {
  public:
    static constexpr size_t kHeaderBytes = 256;
    static constexpr uint32_t kMark = 0x444F4D49;         ///< "IMOD"
    static constexpr uint32_t kVersion2 = 0x20000000;     ///< from here on there may be sub-models
    static constexpr uint32_t kMaxPartitions = 8;         ///< of a table
    static constexpr uint32_t kMaxFlowPartitions = 4096;  ///< of a table of a flow model

    /// What the model is for. Other numbers occur.
    enum class Kind : uint8_t {
        kIr = 0,  ///< single operators are of this kind
        kStandard = 1,
        kTiny = 2,
        kFlow = 3,
        kLite = 4,
        kBundle = 5,
    };

    /// What a partition holds. Other numbers occur.
    enum class PartitionType : uint32_t {
        kModelDef = 0,
        kWeights = 1,
        kTasks = 2,
        kKernels = 3,
        kCpuKernels = 4,
        kLibraries = 5,
        kFlowModel = 6,
        kFlowSubModel = 7,
        kTensorInfo = 8,
        kStaticTaskDesc = 9,
        kDynamicTaskDesc = 10,
        kTaskParam = 11,
        kTilingData = 12,
        kCustomOps = 26,
    };

    struct Partition {
        PartitionType type = PartitionType::kModelDef;  ///< also numbers that are not listed
        std::span<const std::byte> content;
    };

    /// One model of a file; most files have one, and the first is the root of the others.
    struct Model {
        std::vector<Partition> partitions;

        /// The content of the first partition of that type; null without one.
        const Partition* find(PartitionType type) const noexcept;
    };

    /// kParseModel (100013) when the size is not the one that the header declares, and
    /// kDeserializeModel (100012) for a damaged table, each with a text that names the field, its
    /// value and the rule.
    static Result<OmFile> parse(std::span<const std::byte> file);

    /// Whether the file begins with kMark. Running a model takes that, registering it does not.
    bool hasMark() const noexcept { return hasMark_; }

    Kind kind() const noexcept { return kind_; }

    /// The name that the compiler gave, up to 31 characters.
    std::string_view name() const noexcept { return name_; }

    /// At least one.
    const std::vector<Model>& models() const noexcept { return models_; }

  private:
    bool hasMark_ = false;
    Kind kind_ = Kind::kIr;
    std::string_view name_;
    std::vector<Model> models_;

    friend class OmFileParser;
};

}  // namespace belay
