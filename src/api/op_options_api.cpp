// Public functions for options of the compiler of operators and of the cache of models.
#include <cstring>
#include <string>

#include "acl/acl_op.h"
#include "acl/acl_op_compiler.h"
#include "api/checks.h"
#include "api/entry.h"
#include "api/operators.h"

using belay::Code;
using belay::OpOption;
using belay::OpOptions;
using belay::Result;
using belay::Status;
using belay::api::entry;
using belay::api::entryValue;
using belay::api::Operators;
using belay::api::requireNotNull;
using belay::api::Session;

static_assert(static_cast<int>(OpOption::kJitCompile) == ACL_OP_JIT_COMPILE);
static_assert(static_cast<int>(OpOption::kAutoTuneMode) == ACL_AUTO_TUNE_MODE);
static_assert(static_cast<int>(OpOption::kPrecisionModeV2) == ACL_PRECISION_MODE_V2);
static_assert(OpOptions::kCount == ACL_OP_DEBUG_OPTION + 1);

namespace {

// Room for the text of ACL_OP_JIT_COMPILE, whatever it is.
constexpr size_t kJitTextBytes = 256;

Result<OpOption> optionOf(aclCompileOpt opt, Code code) {
    if (!belay::api::isAtMost(opt, ACL_OP_DEBUG_OPTION)) {
        return Status::error(code,
                             "argument 'opt' is {}, which is no option of aclCompileOpt; these are "
                             "0 to {}",
                             static_cast<int>(opt), static_cast<int>(ACL_OP_DEBUG_OPTION));
    }
    return static_cast<OpOption>(opt);
}

// What can be read back, which is little: that is how the interface is.
Result<std::string> textOf(aclCompileOpt opt) {
    Operators& operators = Operators::instance();
    if (opt == ACL_OP_JIT_COMPILE) {
        return std::string(operators.compilesForShapeByDefault() ? "enable" : "disable");
    }
    if (opt == ACL_OP_DEBUG_OPTION) {
        if (auto text = operators.options().find(OpOption::kDebugOption)) {
            return *std::move(text);
        }
        return Status::error(Code::kApiNotSupport,
                             "argument 'opt' is ACL_OP_DEBUG_OPTION, which was not set");
    }
    return Status::error(Code::kApiNotSupport,
                         "argument 'opt' is {}; only ACL_OP_JIT_COMPILE ({}) and "
                         "ACL_OP_DEBUG_OPTION ({}) can be read",
                         static_cast<int>(opt), static_cast<int>(ACL_OP_JIT_COMPILE),
                         static_cast<int>(ACL_OP_DEBUG_OPTION));
}

}  // namespace

aclError aclSetCompileopt(aclCompileOpt opt, const char* value) {
    return entry(BELAY_CALL(opt, value), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(value, "value"));
        BELAY_ASSIGN(const OpOption option, optionOf(opt, Code::kInternalError));
        if (option == OpOption::kAutoTuneMode) {
            return Status::error(Code::kFeatureUnsupported,
                                 "argument 'opt' is ACL_AUTO_TUNE_MODE, which no version supports "
                                 "any more");
        }
        Operators::instance().options().set(option, value);
        return Status::ok();
    });
}

size_t aclGetCompileoptSize(aclCompileOpt opt) {
    return entryValue<size_t>(BELAY_CALL(opt), 0, [&](Session&) -> Result<size_t> {
        if (opt == ACL_OP_JIT_COMPILE) {
            return kJitTextBytes;
        }
        BELAY_ASSIGN(const OpOption option, optionOf(opt, Code::kInvalidParam));
        const auto text = Operators::instance().options().find(option);
        return text ? text->size() + 1 : 0;
    });
}

aclError aclGetCompileopt(aclCompileOpt opt, char* value, size_t length) {
    return entry(BELAY_CALL(opt, value, length), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(value, "value"));
        BELAY_ASSIGN(const std::string text, textOf(opt));
        if (length <= text.size()) {
            return Status::error(Code::kFailure,
                                 "argument 'length' is {}; the text \"{}\" takes {} bytes with its "
                                 "terminating zero",
                                 length, text, text.size() + 1);
        }
        std::memcpy(value, text.c_str(), text.size() + 1);
        return Status::ok();
    });
}

aclError aclopSetCompileFlag(aclOpCompileFlag flag) {
    return entry(BELAY_CALL(flag), [&](Session&) -> Status {
        Operators::instance().options().setFlag(static_cast<int32_t>(flag));
        return Status::ok();
    });
}

aclError aclopSetMaxOpQueueNum(uint64_t maxOpNum) {
    return entry(BELAY_CALL(maxOpNum), [&](Session&) -> Status {
        if (maxOpNum == 0) {
            return Status::error(Code::kInvalidParam,
                                 "argument 'maxOpNum' is 0; it must be above 0");
        }
        Operators& operators = Operators::instance();
        operators.models().setBound(maxOpNum);
        operators.customs().setBound(maxOpNum);
        return Status::ok();
    });
}
