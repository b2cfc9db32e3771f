// Entries: what a submission queue can be asked to do, as plain parameters without a layout.
#pragma once

#include <array>
#include <cstdint>

namespace belay::hw {

/// The time limit of an entry (its "kernel credit") in units of 2^32 ns, about 4.3 s.
constexpr uint8_t kDefaultCredit = 254;
/// Never times out; only kernels, AI CPU entries and waits may ask for it.
constexpr uint8_t kUnlimitedCredit = 255;

/// In a stream id: a thread waits for this entry. Comes back in its completion.
constexpr uint16_t kThreadWaits = 0x8000;

constexpr uint32_t kMaxBlockDim = 0xFFFF;
constexpr uint16_t kMaxNotifyId = 0x1FFF;
/// Addresses of code, of arguments in contexts, and of AI CPU kernels.
constexpr uint64_t kMaxCodeAddress = (uint64_t{1} << 48) - 1;
constexpr uint64_t kMixContextBytes = 128;
constexpr uint64_t kDsaUpdateBytes = 40;

/// What every entry has.
struct Common {
    uint16_t streamId = 0;
    uint16_t taskId = 0;
    bool writeCqe = false;       ///< a completion entry also for success
    uint8_t interruptAtEnd = 0;  ///< 0 none, 1 scheduler firmware, 2 control CPU, 3 host
    uint8_t preProcess = 0;      ///< 1: the firmware handles the entry before it runs
    uint8_t postProcess = 0;     ///< 1: the firmware handles it after it ran
    bool groupLock = false;
    bool groupUnlock = false;

    bool operator==(const Common&) const = default;
};

enum class CoreKind : uint8_t { kCube = 0, kVector = 1 };

/// In the last word but two of kernel entries.
enum LaunchFlags : uint8_t {
    kLaunchDataDump = 1,
    kLaunchProfile = 2,
    kLaunchL2Cache = 4,
    kLaunchDcacheLock = 8,
};

/// A kernel on the cores of one kind.
struct AicoreKernel {
    Common common{};
    CoreKind core = CoreKind::kCube;
    uint32_t blockDim = 1;
    uint8_t scheduleMode = 0;  ///< 0 normal, 1 batch, 2 all blocks at once
    uint8_t icachePrefetch = 0;
    uint8_t wrrRatio = 1;
    uint16_t sqeIndex = 0;
    uint64_t stackBase = 0;
    uint64_t pc = 0;
    uint64_t args = 0;
    uint16_t stackLevel = 0;  ///< stack size / 16 KiB - 2 for kernels that ask for more
    uint8_t pmg = 0;
    bool nonSecure = true;
    uint8_t partId = 0;
    uint8_t qos = 0;
    uint32_t argsSize = 0;
    uint8_t launchFlags = 0;
    uint8_t kernelCredit = kDefaultCredit;

    bool operator==(const AicoreKernel&) const = default;
};

/// Which kind of core leads a kernel that runs on both.
enum class MixSide : uint8_t { kCube = 6, kVector = 7 };

/// A kernel on both kinds of core. All about the kernel itself is in its MixContext.
struct MixKernel {
    Common common{};  ///< without kThreadWaits
    MixSide side = MixSide::kCube;
    uint32_t blockDim = 1;
    bool overflowEnable = false;
    bool scheduleDfx = false;
    uint8_t wrrRatio = 0;
    uint16_t dsaQueueId = 0;
    uint16_t sqeIndex = 0;
    uint64_t stackBase = 0;
    uint16_t totalContexts = 1;
    uint16_t readyContexts = 1;
    uint16_t preloadContexts = 1;
    uint16_t timeout = 0;
    uint8_t prefetchOutstanding = 0;
    uint8_t maintenanceOutstanding = 0;
    uint8_t cubePrefetchLower = 0;
    uint8_t cubePrefetchUpper = 0;
    uint8_t vectorPrefetchLower = 0;
    uint8_t vectorPrefetchUpper = 0;
    uint64_t contextAddr = 0;  ///< of an encoded MixContext in device memory
    uint32_t pid = 0;
    uint8_t launchFlags = 0;
    uint8_t kernelCredit = kDefaultCredit;

    bool operator==(const MixKernel&) const = default;
};

/// The kernel of a MixKernel: 128 bytes in device memory.
struct MixContext {
    MixSide side = MixSide::kCube;
    uint8_t scheduleMode = 0;
    uint8_t cubeIcachePrefetch = 0;    ///< in 2 KiB
    uint8_t vectorIcachePrefetch = 0;  ///< in 2 KiB
    bool atomicMode = false;
    uint8_t pmg = 0;
    bool nonSecure = true;
    uint8_t partId = 0;
    uint8_t qos = 0;
    uint8_t blockRatio = 0;  ///< cores of the other kind per leading core; 0: one kind only
    uint8_t tailBlockRatio = 0;
    uint16_t stackLevel = 0;
    uint16_t threadDim = 1;
    uint16_t blockDim = 1;
    uint16_t tailBlockDim = 1;
    uint64_t cubeArgs = 0;
    uint16_t cubeArgsStride = 0;
    uint64_t vectorArgs = 0;
    uint16_t vectorArgsStride = 0;
    uint64_t cubePc = 0;
    uint64_t cubeTailPc = 0;
    uint64_t vectorPc = 0;
    uint64_t vectorTailPc = 0;
    uint64_t sourceSlots = 0;

    bool operator==(const MixContext&) const = default;
};

enum class AicpuKernelType : uint8_t {
    kCce = 0,
    kFramework = 1,
    kAicpu = 2,
    kCustom = 4,
    kCommunication = 5,
    kCustomCommunication = 6,
};

/// Where an AI CPU kernel may run, and kHostControl for callbacks.
enum class TopicType : uint8_t {
    kDeviceOnly = 0,
    kDeviceFirst = 1,
    kHostOnly = 2,
    kHostFirst = 3,
    kHostControl = 4,
};

/// A kernel on the AI CPU, found by its names.
struct AicpuKernel {
    Common common{};
    uint32_t blockDim = 1;
    AicpuKernelType kernelType = AicpuKernelType::kAicpu;
    TopicType topicType = TopicType::kDeviceOnly;
    bool batch = false;
    uint8_t qos = 0;
    uint16_t sqeIndex = 0;
    uint64_t libraryName = 0;  ///< address; 0: built in
    uint64_t args = 0;
    uint64_t kernelName = 0;
    uint64_t l2Control = 0;
    bool overflowEnable = false;
    bool dumpEnable = false;
    bool debugDumpEnable = false;
    uint64_t extra = 0;  ///< by convention the task id once more
    uint16_t subTopicId = 0;
    uint8_t groupId = 0;
    uint8_t userDataLength = 40;
    uint32_t destPid = 0;
    uint8_t kernelCredit = kDefaultCredit;

    bool operator==(const AicpuKernel&) const = default;
};

/// A function to call on the host. Wants Common::writeCqe.
struct HostCallback {
    Common common{};
    uint16_t sqeIndex = 0;
    uint16_t cqId = 0;
    uint16_t cqGroupId = 0;
    uint16_t deviceId = 0;
    uint16_t streamId = 0;
    uint16_t eventId = 0;
    uint16_t isBlocking = 0;
    uint16_t taskId = 0;
    uint64_t function = 0;
    uint64_t data = 0;
    uint16_t subTopicId = 0;
    uint8_t groupId = 11;
    uint8_t userDataLength = 32;
    uint32_t destPid = 0;
    uint8_t kernelCredit = kDefaultCredit;

    bool operator==(const HostCallback&) const = default;
};

/// A message to the firmware (Common::preProcess 1) or a mark in the queue (0). What the payload
/// means depends on the task type; see the payload structs below.
struct Placeholder {
    Common common{};
    uint16_t taskType = 0;
    std::array<uint32_t, 12> payload{};
    uint8_t kernelCredit = kDefaultCredit;

    bool operator==(const Placeholder&) const = default;
};

/// Task type of a mark for an event that nobody waits for. It has no payload.
constexpr uint16_t kTaskTypeEventRecord = 1;

/// Payload: task ids begin anew at 0, for the `flipNumber`th time.
struct FlipMarker {
    static constexpr uint16_t kTaskType = 98;

    uint16_t flipNumber = 0;
    uint16_t subType = 0;
    uint32_t streamId = 0;

    bool operator==(const FlipMarker&) const = default;
};

/// Payload: give a stream (or what `subType` says) up, and answer with a completion.
struct StreamMaintenance {
    static constexpr uint16_t kTaskType = 6;

    uint8_t subType = 0;
    uint16_t targetId = 0;

    bool operator==(const StreamMaintenance&) const = default;
};

/// Payload: where the firmware may put texts about errors.
struct RingBufferControl {
    static constexpr uint16_t kTaskType = 83;

    uint64_t offset = 0;  ///< observed: the device address
    uint64_t physicalAddress = 0;
    uint64_t pid = 0;
    uint32_t totalLength = 0;
    uint8_t deleteFlag = 0;

    bool operator==(const RingBufferControl&) const = default;
};

/// Payload: whether arithmetic overflow is detected on a stream.
struct OverflowSwitch {
    static constexpr uint16_t kTaskType = 91;

    uint16_t streamId = 0;
    bool on = false;

    bool operator==(const OverflowSwitch&) const = default;
};

/// Payload: asks for the version of the firmware; the answer is in the completion.
struct VersionQuery {
    static constexpr uint16_t kTaskType = 97;

    uint32_t buildVersion = 0;  ///< that of the asking runtime

    bool operator==(const VersionQuery&) const = default;
};

struct EventRecord {
    Common common{};  ///< writeCqe for events that keep the time
    uint16_t eventId = 0;
    uint8_t kernelCredit = kDefaultCredit;

    bool operator==(const EventRecord&) const = default;
};

struct EventWait {
    Common common{};
    uint16_t eventId = 0;
    uint32_t result = 0;  ///< room for the scheduler; 0 when sent
    uint32_t timeoutS = 0;
    uint8_t kernelCredit = kUnlimitedCredit;

    bool operator==(const EventWait&) const = default;
};

struct NotifyRecord {
    Common common{};
    uint16_t notifyId = 0;
    uint8_t kernelCredit = kDefaultCredit;

    bool operator==(const NotifyRecord&) const = default;
};

struct NotifyWait {
    Common common{};
    uint16_t notifyId = 0;
    uint32_t timeoutS = 0;
    uint8_t kernelCredit = kUnlimitedCredit;

    bool operator==(const NotifyWait&) const = default;
};

/// How much a write changes: 1 << size bytes.
enum class WriteSize : uint8_t {
    k8Bits = 0,
    k16Bits = 1,
    k32Bits = 2,
    k64Bits = 3,
    k128Bits = 4,
    k256Bits = 5,
};

enum class WriteSubType : uint32_t {
    kDefault = 0,
    kEventReset = 1,
    kRdmaDoorbell = 2,
    kNotifyInChip = 3,
    kNotifyOverLink = 4,
};

/// What a write does; in the entry itself or, for WriteValuePointer, in device memory.
struct WriteTarget {
    uint64_t address = 0;
    WriteSize size = WriteSize::k32Bits;
    bool snoop = false;
    uint8_t cache = 0;  ///< 2 for writes that users ask for
    uint8_t protection = 0;
    bool isVirtual = true;
    WriteSubType subType = WriteSubType::kDefault;
    std::array<uint32_t, 8> value{};

    bool operator==(const WriteTarget&) const = default;
};

struct WriteValue {
    Common common{};
    WriteTarget target{};
    uint32_t eventId = 0;         ///< of an event reset
    uint32_t remoteDeviceId = 0;  ///< of a notify record in another chip
    uint16_t isPod = 0;           ///< likewise: the other chip is in the same super node
    uint8_t kernelCredit = kDefaultCredit;

    bool operator==(const WriteValue&) const = default;
};

/// A write whose WriteTarget is read from device memory when the entry runs.
struct WriteValuePointer {
    Common common{};
    uint64_t blockAddr = 0;
    bool isVirtual = true;
    uint8_t kernelCredit = kDefaultCredit;

    bool operator==(const WriteValuePointer&) const = default;
};

enum class SdmaOperation : uint8_t {
    kCopy = 0,
    kAdd = 1,
    kMax = 2,
    kMin = 3,
    kEqual = 4,
    kMemset = 5,
    // Cache maintenance of the source, numbered like CmoOpcode, which shares the field's meaning.
    kPrefetch = 6,
    kWriteBack = 7,
    kInvalidate = 8,
    kFlush = 9,
};

enum class SdmaDataType : uint8_t {
    kInt8 = 0,
    kInt16 = 1,
    kInt32 = 2,
    kUint8 = 3,
    kUint16 = 4,
    kUint32 = 5,
    kFloat16 = 6,
    kFloat32 = 7,
    kBfloat16 = 8,
};

/// The part of SDMA and cache entries that describes the access.
struct AccessAttributes {
    bool ie2 = false;
    bool sourceSubstreamValid = true;
    bool destinationSubstreamValid = true;
    bool sourceNonSecure = true;
    bool destinationNonSecure = true;
    uint8_t qos = 6;
    bool sourceReadOnly = false;
    bool destinationReadOnly = false;
    uint8_t partId = 0;
    bool mpam = false;

    bool operator==(const AccessAttributes&) const = default;
};

/// A copy, reduction or cache maintenance in device memory. With useOffsets, source and destination
/// are the addresses of 64-bit words with the addresses that the offsets count from.
struct Sdma {
    Common common{};
    SdmaOperation operation = SdmaOperation::kCopy;
    SdmaDataType dataType = SdmaDataType::kInt8;
    AccessAttributes attributes{};
    bool useOffsets = false;
    uint16_t sourceStreamId = 0;
    uint16_t sourceSubstreamId = 0;
    uint16_t destinationStreamId = 0;
    uint16_t destinationSubstreamId = 0;
    uint32_t length = 0;
    uint64_t source = 0;
    uint64_t destination = 0;
    uint64_t sourceOffset = 0;       ///< 48 bits
    uint64_t destinationOffset = 0;  ///< 48 bits
    uint8_t kernelCredit = kDefaultCredit;

    bool operator==(const Sdma&) const = default;
};

/// An Sdma whose description is read from device memory when the entry runs.
struct SdmaPointer {
    Common common{};
    uint64_t blockAddr = 0;
    uint8_t kernelCredit = kDefaultCredit;

    bool operator==(const SdmaPointer&) const = default;
};

/// A copy between host and device, or into a queue (sqeUpdate, dsaUpdate: the destination is then
/// queue id << 32 | position).
struct PcieDma {
    Common common{};
    uint64_t listAddr = 0;  ///< of a DMA list, when isConverted
    uint16_t listTail = 0;
    bool isConverted = false;  ///< false: source and destination are virtual addresses
    bool dsaUpdate = false;
    bool sqeUpdate = false;
    uint8_t offset = 0;  ///< in the entry that an update changes
    uint64_t source = 0;
    uint64_t destination = 0;
    uint64_t length = 0;
    uint32_t passId = 0;
    uint8_t kernelCredit = kDefaultCredit;

    bool operator==(const PcieDma&) const = default;
};

enum class CondSubType : uint8_t {
    kModelExecute = 1,
    kStreamSwitch = 4,
    kStreamSwitchEx = 5,
    kStreamActive = 6,
    kLabelSwitch = 7,
    kFloatStatus = 8,
    kMemoryWait = 9,
};

/// Instructions for the scheduler itself, as a rule a call of a program in device memory.
struct Cond {
    Common common{};
    uint8_t subType = 0;  ///< CondSubType, and more
    uint16_t modelId = 0;
    bool debugFlag = false;
    bool csc = true;
    std::array<uint32_t, 12> instructions{};
    uint8_t kernelCredit = kDefaultCredit;

    bool operator==(const Cond&) const = default;
};

enum class CmoType : uint16_t { kInvalidate = 1, kPrefetch = 2, kWriteBack = 3, kFlush = 4 };

enum class CmoOpcode : uint8_t { kPrefetch = 6, kWriteBack = 7, kInvalidate = 8, kFlush = 9 };

/// Cache maintenance.
struct Cmo {
    Common common{};
    uint16_t cmoType = static_cast<uint16_t>(CmoType::kPrefetch);
    uint16_t cmoId = 0;
    CmoOpcode opcode = CmoOpcode::kPrefetch;
    AccessAttributes attributes{};
    uint8_t pmg = 0;
    bool format = false;
    uint8_t wrrRatio = 1;
    uint8_t scheduleMode = 0;
    uint8_t icachePrefetch = 0;
    uint16_t sqeIndex = 0;
    uint16_t sourceStreamId = 0;
    uint16_t sourceSubstreamId = 0;
    uint16_t outerCount = 0;
    uint16_t innerCount = 0;
    uint32_t length = 0;
    uint64_t address = 0;
    uint32_t outerStride = 0;
    uint32_t innerStride = 0;
    uint8_t kernelCredit = kDefaultCredit;

    bool operator==(const Cmo&) const = default;
};

/// Waits for cache maintenance.
struct Barrier {
    struct Item {
        uint16_t cmoType = 0;
        uint16_t cmoId = 0;

        bool operator==(const Item&) const = default;
    };

    Common common{};
    uint8_t wrrRatio = 1;
    uint8_t scheduleMode = 0;
    uint8_t icachePrefetch = 0;
    uint16_t sqeIndex = 0;
    uint8_t bitmap = 0;  ///< which of the items count
    std::array<Item, 6> items{};
    uint8_t kernelCredit = kDefaultCredit;

    bool operator==(const Barrier&) const = default;
};

}  // namespace belay::hw
