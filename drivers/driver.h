// Driver: everything the runtime asks of devices, whatever is underneath. docs/adding_a_driver.md
// maps each function to the vendor's HAL and to the kernel driver's ioctls.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "hw/chips.h"
#include "hw/cqe.h"
#include "hw/sqe.h"

namespace belay::driver {

/// The best way from one device to another.
enum class Link : uint8_t {
    kNone,            ///< not connected, or the same device
    kHccs,            ///< direct and cache-coherent
    kHccsSwitch,      ///< the same through a switch
    kPcieSwitch,      ///< through one PCIe switch
    kPcieHostBridge,  ///< through the host's PCIe bridge
    kProcessors,      ///< through the link between the host's processors
    kPackage,         ///< two dies in one package
};

/// How a device is built into its machine.
enum class FormFactor : uint8_t { kPod, kModuleKunpeng, kModuleX86, kPcieCard };

/// Parts of a device that use memory. Bits of DeviceInfo::unitsReachingHost count in this order.
enum class Unit : uint8_t {
    kScheduler,
    kAicpu,
    kCube,
    kVector,
    kPcieDma,
    kRdma,
    kSdma,
    kMedia,
    kUdma,
    kCollective,
};

/// What a device is. Fixed for the life of the process.
struct DeviceInfo {
    std::string socName;  ///< "Ascend910B4"
    std::string family;   ///< "Ascend910B"
    /// What follows from the cores' architecture; never null.
    const hw::Architecture* architecture = nullptr;
    uint32_t physicalId = 0;  ///< of the machine; in a container it may differ from the number
    std::array<uint8_t, 16> uuid{};
    std::string pciAddress;  ///< domain:bus:device.function, as in "0000:c1:00.0"
    FormFactor formFactor = FormFactor::kPcieCard;
    std::vector<Link> links;  ///< to each device, by its number
    uint32_t superPodId = 0;  ///< with the two below: 0 in a machine that is no part of one
    uint32_t superPodServer = 0;
    uint32_t superPodDevice = 0;
    uint32_t mainboardId = 0;
    bool isVirtual = false;               ///< part of a device only
    bool executesHostCode = false;        ///< cores are simulated: belay-kcc compiles for them
    bool trustsCustomKernels = false;     ///< own AI CPU kernels may make any system call
    bool updatesKernelTasks = false;      ///< submitted kernels can be given other arguments
    bool sendsQueueEventsAcross = false;  ///< queues of messages wake other devices
    uint32_t unitsReachingHost = 0;       ///< registered memory; a bit for each Unit
    uint64_t taskTimeUnitNs = uint64_t{1} << 32;  ///< that time limits of kernels count in
    uint32_t chip = 0;  ///< with die: where the device's flags lie (hw/event_table.h)
    uint32_t die = 0;
    uint32_t cubeCores = 0;
    uint32_t vectorCores = 0;
    uint32_t aicpuCores = 0;
    uint64_t memoryBytes = 0;
    uint64_t l2Bytes = 0;
    uint64_t unifiedBufferBytes = 0;  ///< of each vector core
    uint32_t cubeMhz = 0;
    uint32_t ticksPerSecond = 50'000'000;  ///< of DeviceState::ticks and of time stamps
    uint32_t queueDepth = 2048;            ///< entries of a queue, a power of two; one less fits
    uint32_t streamLimit = 0;
    uint32_t eventLimit = 0;
    uint32_t notifyLimit = 0;
};

enum class DeviceHealth : uint8_t { kWorking, kException, kLost };

struct MemoryRange {
    void* start = nullptr;
    uint64_t bytes = 0;
};

enum class FaultKind : uint8_t { kNone, kMemory, kCache, kCore, kLink, kOther };

/// A fault of the hardware that is there until it is repaired or the device is opened anew.
struct DeviceFault {
    FaultKind kind = FaultKind::kNone;
    bool canRepair = false;
    std::vector<MemoryRange> ranges{};  ///< kMemory: what has errors that cannot be corrected
};

struct DeviceState {
    DeviceHealth health = DeviceHealth::kWorking;
    uint64_t ticks = 0;  ///< the device's clock, now
    uint32_t streamsInUse = 0;
    uint32_t eventsInUse = 0;
    uint32_t notifiesInUse = 0;
    DeviceFault fault{};
    uint32_t cubeBusyPercent = 0;  ///< with the two below: lately, in steps of 10 ms and more
    uint32_t vectorBusyPercent = 0;
    uint32_t aicpuBusyPercent = 0;
};

enum class MemoryKind : uint8_t {
    kDevice,      ///< high-bandwidth memory, in huge pages where the size is worth it
    kDeviceHuge,  ///< only huge pages
    kDevicePeer,  ///< that other devices may access
    kHostPinned,  ///< of the host, that copy engines read and write without staging
    kManaged,     ///< that host and devices use under one address; of no device
};

struct MemoryUse {
    uint64_t totalBytes = 0;
    uint64_t freeBytes = 0;
    uint64_t peakBytes = 0;  ///< the most that was ever in use since the device was opened
};

/// Whose memory a pointer points to.
enum class PointerKind : uint8_t {
    kUnknown,     ///< nothing of the driver's: ordinary memory of the process, or no memory
    kDevice,      ///< a live allocation of a device
    kHostPinned,  ///< a live pinned allocation
    kHostMapped,  ///< ordinary memory that was registered
    kManaged,     ///< a live allocation that host and devices use
};

struct PointerInfo {
    PointerKind kind = PointerKind::kUnknown;
    uint32_t device = 0;  ///< when kDevice, kHostMapped
    void* start = nullptr;
    uint64_t bytes = 0;  ///< as requested when it was allocated
};

/// Rows to copy, each so many bytes behind the one before. No row is empty, there is one at least,
/// and the last byte of the last row has an address.
struct RowCopy {
    void* target = nullptr;
    uint64_t targetPitch = 0;
    const void* source = nullptr;
    uint64_t sourcePitch = 0;
    uint64_t rowBytes = 0;
    uint64_t rows = 0;

    /// From the first byte of the first row to the last of the last.
    uint64_t targetExtent() const noexcept { return (rows - 1) * targetPitch + rowBytes; }

    uint64_t sourceExtent() const noexcept { return (rows - 1) * sourcePitch + rowBytes; }
};

/// What an hw::PcieDma names to copy more than one piece.
struct DmaList {
    uint64_t address = 0;
    uint16_t tail = 0;
};

enum class Access : uint8_t { kNone, kRead, kReadWrite };

/// Physical memory without an address; what a driver makes of it is its own business.
struct PhysicalMemory {
    uint64_t key = 0;
    uint32_t device = 0;
    uint64_t bytes = 0;
};

/// What another process needs to know to use memory or a notify of this one.
struct ShareName {
    std::string text;  ///< at most 64 characters
};

enum class IdType : uint8_t { kEvent, kNotify };

enum class IdAction : uint8_t {
    kFree,    ///< no entry may name it any more
    kRecord,  ///< what a record entry does, from the host
    kReset,   ///< forgets a record
};

struct Queue;

/// Called when a queue has failed, or has a completion entry (see QueueSetup), on whatever thread
/// finds out (also one that is inside wait()), with no driver lock held. It only notes the fact and
/// wakes who waits; it never blocks and never calls the driver.
using QueueListener = void (*)(void* context, Queue& queue);

/// A function of the host that an entry (hw::HostCallback) wants to be called, as the entry says
/// it.
struct HostCall {
    uint64_t function = 0;
    uint64_t data = 0;
    uint16_t taskId = 0;
    uint16_t eventId = 0;     ///< that releases the queue
    bool isBlocking = false;  ///< the queue stands still until finishCall()
};

/// Called when a queue has come to an entry that wants a call of the host, once for each; otherwise
/// like QueueListener. It hands the call to another thread.
using CallListener = void (*)(void* context, Queue& queue, const HostCall& call);

struct QueueSetup {
    uint32_t priority = 0;  ///< 0 is the most urgent
    uint32_t flags = 0;     ///< of the public interface; a driver may ignore them
    QueueListener listener = nullptr;
    CallListener callListener = nullptr;  ///< null: entries that want calls fail
    void* listenerContext = nullptr;      ///< of both
    /// Whether a driver has to call `listener` for completion entries of success, too.
    bool listensToSuccess = false;
};

/// A stream's submission queue with its completion queue. Drivers derive from it.
struct Queue {
    uint32_t device = 0;
    uint16_t streamId = 0;
    uint16_t sqId = 0;
    uint16_t cqId = 0;
    uint32_t depth = 0;
    uint16_t callCqId = 0;  ///< with callGroupId: what entries that want calls of the host name
    uint16_t callGroupId = 0;

    Queue(const Queue&) = delete;
    Queue& operator=(const Queue&) = delete;

  protected:
    Queue() = default;
    ~Queue() = default;
};

/// A completion entry, and for a failed one what the driver knows beyond its codes.
struct Completion {
    hw::LogicCqe entry{};
    std::string text{};  ///< for people; may be empty
    uint64_t pc = 0;     ///< device address of the instruction that failed; 0: not known
};

/// Where a queue stands. Serials count the entries of a queue from 0 and never wrap; an entry lies
/// in the ring at its serial modulo the depth.
struct QueueState {
    uint64_t head = 0;  ///< the next entry to finish: all before it have run
    uint64_t tail = 0;  ///< the next entry to submit
    bool isEnabled = true;
    bool hasCompletions = false;  ///< true if an entry before `head` has one that is not received
    bool isBusy = false;          ///< an entry is being executed, perhaps
};

enum class QueueAction : uint8_t {
    kSkipTo,  ///< a disabled queue goes on at the entry `serial` when it is enabled
    kEnable,  ///< a disabled queue runs again
    /// Stops before the next entry; returns when no entry is being executed. kRtWaitTimeout
    /// (107019) when one was given up by kInterrupt and goes on all the same.
    kDisable,
    kStop,  ///< stops before the next entry, and returns at once: see QueueState::isBusy
    /// What a stopped queue still executes is given up, without a completion; for whoever goes on
    /// with kSkipTo, or destroys it. Returns at once, and may come too early for an entry that is
    /// just beginning: see QueueState::isBusy.
    kInterrupt,
    kPrioritize,  ///< entries compete with this priority from now on, as in QueueSetup
};

/// What a thread that waits may be made to execute meanwhile (drivers that execute nothing on the
/// host ignore it).
enum class Lending : uint8_t {
    kNothing,  ///< only wait
    kBounded,  ///< what takes no time worth mentioning: for waits with a limit
    kKernels,  ///< also kernels on AI cores
};

/// The interface of a backend. Thread-safe unless a function says otherwise; called without runtime
/// locks where it may block: those functions say "blocks". Errors carry the code that the public
/// interface reports for them.
///
/// Numbers of devices are 0 to devices().size() - 1, as the driver lists them: visibility variables
/// are the runtime's business. Functions with a `device` other than openDevice() and deviceState()
/// need it open.
class Driver {
  public:
    virtual ~Driver() = default;
    Driver(const Driver&) = delete;
    Driver& operator=(const Driver&) = delete;

    /// "sim", "hal", "ioctl".
    const char* name() const noexcept { return name_; }

    // --- devices ---

    /// All devices of the machine; none is legal. kRtDrvInternalError (507899) when the driver does
    /// not answer.
    virtual Result<std::vector<DeviceInfo>> devices() = 0;

    /// Makes a device usable for this process. Blocks. kRtInvalidDeviceid (107001) for a number
    /// that is not there, kRtDevSetupError (507033) or the code of what is wrong when it does not
    /// start. Opened once at a time.
    virtual Status openDevice(uint32_t device) = 0;

    /// Gives everything of the device back: queues, ids, memory. Blocks until no entry of it is
    /// being executed; entries that have not begun never run. The device can be opened again, also
    /// after an error: then something stays behind until it is closed the next time.
    virtual Status closeDevice(uint32_t device) = 0;

    /// Also of a device that is not open.
    virtual Result<DeviceState> deviceState(uint32_t device) = 0;

    /// Repairs memory that deviceState() reports, whose content is lost, or without `ranges` a
    /// fault of another kind. kRtParamInvalid (107000) when there is no such error,
    /// kRtFeatureNotSupport (207000) when the fault cannot be repaired.
    virtual Status repair(uint32_t device, const std::vector<MemoryRange>& ranges) = 0;

    // --- memory ---

    /// At least `bytes` (above 0), aligned to 512 bytes, not cleared. For kHostPinned and
    /// kManaged no device need be open. kRtMemoryAllocation (207001) when there is not so much
    /// left, with a text that says of what.
    virtual Result<void*> allocate(uint32_t device, uint64_t bytes, MemoryKind kind) = 0;

    /// Takes back what allocate(), reserve() or openShared() gave. Entries that use it must be
    /// done: the caller's business, as on a card. kRtParamInvalid (107000) for anything else,
    /// interior pointers and what was released already included.
    virtual Status release(void* start) = 0;

    /// Copies between any two addresses, each of a device, pinned or ordinary, in the calling
    /// thread's time; not ordered with queues. Blocks. kRtParamInvalid (107000) when either range
    /// leaves its allocation or lies in device memory that is not allocated.
    virtual Status copy(void* target, const void* source, uint64_t bytes) = 0;

    /// Sets bytes; otherwise as copy().
    virtual Status fill(void* target, uint8_t value, uint64_t bytes) = 0;

    /// copy() of rows; each side as a whole lies in one allocation.
    virtual Status copyRows(const RowCopy& copy) = 0;

    /// Prepares rows for one entry. The memory stays until releaseList(), which is called when the
    /// entry is done, with the stream's lock held, on whatever thread, also after the device was
    /// closed. kRtMemoryAllocation (207001).
    virtual Result<DmaList> makeList(uint32_t device, const RowCopy& copy) = 0;
    virtual void releaseList(const DmaList& list) noexcept = 0;

    /// Where the host may write a device allocation itself, byte for byte what the device reads
    /// there; valid as long as the allocation. Null when only copy() reaches it.
    virtual std::byte* hostView(void* start) noexcept = 0;

    /// For debuggers: `file` is the linked file that the code at `image`, in device memory, was
    /// taken from. Before anything of it is executed. Drivers whose code no debugger of the host
    /// sees ignore it.
    virtual void describeCode(const void* image, std::span<const std::byte> file) = 0;

    /// Where a device's cube and vector cores leave flags for each other. Without a start when any
    /// memory of the device will do.
    virtual Result<MemoryRange> syncArea(uint32_t device) = 0;

    virtual Result<MemoryUse> memoryUse(uint32_t device, MemoryKind kind) = 0;

    /// Any value may be asked about. Takes no lock that anything holds for long.
    virtual PointerInfo pointerInfo(const void* pointer) noexcept = 0;

    /// Lets a device use ordinary memory; the result is its address there. kRtParamInvalid (107000)
    /// for a bad range, kHostMemoryAlreadyRegistered (507910).
    virtual Result<void*> registerHost(uint32_t device, void* start, uint64_t bytes,
                                       Access access) = 0;

    /// kHostMemoryNotRegistered (507911).
    virtual Status unregisterHost(void* start) = 0;

    /// Names an allocation (or, with null `start`, the notify `id`) for other processes.
    virtual Result<ShareName> share(uint32_t device, void* start, uint32_t id) = 0;

    /// Makes what another process shared usable here: an address for release(), or for a notify its
    /// id as a number. kRtParamInvalid (107000) for an unknown name.
    virtual Result<void*> openShared(uint32_t device, const ShareName& name) = 0;

    /// Address space without memory, for map(). kRtMemoryAllocation (207001).
    virtual Result<void*> reserve(uint64_t bytes, uint64_t alignment, void* hint) = 0;

    /// Memory without addresses, for map(). kRtMemoryAllocation (207001).
    virtual Result<PhysicalMemory> createPhysical(uint32_t device, uint64_t bytes,
                                                  MemoryKind kind) = 0;

    virtual Status releasePhysical(const PhysicalMemory& memory) = 0;

    /// Puts `memory` at an address inside a reserved range; mapping what is mapped changes its
    /// access. kRtParamInvalid (107000) when the range is not reserved or holds other memory.
    virtual Status map(void* address, const PhysicalMemory& memory, Access access) = 0;

    virtual Status unmap(void* address) = 0;

    // --- kernels of the AI CPU ---

    /// Gives the device a shared object whose functions AI CPU entries name by `name`, which is not
    /// in use, on no device. Blocks, and may run code of the library.
    /// kRtParamInvalid (107000) when it is none that the device can load.
    virtual Status loadCpuLibrary(uint32_t device, const std::string& name,
                                  std::span<const std::byte> file) = 0;

    /// No entry that names it is left, or will be submitted. Also after the device was closed, and
    /// with a stream's lock held; never blocks.
    virtual void unloadCpuLibrary(uint32_t device, const std::string& name) noexcept = 0;

    // --- ids ---

    /// An unrecorded event or notify. kRtNoEventResource (207007), kRtNoNotifyResource (207009).
    virtual Result<uint32_t> allocateId(uint32_t device, IdType type) = 0;

    virtual Status controlId(uint32_t device, IdType type, uint32_t id, IdAction action) = 0;

    // --- queues ---

    /// kRtNoStreamResource (207008) when the device has no more.
    virtual Result<Queue*> createQueue(uint32_t device, const QueueSetup& setup) = 0;

    /// Blocks until none of the queue's entries is being executed; those left never run. Nobody
    /// else may use the queue any more. It is gone also after an error; what could not be given
    /// back stays behind until the device is closed.
    virtual Status destroyQueue(Queue& queue) = 0;

    /// Appends entries and makes the device look at them: all of them or none. False when they do
    /// not fit now: wait for the head to move. One thread at a time for a queue; never blocks.
    /// `entries` have passed the encoder, but a backend may still refuse one, which then fails when
    /// its turn comes. kRtLostHeartbeat (507010) and the like when the device is gone.
    virtual Result<bool> submit(Queue& queue, const hw::Sqe* entries, uint32_t count) = 0;

    virtual Result<QueueState> queueState(Queue& queue) = 0;

    /// `value` is the serial of kSkipTo, or the priority. kDisable blocks, the others do not.
    virtual Status control(Queue& queue, QueueAction action, uint64_t value) = 0;

    /// The function of a blocking call has returned: the queue goes on. Once for a call, while its
    /// entry is at the head. Never blocks.
    virtual Status finishCall(Queue& queue, const HostCall& call) = 0;

    /// Takes up to `capacity` completions, oldest first; how many. One thread at a time for a
    /// queue; never waits.
    virtual Result<uint32_t> receive(Queue& queue, Completion* completions, uint32_t capacity) = 0;

    /// Blocks until the head has reached `serial`, the queue is disabled, or the deadline has
    /// passed; true unless it was the deadline. The calling thread may be made to execute entries
    /// of any queue meanwhile, as far as `lending` allows.
    virtual Result<bool> wait(Queue& queue, uint64_t serial, Deadline deadline,
                              Lending lending) = 0;

  protected:
    /// `name` is a literal.
    explicit Driver(const char* name) noexcept : name_(name) {}

  private:
    const char* name_;
};

}  // namespace belay::driver
