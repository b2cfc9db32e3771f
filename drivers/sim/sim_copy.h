// Copying bytes the way a copy engine would: as fast as the memory allows, at every size.
#pragma once

#include <cstddef>

#include "drivers/driver.h"

namespace belay::sim {

/// Copies `bytes` from `source` to `target`; the ranges may overlap, as with memmove(). Small
/// copies are the C library's. From about the size of the second-level cache on the processor's
/// string copy is used, which does not read the lines that it overwrites; and beyond what the
/// last-level cache keeps anyway, stores that go past the caches. On other processors than x86-64,
/// and under sanitizers, which have to see the accesses, all sizes are the C library's.
void copyBytes(void* target, const void* source, size_t bytes) noexcept;

/// Copies rows as copyBytes() does; at once when nothing lies between them. Rows must not overlap
/// rows of the other side. `copy` says where and how; its addresses are not used.
void copyRows(std::byte* target, const std::byte* source, const driver::RowCopy& copy) noexcept;

}  // namespace belay::sim
