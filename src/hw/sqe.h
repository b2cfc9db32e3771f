// Submission queue entries (SQEs) of STARS v1: 64 bytes for each kind, and where every field lies.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "hw/field.h"

namespace belay::hw {

/// One entry as it lies in the ring.
struct alignas(64) Sqe {
    Words<16> words{};

    bool operator==(const Sqe&) const = default;
};

static_assert(sizeof(Sqe) == 64 && std::is_trivially_copyable_v<Sqe>);

/// The device memory that a MIX entry points to.
struct alignas(128) MixContextImage {
    Words<32> words{};

    bool operator==(const MixContextImage&) const = default;
};

static_assert(sizeof(MixContextImage) == 128 && std::is_trivially_copyable_v<MixContextImage>);

/// The device memory that a write in pointer mode points to.
struct alignas(64) WriteTargetImage {
    Words<16> words{};

    bool operator==(const WriteTargetImage&) const = default;
};

static_assert(sizeof(WriteTargetImage) == 64 && std::is_trivially_copyable_v<WriteTargetImage>);

enum class SqeType : uint8_t {
    kAicore = 0,  ///< also MIX kernels, cache maintenance and barriers
    kAicpu = 1,   ///< also host callbacks
    kPlaceholder = 3,
    kEventRecord = 4,
    kEventWait = 5,
    kNotifyRecord = 6,
    kNotifyWait = 7,
    kWriteValue = 8,
    kSdma = 11,
    kVpc = 12,
    kJpegEncode = 13,
    kJpegDecode = 14,
    kDsa = 15,
    kRoce = 16,
    kPcieDma = 17,
    kCdqm = 19,
    kCond = 20,
    kInvalid = 63,  ///< what a refused entry becomes
};

/// Position of every field. A field stands here once; encoder and decoder go through
/// stars_v1_map.h, which pairs it with a parameter.
namespace stars_v1 {

/// Bytes 0 to 7 and 14: the same in every entry.
struct CommonFields {
    static constexpr Field kType{0, 0, 6};
    static constexpr Field kGroupLock{0, 6, 1};
    static constexpr Field kGroupUnlock{0, 7, 1};
    static constexpr Field kInterruptAtEnd{0, 8, 2};
    static constexpr Field kPreProcess{0, 10, 2};
    static constexpr Field kPostProcess{0, 12, 2};
    static constexpr Field kWriteCqe{0, 14, 1};
    static constexpr Field kOverflowEnable{0, 15, 1};  ///< MIX only
    static constexpr Field kBlockDim{0, 16, 16};       ///< kernels only
    static constexpr Field kTaskType{0, 16, 16};       ///< placeholders only
    static constexpr Field kStreamId{1, 0, 16};
    static constexpr Field kTaskId{1, 16, 16};
    static constexpr Field kSqeIndex{3, 0, 16};  ///< kernels, callbacks and cache entries
    static constexpr Field kKernelCredit{3, 16, 8};
};

static_assert(CommonFields::kBlockDim.byteOffset() == 2);
static_assert(CommonFields::kStreamId.byteOffset() == 4);
static_assert(CommonFields::kTaskId.byteOffset() == 6);
static_assert(CommonFields::kSqeIndex.byteOffset() == 12);
static_assert(CommonFields::kKernelCredit.byteOffset() == 14);

/// What all entries of type 0 share.
struct AicoreFields {
    static constexpr Field kFftsType{2, 0, 3};
    static constexpr Field kIsCmo{2, 3, 1};
    static constexpr Field kWrrRatio{2, 12, 4};
    static constexpr Field kScheduleMode{3, 24, 2};    ///< not MIX
    static constexpr Field kIcachePrefetch{3, 27, 5};  ///< not MIX
    static constexpr Field kStackBase{4, 0, 64};       ///< kernels
    static constexpr Field kLaunchFlags{13, 0, 4};     ///< kernels
};

static_assert(AicoreFields::kStackBase.byteOffset() == 16);
static_assert(AicoreFields::kLaunchFlags.byteOffset() == 52);

/// Values of kFftsType.
constexpr uint64_t kFftsTypeCube = 0;
constexpr uint64_t kFftsTypeVector = 1;
constexpr uint64_t kFftsTypeMix = 4;

struct KernelFields {
    static constexpr Field kPmg{7, 0, 2};
    static constexpr Field kNonSecure{7, 2, 1};
    static constexpr Field kPartId{7, 3, 8};
    static constexpr Field kQos{7, 12, 4};
    static constexpr Field kPc{8, 0, 48};
    static constexpr Field kArgs{10, 0, 52};
    static constexpr Field kStackLevel{11, 20, 12};
    static constexpr Field kArgsSize{12, 0, 32};
};

static_assert(KernelFields::kPmg.byteOffset() == 28);
static_assert(KernelFields::kPc.byteOffset() == 32);
static_assert(KernelFields::kArgs.byteOffset() == 40);
static_assert(KernelFields::kArgsSize.byteOffset() == 48);

struct MixFields {
    static constexpr Field kScheduleDfx{2, 4, 1};
    static constexpr Field kDsaQueueId{2, 16, 11};
    static constexpr Field kSubType{3, 24, 8};
    static constexpr Field kTotalContexts{6, 0, 16};
    static constexpr Field kReadyContexts{6, 16, 16};
    static constexpr Field kPreloadContexts{7, 0, 16};
    static constexpr Field kTimeout{7, 16, 16};
    static constexpr Field kPrefetchOutstanding{8, 16, 5};
    static constexpr Field kMaintenanceOutstanding{8, 24, 5};
    static constexpr Field kCubePrefetchLower{9, 0, 5};
    static constexpr Field kCubePrefetchUpper{9, 8, 5};
    static constexpr Field kVectorPrefetchLower{9, 16, 5};
    static constexpr Field kVectorPrefetchUpper{9, 24, 5};
    static constexpr Field kContextAddr{10, 0, 49};
    static constexpr Field kPid{12, 0, 32};
};

static_assert(MixFields::kSubType.byteOffset() == 15);
static_assert(MixFields::kTotalContexts.byteOffset() == 24);
static_assert(MixFields::kPreloadContexts.byteOffset() == 28);
static_assert(MixFields::kContextAddr.byteOffset() == 40);
static_assert(MixFields::kPid.byteOffset() == 48);

/// In the 128 bytes of a MixContextImage.
struct MixContextFields {
    static constexpr Field kContextType{0, 0, 16};
    static constexpr Field kScheduleMode{16, 1, 2};
    static constexpr Field kCubeIcachePrefetch{16, 3, 5};
    static constexpr Field kVectorIcachePrefetch{16, 8, 5};
    static constexpr Field kAtomicMode{16, 15, 1};
    static constexpr Field kPmg{17, 0, 2};
    static constexpr Field kNonSecure{17, 2, 1};
    static constexpr Field kPartId{17, 3, 8};
    static constexpr Field kQos{17, 12, 4};
    static constexpr Field kBlockRatio{17, 16, 8};
    static constexpr Field kTailBlockRatio{17, 24, 8};
    static constexpr Field kThreadId{18, 0, 16};
    static constexpr Field kThreadDim{18, 16, 16};
    static constexpr Field kBlockDim{19, 0, 16};
    static constexpr Field kTailBlockDim{19, 16, 16};
    static constexpr Field kCubeArgs{20, 0, 48};
    static constexpr Field kCubeArgsStride{21, 16, 16};
    static constexpr Field kVectorArgs{22, 0, 48};
    static constexpr Field kVectorArgsStride{23, 16, 16};
    static constexpr Field kCubePc{24, 0, 48};
    static constexpr Field kCubeTailPcHigh{25, 16, 16};
    static constexpr Field kCubeTailPcLow{26, 0, 32};
    static constexpr Field kVectorPc{27, 0, 48};
    static constexpr Field kVectorTailPcHigh{28, 16, 16};
    static constexpr Field kVectorTailPcLow{29, 0, 32};
    static constexpr Field kSourceSlots{30, 0, 64};
};

static_assert(MixContextFields::kScheduleMode.byteOffset() == 0x40);
static_assert(MixContextFields::kPmg.byteOffset() == 0x44);
static_assert(MixContextFields::kBlockRatio.byteOffset() == 0x46);
static_assert(MixContextFields::kTailBlockRatio.byteOffset() == 0x47);
static_assert(MixContextFields::kThreadId.byteOffset() == 0x48);
static_assert(MixContextFields::kThreadDim.byteOffset() == 0x4A);
static_assert(MixContextFields::kBlockDim.byteOffset() == 0x4C);
static_assert(MixContextFields::kTailBlockDim.byteOffset() == 0x4E);
static_assert(MixContextFields::kCubeArgs.byteOffset() == 0x50);
static_assert(MixContextFields::kCubeArgsStride.byteOffset() == 0x56);
static_assert(MixContextFields::kVectorArgs.byteOffset() == 0x58);
static_assert(MixContextFields::kVectorArgsStride.byteOffset() == 0x5E);
static_assert(MixContextFields::kCubePc.byteOffset() == 0x60);
static_assert(MixContextFields::kCubeTailPcHigh.byteOffset() == 0x66);
static_assert(MixContextFields::kCubeTailPcLow.byteOffset() == 0x68);
static_assert(MixContextFields::kVectorPc.byteOffset() == 0x6C);
static_assert(MixContextFields::kVectorTailPcHigh.byteOffset() == 0x72);
static_assert(MixContextFields::kVectorTailPcLow.byteOffset() == 0x74);
static_assert(MixContextFields::kSourceSlots.byteOffset() == 0x78);

/// What all entries of type 1 share.
struct TopicFields {
    static constexpr Field kKernelType{2, 16, 7};
    static constexpr Field kBatch{2, 23, 1};
    static constexpr Field kTopicType{2, 24, 4};
    static constexpr Field kQos{2, 28, 3};
    static constexpr Field kSubTopicId{14, 0, 12};
    static constexpr Field kTopicId{14, 12, 6};
    static constexpr Field kGroupId{14, 18, 6};
    static constexpr Field kUserDataLength{14, 24, 8};
    static constexpr Field kDestPid{15, 0, 32};
};

static_assert(TopicFields::kSubTopicId.byteOffset() == 56);
static_assert(TopicFields::kUserDataLength.byteOffset() == 59);
static_assert(TopicFields::kDestPid.byteOffset() == 60);

/// Values of kTopicId.
constexpr uint64_t kTopicAicpuKernel = 3;
constexpr uint64_t kTopicHostCallback = 26;

struct AicpuFields {
    static constexpr Field kLibraryName{4, 0, 48};
    static constexpr Field kArgs{6, 0, 48};
    static constexpr Field kKernelName{8, 0, 48};
    static constexpr Field kL2Control{10, 0, 48};
    static constexpr Field kOverflowEnable{11, 16, 1};
    static constexpr Field kDumpEnable{11, 17, 1};
    static constexpr Field kDebugDumpEnable{11, 18, 1};
    static constexpr Field kExtra{12, 0, 64};
};

static_assert(AicpuFields::kLibraryName.byteOffset() == 16);
static_assert(AicpuFields::kArgs.byteOffset() == 24);
static_assert(AicpuFields::kKernelName.byteOffset() == 32);
static_assert(AicpuFields::kL2Control.byteOffset() == 40);
static_assert(AicpuFields::kOverflowEnable.byteOffset() == 46);
static_assert(AicpuFields::kExtra.byteOffset() == 48);

struct CallbackFields {
    static constexpr Field kCqId{4, 0, 16};
    static constexpr Field kCqGroupId{4, 16, 16};
    static constexpr Field kDeviceId{5, 0, 16};
    static constexpr Field kStreamId{5, 16, 16};
    static constexpr Field kEventId{6, 0, 16};
    static constexpr Field kIsBlocking{6, 16, 16};
    static constexpr Field kTaskId{7, 0, 16};
    static constexpr Field kFunction{8, 0, 64};
    static constexpr Field kData{10, 0, 64};
};

static_assert(CallbackFields::kCqId.byteOffset() == 16);
static_assert(CallbackFields::kDeviceId.byteOffset() == 20);
static_assert(CallbackFields::kEventId.byteOffset() == 24);
static_assert(CallbackFields::kTaskId.byteOffset() == 28);
static_assert(CallbackFields::kFunction.byteOffset() == 32);
static_assert(CallbackFields::kData.byteOffset() == 40);

/// A placeholder's payload is words 4 to 15; a payload struct names its fields as in the entry.
constexpr uint8_t kPayloadWord = 4;

struct FlipFields {
    static constexpr Field kFlipNumber{4, 0, 16};
    static constexpr Field kSubType{4, 16, 16};
    static constexpr Field kStreamId{5, 0, 32};
};

static_assert(FlipFields::kStreamId.byteOffset() == 20);

struct MaintenanceFields {
    static constexpr Field kSubType{4, 0, 8};
    static constexpr Field kTargetId{4, 16, 16};
};

static_assert(MaintenanceFields::kTargetId.byteOffset() == 18);

struct RingBufferFields {
    static constexpr Field kOffset{4, 0, 64};
    static constexpr Field kPhysicalAddress{6, 0, 64};
    static constexpr Field kPid{8, 0, 64};
    static constexpr Field kTotalLength{10, 0, 32};
    static constexpr Field kDeleteFlag{11, 0, 8};
};

static_assert(RingBufferFields::kTotalLength.byteOffset() == 40);
static_assert(RingBufferFields::kDeleteFlag.byteOffset() == 44);

struct OverflowSwitchFields {
    static constexpr Field kStreamId{4, 0, 16};
    static constexpr Field kOn{4, 16, 1};
};

struct VersionFields {
    static constexpr Field kBuildVersion{4, 0, 32};
};

struct EventFields {
    static constexpr Field kEventId{2, 0, 16};
    static constexpr Field kResult{4, 0, 32};
    static constexpr Field kTimeoutS{5, 0, 32};
};

static_assert(EventFields::kEventId.byteOffset() == 8);
static_assert(EventFields::kResult.byteOffset() == 16);
static_assert(EventFields::kTimeoutS.byteOffset() == 20);

struct NotifyFields {
    static constexpr Field kNotifyId{2, 0, 13};
    static constexpr Field kTimeoutS{4, 0, 32};
};

static_assert(NotifyFields::kNotifyId.byteOffset() == 8);
static_assert(NotifyFields::kTimeoutS.byteOffset() == 16);

/// Where a write goes, counted from the word in which the description starts: 4 in an entry, 0 in
/// a WriteTargetImage. The sub type and the value lie differently in the two.
template <uint8_t Start>
struct WriteTargetFields {
    static constexpr Field kAddress{Start, 0, 49};
    static constexpr Field kSize{Start + 1, 20, 3};
    static constexpr Field kSnoop{Start + 1, 23, 1};
    static constexpr Field kCache{Start + 1, 24, 4};
    static constexpr Field kProtection{Start + 1, 28, 3};
    static constexpr Field kIsVirtual{Start + 1, 31, 1};
    static constexpr Field kSubType{Start + 3, 0, 32};
    static constexpr uint8_t kValueWord = Start + 4;
};

struct WriteValueFields : WriteTargetFields<4> {
    static constexpr Field kRemoteDeviceId{2, 0, 32};
    static constexpr Field kIsPod{3, 0, 16};
    static constexpr Field kPointerMode{3, 24, 1};
    static constexpr Field kEventId{6, 0, 32};
};

static_assert(WriteValueFields::kRemoteDeviceId.byteOffset() == 8);
static_assert(WriteValueFields::kPointerMode.byteOffset() == 15);
static_assert(WriteValueFields::kAddress.byteOffset() == 16);
static_assert(WriteValueFields::kEventId.byteOffset() == 24);
static_assert(WriteValueFields::kSubType.byteOffset() == 28);
static_assert(WriteValueFields::kValueWord == 8);
static_assert(WriteTargetFields<0>::kSubType.byteOffset() == 12);
static_assert(WriteTargetFields<0>::kValueWord == 4);

/// Writes and SDMA in pointer mode.
struct PointerFields {
    static constexpr Field kPointerMode{3, 24, 1};
    static constexpr Field kBlockAddr{4, 0, 49};
    static constexpr Field kIsVirtual{5, 31, 1};
};

static_assert(PointerFields::kBlockAddr.byteOffset() == 16);

/// The attributes of an access, in word 4 of SDMA and word 8 of cache maintenance.
template <uint8_t Word>
struct AccessFields {
    static constexpr Field kIe2{Word, 8, 1};
    static constexpr Field kSourceSubstreamValid{Word, 9, 1};
    static constexpr Field kDestinationSubstreamValid{Word, 10, 1};
    static constexpr Field kSourceNonSecure{Word, 11, 1};
    static constexpr Field kDestinationNonSecure{Word, 12, 1};
    static constexpr Field kQos{Word, 13, 4};
    static constexpr Field kSourceReadOnly{Word, 17, 1};
    static constexpr Field kDestinationReadOnly{Word, 18, 1};
    static constexpr Field kPartId{Word, 19, 8};
    static constexpr Field kMpam{Word, 27, 1};
};

struct SdmaFields {
    static constexpr Field kOperation{4, 0, 4};
    static constexpr Field kDataType{4, 4, 4};
    static constexpr Field kUseOffsets{4, 28, 1};
    static constexpr Field kSourceStreamId{5, 0, 16};
    static constexpr Field kSourceSubstreamId{5, 16, 16};
    static constexpr Field kDestinationStreamId{6, 0, 16};
    static constexpr Field kDestinationSubstreamId{6, 16, 16};
    static constexpr Field kLength{7, 0, 32};
    static constexpr Field kSource{8, 0, 64};
    static constexpr Field kDestination{10, 0, 64};
    static constexpr Field kSourceOffsetLow{12, 0, 32};
    static constexpr Field kDestinationOffsetLow{13, 0, 32};
    static constexpr Field kSourceOffsetHigh{14, 0, 16};
    static constexpr Field kDestinationOffsetHigh{14, 16, 16};
};

static_assert(SdmaFields::kSourceStreamId.byteOffset() == 20);
static_assert(SdmaFields::kDestinationStreamId.byteOffset() == 24);
static_assert(SdmaFields::kLength.byteOffset() == 28);
static_assert(SdmaFields::kSource.byteOffset() == 32);
static_assert(SdmaFields::kDestination.byteOffset() == 40);
static_assert(SdmaFields::kSourceOffsetLow.byteOffset() == 48);
static_assert(SdmaFields::kDestinationOffsetHigh.byteOffset() == 58);

struct PcieDmaFields {
    static constexpr Field kListAddr{4, 0, 64};
    static constexpr Field kListTail{6, 0, 16};
    static constexpr Field kIsConverted{7, 0, 1};
    static constexpr Field kDsaUpdate{7, 1, 1};
    static constexpr Field kSqeUpdate{7, 2, 1};
    static constexpr Field kOffset{7, 3, 8};
    static constexpr Field kSource{8, 0, 64};
    static constexpr Field kDestination{10, 0, 64};
    static constexpr Field kLength{12, 0, 64};
    static constexpr Field kPassId{14, 0, 32};
};

static_assert(PcieDmaFields::kListAddr.byteOffset() == 16);
static_assert(PcieDmaFields::kListTail.byteOffset() == 24);
static_assert(PcieDmaFields::kIsConverted.byteOffset() == 28);
static_assert(PcieDmaFields::kSource.byteOffset() == 32);
static_assert(PcieDmaFields::kDestination.byteOffset() == 40);
static_assert(PcieDmaFields::kLength.byteOffset() == 48);
static_assert(PcieDmaFields::kPassId.byteOffset() == 56);

struct CondFields {
    static constexpr Field kSubType{2, 0, 8};
    static constexpr Field kModelId{3, 0, 16};
    static constexpr Field kDebugFlag{3, 30, 1};
    static constexpr Field kCsc{3, 31, 1};
    static constexpr uint8_t kInstructionWord = 4;
};

static_assert(CondFields::kSubType.byteOffset() == 8);
static_assert(CondFields::kModelId.byteOffset() == 12);

struct CmoFields {
    static constexpr Field kCmoType{4, 0, 16};  ///< 0: the entry is a barrier
    static constexpr Field kCmoId{4, 16, 16};
    static constexpr Field kOpcode{8, 0, 8};
    static constexpr Field kPmg{8, 28, 2};
    static constexpr Field kFormat{8, 30, 1};
    static constexpr Field kSourceStreamId{9, 0, 16};
    static constexpr Field kSourceSubstreamId{9, 16, 16};
    static constexpr Field kOuterCount{10, 0, 16};
    static constexpr Field kInnerCount{10, 16, 16};
    static constexpr Field kLength{11, 0, 32};
    static constexpr Field kAddress{12, 0, 64};
    static constexpr Field kOuterStride{14, 0, 32};
    static constexpr Field kInnerStride{15, 0, 32};
};

static_assert(CmoFields::kCmoType.byteOffset() == 16);
static_assert(CmoFields::kOpcode.byteOffset() == 32);
static_assert(CmoFields::kSourceStreamId.byteOffset() == 36);
static_assert(CmoFields::kOuterCount.byteOffset() == 40);
static_assert(CmoFields::kLength.byteOffset() == 44);
static_assert(CmoFields::kAddress.byteOffset() == 48);
static_assert(CmoFields::kInnerStride.byteOffset() == 60);

struct BarrierFields {
    static constexpr Field kBitmap{4, 16, 6};
    static constexpr uint8_t kItemWord = 5;  ///< six words: type, id
};

/// The bits of a word of items of a barrier.
struct BarrierItemFields {
    static constexpr uint8_t kTypeBit = 0;
    static constexpr uint8_t kIdBit = 16;
};

/// How the ids of a MIX entry lie in it. Its hardware does not keep bits 12 to 15 of the stream
/// field, so the task id takes the place of the stream id, with a mark, and the other way round.
struct MixIds {
    uint16_t streamField;
    uint16_t taskField;
};

constexpr uint16_t kMixIdsSwapped = 0x2000;    ///< in bits 12 and 13: 12 bits changed places
constexpr uint16_t kMixIdsExtended = 0x8000;   ///< 15 bits changed places
constexpr uint16_t kMixTaskBitsHigh = 0x1000;  ///< only bits 13 to 15 of the task id moved

/// `streamId` without kThreadWaits.
constexpr MixIds packMixIds(uint16_t streamId, uint16_t taskId) {
    if (streamId < 0x1000) {
        return {static_cast<uint16_t>((taskId & 0x0FFF) | kMixIdsSwapped),
                static_cast<uint16_t>(streamId | (taskId & 0xF000))};
    }
    return {static_cast<uint16_t>((taskId & 0x7FFF) | kMixIdsExtended),
            static_cast<uint16_t>((streamId & 0x7FFF) | (taskId & 0x8000))};
}

struct StreamAndTask {
    uint16_t streamId;
    uint16_t taskId;
};

/// Undoes packMixIds(), and takes the forms of older runtimes: ids in their usual places, and only
/// some bits moved.
constexpr StreamAndTask unpackMixIds(MixIds ids) {
    const uint16_t stream = ids.streamField;
    const uint16_t task = ids.taskField;
    if ((stream & kMixIdsExtended) != 0) {
        return {static_cast<uint16_t>(task & 0x7FFF),
                static_cast<uint16_t>((stream & 0x7FFF) | (task & 0x8000))};
    }
    if ((stream & 0x3000) == kMixIdsSwapped) {
        return {static_cast<uint16_t>(task & 0x0FFF),
                static_cast<uint16_t>((stream & 0x0FFF) | (task & 0xF000))};
    }
    if ((stream & kMixTaskBitsHigh) != 0) {
        return {static_cast<uint16_t>(stream & 0x0FFF),
                static_cast<uint16_t>((task & 0x1FFF) | (stream & 0xE000))};
    }
    return {stream, task};
}

}  // namespace stars_v1
}  // namespace belay::hw
