#include "kcc/kernel_scanner.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <span>
#include <utility>

#include "kcc/lexer.h"

namespace belay::kcc {
namespace {

constexpr std::string_view kKernelMark = "__global__";
// What the header makes of KERNEL_TASK_TYPE_DEFAULT(type) for the scanner.
constexpr std::string_view kTaskTypeMark = "__belay_task_type__";

using Tokens = std::vector<Token>;
using TokenView = std::span<const Token>;

bool opens(const Token& token) noexcept {
    return token.is("(") || token.is("[") || token.is("{");
}

bool closes(const Token& token) noexcept {
    return token.is(")") || token.is("]") || token.is("}");
}

// Index of the bracket that closes the one at `open`, or the number of tokens.
size_t closingOf(TokenView tokens, size_t open) noexcept {
    size_t depth = 0;
    for (size_t i = open; i < tokens.size(); ++i) {
        if (opens(tokens[i])) {
            ++depth;
        } else if (closes(tokens[i]) && --depth == 0) {
            return i;
        }
    }
    return tokens.size();
}

// Index of the '<' that the '>' at `close` belongs to, or `close` when there is none. What lies in
// brackets may compare.
size_t openingAngleOf(TokenView tokens, size_t close) noexcept {
    size_t angles = 0;
    size_t brackets = 0;
    for (size_t i = close + 1; i-- > 0;) {
        if (closes(tokens[i])) {
            ++brackets;
        } else if (opens(tokens[i])) {
            brackets -= brackets > 0 ? 1 : 0;
        } else if (brackets == 0 && tokens[i].is(">")) {
            ++angles;
        } else if (brackets == 0 && tokens[i].is("<") && --angles == 0) {
            return i;
        }
    }
    return close;
}

std::string textOf(TokenView tokens) {
    std::string text;
    for (const Token& token : tokens) {
        // Nothing before and after "::", since "a :: b" would read badly in messages.
        if (!text.empty() && !token.is("::") && !text.ends_with("::")) {
            text += ' ';
        }
        text += token.text;
    }
    return text;
}

// Whether a word is followed by brackets that are not the parameters.
bool takesBrackets(const Token& token) noexcept {
    constexpr std::array<std::string_view, 8> kWords = {
        "__attribute__", "__attribute", "__declspec", "alignas",
        "decltype",      "noexcept",    "__mix__",    "requires"};
    return std::ranges::find(kWords, token.text) != kWords.end();
}

// Index of the bracket that opens the parameters, or the number of tokens.
size_t openingOfParameters(TokenView head) noexcept {
    for (size_t i = 0; i < head.size(); ++i) {
        if (head[i].is("[")) {  // an attribute
            i = closingOf(head, i);
        } else if (head[i].is("(")) {
            const bool isNamed = i > 0 && (head[i - 1].isIdentifier() || head[i - 1].is(">"));
            if (isNamed && !takesBrackets(head[i - 1])) {
                return i;
            }
            i = closingOf(head, i);
        }
    }
    return head.size();
}

// The declared name in front of `end`, with template arguments and the namespaces it is said with.
TokenView nameBefore(TokenView head, size_t end) noexcept {
    size_t start = end;
    for (;;) {
        if (start > 0 && head[start - 1].is(">")) {
            start = openingAngleOf(head, start - 1);
        }
        start -= start > 0 ? 1 : 0;
        if (start == 0 || !head[start - 1].is("::")) {
            return head.subspan(start, end - start);
        }
        --start;
    }
}

// Parameters without their default arguments.
std::string parametersOf(TokenView tokens) {
    Tokens kept;
    int depth = 0;
    bool isDefault = false;
    for (const Token& token : tokens) {
        if (depth == 0 && token.is(",")) {
            isDefault = false;
        } else if (depth == 0 && token.is("=")) {
            isDefault = true;
        }
        if (opens(token) || token.is("<")) {
            ++depth;
        } else if (closes(token) || token.is(">")) {
            --depth;
        }
        if (!isDefault) {
            kept.push_back(token);
        }
    }
    const std::string text = textOf(kept);
    return text == "void" ? "" : text;
}

uint16_t numberOf(const Token& token) noexcept {
    uint16_t number = 0;
    std::from_chars(token.text.data(), token.text.data() + token.text.size(), number);
    return number;
}

// From __vector__, __cube__ and __mix__(cube, vector) in front of a kernel.
Marks marksOf(TokenView head) noexcept {
    Marks marks;
    for (size_t i = 0; i < head.size(); ++i) {
        if (head[i].is("__vector__")) {
            marks.cores = CoreMark::kVector;
        } else if (head[i].is("__cube__")) {
            marks.cores = CoreMark::kCube;
        } else if (head[i].is("__mix__") && i + 4 < head.size()) {
            marks = {CoreMark::kMix, numberOf(head[i + 2]), numberOf(head[i + 4])};
        }
    }
    return marks;
}

struct TaskType {
    std::string_view name;
    Marks marks;
};

constexpr std::array<TaskType, 10> kTaskTypes = {{
    {"KERNEL_TYPE_AIV_ONLY", {CoreMark::kVector, 0, 0}},
    {"KERNEL_TYPE_AIC_ONLY", {CoreMark::kCube, 0, 0}},
    {"KERNEL_TYPE_MIX_AIV_1_0", {CoreMark::kMix, 0, 1}},
    {"KERNEL_TYPE_MIX_AIC_1_0", {CoreMark::kMix, 1, 0}},
    {"KERNEL_TYPE_MIX_AIC_1_1", {CoreMark::kMix, 1, 1}},
    {"KERNEL_TYPE_MIX_AIC_1_2", {CoreMark::kMix, 1, 2}},
    {"KERNEL_TYPE_AICORE", {CoreMark::kCube, 0, 0}},
    {"KERNEL_TYPE_VECTORCORE", {CoreMark::kVector, 0, 0}},
    {"KERNEL_TYPE_MIX_AICORE", {CoreMark::kMix, 1, 0}},
    {"KERNEL_TYPE_MIX_VECTOR_CORE", {CoreMark::kMix, 0, 1}},
}};

/// Goes through the tokens of one source.
class Scanner {
  public:
    explicit Scanner(std::string_view text) : lexer_(text) {}

    Result<std::vector<ScannedKernel>> scan() {
        for (Token token = lexer_.next(); token.kind != Token::Kind::kEnd; token = lexer_.next()) {
            BELAY_TRY(checkForLaunch(token));
            BELAY_TRY(hasOther() ? takeInside(token) : takeOutside(token));
        }
        return std::move(kernels_);
    }

  private:
    // kernel<<<blocks, nullptr, stream>>>(...), which is no C++.
    Status checkForLaunch(const Token& token) {
        const bool continues = angles_ > 0 && token.text.data() == angleEnd_;
        angles_ = token.is("<") ? (continues ? angles_ : 0) + 1 : 0;
        angleEnd_ = token.text.data() + token.text.size();
        if (angles_ < 3) {
            return Status::ok();
        }
        return Status::error(Code::kInvalidParam,
                             "{}:{}: a launch with <<<...>>> is not supported; load the compiled "
                             "file and launch with aclrtLaunchKernelWithConfig()",
                             lexer_.file(), token.line);
    }

    // What a brace has opened.
    struct Scope {
        enum class Kind : uint8_t { kNamespace, kLinkage, kOther };

        Kind kind = Kind::kOther;
        std::vector<std::string> namespaces;  // how to open them
    };

    bool hasOther() const noexcept {
        return !scopes_.empty() && scopes_.back().kind == Scope::Kind::kOther;
    }

    // In the body of a function, a class, an initialiser.
    Status takeInside(const Token& token) {
        if (token.is(kKernelMark)) {
            return Status::error(Code::kInvalidParam,
                                 "{}:{}: a kernel must be a function of a namespace, not of a "
                                 "class or another function",
                                 lexer_.file(), token.line);
        }
        if (token.is(kTaskTypeMark)) {
            return takeTaskType(token);
        }
        if (token.is("{")) {
            scopes_.emplace_back();
        } else if (token.is("}")) {
            leaveScope();
        }
        return Status::ok();
    }

    Status takeTaskType(const Token& mark) {
        lexer_.next();  // the bracket
        const Token type = lexer_.next();
        const auto known = std::ranges::find(kTaskTypes, type.text, &TaskType::name);
        if (known == kTaskTypes.end()) {
            return Status::error(Code::kInvalidParam, "{}:{}: '{}' is no task type that is known",
                                 lexer_.file(), mark.line, type.text);
        }
        if (!isInKernel_) {
            return Status::error(Code::kInvalidParam,
                                 "{}:{}: a task type belongs into the body of a kernel",
                                 lexer_.file(), mark.line);
        }
        Marks& marks = kernels_.back().marks;
        if (hasTaskType_ && marks != known->marks) {
            return Status::error(Code::kInvalidParam,
                                 "{}:{}: '{}' is another task type than the kernel has; it is one "
                                 "for all tiling keys",
                                 lexer_.file(), mark.line, type.text);
        }
        hasTaskType_ = true;
        marks = known->marks;
        return Status::ok();
    }

    // Between the declarations of a namespace.
    Status takeOutside(const Token& token) {
        if (brackets_ == 0) {
            if (token.is("{")) {
                return enterScope();
            }
            if (token.is("}")) {
                leaveScope();
                return Status::ok();
            }
            if (token.is(";")) {
                const Tokens head = std::exchange(head_, {});
                return isInstantiation(head) ? addKernel(head) : Status::ok();
            }
        }
        brackets_ += opens(token) ? 1 : 0;
        brackets_ -= closes(token) && brackets_ > 0 ? 1 : 0;
        head_.push_back(token);
        return Status::ok();
    }

    Status enterScope() {
        const Tokens head = std::exchange(head_, {});
        Scope scope;
        if (isNamespace(head)) {
            scope.kind = Scope::Kind::kNamespace;
            scope.namespaces = openersOf(head);
        } else if (head.size() == 2 && head[0].is("extern")) {
            scope.kind = Scope::Kind::kLinkage;
        } else if (hasMark(head) && !isPrimaryTemplate(head)) {
            BELAY_TRY(addKernel(head));
            isInKernel_ = true;
            hasTaskType_ = false;
        }
        scopes_.push_back(std::move(scope));
        return Status::ok();
    }

    void leaveScope() {
        if (!scopes_.empty()) {
            scopes_.pop_back();
        }
        isInKernel_ = isInKernel_ && hasOther();
        head_.clear();
    }

    static bool hasMark(TokenView head) {
        return std::ranges::any_of(head, [](const Token& token) { return token.is(kKernelMark); });
    }

    static bool isPrimaryTemplate(TokenView head) {
        return head.size() > 2 && head[0].is("template") && head[1].is("<") && !head[2].is(">");
    }

    // template __global__ void kernel<float>(...);
    static bool isInstantiation(TokenView head) {
        return head.size() > 1 && head[0].is("template") && !head[1].is("<") && hasMark(head);
    }

    static bool isNamespace(TokenView head) {
        return !head.empty() &&
               (head[0].is("namespace") ||
                (head.size() > 1 && head[0].is("inline") && head[1].is("namespace")));
    }

    // One text for each namespace of "namespace a::b", to open it again.
    static std::vector<std::string> openersOf(TokenView head) {
        std::vector<std::string> openers;
        bool isInline = head[0].is("inline");
        std::string_view name;
        const auto add = [&] {
            openers.push_back(fmt::format("{}namespace{}{}", isInline ? "inline " : "",
                                          name.empty() ? "" : " ", name));
        };
        for (size_t i = isInline ? 2 : 1; i < head.size(); ++i) {
            if (head[i].is("[") || head[i].is("(")) {  // of attributes
                i = closingOf(head, i);
            } else if (head[i].is("::")) {
                add();
                isInline = false;
                name = {};
            } else if (head[i].is("inline")) {
                isInline = true;
            } else if (head[i].isIdentifier() && !takesBrackets(head[i])) {
                name = head[i].text;
            }
        }
        add();
        return openers;
    }

    Status addKernel(TokenView head) {
        const Token& mark = *std::ranges::find(head, kKernelMark, &Token::text);
        const size_t open = openingOfParameters(head);
        const size_t close = closingOf(head, open);
        if (close >= head.size()) {
            return Status::error(Code::kInvalidParam, "{}:{}: __global__ marks what is no function",
                                 lexer_.file(), mark.line);
        }
        const TokenView name = nameBefore(head, open);
        const auto returned = std::span(head).first(static_cast<size_t>(name.data() - head.data()));
        if (std::ranges::find(returned, "void", &Token::text) == returned.end()) {
            return Status::error(Code::kInvalidParam, "{}:{}: a kernel returns void", lexer_.file(),
                                 mark.line);
        }
        ScannedKernel kernel;
        for (const Scope& scope : scopes_) {
            kernel.namespaces.insert(kernel.namespaces.end(), scope.namespaces.begin(),
                                     scope.namespaces.end());
        }
        kernel.name = textOf(name);
        kernel.parameters = parametersOf(head.subspan(open + 1, close - open - 1));
        kernel.marks = marksOf(head.first(open));
        kernel.file = lexer_.file();
        kernel.line = name.empty() ? mark.line : name.front().line;
        kernels_.push_back(std::move(kernel));
        return Status::ok();
    }

    Lexer lexer_;
    std::vector<Scope> scopes_;
    Tokens head_;          // of the declaration that is being read
    size_t brackets_ = 0;  // open in head_
    bool isInKernel_ = false;
    bool hasTaskType_ = false;  // the kernel, by a line in it
    size_t angles_ = 0;         // '<' without a gap up to angleEnd_
    const char* angleEnd_ = nullptr;
    std::vector<ScannedKernel> kernels_;
};

}  // namespace

std::string ScannedKernel::place() const {
    return fmt::format("{}:{}", file, line);
}

Result<std::vector<ScannedKernel>> scanKernels(std::string_view text) {
    return Scanner(text).scan();
}

}  // namespace belay::kcc
