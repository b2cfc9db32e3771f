#include "op/op_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace belay {
namespace {

constexpr std::string_view kPrecisionModes[] = {"force_fp16",
                                                "force_fp32",
                                                "allow_fp32_to_fp16",
                                                "allow_fp32_to_bf16",
                                                "cube_fp16in_fp32out",
                                                "must_keep_origin_dtype",
                                                "allow_mix_precision",
                                                "allow_mix_precision_fp16",
                                                "allow_mix_precision_bf16"};
constexpr std::string_view kPrecisionModesV2[] = {
    "fp16",       "origin",   "cube_fp16in_fp32out", "mixed_float16", "mixed_bfloat16",
    "mixed_hif8", "cube_hif8"};
constexpr std::string_view kImplModes[] = {"high_precision", "high_performance",
                                           "high_precision_for_all", "high_performance_for_all"};
constexpr std::string_view kDebugLevels[] = {"0", "1", "2", "3", "4"};
constexpr std::string_view kCacheModes[] = {"disable", "enable", "force"};
constexpr std::string_view kPerformanceModes[] = {"normal", "high"};
constexpr std::string_view kSwitches[] = {"0", "1"};
// As documented, and as frameworks write it: a digit for convolutions and one for products.
constexpr std::string_view kHf32[] = {"true", "false", "0", "1", "00", "01", "10", "11"};
constexpr std::string_view kDebugOptions[] = {"oom"};

// An option that takes one of some texts. The others take any: a name of operators, files or
// folders; and for ACL_OP_JIT_COMPILE everything but "enable" means no.
struct Choices {
    OpOption option;
    const char* name;
    std::span<const std::string_view> texts;
};

constexpr Choices kChoices[] = {
    {OpOption::kPrecisionMode, "ACL_PRECISION_MODE", kPrecisionModes},
    {OpOption::kSelectImplMode, "ACL_OP_SELECT_IMPL_MODE", kImplModes},
    {OpOption::kDebugLevel, "ACL_OP_DEBUG_LEVEL", kDebugLevels},
    {OpOption::kCacheMode, "ACL_OP_COMPILER_CACHE_MODE", kCacheModes},
    {OpOption::kPerformanceMode, "ACL_OP_PERFORMANCE_MODE", kPerformanceModes},
    {OpOption::kDeterministic, "ACL_OP_DETERMINISTIC", kSwitches},
    {OpOption::kAllowHf32, "ACL_ALLOW_HF32", kHf32},
    {OpOption::kPrecisionModeV2, "ACL_PRECISION_MODE_V2", kPrecisionModesV2},
    {OpOption::kDebugOption, "ACL_OP_DEBUG_OPTION", kDebugOptions},
};

Status wrongText(std::string_view name, std::string_view text, std::string_view rule) {
    return Status::error(Code::kGeFailure,
                         "aclSetCompileopt has set {} to \"{}\", with which nothing can be "
                         "compiled; it must be {}",
                         name, text, rule);
}

bool isNumber(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

void OpOptions::set(OpOption option, std::string_view value) {
    const Lock lock(mutex_);
    values_[static_cast<size_t>(option)] = value;
    if (option == OpOption::kJitCompile) {
        jit_.store(value == "enable" ? Choice::kOn : Choice::kOff, std::memory_order_relaxed);
    }
}

std::optional<std::string> OpOptions::find(OpOption option) const {
    const Lock lock(mutex_);
    return values_[static_cast<size_t>(option)];
}

Status OpOptions::check() const {
    const Lock lock(mutex_);
    for (const Choices& choices : kChoices) {
        const std::string_view text = textOf(choices.option);
        if (!text.empty() && std::ranges::find(choices.texts, text) == choices.texts.end()) {
            return wrongText(choices.name, text,
                             fmt::format("one of: {}", fmt::join(choices.texts, ", ")));
        }
    }
    if (const std::string_view cores = textOf(OpOption::kAiCoreNum); !isNumber(cores)) {
        return wrongText("ACL_AICORE_NUM", cores, "a number");
    }
    if (!textOf(OpOption::kPrecisionMode).empty() && !textOf(OpOption::kPrecisionModeV2).empty()) {
        return Status::error(Code::kGeFailure,
                             "aclSetCompileopt has set ACL_PRECISION_MODE to \"{}\" and "
                             "ACL_PRECISION_MODE_V2 to \"{}\"; only one of the two may be set",
                             textOf(OpOption::kPrecisionMode), textOf(OpOption::kPrecisionModeV2));
    }
    return Status::ok();
}

std::string_view OpOptions::textOf(OpOption option) const {
    const auto& value = values_[static_cast<size_t>(option)];
    return value ? std::string_view(*value) : std::string_view();
}

}  // namespace belay
