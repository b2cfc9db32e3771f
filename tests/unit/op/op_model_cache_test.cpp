#include "op/op_model_cache.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>

#include "base/epoch.h"
#include "support/op_requests.h"
#include "support/threads.h"

namespace belay {
namespace {

using test::addRequest;
using test::TestRequest;
using testing::AllOf;
using testing::HasSubstr;

using Order = OpModelCache::Order;
using Origin = OpModelCache::Origin;

// Of the only dimension of all tensors.
void setRanges(TestRequest& request, TensorSpec::Range range) {
    for (auto* specs : {&request.owned.inputs, &request.owned.outputs}) {
        for (TensorSpec& spec : *specs) {
            spec.setShapeRanges(std::vector{range});
        }
    }
}

class OpModelCacheTest : public testing::Test {
  protected:
    OpModel* find(TestRequest request, Order order = Order::kStaticFirst) {
        auto found = cache.find(request.view(), order);
        lastCode = found.status().code();
        lastText = found.status().message();
        return found.isOk() ? found.value() : nullptr;
    }

    OpModel* findCompiled(TestRequest request) {
        return cache.findCompiled(request.view(), Order::kDynamicFirst);
    }

    Ref<OpModel> compile(const TestRequest& request) {
        return cache.add(request.source(), Origin::kCompiled);
    }

    Ref<OpModel> load(const TestRequest& request) {
        return cache.add(request.source(), Origin::kLoaded);
    }

    Ref<OpModel> loadDynamic(TestRequest request) {
        return cache.add(request.dynamicSource(), Origin::kLoaded);
    }

    const EpochGuard guard;
    OpModelCache cache;
    Code lastCode = Code::kOk;
    std::string lastText;
};

TEST_F(OpModelCacheTest, EmptyCacheHasNothing) {
    EXPECT_EQ(find(addRequest({2})), nullptr);
    EXPECT_EQ(lastCode, Code::kOpNotFound);
    EXPECT_THAT(lastText, AllOf(HasSubstr("Add(input 0: float (0), format ND (2), [2]"),
                                HasSubstr("no model of operator 'Add' is loaded")));
}

TEST_F(OpModelCacheTest, ManyModelsAreFoundEach) {
    std::vector<Ref<OpModel>> models;
    for (int64_t i = 0; i < 3000; ++i) {
        models.push_back(load(addRequest({i, 3})));
    }
    EXPECT_EQ(cache.size(), 3000U);
    for (int64_t i = 0; i < 3000; ++i) {
        EXPECT_EQ(find(addRequest({i, 3})), models[static_cast<size_t>(i)].get());
    }
    EXPECT_EQ(find(addRequest({3000, 3})), nullptr);
}

TEST_F(OpModelCacheTest, LongRequestsAreFound) {
    TestRequest request("ConcatD");
    for (int64_t i = 0; i < 300; ++i) {
        request.input(DataType::kFloat16, {i, 2, 3, 4});
    }
    request.output(DataType::kFloat16, {1}).attr("N", int64_t{300});
    const Ref<OpModel> model = load(request);
    EXPECT_EQ(find(request), model.get());
    request.owned.inputs[299].setOriginal(std::vector<int64_t>{1, 2, 3, 5});
    EXPECT_EQ(find(request), nullptr);
}

TEST_F(OpModelCacheTest, EqualModelIsOneModel) {
    const Ref<OpModel> first = load(addRequest({2}));
    EXPECT_EQ(load(addRequest({2})), first);
    EXPECT_EQ(compile(addRequest({2})), first);
    TestRequest named = addRequest({2});
    named.owned.inputs[0].setName("x");
    EXPECT_EQ(load(named), first);
    EXPECT_EQ(cache.size(), 1U);
}

TEST_F(OpModelCacheTest, ChangedAttributeTypeIsAnotherModel) {
    const Ref<OpModel> model = load(addRequest({2}).attr("mode", int64_t{1}));
    EXPECT_EQ(find(addRequest({2}).attr("mode", int64_t{1})), model.get());
    EXPECT_EQ(find(addRequest({2}).attr("mode", true)), nullptr);
    EXPECT_EQ(find(addRequest({2})), nullptr);
    EXPECT_EQ(find(addRequest({2}).attr("mode", int64_t{1}).attr("other", true)), nullptr);
}

TEST_F(OpModelCacheTest, MissNamesTheNearestModels) {
    load(addRequest({2, 3}).attr("mode", int64_t{1}));
    TestRequest far("Add");
    far.input(DataType::kInt8, {1});
    load(far);
    EXPECT_EQ(find(addRequest({2, 4}).attr("mode", int64_t{1})), nullptr);
    const size_t near = lastText.find("its input 0 has shape [2, 3]");
    EXPECT_NE(near, std::string::npos) << lastText;
    EXPECT_LT(near, lastText.find("it has 1 inputs")) << lastText;
}

// Order of attempts.

TEST_F(OpModelCacheTest, OrderDecidesBetweenTheKinds) {
    const Ref<OpModel> exact = load(addRequest({2}));
    const Ref<OpModel> dynamic = loadDynamic(addRequest({-1}));
    EXPECT_EQ(find(addRequest({2}), Order::kStaticFirst), exact.get());
    EXPECT_EQ(find(addRequest({2}), Order::kDynamicFirst), dynamic.get());
    EXPECT_EQ(find(addRequest({3}), Order::kStaticFirst), dynamic.get());
}

TEST_F(OpModelCacheTest, UnknownDimensionsAreRefusedByTheDynamicPass) {
    loadDynamic(addRequest({-1}));
    EXPECT_EQ(find(addRequest({-1}), Order::kStaticFirst), nullptr);
    EXPECT_EQ(lastCode, Code::kInvalidParam);
    EXPECT_EQ(find(addRequest({-1}), Order::kDynamicFirst), nullptr);
    EXPECT_EQ(lastCode, Code::kOpNotFound);
    EXPECT_EQ(find(addRequest({-2}), Order::kStaticFirst), nullptr);
    EXPECT_EQ(lastCode, Code::kInvalidParam);
}

TEST_F(OpModelCacheTest, ShapesGoWithTheLastModelThatTakesThem) {
    cache.setBound(3);
    for (int64_t i = 1; i <= 20; ++i) {
        TestRequest request = addRequest({TensorSpec::kUnknownDim});
        setRanges(request, {1, i});
        cache.add(request.dynamicSource(), Origin::kCompiled);
        EXPECT_EQ(cache.shapeSetCount(), std::min<size_t>(static_cast<size_t>(i), 3));
    }
    for (int64_t i = 1; i <= 3; ++i) {
        cache.add(addRequest({i}).source(), Origin::kCompiled);
    }
    EXPECT_EQ(cache.shapeSetCount(), 0U);
    EXPECT_EQ(find(addRequest({20}), Order::kDynamicFirst), nullptr);
    TestRequest again = addRequest({TensorSpec::kUnknownDim});
    setRanges(again, {1, 20});
    const Ref<OpModel> model = cache.add(again.dynamicSource(), Origin::kCompiled);
    EXPECT_EQ(find(addRequest({20}), Order::kDynamicFirst), model.get());
}

TEST_F(OpModelCacheTest, CompilationFindsAModelThatTakesTheWholeRange) {
    TestRequest wide = addRequest({-1});
    TestRequest narrow = addRequest({-1});
    TestRequest beyond = addRequest({-1});
    setRanges(wide, {1, 16});
    setRanges(narrow, {2, 8});
    setRanges(beyond, {2, 17});
    const Ref<OpModel> model = loadDynamic(wide);
    EXPECT_EQ(findCompiled(narrow), model.get());
    EXPECT_EQ(findCompiled(beyond), nullptr);
    EXPECT_EQ(find(addRequest({17}), Order::kDynamicFirst), nullptr);
    EXPECT_EQ(lastCode, Code::kOpNotFound);
    EXPECT_THAT(lastText, HasSubstr("it takes shapes inputs ([1 to 16], [1 to 16])"));
}

TEST_F(OpModelCacheTest, EarlierSetOfShapesWins) {
    TestRequest second = addRequest({-1, -1});
    const Ref<OpModel> any = loadDynamic(addRequest({-1, -1}));
    const Ref<OpModel> some = loadDynamic(addRequest({-1, 4}));
    EXPECT_EQ(find(addRequest({2, 4})), any.get());
    cache.clear();
    EXPECT_EQ(find(addRequest({2, 4})), nullptr);
    const Ref<OpModel> someAgain = loadDynamic(addRequest({-1, 4}));
    loadDynamic(second);
    EXPECT_EQ(find(addRequest({2, 4})), someAgain.get());
}

// Values in host memory.

TestRequest hostRequest(int32_t value, bool isConstant) {
    TestRequest request("ReduceSum");
    request.input(DataType::kFloat, {2, 3}).input(DataType::kInt32, {1});
    request.output(DataType::kFloat, {2});
    request.owned.inputs[1].setPlacement(Placement::kHost);
    request.hostValues = {{}, {value}};
    if (isConstant) {
        request.owned.inputs[1].setConstant(std::as_bytes(std::span(request.hostValues[1])));
    }
    return request;
}

TEST_F(OpModelCacheTest, HostValuesMatchConstantsFirst) {
    const Ref<OpModel> ordinary = load(hostRequest(1, false));
    EXPECT_EQ(find(hostRequest(1, false)), ordinary.get());
    const Ref<OpModel> constant = load(hostRequest(1, true));
    EXPECT_EQ(find(hostRequest(1, false)), constant.get());
    EXPECT_EQ(find(hostRequest(2, false)), ordinary.get());
}

TEST_F(OpModelCacheTest, ValuesThatAModelWantsAreLookedAt) {
    OpModelSource one = hostRequest(0, false).source();
    one.shapes = OpShapes({OpShapes::Limits::anything(), OpShapes::Limits::anything()},
                          {OpShapes::Limits::anything()});
    OpModelSource range = one;
    const int32_t seven = 7;
    const auto bytes = std::as_bytes(std::span(&seven, 1));
    one.inputValues = {
        {}, {.value = std::vector(bytes.begin(), bytes.end()), .ranges = {}, .floatRanges = {}}};
    range.inputValues = {{}, {.value = {}, .ranges = {{1, 3}}, .floatRanges = {}}};
    const Ref<OpModel> forSeven = cache.add(one, Origin::kLoaded);
    const Ref<OpModel> forFew = cache.add(range, Origin::kLoaded);
    EXPECT_NE(forSeven, forFew);
    EXPECT_EQ(cache.add(range, Origin::kLoaded), forFew);
    EXPECT_EQ(find(hostRequest(7, false)), forSeven.get());
    EXPECT_EQ(find(hostRequest(3, false)), forFew.get());
    EXPECT_EQ(find(hostRequest(4, false)), nullptr);
    EXPECT_THAT(lastText, HasSubstr("values of tensors in host memory"));
}

// Bound.

TEST_F(OpModelCacheTest, LeastRecentlyUsedCompiledModelMakesRoom) {
    cache.setBound(3);
    load(addRequest({100}));
    compile(addRequest({1}));
    compile(addRequest({2}));
    ASSERT_NE(find(addRequest({1})), nullptr);
    compile(addRequest({3}));
    EXPECT_EQ(cache.size(), 3U);
    EXPECT_EQ(find(addRequest({2})), nullptr);
    EXPECT_NE(find(addRequest({1})), nullptr);
    EXPECT_NE(find(addRequest({3})), nullptr);
    EXPECT_NE(find(addRequest({100})), nullptr);
}

TEST_F(OpModelCacheTest, CompilingAgainCountsAsUse) {
    cache.setBound(2);
    compile(addRequest({1}));
    compile(addRequest({2}));
    compile(addRequest({1}));
    compile(addRequest({3}));
    EXPECT_NE(find(addRequest({1})), nullptr);
    EXPECT_EQ(find(addRequest({2})), nullptr);
}

TEST_F(OpModelCacheTest, LoadedModelsStayWhateverTheBound) {
    cache.setBound(1);
    compile(addRequest({9}));
    load(addRequest({9}));
    for (int64_t i = 0; i < 5; ++i) {
        load(addRequest({i}));
    }
    EXPECT_EQ(cache.size(), 6U);
    const Ref<OpModel> kept = compile(addRequest({7}));
    EXPECT_EQ(cache.size(), 6U) << "the compiled one finds no room";
    EXPECT_EQ(find(addRequest({7})), nullptr);
    EXPECT_EQ(kept->type(), "Add");
    EXPECT_NE(find(addRequest({9})), nullptr);
}

TEST_F(OpModelCacheTest, LowerBoundDropsNothingAtOnce) {
    for (int64_t i = 0; i < 5; ++i) {
        compile(addRequest({i}));
    }
    cache.setBound(2);
    EXPECT_EQ(cache.size(), 5U);
    compile(addRequest({5}));
    EXPECT_EQ(cache.size(), 2U);
    EXPECT_NE(find(addRequest({4})), nullptr);
    EXPECT_NE(find(addRequest({5})), nullptr);
}

TEST_F(OpModelCacheTest, AttributesOfATypeAreKnown) {
    load(addRequest({2}).attr("mode", true));
    EXPECT_TRUE(cache.hasAttr("Add", "mode"));
    EXPECT_FALSE(cache.hasAttr("Add", "other"));
    EXPECT_FALSE(cache.hasAttr("Sub", "mode"));
}

// Threads.

TEST(OpModelCacheThreads, TheLastModelForManyShapesGoesWhileOthersLookForIt) {
    OpModelCache cache;
    cache.setBound(1);
    std::atomic<bool> isDone{false};
    test::onThreads(3, [&](size_t index) {
        if (index == 0) {
            for (int64_t i = 0; i < 3000; ++i) {
                cache.add(addRequest({-1}).dynamicSource(), Origin::kCompiled);
                cache.add(addRequest({i + 2}).source(), Origin::kCompiled);
            }
            isDone = true;
            return;
        }
        while (!isDone) {
            const EpochGuard guard;
            TestRequest request = addRequest({1, 1});  // of another rank: never used
            cache.findCompiled(request.view(), Order::kDynamicFirst);
        }
    });
    EXPECT_EQ(cache.shapeSetCount(), 0U);
    cache.add(addRequest({-1}).dynamicSource(), Origin::kCompiled);
    EXPECT_EQ(cache.shapeSetCount(), 1U);
    cache.clear();
    EXPECT_EQ(cache.shapeSetCount(), 0U);
}

TEST(OpModelCacheThreads, ModelsAreFoundWhileOthersComeAndGo) {
    OpModelCache cache;
    cache.setBound(64);
    std::vector<Ref<OpModel>> fixed;
    for (int64_t i = 0; i < 16; ++i) {
        fixed.push_back(cache.add(addRequest({i}).source(), Origin::kLoaded));
    }
    std::atomic<int> writers{2};
    test::onThreads(6, [&](size_t index) {
        if (index < 2) {
            for (int64_t i = 0; i < 3000; ++i) {
                cache.add(addRequest({static_cast<int64_t>(index) * 10'000 + 100 + i}).source(),
                          Origin::kCompiled);
            }
            writers.fetch_sub(1);
            return;
        }
        do {
            for (int64_t i = 0; i < 16; ++i) {
                const EpochGuard guard;
                TestRequest request = addRequest({i});
                const auto found = cache.find(request.view(), Order::kDynamicFirst);
                ASSERT_TRUE(found.isOk()) << found.status().message();
                ASSERT_EQ(found.value(), fixed[static_cast<size_t>(i)].get());
            }
        } while (writers.load() > 0);
    });
    EXPECT_EQ(cache.size(), 64U);
}

// Each model that comes drops the one before, so a new table is needed all the time.
TEST(OpModelCacheThreads, ATableStaysForThoseWhoLookIntoIt) {
    OpModelCache cache;
    cache.setBound(2);
    const Ref<OpModel> fixed = cache.add(addRequest({1}).source(), Origin::kLoaded);
    std::atomic<bool> isDone{false};
    test::onThreads(4, [&](size_t index) {
        if (index == 0) {
            for (int64_t i = 2; i < 10'000; ++i) {
                cache.add(addRequest({i}).source(), Origin::kCompiled);
            }
            isDone = true;
            return;
        }
        TestRequest request = addRequest({1});
        while (!isDone) {
            const EpochGuard guard;
            const auto found = cache.find(request.view(), Order::kStaticFirst);
            ASSERT_TRUE(found.isOk()) << found.status().message();
            ASSERT_EQ(found.value(), fixed.get());
        }
    });
}

}  // namespace
}  // namespace belay
