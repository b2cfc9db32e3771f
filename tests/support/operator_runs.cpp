#include "support/operator_runs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <utility>

#include "kernel/launcher.h"

namespace belay::test {
namespace {

constexpr size_t kGuardBytes = 256;
constexpr auto kGuard = std::byte{0xA5};

sim::SimSettings settings() {
    sim::SimSettings settings;
    settings.chip = hw::findChip("Ascend910B4");
    settings.memoryBytes = uint64_t{1} << 30;
    return settings;
}

size_t storedBytes(const TensorSpec& spec) {
    return TensorSpec(spec.type(), spec.storageDims(), Format::kNd).sizeBytes();
}

}  // namespace

OwnedRequest::OwnedRequest(std::string type, std::vector<OpData> inputs, OpAttrs attrs,
                           std::vector<TensorSpec> outputs)
    : type_(std::move(type)),
      inputs_(std::move(inputs)),
      attrs_(std::move(attrs)),
      outputs_(std::move(outputs)) {}

OpRequest OwnedRequest::view(Tensors& tensors) const {
    for (const OpData& input : inputs_) {
        tensors.inputs.push_back(
            {&input.spec, input.isKnown ? std::span(input.bytes) : std::span<const std::byte>()});
    }
    for (const TensorSpec& output : outputs_) {
        tensors.outputs.push_back({&output, {}});
    }
    return {.type = type_, .inputs = tensors.inputs, .outputs = tensors.outputs, .attrs = &attrs_};
}

/// Memory of the device between two guards.
class OperatorDevice::Memory {
  public:
    Memory(Device& device, size_t bytes) : bytes_(bytes) {
        auto memory =
            DeviceMemory::allocate(device, bytes + 2 * kGuardBytes, driver::MemoryKind::kDevice);
        if (!memory.isOk()) {
            ADD_FAILURE() << memory.status().message();
            return;
        }
        memory_ = std::move(memory).value();
        std::fill_n(memory_.start(), memory_.bytes(), kGuard);
    }

    std::byte* start() const { return memory_.start() + kGuardBytes; }

    uint64_t address() const { return reinterpret_cast<uintptr_t>(start()); }

    std::vector<std::byte> contents() const { return {start(), start() + bytes_}; }

    bool isIntact() const {
        const auto isGuard = [](std::byte byte) { return byte == kGuard; };
        return std::all_of(memory_.start(), start(), isGuard) &&
               std::all_of(start() + bytes_, start() + bytes_ + kGuardBytes, isGuard);
    }

  private:
    size_t bytes_;
    DeviceMemory memory_;
};

OperatorDevice::OperatorDevice(const OperatorSet& operators)
    : operators_(operators), backend_(settings()) {
    auto infos = backend_.devices();
    auto device = Device::open(backend_, 0, infos.value().front(), 0);
    EXPECT_TRUE(device.isOk()) << device.status().message();
    device_ = std::move(device).value();
    auto context = device_->makeDefaultContext();
    EXPECT_TRUE(context.isOk()) << context.status().message();
    stream_ = Ref<Stream>(context.value()->defaultStream());
    const auto kernels = operators.kernels();
    auto binary = Binary::load(*device_, {kernels.begin(), kernels.end()}, {});
    EXPECT_TRUE(binary.isOk()) << binary.status().message();
    binary_ = std::move(binary).value();
}

OperatorDevice::~OperatorDevice() {
    functions_.clear();
    binary_->unload();
    binary_ = nullptr;
    stream_ = nullptr;
    EXPECT_TRUE(device_->close(0).isOk());
}

Result<std::vector<OpData>> OperatorDevice::run(OwnedRequest request, uint32_t vectorCores) {
    BELAY_ASSIGN(Prepared prepared, prepare(request, vectorCores));
    BELAY_TRY(launchAll(prepared.plan, prepared.addresses));
    BELAY_TRY(stream_->synchronize(Deadline::never()));
    for (const Memory& memory : prepared.memory) {
        EXPECT_TRUE(memory.isIntact()) << "a kernel wrote beside its memory";
    }
    std::vector<OpData> outputs;
    for (size_t i = 0; i < request.outputs().size(); ++i) {
        const Memory& memory = prepared.memory[request.inputs().size() + i];
        outputs.push_back({request.outputs()[i], memory.contents(), false});
    }
    return outputs;
}

Result<double> OperatorDevice::secondsOf(OwnedRequest request, uint32_t vectorCores, int rounds) {
    BELAY_ASSIGN(Prepared prepared, prepare(request, vectorCores));
    const auto start = std::chrono::steady_clock::now();
    for (int round = 0; round < rounds; ++round) {
        BELAY_TRY(launchAll(prepared.plan, prepared.addresses));
        BELAY_TRY(stream_->synchronize(Deadline::never()));
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    return took.count() / rounds;
}

Result<OperatorDevice::Prepared> OperatorDevice::prepare(OwnedRequest& request,
                                                         uint32_t vectorCores) {
    OwnedRequest::Tensors tensors;
    const Operator* op = operators_.find(request.view(tensors).type);
    if (op == nullptr) {
        return Status::error(Code::kGeFailure, "there is no such operator");
    }
    if (request.outputs().empty()) {
        OwnedRequest::Tensors asked;
        BELAY_ASSIGN(std::vector<TensorSpec> outputs, inferOutputs(*op, request.view(asked)));
        request.setOutputs(std::move(outputs));
    }
    OwnedRequest::Tensors complete;
    Prepared prepared;
    BELAY_ASSIGN(PlannedRequest planned,
                 planRequest(*op, request.view(complete), {.vectorCores = vectorCores}));
    prepared.plan = std::move(planned.plan);
    for (const OpData& input : request.inputs()) {
        Memory& memory = prepared.memory.emplace_back(*device_, input.bytes.size());
        std::ranges::copy(input.bytes, memory.start());
        prepared.addresses.push_back(input.spec.isLeftOut() ? 0 : memory.address());
    }
    for (const TensorSpec& output : request.outputs()) {
        prepared.addresses.push_back(
            prepared.memory.emplace_back(*device_, storedBytes(output)).address());
    }
    for (const size_t bytes : prepared.plan.workspaceBytes) {
        prepared.addresses.push_back(prepared.memory.emplace_back(*device_, bytes).address());
    }
    return prepared;
}

Status OperatorDevice::launchAll(const OpPlan& plan, const std::vector<uint64_t>& addresses) {
    for (const OpLaunch& step : plan.launches) {
        Ref<Function>& function = functions_[step.kernel];
        if (function == nullptr) {
            BELAY_ASSIGN(function, binary_->findFunction(std::string_view(step.kernel)));
        }
        std::vector<std::byte> args(addresses.size() * sizeof(uint64_t));
        std::memcpy(args.data(), addresses.data(), args.size());
        args.insert(args.end(), step.tiling.begin(), step.tiling.end());
        BELAY_TRY(
            launch(*function, *stream_, {.blockCount = step.blockCount}, HostBlock(args, {})));
    }
    return Status::ok();
}

}  // namespace belay::test
