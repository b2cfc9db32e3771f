#include "runtime/sdma_tasks.h"

#include <array>
#include <cstring>

#include "hw/entry.h"
#include "hw/sqe_encode.h"
#include "runtime/device.h"
#include "runtime/entry_series.h"
#include "runtime/stream.h"

namespace belay {
namespace {

uint64_t addressOf(const void* pointer) {
    return reinterpret_cast<uintptr_t>(pointer);
}

// A description is what an entry has behind its first four words; the rest of the 64 bytes is 0.
Status writeDescription(Device& device, void* description, const hw::Sdma& entry) {
    constexpr size_t kHeadWords = 4;
    hw::Sqe sqe;
    device.encoder().encode(entry, sqe);
    std::array<uint32_t, kDescriptionBytes / sizeof(uint32_t)> block{};
    std::memcpy(block.data(), &sqe.words[kHeadWords],
                (sqe.words.size() - kHeadWords) * sizeof(uint32_t));
    return device.driver().copy(description, block.data(), sizeof block);
}

}  // namespace

Status submitIndirectCopy(Stream& stream, const IndirectCopy& copy) {
    const hw::SqeEncoder& encoder = stream.device().encoder();
    WaitAtEnd end(stream);
    return submitInPieces(
        stream, nullptr, copy.bytes, kMostBytesPerEntry, end,
        [&](const hw::Common& common, uint64_t offset, uint64_t bytes, hw::Sqe& sqe) {
            encoder.encode(hw::Sdma{.common = common,
                                    .useOffsets = true,
                                    .length = static_cast<uint32_t>(bytes),
                                    .source = addressOf(copy.sourcePlace),
                                    .destination = addressOf(copy.targetPlace),
                                    .sourceOffset = copy.sourceOffset + offset,
                                    .destinationOffset = copy.targetOffset + offset},
                           sqe);
        });
}

Status describeCopy(Device& device, void* description, const void* source, void* target,
                    uint64_t bytes) {
    return writeDescription(device, description,
                            {.length = static_cast<uint32_t>(bytes),
                             .source = addressOf(source),
                             .destination = addressOf(target)});
}

Status describePrefetch(Device& device, void* description, const void* start, uint64_t bytes) {
    return writeDescription(device, description,
                            {.operation = hw::SdmaOperation::kPrefetch,
                             .length = static_cast<uint32_t>(bytes),
                             .source = addressOf(start)});
}

Status submitDescribed(Stream& stream, const void* description) {
    const hw::SqeEncoder& encoder = stream.device().encoder();
    return stream
        .submit(nullptr,
                [&](const hw::Common& common, uint64_t, hw::Sqe& sqe) {
                    encoder.encode(
                        hw::SdmaPointer{.common = common, .blockAddr = addressOf(description)},
                        sqe);
                    return Status::ok();
                })
        .takeStatus();
}

Status submitPrefetch(Stream& stream, const void* start, uint64_t bytes) {
    const hw::SqeEncoder& encoder = stream.device().encoder();
    WaitAtEnd end(stream);
    return submitInPieces(
        stream, nullptr, bytes, kMostBytesPerEntry, end,
        [&](const hw::Common& common, uint64_t offset, uint64_t piece, hw::Sqe& sqe) {
            encoder.encode(hw::Cmo{.common = common,
                                   .cmoType = static_cast<uint16_t>(hw::CmoType::kPrefetch),
                                   .opcode = hw::CmoOpcode::kPrefetch,
                                   .length = static_cast<uint32_t>(piece),
                                   .address = addressOf(start) + offset},
                           sqe);
        });
}

}  // namespace belay
