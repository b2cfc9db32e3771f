// Files that the vendor's compiler made, executed: Add, Relu and two products, by model folder, by
// aclopLoad(), by matching, by handle, and damaged. Where the files are not there, these tests are
// skipped; where they are said to be there, they must be.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "acl/ops/acl_cblas.h"
#include "support/fresh_process.h"
#include "support/seed.h"
#include "support/tensors.h"

namespace belay::test::real_models_test {
namespace {

constexpr const char* kAdd = "add_fp32_1x100.om";
constexpr const char* kRelu = "relu_fp32_1x512.om";
constexpr const char* kGemm = "gemm_fp16_4x8_8x2.om";
constexpr const char* kOldGemm = "gemm_fp16_16x16_cann51.om";
constexpr const char* kAll[] = {kAdd, kRelu, kGemm, kOldGemm};

std::string folder() {
    return BELAY_TEST_OM_DIR;
}

std::string contentOf(const std::string& name) {
    std::ifstream stream(std::filesystem::path(folder()) / name, std::ios::binary);
    std::string content{std::istreambuf_iterator<char>(stream), {}};
    EXPECT_FALSE(content.empty()) << folder() << "/" << name << " cannot be read";
    return content;
}

std::vector<float> randomFloats(size_t count, std::mt19937& random) {
    std::uniform_real_distribution<float> number(-2.0F, 2.0F);
    std::vector<float> values(count);
    for (float& value : values) {
        value = number(random);
    }
    return values;
}

std::vector<aclFloat16> toHalf(const std::vector<float>& values) {
    std::vector<aclFloat16> halves;
    halves.reserve(values.size());
    for (const float value : values) {
        halves.push_back(aclFloatToFloat16(value));
    }
    return halves;
}

// What a file is about: the request that finds it, and whether its results are right.
class Problem {
  public:
    virtual ~Problem() = default;
    Problem(const Problem&) = delete;
    Problem& operator=(const Problem&) = delete;

    virtual OpCall call() = 0;
    virtual void clearOutput() = 0;
    virtual void check() const = 0;

  protected:
    Problem() = default;
};

class AddProblem final : public Problem {
  public:
    explicit AddProblem(std::mt19937& random)
        : x_(randomFloats(100, random)), y_(randomFloats(100, random)) {
        deviceX_.set(x_);
        deviceY_.set(y_);
    }

    OpCall call() override { return {"Add", {&deviceX_, &deviceY_}, {&sum_}}; }

    void clearOutput() override { sum_.set(std::vector<float>(100, NAN)); }

    void check() const override {
        const auto sum = sum_.values<float>();
        for (size_t i = 0; i < sum.size(); ++i) {
            const double wanted = static_cast<double>(x_[i]) + static_cast<double>(y_[i]);
            EXPECT_NEAR(sum[i], wanted, 1e-6) << i;
        }
    }

  private:
    std::vector<float> x_;
    std::vector<float> y_;
    DeviceTensor deviceX_{ACL_FLOAT, {1, 100}};
    DeviceTensor deviceY_{ACL_FLOAT, {1, 100}};
    DeviceTensor sum_{ACL_FLOAT, {1, 100}};
};

class ReluProblem final : public Problem {
  public:
    explicit ReluProblem(std::mt19937& random) : x_(randomFloats(512, random)) { deviceX_.set(x_); }

    OpCall call() override { return {"Relu", {&deviceX_}, {&y_}}; }

    void clearOutput() override { y_.set(std::vector<float>(512, NAN)); }

    void check() const override {
        const auto y = y_.values<float>();
        for (size_t i = 0; i < y.size(); ++i) {
            EXPECT_EQ(y[i], x_[i] > 0 ? x_[i] : 0.0F) << i;
        }
    }

  private:
    std::vector<float> x_;
    DeviceTensor deviceX_{ACL_FLOAT, {1, 512}};
    DeviceTensor y_{ACL_FLOAT, {1, 512}};
};

// The older file was compiled with both attributes and factors without dimensions, the newer one
// without attributes and with factors of one dimension.
class GemmProblem final : public Problem {
  public:
    GemmProblem(int64_t m, int64_t n, int64_t k, bool isOld, std::mt19937& random)
        : m_(m),
          n_(n),
          k_(k),
          a_(toHalf(randomFloats(static_cast<size_t>(m * k), random))),
          b_(toHalf(randomFloats(static_cast<size_t>(k * n), random))),
          deviceA_(ACL_FLOAT16, {m, k}, a_),
          deviceB_(ACL_FLOAT16, {k, n}, b_),
          c_(ACL_FLOAT16, {m, n}),
          alpha_(ACL_FLOAT16, dimsOfFactor(isOld), toHalf({0.5F})),
          beta_(ACL_FLOAT16, dimsOfFactor(isOld), toHalf({2.0F})) {
        if (isOld) {
            attr_ = makeAttr();
            EXPECT_EQ(aclopSetAttrBool(attr_.get(), "transpose_a", 0), ACL_SUCCESS);
            EXPECT_EQ(aclopSetAttrBool(attr_.get(), "transpose_b", 0), ACL_SUCCESS);
        }
    }

    OpCall call() override {
        return {"GEMM", {&deviceA_, &deviceB_, &c_, &alpha_, &beta_}, {&c_}, attr_.get()};
    }

    void clearOutput() override {
        c_.set(std::vector<aclFloat16>(static_cast<size_t>(m_ * n_), aclFloatToFloat16(0.25F)));
    }

    void check() const override {
        const auto c = c_.values<aclFloat16>();
        for (int64_t row = 0; row < m_; ++row) {
            for (int64_t column = 0; column < n_; ++column) {
                double sum = 0;
                for (int64_t i = 0; i < k_; ++i) {
                    sum += at(a_, row * k_ + i) * at(b_, i * n_ + column);
                }
                const double wanted = 0.5 * sum + 2.0 * 0.25;
                EXPECT_NEAR(at(c, row * n_ + column), wanted, 1e-3 * (1 + std::fabs(wanted)))
                    << row << ", " << column;
            }
        }
    }

    aclError multiply(aclrtStream stream) {
        return aclblasGemmEx(ACL_TRANS_N, ACL_TRANS_N, ACL_TRANS_N, static_cast<int>(m_),
                             static_cast<int>(n_), static_cast<int>(k_), alpha_.data(),
                             deviceA_.data(), -1, ACL_FLOAT16, deviceB_.data(), -1, ACL_FLOAT16,
                             beta_.data(), c_.data(), -1, ACL_FLOAT16, ACL_COMPUTE_HIGH_PRECISION,
                             stream);
    }

  private:
    static std::vector<int64_t> dimsOfFactor(bool isOld) {
        return isOld ? std::vector<int64_t>{} : std::vector<int64_t>{1};
    }

    static double at(const std::vector<aclFloat16>& values, int64_t index) {
        return static_cast<double>(aclFloat16ToFloat(values[static_cast<size_t>(index)]));
    }

    int64_t m_;
    int64_t n_;
    int64_t k_;
    std::vector<aclFloat16> a_;
    std::vector<aclFloat16> b_;
    DeviceTensor deviceA_;
    DeviceTensor deviceB_;
    DeviceTensor c_;
    DeviceTensor alpha_;
    DeviceTensor beta_;
    OwnedAttr attr_;
};

std::unique_ptr<Problem> problemOf(std::string_view file, std::mt19937& random) {
    if (file == kAdd) {
        return std::make_unique<AddProblem>(random);
    }
    if (file == kRelu) {
        return std::make_unique<ReluProblem>(random);
    }
    if (file == kGemm) {
        return std::make_unique<GemmProblem>(4, 2, 8, false, random);
    }
    return std::make_unique<GemmProblem>(16, 16, 16, true, random);
}

void expectSolved(Problem& problem) {
    const OwnedStream stream;
    OpCall call = problem.call();
    problem.clearOutput();
    ASSERT_EQ(call.execute(stream.get()), ACL_SUCCESS) << recentMessage();
    ASSERT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS) << recentMessage();
    problem.check();
    aclopHandle* handle = nullptr;
    ASSERT_EQ(call.makeHandle(&handle), ACL_SUCCESS) << recentMessage();
    problem.clearOutput();
    ASSERT_EQ(call.executeWith(handle, stream.get()), ACL_SUCCESS) << recentMessage();
    aclopDestroyHandle(handle);
    ASSERT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS) << recentMessage();
    problem.check();
}

void executeFromTheFolder() {
    ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
    ASSERT_EQ(aclopSetModelDir(folder().c_str()), ACL_SUCCESS) << recentMessage();
    {
        const SetDevice session;
        std::mt19937 random(seed());
        for (const char* file : kAll) {
            SCOPED_TRACE(file);
            expectSolved(*problemOf(file, random));
        }
        // The older file is what the BLAS calls ask for.
        GemmProblem product(16, 16, 16, true, random);
        product.clearOutput();
        ASSERT_EQ(product.multiply(nullptr), ACL_SUCCESS) << recentMessage();
        ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
        product.check();
    }
    EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
}

void executeLoaded() {
    ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
    for (const char* file : kAll) {
        const std::string content = contentOf(file);
        ASSERT_EQ(aclopLoad(content.data(), content.size()), ACL_SUCCESS) << recentMessage();
    }
    {
        const SetDevice session;
        std::mt19937 random(seed());
        for (const char* file : kAll) {
            SCOPED_TRACE(file);
            expectSolved(*problemOf(file, random));
        }
    }
    EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
}

// Codes of aclopLoad() for files that it does not take.
bool isRefusal(aclError code) {
    return code == ACL_ERROR_PARSE_MODEL || code == ACL_ERROR_DESERIALIZE_MODEL ||
           code == ACL_ERROR_MODEL_MISSING_ATTR || code == ACL_ERROR_OP_UNSUPPORTED_DYNAMIC ||
           code == ACL_ERROR_INVALID_PARAM;
}

void mutate(std::string& content, std::mt19937& random) {
    const auto below = [&](size_t end) {
        return std::uniform_int_distribution<size_t>(0, end - 1)(random);
    };
    switch (below(4)) {
        case 0:
            for (size_t i = 0, count = 1 + below(8); i < count; ++i) {
                content[below(content.size())] = static_cast<char>(below(256));
            }
            break;
        case 1:
            content[below(content.size())] ^= static_cast<char>(1U << below(8));
            break;
        case 2:
            content.resize(below(content.size()));
            break;
        default:
            // The description lies at the front, where damage tells most.
            content[below(std::min<size_t>(content.size(), 4096))] = static_cast<char>(below(256));
            break;
    }
}

// One file, many times with damage. Whatever was taken is asked for as the file would be.
void loadDamaged() {
    const std::string& file = freshArgument(0);
    ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
    {
        const SetDevice session;
        std::mt19937 random(seed());
        const std::string whole = contentOf(file);
        const std::unique_ptr<Problem> problem = problemOf(file, random);
        const OwnedStream stream;
        int taken = 0;
        for (int i = 0; i < 1000; ++i) {
            std::string content = whole;
            mutate(content, random);
            const aclError loaded = aclopLoad(content.data(), content.size());
            if (loaded != ACL_SUCCESS) {
                EXPECT_TRUE(isRefusal(loaded)) << loaded << ": " << recentMessage();
                continue;
            }
            ++taken;
            OpCall call = problem->call();
            problem->clearOutput();
            const aclError executed = call.execute(stream.get());
            if (executed == ACL_SUCCESS) {
                ASSERT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS) << recentMessage();
                problem->check();
            } else {
                EXPECT_EQ(executed, ACL_ERROR_OP_NOT_FOUND) << recentMessage();
            }
        }
        // Most damage is in parts that are not looked at.
        EXPECT_GT(taken, 100);
        EXPECT_LT(taken, 1000);
        ASSERT_EQ(aclopLoad(whole.data(), whole.size()), ACL_SUCCESS) << recentMessage();
        expectSolved(*problem);
    }
    EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
}

class RealModels : public testing::Test {
  protected:
    void SetUp() override {
        if (std::string_view(BELAY_TEST_OM_DIR).empty()) {
            GTEST_SKIP() << "the CMake variable BELAY_TEST_OM_DIR names no folder of real files";
        }
    }

    // The files are for a chip of this family.
    const std::map<std::string, std::string> environment_{{"BELAY_SIM_SOC", "Ascend910A"}};
};

TEST_F(RealModels, AreExecutedFromTheirFolder) {
    expectEndsWell(executeFromTheFolder, {.environment = environment_});
}

TEST_F(RealModels, AreExecutedWhenTheyAreLoaded) {
    expectEndsWell(executeLoaded, {.environment = environment_});
}

TEST_F(RealModels, DamagedOnesAreRefusedOrRight) {
    for (const char* file : kAll) {
        SCOPED_TRACE(file);
        expectEndsWell(
            loadDamaged,
            {.arguments = {file}, .environment = environment_, .limit = std::chrono::seconds(300)});
    }
}

}  // namespace
}  // namespace belay::test::real_models_test
