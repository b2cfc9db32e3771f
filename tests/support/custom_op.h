// An operator that the application brings itself, with kernels of tests/kernels, for conformance
// tests.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "acl/acl_op.h"
#include "support/op_refusals.h"

namespace belay::test {

/// The file of kernels, which stays.
inline std::vector<char>& customKernelFile() {
    static std::vector<char> file = [] {
        std::ifstream stream(BELAY_TEST_KERNELS, std::ios::binary);
        return std::vector<char>(std::istreambuf_iterator<char>(stream), {});
    }();
    return file;
}

inline aclError createKernel(const char* opType, const char* kernelId, const char* kernelName,
                             aclDataDeallocator deallocator = nullptr) {
    auto& file = customKernelFile();
    return aclopCreateKernel(opType, kernelId, kernelName, file.data(),
                             static_cast<int>(file.size()), ACL_ENGINE_VECTOR, deallocator);
}

/// Chooses the kernel "sum" for as many elements as the first input has.
inline aclError chooseSum(int /*numInputs*/, const aclTensorDesc* const inputDesc[],
                          int /*numOutputs*/, const aclTensorDesc* const /*outputDesc*/[],
                          const aclopAttr* /*attr*/, aclopKernelDesc* kernelDesc) {
    const auto count = static_cast<uint32_t>(aclGetTensorDescElementCount(inputDesc[0]));
    return aclopSetKernelArgs(kernelDesc, "sum", 1, &count, sizeof count);
}

inline aclError updateParams(OpCall& call) {
    return aclopUpdateParams(call.type.c_str(), call.numInputs(), call.inputDescs.data(),
                             call.numOutputs(), call.outputDescs.data(), call.attr);
}

/// An operator "<type>" that adds, with its kernel "sum" and chooseSum(), until the end of the
/// scope; the kernel stays.
class CustomAddition {
  public:
    explicit CustomAddition(const char* type) : type_(type) {
        EXPECT_EQ(createKernel(type, "sum", "add"), ACL_SUCCESS) << recentMessage();
        EXPECT_EQ(aclopRegisterCompileFunc(type, chooseSum), ACL_SUCCESS) << recentMessage();
    }

    ~CustomAddition() {
        EXPECT_EQ(aclopUnregisterCompileFunc(type_), ACL_SUCCESS) << recentMessage();
    }

    CustomAddition(const CustomAddition&) = delete;
    CustomAddition& operator=(const CustomAddition&) = delete;

    OpCall call(const Addition& add) const {
        OpCall made = add.call();
        made.type = type_;
        return made;
    }

  private:
    const char* type_;
};

}  // namespace belay::test
