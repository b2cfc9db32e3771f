#include "base/status.h"

#include <cassert>

namespace belay {

std::string_view codeText(Code code) noexcept {
    switch (code) {
#define BELAY_CODE(name, number, text) \
    case Code::name:                   \
        return text;
#include "base/codes.inc"
#undef BELAY_CODE
    }
    return "unlisted code";
}

Status::Status(Code code, std::string message)
    : details_(std::make_unique<Details>(Details{code, std::move(message)})) {
    assert(code != Code::kOk);
}

Status Status::withContext(std::string_view context) && {
    if (details_) {
        details_->message.insert(0, ": ").insert(0, context);
    }
    return std::move(*this);
}

}  // namespace belay
