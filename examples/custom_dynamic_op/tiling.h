// What the host tells the kernel beside the addresses: shared by both.
#pragma once

#include <cstdint>

struct Tiling {
    uint32_t rows;
    uint32_t columns;
    uint32_t rowsOfBlock;
};
