// Copies through the public interface, against the C library's memcpy on the same memory and
// against PoCL (T7 to T10 of docs/performance.md).
#include <acl/acl.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "pocl.h"
#include "ratio.h"

namespace {

using belay::bench::Comparison;
using belay::bench::keep;
using belay::bench::Pocl;
using belay::bench::ratioWith;

constexpr size_t kKiB = 1024;
constexpr size_t kMiB = 1024 * kKiB;
constexpr size_t kMost = 64 * kMiB;

void check(aclError code, const char* call) {
    if (code != ACL_SUCCESS) {
        const char* message = aclGetRecentErrMsg();
        std::fprintf(stderr, "%s: %d %s\n", call, code, message != nullptr ? message : "");
        std::exit(EXIT_FAILURE);
    }
}

char* hugePages(size_t bytes) {
    void* range = ::mmap(nullptr, bytes + 2 * kMiB, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    auto* start = static_cast<char*>(range);
    start += (2 * kMiB - reinterpret_cast<uintptr_t>(start) % (2 * kMiB)) % (2 * kMiB);
    ::madvise(start, bytes, MADV_HUGEPAGE);
    std::memset(start, 1, bytes);
    return start;
}

std::function<void(size_t)> repeat(std::function<void()> once) {
    return [once = std::move(once)](size_t count) {
        for (size_t i = 0; i < count; ++i) {
            once();
        }
    };
}

// Host memory and device memory; the host may touch the latter, so that both sides of a comparison
// use the same.
struct Sides {
    char* host = hugePages(kMost);
    char* device = nullptr;

    Sides() {
        void* start = nullptr;
        check(aclrtMalloc(&start, kMost, ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc");
        device = static_cast<char*>(start);
    }
};

std::function<void(size_t)> copies(const Sides& sides, size_t bytes, bool toDevice) {
    char* to = toDevice ? sides.device : sides.host;
    const char* from = toDevice ? sides.host : sides.device;
    return repeat([=] {
        check(aclrtMemcpy(to, bytes, from, bytes,
                          toDevice ? ACL_MEMCPY_HOST_TO_DEVICE : ACL_MEMCPY_DEVICE_TO_HOST),
              "aclrtMemcpy");
    });
}

std::function<void(size_t)> plainCopies(const Sides& sides, size_t bytes, bool toDevice) {
    char* to = toDevice ? sides.device : sides.host;
    const char* from = toDevice ? sides.host : sides.device;
    return repeat([=] {
        std::memcpy(to, from, bytes);
        keep(to);
    });
}

void addPlain(std::vector<Comparison>& comparisons, const Sides& sides) {
    struct Size {
        const char* name;
        size_t bytes;
        double target;  // 0: 60 ns more
        size_t operations;
    };

    for (const Size& size :
         {Size{"4 KiB", 4 * kKiB, 0, 20'000}, Size{"64 KiB", 64 * kKiB, 1.1, 2'000},
          Size{"256 KiB", 256 * kKiB, 1 / 0.95, 200}, Size{"1 MiB", kMiB, 1 / 1.15, 40},
          Size{"4 MiB", 4 * kMiB, 1 / 1.15, 20}, Size{"16 MiB", 16 * kMiB, 1 / 1.2, 4},
          Size{"64 MiB", kMost, 1 / 1.2, 2}}) {
        for (const bool toDevice : {true, false}) {
            auto plain = plainCopies(sides, size.bytes, toDevice);
            comparisons.push_back(
                {std::string(toDevice ? "to the device, " : "to the host, ") + size.name,
                 "aclrtMemcpy", "memcpy",
                 size.target != 0 ? size.target : ratioWith(60, plain, 20'000),
                 copies(sides, size.bytes, toDevice), plain, size.operations});
        }
    }
}

constexpr size_t kBatch = 16;

std::function<void(size_t)> batches(const Sides& sides, aclrtStream stream) {
    void* pinned = nullptr;
    check(aclrtMallocHost(&pinned, kBatch * 4 * kKiB), "aclrtMallocHost");
    return repeat([=] {
        for (size_t i = 0; i < kBatch; ++i) {
            check(aclrtMemcpyAsync(sides.device + i * 4 * kKiB, 4 * kKiB,
                                   static_cast<char*>(pinned) + i * 4 * kKiB, 4 * kKiB,
                                   ACL_MEMCPY_HOST_TO_DEVICE, stream),
                  "aclrtMemcpyAsync");
        }
        check(aclrtSynchronizeStream(stream), "aclrtSynchronizeStream");
    });
}

void addPocl(std::vector<Comparison>& comparisons, const Sides& sides, aclrtStream stream,
             Pocl& pocl) {
    void* buffer = pocl.createBuffer(kMost);
    const auto writes = [&pocl, buffer, &sides](size_t bytes) {
        return repeat([=, &pocl] { pocl.write(0, buffer, sides.host, bytes, true); });
    };
    comparisons.push_back({"to the device, 4 KiB", "aclrtMemcpy", "PoCL", 0.01,
                           copies(sides, 4 * kKiB, true), writes(4 * kKiB), 500});
    comparisons.push_back({"to the device, 64 KiB", "aclrtMemcpy", "PoCL", Comparison::kNoTarget,
                           copies(sides, 64 * kKiB, true), writes(64 * kKiB), 500});
    comparisons.push_back({"16 times 4 KiB, asynchronous", "aclrtMemcpyAsync", "PoCL", 0.1,
                           batches(sides, stream), repeat([&pocl, buffer, &sides] {
                               for (size_t i = 0; i < kBatch; ++i) {
                                   pocl.write(0, buffer, sides.host, 4 * kKiB, false);
                               }
                               pocl.finish(0);
                           }),
                           100});
}

}  // namespace

int main(int argc, char** argv) {
    const belay::bench::SleepingThread sleeper;
    check(aclInit(nullptr), "aclInit");
    check(aclrtSetDevice(0), "aclrtSetDevice");
    aclrtStream stream = nullptr;
    check(aclrtCreateStream(&stream), "aclrtCreateStream");
    const Sides sides;
    const std::unique_ptr<Pocl> pocl = Pocl::open(1);
    std::vector<Comparison> comparisons;
    addPlain(comparisons, sides);
    if (pocl != nullptr) {
        addPocl(comparisons, sides, stream, *pocl);
    } else {
        std::puts("no OpenCL device: not compared with PoCL");
    }
    return belay::bench::run(comparisons, 100, argc, argv);
}
