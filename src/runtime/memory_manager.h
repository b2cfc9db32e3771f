// Memory as streams see it: how asynchronous copies and fills become entries of a queue.
#pragma once

#include <cstdint>
#include <span>

#include "base/result.h"
#include "drivers/driver.h"

namespace belay {

class Stream;

/// What the application says about a copy. Host and device are sides, not addresses: pinned and
/// registered memory is of the host.
enum class CopyKind : uint8_t {
    kHostToHost,
    kHostToDevice,
    kDeviceToHost,
    kDeviceToDevice,      ///< also taken for a copy from or to the host
    kDefault,             ///< whatever the addresses say
    kBufferHostToDevice,  ///< the source is free again when the call returns
};

/// kRtParamInvalid (107000) when `kind` contradicts the sides; kRtFeatureNotSupport (207000) when
/// both are of the host, or `kind` says so.
Status requireSides(CopyKind kind, driver::PointerKind target, driver::PointerKind source);

/// A copy whose addresses have been looked at.
struct CopyPlan {
    void* target = nullptr;
    const void* source = nullptr;
    uint64_t bytes = 0;
    bool hasHostSide = false;
    /// The call returns only when the copy is done: it uses memory that the application may take
    /// away without telling.
    bool mustWait = false;
};

/// Errors as requireSides().
Result<CopyPlan> planCopy(driver::Driver& driver, void* target, const void* source, uint64_t bytes,
                          CopyKind kind);

/// Submits the copy, in pieces if it is long, and waits for it if it must. Blocks in that case.
Status submitCopy(Stream& stream, const CopyPlan& plan);

/// Submits all of them, as many at once as there is room for, and waits if one of them must be
/// waited for. None may be empty.
Status submitCopies(Stream& stream, std::span<const CopyPlan> plans);

/// A copy of rows whose addresses have been looked at.
struct RowCopyPlan {
    driver::RowCopy copy{};
    bool mustWait = false;
};

/// Errors as requireSides().
Result<RowCopyPlan> planRowCopy(driver::Driver& driver, const driver::RowCopy& copy, CopyKind kind);

/// Submits the copy as one entry, and waits for it if it must. kRtMemoryAllocation (207001) when
/// there is no memory for the list of its rows.
Status submitRowCopy(Stream& stream, const RowCopyPlan& plan);

/// Setting bytes, as an asynchronous copy from a buffer that holds nothing else.
struct FillPlan {
    void* target = nullptr;
    uint64_t bytes = 0;
    uint32_t pattern = 0;  ///< repeated from the target's first byte on
    bool mustWait = false;
};

/// The pattern that sets every byte to `value`.
constexpr uint32_t patternOf(uint8_t value) noexcept {
    return value * 0x0101'0101U;
}

FillPlan planFill(driver::Driver& driver, void* target, uint32_t pattern, uint64_t bytes) noexcept;

/// Sets memory in the calling thread's time. Errors as driver::Driver::copy().
Status fillNow(driver::Driver& driver, const FillPlan& plan);

/// As submitCopy(). kRtMemoryAllocation (207001) when there is no memory for the buffer.
Status submitFill(Stream& stream, const FillPlan& plan);

}  // namespace belay
