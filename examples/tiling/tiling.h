// What host and kernels say to each other: how a matrix is divided among blocks.
#pragma once

#include <stdint.h>

struct Tiling {
    uint32_t rows;
    uint32_t columns;
    uint32_t rowsOfBlock;
    float factor;
};
