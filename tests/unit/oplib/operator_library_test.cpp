#include "oplib/operator_library.h"

#include <gtest/gtest.h>

#include <algorithm>

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

TEST(OperatorLibrary, HasNoOtherTypes) {
    EXPECT_EQ(operatorLibrary().find(""), nullptr);
    EXPECT_EQ(operatorLibrary().find("Ad"), nullptr);
    EXPECT_EQ(operatorLibrary().find("Zzz"), nullptr);
    EXPECT_EQ(operatorLibrary().find("add"), nullptr);
}

}  // namespace
}  // namespace belay
