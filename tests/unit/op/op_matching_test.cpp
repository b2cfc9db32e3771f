// Random requests against a matcher that follows the rules word by word, without hashes or tables.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "base/epoch.h"
#include "op/op_model_cache.h"
#include "support/op_requests.h"
#include "support/seed.h"

namespace belay {
namespace {

using test::TestRequest;

constexpr int kPairs = 100'000;

/// Whether a tensor of a request and one of a model are the same, or only their kinds.
class Reference {
  public:
    // The static pass: first with values in host memory as constants.
    static bool fits(TestRequest& asked, TestRequest& model) {
        return fitsExactly(asked, model, true) || fitsExactly(asked, model, false);
    }

    // The pass for models of more than one shape.
    static bool fitsDynamic(TestRequest& asked, TestRequest& model) {
        return allWithin(asked.owned.inputs, model.owned.inputs) &&
               allWithin(asked.owned.outputs, model.owned.outputs) &&
               (sameRest(asked, model, false, false) || sameRest(asked, model, true, false));
    }

  private:
    static bool fitsExactly(TestRequest& asked, TestRequest& model, bool hostIsConstant) {
        return sameRest(asked, model, hostIsConstant, true);
    }

    static bool sameRest(TestRequest& asked, TestRequest& model, bool hostIsConstant,
                         bool withShapes) {
        return asked.owned.type == model.owned.type &&
               same(asked, asked.owned.inputs, model.owned.inputs, hostIsConstant, withShapes,
                    true) &&
               same(asked, asked.owned.outputs, model.owned.outputs, hostIsConstant, withShapes,
                    false) &&
               sameAttrs(asked.owned.attrs, model.owned.attrs);
    }

    // A constant's bytes, and whether it is one at all.
    using Value = std::pair<bool, std::vector<std::byte>>;

    static Value constantOf(const TensorSpec& spec) {
        return {spec.constant().has_value(), spec.constant().value_or(std::vector<std::byte>())};
    }

    static Value valueOf(const TestRequest& asked, const TensorSpec& spec, size_t input,
                         bool hostIsConstant) {
        if (spec.constant() || !hostIsConstant || spec.placement() == Placement::kDevice) {
            return constantOf(spec);
        }
        Value value{true, {}};
        if (input < asked.hostValues.size()) {
            const auto bytes = std::as_bytes(std::span(asked.hostValues[input]));
            value.second.assign(bytes.begin(), bytes.end());
        }
        return value;
    }

    static bool same(const TestRequest& asked, const std::vector<TensorSpec>& a,
                     const std::vector<TensorSpec>& b, bool hostIsConstant, bool withShapes,
                     bool areInputs) {
        if (a.size() != b.size()) {
            return false;
        }
        for (size_t i = 0; i < a.size(); ++i) {
            const Value value = valueOf(asked, a[i], areInputs ? i : SIZE_MAX, hostIsConstant);
            if (a[i].type() != b[i].type() || a[i].format() != b[i].format() ||
                a[i].storageFormat() != b[i].storageFormat() ||
                a[i].placement() != b[i].placement() || value != constantOf(b[i])) {
                return false;
            }
            if (withShapes && !(std::ranges::equal(a[i].dims(), b[i].dims()) &&
                                std::ranges::equal(a[i].shapeRanges(), b[i].shapeRanges()))) {
                return false;
            }
        }
        return true;
    }

    static bool sameAttrs(const OpAttrs& a, const OpAttrs& b) {
        if (a.values().size() != b.values().size()) {
            return false;
        }
        for (const auto& [name, value] : a.values()) {
            const auto other = b.values().find(name);
            if (other == b.values().end() || !sameValue(value, other->second)) {
                return false;
            }
        }
        return true;
    }

    static bool sameValue(const AttrValue& a, const AttrValue& b) {
        const float* x = a.find<float>();
        const float* y = b.find<float>();
        if (x == nullptr || y == nullptr) {
            return a.value().index() == b.value().index() && a.text() == b.text();
        }
        return (std::isnan(*x) && std::isnan(*y)) || (std::isinf(*x) && std::isinf(*y)) ||
               std::fabs(double{*x} - double{*y}) <= 1e-6;
    }

    static bool allWithin(const std::vector<TensorSpec>& asked,
                          const std::vector<TensorSpec>& model) {
        if (asked.size() != model.size()) {
            return false;
        }
        for (size_t i = 0; i < asked.size(); ++i) {
            const auto dims = asked[i].dims();
            const auto limits = model[i].dims();
            if (!limits.empty() && limits[0] == -2) {
                continue;
            }
            if (dims.size() != limits.size()) {
                return false;
            }
            for (size_t d = 0; d < dims.size(); ++d) {
                int64_t least = limits[d];
                int64_t most = limits[d];
                if (limits[d] == -1) {
                    const auto ranges = model[i].shapeRanges();
                    least = ranges.empty() ? -1 : ranges[d][0];
                    most = ranges.empty() ? -1 : ranges[d][1];
                }
                if (dims[d] < least || (most != -1 && dims[d] > most)) {
                    return false;
                }
            }
        }
        return true;
    }
};

/// Makes requests of few kinds, so that equal ones are frequent, and changes single things.
class Generator {
  public:
    explicit Generator(uint32_t seed) : random_(seed) {}

    TestRequest request(bool isForModel, bool isDynamic) {
        TestRequest made(pick(2) ? "Add" : "Cast");
        for (size_t i = pick(3) + 1; i > 0; --i) {
            addTensor(made.owned.inputs);
            made.hostValues.push_back({static_cast<int32_t>(pick(2))});
            decorate(made.owned.inputs.back(), isForModel, isDynamic);
        }
        addTensor(made.owned.outputs);
        if (isForModel && isDynamic && pick(3) == 0) {
            loosen(made.owned.outputs.back());
        }
        for (const char* name : {"a", "b"}) {
            if (pick(2) == 0) {
                made.owned.attrs.set(name, value());
            }
        }
        return made;
    }

    // One thing of a copy is another.
    TestRequest changed(const TestRequest& request) {
        TestRequest copy = request;
        auto& tensors = pick(3) == 0 ? copy.owned.outputs : copy.owned.inputs;
        TensorSpec& spec = tensors[pick(tensors.size())];
        switch (pick(9)) {
            case 0:
                copy.owned.type = "Sub";
                break;
            case 1:
                spec.setStorage(Format::kNd);
                break;
            case 2:
                spec.setPlacement(static_cast<Placement>(pick(3)));
                break;
            case 3:
                spec.setName("another name");
                break;
            case 4:
                copy.owned.attrs.set("a", value());
                break;
            case 5: {
                const std::vector<int64_t> dims(pick(3), 2);
                spec.setOriginal(dims);
                break;
            }
            case 6:
                spec.setConstant(constant());
                break;
            case 7: {
                const std::vector<TensorSpec::Range> ranges = {{1, 4}};
                spec.setShapeRanges(ranges);
                break;
            }
            default:
                addTensor(tensors);
                copy.hostValues.push_back({0});
                break;
        }
        return copy;
    }

    size_t pick(size_t count) {
        return std::uniform_int_distribution<size_t>(0, count - 1)(random_);
    }

  private:
    void addTensor(std::vector<TensorSpec>& specs) {
        const std::vector<int64_t> dims(pick(3), static_cast<int64_t>(pick(2) + 1));
        specs.emplace_back(pick(4) == 0 ? DataType::kInt32 : DataType::kFloat, dims,
                           pick(4) == 0 ? Format::kNchw : Format::kNd);
    }

    void decorate(TensorSpec& spec, bool isForModel, bool isDynamic) {
        if (pick(3) == 0) {
            spec.setPlacement(Placement::kHost);
        }
        if (pick(4) == 0) {
            spec.setConstant(constant());
        }
        if (isForModel && isDynamic && pick(2) == 0) {
            loosen(spec);
        }
    }

    void loosen(TensorSpec& spec) {
        if (pick(4) == 0) {
            spec.setOriginal(std::vector<int64_t>{-2});
            return;
        }
        std::vector<int64_t> dims(spec.dims().begin(), spec.dims().end());
        std::vector<TensorSpec::Range> ranges;
        for (int64_t& dim : dims) {
            dim = pick(2) == 0 ? -1 : dim;
            ranges.push_back(
                {static_cast<int64_t>(pick(3)), pick(2) == 0 ? -1 : static_cast<int64_t>(pick(3))});
        }
        spec.setOriginal(dims);
        if (pick(2) == 0) {
            spec.setShapeRanges(ranges);
        }
    }

    std::vector<std::byte> constant() {
        const std::vector<int32_t> numbers = {static_cast<int32_t>(pick(2))};
        const auto bytes = std::as_bytes(std::span(numbers));
        return {bytes.begin(), bytes.end()};
    }

    AttrValue value() {
        switch (pick(6)) {
            case 0:
                return AttrValue(int64_t{1});
            case 1:
                return AttrValue(true);
            case 2:
                return AttrValue(std::string("text"));
            case 3:
                return AttrValue(AttrValue::Ints{1, 2});
            case 4:
                return AttrValue(pick(2) == 0 ? 1.0F : NAN);
            default:
                return AttrValue(1.0000005F);
        }
    }

    std::mt19937 random_;
};

void matchRandomPairs(bool isDynamic) {
    const EpochGuard guard;
    Generator generator(test::seed());
    int fitting = 0;
    for (int i = 0; i < kPairs; ++i) {
        TestRequest model = generator.request(true, isDynamic);
        TestRequest asked = i % 4 == 0   ? generator.request(false, isDynamic)
                            : i % 4 == 1 ? model
                                         : generator.changed(model);
        const OpRequest request = asked.view();
        const auto hasUnknown = [](const TensorSpec& spec) {
            return std::ranges::any_of(spec.dims(), [](int64_t dim) { return dim < 0; });
        };
        if (std::ranges::any_of(asked.owned.inputs, hasUnknown) ||
            std::ranges::any_of(asked.owned.outputs, hasUnknown)) {
            continue;
        }
        OpModelCache cache;
        cache.add(isDynamic ? model.dynamicSource() : model.source(),
                  OpModelCache::Origin::kLoaded);
        const bool expected =
            isDynamic ? Reference::fitsDynamic(asked, model) : Reference::fits(asked, model);
        const auto order =
            i % 2 == 0 ? OpModelCache::Order::kStaticFirst : OpModelCache::Order::kDynamicFirst;
        const auto found = cache.find(request, order);
        ASSERT_EQ(found.isOk(), expected) << "pair " << i << ": " << found.status().message();
        if (!expected) {
            ASSERT_EQ(found.status().code(), Code::kOpNotFound);
        }
        fitting += expected ? 1 : 0;
    }
    // Else the test would say little.
    EXPECT_GT(fitting, kPairs / 20);
    EXPECT_LT(fitting, kPairs - kPairs / 20);
}

TEST(OpMatching, ModelsForOneShapeFitAsTheRulesSay) {
    matchRandomPairs(false);
}

TEST(OpMatching, ModelsForManyShapesFitAsTheRulesSay) {
    matchRandomPairs(true);
}

}  // namespace
}  // namespace belay
