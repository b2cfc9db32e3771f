// Public functions that need nothing but the host: half precision, element sizes, features, the
// application log.
#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdio>
#include <span>

#include "acl/acl_base.h"
#include "api/checks.h"
#include "api/entry.h"
#include "base/half.h"
#include "op/data_type.h"

using belay::Code;
using belay::Status;
using belay::api::entry;
using belay::api::requireNotNull;
using belay::api::Session;

namespace {

// What the reference chip, Ascend 910B, and this runtime can do.
constexpr std::array<aclCannAttr, 3> kFeatures = {ACL_CANN_ATTR_INF_NAN, ACL_CANN_ATTR_BF16,
                                                  ACL_CANN_ATTR_JIT_COMPILE};

// A line of the application log, terminator included; longer text is cut (documented).
constexpr size_t kAppLogBytes = 1024;

belay::log::Level levelOf(aclLogLevel level) {
    switch (level) {
        case ACL_DEBUG:
            return belay::log::Level::kDebug;
        case ACL_INFO:
            return belay::log::Level::kInfo;
        case ACL_WARNING:
            return belay::log::Level::kWarning;
        case ACL_ERROR:
            return belay::log::Level::kError;
    }
    return belay::log::Level::kOff;
}

// Writes "file:line function: ", without what is not known; the length of the whole, as snprintf().
int writePlace(std::span<char> text, const char* file, uint32_t line, const char* function) {
    if (file != nullptr && function != nullptr) {
        return std::snprintf(text.data(), text.size(), "%s:%u %s: ", file, line, function);
    }
    if (file != nullptr) {
        return std::snprintf(text.data(), text.size(), "%s:%u: ", file, line);
    }
    if (function != nullptr) {
        return std::snprintf(text.data(), text.size(), "%s: ", function);
    }
    return 0;
}

}  // namespace

float aclFloat16ToFloat(aclFloat16 value) {
    return belay::halfToFloat(value);
}

aclFloat16 aclFloatToFloat16(float value) {
    return belay::floatToHalf(value);
}

size_t aclDataTypeSize(aclDataType dataType) {
    return belay::dataTypeSize(static_cast<belay::DataType>(dataType));
}

aclError aclGetCannAttributeList(const aclCannAttr** cannAttrList, size_t* num) {
    return entry(BELAY_CALL(cannAttrList, num), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(cannAttrList, "cannAttrList"));
        BELAY_TRY(requireNotNull(num, "num"));
        *cannAttrList = kFeatures.data();
        *num = kFeatures.size();
        return Status::ok();
    });
}

aclError aclGetCannAttribute(aclCannAttr cannAttr, int32_t* value) {
    return entry(BELAY_CALL(cannAttr, value), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(value, "value"));
        if (cannAttr < ACL_CANN_ATTR_INF_NAN || cannAttr > ACL_CANN_ATTR_JIT_COMPILE) {
            return Status::error(Code::kInvalidParam,
                                 "argument 'cannAttr' is {}; it must be ACL_CANN_ATTR_INF_NAN (0), "
                                 "ACL_CANN_ATTR_BF16 (1) or ACL_CANN_ATTR_JIT_COMPILE (2)",
                                 static_cast<int>(cannAttr));
        }
        *value = 1;
        return Status::ok();
    });
}

void aclAppLog(aclLogLevel logLevel, const char* func, const char* file, uint32_t line,
               const char* fmt, ...) {
    const belay::log::Level level = levelOf(logLevel);
    if (fmt == nullptr || !belay::log::isEnabled(belay::log::Area::kApp, level)) {
        return;
    }
    std::array<char, kAppLogBytes> text{};
    const int head = writePlace(text, file, line, func);
    const size_t used = head < 0 ? 0 : std::min(static_cast<size_t>(head), text.size() - 1);
    va_list arguments;
    va_start(arguments, fmt);
    std::vsnprintf(text.data() + used, text.size() - used, fmt, arguments);
    va_end(arguments);
    belay::log::write(belay::log::Area::kApp, level, text.data());
}
