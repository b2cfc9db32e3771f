// A first AscendCL program in C++: initialise, ask what the runtime can do, describe a tensor, work
// with half precision, see how an error explains itself, finalise. Needs no device.
#include <acl/acl.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <string_view>

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

void showVersion() {
    std::array<char, 8> package = {"runtime"};
    std::array<char, ACL_PKG_VERSION_MAX_SIZE> version{};
    check(aclsysGetVersionStr(package.data(), version.data()), "aclsysGetVersionStr");
    int32_t number = 0;
    check(aclsysGetVersionNum(package.data(), &number), "aclsysGetVersionNum");
    std::cout << "this runtime speaks the API of CANN " << version.data() << " (" << number
              << ")\n";
}

void showFeatures() {
    constexpr std::array<const char*, 3> kNames = {"infinities and NaN on overflow", "bfloat16",
                                                   "prebuilt operators"};
    const aclCannAttr* features = nullptr;
    size_t count = 0;
    check(aclGetCannAttributeList(&features, &count), "aclGetCannAttributeList");
    std::cout << "features:";
    for (size_t i = 0; i < count; ++i) {
        std::cout << (i == 0 ? " " : ", ") << kNames.at(static_cast<size_t>(features[i]));
    }
    std::cout << '\n';
}

struct DestroyTensorDesc {
    void operator()(aclTensorDesc* desc) const { aclDestroyTensorDesc(desc); }
};

using TensorDesc = std::unique_ptr<aclTensorDesc, DestroyTensorDesc>;

void showTensor() {
    constexpr std::array<int64_t, 4> kShape = {1, 3, 224, 224};
    const TensorDesc image(aclCreateTensorDesc(ACL_FLOAT16, static_cast<int>(kShape.size()),
                                               kShape.data(), ACL_FORMAT_NCHW));
    expect(image != nullptr, "aclCreateTensorDesc");
    aclSetTensorDescName(image.get(), "image");
    std::cout << "tensor \"" << aclGetTensorDescName(image.get()) << "\" of shape [";
    for (size_t i = 0; i < aclGetTensorDescNumDims(image.get()); ++i) {
        int64_t size = 0;
        check(aclGetTensorDescDimV2(image.get(), i, &size), "aclGetTensorDescDimV2");
        std::cout << (i == 0 ? "" : ", ") << size;
    }
    const size_t elements = aclGetTensorDescElementCount(image.get());
    const size_t bytes = aclGetTensorDescSize(image.get());
    std::cout << "], NCHW, float16: " << elements << " elements in " << bytes << " bytes\n";
    expect(elements == 150528 && bytes == 2 * elements, "size of the tensor");
}

void showHalfPrecision() {
    constexpr float kExact = 1.5F;
    constexpr float kRounded = 3.14159274F;
    for (const float value : {kExact, kRounded}) {
        const aclFloat16 half = aclFloatToFloat16(value);
        std::cout << value << " as float16 is 0x" << std::hex << half << std::dec
                  << ", read back as " << aclFloat16ToFloat(half) << '\n';
    }
    expect(aclFloat16ToFloat(aclFloatToFloat16(kExact)) == kExact, "float16 keeps 1.5");
}

// A call that is refused: the code is what the function returns, the text is kept for this thread.
void showError() {
    const TensorDesc vector(aclCreateTensorDesc(ACL_FLOAT, 0, nullptr, ACL_FORMAT_ND));
    int64_t size = 0;
    const aclError code = aclGetTensorDescDimV2(vector.get(), 7, &size);
    expect(code != ACL_SUCCESS, "a scalar has no dimension 7");
    const char* message = aclGetRecentErrMsg();
    expect(message != nullptr, "a refused call leaves a message");
    std::cout << "asking a scalar for dimension 7 gives " << code << ":\n    " << message << '\n';
}

}  // namespace

int main() {
    check(aclInit(nullptr), "aclInit");
    showVersion();
    showFeatures();
    showTensor();
    showHalfPrecision();
    showError();
    check(aclFinalize(), "aclFinalize");
    return EXIT_SUCCESS;
}
