// The words that kernels are marked with.
#pragma once

#include <cstdint>

// The scanner of belay-kcc has to see these marks themselves.
#ifndef BELAY_KERNEL_SCAN
/// Marks a function that can be launched.
#define __global__ __attribute__((visibility("protected"), used))
/// Which cores a kernel is for; without a mark it is for vector cores. __mix__ says how many of
/// each kind work on one block.
#define __vector__
#define __cube__
#define __mix__(cubes, vectors)
/// The same, as a line in a kernel: a KERNEL_TYPE constant.
#define KERNEL_TASK_TYPE_DEFAULT(type) static_cast<void>(0)
/// belay-kcc makes one kernel of a function whatever the tiling key, so the key is not looked at.
#define KERNEL_TASK_TYPE(key, type) static_cast<void>(0)
#else
#define KERNEL_TASK_TYPE_DEFAULT(type) __belay_task_type__(type)
#define KERNEL_TASK_TYPE(key, type) __belay_task_type__(type)
#endif

/// A function that runs on a core. All do, here.
#define __aicore__

// Where what a pointer points to lies. All memory is one here.
#define __gm__
#define __ubuf__
#define __cbuf__
#define __ca__
#define __cb__
#define __cc__
#define __biasbuf__
#define __fbuf__
#define __inout_pipe__(pipe)

/// An address in the device's memory, as a parameter of a kernel.
using GM_ADDR = uint8_t*;
