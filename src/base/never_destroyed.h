// NeverDestroyed: an object that lives until the process is gone and takes no memory from the heap.
#pragma once

#include <cstddef>
#include <new>

namespace belay {

/// Storage for the one T of a process, as a function's static. No destructor runs, so static
/// destructors of the application may still use the object; and a first use cannot fail for want of
/// memory unless T's own constructor does.
template <typename T>
class NeverDestroyed {
  public:
    NeverDestroyed() { ::new (static_cast<void*>(storage_)) T(); }

    NeverDestroyed(const NeverDestroyed&) = delete;
    NeverDestroyed& operator=(const NeverDestroyed&) = delete;
    ~NeverDestroyed() = default;

    T& get() noexcept { return *std::launder(reinterpret_cast<T*>(storage_)); }

  private:
    alignas(T) std::byte storage_[sizeof(T)];
};

}  // namespace belay
