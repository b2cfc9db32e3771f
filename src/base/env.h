// Environment variables: each is read once, when it is first needed, and never again. The list is
// env.inc.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace belay::env {

/// One value per variable, in the order of env.inc.
enum class Variable : uint8_t {
#define BELAY_ENV(id, name, values, fallback, effect) id,
#include "base/env.inc"
#undef BELAY_ENV
};

struct Description {
    Variable id;
    std::string_view name;
    std::string_view values;
    std::string_view fallback;
    std::string_view effect;
};

inline constexpr auto kVariables = std::to_array<Description>({
#define BELAY_ENV(id, name, values, fallback, effect) \
    {Variable::id, name, values, fallback, effect},
#include "base/env.inc"
#undef BELAY_ENV
});

/// The variable's text as it was when first asked for, or nothing when it is unset or empty. Later
/// changes of the environment have no effect. Thread-safe against itself, not against setenv() in
/// another thread during the first look.
const std::optional<std::string>& text(Variable variable);

/// The variable as a whole number within [least, most]; nothing when unset, not a number or out of
/// range.
std::optional<long> number(Variable variable, long least, long most);

/// Whether the variable is set to 1.
bool isOn(Variable variable);

}  // namespace belay::env
