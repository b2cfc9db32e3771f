#include "op/single_op_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>

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

constexpr std::string_view kOpKeys[] = {"op",          "name", "input_desc",
                                        "output_desc", "attr", "compile_flag"};
constexpr std::string_view kTensorKeys[] = {
    "format",       "shape", "type",          "shape_range", "origin_format",
    "origin_shape", "name",  "dynamic_input", "is_const",    "const_value"};
constexpr std::string_view kAttrKeys[] = {"name", "type", "value"};

void addUnknownKeys(const JsonPlace& object, std::span<const std::string_view> known,
                    std::vector<std::string>& unknown) {
    if (!object.value().is_object()) {
        return;
    }
    for (const auto& [key, value] : object.value().items()) {
        if (std::ranges::find(known, key) == known.end()) {
            unknown.push_back(fmt::format("{}.{}", object.path(), key));
        }
    }
}

// Of an object. Of a switch only the flag was read, so its lists may be anything.
void addUnknownKeysOfAll(const JsonPlace& element, std::vector<std::string>& unknown) {
    addUnknownKeys(element, kOpKeys, unknown);
    for (const char* key : {"input_desc", "output_desc", "attr"}) {
        const auto list = element.find(key);
        const auto items = list ? list->items() : std::vector<JsonPlace>();
        const auto known = std::string_view(key) == "attr"
                               ? std::span<const std::string_view>(kAttrKeys)
                               : kTensorKeys;
        if (items.isOk()) {
            for (const JsonPlace& item : items.value()) {
                addUnknownKeys(item, known, unknown);
            }
        }
    }
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

Result<std::vector<SingleOp>> readOps(const std::vector<JsonPlace>& elements) {
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

}  // namespace

Result<std::vector<SingleOp>> parseSingleOps(std::string_view text,
                                             std::vector<std::string>* unknownKeys) {
    Json document;
    BELAY_TRY(readDocument(text, document));
    BELAY_ASSIGN(const auto elements, JsonPlace(document, "").items());
    BELAY_ASSIGN(auto ops, readOps(elements));
    if (unknownKeys != nullptr) {
        for (const JsonPlace& element : elements) {
            addUnknownKeysOfAll(element, *unknownKeys);
        }
    }
    return ops;
}

}  // namespace belay
