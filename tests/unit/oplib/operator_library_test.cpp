#include "oplib/operator_library.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <string>

namespace belay {
namespace {

TEST(OperatorLibrary, HasItsTypesInOrderAndFindsEach) {
    const auto types = operatorLibrary().types();
    ASSERT_FALSE(types.empty());
    EXPECT_TRUE(std::ranges::is_sorted(types));
    for (const std::string_view type : types) {
        const Operator* op = operatorLibrary().find(type);
        ASSERT_NE(op, nullptr) << type;
        EXPECT_EQ(op->type, type);
        EXPECT_NE(op->infer, nullptr) << type;
        EXPECT_NE(op->plan, nullptr) << type;
        EXPECT_FALSE(op->outputs.empty()) << type;
    }
}

TEST(OperatorLibrary, InputsTakeTheTypesOfEarlierOnesOnly) {
    for (const std::string_view type : operatorLibrary().types()) {
        const auto& inputs = operatorLibrary().find(type)->inputs;
        for (auto port = inputs.begin(); port != inputs.end(); ++port) {
            EXPECT_NE(port->types.empty(), port->typeLike.empty()) << type << " " << port->name;
            if (!port->typeLike.empty()) {
                EXPECT_NE(std::find_if(inputs.begin(), port,
                                       [&](const OpPort& earlier) {
                                           return earlier.name == port->typeLike;
                                       }),
                          port)
                    << type << " " << port->name;
            }
        }
    }
}

TEST(OperatorLibrary, DocumentHasARowForEachWithAllNames) {
    std::ifstream file(BELAY_TEST_SOURCE_FOLDER "/docs/operators.md");
    std::map<std::string, std::string, std::less<>> rows;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("| `")) {
            rows[line.substr(3, line.find('`', 3) - 3)] = line;
        }
    }
    for (const std::string_view type : operatorLibrary().types()) {
        const auto row = rows.find(type);
        ASSERT_NE(row, rows.end()) << type;
        const auto expectNamed = [&](const auto& parts) {
            for (const auto& part : parts) {
                EXPECT_THAT(row->second, testing::HasSubstr("`" + part.name + "`")) << type;
            }
        };
        const Operator& op = *operatorLibrary().find(type);
        expectNamed(op.inputs);
        expectNamed(op.outputs);
        expectNamed(op.attrs);
    }
}

TEST(OperatorLibrary, HasNoOtherTypes) {
    EXPECT_EQ(operatorLibrary().find(""), nullptr);
    EXPECT_EQ(operatorLibrary().find("Ad"), nullptr);
    EXPECT_EQ(operatorLibrary().find("Zzz"), nullptr);
    EXPECT_EQ(operatorLibrary().find("add"), nullptr);
}

}  // namespace
}  // namespace belay
