// An application whose heap runs dry inside a call of the library: the call answers a code, the
// process lives, nothing is lost, and the same call works afterwards.
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <new>
#include <string>

#include "acl/acl.h"

namespace {

// Counts down with each allocation of the library; 0: none fails. At 1 one fails, or from there on
// all of them.
long untilFailure = 0;
bool failsForGood = false;
long live = 0;

void* allocate(size_t size) {
    if (untilFailure == 1) {
        untilFailure = failsForGood ? 1 : -1;
        throw std::bad_alloc();
    }
    if (untilFailure > 1) {
        --untilFailure;
    }
    void* memory = std::malloc(size == 0 ? 1 : size);
    if (memory == nullptr) {
        throw std::bad_alloc();
    }
    ++live;
    return memory;
}

void release(void* memory) noexcept {
    live -= memory != nullptr ? 1 : 0;
    std::free(memory);
}

}  // namespace

void* operator new(size_t size) {
    return allocate(size);
}

void operator delete(void* memory) noexcept {
    release(memory);
}

void operator delete(void* memory, size_t /*size*/) noexcept {
    release(memory);
}

namespace {

constexpr std::array<int64_t, 8> kDims = {1, 2, 3, 4, 5, 6, 7, 8};
std::array<char, 4096> bytes{};
std::string configPath;
aclTensorDesc* description = nullptr;

aclError lastError() {
    return aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL);
}

aclTensorDesc* makeDescription() {
    return aclCreateTensorDesc(ACL_FLOAT, kDims.size(), kDims.data(), ACL_FORMAT_ND);
}

struct Case {
    const char* name;
    aclError expected;  // with memory
    std::function<aclError()> call;
};

// Every call leaves behind what it found, so that it can be repeated and its memory counted.
const std::array kCases = {
    Case{"aclCreateTensorDesc", ACL_SUCCESS,
         [] {
             aclTensorDesc* made = makeDescription();
             const aclError code = made == nullptr ? lastError() : ACL_SUCCESS;
             aclDestroyTensorDesc(made);
             return code;
         }},
    Case{"aclCreateDataBuffer", ACL_SUCCESS,
         [] {
             aclDataBuffer* made = aclCreateDataBuffer(bytes.data(), bytes.size());
             return made == nullptr ? lastError() : aclDestroyDataBuffer(made);
         }},
    Case{"aclSetTensorConst", ACL_SUCCESS,
         [] { return aclSetTensorConst(description, bytes.data(), bytes.size()); }},
    Case{"aclSetTensorConst refused", ACL_ERROR_INVALID_PARAM,
         [] { return aclSetTensorConst(nullptr, bytes.data(), bytes.size()); }},
    Case{"aclInit", ACL_SUCCESS,
         [] {
             const aclError code = aclInit(nullptr);
             return code != ACL_SUCCESS ? code : aclFinalize();
         }},
    Case{"aclInit with a configuration", ACL_SUCCESS,
         [] {
             const aclError code = aclInit(configPath.c_str());
             return code != ACL_SUCCESS ? code : aclFinalize();
         }},
    Case{"aclInit with a missing file", ACL_ERROR_INVALID_FILE,
         [] { return aclInit("/nowhere/at/all.json"); }}};

bool report(const Case& each, long n, const char* what, aclError code) {
    std::printf("%s, allocation %ld%s: %s (%d)\n", each.name, n, failsForGood ? " and later" : "",
                what, code);
    return false;
}

// The n-th allocation of the call fails; whether the call got as far as that.
// A thread's very first failure may find no memory to be remembered in (`mayForget`).
bool tryOne(const Case& each, long n, bool mayForget, bool& passed) {
    aclrtGetLastError(ACL_RT_THREAD_LEVEL);  // forgotten
    untilFailure = n;
    const aclError code = each.call();
    const bool failed = untilFailure == (failsForGood ? 1 : -1);
    untilFailure = 0;
    if (code != each.expected && code != ACL_ERROR_BAD_ALLOC) {
        passed = report(each, n, "wrong code", code);
    }
    if (const aclError last = lastError(); last != code && !(mayForget && last == ACL_SUCCESS)) {
        passed = report(each, n, "another last error", last);
    }
    aclGetRecentErrMsg();
    if (const aclError again = each.call(); again != each.expected) {
        passed = report(each, n, "does not work afterwards", again);
    }
    return failed;
}

enum class Ending : int { kPassed = 0, kFailed = 1, kNotReached = 2 };

// Runs `body` in a forked child, where first calls are first calls, however often they were made.
template <typename Body>
Ending inChild(Body body) {
    std::fflush(stdout);
    const pid_t child = ::fork();
    if (child == 0) {
        const Ending ending = body();
        std::fflush(stdout);
        ::_exit(static_cast<int>(ending));
    }
    int status = -1;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? static_cast<Ending>(WEXITSTATUS(status)) : Ending::kFailed;
}

void prepare(const Case& each, bool warm) {
    description = makeDescription();
    if (warm) {
        each.call();
        aclGetRecentErrMsg();
    }
}

// Every allocation of the call fails once; false when that goes wrong.
bool tryAll(const Case& each, bool warm) {
    bool allPassed = true;
    Ending ending = Ending::kPassed;
    for (long n = 1; ending != Ending::kNotReached; ++n) {
        ending = inChild([&] {
            prepare(each, warm);
            bool passed = true;
            const bool reached = tryOne(each, n, !warm, passed);
            return !passed ? Ending::kFailed : reached ? Ending::kPassed : Ending::kNotReached;
        });
        if (ending != Ending::kPassed && ending != Ending::kNotReached) {
            allPassed = report(each, n, "failed", ACL_SUCCESS);
            if (n > 1000) {
                break;
            }
        }
    }
    return allPassed;
}

// Once all buffers have grown, failures leave nothing behind.
Ending countLeaks(const Case& each) {
    prepare(each, true);
    bool passed = true;
    const auto round = [&] {
        for (long n = 1; tryOne(each, n, false, passed); ++n) {
        }
    };
    round();
    const long before = live;
    round();
    if (live != before) {
        passed = report(each, 0, "allocations that stay", static_cast<aclError>(live - before));
    }
    return passed ? Ending::kPassed : Ending::kFailed;
}

}  // namespace

int main() {
    std::array<char, 32> folder{"/tmp/out_of_memory_XXXXXX"};
    if (::mkdtemp(folder.data()) == nullptr) {
        return EXIT_FAILURE;
    }
    configPath = std::string(folder.data()) + "/acl.json";
    std::ofstream(configPath) << R"({"err_msg_mode": "0", "max_opqueue_num": "100",
        "profiler": {"switch": "on", "an_option_with_a_long_name": "and a value that is long too"},
        "dump": {"dump_path": "/tmp", "dump_op_switch": "on",
                 "dump_list": [{"model_name": "a model with quite a long name",
                                "layer": ["first", "another one with a name that is long"]}]}})";
    bool passed = true;
    for (const Case& each : kCases) {
        for (const bool forGood : {false, true}) {
            failsForGood = forGood;
            passed = tryAll(each, false) && passed;
            passed = tryAll(each, true) && passed;
            passed = inChild([&] { return countLeaks(each); }) == Ending::kPassed && passed;
        }
    }
    std::remove(configPath.c_str());
    ::rmdir(folder.data());
    return passed ? EXIT_SUCCESS : EXIT_FAILURE;
}
