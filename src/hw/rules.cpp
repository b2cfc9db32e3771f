#include "hw/rules.h"

namespace belay::hw {

std::string_view ruleText(Rule rule) noexcept {
    switch (rule) {
#define BELAY_RULE(name, text) \
    case Rule::name:           \
        return text;
#include "hw/rules.inc"
#undef BELAY_RULE
    }
    return "no rule";
}

}  // namespace belay::hw
