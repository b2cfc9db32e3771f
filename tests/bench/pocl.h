// Pocl: the CPU device that other people use, as a reference: OpenCL through the installed PoCL.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace belay::bench {

/// One OpenCL context on the first CPU device, with in-order queues. Any OpenCL error ends the
/// program with its number.
class Pocl {
  public:
    /// Null where there is no OpenCL platform with a CPU device, or belay was built without OpenCL.
    static std::unique_ptr<Pocl> open(size_t queueCount);

    virtual ~Pocl() = default;
    Pocl(const Pocl&) = delete;
    Pocl& operator=(const Pocl&) = delete;

    /// Device memory, for use with the functions below until release().
    virtual void* createBuffer(size_t bytes) = 0;
    virtual void releaseBuffer(void* buffer) = 0;

    /// Writes and reads whole buffers, or their beginning.
    virtual void write(size_t queue, void* buffer, const void* source, size_t bytes,
                       bool isBlocking) = 0;
    virtual void read(size_t queue, void* buffer, void* target, size_t bytes, bool isBlocking) = 0;

    /// One hop: marks an event in queue `from` that queue `to` then waits for.
    virtual void hop(size_t from, size_t to) = 0;

    /// A kernel of OpenCL C, for use with the functions below until releaseKernel(). Builds it.
    virtual void* createKernel(const char* source, const char* name) = 0;
    virtual void releaseKernel(void* kernel) = 0;
    virtual void setBuffer(void* kernel, uint32_t index, void* buffer) = 0;

    /// One work item for each of `items`.
    virtual void launch(size_t queue, void* kernel, size_t items) = 0;

    /// One group of so many work items, for which the kernel is compiled unless it was before.
    virtual void launchGroup(size_t queue, void* kernel, size_t items) = 0;

    virtual void finish(size_t queue) = 0;

  protected:
    Pocl() = default;
};

}  // namespace belay::bench
