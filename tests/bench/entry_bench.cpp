// What it costs to enter the library, find an object by its handle and return.
#include <acl/acl.h>

#include <cstdlib>
#include <mutex>

#include "ratio.h"

namespace {

using belay::bench::keep;

std::mutex referenceMutex;

void lockAndUnlock(size_t count) {
    for (size_t i = 0; i < count; ++i) {
        const std::lock_guard<std::mutex> lock(referenceMutex);
        keep(i);
    }
}

}  // namespace

int main(int argc, char** argv) {
    const belay::bench::SleepingThread sleeper;
    int value = 0;
    aclDataBuffer* buffer = aclCreateDataBuffer(&value, sizeof value);
    if (buffer == nullptr) {
        return EXIT_FAILURE;
    }
    const std::vector<belay::bench::Comparison> comparisons = {
        {"handle check and return", "aclUpdateDataBuffer", "lock+unlock", 4.0,
         [&](size_t count) {
             for (size_t i = 0; i < count; ++i) {
                 keep(aclUpdateDataBuffer(buffer, &value, sizeof value));
             }
         },
         lockAndUnlock},
        {"handle check and value", "aclGetDataBufferAddr", "lock+unlock", 4.0,
         [&](size_t count) {
             for (size_t i = 0; i < count; ++i) {
                 keep(aclGetDataBufferAddr(buffer));
             }
         },
         lockAndUnlock},
        {"create and destroy an object", "aclCreateDataBuffer+Destroy", "lock+unlock", 10.0,
         [&](size_t count) {
             for (size_t i = 0; i < count; ++i) {
                 keep(aclDestroyDataBuffer(aclCreateDataBuffer(&value, sizeof value)));
             }
         },
         lockAndUnlock},
    };
    const int status = belay::bench::run(comparisons, 200'000, argc, argv);
    aclDestroyDataBuffer(buffer);
    return status;
}
