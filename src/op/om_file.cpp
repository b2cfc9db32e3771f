#include "op/om_file.h"

#include <algorithm>

#include "base/bounded_reader.h"
#include "op/om_layout.h"

namespace belay {
namespace {

constexpr Code kDamaged = Code::kDeserializeModel;

static_assert(sizeof(OmHeader) == OmFile::kHeaderBytes);

Status checkSize(const OmHeader& header, size_t fileBytes) {
    const bool isLarge = header.bodyBytes64 != 0;
    const uint64_t declared = isLarge ? header.bodyBytes64 : header.bodyBytes32;
    const uint64_t found = fileBytes - OmFile::kHeaderBytes;
    if (declared != found) {
        return Status::error(Code::kParseModel,
                             "the header of the model says in '{}' that {} bytes follow it, but "
                             "there are {}",
                             isLarge ? "model_length" : "length", declared, found);
    }
    return Status::ok();
}

}  // namespace

/// Fills an OmFile, step by step.
class OmFileParser {
  public:
    explicit OmFileParser(std::span<const std::byte> file) : file_(file), reader_(file, kDamaged) {}

    Result<OmFile> parse() {
        if (file_.size() <= OmFile::kHeaderBytes) {
            return Status::error(Code::kParseModel,
                                 "the model has {} bytes; its header alone has {}, and something "
                                 "must follow",
                                 file_.size(), OmFile::kHeaderBytes);
        }
        BELAY_ASSIGN(const auto header, reader_.read<OmHeader>("the header of the model"));
        BELAY_TRY(checkSize(header, file_.size()));
        readHeader(header);
        // Not reserved: a count that the file cannot hold ends at the first table that is missing.
        const bool hasSubModels = header.version >= OmFile::kVersion2 && header.modelCount > 1;
        const uint32_t count = hasSubModels ? header.modelCount : 1;
        for (uint32_t i = 0; i < count; ++i) {
            BELAY_TRY(readModel(i, count));
        }
        return std::move(result_);
    }

  private:
    void readHeader(const OmHeader& header) {
        result_.hasMark_ = header.mark == OmFile::kMark;
        result_.kind_ = static_cast<OmFile::Kind>(header.kind);
        hasLargeTables_ = header.bodyBytes64 != 0 || result_.kind_ == OmFile::Kind::kFlow;
        const auto name = file_.subspan(offsetof(OmHeader, name), sizeof(OmHeader::name));
        const auto end = std::ranges::find(name, std::byte{0});
        result_.name_ = {reinterpret_cast<const char*>(name.data()),
                         static_cast<size_t>(end - name.begin())};
    }

    Status readModel(uint32_t index, uint32_t count) {
        Status status = readPartitions();
        return status.isOk() || count == 1
                   ? std::move(status)
                   : std::move(status).withContext(fmt::format("model {} of {}", index, count));
    }

    Status readPartitions() {
        const char* what = "the count of the partition table";
        BELAY_ASSIGN(const auto count, reader_.read<uint32_t>(what));
        if (hasLargeTables_) {
            BELAY_TRY(reader_.take(sizeof(uint32_t), what).takeStatus());
        }
        BELAY_TRY(checkCount(count));
        return hasLargeTables_ ? readTable<OmLargeEntry>(count) : readTable<OmSmallEntry>(count);
    }

    Status checkCount(uint32_t count) const {
        const uint32_t most = result_.kind_ == OmFile::Kind::kFlow ? OmFile::kMaxFlowPartitions
                                                                   : OmFile::kMaxPartitions;
        return count >= 1 && count <= most
                   ? Status::ok()
                   : Status::error(kDamaged,
                                   "the count of the partition table is {}; it must be 1 to {}",
                                   count, most);
    }

    // Offsets are not looked at: partitions lie one behind the other.
    template <typename Entry>
    Status readTable(uint32_t count) {
        BELAY_ASSIGN(const auto bytes, reader_.take(count * sizeof(Entry), "the partition table"));
        BoundedReader table(bytes, kDamaged);
        OmFile::Model model;
        model.partitions.reserve(count);
        for (uint32_t i = 0; i < count; ++i) {
            BELAY_ASSIGN(const auto entry, table.read<Entry>("an entry"));
            OmFile::Partition partition;
            partition.type = static_cast<OmFile::PartitionType>(entry.type);
            BELAY_ASSIGN(
                partition.content,
                reader_.take(entry.bytes, fmt::format("partition {} of type {}", i, entry.type)));
            model.partitions.push_back(partition);
        }
        result_.models_.push_back(std::move(model));
        return Status::ok();
    }

    std::span<const std::byte> file_;
    BoundedReader reader_;
    bool hasLargeTables_ = false;
    OmFile result_;
};

Result<OmFile> OmFile::parse(std::span<const std::byte> file) {
    return OmFileParser(file).parse();
}

const OmFile::Partition* OmFile::Model::find(PartitionType type) const noexcept {
    const auto found = std::ranges::find(partitions, type, &Partition::type);
    return found == partitions.end() ? nullptr : &*found;
}

}  // namespace belay
