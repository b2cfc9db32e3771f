// DmaListImage: what lies at the address of a list that the simulator made for a PCIe entry.
#pragma once

#include <cstdint>
#include <type_traits>

#include "drivers/driver.h"

namespace belay::sim {

struct DmaListImage {
    static constexpr uint64_t kMark = 0x7473'696C'2061'6D64;  ///< tells a list from other memory

    uint64_t mark = kMark;
    driver::RowCopy copy{};
};

static_assert(std::is_trivially_copyable_v<DmaListImage>);

}  // namespace belay::sim
