// OneDnn: products of matrices by the library that others use on CPUs, as a reference.
#pragma once

#include <cstddef>
#include <memory>

namespace belay::bench {

/// A product of two float matrices that is set up once and done again and again, on one thread.
class OneDnn {
  public:
    /// Null where belay was built without oneDNN.
    static std::unique_ptr<OneDnn> matmul(size_t m, size_t n, size_t k);

    virtual ~OneDnn() = default;
    OneDnn(const OneDnn&) = delete;
    OneDnn& operator=(const OneDnn&) = delete;

    virtual void run() = 0;

  protected:
    OneDnn() = default;
};

}  // namespace belay::bench
