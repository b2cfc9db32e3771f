// Requests of operators, planned and launched on a simulated device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "drivers/sim/sim_driver.h"
#include "kernel/binary.h"
#include "op/operator.h"
#include "runtime/context.h"
#include "runtime/stream.h"

namespace belay::test {

/// A tensor with its elements, where a test has it.
struct OpData {
    TensorSpec spec;
    std::vector<std::byte> bytes{};
    bool isKnown = false;  ///< the host tells the operator the value

    template <typename T>
    static OpData of(DataType type, const std::vector<int64_t>& dims, const std::vector<T>& values,
                     bool isKnown = false) {
        const auto* first = reinterpret_cast<const std::byte*>(values.data());
        return {TensorSpec(type, dims, Format::kNd),
                {first, first + values.size() * sizeof(T)},
                isKnown};
    }

    /// An optional input that the request leaves out.
    static OpData leftOut() { return {TensorSpec(DataType::kUndefined, {}, Format::kUndefined)}; }

    template <typename T>
    std::vector<T> values() const {
        std::vector<T> all(bytes.size() / sizeof(T));
        if (!all.empty()) {
            std::memcpy(all.data(), bytes.data(), all.size() * sizeof(T));
        }
        return all;
    }
};

/// A request that owns what it points to.
class OwnedRequest {
  public:
    /// Where the tensors of a view lie.
    struct Tensors {
        std::vector<OpTensor> inputs;
        std::vector<OpTensor> outputs;
    };

    OwnedRequest(std::string type, std::vector<OpData> inputs, OpAttrs attrs = {},
                 std::vector<TensorSpec> outputs = {});

    /// `tensors` must be empty, and stay as long as the view.
    OpRequest view(Tensors& tensors) const;

    const std::vector<OpData>& inputs() const { return inputs_; }

    const std::vector<TensorSpec>& outputs() const { return outputs_; }

    void setOutputs(std::vector<TensorSpec> outputs) { outputs_ = std::move(outputs); }

  private:
    std::string type_;
    std::vector<OpData> inputs_;
    OpAttrs attrs_;
    std::vector<TensorSpec> outputs_;
};

/// A simulated device that runs plans. Guards around each output and workspace notice writes beside
/// them.
class OperatorDevice {
  public:
    explicit OperatorDevice(const OperatorSet& operators);
    ~OperatorDevice();
    OperatorDevice(const OperatorDevice&) = delete;
    OperatorDevice& operator=(const OperatorDevice&) = delete;

    /// The outputs. Without outputs in the request these are what the operator infers. Errors of
    /// planning, of launching, and of the kernels.
    Result<std::vector<OpData>> run(OwnedRequest request, uint32_t vectorCores = 4);

    /// The same again and again: seconds of one run.
    Result<double> secondsOf(OwnedRequest request, uint32_t vectorCores, int rounds);

  private:
    class Memory;

    struct Prepared {
        OpPlan plan;
        std::vector<Memory> memory;  // of inputs, outputs and workspaces
        std::vector<uint64_t> addresses;
    };

    Result<Prepared> prepare(OwnedRequest& request, uint32_t vectorCores);
    Status launchAll(const OpPlan& plan, const std::vector<uint64_t>& addresses);

    const OperatorSet& operators_;
    sim::SimDriver backend_;
    Ref<Device> device_;
    Ref<Stream> stream_;
    Ref<Binary> binary_;
    std::map<std::string, Ref<Function>> functions_;
};

}  // namespace belay::test
