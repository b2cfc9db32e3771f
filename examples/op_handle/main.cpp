// An operator that is executed again and again: a handle finds its model once. Two streams share
// it, and it may be destroyed while they still work.
#include <acl/acl.h>
#include <acl/acl_op_compiler.h>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string_view>
#include <utility>
#include <vector>

namespace {

// Ends the program when a call does not answer as the example expects.
void expect(bool asExpected, std::string_view what) {
    if (asExpected) {
        return;
    }
    const char* message = aclGetRecentErrMsg();
    std::cerr << "unexpected answer: " << what << '\n'
              << (message != nullptr ? message : "") << '\n';
    std::exit(EXIT_FAILURE);
}

void check(aclError code, std::string_view call) {
    expect(code == ACL_SUCCESS, call);
}

// A tensor: its description, its memory on the device, and the buffer that names both to operators.
class Tensor {
  public:
    Tensor(aclDataType type, std::vector<int64_t> dims)
        : desc_(
              aclCreateTensorDesc(type, static_cast<int>(dims.size()), dims.data(), ACL_FORMAT_ND)),
          bytes_(aclGetTensorDescSize(desc_)) {
        check(aclrtMalloc(&memory_, bytes_, ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc");
        buffer_ = aclCreateDataBuffer(memory_, bytes_);
        expect(desc_ != nullptr && buffer_ != nullptr, "a tensor");
    }

    template <typename T>
    Tensor(aclDataType type, std::vector<int64_t> dims, const std::vector<T>& values)
        : Tensor(type, std::move(dims)) {
        check(aclrtMemcpy(memory_, bytes_, values.data(), values.size() * sizeof(T),
                          ACL_MEMCPY_HOST_TO_DEVICE),
              "aclrtMemcpy");
    }

    ~Tensor() {
        check(aclDestroyDataBuffer(buffer_), "aclDestroyDataBuffer");
        aclDestroyTensorDesc(desc_);
        check(aclrtFree(memory_), "aclrtFree");
    }

    Tensor(const Tensor&) = delete;
    Tensor& operator=(const Tensor&) = delete;

    aclTensorDesc* desc() const { return desc_; }

    aclDataBuffer* buffer() const { return buffer_; }

    void* memory() const { return memory_; }

    template <typename T>
    std::vector<T> values() const {
        std::vector<T> values(bytes_ / sizeof(T));
        check(aclrtMemcpy(values.data(), bytes_, memory_, bytes_, ACL_MEMCPY_DEVICE_TO_HOST),
              "aclrtMemcpy");
        return values;
    }

  private:
    aclTensorDesc* desc_;
    size_t bytes_;
    void* memory_ = nullptr;
    aclDataBuffer* buffer_ = nullptr;
};

constexpr int kRounds = 1000;
constexpr int64_t kCount = 1024;

// One stream's numbers: each round adds the step to them.
class Counter {
  public:
    Counter() { check(aclrtCreateStream(&stream_), "aclrtCreateStream"); }

    ~Counter() { check(aclrtDestroyStream(stream_), "aclrtDestroyStream"); }

    Counter(const Counter&) = delete;
    Counter& operator=(const Counter&) = delete;

    void addWith(aclopHandle* handle, const Tensor& step) const {
        aclDataBuffer* inputs[] = {numbers_.buffer(), step.buffer()};
        aclDataBuffer* outputs[] = {numbers_.buffer()};
        check(aclopExecWithHandle(handle, 2, inputs, 1, outputs, stream_), "aclopExecWithHandle");
    }

    void addByMatching(const Tensor& step) const {
        aclTensorDesc* inputDescs[] = {numbers_.desc(), step.desc()};
        aclDataBuffer* inputs[] = {numbers_.buffer(), step.buffer()};
        aclTensorDesc* outputDescs[] = {numbers_.desc()};
        aclDataBuffer* outputs[] = {numbers_.buffer()};
        check(
            aclopExecuteV2("Add", 2, inputDescs, inputs, 1, outputDescs, outputs, nullptr, stream_),
            "aclopExecuteV2");
    }

    void expectAll(float value) const {
        check(aclrtSynchronizeStream(stream_), "aclrtSynchronizeStream");
        expect(numbers_.values<float>() == std::vector<float>(kCount, value),
               "each number is right");
    }

  private:
    const Tensor numbers_{ACL_FLOAT, {kCount}, std::vector<float>(kCount, 0.0F)};
    aclrtStream stream_ = nullptr;
};

template <typename Body>
double microseconds(Body body) {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < kRounds; ++i) {
        body();
    }
    const std::chrono::duration<double, std::micro> time = std::chrono::steady_clock::now() - start;
    return time.count() / kRounds;
}

}  // namespace

int main() {
    check(aclInit(nullptr), "aclInit");
    check(aclrtSetDevice(0), "aclrtSetDevice");
    {
        const Tensor step(ACL_FLOAT, {kCount}, std::vector<float>(kCount, 0.5F));
        aclTensorDesc* inputDescs[] = {step.desc(), step.desc()};
        aclTensorDesc* outputDescs[] = {step.desc()};
        check(aclopCompile("Add", 2, inputDescs, 1, outputDescs, nullptr, ACL_ENGINE_SYS,
                           ACL_COMPILE_SYS, nullptr),
              "aclopCompile");
        aclopHandle* handle = nullptr;
        check(aclopCreateHandle("Add", 2, inputDescs, 1, outputDescs, nullptr, &handle),
              "aclopCreateHandle");

        const Counter first;
        const Counter second;
        for (int i = 0; i < kRounds; ++i) {
            first.addWith(handle, step);
            second.addWith(handle, step);
        }
        first.expectAll(kRounds * 0.5F);
        const double matching = microseconds([&] { first.addByMatching(step); });
        first.expectAll(kRounds * 1.0F);
        const double byHandle = microseconds([&] { first.addWith(handle, step); });
        aclopDestroyHandle(handle);  // what was submitted goes on
        first.expectAll(kRounds * 1.5F);
        second.expectAll(kRounds * 0.5F);
        std::cout << "two streams added 0.5 to 1024 numbers, " << kRounds << " times and more; "
                  << "by handle " << byHandle << " us a call, by matching " << matching << " us\n";
    }
    check(aclrtResetDevice(0), "aclrtResetDevice");
    check(aclFinalize(), "aclFinalize");
    return EXIT_SUCCESS;
}
