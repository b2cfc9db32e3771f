// Numbers: ids that are nothing but numbers below a limit.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace belay::hal_sim {

/// Not thread-safe.
class Numbers {
  public:
    explicit Numbers(uint32_t limit) : limit_(limit) {}

    /// The lowest one that is free; nothing when all are taken.
    std::optional<uint32_t> take() {
        for (uint32_t number = 0; number < taken_.size(); ++number) {
            if (!taken_[number]) {
                taken_[number] = true;
                ++used_;
                return number;
            }
        }
        if (taken_.size() == limit_) {
            return std::nullopt;
        }
        taken_.push_back(true);
        ++used_;
        return static_cast<uint32_t>(taken_.size() - 1);
    }

    bool isTaken(uint32_t number) const { return number < taken_.size() && taken_[number]; }

    /// Of a number that is taken.
    void giveBack(uint32_t number) {
        taken_[number] = false;
        --used_;
    }

    void giveAllBack() {
        taken_.clear();
        used_ = 0;
    }

    uint32_t limit() const noexcept { return limit_; }

    uint32_t used() const noexcept { return used_; }

  private:
    const uint32_t limit_;
    uint32_t used_ = 0;
    std::vector<bool> taken_;
};

}  // namespace belay::hal_sim
