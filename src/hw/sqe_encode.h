// SqeEncoder: makes entries from plain parameters. StarsV1Encoder: as 910B and 910_93 read them.
#pragma once

#include "base/status.h"
#include "hw/entry.h"
#include "hw/sqe.h"

namespace belay::hw {

/// One encoder per layout; the chip decides which. All functions overwrite their last argument and
/// touch nothing else, so any number of threads may share an encoder.
///
/// That parameters fit their fields and break no rule (rules.h) is a precondition. A Status comes
/// from the kinds that carry values of the application (addresses, block counts) whose limits only
/// the layout knows; the argument is then untouched.
class SqeEncoder {
  public:
    SqeEncoder() = default;
    virtual ~SqeEncoder() = default;
    SqeEncoder(const SqeEncoder&) = delete;
    SqeEncoder& operator=(const SqeEncoder&) = delete;

    virtual Status encode(const AicoreKernel& kernel, Sqe& sqe) const = 0;
    virtual Status encode(const MixKernel& kernel, Sqe& sqe) const = 0;
    virtual Status encode(const MixContext& context, MixContextImage& image) const = 0;
    virtual Status encode(const WriteValue& write, Sqe& sqe) const = 0;
    virtual Status encode(const WriteTarget& target, WriteTargetImage& image) const = 0;

    virtual void encode(const AicpuKernel& kernel, Sqe& sqe) const = 0;
    virtual void encode(const HostCallback& callback, Sqe& sqe) const = 0;
    virtual void encode(const Placeholder& placeholder, Sqe& sqe) const = 0;
    virtual void encode(const EventRecord& record, Sqe& sqe) const = 0;
    virtual void encode(const EventWait& wait, Sqe& sqe) const = 0;
    virtual void encode(const NotifyRecord& record, Sqe& sqe) const = 0;
    virtual void encode(const NotifyWait& wait, Sqe& sqe) const = 0;
    virtual void encode(const WriteValuePointer& write, Sqe& sqe) const = 0;
    virtual void encode(const Sdma& copy, Sqe& sqe) const = 0;
    virtual void encode(const SdmaPointer& copy, Sqe& sqe) const = 0;
    virtual void encode(const PcieDma& copy, Sqe& sqe) const = 0;
    virtual void encode(const Cond& cond, Sqe& sqe) const = 0;
    virtual void encode(const Cmo& cmo, Sqe& sqe) const = 0;
    virtual void encode(const Barrier& barrier, Sqe& sqe) const = 0;
};

class StarsV1Encoder final : public SqeEncoder {
  public:
    Status encode(const AicoreKernel& kernel, Sqe& sqe) const override;
    Status encode(const MixKernel& kernel, Sqe& sqe) const override;
    Status encode(const MixContext& context, MixContextImage& image) const override;
    Status encode(const WriteValue& write, Sqe& sqe) const override;
    Status encode(const WriteTarget& target, WriteTargetImage& image) const override;

    void encode(const AicpuKernel& kernel, Sqe& sqe) const override;
    void encode(const HostCallback& callback, Sqe& sqe) const override;
    void encode(const Placeholder& placeholder, Sqe& sqe) const override;
    void encode(const EventRecord& record, Sqe& sqe) const override;
    void encode(const EventWait& wait, Sqe& sqe) const override;
    void encode(const NotifyRecord& record, Sqe& sqe) const override;
    void encode(const NotifyWait& wait, Sqe& sqe) const override;
    void encode(const WriteValuePointer& write, Sqe& sqe) const override;
    void encode(const Sdma& copy, Sqe& sqe) const override;
    void encode(const SdmaPointer& copy, Sqe& sqe) const override;
    void encode(const PcieDma& copy, Sqe& sqe) const override;
    void encode(const Cond& cond, Sqe& sqe) const override;
    void encode(const Cmo& cmo, Sqe& sqe) const override;
    void encode(const Barrier& barrier, Sqe& sqe) const override;
};

/// A placeholder that carries `payload`.
Placeholder makePlaceholder(const Common& common, const FlipMarker& payload) noexcept;
Placeholder makePlaceholder(const Common& common, const StreamMaintenance& payload) noexcept;
Placeholder makePlaceholder(const Common& common, const RingBufferControl& payload) noexcept;
Placeholder makePlaceholder(const Common& common, const OverflowSwitch& payload) noexcept;
Placeholder makePlaceholder(const Common& common, const VersionQuery& payload) noexcept;

/// The instructions of a Cond that calls the program of `programWords` words at `programAddr`.
Words<12> callProgram(uint64_t programAddr, uint64_t programWords) noexcept;

}  // namespace belay::hw
