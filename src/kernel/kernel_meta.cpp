#include "kernel/kernel_meta.h"

#include "base/bounded_reader.h"

namespace belay {
namespace {

constexpr Code kError = Code::kRtParamInvalid;

// A header that says what follows; both numbers are little-endian.
struct RecordHeader {
    uint16_t type;
    uint16_t length;  // of the value
};

struct FunctionEntry {
    uint8_t flags;
    uint8_t padding[7];  // NOLINT(modernize-avoid-c-arrays): the file's layout
    uint64_t key;

    static constexpr uint8_t kIsOff = 0x80;
};

#pragma pack(push, 1)

struct ParamSummary {
    uint32_t count;
    uint64_t bytes;
};

#pragma pack(pop)

struct ParamRecord {
    uint32_t index;
    uint32_t ordinal;
    uint32_t offset;
    uint32_t size;
    uint16_t align;
    uint16_t kind;
    uint32_t addressSpace;
};

static_assert(sizeof(FunctionEntry) == 16 && sizeof(ParamSummary) == 12);
static_assert(sizeof(ParamRecord) == 24);

// Calls `take(type, value)` for each record, in order.
template <typename Take>
Status forEachRecord(std::span<const std::byte> section, std::string_view whose, Take take) {
    BoundedReader reader(section, kError);
    // Linkers round the size of a section up, with zeros.
    while (reader.remaining() >= sizeof(RecordHeader)) {
        BELAY_ASSIGN(const auto header,
                     reader.read<RecordHeader>(fmt::format("a record about {}", whose)));
        BELAY_ASSIGN(const auto value, reader.take(header.length, fmt::format("record {} about {}",
                                                                              header.type, whose)));
        BELAY_TRY(take(header.type, value));
    }
    return Status::ok();
}

// The value of a record as a T; longer ones may come with later compilers.
template <typename T>
Result<T> valueOf(std::span<const std::byte> value, std::string_view what, std::string_view whose) {
    BoundedReader reader(value, kError);
    return reader.read<T>(fmt::format("{} of {}", what, whose));
}

/// Fills the KernelMeta of one kernel.
class KernelMetaParser {
  public:
    explicit KernelMetaParser(std::string_view kernel) : kernel_(kernel) {}

    Result<KernelMeta> parse(std::span<const std::byte> section) {
        BELAY_TRY(
            forEachRecord(section, kernel_, [&](uint16_t type, std::span<const std::byte> value) {
                return take(static_cast<KernelRecord>(type), value);
            }));
        BELAY_TRY(checkParams());
        return std::move(meta_);
    }

  private:
    Status take(KernelRecord record, std::span<const std::byte> value) {
        switch (record) {
            case KernelRecord::kType:
                return takeType(value);
            case KernelRecord::kCrossCoreSync: {
                BELAY_ASSIGN(const auto flag, read<uint32_t>(value, "the synchronisation flag"));
                meta_.syncsAcrossCores = flag != 0;
                return Status::ok();
            }
            case KernelRecord::kRatio: {
                BELAY_ASSIGN(meta_.ratio, read<TaskRatio>(value, "the ratio of cores"));
                return Status::ok();
            }
            case KernelRecord::kStack: {
                BELAY_ASSIGN(meta_.stackBytes, read<uint32_t>(value, "the size of the stack"));
                return Status::ok();
            }
            case KernelRecord::kFunctionEntry:
                return takeEntry(value);
            case KernelRecord::kBlockCount: {
                BELAY_ASSIGN(meta_.blockCount, read<uint32_t>(value, "the number of blocks"));
                return Status::ok();
            }
            case KernelRecord::kParamSummary:
                return takeSummary(value);
            case KernelRecord::kParam:
                return takeParam(value);
            case KernelRecord::kScheduleMode: {
                BELAY_ASSIGN(meta_.scheduleMode, read<uint32_t>(value, "the schedule mode"));
                return Status::ok();
            }
        }
        return Status::ok();
    }

    template <typename T>
    Result<T> read(std::span<const std::byte> value, std::string_view what) {
        return valueOf<T>(value, what, kernel_);
    }

    Status takeType(std::span<const std::byte> value) {
        BELAY_ASSIGN(const auto type, read<uint32_t>(value, "the kind"));
        if (type < static_cast<uint32_t>(KernelType::kAicore) ||
            type > static_cast<uint32_t>(KernelType::kVectorRollback)) {
            return Status::error(kError, "kernel {} is of kind {}; kinds are 1 to 7", kernel_,
                                 type);
        }
        meta_.type = static_cast<KernelType>(type);
        return Status::ok();
    }

    Status takeEntry(std::span<const std::byte> value) {
        BELAY_ASSIGN(const auto entry, read<FunctionEntry>(value, "the entry"));
        if ((entry.flags & FunctionEntry::kIsOff) == 0) {
            meta_.entry = entry.key;
        }
        return Status::ok();
    }

    Status takeSummary(std::span<const std::byte> value) {
        BELAY_ASSIGN(const auto summary, read<ParamSummary>(value, "the summary of parameters"));
        paramCount_ = summary.count;
        meta_.paramBytes = uint64_t{summary.bytes};  // a copy: the member is not aligned
        return Status::ok();
    }

    Status takeParam(std::span<const std::byte> value) {
        BELAY_ASSIGN(const auto record, read<ParamRecord>(value, "a parameter"));
        if (record.index != meta_.params.size()) {
            return Status::error(kError, "parameter {} of kernel {} comes in place {}",
                                 record.index, kernel_, meta_.params.size());
        }
        meta_.params.push_back({record.offset, record.size, record.align, record.kind});
        return Status::ok();
    }

    Status checkParams() const {
        if (!meta_.paramBytes) {
            return meta_.params.empty()
                       ? Status::ok()
                       : Status::error(kError, "kernel {} has parameters without their summary",
                                       kernel_);
        }
        if (paramCount_ != meta_.params.size()) {
            return Status::error(kError, "kernel {} announces {} parameters and describes {}",
                                 kernel_, paramCount_, meta_.params.size());
        }
        for (size_t i = 0; i < meta_.params.size(); ++i) {
            const KernelParam& param = meta_.params[i];
            if (uint64_t{param.offset} + param.size > *meta_.paramBytes) {
                return Status::error(
                    kError, "parameter {} of kernel {} has {} bytes at offset {}; all have {}", i,
                    kernel_, param.size, param.offset, *meta_.paramBytes);
            }
        }
        return Status::ok();
    }

    const std::string_view kernel_;
    KernelMeta meta_;
    uint32_t paramCount_ = 0;
};

}  // namespace

Result<KernelMeta> KernelMeta::parse(std::span<const std::byte> section, std::string_view kernel) {
    return KernelMetaParser(kernel).parse(section);
}

Result<BinaryMeta> BinaryMeta::parse(std::span<const std::byte> section) {
    BinaryMeta meta;
    const auto take = [&](uint16_t type, std::span<const std::byte> value) -> Status {
        if (static_cast<BinaryRecord>(type) != BinaryRecord::kImplicitItems) {
            return Status::ok();
        }
        BoundedReader items(value, kError);
        while (items.remaining() != 0) {
            BELAY_ASSIGN(const auto item, items.read<uint32_t>("an implicit item of the binary"));
            if (item == 0 || item > 32) {
                return Status::error(kError,
                                     "the binary has the implicit item {}; they are 1 to 32", item);
            }
            meta.implicitItems |= uint32_t{1} << (item - 1);
        }
        return Status::ok();
    };
    BELAY_TRY(forEachRecord(section, "the binary", take));
    return meta;
}

}  // namespace belay
