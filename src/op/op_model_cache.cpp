#include "op/op_model_cache.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "base/log.h"
#include "op/op_mismatch.h"

namespace belay {

/// An open-addressing table, at most half full. Entries are added and removed in place, but a place
/// is never used twice: so whoever reads finds everything that was there all the time.
class OpModelCache::Table final : public Retirable {
  public:
    explicit Table(size_t places) : mask_(places - 1), slots_(std::make_unique<Slot[]>(places)) {}

    bool hasRoom() const noexcept { return (used_ + 1) * 2 <= mask_ + 1; }

    /// With the cache's lock, when there is room.
    void insert(OpModel& model) noexcept {
        size_t at = model.key().hash() & mask_;
        while (slots_[at].model.load(std::memory_order_relaxed) != nullptr) {
            at = (at + 1) & mask_;
        }
        slots_[at].hash.store(model.key().hash(), std::memory_order_relaxed);
        // Release: with the model one sees what it holds, and its hash.
        slots_[at].model.store(&model, std::memory_order_release);
        ++used_;
    }

    /// With the cache's lock.
    void remove(const OpModel& model) noexcept {
        size_t at = model.key().hash() & mask_;
        while (slots_[at].model.load(std::memory_order_relaxed) != &model) {
            at = (at + 1) & mask_;
        }
        slots_[at].model.store(removed(), std::memory_order_seq_cst);
    }

    /// With the cache's lock. Who looks something up meanwhile may find it or not.
    void clear() noexcept {
        for (size_t at = 0; at <= mask_; ++at) {
            slots_[at].model.store(nullptr, std::memory_order_seq_cst);
        }
        used_ = 0;
    }

    /// The first model with this hash for which `fits(model)`; null without one. What is found
    /// here, and the table, stay for the caller's EpochGuard: so they are looked up, and taken
    /// away, in the one order that all threads see (seq_cst).
    template <typename Fits>
    OpModel* find(uint64_t hash, Fits fits) const {
        for (size_t at = hash & mask_;; at = (at + 1) & mask_) {
            OpModel* model = slots_[at].model.load(std::memory_order_seq_cst);
            if (model == nullptr) {
                return nullptr;
            }
            if (slots_[at].hash.load(std::memory_order_relaxed) == hash && model != removed() &&
                fits(*model)) {
                return model;
            }
        }
    }

  private:
    struct Slot {
        std::atomic<uint64_t> hash{0};
        std::atomic<OpModel*> model{nullptr};
    };

    // Stands where a model was. Only its address is used.
    static OpModel* removed() noexcept {
        alignas(OpModel) static char place = 0;
        return reinterpret_cast<OpModel*>(&place);
    }

    const size_t mask_;
    const std::unique_ptr<Slot[]> slots_;
    size_t used_ = 0;  // places, also of removed models
};

/// The sets of shapes of the models for more than one shape, by type of operator, in the order in
/// which they came. Immutable.
class OpModelCache::ShapeSets final : public Retirable {
  public:
    struct Set {
        uint64_t number;
        std::shared_ptr<const OpShapes> shapes;
    };

    std::map<std::string, std::vector<Set>, std::less<>> byType;
};

namespace {

constexpr size_t kFewPlaces = 64;
// Files that were no models; the rest is counted.
constexpr size_t kMostSkippedNamed = 3;

bool hasUnknownDims(const OpRequest& request) {
    const auto hasUnknown = [](const OpTensor& tensor) {
        return std::ranges::any_of(tensor.spec->dims(), [](int64_t dim) { return dim < 0; });
    };
    return std::ranges::any_of(request.inputs, hasUnknown) ||
           std::ranges::any_of(request.outputs, hasUnknown);
}

}  // namespace

OpModelCache::OpModelCache() : table_(makeRef<Table>(kFewPlaces).detach()) {}

OpModelCache::~OpModelCache() {
    clear();
    replaceAndRetire<Table>(table_, nullptr);
}

Result<OpModel*> OpModelCache::find(const OpRequest& request, Order order) const {
    if (order == Order::kStaticFirst) [[likely]] {
        if (OpModel* found = findStatic(request)) [[likely]] {
            touch(*found);
            return found;
        }
    }
    OpModel* found = nullptr;
    // What is not known is no shape to execute.
    if (hasDynamic() && !hasUnknownDims(request)) {
        found = findDynamic(request);
    }
    if (found == nullptr && order == Order::kDynamicFirst) {
        found = findStatic(request);
    }
    if (found == nullptr) [[unlikely]] {
        return missed(request, order);
    }
    touch(*found);
    return found;
}

OpModel* OpModelCache::findCompiled(const OpRequest& request, Order order) const {
    const bool isStaticFirst = order == Order::kStaticFirst;
    OpModel* found = isStaticFirst ? findStatic(request) : nullptr;
    if (found == nullptr && hasDynamic()) {
        found = findDynamic(request);
    }
    if (found == nullptr && !isStaticFirst) {
        found = findStatic(request);
    }
    if (found != nullptr) {
        touch(*found);
    }
    return found;
}

// With values in host memory there are two ways to see the request.
OpModel* OpModelCache::findStatic(const OpRequest& request) const {
    const OpSignature ordinary(request, OpSignature::Shapes::kExact,
                               OpSignature::HostValues::kOrdinary);
    if (ordinary.hasHostTensors()) [[unlikely]] {
        const OpSignature constant(request, OpSignature::Shapes::kExact,
                                   OpSignature::HostValues::kAsConstants);
        if (OpModel* found = lookUp(request, constant, 0)) {
            return found;
        }
    }
    return lookUp(request, ordinary, 0);
}

OpModel* OpModelCache::findDynamic(const OpRequest& request) const {
    const OpSignature ordinary(request, OpSignature::Shapes::kAny,
                               OpSignature::HostValues::kOrdinary);
    OpModel* found = findDynamic(request, ordinary);
    if (found == nullptr && ordinary.hasHostTensors()) [[unlikely]] {
        const OpSignature constant(request, OpSignature::Shapes::kAny,
                                   OpSignature::HostValues::kAsConstants);
        found = findDynamic(request, constant);
    }
    return found;
}

OpModel* OpModelCache::findDynamic(const OpRequest& request, const OpSignature& signature) const {
    // The last one may have gone in the meantime.
    const ShapeSets* sets = shapeSets_.load(std::memory_order_seq_cst);
    if (sets == nullptr) {
        return nullptr;
    }
    const auto ofType = sets->byType.find(request.type);
    if (ofType == sets->byType.end()) {
        return nullptr;
    }
    for (const ShapeSets::Set& set : ofType->second) {
        if (set.shapes->accept(request)) {
            if (OpModel* found = lookUp(request, signature, set.number)) {
                return found;
            }
        }
    }
    return nullptr;
}

OpModel* OpModelCache::lookUp(const OpRequest& request, const OpSignature& signature,
                              uint64_t shapeSet) const {
    const uint64_t hash = signature.hash(shapeSet);
    return table_.load(std::memory_order_seq_cst)->find(hash, [&](const OpModel& model) {
        return model.key().matches(signature, hash, shapeSet) && model.acceptsValuesOf(request);
    });
}

Status OpModelCache::missed(const OpRequest& request, Order order) const {
    if (hasUnknownDims(request)) {
        return Status::error(order == Order::kStaticFirst ? Code::kInvalidParam : Code::kOpNotFound,
                             "the request has dimensions that are not known (-1 or -2), but an "
                             "operator is executed for known ones only: {}",
                             textOf(request));
    }
    std::string why;
    {
        const Lock lock(mutex_);
        const auto ofType = byType_.find(request.type);
        why = mismatchText(request, ofType == byType_.end() ? std::span<const Ref<OpModel>>()
                                                            : std::span(ofType->second));
        if (skippedCount_ > 0) {
            why += fmt::format("; {} files of the folder of models were skipped, as {}",
                               skippedCount_, fmt::join(skipped_, ", "));
        }
    }
    return Status::error(Code::kOpNotFound,
                         "no model fits {}: {}; aclopSetModelDir and aclopLoad load models, "
                         "aclopCompile makes them",
                         textOf(request), why);
}

// The newest one need not be counted anew, so that using one model all the time costs little.
void OpModelCache::touch(const OpModel& model) const noexcept {
    const uint64_t stamp = model.stamp().load(std::memory_order_relaxed);
    if (stamp != OpModel::kForever && stamp != clock_.load(std::memory_order_relaxed)) {
        model.stamp().store(clock_.fetch_add(1, std::memory_order_relaxed) + 1,
                            std::memory_order_relaxed);
    }
}

Ref<OpModel> OpModelCache::add(OpModelSource source, Origin origin) {
    // What is dropped goes behind the lock.
    const EpochGuard guard;
    const Lock lock(mutex_);
    const uint64_t shapeSet = shapeSetOf(source);
    Ref<OpModel> model = makeRef<OpModel>(std::move(source), shapeSet);
    if (OpModel* equal = findEqual(*model)) {
        model = Ref<OpModel>(equal);
    } else {
        insert(model);
        if (origin == Origin::kCompiled) {
            touch(*model);
            byAge_.emplace_back(model->stamp().load(std::memory_order_relaxed), model.get());
            std::ranges::push_heap(byAge_, std::greater());
        }
    }
    if (origin == Origin::kLoaded) {
        model->stamp().store(OpModel::kForever, std::memory_order_relaxed);
        return model;
    }
    touch(*model);
    shrink();
    return model;
}

// Models that take the same shapes share the number; others get the next one.
uint64_t OpModelCache::shapeSetOf(const OpModelSource& source) {
    if (!source.shapes) {
        return 0;
    }
    ShapeSets* const before = shapeSets_.load(std::memory_order_relaxed);
    if (before != nullptr) {
        const auto ofType = before->byType.find(source.request.type);
        if (ofType != before->byType.end()) {
            const auto found = std::ranges::find_if(ofType->second, [&](const ShapeSets::Set& set) {
                return *set.shapes == *source.shapes;
            });
            if (found != ofType->second.end()) {
                return found->number;
            }
        }
    }
    Ref<ShapeSets> after = makeRef<ShapeSets>();
    if (before != nullptr) {
        after->byType = before->byType;
    }
    after->byType[source.request.type].push_back(
        {.number = ++lastShapeSet_, .shapes = std::make_shared<const OpShapes>(*source.shapes)});
    replaceAndRetire(shapeSets_, after.detach());
    return lastShapeSet_;
}

// With its last model a set goes, so that nobody looks at it any more.
void OpModelCache::dropShapeSet(const OpModel& model) {
    const uint64_t number = model.key().shapeSet();
    if (number == 0 || --modelsOfSet_[number] > 0) {
        return;
    }
    modelsOfSet_.erase(number);
    Ref<ShapeSets> after = makeRef<ShapeSets>();
    after->byType = shapeSets_.load(std::memory_order_relaxed)->byType;
    const auto ofType = after->byType.find(model.type());
    std::erase_if(ofType->second, [&](const ShapeSets::Set& set) { return set.number == number; });
    if (ofType->second.empty()) {
        after->byType.erase(ofType);
    }
    replaceAndRetire(shapeSets_, after->byType.empty() ? nullptr : after.detach());
}

OpModel* OpModelCache::findEqual(const OpModel& model) const {
    const RequestView view(model.request());
    const auto shapes = model.isDynamic() ? OpSignature::Shapes::kAny : OpSignature::Shapes::kExact;
    const OpSignature signature(view.request(), shapes, OpSignature::HostValues::kOrdinary);
    const uint64_t hash = model.key().hash();
    return table_.load(std::memory_order_relaxed)->find(hash, [&](const OpModel& other) {
        return other.key().matches(signature, hash, model.key().shapeSet()) &&
               other.inputValues() == model.inputValues();
    });
}

void OpModelCache::insert(const Ref<OpModel>& model) {
    Table* table = table_.load(std::memory_order_relaxed);
    auto& ofType = byType_[model->type()];
    if (!table->hasRoom()) {
        size_t places = kFewPlaces;
        while (places < (count_ + 1) * 4) {
            places *= 2;
        }
        Ref<Table> larger = makeRef<Table>(places);
        for (const auto& [type, models] : byType_) {
            for (const Ref<OpModel>& one : models) {
                larger->insert(*one);
            }
        }
        table = larger.detach();
        replaceAndRetire(table_, table);
    }
    model->placeInType_ = ofType.size();
    ofType.push_back(model);
    table->insert(*model);
    ++count_;
    if (model->isDynamic()) {
        ++modelsOfSet_[model->key().shapeSet()];
    }
}

void OpModelCache::shrink() {
    while (count_ > bound_ && !byAge_.empty()) {
        std::ranges::pop_heap(byAge_, std::greater());
        auto& [stamp, model] = byAge_.back();
        const uint64_t now = model->stamp().load(std::memory_order_relaxed);
        if (now == OpModel::kForever) {
            byAge_.pop_back();
        } else if (now != stamp) {
            stamp = now;
            std::ranges::push_heap(byAge_, std::greater());
        } else {
            OpModel& oldest = *model;
            byAge_.pop_back();
            remove(oldest);
        }
    }
}

void OpModelCache::remove(OpModel& model) {
    table_.load(std::memory_order_relaxed)->remove(model);
    auto& ofType = byType_.find(model.type())->second;
    ofType.back()->placeInType_ = model.placeInType_;
    std::swap(ofType[model.placeInType_], ofType.back());
    Ref<OpModel> removed = std::move(ofType.back());
    ofType.pop_back();
    --count_;
    dropShapeSet(*removed);
    retire(std::move(removed));
}

size_t OpModelCache::shapeSetCount() const {
    const Lock lock(mutex_);
    return modelsOfSet_.size();
}

void OpModelCache::noteSkipped(std::string text) {
    const Lock lock(mutex_);
    if (skippedCount_++ < kMostSkippedNamed) {
        skipped_.push_back(std::move(text));
    }
}

void OpModelCache::setBound(uint64_t bound) {
    size_t count = 0;
    {
        const Lock lock(mutex_);
        bound_ = bound;
        count = count_;
    }
    if (count > bound) {
        BELAY_LOG(kOp, kWarning,
                  "there are {} models of operators, more than the new bound of {}; the next "
                  "compilation drops what it can",
                  count, bound);
    }
}

bool OpModelCache::hasAttr(std::string_view type, std::string_view attr) const {
    const Lock lock(mutex_);
    const auto ofType = byType_.find(type);
    return ofType != byType_.end() &&
           std::ranges::any_of(ofType->second, [attr](const Ref<OpModel>& model) {
               return model->request().attrs.find(attr) != nullptr;
           });
}

size_t OpModelCache::size() const {
    const Lock lock(mutex_);
    return count_;
}

void OpModelCache::clear() {
    const EpochGuard guard;
    const Lock lock(mutex_);
    table_.load(std::memory_order_relaxed)->clear();
    replaceAndRetire<ShapeSets>(shapeSets_, nullptr);
    for (auto& [type, models] : byType_) {
        for (Ref<OpModel>& model : models) {
            retire(std::move(model));
        }
    }
    byType_.clear();
    byAge_.clear();
    modelsOfSet_.clear();
    count_ = 0;
    skipped_.clear();
    skippedCount_ = 0;
}

}  // namespace belay
