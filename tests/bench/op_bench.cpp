// Operators through the public interface: T14, T15 and T22 of docs/performance.md.
#include <acl/acl.h>
#include <acl/acl_op_compiler.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "onednn.h"
#include "pocl.h"
#include "ratio.h"

namespace {

using belay::bench::Comparison;
using belay::bench::OneDnn;
using belay::bench::Pocl;
using belay::bench::ratioWith;
using belay::bench::Untimed;

// Fit into a queue of 2048 entries.
constexpr size_t kBatch = 1900;

void check(aclError code, const char* call) {
    if (code != ACL_SUCCESS) {
        const char* message = aclGetRecentErrMsg();
        std::fprintf(stderr, "%s: %d %s\n", call, code, message != nullptr ? message : "");
        std::exit(EXIT_FAILURE);
    }
}

class Tensor {
  public:
    explicit Tensor(const std::vector<int64_t>& dims)
        : desc(aclCreateTensorDesc(ACL_FLOAT, static_cast<int>(dims.size()), dims.data(),
                                   ACL_FORMAT_ND)) {
        const size_t bytes = aclGetTensorDescSize(desc);
        void* memory = nullptr;
        check(aclrtMalloc(&memory, bytes, ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc");
        check(aclrtMemset(memory, bytes, 0, bytes), "aclrtMemset");
        buffer = aclCreateDataBuffer(memory, bytes);
    }

    aclTensorDesc* desc;
    aclDataBuffer* buffer;
};

/// An operator with two inputs and an output, in every way to execute it.
class Operation {
  public:
    Operation(const char* type, const std::array<Tensor, 3>& tensors, aclrtStream stream)
        : type_(type),
          inputDescs_{tensors[0].desc, tensors[1].desc},
          inputs_{tensors[0].buffer, tensors[1].buffer},
          outputDesc_(tensors[2].desc),
          output_(tensors[2].buffer),
          stream_(stream) {}

    void compile() {
        check(aclopCompile(type_, 2, inputDescs_.data(), 1, &outputDesc_, nullptr, ACL_ENGINE_SYS,
                           ACL_COMPILE_SYS, nullptr),
              "aclopCompile");
        check(aclopCreateHandle(type_, 2, inputDescs_.data(), 1, &outputDesc_, nullptr, &handle_),
              "aclopCreateHandle");
    }

    void byHandle() {
        check(aclopExecWithHandle(handle_, 2, inputs_.data(), 1, &output_, stream_),
              "aclopExecWithHandle");
    }

    void byMatch() {
        check(aclopExecuteV2(type_, 2, inputDescs_.data(), inputs_.data(), 1, &outputDesc_,
                             &output_, nullptr, stream_),
              "aclopExecuteV2");
    }

    void compileAndExecute() {
        check(aclopCompileAndExecute(type_, 2, inputDescs_.data(), inputs_.data(), 1, &outputDesc_,
                                     &output_, nullptr, ACL_ENGINE_SYS, ACL_COMPILE_SYS, nullptr,
                                     stream_),
              "aclopCompileAndExecute");
    }

    void synchronize() { check(aclrtSynchronizeStream(stream_), "aclrtSynchronizeStream"); }

  private:
    const char* type_;
    std::array<aclTensorDesc*, 2> inputDescs_;
    std::array<aclDataBuffer*, 2> inputs_;
    aclTensorDesc* outputDesc_;
    aclDataBuffer* output_;
    aclrtStream stream_;
    aclopHandle* handle_ = nullptr;
};

/// A kernel that does nothing, with as many arguments as an Add has.
class BareLaunch {
  public:
    explicit BareLaunch(aclrtStream stream) : stream_(stream) {
        aclrtBinHandle binary = nullptr;
        check(aclrtBinaryLoadFromFile(BELAY_BENCH_KERNELS, nullptr, &binary),
              "aclrtBinaryLoadFromFile");
        check(aclrtBinaryGetFunction(binary, "nothing", &function_), "aclrtBinaryGetFunction");
    }

    void launch() {
        check(aclrtLaunchKernelWithHostArgs(function_, 1, stream_, nullptr, args_.data(),
                                            sizeof args_, nullptr, 0),
              "aclrtLaunchKernelWithHostArgs");
    }

  private:
    aclrtStream stream_;
    aclrtFuncHandle function_ = nullptr;
    std::array<uint64_t, 4> args_{};
};

/// `operation` again and again; the synchronisation at the end is not timed.
std::function<void(size_t)> batches(std::function<void()> operation, aclrtStream stream) {
    return [operation = std::move(operation), stream](size_t count) {
        for (size_t i = 0; i < count; ++i) {
            operation();
        }
        const Untimed untimed;
        check(aclrtSynchronizeStream(stream), "aclrtSynchronizeStream");
    };
}

/// Each with a shape that nobody has asked for before.
std::function<void(size_t)> newShapes(aclrtStream stream) {
    return [stream, next = std::make_shared<int64_t>(1)](size_t count) {
        std::vector<std::array<Tensor, 3>> tensors;
        {
            const Untimed untimed;
            tensors.reserve(count);
            for (size_t i = 0; i < count; ++i, ++*next) {
                const std::vector<int64_t> dims = {*next % 97 + 1, *next / 97 + 1};
                tensors.push_back({Tensor(dims), Tensor(dims), Tensor(dims)});
            }
        }
        for (const std::array<Tensor, 3>& some : tensors) {
            Operation("Sub", some, stream).compileAndExecute();
        }
        const Untimed untimed;
        check(aclrtSynchronizeStream(stream), "aclrtSynchronizeStream");
        for (const std::array<Tensor, 3>& some : tensors) {
            for (const Tensor& tensor : some) {
                check(aclrtFree(aclGetDataBufferAddr(tensor.buffer)), "aclrtFree");
                check(aclDestroyDataBuffer(tensor.buffer), "aclDestroyDataBuffer");
                aclDestroyTensorDesc(tensor.desc);
            }
        }
    };
}

/// The same in OpenCL: each with a size of its group that no launch had before.
class NewGroups {
  public:
    explicit NewGroups(Pocl& pocl)
        : pocl_(&pocl), buffer_(pocl.createBuffer(kMostItems * sizeof(float))) {
        const std::string name = nameOfThisRun();
        kernel_ = pocl.createKernel(sourceOf(name).c_str(), name.c_str());
        for (uint32_t i = 0; i < 3; ++i) {
            pocl.setBuffer(kernel_, i, buffer_);
        }
    }

    void launch(size_t count) {
        for (size_t i = 0; i < count; ++i) {
            pocl_->launchGroup(0, kernel_, items_ = items_ % kMostItems + 1);
        }
        pocl_->finish(0);
    }

  private:
    static constexpr size_t kMostItems = 4096;

    // PoCL keeps what it has compiled on the disk, whatever the comments say.
    static std::string nameOfThisRun() {
        return "sub" + std::to_string(std::chrono::steady_clock::now().time_since_epoch().count());
    }

    static std::string sourceOf(const std::string& name) {
        return "kernel void " + name +
               "(global const float* a, global const float* b, global float* y) {"
               "size_t i = get_global_id(0); y[i] = a[i] - b[i]; }";
    }

    Pocl* pocl_;
    void* buffer_;
    void* kernel_ = nullptr;
    size_t items_ = 0;
};

void spinFor(std::chrono::nanoseconds time, size_t count) {
    const auto end = std::chrono::steady_clock::now() + time * count;
    while (std::chrono::steady_clock::now() < end) {
    }
}

}  // namespace

int main(int argc, char** argv) {
    const belay::bench::SleepingThread sleeper;
    check(aclInit(nullptr), "aclInit");
    check(aclrtSetDevice(0), "aclrtSetDevice");
    aclrtStream stream = nullptr;
    check(aclrtCreateStream(&stream), "aclrtCreateStream");

    Operation add("Add", {Tensor({4}), Tensor({4}), Tensor({4})}, stream);
    add.compile();
    BareLaunch bare(stream);
    const auto bareLaunches = batches([&] { bare.launch(); }, stream);
    std::vector<Comparison> comparisons = {
        {"T14 execute by handle", "belay", "bare launch", ratioWith(40, bareLaunches, kBatch),
         batches([&] { add.byHandle(); }, stream), bareLaunches, kBatch},
        {"T14 execute by match", "belay", "bare launch", ratioWith(120, bareLaunches, kBatch),
         batches([&] { add.byMatch(); }, stream), bareLaunches, kBatch},
        {"T15 execute a new shape", "belay", "5 us", 1, newShapes(stream),
         [](size_t count) { spinFor(std::chrono::microseconds(5), count); }, 200},
    };

    const std::unique_ptr<Pocl> pocl = Pocl::open(1);
    if (pocl != nullptr) {
        // Made when it is measured: PoCL's compiler leaves memory behind in which everything that
        // allocates is faster.
        const auto groups = std::make_shared<std::unique_ptr<NewGroups>>();
        comparisons.push_back({"T15 execute a new shape", "belay", "PoCL, a new size of group",
                               0.001, newShapes(stream),
                               [groups, &pocl](size_t count) {
                                   if (*groups == nullptr) {
                                       const Untimed untimed;
                                       *groups = std::make_unique<NewGroups>(*pocl);
                                   }
                                   (*groups)->launch(count);
                               },
                               4});
    } else {
        std::puts("no OpenCL on a CPU: new shapes are not compared with PoCL");
    }

    Operation product("MatMul", {Tensor({16, 16}), Tensor({16, 16}), Tensor({16, 16})}, stream);
    product.compile();
    const std::unique_ptr<OneDnn> theirs = OneDnn::matmul(16, 16, 16);
    if (theirs != nullptr) {
        comparisons.push_back({"T22 product 16x16x16, by handle", "belay", "oneDNN", 2,
                               [&](size_t count) {
                                   for (size_t i = 0; i < count; ++i) {
                                       product.byHandle();
                                   }
                                   product.synchronize();
                               },
                               [&](size_t count) {
                                   for (size_t i = 0; i < count; ++i) {
                                       theirs->run();
                                   }
                               },
                               kBatch});
    } else {
        std::puts("built without oneDNN: products are not compared");
    }
    return belay::bench::run(comparisons, 100, argc, argv);
}
