// Threads for tests: all start at the same moment, all are joined.
#pragma once

#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace belay::test {

/// Runs `body(index)` on `count` threads at once and waits for all of them.
template <typename Body>
void onThreads(size_t count, Body body) {
    std::atomic<size_t> ready{0};
    std::vector<std::thread> threads;
    threads.reserve(count);
    for (size_t index = 0; index < count; ++index) {
        threads.emplace_back([&, index] {
            ready.fetch_add(1);
            while (ready.load() != count) {
                std::this_thread::yield();
            }
            body(index);
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
}

}  // namespace belay::test
