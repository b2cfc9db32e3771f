#include "runtime/memory_manager.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <utility>
#include <vector>

#include "hw/entry.h"
#include "hw/sqe_encode.h"
#include "runtime/entry_series.h"
#include "runtime/insist.h"
#include "runtime/stream.h"

namespace belay {
namespace {

using driver::PointerKind;

// Of the buffer that a fill copies from, again and again; a multiple of the pattern.
constexpr uint64_t kFillBuffer = uint64_t{1} << 20;

uint64_t addressOf(const void* pointer) {
    return reinterpret_cast<uintptr_t>(pointer);
}

const char* sideOf(bool isDevice) {
    return isDevice ? "a device" : "the host";
}

void encodeHostCopy(const hw::SqeEncoder& encoder, hw::Common common, uint64_t source,
                    uint64_t target, uint64_t bytes, hw::Sqe& sqe) {
    common.writeCqe = true;
    encoder.encode(
        hw::PcieDma{.common = common, .source = source, .destination = target, .length = bytes},
        sqe);
}

void encodeCopy(const hw::SqeEncoder& encoder, const hw::Common& common, const CopyPlan& plan,
                uint64_t offset, uint64_t bytes, hw::Sqe& sqe) {
    const uint64_t source = addressOf(plan.source) + offset;
    const uint64_t target = addressOf(plan.target) + offset;
    if (plan.hasHostSide) {
        encodeHostCopy(encoder, common, source, target, bytes, sqe);
        return;
    }
    encoder.encode(hw::Sdma{.common = common,
                            .length = static_cast<uint32_t>(bytes),
                            .source = source,
                            .destination = target},
                   sqe);
}

// The rows of a copy, prepared for its entry.
class RowList final : public TaskOwner {
  public:
    static Result<Ref<RowList>> create(Device& device, const driver::RowCopy& copy) {
        BELAY_ASSIGN(const driver::DmaList list,
                     device.driver().makeList(device.driverNumber(), copy));
        return Ref<RowList>(new RowList(device.driver(), list));
    }

    ~RowList() override { driver_.releaseList(list_); }

    RowList(const RowList&) = delete;
    RowList& operator=(const RowList&) = delete;

    const driver::DmaList& list() const noexcept { return list_; }

  private:
    RowList(driver::Driver& driver, const driver::DmaList& list) noexcept
        : driver_(driver), list_(list) {}

    driver::Driver& driver_;
    const driver::DmaList list_;
};

// `bytes` of a pattern; a rest that is less than one ends it.
void repeatPattern(void* start, uint32_t pattern, uint64_t bytes) {
    auto* at = static_cast<std::byte*>(start);
    const uint64_t rest = bytes % sizeof pattern;
    for (const std::byte* end = at + (bytes - rest); at != end; at += sizeof pattern) {
        std::memcpy(at, &pattern, sizeof pattern);
    }
    std::memcpy(at, &pattern, rest);
}

// The pinned buffer that a fill copies from.
class FillBuffer final : public TaskOwner {
  public:
    static Result<Ref<FillBuffer>> create(Device& device, uint32_t pattern, uint64_t bytes) {
        BELAY_ASSIGN(void* start, device.driver().allocate(device.driverNumber(), bytes,
                                                           driver::MemoryKind::kHostPinned));
        repeatPattern(start, pattern, bytes);
        return Ref<FillBuffer>(new FillBuffer(device.driver(), start));
    }

    ~FillBuffer() override {
        insist([this] { return driver_.release(start_); });
    }

    FillBuffer(const FillBuffer&) = delete;
    FillBuffer& operator=(const FillBuffer&) = delete;

    uint64_t address() const noexcept { return addressOf(start_); }

  private:
    FillBuffer(driver::Driver& driver, void* start) noexcept : driver_(driver), start_(start) {}

    driver::Driver& driver_;
    void* start_;
};

}  // namespace

// Managed memory is on the side that the kind says.
Status requireSides(CopyKind kind, PointerKind target, PointerKind source) {
    const bool fromManaged = source == PointerKind::kManaged;
    const bool toManaged = target == PointerKind::kManaged;
    const bool fromDevice = source == PointerKind::kDevice;
    const bool toDevice = target == PointerKind::kDevice;
    bool isMeant = true;
    if (kind == CopyKind::kHostToDevice || kind == CopyKind::kBufferHostToDevice) {
        isMeant = !fromDevice && (toDevice || toManaged);
    } else if (kind == CopyKind::kDeviceToHost) {
        isMeant = (fromDevice || fromManaged) && !toDevice;
    }
    if (!isMeant) {
        return Status::error(Code::kRtParamInvalid,
                             "argument 'kind' contradicts the addresses: 'src' is memory of {}, "
                             "'dst' of {}",
                             sideOf(fromDevice), sideOf(toDevice));
    }
    const bool hasDevice = fromDevice || toDevice || fromManaged || toManaged;
    if (kind == CopyKind::kHostToHost || !hasDevice) {
        return Status::error(Code::kRtFeatureNotSupport,
                             "copies within the host cannot be asynchronous; use aclrtMemcpy");
    }
    return Status::ok();
}

Result<CopyPlan> planCopy(driver::Driver& driver, void* target, const void* source, uint64_t bytes,
                          CopyKind kind) {
    const PointerKind targetKind = driver.pointerInfo(target).kind;
    const PointerKind sourceKind = driver.pointerInfo(source).kind;
    BELAY_TRY(requireSides(kind, targetKind, sourceKind));
    const bool isPageable =
        targetKind == PointerKind::kUnknown || sourceKind == PointerKind::kUnknown;
    return CopyPlan{
        .target = target,
        .source = source,
        .bytes = bytes,
        .hasHostSide = targetKind != PointerKind::kDevice || sourceKind != PointerKind::kDevice,
        .mustWait = isPageable || kind == CopyKind::kBufferHostToDevice};
}

Status submitCopy(Stream& stream, const CopyPlan& plan) {
    const hw::SqeEncoder& encoder = stream.device().encoder();
    WaitAtEnd end(stream);
    Status status = submitInPieces(
        stream, nullptr, plan.bytes, kMostBytesPerEntry, end,
        [&](const hw::Common& common, uint64_t offset, uint64_t bytes, hw::Sqe& sqe) {
            encodeCopy(encoder, common, plan, offset, bytes, sqe);
        });
    return end.finish(std::move(status), plan.mustWait);
}

Status submitCopies(Stream& stream, std::span<const CopyPlan> plans) {
    struct Piece {
        const CopyPlan* plan;
        uint64_t offset;
    };

    std::vector<Piece> pieces;
    pieces.reserve(plans.size());
    bool mustWait = false;
    for (const CopyPlan& plan : plans) {
        mustWait = mustWait || plan.mustWait;
        for (uint64_t offset = 0; offset < plan.bytes; offset += kMostBytesPerEntry) {
            pieces.push_back({&plan, offset});
        }
    }
    const hw::SqeEncoder& encoder = stream.device().encoder();
    WaitAtEnd end(stream);
    Status status = stream.submitAll(
        nullptr, pieces.size(),
        [&](const hw::Common& common, uint64_t index, hw::Sqe& sqe) {
            const auto& [plan, offset] = pieces[index];
            encodeCopy(encoder, common, *plan, offset,
                       std::min(kMostBytesPerEntry, plan->bytes - offset), sqe);
            return Status::ok();
        },
        [&end](uint64_t serial) { end.note(serial); });
    return end.finish(std::move(status), mustWait);
}

Result<RowCopyPlan> planRowCopy(driver::Driver& driver, const driver::RowCopy& copy,
                                CopyKind kind) {
    const PointerKind target = driver.pointerInfo(copy.target).kind;
    const PointerKind source = driver.pointerInfo(copy.source).kind;
    BELAY_TRY(requireSides(kind, target, source));
    return RowCopyPlan{
        .copy = copy,
        .mustWait = target == PointerKind::kUnknown || source == PointerKind::kUnknown};
}

Status submitRowCopy(Stream& stream, const RowCopyPlan& plan) {
    BELAY_ASSIGN(const Ref<RowList> rows, RowList::create(stream.device(), plan.copy));
    const hw::SqeEncoder& encoder = stream.device().encoder();
    WaitAtEnd end(stream);
    BELAY_ASSIGN(const uint64_t serial,
                 stream.submit(rows.get(), [&](hw::Common common, uint64_t, hw::Sqe& sqe) {
                     common.writeCqe = true;
                     encoder.encode(hw::PcieDma{.common = common,
                                                .listAddr = rows->list().address,
                                                .listTail = rows->list().tail,
                                                .isConverted = true},
                                    sqe);
                     return Status::ok();
                 }));
    end.note(serial);
    return end.finish(Status::ok(), plan.mustWait);
}

FillPlan planFill(driver::Driver& driver, void* target, uint32_t pattern, uint64_t bytes) noexcept {
    return {.target = target,
            .bytes = bytes,
            .pattern = pattern,
            .mustWait = driver.pointerInfo(target).kind == PointerKind::kUnknown};
}

Status submitFill(Stream& stream, const FillPlan& plan) {
    const hw::SqeEncoder& encoder = stream.device().encoder();
    const uint64_t bufferBytes = std::min(plan.bytes, kFillBuffer);
    BELAY_ASSIGN(const Ref<FillBuffer> buffer,
                 FillBuffer::create(stream.device(), plan.pattern, bufferBytes));
    WaitAtEnd end(stream);
    Status status = submitInPieces(
        stream, buffer.get(), plan.bytes, bufferBytes, end,
        [&](const hw::Common& common, uint64_t offset, uint64_t bytes, hw::Sqe& sqe) {
            encodeHostCopy(encoder, common, buffer->address(), addressOf(plan.target) + offset,
                           bytes, sqe);
        });
    return end.finish(std::move(status), plan.mustWait);
}

Status fillNow(driver::Driver& driver, const FillPlan& plan) {
    const auto lowest = static_cast<uint8_t>(plan.pattern);
    if (plan.pattern == patternOf(lowest)) {
        return driver.fill(plan.target, lowest, plan.bytes);
    }
    std::vector<std::byte> buffer(std::min(plan.bytes, kFillBuffer));
    repeatPattern(buffer.data(), plan.pattern, buffer.size());
    for (uint64_t offset = 0; offset < plan.bytes; offset += buffer.size()) {
        BELAY_TRY(driver.copy(static_cast<std::byte*>(plan.target) + offset, buffer.data(),
                              std::min<uint64_t>(buffer.size(), plan.bytes - offset)));
    }
    return Status::ok();
}

}  // namespace belay
