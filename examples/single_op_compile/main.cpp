// Operators without files: compiled when they are first wanted, executed in the same call, and
// found again from then on. Values of the host that the compiler should know are constants or lie
// in host memory.
#include <acl/acl.h>
#include <acl/acl_op_compiler.h>

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

struct Call {
    std::vector<aclTensorDesc*> inputDescs;
    std::vector<aclDataBuffer*> inputs;
    const Tensor& output;
    const aclopAttr* attr = nullptr;
};

void run(const char* type, Call call, aclrtStream stream) {
    aclTensorDesc* outputDesc = call.output.desc();
    aclDataBuffer* output = call.output.buffer();
    check(aclopCompileAndExecute(type, static_cast<int>(call.inputs.size()), call.inputDescs.data(),
                                 call.inputs.data(), 1, &outputDesc, &output, call.attr,
                                 ACL_ENGINE_SYS, ACL_COMPILE_SYS, nullptr, stream),
          type);
    check(aclrtSynchronizeStream(stream), "aclrtSynchronizeStream");
}

void print(const char* what, const std::vector<float>& values) {
    std::cout << what;
    for (const float value : values) {
        std::cout << ' ' << value;
    }
    std::cout << '\n';
}

// (2 x 3) times (3 x 2), with the second matrix stored transposed.
void multiply(aclrtStream stream) {
    const Tensor a(ACL_FLOAT, {2, 3}, std::vector<float>{1, 2, 3, 4, 5, 6});
    const Tensor b(ACL_FLOAT, {2, 3}, std::vector<float>{1, 0, 1, 0, 1, 0});
    const Tensor product(ACL_FLOAT, {2, 2});
    aclopAttr* attr = aclopCreateAttr();
    check(aclopSetAttrBool(attr, "transpose_x1", 0), "aclopSetAttrBool");
    check(aclopSetAttrBool(attr, "transpose_x2", 1), "aclopSetAttrBool");
    run("MatMul", {{a.desc(), b.desc()}, {a.buffer(), b.buffer()}, product, attr}, stream);
    aclopDestroyAttr(attr);
    const auto values = product.values<float>();
    expect(values == std::vector<float>{4, 2, 10, 5}, "the product is right");
    print("MatMul:", values);
}

// The axis along which to add lies in host memory: a tensor that is placed there.
void addUp(aclrtStream stream) {
    const Tensor x(ACL_FLOAT, {2, 3}, std::vector<float>{1, 2, 3, 4, 5, 6});
    const Tensor sums(ACL_FLOAT, {2});
    int32_t axis = 1;
    const int64_t one = 1;
    aclTensorDesc* axisDesc = aclCreateTensorDesc(ACL_INT32, 1, &one, ACL_FORMAT_ND);
    check(aclSetTensorPlaceMent(axisDesc, ACL_MEMTYPE_HOST), "aclSetTensorPlaceMent");
    aclDataBuffer* axisBuffer = aclCreateDataBuffer(&axis, sizeof axis);
    run("ReduceSum", {{x.desc(), axisDesc}, {x.buffer(), axisBuffer}, sums}, stream);
    check(aclDestroyDataBuffer(axisBuffer), "aclDestroyDataBuffer");
    aclDestroyTensorDesc(axisDesc);
    const auto values = sums.values<float>();
    expect(values == std::vector<float>{6, 15}, "the sums are right");
    print("ReduceSum:", values);
}

// Compiled once, an operator is found by whoever asks for the same.
void compileFirst(aclrtStream stream) {
    const Tensor x(ACL_FLOAT, {4}, std::vector<float>{-1, 2, -3, 4});
    const Tensor y(ACL_FLOAT, {4});
    aclTensorDesc* inputDesc[] = {x.desc()};
    aclDataBuffer* input[] = {x.buffer()};
    aclTensorDesc* outputDesc[] = {y.desc()};
    aclDataBuffer* output[] = {y.buffer()};
    check(aclopCompile("Relu", 1, inputDesc, 1, outputDesc, nullptr, ACL_ENGINE_SYS,
                       ACL_COMPILE_SYS, nullptr),
          "aclopCompile");
    check(aclopExecuteV2("Relu", 1, inputDesc, input, 1, outputDesc, output, nullptr, stream),
          "aclopExecuteV2");
    check(aclrtSynchronizeStream(stream), "aclrtSynchronizeStream");
    const auto values = y.values<float>();
    expect(values == std::vector<float>{0, 2, 0, 4}, "what is below 0 is 0");
    print("Relu:", values);
}

// What cannot be compiled says why.
void refuse() {
    const Tensor x(ACL_FLOAT, {4});
    const Tensor y(ACL_FLOAT, {5});
    aclTensorDesc* inputDescs[] = {x.desc(), x.desc()};
    aclTensorDesc* outputDesc[] = {y.desc()};
    expect(aclopCompile("Add", 2, inputDescs, 1, outputDesc, nullptr, ACL_ENGINE_SYS,
                        ACL_COMPILE_SYS, nullptr) != ACL_SUCCESS,
           "the output has another shape than the sum");
    std::cout << "refused: " << aclGetRecentErrMsg() << '\n';
}

}  // namespace

int main() {
    check(aclInit(nullptr), "aclInit");
    check(aclrtSetDevice(0), "aclrtSetDevice");
    aclrtStream stream = nullptr;
    check(aclrtCreateStream(&stream), "aclrtCreateStream");
    multiply(stream);
    addUp(stream);
    compileFirst(stream);
    refuse();
    check(aclrtDestroyStream(stream), "aclrtDestroyStream");
    check(aclrtResetDevice(0), "aclrtResetDevice");
    check(aclFinalize(), "aclFinalize");
    return EXIT_SUCCESS;
}
