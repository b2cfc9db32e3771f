// What a source of kernels for AI CPUs includes. On simulated devices such a kernel is a function
// of a shared object for this machine's processor; belay_add_cpu_kernels() of the CMake package
// builds it. The whole C++ library is there for it.
#pragma once

#include <cstdint>
#include <cstdio>

/// Marks a kernel:
///     __global__ __aicpu__ uint32_t name(void* args)
/// `args` is the block of arguments of the launch, without gaps between them when it comes from a
/// list of arguments. A result other than 0 makes the launch fail. The kernel is known by the name
/// that it is written with.
#ifndef __global__
#define __global__ extern "C" __attribute__((visibility("default"), used))
#endif
#define __aicpu__

namespace AscendC {

/// As std::printf(), to the application's standard output.
using std::printf;

}  // namespace AscendC
