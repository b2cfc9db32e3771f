// Which field of a STARS v1 entry holds which parameter: one map() per kind. A codec goes through
// it and writes, reads or collects bits.
#pragma once

#include <cassert>
#include <type_traits>

#include "hw/entry.h"
#include "hw/sqe.h"

namespace belay::hw::stars_v1 {

// A codec has these members:
//   field(f, value)        the parameter `value` lies in f
//   fixed(f, value)        f holds this value in every entry of the kind
//   split(low, high, v)    v lies in two fields that are no neighbours
//   words(first, array)    the array takes whole words
// All is inlined into the function that encodes or decodes a kind: a straight run of loads, shifts
// and stores.

/// Writes parameters into words that are zero.
template <size_t Count>
class Writer {
  public:
    template <typename T>
    [[gnu::always_inline]] constexpr void field(Field at, const T& value) {
        fixed(at, static_cast<uint64_t>(value));
    }

    [[gnu::always_inline]] constexpr void fixed(Field at, uint64_t value) {
        assert(at.holds(value));
        putField(words_, at, value);
    }

    [[gnu::always_inline]] constexpr void split(Field low, Field high, const uint64_t& value) {
        putField(words_, low, value);
        fixed(high, value >> low.width);
    }

    template <size_t Length>
    constexpr void words(uint8_t first, const Words<Length>& values) {
        for (size_t i = 0; i < Length; ++i) {
            words_[first + i] = values[i];
        }
    }

    constexpr const Words<Count>& result() const { return words_; }

  private:
    Words<Count> words_{};
};

/// Reads parameters.
template <size_t Count>
class Reader {
  public:
    constexpr explicit Reader(const Words<Count>& words) : words_(words) {}

    template <typename T>
    [[gnu::always_inline]] constexpr void field(Field at, T& value) const {
        value = static_cast<T>(getField(words_, at));
    }

    /// The decoder has looked at these before it chose the kind.
    [[gnu::always_inline]] constexpr void fixed([[maybe_unused]] Field at,
                                                [[maybe_unused]] uint64_t value) const {
        assert(getField(words_, at) == value);
    }

    [[gnu::always_inline]] constexpr void split(Field low, Field high, uint64_t& value) const {
        value = getField(words_, low) | getField(words_, high) << low.width;
    }

    template <size_t Length>
    [[gnu::always_inline]] constexpr void words(uint8_t first, Words<Length>& values) const {
        for (size_t i = 0; i < Length; ++i) {
            values[i] = words_[first + i];
        }
    }

  private:
    const Words<Count>& words_;
};

/// Collects the bits that mean something, and notices fields that lie on each other.
template <size_t Count>
class BitCollector {
  public:
    template <typename T>
    constexpr void field(Field at, const T& /*value*/) {
        take(at);
    }

    constexpr void fixed(Field at, uint64_t /*value*/) { take(at); }

    constexpr void split(Field low, Field high, uint64_t /*value*/) {
        take(low);
        take(high);
    }

    template <size_t Length>
    constexpr void words(uint8_t first, const Words<Length>& /*values*/) {
        for (size_t i = 0; i < Length; ++i) {
            take({static_cast<uint8_t>(first + i), 0, 32});
        }
    }

    constexpr const Words<Count>& bits() const { return bits_; }

    constexpr bool isSound() const { return sound_; }

  private:
    constexpr void take(Field at) {
        const bool fits = at.width > 0 &&
                          (at.spansWords() ? at.bit == 0 && at.width <= 64 : true) &&
                          at.word + (at.spansWords() ? 1U : 0U) < Count;
        if (!fits || getField(bits_, at) != 0) {
            sound_ = false;
            return;
        }
        putField(bits_, at, at.max());
    }

    Words<Count> bits_{};
    bool sound_ = true;
};

template <typename Codec>
[[gnu::always_inline]] constexpr void mapHead(Codec& codec, Common& common, SqeType type) {
    codec.fixed(CommonFields::kType, static_cast<uint64_t>(type));
    codec.field(CommonFields::kGroupLock, common.groupLock);
    codec.field(CommonFields::kGroupUnlock, common.groupUnlock);
    codec.field(CommonFields::kInterruptAtEnd, common.interruptAtEnd);
    codec.field(CommonFields::kPreProcess, common.preProcess);
    codec.field(CommonFields::kPostProcess, common.postProcess);
    codec.field(CommonFields::kWriteCqe, common.writeCqe);
}

template <typename Codec>
[[gnu::always_inline]] constexpr void mapCommon(Codec& codec, Common& common, uint8_t& kernelCredit,
                                                SqeType type) {
    mapHead(codec, common, type);
    codec.field(CommonFields::kStreamId, common.streamId);
    codec.field(CommonFields::kTaskId, common.taskId);
    codec.field(CommonFields::kKernelCredit, kernelCredit);
}

template <typename Codec>
[[gnu::always_inline]] constexpr void map(Codec& codec, AicoreKernel& kernel) {
    mapCommon(codec, kernel.common, kernel.kernelCredit, SqeType::kAicore);
    codec.field(CommonFields::kBlockDim, kernel.blockDim);
    codec.field(CommonFields::kSqeIndex, kernel.sqeIndex);
    codec.field(AicoreFields::kFftsType, kernel.core);
    codec.fixed(AicoreFields::kIsCmo, 0);
    codec.field(AicoreFields::kWrrRatio, kernel.wrrRatio);
    codec.field(AicoreFields::kScheduleMode, kernel.scheduleMode);
    codec.field(AicoreFields::kIcachePrefetch, kernel.icachePrefetch);
    codec.field(AicoreFields::kStackBase, kernel.stackBase);
    codec.field(KernelFields::kPmg, kernel.pmg);
    codec.field(KernelFields::kNonSecure, kernel.nonSecure);
    codec.field(KernelFields::kPartId, kernel.partId);
    codec.field(KernelFields::kQos, kernel.qos);
    codec.field(KernelFields::kPc, kernel.pc);
    codec.field(KernelFields::kArgs, kernel.args);
    codec.field(KernelFields::kStackLevel, kernel.stackLevel);
    codec.field(KernelFields::kArgsSize, kernel.argsSize);
    codec.field(AicoreFields::kLaunchFlags, kernel.launchFlags);
}

template <typename Codec>
[[gnu::always_inline]] constexpr void map(Codec& codec, MixKernel& kernel) {
    mapHead(codec, kernel.common, SqeType::kAicore);
    MixIds ids = packMixIds(kernel.common.streamId, kernel.common.taskId);
    codec.field(CommonFields::kStreamId, ids.streamField);
    codec.field(CommonFields::kTaskId, ids.taskField);
    const StreamAndTask unpacked = unpackMixIds(ids);
    kernel.common.streamId = unpacked.streamId;
    kernel.common.taskId = unpacked.taskId;
    codec.field(CommonFields::kKernelCredit, kernel.kernelCredit);
    codec.field(CommonFields::kOverflowEnable, kernel.overflowEnable);
    codec.field(CommonFields::kBlockDim, kernel.blockDim);
    codec.field(CommonFields::kSqeIndex, kernel.sqeIndex);
    codec.fixed(AicoreFields::kFftsType, kFftsTypeMix);
    codec.fixed(AicoreFields::kIsCmo, 0);
    codec.field(AicoreFields::kWrrRatio, kernel.wrrRatio);
    codec.field(AicoreFields::kStackBase, kernel.stackBase);
    codec.field(MixFields::kScheduleDfx, kernel.scheduleDfx);
    codec.field(MixFields::kDsaQueueId, kernel.dsaQueueId);
    codec.field(MixFields::kSubType, kernel.side);
    codec.field(MixFields::kTotalContexts, kernel.totalContexts);
    codec.field(MixFields::kReadyContexts, kernel.readyContexts);
    codec.field(MixFields::kPreloadContexts, kernel.preloadContexts);
    codec.field(MixFields::kTimeout, kernel.timeout);
    codec.field(MixFields::kPrefetchOutstanding, kernel.prefetchOutstanding);
    codec.field(MixFields::kMaintenanceOutstanding, kernel.maintenanceOutstanding);
    codec.field(MixFields::kCubePrefetchLower, kernel.cubePrefetchLower);
    codec.field(MixFields::kCubePrefetchUpper, kernel.cubePrefetchUpper);
    codec.field(MixFields::kVectorPrefetchLower, kernel.vectorPrefetchLower);
    codec.field(MixFields::kVectorPrefetchUpper, kernel.vectorPrefetchUpper);
    codec.field(MixFields::kContextAddr, kernel.contextAddr);
    codec.field(MixFields::kPid, kernel.pid);
    codec.field(AicoreFields::kLaunchFlags, kernel.launchFlags);
}

template <typename Codec>
[[gnu::always_inline]] constexpr void map(Codec& codec, MixContext& context) {
    codec.field(MixContextFields::kContextType, context.side);
    codec.field(MixContextFields::kScheduleMode, context.scheduleMode);
    codec.field(MixContextFields::kCubeIcachePrefetch, context.cubeIcachePrefetch);
    codec.field(MixContextFields::kVectorIcachePrefetch, context.vectorIcachePrefetch);
    codec.field(MixContextFields::kAtomicMode, context.atomicMode);
    codec.field(MixContextFields::kPmg, context.pmg);
    codec.field(MixContextFields::kNonSecure, context.nonSecure);
    codec.field(MixContextFields::kPartId, context.partId);
    codec.field(MixContextFields::kQos, context.qos);
    codec.field(MixContextFields::kBlockRatio, context.blockRatio);
    codec.field(MixContextFields::kTailBlockRatio, context.tailBlockRatio);
    codec.field(MixContextFields::kThreadId, context.stackLevel);
    codec.field(MixContextFields::kThreadDim, context.threadDim);
    codec.field(MixContextFields::kBlockDim, context.blockDim);
    codec.field(MixContextFields::kTailBlockDim, context.tailBlockDim);
    codec.field(MixContextFields::kCubeArgs, context.cubeArgs);
    codec.field(MixContextFields::kCubeArgsStride, context.cubeArgsStride);
    codec.field(MixContextFields::kVectorArgs, context.vectorArgs);
    codec.field(MixContextFields::kVectorArgsStride, context.vectorArgsStride);
    codec.field(MixContextFields::kCubePc, context.cubePc);
    codec.split(MixContextFields::kCubeTailPcLow, MixContextFields::kCubeTailPcHigh,
                context.cubeTailPc);
    codec.field(MixContextFields::kVectorPc, context.vectorPc);
    codec.split(MixContextFields::kVectorTailPcLow, MixContextFields::kVectorTailPcHigh,
                context.vectorTailPc);
    codec.field(MixContextFields::kSourceSlots, context.sourceSlots);
}

template <typename Codec>
[[gnu::always_inline]] constexpr void map(Codec& codec, AicpuKernel& kernel) {
    mapCommon(codec, kernel.common, kernel.kernelCredit, SqeType::kAicpu);
    codec.field(CommonFields::kBlockDim, kernel.blockDim);
    codec.field(CommonFields::kSqeIndex, kernel.sqeIndex);
    codec.field(TopicFields::kKernelType, kernel.kernelType);
    codec.field(TopicFields::kBatch, kernel.batch);
    codec.field(TopicFields::kTopicType, kernel.topicType);
    codec.field(TopicFields::kQos, kernel.qos);
    codec.field(AicpuFields::kLibraryName, kernel.libraryName);
    codec.field(AicpuFields::kArgs, kernel.args);
    codec.field(AicpuFields::kKernelName, kernel.kernelName);
    codec.field(AicpuFields::kL2Control, kernel.l2Control);
    codec.field(AicpuFields::kOverflowEnable, kernel.overflowEnable);
    codec.field(AicpuFields::kDumpEnable, kernel.dumpEnable);
    codec.field(AicpuFields::kDebugDumpEnable, kernel.debugDumpEnable);
    codec.field(AicpuFields::kExtra, kernel.extra);
    codec.field(TopicFields::kSubTopicId, kernel.subTopicId);
    codec.fixed(TopicFields::kTopicId, kTopicAicpuKernel);
    codec.field(TopicFields::kGroupId, kernel.groupId);
    codec.field(TopicFields::kUserDataLength, kernel.userDataLength);
    codec.field(TopicFields::kDestPid, kernel.destPid);
}

template <typename Codec>
[[gnu::always_inline]] constexpr void map(Codec& codec, HostCallback& callback) {
    mapCommon(codec, callback.common, callback.kernelCredit, SqeType::kAicpu);
    codec.field(CommonFields::kSqeIndex, callback.sqeIndex);
    codec.fixed(TopicFields::kTopicType, static_cast<uint64_t>(TopicType::kHostControl));
    codec.field(CallbackFields::kCqId, callback.cqId);
    codec.field(CallbackFields::kCqGroupId, callback.cqGroupId);
    codec.field(CallbackFields::kDeviceId, callback.deviceId);
    codec.field(CallbackFields::kStreamId, callback.streamId);
    codec.field(CallbackFields::kEventId, callback.eventId);
    codec.field(CallbackFields::kIsBlocking, callback.isBlocking);
    codec.field(CallbackFields::kTaskId, callback.taskId);
    codec.field(CallbackFields::kFunction, callback.function);
    codec.field(CallbackFields::kData, callback.data);
    codec.field(TopicFields::kSubTopicId, callback.subTopicId);
    codec.fixed(TopicFields::kTopicId, kTopicHostCallback);
    codec.field(TopicFields::kGroupId, callback.groupId);
    codec.field(TopicFields::kUserDataLength, callback.userDataLength);
    codec.field(TopicFields::kDestPid, callback.destPid);
}

template <typename Codec>
[[gnu::always_inline]] constexpr void map(Codec& codec, Placeholder& placeholder) {
    mapCommon(codec, placeholder.common, placeholder.kernelCredit, SqeType::kPlaceholder);
    codec.field(CommonFields::kTaskType, placeholder.taskType);
    codec.words(kPayloadWord, placeholder.payload);
}

template <typename Codec>
[[gnu::always_inline]] constexpr void map(Codec& codec, FlipMarker& marker) {
    codec.field(FlipFields::kFlipNumber, marker.flipNumber);
    codec.field(FlipFields::kSubType, marker.subType);
    codec.field(FlipFields::kStreamId, marker.streamId);
}

template <typename Codec>
[[gnu::always_inline]] constexpr void map(Codec& codec, StreamMaintenance& maintenance) {
    codec.field(MaintenanceFields::kSubType, maintenance.subType);
    codec.field(MaintenanceFields::kTargetId, maintenance.targetId);
}

template <typename Codec>
[[gnu::always_inline]] constexpr void map(Codec& codec, RingBufferControl& control) {
    codec.field(RingBufferFields::kOffset, control.offset);
    codec.field(RingBufferFields::kPhysicalAddress, control.physicalAddress);
    codec.field(RingBufferFields::kPid, control.pid);
    codec.field(RingBufferFields::kTotalLength, control.totalLength);
    codec.field(RingBufferFields::kDeleteFlag, control.deleteFlag);
}

template <typename Codec>
[[gnu::always_inline]] constexpr void map(Codec& codec, OverflowSwitch& overflowSwitch) {
    codec.field(OverflowSwitchFields::kStreamId, overflowSwitch.streamId);
    codec.field(OverflowSwitchFields::kOn, overflowSwitch.on);
}

template <typename Codec>
[[gnu::always_inline]] constexpr void map(Codec& codec, VersionQuery& query) {
    codec.field(VersionFields::kBuildVersion, query.buildVersion);
}

template <typename Codec>
[[gnu::always_inline]] constexpr void map(Codec& codec, EventRecord& record) {
    mapCommon(codec, record.common, record.kernelCredit, SqeType::kEventRecord);
    codec.field(EventFields::kEventId, record.eventId);
}

template <typename Codec>
[[gnu::always_inline]] constexpr void map(Codec& codec, EventWait& wait) {
    mapCommon(codec, wait.common, wait.kernelCredit, SqeType::kEventWait);
    codec.field(EventFields::kEventId, wait.eventId);
    codec.field(EventFields::kResult, wait.result);
    codec.field(EventFields::kTimeoutS, wait.timeoutS);
}

template <typename Codec>
[[gnu::always_inline]] constexpr void map(Codec& codec, NotifyRecord& record) {
    mapCommon(codec, record.common, record.kernelCredit, SqeType::kNotifyRecord);
    codec.field(NotifyFields::kNotifyId, record.notifyId);
}

template <typename Codec>
[[gnu::always_inline]] constexpr void map(Codec& codec, NotifyWait& wait) {
    mapCommon(codec, wait.common, wait.kernelCredit, SqeType::kNotifyWait);
    codec.field(NotifyFields::kNotifyId, wait.notifyId);
    codec.field(NotifyFields::kTimeoutS, wait.timeoutS);
}

template <typename Fields, typename Codec>
[[gnu::always_inline]] constexpr void mapTarget(Codec& codec, WriteTarget& target) {
    codec.field(Fields::kAddress, target.address);
    codec.field(Fields::kSize, target.size);
    codec.field(Fields::kSnoop, target.snoop);
    codec.field(Fields::kCache, target.cache);
    codec.field(Fields::kProtection, target.protection);
    codec.field(Fields::kIsVirtual, target.isVirtual);
    codec.field(Fields::kSubType, target.subType);
    codec.words(Fields::kValueWord, target.value);
}

template <typename Codec>
[[gnu::always_inline]] constexpr void map(Codec& codec, WriteTarget& target) {
    mapTarget<WriteTargetFields<0>>(codec, target);
}

template <typename Codec>
[[gnu::always_inline]] constexpr void map(Codec& codec, WriteValue& write) {
    mapCommon(codec, write.common, write.kernelCredit, SqeType::kWriteValue);
    codec.fixed(WriteValueFields::kPointerMode, 0);
    codec.field(WriteValueFields::kRemoteDeviceId, write.remoteDeviceId);
    codec.field(WriteValueFields::kIsPod, write.isPod);
    codec.field(WriteValueFields::kEventId, write.eventId);
    mapTarget<WriteValueFields>(codec, write.target);
}

template <typename Codec>
[[gnu::always_inline]] constexpr void map(Codec& codec, WriteValuePointer& write) {
    mapCommon(codec, write.common, write.kernelCredit, SqeType::kWriteValue);
    codec.fixed(PointerFields::kPointerMode, 1);
    codec.field(PointerFields::kBlockAddr, write.blockAddr);
    codec.field(PointerFields::kIsVirtual, write.isVirtual);
}

template <typename Fields, typename Codec>
[[gnu::always_inline]] constexpr void mapAccess(Codec& codec, AccessAttributes& attributes) {
    codec.field(Fields::kIe2, attributes.ie2);
    codec.field(Fields::kSourceSubstreamValid, attributes.sourceSubstreamValid);
    codec.field(Fields::kDestinationSubstreamValid, attributes.destinationSubstreamValid);
    codec.field(Fields::kSourceNonSecure, attributes.sourceNonSecure);
    codec.field(Fields::kDestinationNonSecure, attributes.destinationNonSecure);
    codec.field(Fields::kQos, attributes.qos);
    codec.field(Fields::kSourceReadOnly, attributes.sourceReadOnly);
    codec.field(Fields::kDestinationReadOnly, attributes.destinationReadOnly);
    codec.field(Fields::kPartId, attributes.partId);
    codec.field(Fields::kMpam, attributes.mpam);
}

template <typename Codec>
[[gnu::always_inline]] constexpr void map(Codec& codec, Sdma& copy) {
    mapCommon(codec, copy.common, copy.kernelCredit, SqeType::kSdma);
    codec.fixed(PointerFields::kPointerMode, 0);
    codec.field(SdmaFields::kOperation, copy.operation);
    codec.field(SdmaFields::kDataType, copy.dataType);
    mapAccess<AccessFields<4>>(codec, copy.attributes);
    codec.field(SdmaFields::kUseOffsets, copy.useOffsets);
    codec.field(SdmaFields::kSourceStreamId, copy.sourceStreamId);
    codec.field(SdmaFields::kSourceSubstreamId, copy.sourceSubstreamId);
    codec.field(SdmaFields::kDestinationStreamId, copy.destinationStreamId);
    codec.field(SdmaFields::kDestinationSubstreamId, copy.destinationSubstreamId);
    codec.field(SdmaFields::kLength, copy.length);
    codec.field(SdmaFields::kSource, copy.source);
    codec.field(SdmaFields::kDestination, copy.destination);
    codec.split(SdmaFields::kSourceOffsetLow, SdmaFields::kSourceOffsetHigh, copy.sourceOffset);
    codec.split(SdmaFields::kDestinationOffsetLow, SdmaFields::kDestinationOffsetHigh,
                copy.destinationOffset);
}

template <typename Codec>
[[gnu::always_inline]] constexpr void map(Codec& codec, SdmaPointer& copy) {
    mapCommon(codec, copy.common, copy.kernelCredit, SqeType::kSdma);
    codec.fixed(PointerFields::kPointerMode, 1);
    codec.field(PointerFields::kBlockAddr, copy.blockAddr);
    codec.fixed(PointerFields::kIsVirtual, 1);
}

template <typename Codec>
[[gnu::always_inline]] constexpr void map(Codec& codec, PcieDma& copy) {
    mapCommon(codec, copy.common, copy.kernelCredit, SqeType::kPcieDma);
    codec.field(PcieDmaFields::kListAddr, copy.listAddr);
    codec.field(PcieDmaFields::kListTail, copy.listTail);
    codec.field(PcieDmaFields::kIsConverted, copy.isConverted);
    codec.field(PcieDmaFields::kDsaUpdate, copy.dsaUpdate);
    codec.field(PcieDmaFields::kSqeUpdate, copy.sqeUpdate);
    codec.field(PcieDmaFields::kOffset, copy.offset);
    codec.field(PcieDmaFields::kSource, copy.source);
    codec.field(PcieDmaFields::kDestination, copy.destination);
    codec.field(PcieDmaFields::kLength, copy.length);
    codec.field(PcieDmaFields::kPassId, copy.passId);
}

template <typename Codec>
[[gnu::always_inline]] constexpr void map(Codec& codec, Cond& cond) {
    mapCommon(codec, cond.common, cond.kernelCredit, SqeType::kCond);
    codec.field(CondFields::kSubType, cond.subType);
    codec.field(CondFields::kModelId, cond.modelId);
    codec.field(CondFields::kDebugFlag, cond.debugFlag);
    codec.field(CondFields::kCsc, cond.csc);
    codec.words(CondFields::kInstructionWord, cond.instructions);
}

/// What cache maintenance and barriers share: kernels in form, marked by a bit.
template <typename Codec, typename Entry>
[[gnu::always_inline]] constexpr void mapCacheHead(Codec& codec, Entry& entry) {
    mapCommon(codec, entry.common, entry.kernelCredit, SqeType::kAicore);
    codec.field(CommonFields::kSqeIndex, entry.sqeIndex);
    codec.fixed(AicoreFields::kFftsType, 0);
    codec.fixed(AicoreFields::kIsCmo, 1);
    codec.field(AicoreFields::kWrrRatio, entry.wrrRatio);
    codec.field(AicoreFields::kScheduleMode, entry.scheduleMode);
    codec.field(AicoreFields::kIcachePrefetch, entry.icachePrefetch);
}

template <typename Codec>
[[gnu::always_inline]] constexpr void map(Codec& codec, Cmo& cmo) {
    mapCacheHead(codec, cmo);
    codec.field(CmoFields::kCmoType, cmo.cmoType);
    codec.field(CmoFields::kCmoId, cmo.cmoId);
    codec.field(CmoFields::kOpcode, cmo.opcode);
    mapAccess<AccessFields<8>>(codec, cmo.attributes);
    codec.field(CmoFields::kPmg, cmo.pmg);
    codec.field(CmoFields::kFormat, cmo.format);
    codec.field(CmoFields::kSourceStreamId, cmo.sourceStreamId);
    codec.field(CmoFields::kSourceSubstreamId, cmo.sourceSubstreamId);
    codec.field(CmoFields::kOuterCount, cmo.outerCount);
    codec.field(CmoFields::kInnerCount, cmo.innerCount);
    codec.field(CmoFields::kLength, cmo.length);
    codec.field(CmoFields::kAddress, cmo.address);
    codec.field(CmoFields::kOuterStride, cmo.outerStride);
    codec.field(CmoFields::kInnerStride, cmo.innerStride);
}

template <typename Codec>
[[gnu::always_inline]] constexpr void map(Codec& codec, Barrier& barrier) {
    mapCacheHead(codec, barrier);
    codec.fixed(CmoFields::kCmoType, 0);
    codec.field(BarrierFields::kBitmap, barrier.bitmap);
    uint8_t word = BarrierFields::kItemWord;
    for (Barrier::Item& item : barrier.items) {
        codec.field(Field{word, BarrierItemFields::kTypeBit, 16}, item.cmoType);
        codec.field(Field{word, BarrierItemFields::kIdBit, 16}, item.cmoId);
        ++word;
    }
}

/// The bits of an entry (or image) of `Count` words that mean something; the rest is reserved.
template <typename Entry, size_t Count>
constexpr Words<Count> usedBits() {
    BitCollector<Count> collector;
    Entry entry;
    map(collector, entry);
    return collector.bits();
}

template <typename Entry, size_t Count>
constexpr bool isSound() {
    BitCollector<Count> collector;
    Entry entry;
    map(collector, entry);
    return collector.isSound();
}

}  // namespace belay::hw::stars_v1
