#include "op/single_op_json.h"

#include <nlohmann/json.hpp>

#include "op/json_place.h"
#include "op/single_op_json_attr.h"
#include "op/single_op_json_tensor.h"
#include "runtime/json_text.h"

namespace belay {
namespace {

using Json = nlohmann::json;

constexpr int kMaxNesting = 32;

Status noJson(std::string_view why) {
    return Status::error(Code::kParseFile, "E10025: the file is not valid JSON: {}", why);
}

Status readDocument(std::string_view text, Json& document) {
    if (const size_t zero = text.find('\0'); zero != std::string_view::npos) {
        // The parser would take it for the end and ignore what follows.
        return noJson(fmt::format("byte {} is zero", zero));
    }
    if (const auto at = findTooDeep(text, kMaxNesting)) {
        return noJson(fmt::format("it nests '{}' deeper than {} levels at byte {}", text[*at],
                                  kMaxNesting, *at));
    }
    try {
        document = Json::parse(text);
    } catch (const Json::exception& error) {
        // Not only parse errors: a number beyond double's range is another kind.
        return noJson(error.what());
    }
    return Status::ok();
}

Result<bool> readCompileFlag(const JsonPlace& element) {
    const auto flag = element.find("compile_flag");
    if (!flag) {
        return false;
    }
    BELAY_ASSIGN(const int64_t number, flag->integer());
    if (number != 0 && number != 1) {
        return flag->error(JsonPlace::kWrongType, "it must be 0 (exact) or 1 (fuzzy)");
    }
    return number == 1;
}

Result<std::vector<SingleOp::Tensor>> readTensors(const JsonPlace& element, const char* key,
                                                  bool areInputs) {
    const auto tensors = element.find(key);
    return tensors ? readJsonTensors(*tensors, areInputs) : std::vector<SingleOp::Tensor>();
}

Status readAttrs(const JsonPlace& element, OpAttrs& attrs) {
    const auto list = element.find("attr");
    if (!list) {
        return Status::ok();
    }
    BELAY_ASSIGN(const auto places, list->items());
    for (const JsonPlace& place : places) {
        BELAY_ASSIGN(auto attr, readJsonAttr(place));
        attrs.set(attr.first, std::move(attr.second));
    }
    return Status::ok();
}

Result<SingleOp> readOp(const JsonPlace& element) {
    SingleOp op;
    BELAY_ASSIGN(const auto type, element.get("op"));
    BELAY_ASSIGN(op.type, type.text());
    if (op.type.empty()) {
        return type.error("E10026", "it must be the type of an operator");
    }
    if (const auto name = element.find("name")) {
        BELAY_ASSIGN(op.fileName, name->text());
    }
    BELAY_ASSIGN(op.inputs, readTensors(element, "input_desc", true));
    BELAY_ASSIGN(op.outputs, readTensors(element, "output_desc", false));
    BELAY_TRY(readAttrs(element, op.attrs));
    return op;
}

}  // namespace

Result<std::vector<SingleOp>> parseSingleOps(std::string_view text) {
    Json document;
    BELAY_TRY(readDocument(text, document));
    BELAY_ASSIGN(const auto elements, JsonPlace(document, "").items());
    std::vector<SingleOp> ops;
    bool isFuzzy = false;
    for (const JsonPlace& element : elements) {
        BELAY_TRY(element.checkObject());
        BELAY_ASSIGN(const bool isSwitch, readCompileFlag(element));
        isFuzzy = isFuzzy || isSwitch;
        if (!isSwitch) {
            BELAY_ASSIGN(auto op, readOp(element));
            op.isFuzzy = isFuzzy;
            ops.push_back(std::move(op));
        }
    }
    return ops;
}

}  // namespace belay
