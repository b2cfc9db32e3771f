#include "api/binary_options.h"

#include <span>

#include "api/checks.h"

namespace belay::api {
namespace {

Status applyMagic(uint32_t magic, BinarySetup& setup) {
    switch (magic) {
        case ACL_RT_BINARY_MAGIC_ELF_AICORE:
            setup.kind = BinaryKind::kAnyCore;
            return Status::ok();
        case ACL_RT_BINARY_MAGIC_ELF_CUBE_CORE:
            setup.kind = BinaryKind::kCube;
            return Status::ok();
        case ACL_RT_BINARY_MAGIC_ELF_VECTOR_CORE:
            setup.kind = BinaryKind::kVector;
            return Status::ok();
        default:
            return Status::error(Code::kRtParamInvalid,
                                 "the option ACL_RT_BINARY_LOAD_OPT_MAGIC is {:#x}; it must be an "
                                 "ACL_RT_BINARY_MAGIC constant",
                                 magic);
    }
}

Status applyCpuMode(int32_t mode, BinaryOptions& options) {
    switch (mode) {
        case 0:
            options.cpuMode = CpuMode::kBuiltIn;
            return Status::ok();
        case 1:
            options.cpuMode = CpuMode::kLibraryBesideList;
            return Status::ok();
        case 2:
            options.cpuMode = CpuMode::kLibrary;
            return Status::ok();
        default:
            return Status::error(Code::kRtParamInvalid,
                                 "the option ACL_RT_BINARY_LOAD_OPT_CPU_KERNEL_MODE is {}; it must "
                                 "be 0, 1 or 2",
                                 mode);
    }
}

Status apply(const aclrtBinaryLoadOption& option, BinaryOptions& options) {
    switch (option.type) {
        case ACL_RT_BINARY_LOAD_OPT_LAZY_LOAD:
            if (option.value.isLazyLoad > 1) {
                return Status::error(Code::kRtParamInvalid,
                                     "the option ACL_RT_BINARY_LOAD_OPT_LAZY_LOAD is {}; it must "
                                     "be 0 or 1",
                                     option.value.isLazyLoad);
            }
            options.setup.isLazy = option.value.isLazyLoad == 1;
            return Status::ok();
        case ACL_RT_BINARY_LOAD_OPT_MAGIC:
            return applyMagic(option.value.magic, options.setup);
        case ACL_RT_BINARY_LOAD_OPT_CPU_KERNEL_MODE:
            return applyCpuMode(option.value.cpuKernelMode, options);
    }
    return Status::error(Code::kRtParamInvalid,
                         "an option in 'options' has the type {}, which is no value of "
                         "aclrtBinaryLoadOptionType",
                         static_cast<int>(option.type));
}

}  // namespace

Result<BinaryOptions> binaryOptionsOf(const aclrtBinaryLoadOptions* options) {
    BinaryOptions result;
    if (options == nullptr) {
        return result;
    }
    BELAY_TRY(requireArray(options->options, options->numOpt, "options->options", "options->numOpt",
                           Code::kRtParamInvalid));
    for (const aclrtBinaryLoadOption& option : std::span(options->options, options->numOpt)) {
        BELAY_TRY(apply(option, result));
    }
    return result;
}

}  // namespace belay::api
