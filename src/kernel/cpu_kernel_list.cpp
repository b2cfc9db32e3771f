#include "kernel/cpu_kernel_list.h"

#include <nlohmann/json.hpp>
#include <string_view>

namespace belay {
namespace {

using Json = nlohmann::json;

constexpr Code kError = Code::kRtParamInvalid;
// A document that nests deeper than this would overflow the stack when it is destroyed.
constexpr int kMostLevels = 64;

Result<std::string> textOf(const Json& info, const char* member, const std::string& type,
                           bool isRequired) {
    const auto found = info.find(member);
    if (found == info.end() && !isRequired) {
        return std::string();
    }
    if (found == info.end() || !found->is_string() ||
        found->get_ref<const std::string&>().empty()) {
        return Status::error(kError, "the operator '{}' has no text as opInfo.{}", type, member);
    }
    return found->get<std::string>();
}

Status addOperator(const std::string& type, const Json& description,
                   std::vector<CpuKernel>& kernels) {
    const auto info = description.is_object() ? description.find("opInfo") : description.end();
    if (!description.is_object() || info == description.end() || !info->is_object()) {
        return Status::error(kError, "the operator '{}' has no object as opInfo", type);
    }
    BELAY_ASSIGN(std::string function, textOf(*info, "functionName", type, true));
    BELAY_ASSIGN(std::string library, textOf(*info, "kernelSo", type, false));
    kernels.push_back({type, std::move(function), std::move(library)});
    return Status::ok();
}

}  // namespace

Result<std::vector<CpuKernel>> parseCpuKernelList(std::span<const std::byte> file) {
    const std::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
    bool isDeep = false;
    const auto limit = [&isDeep](int depth, Json::parse_event_t, const Json&) {
        isDeep = isDeep || depth > kMostLevels;
        return depth <= kMostLevels;
    };
    std::vector<CpuKernel> kernels;
    try {
        const Json root = Json::parse(text, limit);
        if (isDeep) {
            return Status::error(kError, "the file nests deeper than {} levels", kMostLevels);
        }
        if (!root.is_object()) {
            return Status::error(kError, "the file holds a JSON {}; it must be an object {{...}}",
                                 root.type_name());
        }
        for (const auto& [type, description] : root.items()) {
            BELAY_TRY(addOperator(type, description, kernels));
        }
    } catch (const Json::exception& error) {
        return Status::error(kError, "the file is not valid JSON: {}", error.what());
    }
    return kernels;
}

}  // namespace belay
