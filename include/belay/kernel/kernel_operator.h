// The language of kernels for simulated cores: what a source of Ascend C kernels includes. The
// vector API is not part of it yet.
#pragma once

#include <cstddef>
#include <cstdint>

#include "belay/kernel/bfloat16.h"
#include "belay/kernel/blocks.h"
#include "belay/kernel/half.h"
#include "belay/kernel/markers.h"
#include "belay/kernel/output.h"
#include "belay/kernel/pipes.h"
#include "belay/kernel/scalar.h"
#include "belay/kernel/sync.h"
