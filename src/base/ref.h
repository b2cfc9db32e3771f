// Intrusive reference counting: RefCounted objects and the Ref<T> that keep them alive.
#pragma once

#include <atomic>
#include <cassert>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace belay {

/// Base of shared objects. Born with no reference; the last Ref to go deletes the object, on
/// whatever thread that happens, so destructors must not need locks that a holder of a Ref might
/// own.
// NOLINTNEXTLINE(cppcoreguidelines-virtual-class-destructor): only release() deletes, through this
class RefCounted {
  public:
    RefCounted(const RefCounted&) = delete;
    RefCounted& operator=(const RefCounted&) = delete;

    void retain() const noexcept {
        // Relaxed: a new reference is made from one that already keeps the object alive.
        references_.fetch_add(1, std::memory_order_relaxed);
    }

    void release() const noexcept {
        // Release publishes this holder's writes, acquire lets the deleting holder see all of them.
        const uint32_t before = references_.fetch_sub(1, std::memory_order_acq_rel);
        assert(before > 0);
        if (before == 1) {
            delete this;
        }
    }

    /// Whether only one reference is left; its holder then knows that nobody else sees the object.
    bool hasOneReference() const noexcept {
        // Acquire: sees what those who gave up their references did.
        return references_.load(std::memory_order_acquire) == 1;
    }

  protected:
    RefCounted() = default;
    virtual ~RefCounted() = default;

  private:
    mutable std::atomic<uint32_t> references_{0};
};

/// Owning pointer to a RefCounted object; may be null. As thread-safe as a plain pointer.
template <typename T>
// NOLINTNEXTLINE(cppcoreguidelines-special-member-functions): one assignment, by value, is both
class Ref {
  public:
    Ref() noexcept = default;

    Ref(std::nullptr_t) noexcept {}  // NOLINT(google-explicit-constructor)

    explicit Ref(T* object) noexcept : object_(object) {
        if (object_ != nullptr) {
            object_->retain();
        }
    }

    /// Takes over a reference that the caller owns, without adding one.
    static Ref adopt(T* object) noexcept {
        Ref ref;
        ref.object_ = object;
        return ref;
    }

    Ref(const Ref& other) noexcept : Ref(other.object_) {}

    Ref(Ref&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}

    template <typename U, typename = std::enable_if_t<std::is_convertible_v<U*, T*>>>
    Ref(const Ref<U>& other) noexcept  // NOLINT(google-explicit-constructor)
        : Ref(other.get()) {}

    template <typename U, typename = std::enable_if_t<std::is_convertible_v<U*, T*>>>
    Ref(Ref<U>&& other) noexcept  // NOLINT(google-explicit-constructor)
        : object_(other.detach()) {}

    ~Ref() {
        if (object_ != nullptr) {
            // NOLINTNEXTLINE(clang-analyzer-cplusplus.NewDelete): takes one for destroyed twice
            object_->release();
        }
    }

    Ref& operator=(Ref other) noexcept {
        std::swap(object_, other.object_);
        return *this;
    }

    T* get() const noexcept { return object_; }

    T& operator*() const noexcept { return *object_; }

    T* operator->() const noexcept { return object_; }

    explicit operator bool() const noexcept { return object_ != nullptr; }

    /// Gives up ownership without releasing; the caller owes one release().
    T* detach() noexcept { return std::exchange(object_, nullptr); }

    friend bool operator==(const Ref& a, const Ref& b) noexcept { return a.object_ == b.object_; }

  private:
    T* object_ = nullptr;
};

/// Makes a T and the first reference to it.
template <typename T, typename... Args>
Ref<T> makeRef(Args&&... args) {
    return Ref<T>(new T(std::forward<Args>(args)...));
}

}  // namespace belay
