// What the program and the kernels have in common: the arguments, as they lie in the block.
#pragma once

#include <cstdint>

struct SortArgs {
    float* values;  // in memory of the device
    uint64_t count;
};
