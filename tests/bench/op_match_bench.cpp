// Requests and the models that they find: T13 of docs/performance.md.
#define XXH_INLINE_ALL  // NOLINT(readability-identifier-naming): the name that xxHash asks for
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "base/epoch.h"
#include "op/op_model_cache.h"
#include "ratio.h"

namespace {

using belay::DataType;
using belay::EpochGuard;
using belay::Format;
using belay::OpAttrs;
using belay::OpModelCache;
using belay::OpModelSource;
using belay::OpRequest;
using belay::OpTensor;
using belay::OwnedRequest;
using belay::TensorSpec;
using belay::bench::Comparison;
using belay::bench::keep;

constexpr size_t kInputs = 4;
constexpr size_t kOutputs = 2;

/// A request with six tensors; each number makes another one.
class Request {
  public:
    explicit Request(size_t number) {
        const std::array<int64_t, 4> dims = {static_cast<int64_t>(number % 1000) + 1,
                                             static_cast<int64_t>(number / 1000) + 1, 16, 32};
        for (size_t i = 0; i < kInputs + kOutputs; ++i) {
            specs_.emplace_back(DataType::kFloat, dims, Format::kNd);
        }
        for (const TensorSpec& spec : specs_) {
            tensors_.push_back({&spec, {}});
        }
    }

    OpRequest view() const {
        return {.type = "SomeOperator",
                .inputs = std::span(tensors_).first(kInputs),
                .outputs = std::span(tensors_).last(kOutputs),
                .attrs = &attrs_};
    }

    const std::vector<TensorSpec>& specs() const { return specs_; }

  private:
    std::vector<TensorSpec> specs_;
    std::vector<OpTensor> tensors_;
    OpAttrs attrs_;
};

/// The floor: a key of plain numbers, its hash, a flat table, one comparison.
class PlainTable {
  public:
    struct Key {
        struct Tensor {
            int32_t type;
            int32_t format;
            int32_t storageFormat;
            int32_t rank;
            std::array<int64_t, 5> dims;
            uint64_t flags;
        };

        std::array<Tensor, kInputs + kOutputs> tensors;
    };

    explicit PlainTable(const std::vector<Request>& requests) {
        size_t places = 1;
        while (places < 2 * requests.size()) {
            places *= 2;
        }
        places_.assign(places, nullptr);
        for (const Request& request : requests) {
            keys_.push_back(std::make_unique<Key>(keyOf(request)));
            size_t place = hashOf(*keys_.back());
            while (places_[place % places] != nullptr) {
                ++place;
            }
            places_[place % places] = keys_.back().get();
        }
    }

    const Key* find(const Request& request) const {
        const Key key = keyOf(request);
        for (size_t place = hashOf(key);; ++place) {
            const Key* found = places_[place & (places_.size() - 1)];
            if (found == nullptr || std::memcmp(found, &key, sizeof key) == 0) {
                return found;
            }
        }
    }

  private:
    static Key keyOf(const Request& request) {
        Key key;
        std::memset(&key, 0, sizeof key);
        for (size_t i = 0; i < key.tensors.size(); ++i) {
            const TensorSpec& spec = request.specs()[i];
            Key::Tensor& tensor = key.tensors[i];
            tensor.type = static_cast<int32_t>(spec.type());
            tensor.format = static_cast<int32_t>(spec.format());
            tensor.storageFormat = static_cast<int32_t>(spec.storageFormat());
            tensor.rank = static_cast<int32_t>(spec.dims().size());
            std::copy(spec.dims().begin(), spec.dims().end(), tensor.dims.begin());
            tensor.flags = static_cast<uint32_t>(spec.placement());
        }
        return key;
    }

    static size_t hashOf(const Key& key) { return ::XXH3_64bits(&key, sizeof key); }

    std::vector<std::unique_ptr<Key>> keys_;
    std::vector<const Key*> places_;
};

/// A cache with as many models, and requests that find some of them.
class Models {
  public:
    Models(size_t count, size_t asked) {
        std::vector<size_t> numbers(count);
        for (size_t i = 0; i < count; ++i) {
            numbers[i] = i;
            const Request request(i);
            cache_.add(OpModelSource{.name = "model",
                                     .request = OwnedRequest::copyOf(request.view()),
                                     .shapes = {},
                                     .inputValues = {}},
                       OpModelCache::Origin::kLoaded);
        }
        std::shuffle(numbers.begin(), numbers.end(), std::mt19937(1));
        for (size_t i = 0; i < asked; ++i) {
            requests_.emplace_back(numbers[i % count]);
        }
    }

    void find(size_t times) const {
        const EpochGuard guard;
        for (size_t i = 0, next = 0; i < times; ++i) {
            auto found = cache_.find(requests_[next].view(), OpModelCache::Order::kStaticFirst);
            if (!found.isOk()) {
                std::abort();
            }
            keep(found.value());
            next = next + 1 == requests_.size() ? 0 : next + 1;
        }
    }

    const std::vector<Request>& requests() const { return requests_; }

  private:
    OpModelCache cache_;
    std::vector<Request> requests_;
};

}  // namespace

int main(int argc, char** argv) {
    constexpr size_t kMany = 100'000;
    const Models few(10, 10);
    const Models many(kMany, 16);
    const Models manyAtRandom(kMany, 1024);
    const PlainTable plain(few.requests());
    const auto ofFew = [&](size_t count) { few.find(count); };
    const std::vector<Comparison> comparisons = {
        {"T13 match, 10 models", "belay", "plain key and table", 2, ofFew,
         [&](size_t count) {
             for (size_t i = 0; i < count; ++i) {
                 keep(plain.find(few.requests()[i % few.requests().size()]));
             }
         }},
        {"T13 match, 100,000 models, 16 in use", "belay", "belay, 10 models", 1.15,
         [&](size_t count) { many.find(count); }, ofFew},
        {"T13 match, 100,000 models, 1,024 in use", "belay", "belay, 10 models", 4,
         [&](size_t count) { manyAtRandom.find(count); }, ofFew},
    };
    return belay::bench::run(comparisons, 20'000, argc, argv);
}
