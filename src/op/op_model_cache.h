// OpModelCache: all models of the process, found by requests.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/epoch.h"
#include "base/mutex.h"
#include "base/result.h"
#include "op/op_model.h"

namespace belay {

/// Finding a model takes no lock and, for requests that are not very long, no memory. Models that
/// are found stay until the end of the finder's EpochGuard, or longer for who makes a Ref.
/// Thread-safe.
class OpModelCache {
  public:
    static constexpr uint64_t kStandardBound = 20000;

    enum class Origin : uint8_t {
        kLoaded,    ///< stays until clear()
        kCompiled,  ///< makes room for others when it is not used for long
    };

    /// What is tried first: models for the very shapes, or models for more than one.
    enum class Order : uint8_t { kStaticFirst, kDynamicFirst };

    OpModelCache();
    ~OpModelCache();
    OpModelCache(const OpModelCache&) = delete;
    OpModelCache& operator=(const OpModelCache&) = delete;

    /// The model to execute `request` with; the caller is in an EpochGuard. kOpNotFound (100024)
    /// without one, with a text that names the nearest ones; kInvalidParam (100000) instead when
    /// the models for more than one shape were tried last and the request has unknown dimensions.
    Result<OpModel*> find(const OpRequest& request, Order order) const;

    /// The model that makes it needless to compile `request`, or null; the caller is in an
    /// EpochGuard. Dimensions may be unknown: a model for more than one shape must take all of them
    /// then.
    OpModel* findCompiled(const OpRequest& request, Order order) const;

    /// Adds a model, unless there is an equal one, which counts as just used then; the result is
    /// the one that is there. Adding a compiled one may drop those that were not used for longest.
    Ref<OpModel> add(OpModelSource source, Origin origin);

    /// Tells whoever finds no model why a file was not taken for one: "\"a.om\": ...". Until
    /// clear().
    void noteSkipped(std::string text);

    /// From how many models on compiled ones are dropped; above 0. Nothing is dropped at once.
    void setBound(uint64_t bound);

    /// Whether a model of that type has an attribute of that name.
    bool hasAttr(std::string_view type, std::string_view attr) const;

    size_t size() const;

    /// How many different sets of shapes the models for more than one shape take: requests are
    /// compared with each.
    size_t shapeSetCount() const;

    /// Drops all models. Takes no memory.
    void clear();

    /// Held while the process forks.
    Mutex& mutex() noexcept { return mutex_; }

  private:
    class Table;
    class ShapeSets;

    // Whether there are models for more than one shape; findDynamic() wants it.
    bool hasDynamic() const noexcept {
        return shapeSets_.load(std::memory_order_acquire) != nullptr;
    }

    OpModel* findStatic(const OpRequest& request) const;
    OpModel* findDynamic(const OpRequest& request) const;
    OpModel* findDynamic(const OpRequest& request, const OpSignature& signature) const;
    OpModel* lookUp(const OpRequest& request, const OpSignature& signature,
                    uint64_t shapeSet) const;
    Status missed(const OpRequest& request, Order order) const;
    void touch(const OpModel& model) const noexcept;

    uint64_t shapeSetOf(const OpModelSource& source) BELAY_REQUIRES(mutex_);
    void dropShapeSet(const OpModel& model) BELAY_REQUIRES(mutex_);
    OpModel* findEqual(const OpModel& model) const BELAY_REQUIRES(mutex_);
    void insert(const Ref<OpModel>& model) BELAY_REQUIRES(mutex_);
    void shrink() BELAY_REQUIRES(mutex_);
    void remove(OpModel& model) BELAY_REQUIRES(mutex_);

    // Written with the lock. At least release and acquire: who sees a table sees what it holds. And
    // seq_cst where a guard keeps what is seen: see replaceAndRetire().
    std::atomic<Table*> table_;
    std::atomic<ShapeSets*> shapeSets_{nullptr};  // null: no models for more than one shape
    // Counts uses, from above the stamp of a model that was never used. Relaxed: it orders nothing.
    mutable std::atomic<uint64_t> clock_{1};

    mutable Mutex mutex_{LockRank::kObject, "models of operators"};
    std::map<std::string, std::vector<Ref<OpModel>>, std::less<>> byType_ BELAY_GUARDED_BY(mutex_);
    size_t count_ BELAY_GUARDED_BY(mutex_) = 0;
    uint64_t bound_ BELAY_GUARDED_BY(mutex_) = kStandardBound;
    uint64_t lastShapeSet_ BELAY_GUARDED_BY(mutex_) = 0;
    std::map<uint64_t, size_t> modelsOfSet_ BELAY_GUARDED_BY(mutex_);
    std::vector<std::string> skipped_ BELAY_GUARDED_BY(mutex_);  // the first ones
    size_t skippedCount_ BELAY_GUARDED_BY(mutex_) = 0;
    // A heap of compiled models, the oldest stamp on top. Stamps in it may be older than the
    // models'.
    std::vector<std::pair<uint64_t, OpModel*>> byAge_ BELAY_GUARDED_BY(mutex_);
};

}  // namespace belay
