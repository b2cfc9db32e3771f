// The HAL's functions about memory.
#include <limits>

#include "drivers/hal_sim/exports.h"
#include "drivers/hal_sim/hal_call.h"

using belay::Code;
using belay::Result;
using belay::Status;
using belay::driver::DmaList;
using belay::driver::MemoryKind;
using belay::driver::PointerInfo;
using belay::driver::PointerKind;
using belay::driver::RowCopy;
using belay::hal_sim::answer;
using belay::hal_sim::HalDevice;
using belay::hal_sim::HalSimulator;
using belay::hal_sim::notSupported;
using belay::hal_sim::requireArgument;

namespace {

constexpr uint64_t kHugePageBytes = uint64_t{2} << 20;
constexpr uint32_t kPageBytes = 4096;

// ---- addresses ----

void* pointerOf(uint64_t address) {
    // NOLINTNEXTLINE(performance-no-int-to-ptr): addresses are numbers in the HAL
    return reinterpret_cast<void*>(address);
}

uint64_t addressOf(const void* pointer) {
    return reinterpret_cast<uintptr_t>(pointer);
}

// Whether anything of this process can be there: neither the null page nor beyond user space.
Status requirePlausible(const char* name, uint64_t address, uint64_t bytes) {
    constexpr uint64_t kEnd = uint64_t{1} << 47;
    if (address < kPageBytes || address >= kEnd || bytes > kEnd - address) {
        return Status::error(Code::kRtParamInvalid,
                             "{}, {} bytes from {:#x}, is no memory of a process", name, bytes,
                             address);
    }
    return Status::ok();
}

// Whether an address that belongs to no allocation is at least none of a device's range.
bool isOrdinary(HalSimulator& simulator, void* pointer) {
    return simulator.driver().hostView(pointer) != nullptr;
}

Result<PointerInfo> requireDeviceMemory(HalSimulator& simulator, const char* name,
                                        const void* pointer) {
    const PointerInfo info = simulator.driver().pointerInfo(pointer);
    if (info.kind != PointerKind::kDevice) {
        return Status::error(Code::kRtParamInvalid, "{} is {}, which is no memory of a device",
                             name, pointer);
    }
    return info;
}

// ---- flags of halMemAlloc() ----

struct Request {
    uint32_t device = 0;
    bool isOfDevice = true;
    MemoryKind kind = MemoryKind::kDevice;
};

uint32_t field(unsigned long long flag, unsigned shift, unsigned bits) {
    return static_cast<uint32_t>(flag >> shift) & ((1U << bits) - 1);
}

MemoryKind deviceKind(unsigned long long flag) {
    if (field(flag, HAL_MEM_P2P_SHIFT, 1) != 0) {
        return MemoryKind::kDevicePeer;
    }
    return field(flag, HAL_MEM_HUGE_SHIFT, 1) != 0 ? MemoryKind::kDeviceHuge : MemoryKind::kDevice;
}

Result<Request> readFlag(unsigned long long flag) {
    const uint32_t device = field(flag, 0, HAL_MEM_KIND_SHIFT);
    const uint32_t kind = field(flag, HAL_MEM_KIND_SHIFT, 4);
    switch (kind) {
        case HAL_MEM_KIND_DEV:
        case HAL_MEM_KIND_DVPP:
            return Request{.device = device, .kind = deviceKind(flag)};
        case HAL_MEM_KIND_HOST:
        case HAL_MEM_KIND_HOST_AGENT:
        case HAL_MEM_KIND_HOST_UVA:
            return Request{.isOfDevice = false, .kind = MemoryKind::kHostPinned};
        case HAL_MEM_KIND_SVM:
        case HAL_MEM_KIND_UVM:
            return Request{.isOfDevice = false, .kind = MemoryKind::kManaged};
        default:
            return Status::error(Code::kRtInvalidMallocType,
                                 "flag {:#x} asks for addresses of kind {}, which is unknown", flag,
                                 kind);
    }
}

// ---- rows ----

Status requireExtent(const char* name, uint64_t pitch, const drvMem2D& copy) {
    uint64_t extent = 0;
    if (pitch < copy.width) {
        return Status::error(Code::kRtParamInvalid, "{} is {}, below the width of {}", name, pitch,
                             copy.width);
    }
    if (__builtin_mul_overflow(pitch, copy.height - 1, &extent) ||
        __builtin_add_overflow(extent, copy.width, &extent)) {
        return Status::error(Code::kRtParamInvalid,
                             "{} rows of {} bytes that are {} apart ({}) have no addresses",
                             copy.height, copy.width, pitch, name);
    }
    return Status::ok();
}

Result<RowCopy> rowsOf(const drvMem2D& copy) {
    if (copy.width == 0 || copy.height == 0) {
        return Status::error(Code::kRtParamInvalid, "{} rows of {} bytes are nothing to copy",
                             copy.height, copy.width);
    }
    if (copy.direction > DRV_MEMCPY_DEVICE_TO_DEVICE) {
        return Status::error(Code::kRtParamInvalid, "direction is {}; it must be 0 to {}",
                             copy.direction, static_cast<int>(DRV_MEMCPY_DEVICE_TO_DEVICE));
    }
    BELAY_TRY(requireExtent("dpitch", copy.dpitch, copy));
    BELAY_TRY(requireExtent("spitch", copy.spitch, copy));
    const RowCopy rows{.target = copy.dst,
                       .targetPitch = copy.dpitch,
                       .source = copy.src,
                       .sourcePitch = copy.spitch,
                       .rowBytes = copy.width,
                       .rows = copy.height};
    BELAY_TRY(requirePlausible("dst", addressOf(rows.target), rows.targetExtent()));
    BELAY_TRY(requirePlausible("src", addressOf(rows.source), rows.sourceExtent()));
    return rows;
}

// A list's bytes are counted in 32 bits: what does not fit is left for the next conversion, which
// says how much is done already.
Result<RowCopy> remainingRows(const drvMem2D& copy) {
    BELAY_ASSIGN(RowCopy rows, rowsOf(copy));
    const uint64_t done = copy.fixed_size / copy.width;
    if (copy.fixed_size % copy.width != 0 || done >= copy.height) {
        return Status::error(Code::kRtParamInvalid,
                             "fixed_size is {}; it must be a number of rows of {} bytes below {}",
                             copy.fixed_size, copy.width, copy.height);
    }
    const uint64_t fitting = std::numeric_limits<uint32_t>::max() / copy.width;
    if (fitting == 0) {
        return Status::error(Code::kRtOverLimit, "a row of {} bytes is more than a list holds",
                             copy.width);
    }
    rows.target = static_cast<std::byte*>(rows.target) + done * rows.targetPitch;
    rows.source = static_cast<const std::byte*>(rows.source) + done * rows.sourcePitch;
    rows.rows = std::min(rows.rows - done, fitting);
    return rows;
}

Status convert(HalSimulator& simulator, const RowCopy& rows, DMA_ADDR* pieces) {
    BELAY_ASSIGN(const DmaList list, simulator.driver().makeList(0, rows));
    simulator.books().addList(list);
    *pieces = {.src = pointerOf(list.address),
               .dst = rows.target,
               .len = list.tail,
               .flag = 0,
               .priv = nullptr,
               .fixed_size = static_cast<uint32_t>(rows.rows * rows.rowBytes),
               .virt_id = 0};
    return Status::ok();
}

Status destroy(HalSimulator& simulator, DMA_ADDR* pieces) {
    BELAY_ASSIGN(const DmaList list, simulator.books().takeList(addressOf(pieces->src)));
    simulator.driver().releaseList(list);
    return Status::ok();
}

// ---- control ----

// That device memory can be reached through a window of PCIe.
constexpr unsigned long long kFeaturePcieBar = 1;

// Question and answer.
struct Features {
    unsigned long long features;
    uint32_t device;
};

template <typename Parameters>
Result<const Parameters*> parametersOf(const void* value, size_t bytes) {
    BELAY_TRY(requireArgument(value, "param_value"));
    if (bytes < sizeof(Parameters)) {
        return Status::error(Code::kRtParamInvalid, "param_value_size is {}; it must be {}", bytes,
                             sizeof(Parameters));
    }
    return static_cast<const Parameters*>(value);
}

template <typename Answer>
Status requireRoom(const void* value, const size_t* bytes) {
    BELAY_TRY(requireArgument(value, "out_value"));
    BELAY_TRY(requireArgument(bytes, "out_size_ret"));
    return Status::ok();
}

Status mapRegisters(HalSimulator& simulator, const void* value, size_t bytes, void* out,
                    size_t* outBytes) {
    BELAY_ASSIGN(const auto* wanted, parametersOf<AddrMapInPara>(value, bytes));
    BELAY_TRY(requireRoom<AddrMapOutPara>(out, outBytes));
    BELAY_ASSIGN(HalDevice * device, simulator.openedDevice(wanted->devid));
    if (wanted->addr_type != ADDR_MAP_TYPE_REG_C2C_CTRL) {
        return notSupported("the kind of address", wanted->addr_type);
    }
    BELAY_ASSIGN(const belay::driver::MemoryRange area, device->syncArea());
    *static_cast<AddrMapOutPara*>(out) = {.ptr = addressOf(area.start), .len = area.bytes};
    *outBytes = sizeof(AddrMapOutPara);
    return Status::ok();
}

// What was mapped is the device's and stays until it is closed.
Status unmapRegisters(HalSimulator& simulator, const void* value, size_t bytes) {
    BELAY_ASSIGN(const auto* wanted, parametersOf<AddrMapInPara>(value, bytes));
    BELAY_TRY(simulator.openedDevice(wanted->devid).takeStatus());
    return wanted->addr_type == ADDR_MAP_TYPE_REG_C2C_CTRL
               ? Status::ok()
               : notSupported("the kind of address", wanted->addr_type);
}

Status tellFeatures(HalSimulator& simulator, const void* value, size_t bytes, void* out,
                    size_t* outBytes) {
    BELAY_ASSIGN(const auto* asked, parametersOf<Features>(value, bytes));
    BELAY_TRY(requireRoom<Features>(out, outBytes));
    BELAY_TRY(simulator.device(asked->device).takeStatus());
    *static_cast<Features*>(out) = {.features = kFeaturePcieBar, .device = asked->device};
    *outBytes = sizeof(Features);
    return Status::ok();
}

// ---- memory of the host ----

enum class Registration : uint8_t { kHost, kView };

Result<Registration> readRegistration(uint32_t flag) {
    constexpr uint32_t kTypeMask = 0xF;
    switch (flag & kTypeMask) {
        case HOST_MEM_MAP_DEV:
        case HOST_MEM_MAP_DEV_PCIE_TH:
            return Registration::kHost;
        case DEV_SVM_MAP_HOST:
            return Registration::kView;
        default:
            return notSupported("the kind of registration", flag & kTypeMask);
    }
}

// Where the host reaches it: at its own address, unless that traps (BELAY_CHECK).
Result<void*> mapForHost(HalSimulator& simulator, void* start, uint64_t bytes, uint32_t device) {
    BELAY_ASSIGN(const PointerInfo info, requireDeviceMemory(simulator, "src_ptr", start));
    const uint64_t before = addressOf(start) - addressOf(info.start);
    if (info.device != device || bytes > info.bytes - before) {
        return Status::error(Code::kRtParamInvalid,
                             "{} bytes from {} are not in one allocation of device {}", bytes,
                             start, device);
    }
    BELAY_TRY(simulator.books().addView(start, device));
    return static_cast<void*>(simulator.driver().hostView(start));
}

Status unregister(HalSimulator& simulator, void* start, uint32_t device) {
    BELAY_TRY(requireArgument(start, "src_ptr"));
    BELAY_TRY(simulator.openedDevice(device).takeStatus());
    if (simulator.books().dropView(start, device)) {
        return Status::ok();
    }
    const PointerInfo info = simulator.driver().pointerInfo(start);
    const bool isMapped =
        info.kind == PointerKind::kHostMapped && info.start == start && info.device == device;
    if (!isMapped && info.kind != PointerKind::kHostPinned) {
        return Status::error(Code::kHostMemoryNotRegistered,
                             "nothing that is registered for device {} starts at {}", device,
                             start);
    }
    return simulator.driver().unregisterHost(start);
}

}  // namespace

// ---- allocations ----

drvError_t halMemAlloc(void** pp, unsigned long long size, unsigned long long flag) {
    return answer(__func__, [&](HalSimulator& simulator) -> Status {
        BELAY_TRY(requireArgument(pp, "pp"));
        if (size == 0) {
            return Status::error(Code::kRtParamInvalid, "size is 0");
        }
        BELAY_ASSIGN(const Request request, readFlag(flag));
        if (request.isOfDevice) {
            BELAY_TRY(simulator.openedDevice(request.device).takeStatus());
        }
        HalSimulator::noteUse();
        BELAY_ASSIGN(*pp, simulator.driver().allocate(request.device, size, request.kind));
        return Status::ok();
    });
}

drvError_t halMemFree(void* pp) {
    return answer(__func__, [&](HalSimulator& simulator) -> Status {
        BELAY_TRY(requireArgument(pp, "pp"));
        BELAY_TRY(simulator.books().prepareRelease(pp));
        return simulator.driver().release(pp);
    });
}

drvError_t halMemAdvise(DVdeviceptr ptr, size_t count, uint32_t type, uint32_t device) {
    return answer(__func__, [&](HalSimulator& simulator) -> Status {
        BELAY_TRY(simulator.openedDevice(device).takeStatus());
        BELAY_ASSIGN(const PointerInfo info, requireDeviceMemory(simulator, "ptr", pointerOf(ptr)));
        if (count > info.bytes - (ptr - addressOf(info.start))) {
            return Status::error(Code::kRtParamInvalid,
                                 "{} bytes from {:#x} leave their allocation of {} bytes", count,
                                 ptr, info.bytes);
        }
        // Nothing keeps kernels from writing to it.
        return type == ADVISE_ACCESS_READONLY || type == ADVISE_ACCESS_READWRITE
                   ? Status::ok()
                   : notSupported("the advice", type);
    });
}

drvError_t halMemGetInfo(uint32_t device, uint32_t type, struct MemInfo* info) {
    return answer(__func__, [&](HalSimulator& simulator) -> Status {
        BELAY_TRY(requireArgument(info, "info"));
        BELAY_ASSIGN(const HalDevice* found, simulator.device(device));
        *info = {};
        if (type == MEM_INFO_TYPE_DDR_SIZE || type == MEM_INFO_TYPE_DDR_P2P_SIZE) {
            return Status::ok();  // there is none beside the high-bandwidth memory
        }
        if (type != MEM_INFO_TYPE_HBM_SIZE && type != MEM_INFO_TYPE_HBM_P2P_SIZE) {
            return notSupported("the kind of memory", type);
        }
        if (!found->wasOpen()) {
            info->total = found->info().memoryBytes;
            info->free = found->info().memoryBytes;
            return Status::ok();
        }
        BELAY_ASSIGN(const belay::driver::MemoryUse use,
                     simulator.driver().memoryUse(device, MemoryKind::kDevice));
        info->total = use.totalBytes;
        info->free = use.freeBytes;
        return Status::ok();
    });
}

drvError_t drvMemGetAttribute(DVdeviceptr vptr, struct DVattribute* attr) {
    return answer(__func__, [&](HalSimulator& simulator) -> Status {
        BELAY_TRY(requireArgument(attr, "attr"));
        void* pointer = pointerOf(vptr);
        const PointerInfo info = simulator.driver().pointerInfo(pointer);
        *attr = {};
        attr->pageSize = kPageBytes;
        switch (info.kind) {
            case PointerKind::kDevice:
            case PointerKind::kManaged:
                attr->memType = DV_MEM_LOCK_DEV;
                attr->devId = info.device;
                attr->pageSize = info.bytes >= kHugePageBytes
                                     ? static_cast<uint32_t>(kHugePageBytes)
                                     : kPageBytes;
                return Status::ok();
            case PointerKind::kHostPinned:
                attr->memType = DV_MEM_LOCK_HOST;
                return Status::ok();
            case PointerKind::kHostMapped:
            case PointerKind::kUnknown:
                break;
        }
        BELAY_TRY(requirePlausible("vptr", vptr, 1));
        if (!isOrdinary(simulator, pointer)) {
            return Status::error(Code::kRtParamInvalid,
                                 "vptr is {:#x}, in memory of a device that is not allocated",
                                 vptr);
        }
        attr->memType = DV_MEM_USER_MALLOC;
        return Status::ok();
    });
}

drvError_t halMemGetAddressRange(DVdeviceptr ptr, DVdeviceptr* pbase, size_t* psize) {
    return answer(__func__, [&](HalSimulator& simulator) -> Status {
        const PointerInfo info = simulator.driver().pointerInfo(pointerOf(ptr));
        if (info.kind == PointerKind::kUnknown || info.kind == PointerKind::kHostMapped) {
            return Status::error(Code::kRtParamInvalid, "ptr is {:#x}, in no allocation", ptr);
        }
        if (pbase != nullptr) {
            *pbase = addressOf(info.start);
        }
        if (psize != nullptr) {
            *psize = info.bytes;
        }
        return Status::ok();
    });
}

// ---- copies ----

drvError_t drvMemcpy(DVdeviceptr dst, size_t dest_max, DVdeviceptr src, size_t byte_count) {
    return answer(__func__, [&](HalSimulator& simulator) -> Status {
        BELAY_TRY(requirePlausible("dst", dst, byte_count));
        BELAY_TRY(requirePlausible("src", src, byte_count));
        if (byte_count > dest_max) {
            return Status::error(Code::kRtParamInvalid, "byte_count is {}, above dest_max of {}",
                                 byte_count, dest_max);
        }
        return byte_count == 0
                   ? Status::ok()
                   : simulator.driver().copy(pointerOf(dst), pointerOf(src), byte_count);
    });
}

drvError_t drvMemsetD8(DVdeviceptr dst, size_t destMax, uint8_t value, size_t num) {
    return answer(__func__, [&](HalSimulator& simulator) -> Status {
        BELAY_TRY(requirePlausible("dst", dst, num));
        if (num > destMax) {
            return Status::error(Code::kRtParamInvalid, "num is {}, above destMax of {}", num,
                                 destMax);
        }
        return num == 0 ? Status::ok() : simulator.driver().fill(pointerOf(dst), value, num);
    });
}

drvError_t halMemcpy2D(struct MEMCPY2D* p_copy) {
    return answer(__func__, [&](HalSimulator& simulator) -> Status {
        BELAY_TRY(requireArgument(p_copy, "p_copy"));
        switch (p_copy->type) {
            case DEVMM_MEMCPY2D_SYNC: {
                BELAY_ASSIGN(const RowCopy rows, rowsOf(p_copy->copy2d));
                return simulator.driver().copyRows(rows);
            }
            case DEVMM_MEMCPY2D_ASYNC_CONVERT: {
                BELAY_TRY(requireArgument(p_copy->dmaAddr, "p_copy->dmaAddr"));
                BELAY_ASSIGN(const RowCopy rows, remainingRows(p_copy->copy2d));
                return convert(simulator, rows, p_copy->dmaAddr);
            }
            case DEVMM_MEMCPY2D_ASYNC_DESTROY:
                BELAY_TRY(requireArgument(p_copy->dmaAddr, "p_copy->dmaAddr"));
                return destroy(simulator, p_copy->dmaAddr);
            default:
                return Status::error(Code::kRtParamInvalid, "p_copy->type is {}; it must be 0 to 2",
                                     p_copy->type);
        }
    });
}

drvError_t drvMemConvertAddr(DVdeviceptr p_src, DVdeviceptr p_dst, uint32_t len,
                             struct DMA_ADDR* dma_addr) {
    return answer(__func__, [&](HalSimulator& simulator) -> Status {
        BELAY_TRY(requireArgument(dma_addr, "dma_addr"));
        if (len == 0) {
            return Status::error(Code::kRtParamInvalid, "len is 0");
        }
        BELAY_TRY(requirePlausible("p_dst", p_dst, len));
        BELAY_TRY(requirePlausible("p_src", p_src, len));
        return convert(simulator,
                       {.target = pointerOf(p_dst),
                        .targetPitch = len,
                        .source = pointerOf(p_src),
                        .sourcePitch = len,
                        .rowBytes = len,
                        .rows = 1},
                       dma_addr);
    });
}

drvError_t drvMemDestroyAddr(struct DMA_ADDR* ptr) {
    return answer(__func__, [&](HalSimulator& simulator) -> Status {
        BELAY_TRY(requireArgument(ptr, "ptr"));
        return destroy(simulator, ptr);
    });
}

drvError_t drvDeviceGetTransWay(void* src, void* dest, uint8_t* trans_type) {
    return answer(__func__, [&](HalSimulator& simulator) -> Status {
        BELAY_TRY(requireArgument(trans_type, "trans_type"));
        BELAY_TRY(requireDeviceMemory(simulator, "src", src).takeStatus());
        BELAY_TRY(requireDeviceMemory(simulator, "dest", dest).takeStatus());
        *trans_type = 0;  // SDMA entries reach all memory of all devices
        return Status::ok();
    });
}

// ---- memory of the host ----

drvError_t halHostRegister(void* src_ptr, uint64_t size, uint32_t flag, uint32_t devid,
                           void** dst_ptr) {
    return answer(__func__, [&](HalSimulator& simulator) -> Status {
        BELAY_TRY(requireArgument(src_ptr, "src_ptr"));
        BELAY_TRY(requireArgument(dst_ptr, "dst_ptr"));
        if (size == 0) {
            return Status::error(Code::kRtParamInvalid, "size is 0");
        }
        BELAY_TRY(simulator.openedDevice(devid).takeStatus());
        BELAY_ASSIGN(const Registration registration, readRegistration(flag));
        if (registration == Registration::kView) {
            BELAY_ASSIGN(*dst_ptr, mapForHost(simulator, src_ptr, size, devid));
            return Status::ok();
        }
        BELAY_ASSIGN(*dst_ptr, simulator.driver().registerHost(devid, src_ptr, size,
                                                               belay::driver::Access::kReadWrite));
        return Status::ok();
    });
}

drvError_t halHostUnregister(void* src_ptr, uint32_t devid) {
    return answer(__func__, [&](HalSimulator& simulator) -> Status {
        return unregister(simulator, src_ptr, devid);
    });
}

drvError_t halHostUnregisterEx(void* src_ptr, uint32_t devid, uint32_t flag) {
    return answer(__func__, [&](HalSimulator& simulator) -> Status {
        BELAY_TRY(readRegistration(flag).takeStatus());
        return unregister(simulator, src_ptr, devid);
    });
}

drvError_t halMemHostGetDevPointer(void* src_ptr, uint32_t devid, void** dst_ptr) {
    return answer(__func__, [&](HalSimulator& simulator) -> Status {
        BELAY_TRY(requireArgument(src_ptr, "src_ptr"));
        BELAY_TRY(requireArgument(dst_ptr, "dst_ptr"));
        BELAY_TRY(simulator.openedDevice(devid).takeStatus());
        const PointerInfo info = simulator.driver().pointerInfo(src_ptr);
        const bool isReached = info.kind == PointerKind::kHostPinned ||
                               info.kind == PointerKind::kManaged ||
                               (info.kind == PointerKind::kHostMapped && info.device == devid);
        if (!isReached) {
            return Status::error(Code::kHostMemoryNotRegistered,
                                 "{} is no memory of the host that device {} reaches", src_ptr,
                                 devid);
        }
        *dst_ptr = src_ptr;
        return Status::ok();
    });
}

// ---- control ----

drvError_t halMemCtl(int type, void* param_value, size_t param_value_size, void* out_value,
                     size_t* out_size_ret) {
    return answer(__func__, [&](HalSimulator& simulator) -> Status {
        switch (type) {
            case CTRL_TYPE_ADDR_MAP:
                return mapRegisters(simulator, param_value, param_value_size, out_value,
                                    out_size_ret);
            case CTRL_TYPE_ADDR_UNMAP:
                return unmapRegisters(simulator, param_value, param_value_size);
            case CTRL_TYPE_SUPPORT_FEATURE:
                return tellFeatures(simulator, param_value, param_value_size, out_value,
                                    out_size_ret);
            default:
                return notSupported("the control", type);
        }
    });
}
