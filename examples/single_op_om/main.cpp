// Operators that were compiled before: atc makes a file of each operator of a JSON, the program
// loads the folder and executes whatever matches, also one that was compiled for any number of
// rows.
#include <acl/acl.h>

#include <cmath>
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

void print(const char* what, const std::vector<float>& values) {
    std::cout << what;
    for (const float value : values) {
        std::cout << ' ' << value;
    }
    std::cout << '\n';
}

// A row is added to each row of a matrix.
void add(aclrtStream stream) {
    const Tensor matrix(ACL_FLOAT, {2, 4}, std::vector<float>{1, 2, 3, 4, 5, 6, 7, 8});
    const Tensor row(ACL_FLOAT, {4}, std::vector<float>{10, 20, 30, 40});
    const Tensor sum(ACL_FLOAT, {2, 4});
    aclTensorDesc* inputDescs[] = {matrix.desc(), row.desc()};
    aclDataBuffer* inputs[] = {matrix.buffer(), row.buffer()};
    aclTensorDesc* outputDescs[] = {sum.desc()};
    aclDataBuffer* outputs[] = {sum.buffer()};
    check(aclopExecuteV2("Add", 2, inputDescs, inputs, 1, outputDescs, outputs, nullptr, stream),
          "aclopExecuteV2");
    check(aclrtSynchronizeStream(stream), "aclrtSynchronizeStream");
    const auto values = sum.values<float>();
    expect(values == std::vector<float>{11, 22, 33, 44, 15, 26, 37, 48}, "the sums are right");
    print("Add:", values);
}

// Each row becomes shares of one. The model takes 1 to 64 rows.
void softmax(aclrtStream stream, int64_t rows) {
    std::vector<float> numbers(static_cast<size_t>(rows) * 4);
    for (size_t i = 0; i < numbers.size(); ++i) {
        numbers[i] = static_cast<float>(i % 7);
    }
    const Tensor x(ACL_FLOAT, {rows, 4}, numbers);
    const Tensor y(ACL_FLOAT, {rows, 4});
    const int64_t axes[] = {-1};
    aclopAttr* attr = aclopCreateAttr();
    check(aclopSetAttrListInt(attr, "axes", 1, axes), "aclopSetAttrListInt");
    aclTensorDesc* inputDescs[] = {x.desc()};
    aclDataBuffer* inputs[] = {x.buffer()};
    aclTensorDesc* outputDescs[] = {y.desc()};
    aclDataBuffer* outputs[] = {y.buffer()};
    check(aclopExecuteV2("SoftmaxV2", 1, inputDescs, inputs, 1, outputDescs, outputs, attr, stream),
          "aclopExecuteV2");
    aclopDestroyAttr(attr);
    check(aclrtSynchronizeStream(stream), "aclrtSynchronizeStream");
    const auto values = y.values<float>();
    for (size_t row = 0; row < values.size(); row += 4) {
        float sum = 0;
        for (size_t i = row; i < row + 4; ++i) {
            sum += std::exp(numbers[i]);
        }
        for (size_t i = row; i < row + 4; ++i) {
            expect(std::abs(values[i] - std::exp(numbers[i]) / sum) < 1e-6F, "each share is right");
        }
    }
    std::cout << "SoftmaxV2 of " << rows << " rows, ";
    print("the first:", {values.begin(), values.begin() + 4});
}

// What nothing matches is refused, with a text that says what there is.
void miss(aclrtStream stream) {
    const Tensor x(ACL_FLOAT, {5}, std::vector<float>(5, 1.0F));
    const Tensor sum(ACL_FLOAT, {5});
    aclTensorDesc* inputDescs[] = {x.desc(), x.desc()};
    aclDataBuffer* inputs[] = {x.buffer(), x.buffer()};
    aclTensorDesc* outputDescs[] = {sum.desc()};
    aclDataBuffer* outputs[] = {sum.buffer()};
    expect(aclopExecuteV2("Add", 2, inputDescs, inputs, 1, outputDescs, outputs, nullptr, stream) ==
               ACL_ERROR_OP_NOT_FOUND,
           "an Add of other shapes is not found");
    std::cout << "not compiled: " << aclGetRecentErrMsg() << '\n';
}

}  // namespace

int main() {
    check(aclInit(nullptr), "aclInit");
    check(aclopSetModelDir(MODEL_FOLDER), "aclopSetModelDir");
    check(aclrtSetDevice(0), "aclrtSetDevice");
    aclrtStream stream = nullptr;
    check(aclrtCreateStream(&stream), "aclrtCreateStream");
    add(stream);
    softmax(stream, 3);
    softmax(stream, 64);
    miss(stream);
    check(aclrtDestroyStream(stream), "aclrtDestroyStream");
    check(aclrtResetDevice(0), "aclrtResetDevice");
    check(aclFinalize(), "aclFinalize");
    return EXIT_SUCCESS;
}
