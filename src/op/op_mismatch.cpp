#include "op/op_mismatch.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "op/op_view.h"

namespace belay {
namespace {

constexpr size_t kMostLookedAt = 256;
constexpr size_t kMostNamed = 3;
// Inputs, outputs and attributes of a request.
constexpr size_t kMostPartsNamed = 16;
// Of one model; the rest is counted.
constexpr size_t kMostDifferences = 4;

std::string textOf(const TensorSpec& spec) {
    if (spec.isLeftOut()) {
        return "left out";
    }
    std::string text = fmt::format("{}, format {}, {}", typeText(spec.type()),
                                   formatText(spec.format()), shapeText(spec.dims()));
    if (spec.storageFormat() != Format::kUndefined) {
        text += fmt::format(", storage format {}", formatText(spec.storageFormat()));
    }
    if (spec.constant()) {
        text += fmt::format(", a constant of {} bytes", spec.constant()->size());
    }
    if (spec.placement() != Placement::kDevice) {
        text += fmt::format(", placement {}", static_cast<int>(spec.placement()));
    }
    return text;
}

/// In how many ways a model differs from a request, and those worth naming as text. There may be
/// many models to compare with, and few to write about.
class Differences {
  public:
    enum class Texts : bool { kNo, kYes };

    Differences(const OpRequest& request, const OpModel& model, Texts texts)
        : model_(&model), wantsTexts_(texts == Texts::kYes) {
        const OwnedRequest& own = model.request();
        compareTensors("input", request.inputs, own.inputs);
        compareTensors("output", request.outputs, own.outputs);
        compareAttrs(*request.attrs, own.attrs);
        if (model.shapes() && !model.shapes()->accept(request)) {
            add([&] { return fmt::format("it takes shapes {}", model.shapes()->text()); });
        }
        if (count_ == 0) {
            add([] {
                return std::string("values of tensors in host memory are not those that it takes");
            });
        }
    }

    const OpModel& model() const noexcept { return *model_; }

    size_t count() const noexcept { return count_; }

    std::string text() const {
        std::string text = fmt::format("'{}': {}", model_->name(), fmt::join(texts_, ", "));
        if (texts_.size() < count_) {
            text += fmt::format(" and {} more", count_ - texts_.size());
        }
        return text;
    }

  private:
    struct Place {
        std::string_view what;
        size_t index;

        std::string text() const { return fmt::format("{} {}", what, index); }
    };

    template <typename MakeText>
    void add(MakeText makeText) {
        if (wantsTexts_ && count_ < kMostDifferences) {
            texts_.emplace_back() = makeText();
        }
        ++count_;
    }

    void compareTensors(std::string_view what, std::span<const OpTensor> asked,
                        std::span<const TensorSpec> own) {
        if (asked.size() != own.size()) {
            add([&] { return fmt::format("it has {} {}s", own.size(), what); });
            return;
        }
        for (size_t i = 0; i < own.size(); ++i) {
            compareTensor({what, i}, *asked[i].spec, own[i]);
        }
    }

    void compareTensor(const Place& where, const TensorSpec& asked, const TensorSpec& own) {
        compare(where, "type", asked.type(), own.type(), typeText);
        compare(where, "format", asked.format(), own.format(), formatText);
        compare(where, "storage format", asked.storageFormat(), own.storageFormat(),
                [](Format format) {
                    return format == Format::kUndefined ? "none" : formatText(format);
                });
        compare(where, "placement", asked.placement(), own.placement(),
                [](Placement placement) { return static_cast<int>(placement); });
        if (!model_->isDynamic()) {
            if (!std::ranges::equal(asked.dims(), own.dims())) {
                add([&] {
                    return fmt::format("its {} has shape {}", where.text(), shapeText(own.dims()));
                });
            }
            if (!std::ranges::equal(asked.shapeRanges(), own.shapeRanges())) {
                add([&] {
                    return fmt::format("its {} has {} shape ranges, other ones", where.text(),
                                       own.shapeRanges().size());
                });
            }
        }
        if (asked.constant().has_value() != own.constant().has_value()) {
            add([&] {
                return fmt::format("its {} is {} constant", where.text(),
                                   own.constant() ? "a" : "no");
            });
        } else if (asked.constant() != own.constant()) {
            add([&] { return fmt::format("its {} has another constant value", where.text()); });
        }
    }

    template <typename T, typename Text>
    void compare(const Place& where, std::string_view what, T asked, T own, Text textOfValue) {
        if (asked != own) {
            add([&] {
                return fmt::format("its {} has {} {}", where.text(), what, textOfValue(own));
            });
        }
    }

    void compareAttrs(const OpAttrs& asked, const OpAttrs& own) {
        for (const auto& attr : own.values()) {
            const AttrValue* other = asked.find(attr.first);
            if (other == nullptr || !(*other == attr.second)) {
                add([&] {
                    return fmt::format("its attribute '{}' is {}", attr.first, attr.second.text());
                });
            }
        }
        for (const auto& attr : asked.values()) {
            if (own.find(attr.first) == nullptr) {
                add([&] { return fmt::format("it has no attribute '{}'", attr.first); });
            }
        }
    }

    const OpModel* model_;
    bool wantsTexts_;
    size_t count_ = 0;
    std::vector<std::string> texts_;  // of the first ones
};

}  // namespace

std::string textOf(const OpRequest& request) {
    std::vector<std::string> parts;
    const auto addTensors = [&parts](std::string_view what, std::span<const OpTensor> tensors) {
        for (size_t i = 0; i < std::min(tensors.size(), kMostPartsNamed); ++i) {
            parts.push_back(fmt::format("{} {}: {}", what, i, textOf(*tensors[i].spec)));
        }
        if (tensors.size() > kMostPartsNamed) {
            parts.push_back(fmt::format("... {} {}s in all", tensors.size(), what));
        }
    };
    addTensors("input", request.inputs);
    addTensors("output", request.outputs);
    size_t attrs = 0;
    for (const auto& [name, value] : request.attrs->values()) {
        if (attrs++ == kMostPartsNamed) {
            parts.push_back(
                fmt::format("... {} attributes in all", request.attrs->values().size()));
            break;
        }
        parts.push_back(fmt::format("attribute '{}' = {}", name, value.text()));
    }
    return fmt::format("{}({})", request.type, fmt::join(parts, "; "));
}

std::string mismatchText(const OpRequest& request, std::span<const Ref<OpModel>> models) {
    if (models.empty()) {
        return fmt::format("no model of operator '{}' is loaded", request.type);
    }
    std::vector<Differences> all;
    const size_t looked = std::min(models.size(), kMostLookedAt);
    all.reserve(looked);
    for (const Ref<OpModel>& model : models.first(looked)) {
        all.emplace_back(request, *model, Differences::Texts::kNo);
    }
    const size_t named = std::min(looked, kMostNamed);
    std::ranges::stable_sort(all, {}, &Differences::count);
    std::vector<std::string> texts;
    for (const Differences& one : std::span(all).first(named)) {
        texts.push_back(Differences(request, one.model(), Differences::Texts::kYes).text());
    }
    return fmt::format("of {} models of this operator the nearest differ so: {}", models.size(),
                       fmt::join(texts, "; "));
}

}  // namespace belay
