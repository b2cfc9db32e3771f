#include "hw/sqe_decode.h"

#include <memory>
#include <type_traits>

#include "hw/stars_v1_map.h"

namespace belay::hw {

namespace {

using stars_v1::AicoreFields;
using stars_v1::CommonFields;
using stars_v1::isSound;
using stars_v1::PointerFields;
using stars_v1::Reader;
using stars_v1::TopicFields;
using stars_v1::usedBits;

static_assert(isSound<AicoreKernel, 16>() && isSound<MixKernel, 16>() &&
              isSound<AicpuKernel, 16>());
static_assert(isSound<HostCallback, 16>() && isSound<Placeholder, 16>());
static_assert(isSound<EventRecord, 16>() && isSound<EventWait, 16>());
static_assert(isSound<NotifyRecord, 16>() && isSound<NotifyWait, 16>());
static_assert(isSound<WriteValue, 16>() && isSound<WriteValuePointer, 16>());
static_assert(isSound<Sdma, 16>() && isSound<SdmaPointer, 16>() && isSound<PcieDma, 16>());
static_assert(isSound<Cond, 16>() && isSound<Cmo, 16>() && isSound<Barrier, 16>());
static_assert(isSound<MixContext, 32>() && isSound<WriteTarget, 16>());
static_assert(isSound<FlipMarker, 16>() && isSound<StreamMaintenance, 16>());
static_assert(isSound<RingBufferControl, 16>() && isSound<OverflowSwitch, 16>());
static_assert(isSound<VersionQuery, 16>());

/// The first word with a bit that means nothing in this kind of entry.
template <typename Entry, size_t Count>
std::optional<uint8_t> findReservedBit(const Words<Count>& words) {
    static constexpr Words<Count> kUsed = usedBits<Entry, Count>();
    uint32_t reserved = 0;  // without an early exit the loop becomes a few vector instructions
    for (size_t i = 0; i < Count; ++i) {
        reserved |= words[i] & ~kUsed[i];
    }
    if (reserved == 0) [[likely]] {
        return std::nullopt;
    }
    uint8_t first = 0;
    while ((words[first] & ~kUsed[first]) == 0) {
        ++first;
    }
    return first;
}

/// Checks reserved bits, reads, checks the parameters. The entry is read where it stays: copying
/// what was just stored in small pieces costs more than all the rest.
template <typename Result, typename Entry, size_t Count>
Result read(const Words<Count>& words) {
    static_assert(std::is_trivially_destructible_v<Result>);
    Result result;
    if (const auto word = findReservedBit<Entry>(words)) {
        result = Result(Refusal{Rule::kReservedBit, *word});
        return result;
    }
    // In the place of the refusal; other than emplace(), this has no way to throw.
    Entry& entry = *std::get_if<Entry>(std::construct_at(&result, std::in_place_type<Entry>));
    const Reader<Count> reader(words);
    map(reader, entry);
    if constexpr (requires { findRefusal(entry); }) {
        if (const auto refusal = findRefusal(entry)) {
            result = Result(*refusal);
        }
    }
    return result;
}

template <typename Entry>
Decoded readEntry(const Sqe& sqe) {
    return read<Decoded, Entry>(sqe.words);
}

Decoded decodeAicore(const Sqe& sqe) {
    const uint64_t fftsType = getField(sqe.words, AicoreFields::kFftsType);
    if (getField(sqe.words, AicoreFields::kIsCmo) != 0) {
        if (fftsType != 0) {
            return Refusal{Rule::kFftsType};
        }
        const bool isBarrier = getField(sqe.words, stars_v1::CmoFields::kCmoType) == 0;
        return isBarrier ? readEntry<Barrier>(sqe) : readEntry<Cmo>(sqe);
    }
    switch (fftsType) {
        case stars_v1::kFftsTypeCube:
        case stars_v1::kFftsTypeVector:
            return readEntry<AicoreKernel>(sqe);
        case stars_v1::kFftsTypeMix:
            return readEntry<MixKernel>(sqe);
        default:
            return Refusal{Rule::kFftsType};
    }
}

Decoded decodeTopic(const Sqe& sqe) {
    switch (getField(sqe.words, TopicFields::kTopicId)) {
        case stars_v1::kTopicAicpuKernel:
            return readEntry<AicpuKernel>(sqe);
        case stars_v1::kTopicHostCallback:
            if (getField(sqe.words, TopicFields::kTopicType) !=
                static_cast<uint64_t>(TopicType::kHostControl)) {
                return Refusal{Rule::kTopicType};
            }
            return readEntry<HostCallback>(sqe);
        default:
            return Refusal{Rule::kTopic};
    }
}

bool isPointerMode(const Sqe& sqe) {
    return getField(sqe.words, PointerFields::kPointerMode) != 0;
}

Decoded decodeSdma(const Sqe& sqe) {
    if (!isPointerMode(sqe)) {
        return readEntry<Sdma>(sqe);
    }
    if (getField(sqe.words, PointerFields::kIsVirtual) == 0) {
        return Refusal{Rule::kSdmaPointer};
    }
    return readEntry<SdmaPointer>(sqe);
}

bool mayRunForever(SqeType type) {
    return type == SqeType::kAicore || type == SqeType::kAicpu || type == SqeType::kEventWait ||
           type == SqeType::kNotifyWait;
}

}  // namespace

SqeType typeOf(const Sqe& sqe) noexcept {
    return static_cast<SqeType>(getField(sqe.words, CommonFields::kType));
}

stars_v1::StreamAndTask idsOf(const Sqe& sqe) noexcept {
    const auto streamId = static_cast<uint16_t>(getField(sqe.words, CommonFields::kStreamId));
    const auto taskId = static_cast<uint16_t>(getField(sqe.words, CommonFields::kTaskId));
    const bool isMix = typeOf(sqe) == SqeType::kAicore &&
                       getField(sqe.words, AicoreFields::kIsCmo) == 0 &&
                       getField(sqe.words, AicoreFields::kFftsType) == stars_v1::kFftsTypeMix;
    return isMix ? stars_v1::unpackMixIds({streamId, taskId})
                 : stars_v1::StreamAndTask{streamId, taskId};
}

void invalidate(Sqe& sqe) noexcept {
    putField(sqe.words, CommonFields::kType, static_cast<uint64_t>(SqeType::kInvalid));
}

Decoded decode(const Sqe& sqe) noexcept {
    const SqeType type = typeOf(sqe);
    if (getField(sqe.words, CommonFields::kKernelCredit) == kUnlimitedCredit &&
        !mayRunForever(type)) {
        return Refusal{Rule::kKernelCredit};
    }
    switch (type) {
        case SqeType::kAicore:
            return decodeAicore(sqe);
        case SqeType::kAicpu:
            return decodeTopic(sqe);
        case SqeType::kPlaceholder:
            return readEntry<Placeholder>(sqe);
        case SqeType::kEventRecord:
            return readEntry<EventRecord>(sqe);
        case SqeType::kEventWait:
            return readEntry<EventWait>(sqe);
        case SqeType::kNotifyRecord:
            return readEntry<NotifyRecord>(sqe);
        case SqeType::kNotifyWait:
            return readEntry<NotifyWait>(sqe);
        case SqeType::kWriteValue:
            return isPointerMode(sqe) ? readEntry<WriteValuePointer>(sqe)
                                      : readEntry<WriteValue>(sqe);
        case SqeType::kSdma:
            return decodeSdma(sqe);
        case SqeType::kPcieDma:
            return readEntry<PcieDma>(sqe);
        case SqeType::kCond:
            return readEntry<Cond>(sqe);
        case SqeType::kVpc:
        case SqeType::kJpegEncode:
        case SqeType::kJpegDecode:
        case SqeType::kDsa:
        case SqeType::kRoce:
        case SqeType::kCdqm:
            return Refusal{Rule::kNotExecutable};
        case SqeType::kInvalid:
            break;
    }
    return Refusal{Rule::kUnknownType};
}

std::variant<Refusal, MixContext> decode(const MixContextImage& image) noexcept {
    // The field is wider than MixSide.
    const uint64_t type = getField(image.words, stars_v1::MixContextFields::kContextType);
    if (type != static_cast<uint64_t>(MixSide::kCube) &&
        type != static_cast<uint64_t>(MixSide::kVector)) {
        return Refusal{Rule::kMixContextType};
    }
    return read<std::variant<Refusal, MixContext>, MixContext>(image.words);
}

std::variant<Refusal, WriteTarget> decode(const WriteTargetImage& image) noexcept {
    return read<std::variant<Refusal, WriteTarget>, WriteTarget>(image.words);
}

template <typename Payload>
std::optional<Payload> findPayload(const Placeholder& placeholder) noexcept {
    if (placeholder.taskType != Payload::kTaskType) {
        return std::nullopt;
    }
    Words<16> words{};
    for (size_t i = 0; i < placeholder.payload.size(); ++i) {
        words[stars_v1::kPayloadWord + i] = placeholder.payload[i];
    }
    Payload payload;
    const Reader<16> reader(words);
    map(reader, payload);
    return payload;
}

template std::optional<FlipMarker> findPayload(const Placeholder&) noexcept;
template std::optional<StreamMaintenance> findPayload(const Placeholder&) noexcept;
template std::optional<RingBufferControl> findPayload(const Placeholder&) noexcept;
template std::optional<OverflowSwitch> findPayload(const Placeholder&) noexcept;
template std::optional<VersionQuery> findPayload(const Placeholder&) noexcept;

}  // namespace belay::hw
