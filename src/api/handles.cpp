#include "api/handles.h"

#include <string>
#include <string_view>

namespace belay::api::detail {
namespace {

std::string withArticle(std::string_view name) {
    const bool hasVowel = std::string_view("aeiou").find(name.front()) != std::string_view::npos;
    return fmt::format("{} {}", hasVowel ? "an" : "a", name);
}

}  // namespace

Status handleFailure(Code code, const HandleType& wanted, const char* argument, const void* handle,
                     HandleFault fault) {
    switch (fault) {
        case HandleFault::kNull:
            return Status::error(code, "argument '{}' is null; it must be {}", argument,
                                 withArticle(wanted.name));
        case HandleFault::kStale:
            return Status::error(code, "argument '{}' is {}, {} that has been destroyed", argument,
                                 handle, withArticle(wanted.name));
        case HandleFault::kWrongType:
            return Status::error(code, "argument '{}' is {}, {}; it must be {}", argument, handle,
                                 withArticle(handleTypeName(handle)), withArticle(wanted.name));
        case HandleFault::kNone:
        case HandleFault::kForeign:
            break;
    }
    return Status::error(code, "argument '{}' is {}, which is not a handle; it must be {}",
                         argument, handle, withArticle(wanted.name));
}

}  // namespace belay::api::detail
