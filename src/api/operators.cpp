#include "api/operators.h"

#include <algorithm>

#include "base/fork.h"
#include "op/op_view.h"
#include "oplib/operator_library.h"
#include "runtime/stream_end.h"

namespace belay::api {
namespace {

ForkLock modelsForkLock(LockRank::kObject, [] { return &Operators::instance().models().mutex(); });
ForkLock executorForkLock(LockRank::kObject,
                          [] { return &Operators::instance().executor().mutex(); });
ForkLock workspacesForkLock(LockRank::kObject,
                            [] { return &Operators::instance().executor().workspaces().mutex(); });
ForkLock optionsForkLock(LockRank::kObject,
                         [] { return &Operators::instance().options().mutex(); });
ForkLock customsForkLock(LockRank::kObject,
                         [] { return &Operators::instance().customs().mutex(); });

// Models do not say in which dimensions such a tensor lies in memory; the request does.
bool isReordered(const TensorSpec& spec) noexcept {
    return spec.storageFormat() != Format::kUndefined && layoutOf(spec) != Format::kNd;
}

bool isHostTensor(const TensorSpec& spec) noexcept {
    return spec.placement() != Placement::kDevice && !spec.constant();
}

// Whether the model alone does not tell how the request is done.
bool dependsOnRequest(const OpModel& model, const OpRequest& request) noexcept {
    return model.isDynamic() ||
           std::ranges::any_of(request.inputs,
                               [](const OpTensor& tensor) {
                                   return isHostTensor(*tensor.spec) || isReordered(*tensor.spec);
                               }) ||
           std::ranges::any_of(request.outputs,
                               [](const OpTensor& tensor) { return isReordered(*tensor.spec); });
}

Status requireNoHostTensors(std::span<const OpTensor> tensors, const char* argument) {
    for (size_t i = 0; i < tensors.size(); ++i) {
        if (isHostTensor(*tensors[i].spec)) [[unlikely]] {
            return requireNoHostTensor(*tensors[i].spec, fmt::format("{}[{}]", argument, i));
        }
    }
    return Status::ok();
}

// Of an operator of the application's own, a miss says first what was not chosen.
Result<OpModel*> findModel(const OpRequest& request) {
    Operators& operators = Operators::instance();
    Result<OpModel*> found = operators.models().find(request, operators.order());
    if (!found.isOk() && operators.customs().function(request.type).isOk()) [[unlikely]] {
        return found.takeStatus().withContext(fmt::format(
            "aclopUpdateParams has chosen no kernel of '{}' for this request", request.type));
    }
    return found;
}

void dropWorkspaces(const Stream& stream) {
    Operators::instance().executor().workspaces().drop(stream);
}

// Asked once: a process has one kind of chip.
bool compilesForShape() {
    auto& devices = Devices::instance();
    const auto info = devices.info(0);
    if (!info.isOk()) {
        return false;
    }
    const std::string_view family = info.value().family;
    return family == "Ascend910" || family == "Ascend310P" || family == "Ascend310B";
}

}  // namespace

Operators& Operators::instance() {
    static NeverDestroyed<Operators> operators;
    return operators.get();
}

Operators::Operators() : executor_(operatorLibrary()) {
    setStreamEndListener(dropWorkspaces);
}

bool Operators::compilesForShapeByDefault() const {
    enum class Answer : uint8_t { kUnknown, kNo, kYes };
    // Relaxed: two threads that ask at once get the same answer.
    static std::atomic<Answer> known{Answer::kUnknown};
    Answer answer = known.load(std::memory_order_relaxed);
    if (answer == Answer::kUnknown) [[unlikely]] {
        answer = compilesForShape() ? Answer::kYes : Answer::kNo;
        known.store(answer, std::memory_order_relaxed);
    }
    return answer == Answer::kYes;
}

OpModelCache::Order Operators::order() const {
    return options_.isFuzzy() || !options_.compilesForShape(compilesForShapeByDefault())
               ? OpModelCache::Order::kDynamicFirst
               : OpModelCache::Order::kStaticFirst;
}

void Operators::clear() {
    models_.clear();
    modelDir_.reset();
    customs_.clear();
    executor_.clear();
}

Result<OpExecution> executeOperator(const OpRequest& request, std::span<const OpBuffer> inputs,
                                    std::span<const OpBuffer> outputs, aclrtStream stream) {
    Operators& operators = Operators::instance();
    if (const Ref<CustomLaunch> custom = operators.customs().find(request)) [[unlikely]] {
        BELAY_ASSIGN(Stream * target, streamOfContext(stream));
        Status status =
            custom->execute(inputs, outputs, operators.executor().workspaces(), *target);
        if (status.isOk()) {
            return OpExecution();
        }
        const auto model = findModel(request);
        if (!model.isOk()) {
            return status;
        }
        BELAY_LOG(kOp, kWarning, "the kernel chosen for {} cannot be launched: {}", request.type,
                  status.message());
        return executeModel(*model.value(), request, inputs, outputs, stream);
    }
    BELAY_ASSIGN(const OpModel* model, findModel(request));
    return executeModel(*model, request, inputs, outputs, stream);
}

Result<OpExecution> executeModel(const OpModel& model, const OpRequest& request,
                                 std::span<const OpBuffer> inputs,
                                 std::span<const OpBuffer> outputs, aclrtStream stream) {
    BELAY_ASSIGN(Stream * target, streamOfContext(stream));
    BELAY_ASSIGN(OpExecution execution,
                 Operators::instance().executor().execute(request, model.preparedOps(),
                                                          dependsOnRequest(model, request), inputs,
                                                          outputs, *target));
    execution.isDynamic = model.isDynamic();
    return execution;
}

Result<OpExecution> executeHandle(OpHandle& handle, std::span<const OpBuffer> inputs,
                                  std::span<const OpBuffer> outputs, aclrtStream stream) {
    BELAY_ASSIGN(Stream * target, streamOfContext(stream));
    OpExecutor& executor = Operators::instance().executor();
    if (const CustomLaunch* custom = handle.custom()) [[unlikely]] {
        BELAY_TRY(custom->execute(inputs, outputs, executor.workspaces(), *target));
        return OpExecution();
    }
    return executor.execute(handle.request(), handle.preparedOps(), false, inputs, outputs,
                            *target);
}

Result<Ref<OpHandle>> createOpHandle(const OpRequest& request) {
    BELAY_TRY(requireNoHostTensors(request));
    Operators& operators = Operators::instance();
    if (Ref<CustomLaunch> custom = operators.customs().find(request)) [[unlikely]] {
        return makeRef<OpHandle>(OwnedRequest::copyOf(request), std::move(custom));
    }
    BELAY_ASSIGN(OpModel * model, findModel(request));
    return makeRef<OpHandle>(OwnedRequest::copyOf(request), Ref<OpModel>(model));
}

Status requireNoHostTensor(const TensorSpec& spec, std::string_view argument) {
    return !isHostTensor(spec)
               ? Status::ok()
               : Status::error(Code::kApiNotSupport,
                               "argument '{}' has placement {}, host memory, and is no constant; "
                               "only calls that execute take such a tensor",
                               argument, static_cast<int>(spec.placement()));
}

Status requireNoHostTensors(const OpRequest& request) {
    BELAY_TRY(requireNoHostTensors(request.inputs, "inputDesc"));
    return requireNoHostTensors(request.outputs, "outputDesc");
}

}  // namespace belay::api
