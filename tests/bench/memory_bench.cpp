// Allocating and first use of memory through the public interface, against the smallest programs
// that could do the job and against PoCL (T11 and T12 of docs/performance.md).
#include <acl/acl.h>
#include <sys/mman.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "pocl.h"
#include "ratio.h"

namespace {

using belay::bench::Comparison;
using belay::bench::keep;
using belay::bench::Pocl;

constexpr size_t kMiB = size_t{1} << 20;

void check(aclError code, const char* call) {
    if (code != ACL_SUCCESS) {
        const char* message = aclGetRecentErrMsg();
        std::fprintf(stderr, "%s: %d %s\n", call, code, message != nullptr ? message : "");
        std::exit(EXIT_FAILURE);
    }
}

// The floor for a recycled block: a lock, two vector moves and one look-up by address.
class PointerPool {
  public:
    void* allocate() {
        const std::lock_guard<std::mutex> lock(mutex_);
        if (free_.empty()) {
            void* block = std::malloc(64);
            sizes_[block] = 0;
            return block;
        }
        void* block = free_.back();
        free_.pop_back();
        return block;
    }

    void release(void* block) {
        const std::lock_guard<std::mutex> lock(mutex_);
        keep(sizes_.find(block)->second);
        free_.push_back(block);
    }

  private:
    std::mutex mutex_;
    std::vector<void*> free_;
    std::unordered_map<void*, size_t> sizes_;
};

std::function<void(size_t)> repeat(std::function<void()> once) {
    return [once = std::move(once)](size_t count) {
        for (size_t i = 0; i < count; ++i) {
            once();
        }
    };
}

std::function<void(size_t)> recycle(size_t bytes) {
    return [bytes](size_t count) {
        for (size_t i = 0; i < count; ++i) {
            void* block = nullptr;
            keep(aclrtMalloc(&block, bytes, ACL_MEM_MALLOC_HUGE_FIRST));
            keep(aclrtFree(block));
        }
    };
}

std::function<void(size_t)> recycle(PointerPool& pool) {
    return [&pool](size_t count) {
        for (size_t i = 0; i < count; ++i) {
            void* block = pool.allocate();
            keep(block);
            pool.release(block);
        }
    };
}

std::function<void(size_t)> recycle(Pocl& pocl, size_t bytes) {
    return repeat([&pocl, bytes] { pocl.releaseBuffer(pocl.createBuffer(bytes)); });
}

// First use of 64 MiB: fresh memory, written once from a source.
constexpr size_t kFreshBytes = 64 * kMiB;

void populateAndCopy(const char* source) {
    void* range = ::mmap(nullptr, kFreshBytes + 2 * kMiB, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    auto* start = static_cast<char*>(range);
    start += (2 * kMiB - reinterpret_cast<uintptr_t>(start) % (2 * kMiB)) % (2 * kMiB);
    ::madvise(start, kFreshBytes, MADV_HUGEPAGE);
    ::madvise(start, kFreshBytes, MADV_POPULATE_WRITE);
    std::memcpy(start, source, kFreshBytes);
    keep(start);
    ::munmap(range, kFreshBytes + 2 * kMiB);
}

void mallocAndCopy(const char* source) {
    void* start = std::malloc(kFreshBytes);
    std::memcpy(start, source, kFreshBytes);
    keep(start);
    std::free(start);
}

// A reset takes all pages away, so that the memory is fresh each time.
void useFirst(const char* source) {
    check(aclrtResetDeviceForce(0), "aclrtResetDeviceForce");
    check(aclrtSetDevice(0), "aclrtSetDevice");
    void* start = nullptr;
    check(aclrtMalloc(&start, kFreshBytes, ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc");
    check(aclrtMemcpy(start, kFreshBytes, source, kFreshBytes, ACL_MEMCPY_HOST_TO_DEVICE),
          "aclrtMemcpy");
    check(aclrtFree(start), "aclrtFree");
}

void useFirst(Pocl& pocl, const char* source) {
    void* buffer = pocl.createBuffer(kFreshBytes);
    pocl.write(0, buffer, source, kFreshBytes, true);
    pocl.releaseBuffer(buffer);
}

void addRecycling(std::vector<Comparison>& comparisons, PointerPool& pool, Pocl* pocl) {
    constexpr size_t kOperations = 100'000;
    for (const auto& [name, bytes] :
         {std::pair{"64 B", size_t{64}}, std::pair{"64 KiB", size_t{64} << 10},
          std::pair{"64 MiB", 64 * kMiB}}) {
        const std::string what = std::string("allocate + free, recycled, ") + name;
        comparisons.push_back(
            {what, "belay", "pool by pointer", 2.0, recycle(bytes), recycle(pool), kOperations});
        if (pocl != nullptr) {
            comparisons.push_back(
                {what, "belay", "PoCL", 0.4, recycle(bytes), recycle(*pocl, bytes), 10'000});
        }
    }
    comparisons.push_back({"allocate + free, recycled", "64 MiB", "64 B", 1.3, recycle(64 * kMiB),
                           recycle(64), kOperations});
}

void addFirstUse(std::vector<Comparison>& comparisons, const char* source, Pocl* pocl) {
    const char* what = "first use of 64 MiB + copy + free";
    const auto ours = repeat([=] { useFirst(source); });
    comparisons.push_back({what, "belay", "populate + memcpy", 1.2, ours,
                           repeat([=] { populateAndCopy(source); }), 2});
    // What populating a page at a time costs differs from one machine to the next, by ten times.
    comparisons.push_back({what, "belay", "malloc + memcpy", Comparison::kNoTarget, ours,
                           repeat([=] { mallocAndCopy(source); }), 1});
    if (pocl != nullptr) {
        comparisons.push_back({what, "belay", "PoCL", Comparison::kNoTarget, ours,
                               repeat([=] { useFirst(*pocl, source); }), 1});
    }
}

}  // namespace

int main(int argc, char** argv) {
    const belay::bench::SleepingThread sleeper;
    check(aclInit(nullptr), "aclInit");
    check(aclrtSetDevice(0), "aclrtSetDevice");
    const std::vector<char> source(kFreshBytes, 'x');
    const std::unique_ptr<Pocl> pocl = Pocl::open(1);
    if (pocl == nullptr) {
        std::puts("no OpenCL device: not compared with PoCL");
    }
    PointerPool pool;
    std::vector<Comparison> comparisons;
    addRecycling(comparisons, pool, pocl.get());
    addFirstUse(comparisons, source.data(), pocl.get());
    return belay::bench::run(comparisons, 1, argc, argv);
}
