#include "atc/options.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <string_view>

#include "hw/chips.h"

namespace belay::atc {
namespace {

/// An option for compiling code, which there is none of here.
struct InertOption {
    enum class Kind : uint8_t { kText, kFile, kCores };

    const char* name;
    std::vector<std::string> values;  ///< empty: any text
    const char* help;
    Kind kind = Kind::kText;
};

const std::vector<InertOption>& inertOptions() {
    static const std::vector<InertOption> kOptions = {
        {.name = "--precision_mode",
         .values = {"force_fp16", "force_fp32", "cube_fp16in_fp32out", "allow_fp32_to_fp16",
                    "must_keep_origin_dtype", "allow_mix_precision", "allow_mix_precision_fp16",
                    "allow_mix_precision_bf16", "allow_fp32_to_bf16"},
         .help = "precision of a whole model"},
        {.name = "--precision_mode_v2",
         .values = {"fp16", "origin", "cube_fp16in_fp32out", "mixed_float16", "mixed_bfloat16",
                    "mixed_hif8", "cube_hif8"},
         .help = "the same, newer; excludes --precision_mode"},
        {.name = "--op_precision_mode",
         .values = {},
         .help = "file (.ini) with the precision of single operators",
         .kind = InertOption::Kind::kFile},
        {.name = "--op_select_implmode",
         .values = {"high_precision", "high_performance", "high_precision_for_all",
                    "high_performance_for_all"},
         .help = "which implementation of operators to take"},
        {.name = "--optypelist_for_implmode",
         .values = {},
         .help = "types of operators, with commas, for --op_select_implmode"},
        {.name = "--customize_dtypes",
         .values = {},
         .help = "file (.cfg) with data types of operators",
         .kind = InertOption::Kind::kFile},
        {.name = "--deterministic", .values = {"0", "1"}, .help = "same results in each run"},
        {.name = "--allow_hf32", .values = {"true", "false"}, .help = "float32 as hf32"},
        {.name = "--jit_compile", .values = {"0", "1", "2"}, .help = "when to compile operators"},
        {.name = "--performance_mode", .values = {"normal", "high"}, .help = "effort"},
        {.name = "--core_type", .values = {"AiCore", "VectorCore"}, .help = "kind of cores"},
        {.name = "--aicore_num",
         .values = {},
         .help = "number of cores, or of cube and of vector cores: 8 or 8|10",
         .kind = InertOption::Kind::kCores},
        {.name = "--op_debug_level",
         .values = {"0", "1", "2", "3", "4"},
         .help = "what is kept for debugging"},
        {.name = "--debug_dir", .values = {}, .help = "folder for what is kept"},
        {.name = "--op_debug_config",
         .values = {},
         .help = "file with checks to compile in",
         .kind = InertOption::Kind::kFile},
        {.name = "--op_compiler_cache_mode",
         .values = {"disable", "enable", "force"},
         .help = "use of compiled operators"},
        {.name = "--op_compiler_cache_dir", .values = {}, .help = "folder of compiled operators"},
        {.name = "--mdl_bank_path", .values = {}, .help = "folder of tuned models"},
        {.name = "--op_bank_path", .values = {}, .help = "folder of tuned operators"},
    };
    return kOptions;
}

// Options of modes that compile or show whole models.
constexpr auto kOtherModes = std::to_array<const char*>({
    "--mode",
    "--model",
    "--weight",
    "--om",
    "--json",
    "--framework",
    "--input_format",
    "--input_shape",
    "--input_shape_range",
    "--input_fp16_nodes",
    "--input_hint_shape",
    "--out_nodes",
    "--output_type",
    "--dynamic_batch_size",
    "--dynamic_image_size",
    "--dynamic_dims",
    "--insert_op_conf",
    "--op_name_map",
    "--is_input_adjust_hw_layout",
    "--is_output_adjust_hw_layout",
    "--enable_small_channel",
    "--enable_single_stream",
    "--buffer_optimize",
    "--fusion_switch_file",
    "--compression_optimize_conf",
    "--keep_dtype",
    "--dump_mode",
    "--display_model_info",
    "--check_report",
    "--external_weight",
    "--host_env_os",
    "--host_env_cpu",
});

// As CLI11 wants it: empty when the text is a number, or two of them.
std::string coresProblem(const std::string& text) {
    const auto isNumber = [](std::string_view part) {
        return !part.empty() && part != "0" &&
               std::ranges::all_of(part, [](char c) { return c >= '0' && c <= '9'; });
    };
    const std::string_view view(text);
    const size_t bar = view.find('|');
    const bool isRight = bar == std::string_view::npos
                             ? isNumber(view)
                             : isNumber(view.substr(0, bar)) && isNumber(view.substr(bar + 1));
    return isRight ? std::string()
                   : "\"" + text + "\" is no number above 0, nor two of them with a | between";
}

void declareInert(CLI::App& app, const InertOption& inert) {
    auto* option = app.add_option(inert.name)->description(inert.help)->take_last();
    option->group("Accepted, without effect");
    if (!inert.values.empty()) {
        option->check(CLI::IsMember(inert.values));
    } else if (inert.kind == InertOption::Kind::kFile) {
        option->check(CLI::ExistingFile);
    } else if (inert.kind == InertOption::Kind::kCores) {
        option->check(coresProblem);
    }
}

Status checkMode(const CLI::App& app) {
    for (const char* name : kOtherModes) {
        if (app.count(name) != 0) {
            return Status::error(Code::kInvalidParam,
                                 "{} is not supported here: only single operators can be compiled "
                                 "(--singleop), no whole models",
                                 name);
        }
    }
    return Status::ok();
}

Status checkGiven(std::string_view name, const std::string& value) {
    return value.empty()
               ? Status::error(Code::kInvalidParam, "{} is missing; it must be given", name)
               : Status::ok();
}

Status checkChip(const std::string& name) {
    const auto isIt = [&](const hw::Chip& chip) {
        return chip.socName == name || chip.shortName == name;
    };
    return std::ranges::any_of(hw::chips(), isIt)
               ? Status::ok()
               : Status::error(Code::kInvalidParam,
                               "--soc_version is \"{}\"; it must be one of {}, or a family of them",
                               name, hw::chipNames());
}

std::vector<std::string> namesOf(const std::map<std::string, LogLevel>& levels) {
    std::vector<std::string> names;
    std::ranges::transform(levels, std::back_inserter(names),
                           [](const auto& level) { return level.first; });
    return names;
}

}  // namespace

void declare(CLI::App& app, Options& options) {
    static const std::map<std::string, LogLevel> kLevels = {{"null", LogLevel::kNull},
                                                            {"error", LogLevel::kError},
                                                            {"warning", LogLevel::kWarning},
                                                            {"info", LogLevel::kInfo},
                                                            {"debug", LogLevel::kDebug}};
    app.add_option("--singleop", options.input, "file (.json) with the operators")->take_last();
    app.add_option("--output", options.output, "folder for the models; made when missing")
        ->take_last();
    app.add_option("--soc_version", options.socVersion, "chip, such as Ascend910B4")->take_last();
    app.add_option_function<std::string>(
           "--log", [&options](const std::string& level) { options.log = kLevels.at(level); },
           "what is told beside results: null (default), error, warning, info, debug")
        ->check(CLI::IsMember(namesOf(kLevels)))
        ->take_last();
    for (const InertOption& inert : inertOptions()) {
        declareInert(app, inert);
    }
    for (const char* name : kOtherModes) {
        // Not shown.
        app.add_option(name)->expected(0, 1)->group("");
    }
}

Status checkArguments(std::span<char* const> arguments) {
    for (const std::string_view argument : arguments) {
        if (argument.starts_with("--") && argument.ends_with('=')) {
            return Status::error(Code::kInvalidParam, "{} has no value; it must have one",
                                 argument.substr(0, argument.size() - 1));
        }
    }
    return Status::ok();
}

Status check(const CLI::App& app, Options& options) {
    BELAY_TRY(checkMode(app));
    BELAY_TRY(checkGiven("--singleop", options.input));
    BELAY_TRY(checkGiven("--output", options.output));
    BELAY_TRY(checkGiven("--soc_version", options.socVersion));
    BELAY_TRY(checkChip(options.socVersion));
    if (app.count("--precision_mode") != 0 && app.count("--precision_mode_v2") != 0) {
        return Status::error(Code::kInvalidParam,
                             "--precision_mode and --precision_mode_v2 exclude each other");
    }
    if (app.count("--optypelist_for_implmode") != 0 && app.count("--op_select_implmode") == 0) {
        return Status::error(Code::kInvalidParam,
                             "--optypelist_for_implmode needs --op_select_implmode");
    }
    for (const InertOption& inert : inertOptions()) {
        if (app.count(inert.name) != 0) {
            options.withoutEffect.emplace_back(inert.name);
        }
    }
    return Status::ok();
}

}  // namespace belay::atc
