// Products of matrices with the BLAS calls, and conversion of numbers with aclopCast: half
// precision with results in float, 8-bit integers with exact results, and a matrix times a vector.
#include <acl/acl.h>
#include <acl/acl_op_compiler.h>
#include <acl/ops/acl_cblas.h>

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

constexpr int64_t kM = 64;
constexpr int64_t kN = 48;
constexpr int64_t kK = 32;

// BLAS calls only find what was compiled: here at run time, else by atc.
void compileGemm(const Tensor& a, const Tensor& b, const Tensor& c, const Tensor& factor,
                 bool transposesA) {
    aclopAttr* attr = aclopCreateAttr();
    check(aclopSetAttrBool(attr, "transpose_a", transposesA ? 1 : 0), "aclopSetAttrBool");
    check(aclopSetAttrBool(attr, "transpose_b", 0), "aclopSetAttrBool");
    aclTensorDesc* inputs[] = {a.desc(), b.desc(), c.desc(), factor.desc(), factor.desc()};
    aclTensorDesc* outputs[] = {c.desc()};
    check(
        aclopCompile("GEMM", 5, inputs, 1, outputs, attr, ACL_ENGINE_SYS, ACL_COMPILE_SYS, nullptr),
        "aclopCompile");
    aclopDestroyAttr(attr);
}

// Numbers of half precision, made on the device out of floats.
void convert(const Tensor& from, const Tensor& to, aclrtStream stream) {
    aclopAttr* attr = aclopCreateAttr();
    check(aclopSetAttrInt(attr, "dst_type", aclGetTensorDescType(to.desc())), "aclopSetAttrInt");
    aclTensorDesc* fromDesc = from.desc();
    aclTensorDesc* toDesc = to.desc();
    check(aclopCompile("Cast", 1, &fromDesc, 1, &toDesc, attr, ACL_ENGINE_SYS, ACL_COMPILE_SYS,
                       nullptr),
          "aclopCompile");
    aclopDestroyAttr(attr);
    check(aclopCast(fromDesc, from.buffer(), toDesc, to.buffer(), 0, stream), "aclopCast");
}

// Small whole numbers, of which all products are exact.
template <typename T>
std::vector<T> numbers(int64_t count, int64_t step) {
    std::vector<T> values(static_cast<size_t>(count));
    for (size_t i = 0; i < values.size(); ++i) {
        values[i] = static_cast<T>(static_cast<int64_t>(i) * step % 9 - 4);
    }
    return values;
}

// alpha * A * B + beta * C, A with the distances `down` and `across` between its entries.
template <typename T, typename R>
std::vector<R> reference(const std::vector<T>& a, int64_t down, int64_t across,
                         const std::vector<T>& b, int64_t columns, R alpha, R beta,
                         std::vector<R> c) {
    for (int64_t row = 0; row < kM; ++row) {
        for (int64_t column = 0; column < columns; ++column) {
            R sum = 0;
            for (int64_t i = 0; i < kK; ++i) {
                sum += static_cast<R>(a[static_cast<size_t>(row * down + i * across)]) *
                       static_cast<R>(b[static_cast<size_t>(i * columns + column)]);
            }
            R& entry = c[static_cast<size_t>(row * columns + column)];
            entry = alpha * sum + beta * entry;
        }
    }
    return c;
}

void multiplyHalf(aclrtStream stream) {
    const auto a = numbers<float>(kM * kK, 5);
    const auto b = numbers<float>(kK * kN, 7);
    const auto c = numbers<float>(kM * kN, 2);
    const Tensor aFloat(ACL_FLOAT, {kM, kK}, a);
    const Tensor bFloat(ACL_FLOAT, {kK, kN}, b);
    const Tensor aHalf(ACL_FLOAT16, {kM, kK});
    const Tensor bHalf(ACL_FLOAT16, {kK, kN});
    const Tensor result(ACL_FLOAT, {kM, kN}, c);
    const Tensor alpha(ACL_FLOAT, {}, std::vector<float>{2.0F});
    const Tensor beta(ACL_FLOAT, {}, std::vector<float>{-1.0F});
    convert(aFloat, aHalf, stream);
    convert(bFloat, bHalf, stream);
    compileGemm(aHalf, bHalf, result, alpha, false);
    check(aclblasGemmEx(ACL_TRANS_N, ACL_TRANS_N, ACL_TRANS_N, kM, kN, kK, alpha.memory(),
                        aHalf.memory(), -1, ACL_FLOAT16, bHalf.memory(), -1, ACL_FLOAT16,
                        beta.memory(), result.memory(), -1, ACL_FLOAT, ACL_COMPUTE_HIGH_PRECISION,
                        stream),
          "aclblasGemmEx");
    check(aclrtSynchronizeStream(stream), "aclrtSynchronizeStream");
    const auto values = result.values<float>();
    expect(values == reference<float, float>(a, kK, 1, b, kN, 2.0F, -1.0F, c),
           "the product is right");
    std::cout << "float16 " << kM << "x" << kK << " times " << kK << "x" << kN
              << ", results in float: the first is " << values.front() << '\n';
}

// With A stored transposed.
void multiplyBytes(aclrtStream stream) {
    const auto a = numbers<int8_t>(kM * kK, 5);
    const auto b = numbers<int8_t>(kK * kN, 7);
    const Tensor aDevice(ACL_INT8, {kK, kM}, a);
    const Tensor bDevice(ACL_INT8, {kK, kN}, b);
    const Tensor result(ACL_INT32, {kM, kN});
    const Tensor one(ACL_INT32, {}, std::vector<int32_t>{1});
    const Tensor zero(ACL_INT32, {}, std::vector<int32_t>{0});
    compileGemm(aDevice, bDevice, result, one, true);
    check(aclblasS8gemm(ACL_TRANS_T, ACL_TRANS_N, ACL_TRANS_N, kM, kN, kK,
                        static_cast<const int32_t*>(one.memory()),
                        static_cast<const int8_t*>(aDevice.memory()), -1,
                        static_cast<const int8_t*>(bDevice.memory()), -1,
                        static_cast<const int32_t*>(zero.memory()),
                        static_cast<int32_t*>(result.memory()), -1, ACL_COMPUTE_HIGH_PRECISION,
                        stream),
          "aclblasS8gemm");
    check(aclrtSynchronizeStream(stream), "aclrtSynchronizeStream");
    const auto values = result.values<int32_t>();
    expect(values ==
               reference<int8_t, int32_t>(a, 1, kM, b, kN, 1, 0, std::vector<int32_t>(kM * kN, 0)),
           "the product is right");
    std::cout << "int8, A transposed, results in int32: the first is " << values.front() << '\n';
}

void multiplyVector(aclrtStream stream) {
    const auto a = numbers<int8_t>(kM * kK, 5);
    const auto x = numbers<int8_t>(kK, 3);
    const Tensor matrix(ACL_INT8, {kM, kK}, a);
    const Tensor vector(ACL_INT8, {kK, 1}, x);
    const Tensor result(ACL_INT32, {kM, 1}, std::vector<int32_t>(kM, 100));
    const Tensor one(ACL_INT32, {}, std::vector<int32_t>{1});
    compileGemm(matrix, vector, result, one, false);
    check(aclblasGemvEx(ACL_TRANS_N, kM, kK, one.memory(), matrix.memory(), -1, ACL_INT8,
                        vector.memory(), -1, ACL_INT8, one.memory(), result.memory(), -1, ACL_INT32,
                        ACL_COMPUTE_HIGH_PRECISION, stream),
          "aclblasGemvEx");
    check(aclrtSynchronizeStream(stream), "aclrtSynchronizeStream");
    const auto values = result.values<int32_t>();
    expect(
        values == reference<int8_t, int32_t>(a, kK, 1, x, 1, 1, 1, std::vector<int32_t>(kM, 100)),
        "the product is right");
    std::cout << "a matrix times a vector, added to 100: the first is " << values.front() << '\n';
}

}  // namespace

int main() {
    check(aclInit(nullptr), "aclInit");
    check(aclrtSetDevice(0), "aclrtSetDevice");
    aclrtStream stream = nullptr;
    check(aclrtCreateStream(&stream), "aclrtCreateStream");
    multiplyHalf(stream);
    multiplyBytes(stream);
    multiplyVector(stream);
    check(aclrtDestroyStream(stream), "aclrtDestroyStream");
    check(aclrtResetDevice(0), "aclrtResetDevice");
    check(aclFinalize(), "aclFinalize");
    return EXIT_SUCCESS;
}
