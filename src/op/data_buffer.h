// DataBuffer: an address and a size that an application hands to an operator or a model.
#pragma once

#include <cstddef>

#include "base/handle_cell.h"

namespace belay {

/// Owns neither the memory nor any claim on it. Not synchronised: one thread at a time changes it.
class DataBuffer : public Handled {
  public:
    static constexpr HandleType kHandleType{"data buffer"};

    /// `sizeBytes` may be anything; whoever uses the buffer checks it against what is needed.
    DataBuffer(void* data, size_t sizeBytes) noexcept : data_(data), sizeBytes_(sizeBytes) {}

    void update(void* data, size_t sizeBytes) noexcept {
        data_ = data;
        sizeBytes_ = sizeBytes;
    }

    void* data() const noexcept { return data_; }

    size_t sizeBytes() const noexcept { return sizeBytes_; }

  private:
    void* data_;
    size_t sizeBytes_;
};

}  // namespace belay
