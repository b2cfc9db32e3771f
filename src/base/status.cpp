#include "base/status.h"

#include <cassert>

namespace belay {
namespace {

// What is longer of a message is cut off: a name or a list in it may have any size.
constexpr size_t kMostMessageBytes = 8192;

}  // namespace

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
    std::string& text = details_->message;
    if (text.size() > kMostMessageBytes) [[unlikely]] {
        const size_t left = text.size() - kMostMessageBytes;
        text.resize(kMostMessageBytes);
        text.shrink_to_fit();
        text += fmt::format("... and {} bytes more", left);
    }
}

Status Status::withContext(std::string_view context) && {
    if (details_) {
        details_->message.insert(0, ": ").insert(0, context);
    }
    return std::move(*this);
}

}  // namespace belay
