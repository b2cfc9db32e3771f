// Notify: a flag of a device that one stream sets and another one waits for and clears.
#pragma once

#include <cstdint>
#include <utility>

#include "base/handle_cell.h"
#include "base/ref.h"
#include "base/result.h"
#include "runtime/device.h"
#include "runtime/task.h"

namespace belay {

class Stream;

/// An id of a device's notify table, given back with the object. Owner of the tasks that set it or
/// wait for it.
class NotifyFlag final : public TaskOwner {
  public:
    static Result<Ref<NotifyFlag>> create(Device& device);
    ~NotifyFlag() override;
    NotifyFlag(const NotifyFlag&) = delete;
    NotifyFlag& operator=(const NotifyFlag&) = delete;

    Device& device() const noexcept { return *device_; }

    uint16_t id() const noexcept { return id_; }

  private:
    NotifyFlag(Device& device, uint16_t id) noexcept : device_(&device), id_(id) {}

    const Ref<Device> device_;
    const uint16_t id_;
};

/// Belongs to a device; streams of all devices can set it, those of its own can wait. What is
/// submitted keeps its meaning when the notify is destroyed. Thread-safe.
class Notify final : public Handled {
  public:
    static constexpr HandleType kHandleType{"notify"};
    static constexpr bool kIsOfDevice = true;

    /// kRtNoNotifyResource (207009) when the device has no more.
    static Result<Ref<Notify>> create(Device& device);

    ~Notify() override;
    Notify(const Notify&) = delete;
    Notify& operator=(const Notify&) = delete;

    Device& device() const noexcept { return flag_->device(); }

    uint32_t id() const noexcept { return flag_->id(); }

    /// Lets a stream set the flag. It stays set until a wait takes it; setting it twice is setting
    /// it once.
    Status record(Stream& stream);

    /// Lets a stream of the same device wait until the flag is set, at most `timeoutS` seconds (0:
    /// no limit), after which the waiting task fails; and clears it.
    Status makeWait(Stream& stream, uint32_t timeoutS);

    /// Clears the flag at once.
    Status reset();

  private:
    explicit Notify(Ref<NotifyFlag> flag) noexcept : flag_(std::move(flag)) {}

    Status requireOpen() const;
    Status recordRemotely(Stream& stream);

    const Ref<NotifyFlag> flag_;
};

}  // namespace belay
