// What public functions about kernels start from: binaries, functions and lists of arguments by
// their handles.
#pragma once

#include "acl/acl_rt.h"
#include "api/handles.h"
#include "kernel/binary.h"
#include "kernel/binary_file.h"
#include "kernel/kernel_args.h"

namespace belay::api {

template <>
inline constexpr Code kHandleError<Binary> = Code::kRtInvalidHandle;
template <>
inline constexpr Code kHandleError<Function> = Code::kRtInvalidHandle;
template <>
inline constexpr Code kHandleError<BinaryFile> = Code::kRtInvalidHandle;
template <>
inline constexpr Code kHandleError<KernelArgs> = Code::kRtInvalidHandle;

/// The list behind a handle of ours, or at an address of the application.
inline Result<Ref<KernelArgs>> kernelArgsOf(aclrtArgsHandle handle) {
    HandleFault fault = HandleFault::kNone;
    if (auto* args = findHandle<KernelArgs>(handle, fault)) {
        return Ref<KernelArgs>(args);
    }
    if (Ref<KernelArgs> args = KernelArgs::findAt(handle); args != nullptr) {
        return args;
    }
    BELAY_ASSIGN(KernelArgs * args, fromHandle<KernelArgs>(handle, "argsHandle"));
    return Ref<KernelArgs>(args);
}

}  // namespace belay::api
