#include "api/launch_config.h"

#include <optional>
#include <span>

#include "api/checks.h"
#include "base/result.h"
#include "runtime/device.h"

namespace belay::api {
namespace {

constexpr uint64_t kUsPerSecond = 1'000'000;

Status invalid(const char* property, const char* member, uint64_t value, const char* rule) {
    return Status::error(Code::kRtParamInvalid, "argument 'cfg' has {} with {} {}; it must be {}",
                         property, member, value, rule);
}

Result<bool> switchOf(const char* property, const char* member, uint8_t value) {
    if (value > 1) {
        return invalid(property, member, value, "0 or 1");
    }
    return value == 1;
}

// Takes the properties one by one.
class SetupBuilder {
  public:
    SetupBuilder(const Device& device, LaunchSetup& setup) : device_(device), setup_(setup) {}

    Status add(const aclrtLaunchKernelAttr& attribute);

    Status finish() const {
        if (secondsAreSet_ && microsecondsAreSet_) {
            return Status::error(Code::kRtParamInvalid,
                                 "argument 'cfg' has ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT and "
                                 "ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT_US; there can be one of them");
        }
        return Status::ok();
    }

  private:
    Status setScheduleMode(uint8_t mode) {
        // 2 is what kernels themselves can ask for, and a launch cannot.
        if (mode > 1) {
            return invalid("ACL_RT_LAUNCH_KERNEL_ATTR_SCHEM_MODE", "schemMode", mode, "0 or 1");
        }
        setup_.scheduleMode = mode;
        return Status::ok();
    }

    // Only kernels of many threads use it, which this chip does not have.
    Status checkDynamicBuffer(uint32_t bytes) const {
        if (bytes > device_.info().unifiedBufferBytes) {
            return Status::error(Code::kRtParamInvalid,
                                 "argument 'cfg' has ACL_RT_LAUNCH_KERNEL_ATTR_DYN_UBUF_SIZE with "
                                 "dynUBufSize {}; a core has {} bytes",
                                 bytes, device_.info().unifiedBufferBytes);
        }
        return Status::ok();
    }

    // Heeded by chips only whose cores of either kind run any kernel.
    static Status checkEngine(aclrtEngineType engine) {
        if (!isAtMost(engine, ACL_RT_ENGINE_TYPE_AIV)) {
            return invalid("ACL_RT_LAUNCH_KERNEL_ATTR_ENGINE_TYPE", "engineType",
                           static_cast<unsigned>(engine), "a value of aclrtEngineType");
        }
        return Status::ok();
    }

    const Device& device_;
    LaunchSetup& setup_;
    bool secondsAreSet_ = false;
    bool microsecondsAreSet_ = false;
};

Status SetupBuilder::add(const aclrtLaunchKernelAttr& attribute) {
    const aclrtLaunchKernelAttrValue& value = attribute.value;
    switch (attribute.id) {
        case ACL_RT_LAUNCH_KERNEL_ATTR_SCHEM_MODE:
            return setScheduleMode(value.schemMode);
        case ACL_RT_LAUNCH_KERNEL_ATTR_DYN_UBUF_SIZE:
            return checkDynamicBuffer(value.dynUBufSize);
        case ACL_RT_LAUNCH_KERNEL_ATTR_ENGINE_TYPE:
            return checkEngine(value.engineType);
        case ACL_RT_LAUNCH_KERNEL_ATTR_BLOCKDIM_OFFSET:
            return Status::ok();  // goes with the engine type
        case ACL_RT_LAUNCH_KERNEL_ATTR_BLOCK_TASK_PREFETCH: {
            BELAY_ASSIGN(const bool isBlocked,
                         switchOf("ACL_RT_LAUNCH_KERNEL_ATTR_BLOCK_TASK_PREFETCH",
                                  "isBlockTaskPrefetch", value.isBlockTaskPrefetch));
            setup_.readsCodeAhead = !isBlocked;
            return Status::ok();
        }
        case ACL_RT_LAUNCH_KERNEL_ATTR_DATA_DUMP: {
            BELAY_ASSIGN(setup_.dumpsData, switchOf("ACL_RT_LAUNCH_KERNEL_ATTR_DATA_DUMP",
                                                    "isDataDump", value.isDataDump));
            return Status::ok();
        }
        case ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT:
            secondsAreSet_ = true;
            setup_.timeoutUs = value.timeout * kUsPerSecond;
            return Status::ok();
        case ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT_US:
            microsecondsAreSet_ = true;
            setup_.timeoutUs =
                uint64_t{value.timeoutUs.timeoutHigh} << 32 | value.timeoutUs.timeoutLow;
            return Status::ok();
        case ACL_RT_LAUNCH_KERNEL_ATTR_ENABLE_PROFILING: {
            BELAY_ASSIGN(setup_.isProfiled, switchOf("ACL_RT_LAUNCH_KERNEL_ATTR_ENABLE_PROFILING",
                                                     "enableProfiling", value.enableProfiling));
            return Status::ok();
        }
    }
    return Status::error(Code::kRtParamInvalid,
                         "argument 'cfg' has a property with the id {}, which is no value of "
                         "aclrtLaunchKernelAttrId",
                         static_cast<int>(attribute.id));
}

}  // namespace

Status applyLaunchConfig(uint32_t numBlocks, const aclrtLaunchKernelCfg* config,
                         const Device& device, LaunchSetup& setup) {
    if (numBlocks == 0 || numBlocks > kMaxBlockCount) [[unlikely]] {
        return Status::error(Code::kRtParamInvalid,
                             "argument 'numBlocks' is {}; it must be 1 to {}", numBlocks,
                             kMaxBlockCount);
    }
    setup.blockCount = numBlocks;
    if (config == nullptr) {
        return Status::ok();
    }
    BELAY_TRY(requireArray(config->attrs, config->numAttrs, "cfg->attrs", "cfg->numAttrs",
                           Code::kRtParamInvalid));
    SetupBuilder builder(device, setup);
    for (const aclrtLaunchKernelAttr& attribute : std::span(config->attrs, config->numAttrs)) {
        BELAY_TRY(builder.add(attribute));
    }
    return builder.finish();
}

}  // namespace belay::api
