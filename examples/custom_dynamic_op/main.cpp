// An operator of the application's own, for any shape: its kernels are compiled by belay-kcc, and a
// function of the application chooses one of them and its tiling for the shapes at hand.
#include <acl/acl.h>
#include <acl/acl_op_compiler.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include "tiling.h"

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

constexpr const char* kType = "ScaledRows";

uint32_t dimOf(const aclTensorDesc* desc, size_t index) {
    int64_t dim = 0;
    check(aclGetTensorDescDimV2(desc, index, &dim), "aclGetTensorDescDimV2");
    return static_cast<uint32_t>(dim);
}

// Called by aclopUpdateParams() with the descriptions of one call.
aclError chooseKernel(int numInputs, const aclTensorDesc* const inputDesc[], int numOutputs,
                      const aclTensorDesc* const /*outputDesc*/[], const aclopAttr* /*attr*/,
                      aclopKernelDesc* kernel) {
    if (numInputs != 2 || numOutputs != 1) {
        return ACL_ERROR_INVALID_PARAM;
    }
    const uint32_t rows = dimOf(inputDesc[0], 0);
    const uint32_t columns = dimOf(inputDesc[0], 1);
    // Few rows are for one block, many are shared among eight.
    const bool isSmall = rows < 8;
    const uint32_t blocks = isSmall ? 1 : 8;
    const Tiling tiling = {rows, columns, (rows + blocks - 1) / blocks};
    return aclopSetKernelArgs(kernel, isSmall ? "one_block" : "blocks", blocks, &tiling,
                              sizeof tiling);
}

void addKernels(std::vector<char>& file) {
    for (const char* id : {"one_block", "blocks"}) {
        check(aclopCreateKernel(kType, id, "scaled_rows", file.data(),
                                static_cast<int>(file.size()), ACL_ENGINE_AICORE, nullptr),
              "aclopCreateKernel");
    }
    check(aclopRegisterCompileFunc(kType, chooseKernel), "aclopRegisterCompileFunc");
}

// Each row of a matrix times its own factor.
void scale(int64_t rows, int64_t columns, aclrtStream stream) {
    std::vector<float> numbers(static_cast<size_t>(rows * columns), 1.5F);
    std::vector<float> factors(static_cast<size_t>(rows));
    for (size_t i = 0; i < factors.size(); ++i) {
        factors[i] = static_cast<float>(i);
    }
    const Tensor matrix(ACL_FLOAT, {rows, columns}, numbers);
    const Tensor factor(ACL_FLOAT, {rows}, factors);
    const Tensor result(ACL_FLOAT, {rows, columns});
    aclTensorDesc* inputDescs[] = {matrix.desc(), factor.desc()};
    aclDataBuffer* inputs[] = {matrix.buffer(), factor.buffer()};
    aclTensorDesc* outputDescs[] = {result.desc()};
    aclDataBuffer* outputs[] = {result.buffer()};
    check(aclopUpdateParams(kType, 2, inputDescs, 1, outputDescs, nullptr), "aclopUpdateParams");
    check(aclopExecuteV2(kType, 2, inputDescs, inputs, 1, outputDescs, outputs, nullptr, stream),
          "aclopExecuteV2");
    check(aclrtSynchronizeStream(stream), "aclrtSynchronizeStream");
    const auto values = result.values<float>();
    for (size_t i = 0; i < values.size(); ++i) {
        expect(values[i] == 1.5F * factors[i / static_cast<size_t>(columns)],
               "each number is right");
    }
    std::cout << rows << " x " << columns << ": the last number is " << values.back() << '\n';
}

}  // namespace

int main() {
    std::ifstream stream(KERNEL_FILE, std::ios::binary);
    // The library uses the file's bytes until aclFinalize().
    std::vector<char> kernels{std::istreambuf_iterator<char>(stream),
                              std::istreambuf_iterator<char>()};
    check(aclInit(nullptr), "aclInit");
    check(aclrtSetDevice(0), "aclrtSetDevice");
    addKernels(kernels);
    aclrtStream queue = nullptr;
    check(aclrtCreateStream(&queue), "aclrtCreateStream");
    scale(3, 5, queue);
    scale(100, 257, queue);
    check(aclopUnregisterCompileFunc(kType), "aclopUnregisterCompileFunc");
    check(aclrtDestroyStream(queue), "aclrtDestroyStream");
    check(aclrtResetDevice(0), "aclrtResetDevice");
    check(aclFinalize(), "aclFinalize");
    return EXIT_SUCCESS;
}
