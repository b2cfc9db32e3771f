#include "op/op_executor.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "kernel/launcher.h"
#include "op/close_binary.h"
#include "op/op_view.h"
#include "op/small_array.h"
#include "runtime/memory_manager.h"

namespace belay {
namespace {

// Few operators have more; they take memory from the heap.
constexpr size_t kFewAddresses = 16;
constexpr size_t kFewValues = 4;
// Workspaces begin at multiples of it.
constexpr size_t kWorkspaceAlignment = 512;
// Values that come with the arguments of a launch: more than any host-placed tensor may have.
constexpr size_t kMostValueBytes = size_t{1} << 30;

// Sizes as the vendor's runtime compares them: a buffer may end in the same 32-byte step as its
// tensor.
constexpr size_t kStep = 32;

bool isLongEnough(const OpBuffer& buffer, size_t bytes) noexcept {
    return buffer.bytes >= bytes ||
           (buffer.bytes + 2 * kStep - 1) / kStep >= (bytes + 2 * kStep - 1) / kStep;
}

[[gnu::noinline, gnu::cold]] Status bufferFailure(const char* what, size_t index,
                                                  const OpBuffer& buffer, size_t bytes) {
    if (buffer.data == nullptr) {
        return Status::error(Code::kGeParamInvalid,
                             "the buffer of {} {} has no memory; its tensor has {} bytes", what,
                             index, bytes);
    }
    return Status::error(Code::kGeParamInvalid,
                         "the buffer of {} {} has {} bytes; its tensor has {} bytes", what, index,
                         buffer.bytes, bytes);
}

PreparedOp::Tensor inputOf(const OpTensor& tensor) {
    const TensorSpec& spec = *tensor.spec;
    if (const auto& constant = spec.constant()) {
        return {.role = PreparedOp::Role::kValue, .bytes = constant->size()};
    }
    const size_t bytes = layoutBytes(spec);
    if (bytes == 0) {
        return {.role = PreparedOp::Role::kLeftOut, .bytes = 0};
    }
    return {.role = spec.placement() == Placement::kDevice ? PreparedOp::Role::kDevice
                                                           : PreparedOp::Role::kHost,
            .bytes = bytes};
}

// Inputs behind a dynamic one are not where their port is.
bool mayBeOutput(const Operator& op, size_t input) {
    const auto ports = std::span(op.inputs).first(std::min(input + 1, op.inputs.size()));
    return ports.size() == input + 1 && ports.back().mayBeOutput &&
           std::ranges::none_of(ports,
                                [](const OpPort& port) { return port.arity == OpArity::kDynamic; });
}

PreparedOp::Tensor outputOf(const OpTensor& tensor) {
    const size_t bytes = layoutBytes(*tensor.spec);
    return {.role = bytes == 0 ? PreparedOp::Role::kLeftOut : PreparedOp::Role::kDevice,
            .bytes = bytes};
}

constexpr size_t roundUp(size_t bytes) noexcept {
    return (bytes + kWorkspaceAlignment - 1) / kWorkspaceAlignment * kWorkspaceAlignment;
}

// Sets where each workspace begins, from 0, and returns where the last one ends.
template <typename Set>
Result<size_t> placeWorkspaces(const std::vector<size_t>& sizes, Set set) {
    size_t end = 0;
    for (const size_t bytes : sizes) {
        size_t next = 0;
        set(end);
        if (__builtin_add_overflow(end, bytes, &next) ||
            __builtin_add_overflow(next, kWorkspaceAlignment - 1, &next)) {
            return Status::error(Code::kGeFailure,
                                 "the operator asks for a workspace of {} bytes, which no device "
                                 "has",
                                 bytes);
        }
        end = next / kWorkspaceAlignment * kWorkspaceAlignment;
    }
    return end;
}

/// Puts the arguments of one execution together. Lives on the stack.
class Arguments {
  public:
    Arguments(const PreparedOp& op, size_t valueCount)
        : op_(op),
          addresses_(op.inputs.size() + op.outputs.size() + op.workspaceBytes.size()),
          values_(valueCount) {}

    Status addInputs(const OpRequest& request, std::span<const OpBuffer> buffers) {
        for (size_t i = 0; i < op_.inputs.size(); ++i) {
            const PreparedOp::Tensor& tensor = op_.inputs[i];
            uint64_t address = 0;
            switch (tensor.role) {
                case PreparedOp::Role::kDevice:
                    if (!isUsable(buffers[i], tensor.bytes)) [[unlikely]] {
                        return bufferFailure("input", i, buffers[i], tensor.bytes);
                    }
                    address = reinterpret_cast<uintptr_t>(buffers[i].data);
                    break;
                case PreparedOp::Role::kValue:
                    values_[valueCount_++] = {.address = i,
                                              .bytes = *request.inputs[i].spec->constant()};
                    break;
                case PreparedOp::Role::kHost:
                    // Read by the host: here a step less is not enough.
                    if (buffers[i].data == nullptr || buffers[i].bytes < tensor.bytes)
                        [[unlikely]] {
                        return bufferFailure("input", i, buffers[i], tensor.bytes);
                    }
                    values_[valueCount_++] = {
                        .address = i,
                        .bytes = {static_cast<const std::byte*>(buffers[i].data), tensor.bytes}};
                    break;
                case PreparedOp::Role::kLeftOut:
                    break;
            }
            addresses_[count_++] = address;
        }
        return Status::ok();
    }

    Status addOutputs(std::span<const OpBuffer> buffers) {
        for (size_t i = 0; i < op_.outputs.size(); ++i) {
            const PreparedOp::Tensor& tensor = op_.outputs[i];
            if (tensor.role == PreparedOp::Role::kDevice && !isUsable(buffers[i], tensor.bytes))
                [[unlikely]] {
                return bufferFailure("output", i, buffers[i], tensor.bytes);
            }
            addresses_[count_++] = reinterpret_cast<uintptr_t>(buffers[i].data);
        }
        return Status::ok();
    }

    /// Memory for copies of the inputs that the kernels would write before they have read them;
    /// mostly 0. With inputs and outputs.
    size_t bytesToCopy() const noexcept {
        size_t bytes = 0;
        for (size_t i = 0; i < op_.inputs.size(); ++i) {
            if (isOverwritten(i)) [[unlikely]] {
                bytes += roundUp(op_.inputs[i].bytes);
            }
        }
        return bytes;
    }

    /// Has them copied to `start` by the stream. Before the workspaces are added.
    Status copyInputs(std::byte* start, Stream& stream) {
        SmallArray<uint64_t, kFewAddresses> copies(op_.inputs.size());
        for (size_t i = 0; i < op_.inputs.size(); ++i) {
            copies[i] = addresses_[i];
            if (!isOverwritten(i)) {
                continue;
            }
            copies[i] = reinterpret_cast<uintptr_t>(start);
            // NOLINTNEXTLINE(performance-no-int-to-ptr): it was a pointer before
            const void* source = reinterpret_cast<const void*>(addresses_[i]);
            BELAY_TRY(submitCopy(
                stream, {.target = start, .source = source, .bytes = op_.inputs[i].bytes}));
            start += roundUp(op_.inputs[i].bytes);
        }
        std::ranges::copy(copies.view(), addresses_.begin());
        return Status::ok();
    }

    void addWorkspaces(const std::byte* start) {
        const auto base = reinterpret_cast<uintptr_t>(start);
        static_cast<void>(placeWorkspaces(
            op_.workspaceBytes, [&](size_t offset) { addresses_[count_++] = base + offset; }));
    }

    /// Where workspace `index` is.
    uint64_t workspace(size_t index) const noexcept {
        return addresses_[op_.inputs.size() + op_.outputs.size() + index];
    }

    Status launchAll(Stream& stream) const {
        for (const PreparedOp::Launch& one : op_.launches) {
            BELAY_TRY(launch(*one.function, stream, {.blockCount = one.blockCount},
                             AddressedArgs(addresses_.view(), one.tiling, values_.view())));
        }
        return Status::ok();
    }

  private:
    // Whether an output lies where this input does, and may not.
    bool isOverwritten(size_t index) const noexcept {
        const PreparedOp::Tensor& input = op_.inputs[index];
        if (input.role != PreparedOp::Role::kDevice) {
            return false;
        }
        const uint64_t from = addresses_[index];
        for (size_t i = 0; i < op_.outputs.size(); ++i) {
            const PreparedOp::Tensor& output = op_.outputs[i];
            const uint64_t to = addresses_[op_.inputs.size() + i];
            const bool isApart = from + input.bytes <= to || to + output.bytes <= from;
            const bool isSame = from == to && input.bytes == output.bytes;
            if (!isApart && !(isSame && input.mayBeOutput)) {
                return true;
            }
        }
        return false;
    }

    static bool isUsable(const OpBuffer& buffer, size_t bytes) noexcept {
        return buffer.data != nullptr && isLongEnough(buffer, bytes);
    }

    const PreparedOp& op_;
    SmallArray<uint64_t, kFewAddresses> addresses_;
    SmallArray<AddressedArgs::Value, kFewValues> values_;
    size_t count_ = 0;
    size_t valueCount_ = 0;
};

// Before a plan is made: that looks at the values.
Status requireHostValues(const OpRequest& request, std::span<const OpBuffer> buffers) {
    for (size_t i = 0; i < buffers.size(); ++i) {
        const PreparedOp::Tensor tensor = inputOf(request.inputs[i]);
        const bool isMissing = buffers[i].data == nullptr || buffers[i].bytes < tensor.bytes;
        if (tensor.role == PreparedOp::Role::kHost && isMissing) {
            return bufferFailure("input", i, buffers[i], tensor.bytes);
        }
    }
    return Status::ok();
}

Status requireBlocks(const OpLaunch& planned) {
    if (planned.blockCount == 0 || planned.blockCount > kMaxBlockCount) {
        return Status::error(Code::kGeFailure,
                             "the plan launches kernel '{}' with {} blocks; it must be 1 to {}",
                             planned.kernel, planned.blockCount, kMaxBlockCount);
    }
    return Status::ok();
}

Status requireSmallValues(const PreparedOp& op) {
    size_t bytes = 0;
    for (const PreparedOp::Tensor& tensor : op.inputs) {
        const bool isValue =
            tensor.role == PreparedOp::Role::kValue || tensor.role == PreparedOp::Role::kHost;
        if (isValue && __builtin_add_overflow(bytes, tensor.bytes, &bytes)) {
            bytes = SIZE_MAX;
        }
        if (bytes > kMostValueBytes) {
            return Status::error(Code::kGeFailure,
                                 "constants and tensors in host memory have more than {} bytes "
                                 "together; place large tensors in device memory",
                                 kMostValueBytes);
        }
    }
    return Status::ok();
}

}  // namespace

Result<const Operator*> OpExecutor::find(std::string_view type) const {
    const Operator* op = set_.find(type);
    if (op == nullptr) {
        return Status::error(Code::kGeFailure,
                             "the operator library has no operator '{}'; it has {}", type,
                             fmt::join(set_.types(), ", "));
    }
    return op;
}

Result<OpExecution> OpExecutor::execute(const OpRequest& request, PreparedOps& prepared,
                                        bool dependsOnRequest, std::span<const OpBuffer> inputs,
                                        std::span<const OpBuffer> outputs, Stream& stream) {
    Device& device = stream.device();
    const PreparedOp* op = nullptr;
    if (!dependsOnRequest) [[likely]] {
        op = prepared.find(device, nullptr);
    } else {
        const OpSignature signature(request, OpSignature::Shapes::kInMemory,
                                    OpSignature::HostValues::kAsConstants);
        op = prepared.find(device, &signature);
    }
    if (op == nullptr) [[unlikely]] {
        BELAY_TRY(requireHostValues(request, inputs));
        BELAY_ASSIGN(Ref<PreparedOp> made, prepare(request, dependsOnRequest, device));
        op = prepared.add(std::move(made));
    }
    Arguments arguments(*op, op->valueCount);
    BELAY_TRY(arguments.addInputs(request, inputs));
    BELAY_TRY(arguments.addOutputs(outputs));
    const size_t copiedBytes = arguments.bytesToCopy();
    if (op->allWorkspaceBytes + copiedBytes != 0) {
        BELAY_ASSIGN(std::byte* const start,
                     workspaces_.take(stream, op->allWorkspaceBytes + copiedBytes));
        if (copiedBytes != 0) [[unlikely]] {
            BELAY_TRY(arguments.copyInputs(start + op->allWorkspaceBytes, stream));
        }
        arguments.addWorkspaces(start);
    }
    BELAY_TRY(arguments.launchAll(stream));
    OpExecution execution{.op = op};
    if (op->reportWorkspace) {
        const uint64_t report = arguments.workspace(*op->reportWorkspace);
        // NOLINTNEXTLINE(performance-no-int-to-ptr): it was a pointer before
        execution.report = reinterpret_cast<const std::byte*>(report);
    }
    return execution;
}

Result<Ref<PreparedOp>> OpExecutor::prepare(const OpRequest& request, bool dependsOnRequest,
                                            Device& device) {
    if (!device.info().executesHostCode) {
        return Status::error(Code::kGeFailure,
                             "operators run on simulated NPUs only, and device {} is a card; set "
                             "BELAY_DRIVER=sim to use one",
                             device.number());
    }
    BELAY_ASSIGN(const Operator* found, find(request.type));
    const OpTarget target{.vectorCores = std::max(1U, device.info().vectorCores)};
    BELAY_ASSIGN(PlannedRequest planned, planRequest(*found, request, target));
    OpPlan& plan = planned.plan;
    Ref<PreparedOp> op = makeRef<PreparedOp>();
    std::ranges::transform(request.inputs, std::back_inserter(op->inputs), inputOf);
    for (size_t i = 0; i < op->inputs.size(); ++i) {
        op->inputs[i].mayBeOutput = mayBeOutput(*found, i);
    }
    std::ranges::transform(request.outputs, std::back_inserter(op->outputs), outputOf);
    BELAY_TRY(requireSmallValues(*op));
    op->valueCount =
        static_cast<size_t>(std::ranges::count_if(op->inputs, [](const PreparedOp::Tensor& tensor) {
            return tensor.role == PreparedOp::Role::kValue ||
                   tensor.role == PreparedOp::Role::kHost;
        }));
    op->workspaceBytes = std::move(plan.workspaceBytes);
    op->reportWorkspace = plan.reportWorkspace;
    BELAY_ASSIGN(op->allWorkspaceBytes, placeWorkspaces(op->workspaceBytes, [](size_t) {}));
    std::ranges::transform(planned.outputs, std::back_inserter(op->outputShapes),
                           [](const TensorSpec& spec) {
                               return std::vector<int64_t>(spec.dims().begin(), spec.dims().end());
                           });
    BELAY_ASSIGN(const Ref<Binary> binary, kernelsOn(device));
    for (OpLaunch& one : plan.launches) {
        BELAY_TRY(requireBlocks(one));
        BELAY_ASSIGN(Ref<Function> function, binary->findFunction(one.kernel));
        op->launches.push_back({.function = std::move(function),
                                .blockCount = one.blockCount,
                                .tiling = std::move(one.tiling)});
    }
    op->device = Ref<Device>(&device);
    if (dependsOnRequest) {
        op->key.emplace(OpSignature(request, OpSignature::Shapes::kInMemory,
                                    OpSignature::HostValues::kAsConstants));
    }
    return op;
}

Ref<Binary> OpExecutor::findKernels(const Device& device) const {
    const auto found = std::ranges::find_if(
        binaries_, [&](const Ref<Binary>& one) { return &one->device() == &device; });
    return found == binaries_.end() ? Ref<Binary>() : *found;
}

// Several threads may load it at once; one stays.
Result<Ref<Binary>> OpExecutor::kernelsOn(Device& device) {
    Ref<Binary> unloaded;
    {
        const Lock lock(mutex_);
        unloaded = findKernels(device);
    }
    // The application can unload what it gets to know by a failure of one of the kernels.
    if (unloaded && !unloaded->isUnloaded()) {
        return unloaded;
    }
    const auto file = set_.kernels();
    BELAY_ASSIGN(Ref<Binary> result,
                 Binary::load(device, std::vector<std::byte>(file.begin(), file.end()), {}));
    std::vector<Ref<Binary>> superfluous;
    {
        const Lock lock(mutex_);
        const auto gone = std::stable_partition(
            binaries_.begin(), binaries_.end(),
            [&](const Ref<Binary>& one) { return one->device().isOpen() && one != unloaded; });
        std::move(gone, binaries_.end(), std::back_inserter(superfluous));
        binaries_.erase(gone, binaries_.end());
        if (Ref<Binary> found = findKernels(device)) {
            superfluous.push_back(std::exchange(result, std::move(found)));
        } else {
            binaries_.push_back(result);
        }
    }
    for (const Ref<Binary>& one : superfluous) {
        closeBinary(*one);
    }
    return result;
}

Result<std::vector<std::vector<int64_t>>> OpExecutor::readShapes(const OpExecution& execution,
                                                                 Stream& stream) {
    BELAY_TRY(stream.synchronize(Deadline::never()));
    std::vector<OpPlan::Report> reports(execution.op->outputs.size());
    BELAY_TRY(useDevice(stream.device(), [&] {
        return stream.device().driver().copy(reports.data(), execution.report,
                                             reports.size() * sizeof(OpPlan::Report));
    }));
    std::vector<std::vector<int64_t>> shapes;
    for (const OpPlan::Report& report : reports) {
        if (report.rank < 0 || report.rank > static_cast<int64_t>(OpPlan::kMaxReportedDims)) {
            return Status::error(Code::kGeFailure,
                                 "the operator reports {} dimensions of output {}; at most {} are "
                                 "possible",
                                 report.rank, shapes.size(), OpPlan::kMaxReportedDims);
        }
        shapes.emplace_back(report.dims, report.dims + report.rank);
    }
    return shapes;
}

void OpExecutor::clear() {
    workspaces_.clear();
    std::vector<Ref<Binary>> binaries;
    {
        const Lock lock(mutex_);
        binaries.swap(binaries_);
    }
    for (const Ref<Binary>& one : binaries) {
        closeBinary(*one);
    }
}

}  // namespace belay
