#include "unit/drivers/hal/fake_hal.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <thread>

namespace belay::hal {
namespace {

using Guard = std::lock_guard<std::mutex>;

FakeHal& fake() {
    return FakeHal::instance();
}

uint32_t lowestFree(const std::set<uint32_t>& taken, uint32_t first) {
    while (taken.count(first) != 0) {
        ++first;
    }
    return first;
}

drvError_t query(halSqCqQueryInfo& info) {
    const auto found = fake().queues.find(info.sqId);
    if (found == fake().queues.end()) {
        return DRV_ERROR_INVALID_VALUE;
    }
    FakeHal::SubmissionQueue& queue = found->second;
    switch (info.prop) {
        case DRV_SQCQ_PROP_SQ_HEAD:
            info.value[0] = queue.head;
            if (!queue.headReadings.empty()) {
                info.value[0] = queue.headReadings.front();
                queue.headReadings.pop_front();
            }
            return DRV_ERROR_NONE;
        case DRV_SQCQ_PROP_SQ_STATUS:
            info.value[0] = queue.status;
            return DRV_ERROR_NONE;
        default:
            return DRV_ERROR_NOT_SUPPORT;
    }
}

drvError_t configure(const halSqCqConfigInfo& info) {
    const auto found = fake().queues.find(info.sqId);
    if (found == fake().queues.end()) {
        return DRV_ERROR_INVALID_VALUE;
    }
    found->second.configured.emplace_back(info.prop, info.value[0]);
    (info.prop == DRV_SQCQ_PROP_SQ_HEAD ? found->second.head : found->second.status) =
        info.value[0];
    return DRV_ERROR_NONE;
}

drvError_t allocateQueue(const halSqCqInputInfo& in, halSqCqOutputInfo& out) {
    out.cqId = lowestFree(fake().completionQueues, 40);
    fake().completionQueues.insert(out.cqId);
    if (in.type == DRV_NORMAL_TYPE) {
        out.sqId = 7 + in.info[0];
        fake().queues[out.sqId] = {};
    }
    return DRV_ERROR_NONE;
}

drvError_t receive(halReportRecvInfo& info) {
    std::deque<hw::LogicCqe>& entries = fake().completions[info.cqId];
    if (entries.empty()) {
        return DRV_ERROR_WAIT_TIMEOUT;
    }
    const auto count = std::min<uint32_t>(info.cqe_num, static_cast<uint32_t>(entries.size()));
    for (uint32_t i = 0; i < count; ++i) {
        std::memcpy(info.cqe_addr + i * sizeof(hw::LogicCqe), &entries.front(),
                    sizeof(hw::LogicCqe));
        entries.pop_front();
    }
    info.report_cqe_num = count;
    return DRV_ERROR_NONE;
}

}  // namespace

FakeHal* FakeHal::current = nullptr;

FakeHal::FakeHal() {
    current = this;
    infos[{MODULE_TYPE_SYSTEM, INFO_TYPE_VERSION}] = 0x500;
    infos[{MODULE_TYPE_AICORE, INFO_TYPE_CORE_NUM}] = 20;
    infos[{MODULE_TYPE_VECTOR_CORE, INFO_TYPE_CORE_NUM}] = 40;
    infos[{MODULE_TYPE_SYSTEM, INFO_TYPE_MONOTONIC_RAW}] = 1234;
}

FakeHal::~FakeHal() {
    for (const auto& [start, flags] : flagsOfMemory) {
        std::free(start);
    }
    current = nullptr;
}

FakeHal& FakeHal::instance() {
    return *current;
}

drvError_t FakeHal::enter(const std::string& function) {
    calls.push_back(function);
    const auto found = refusals.find(function);
    if (found == refusals.end() || found->second.times == 0) {
        return DRV_ERROR_NONE;
    }
    --found->second.times;
    return found->second.error;
}

// NOLINTBEGIN(bugprone-macro-parentheses): a name and a body
#define BELAY_FAKE(name, body)                                             \
    {                                                                      \
        const Guard guard(fake().mutex);                                   \
        if (const drvError_t refusal = fake().enter(name); refusal != 0) { \
            return refusal;                                                \
        }                                                                  \
        body                                                               \
    }                                                                      \
    return drvError_t {                                                    \
        DRV_ERROR_NONE                                                     \
    }

// NOLINTEND(bugprone-macro-parentheses)

HalApi FakeHal::api() const {
    HalApi api;
    api.halSetRuntimeApiVer = [](int) {
        const Guard guard(fake().mutex);
        fake().calls.emplace_back("halSetRuntimeApiVer");
    };
    api.halGetAPIVersion = [](int* version) { BELAY_FAKE("halGetAPIVersion", *version = 9;); };
    api.drvGetPlatformInfo = [](uint32_t* info) {
        BELAY_FAKE("drvGetPlatformInfo", *info = fake().platform;);
    };
    api.drvGetDevNum = [](uint32_t* count) {
        BELAY_FAKE("drvGetDevNum", *count = static_cast<uint32_t>(fake().deviceIds.size()););
    };
    api.drvGetDevIDs = [](uint32_t* devices, uint32_t length) {
        BELAY_FAKE("drvGetDevIDs", std::copy_n(fake().deviceIds.begin(), length, devices););
    };
    api.halGetSocVersion = [](uint32_t, char* name, uint32_t length) {
        BELAY_FAKE("halGetSocVersion", {
            if (fake().socName.empty()) {
                return drvError_t{DRV_ERROR_NOT_SUPPORT};
            }
            std::strncpy(name, fake().socName.c_str(), length);
        });
    };
    api.halGetDeviceInfo = [](uint32_t, int32_t module, int32_t kind, int64_t* value) {
        BELAY_FAKE("halGetDeviceInfo", {
            const auto found = fake().infos.find({module, kind});
            if (found == fake().infos.end()) {
                return drvError_t{DRV_ERROR_NOT_SUPPORT};
            }
            *value = found->second;
        });
    };
    api.drvDeviceStatus = [](uint32_t, drvStatus_t* status) {
        BELAY_FAKE("drvDeviceStatus", *status = DRV_STATUS_WORK;);
    };
    api.halDeviceOpen = [](uint32_t device, halDevOpenIn*, halDevOpenOut*) {
        BELAY_FAKE("halDeviceOpen", fake().open.insert(device););
    };
    api.halDeviceClose = [](uint32_t device, halDevCloseIn*) {
        BELAY_FAKE("halDeviceClose", fake().open.erase(device););
    };
    api.halMemAlloc = [](void** start, unsigned long long size, unsigned long long flags) {
        {
            const Guard guard(fake().mutex);
            fake().flagsAsked.push_back(flags);
        }
        BELAY_FAKE("halMemAlloc", {
            *start = std::aligned_alloc(512, (size + 511) / 512 * 512);
            fake().flagsOfMemory[*start] = flags;
        });
    };
    api.halMemFree = [](void* start) {
        BELAY_FAKE("halMemFree", {
            if (fake().flagsOfMemory.erase(start) == 0) {
                return drvError_t{DRV_ERROR_INVALID_VALUE};
            }
            std::free(start);
        });
    };
    api.drvMemcpy = [](DVdeviceptr target, size_t, DVdeviceptr source, size_t bytes) {
        // NOLINTNEXTLINE(performance-no-int-to-ptr)
        BELAY_FAKE("drvMemcpy", std::memmove(reinterpret_cast<void*>(target),
                                             reinterpret_cast<void*>(source), bytes););
    };
    api.drvMemsetD8 = [](DVdeviceptr target, size_t, uint8_t value, size_t bytes) {
        // NOLINTNEXTLINE(performance-no-int-to-ptr)
        BELAY_FAKE("drvMemsetD8", std::memset(reinterpret_cast<void*>(target), value, bytes););
    };
    api.halMemcpy2D = [](MEMCPY2D* copy) {
        BELAY_FAKE("halMemcpy2D", {
            if (copy->type == DEVMM_MEMCPY2D_ASYNC_CONVERT) {
                copy->dmaAddr->src = copy->dmaAddr;
                copy->dmaAddr->len = 3;
            }
        });
    };
    api.halMemGetInfo = [](uint32_t, uint32_t, MemInfo* info) {
        BELAY_FAKE("halMemGetInfo", {
            info->total = 1000;
            info->huge_total = 9000;
            info->free = 600;
            info->huge_free = 5000;
        });
    };
    api.drvMemGetAttribute = [](DVdeviceptr, DVattribute* attribute) {
        BELAY_FAKE("drvMemGetAttribute", attribute->memType = DV_MEM_USER_MALLOC;);
    };
    api.halHostRegister = [](void* start, uint64_t, uint32_t flag, uint32_t, void** mapped) {
        {
            const Guard guard(fake().mutex);
            fake().registrations.push_back(flag);
        }
        BELAY_FAKE("halHostRegister", *mapped = start;);
    };
    api.halHostUnregister = [](void*, uint32_t) { BELAY_FAKE("halHostUnregister", ); };
    api.halMemCtl = [](int, void*, size_t, void* out, size_t*) {
        BELAY_FAKE("halMemCtl", {
            auto* area = static_cast<AddrMapOutPara*>(out);
            area->ptr = 0x5000;
            area->len = 0x1000;
        });
    };
    api.halResourceIdAlloc = [](uint32_t, halResourceIdInputInfo* in,
                                halResourceIdOutputInfo* out) {
        BELAY_FAKE("halResourceIdAlloc", {
            out->resourceId = lowestFree(fake().ids[in->type], 3);
            fake().ids[in->type].insert(out->resourceId);
        });
    };
    api.halResourceIdFree = [](uint32_t, halResourceIdInputInfo* in) {
        BELAY_FAKE("halResourceIdFree", fake().ids[in->type].erase(in->resourceId););
    };
    api.halResourceConfig = [](uint32_t, halResourceIdInputInfo* in,
                               halResourceConfigInfo* config) {
        BELAY_FAKE("halResourceConfig", {
            if (config->prop == DRV_ID_RECORD) {
                fake().recorded.emplace_back(in->type, in->resourceId);
            }
        });
    };
    api.halResourceInfoQuery = [](uint32_t, uint32_t, drvResourceType_t, halResourceInfo* info) {
        BELAY_FAKE("halResourceInfoQuery", {
            info->capacity = 100;
            info->usedNum = 2;
        });
    };
    api.halSqCqAllocate = [](uint32_t, halSqCqInputInfo* in, halSqCqOutputInfo* out) {
        BELAY_FAKE("halSqCqAllocate", return allocateQueue(*in, *out););
    };
    api.halSqCqFree = [](uint32_t, halSqCqFreeInfo* info) {
        BELAY_FAKE("halSqCqFree", {
            fake().completionQueues.erase(info->cqId);
            if (info->type == DRV_NORMAL_TYPE) {
                fake().queues.erase(info->sqId);
            }
        });
    };
    api.halSqCqQuery = [](uint32_t, halSqCqQueryInfo* info) {
        BELAY_FAKE("halSqCqQuery", return query(*info););
    };
    api.halSqCqConfig = [](uint32_t, halSqCqConfigInfo* info) {
        BELAY_FAKE("halSqCqConfig", return configure(*info););
    };
    api.halSqTaskSend = [](uint32_t, halTaskSendInfo* info) {
        BELAY_FAKE("halSqTaskSend", {
            const auto* entries = reinterpret_cast<const hw::Sqe*>(info->sqe_addr);
            std::vector<hw::Sqe>& sent = fake().queues[info->sqId].sent;
            sent.insert(sent.end(), entries, entries + info->sqe_num);
        });
    };
    api.halCqReportRecv = [](uint32_t, halReportRecvInfo* info) {
        BELAY_FAKE("halCqReportRecv", return receive(*info););
    };
    // Not exact in its waiting: a report is found with the next call.
    api.halCqReportIrqWait = [](uint32_t, halReportInfoInput*, halReportInfoOutput* out) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        BELAY_FAKE("halCqReportIrqWait", {
            if (fake().reports.empty()) {
                return drvError_t{DRV_ERROR_WAIT_TIMEOUT};
            }
            std::memset(out->cqIdBitmap, 0xFF, out->cqIdBitmapSize);
        });
    };
    api.halCqReportGet = [](uint32_t, halReportGetInput*, halReportGetOutput* out) {
        BELAY_FAKE("halCqReportGet", {
            out->count = static_cast<uint32_t>(fake().reports.size());
            out->reportPtr = fake().reports.empty() ? nullptr : &fake().reports.front();
        });
    };
    api.halReportRelease = [](uint32_t, halReportReleaseInfo*) {
        BELAY_FAKE("halReportRelease", fake().reports.pop_front(););
    };
    return api;
}

}  // namespace belay::hal
