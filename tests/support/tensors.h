// Tensors and calls of operators for conformance tests, over the public API only.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "acl/acl_op_compiler.h"
#include "support/bad_handles.h"
#include "support/device.h"

namespace belay::test {

/// A tensor of a device: its description, its memory, and the buffer that names the memory. The
/// memory begins with a pattern that is no number of a test's.
class DeviceTensor {
  public:
    DeviceTensor(aclDataType type, const std::vector<int64_t>& dims,
                 aclFormat format = ACL_FORMAT_ND)
        : desc_(makeDesc(dims, type, format)),
          bytes_(aclGetTensorDescSize(desc_.get())),
          memory_(bytes_ + kSpareBytes),
          buffer_(makeBuffer(memory_.get(), bytes_)) {
        EXPECT_EQ(aclrtMemset(memory_.get(), bytes_ + kSpareBytes, kPattern, bytes_ + kSpareBytes),
                  ACL_SUCCESS);
    }

    template <typename T>
    DeviceTensor(aclDataType type, const std::vector<int64_t>& dims, const std::vector<T>& values)
        : DeviceTensor(type, dims) {
        set(values);
    }

    aclTensorDesc* desc() const { return desc_.get(); }

    aclDataBuffer* buffer() const { return buffer_.get(); }

    void* data() const { return memory_.get(); }

    size_t bytes() const { return bytes_; }

    template <typename T>
    void set(const std::vector<T>& values) {
        ASSERT_EQ(values.size() * sizeof(T), bytes_);
        if (bytes_ != 0) {
            EXPECT_EQ(aclrtMemcpy(memory_.get(), bytes_, values.data(), bytes_,
                                  ACL_MEMCPY_HOST_TO_DEVICE),
                      ACL_SUCCESS);
        }
    }

    /// All streams that write it are synchronised.
    template <typename T>
    std::vector<T> values() const {
        std::vector<T> values(bytes_ / sizeof(T));
        if (!values.empty()) {
            EXPECT_EQ(aclrtMemcpy(values.data(), bytes_, memory_.get(), bytes_,
                                  ACL_MEMCPY_DEVICE_TO_HOST),
                      ACL_SUCCESS);
        }
        return values;
    }

    /// Whether nothing has been written behind its end.
    bool isIntactBehind() const {
        std::vector<unsigned char> spare(kSpareBytes);
        EXPECT_EQ(aclrtMemcpy(spare.data(), kSpareBytes, memory_.get() + bytes_, kSpareBytes,
                              ACL_MEMCPY_DEVICE_TO_HOST),
                  ACL_SUCCESS);
        return spare == std::vector<unsigned char>(kSpareBytes, kPattern);
    }

  private:
    static constexpr size_t kSpareBytes = 64;
    static constexpr unsigned char kPattern = 0xA5;

    OwnedDesc desc_;
    size_t bytes_;
    DeviceMemory memory_;
    OwnedBuffer buffer_;
};

/// What is said in a call of an operator. Owns nothing.
struct OpCall {
    std::string type;
    std::vector<aclTensorDesc*> inputDescs;
    std::vector<aclDataBuffer*> inputs;
    std::vector<aclTensorDesc*> outputDescs;
    std::vector<aclDataBuffer*> outputs;
    const aclopAttr* attr = nullptr;

    OpCall(std::string opType, const std::vector<const DeviceTensor*>& in,
           const std::vector<const DeviceTensor*>& out, const aclopAttr* opAttr = nullptr)
        : type(std::move(opType)), attr(opAttr) {
        for (const DeviceTensor* tensor : in) {
            inputDescs.push_back(tensor->desc());
            inputs.push_back(tensor->buffer());
        }
        for (const DeviceTensor* tensor : out) {
            outputDescs.push_back(tensor->desc());
            outputs.push_back(tensor->buffer());
        }
    }

    int numInputs() const { return static_cast<int>(inputDescs.size()); }

    int numOutputs() const { return static_cast<int>(outputDescs.size()); }

    aclError compile() {
        return aclopCompile(type.c_str(), numInputs(), inputDescs.data(), numOutputs(),
                            outputDescs.data(), attr, ACL_ENGINE_SYS, ACL_COMPILE_SYS, nullptr);
    }

    aclError execute(aclrtStream stream = nullptr) {
        return aclopExecuteV2(type.c_str(), numInputs(), inputDescs.data(), inputs.data(),
                              numOutputs(), outputDescs.data(), outputs.data(),
                              const_cast<aclopAttr*>(attr), stream);
    }

    aclError compileAndExecute(aclrtStream stream = nullptr) {
        return aclopCompileAndExecute(type.c_str(), numInputs(), inputDescs.data(), inputs.data(),
                                      numOutputs(), outputDescs.data(), outputs.data(), attr,
                                      ACL_ENGINE_SYS, ACL_COMPILE_SYS, nullptr, stream);
    }

    aclError makeHandle(aclopHandle** handle) {
        return aclopCreateHandle(type.c_str(), numInputs(), inputDescs.data(), numOutputs(),
                                 outputDescs.data(), attr, handle);
    }

    aclError executeWith(aclopHandle* handle, aclrtStream stream = nullptr) {
        return aclopExecWithHandle(handle, numInputs(), inputs.data(), numOutputs(), outputs.data(),
                                   stream);
    }
};

}  // namespace belay::test
