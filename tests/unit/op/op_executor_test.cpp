// Execution of operators of a set of the test's own: what those of the library do not do is here,
// too.
#include "op/op_executor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/epoch.h"
#include "drivers/sim/sim_driver.h"
#include "kernel/launcher.h"
#include "op/op_view.h"
#include "runtime/context.h"
#include "support/operator_runs.h"
#include "unit/kcc/compiled.h"

namespace belay {
namespace {

using test::OpData;
using test::OwnedRequest;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::string_view kKernels = R"(
#include "belay/kernel/kernel_operator.h"
// What is above 0, in its order, and how many these are: as OpPlan::Report has it.
extern "C" __global__ void positive(const float* x, float* y, int64_t* report, uint64_t n,
                                    int64_t rank) {
    uint64_t count = 0;
    for (uint64_t i = 0; i < n; ++i) {
        if (x[i] > 0) { y[count++] = x[i]; }
    }
    report[0] = rank;
    report[1] = rank < 0 ? 0 : static_cast<int64_t>(count);
}
)";

// How the next plan of the operator is to be wrong.
struct Mistakes {
    int64_t rank = 1;
    uint32_t blocks = 1;
    size_t moreWorkspace = 0;
};

Mistakes mistakes;
int plans = 0;

Result<std::vector<TensorSpec>> inferPositive(const OpView& view) {
    const std::vector<int64_t> dims = {TensorSpec::kUnknownDim};
    return std::vector<TensorSpec>{TensorSpec(view.inputSpec(0).type(), dims, Format::kNd)};
}

Result<OpPlan> planPositive(const OpView& view, const OpTarget&) {
    ++plans;

    struct Tiling {
        uint64_t count;
        int64_t rank;
    } tiling{.count = view.inputSpec(0).sizeBytes() / sizeof(float), .rank = mistakes.rank};

    const auto* bytes = reinterpret_cast<const std::byte*>(&tiling);
    OpPlan plan;
    plan.launches.push_back({.kernel = "positive",
                             .blockCount = mistakes.blocks,
                             .tiling = {bytes, bytes + sizeof tiling}});
    plan.workspaceBytes = {sizeof(OpPlan::Report) + mistakes.moreWorkspace};
    plan.reportWorkspace = 0;
    return plan;
}

class PositiveOnly final : public OperatorSet {
  public:
    PositiveOnly() : kernels_(test::compileKernels(kKernels)) {
        op_.type = "Positive";
        op_.inputs = {{.name = "x", .types = {DataType::kFloat}, .typeLike = {}}};
        op_.outputs = {{.name = "y", .types = {DataType::kFloat}, .typeLike = {}}};
        op_.infer = &inferPositive;
        op_.plan = &planPositive;
    }

    const Operator* find(std::string_view type) const noexcept override {
        return type == op_.type ? &op_ : nullptr;
    }

    std::vector<std::string_view> types() const override { return {op_.type}; }

    std::span<const std::byte> kernels() const noexcept override { return kernels_; }

  private:
    Operator op_;
    std::vector<std::byte> kernels_;
};

class OpExecutorTest : public testing::Test {
  protected:
    // More than the 32 bytes by which a buffer may be short.
    static constexpr size_t kCount = 20;
    static constexpr size_t kBytes = kCount * sizeof(float);

    static void SetUpTestSuite() { set = new PositiveOnly(); }

    static void TearDownTestSuite() { delete std::exchange(set, nullptr); }

    static sim::SimSettings settings() {
        sim::SimSettings settings;
        settings.chip = hw::findChip("Ascend910B4");
        settings.memoryBytes = uint64_t{256} << 20;
        return settings;
    }

    void SetUp() override {
        mistakes = {};
        plans = 0;
        auto infos = backend.devices();
        auto found = Device::open(backend, 0, infos.value().front(), 0);
        ASSERT_TRUE(found.isOk()) << found.status().message();
        device = std::move(found).value();
        auto context = device->makeDefaultContext();
        ASSERT_TRUE(context.isOk()) << context.status().message();
        stream = Ref<Stream>(context.value()->defaultStream());
        x = allocate();
        y = allocate();
        setInput({1, -2, 3, 0, 5});
    }

    void TearDown() override {
        executor.clear();
        x = DeviceMemory();
        y = DeviceMemory();
        stream = nullptr;
        EXPECT_TRUE(device->close(0).isOk());
    }

    DeviceMemory allocate() {
        auto memory = DeviceMemory::allocate(*device, kBytes, driver::MemoryKind::kDevice);
        EXPECT_TRUE(memory.isOk()) << memory.status().message();
        return std::move(memory).value();
    }

    // The others are 0.
    void setInput(std::vector<float> values) {
        values.resize(kCount);
        std::ranges::copy(std::as_bytes(std::span(values)), x.start());
    }

    std::vector<float> output(size_t count) {
        std::vector<float> values(count);
        std::ranges::copy(std::span(y.start(), count * sizeof(float)),
                          std::as_writable_bytes(std::span(values)).begin());
        return values;
    }

    void forgetPlans() { prepared = std::make_unique<PreparedOps>(); }

    // The caller holds an EpochGuard.
    Result<OpExecution> execute(size_t inputBytes = kBytes, size_t outputBytes = kBytes,
                                const std::string& type = "Positive") {
        const std::vector<int64_t> dims = {int64_t{kCount}};
        const TensorSpec spec(DataType::kFloat, dims, Format::kNd);
        const OwnedRequest request(type, {{spec}}, {}, {spec});
        OwnedRequest::Tensors tensors;
        const OpBuffer in{x.start(), inputBytes};
        const OpBuffer out{y.start(), outputBytes};
        return executor.execute(request.view(tensors), *prepared, true, {&in, 1}, {&out, 1},
                                *stream);
    }

    void expectRefused(Code code, const testing::Matcher<std::string>& text) {
        const EpochGuard guard;
        const auto refused = execute();
        EXPECT_EQ(refused.status().code(), code);
        EXPECT_THAT(std::string(refused.status().message()), text);
    }

    static inline PositiveOnly* set = nullptr;
    sim::SimDriver backend{settings()};
    Ref<Device> device;
    Ref<Stream> stream;
    DeviceMemory x;
    DeviceMemory y;
    OpExecutor executor{*set};
    std::unique_ptr<PreparedOps> prepared = std::make_unique<PreparedOps>();
};

TEST_F(OpExecutorTest, ShapesThatOnlyTheDeviceKnowsAreReadFromIt) {
    const EpochGuard guard;
    const auto execution = execute();
    ASSERT_TRUE(execution.isOk()) << execution.status().message();
    ASSERT_NE(execution.value().report, nullptr);
    const auto shapes = OpExecutor::readShapes(execution.value(), *stream);
    ASSERT_TRUE(shapes.isOk()) << shapes.status().message();
    EXPECT_THAT(shapes.value(), ElementsAre(ElementsAre(3)));
    EXPECT_THAT(output(3), ElementsAre(1, 3, 5));
}

TEST_F(OpExecutorTest, PlanOfARequestIsMadeOnce) {
    for (float first = 1; first < 4; ++first) {
        const EpochGuard guard;
        setInput({first, 0, 0, -1, first});
        const auto execution = execute();
        ASSERT_TRUE(execution.isOk()) << execution.status().message();
        const auto shapes = OpExecutor::readShapes(execution.value(), *stream);
        ASSERT_TRUE(shapes.isOk());
        EXPECT_THAT(shapes.value(), ElementsAre(ElementsAre(2)));
        EXPECT_THAT(output(2), ElementsAre(first, first));
    }
    EXPECT_EQ(plans, 1);
}

TEST_F(OpExecutorTest, ReportThatIsNoShapeIsRefused) {
    for (const int64_t rank : {int64_t{-1}, int64_t{9}}) {
        mistakes.rank = rank;
        forgetPlans();
        const EpochGuard guard;
        const auto execution = execute();
        ASSERT_TRUE(execution.isOk()) << execution.status().message();
        const auto shapes = OpExecutor::readShapes(execution.value(), *stream);
        EXPECT_EQ(shapes.status().code(), Code::kGeFailure);
        EXPECT_THAT(std::string(shapes.status().message()),
                    AllOf(HasSubstr(std::to_string(rank)), HasSubstr("output 0")));
    }
}

TEST_F(OpExecutorTest, BuffersMustHoldTheirTensors) {
    const EpochGuard guard;
    const auto expectShort = [&](size_t input, size_t output, const char* text) {
        const auto refused = execute(input, output);
        EXPECT_EQ(refused.status().code(), Code::kGeParamInvalid);
        EXPECT_THAT(std::string(refused.status().message()),
                    AllOf(HasSubstr(text), HasSubstr(std::to_string(kBytes))));
    };
    expectShort(kBytes - 40, kBytes, "input 0 has 40 bytes");
    expectShort(kBytes, kBytes - 40, "output 0 has 40 bytes");
    // It may end in the same 32 bytes as its tensor.
    EXPECT_TRUE(execute(kBytes - 1, kBytes - 1).isOk());
}

TEST_F(OpExecutorTest, OperatorsThatAreNotThereAreRefused) {
    const EpochGuard guard;
    const auto refused = execute(kBytes, kBytes, "Negative");
    EXPECT_EQ(refused.status().code(), Code::kGeFailure);
    EXPECT_THAT(std::string(refused.status().message()), HasSubstr("'Negative'"));
}

TEST_F(OpExecutorTest, PlansThatCannotBeLaunchedAreRefused) {
    for (const uint32_t blocks : {0U, kMaxBlockCount + 1}) {
        mistakes = {.blocks = blocks};
        expectRefused(Code::kGeFailure,
                      AllOf(HasSubstr("'positive'"), HasSubstr(std::to_string(blocks))));
    }
    mistakes = {.moreWorkspace = SIZE_MAX - sizeof(OpPlan::Report)};
    expectRefused(Code::kGeFailure, HasSubstr("workspace"));
    mistakes = {};
    const EpochGuard guard;
    EXPECT_TRUE(execute().isOk()) << "a refusal leaves nothing behind";
}

}  // namespace
}  // namespace belay
