#include "op/op_attr.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

#include "support/seed.h"

namespace belay {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

using Bools = AttrValue::Bools;
using DataTypes = AttrValue::DataTypes;
using Floats = AttrValue::Floats;
using IntLists = AttrValue::IntLists;
using Ints = AttrValue::Ints;
using Strings = AttrValue::Strings;

// One value of each type, which differ from each other in nothing but the type where that is
// possible.
std::vector<AttrValue> oneOfEachType() {
    return {AttrValue(true),
            AttrValue(int64_t{1}),
            AttrValue(1.0F),
            AttrValue(std::string("1")),
            AttrValue(DataType::kFloat16),
            AttrValue(Bools{true}),
            AttrValue(Ints{1}),
            AttrValue(Floats{1.0F}),
            AttrValue(Strings{"1"}),
            AttrValue(DataTypes{DataType::kFloat16}),
            AttrValue(IntLists{{1}})};
}

void expectEqual(const AttrValue& a, const AttrValue& b) {
    EXPECT_TRUE(a == b) << a.text() << " and " << b.text();
    EXPECT_TRUE(b == a);
    EXPECT_EQ(a.hash(), b.hash()) << a.text() << " and " << b.text();
}

void expectDifferent(const AttrValue& a, const AttrValue& b) {
    EXPECT_FALSE(a == b) << a.text() << " and " << b.text();
    EXPECT_FALSE(b == a);
}

TEST(AttrValue, IsEqualToItsLikeAndToNoOtherType) {
    const auto values = oneOfEachType();
    const auto same = oneOfEachType();
    for (size_t i = 0; i < values.size(); ++i) {
        for (size_t j = 0; j < values.size(); ++j) {
            if (i == j) {
                expectEqual(values[i], same[j]);
            } else {
                expectDifferent(values[i], same[j]);
            }
        }
    }
}

TEST(AttrValue, DiffersWithItsContent) {
    expectDifferent(AttrValue(true), AttrValue(false));
    expectDifferent(AttrValue(int64_t{1}), AttrValue(int64_t{2}));
    expectDifferent(AttrValue(std::string("a")), AttrValue(std::string("a ")));
    expectDifferent(AttrValue(DataType::kFloat), AttrValue(DataType::kInt8));
    expectDifferent(AttrValue(Bools{true, false}), AttrValue(Bools{false, true}));
    expectDifferent(AttrValue(Ints{1}), AttrValue(Ints{1, 1}));
    expectDifferent(AttrValue(Strings{"a", ""}), AttrValue(Strings{"", "a"}));
    expectDifferent(AttrValue(DataTypes{DataType::kInt8}), AttrValue(DataTypes{}));
    expectDifferent(AttrValue(IntLists{{1, 2}, {}}), AttrValue(IntLists{{1}, {2}}));
}

TEST(AttrValue, EmptyListsOfDifferentTypesDiffer) {
    expectDifferent(AttrValue(Ints{}), AttrValue(Floats{}));
    expectDifferent(AttrValue(Ints{}), AttrValue(IntLists{}));
    expectEqual(AttrValue(Strings{}), AttrValue(Strings{}));
}

TEST(AttrValue, FloatsWithinTheToleranceAreEqualAndHashAlike) {
    expectEqual(AttrValue(0.5F), AttrValue(0.5F + 9e-7F));
    expectEqual(AttrValue(0.0F), AttrValue(-0.0F));
    expectEqual(AttrValue(0.0F), AttrValue(1e-6F));
    expectDifferent(AttrValue(0.0F), AttrValue(2e-6F));
    expectDifferent(AttrValue(1e9F), AttrValue(1e9F + 64.0F));
    expectEqual(AttrValue(Floats{1.0F, 2.0F}), AttrValue(Floats{1.0F + 9e-7F, 2.0F}));
    expectDifferent(AttrValue(Floats{1.0F, 2.0F}), AttrValue(Floats{1.0F, 2.1F}));
    expectDifferent(AttrValue(Floats{1.0F}), AttrValue(Floats{1.0F, 1.0F}));
}

TEST(AttrValue, SpecialFloatsEqualTheirKind) {
    expectEqual(AttrValue(kNan), AttrValue(-kNan));
    expectEqual(AttrValue(kInfinity), AttrValue(-kInfinity));
    expectDifferent(AttrValue(kNan), AttrValue(kInfinity));
    expectDifferent(AttrValue(kNan), AttrValue(0.0F));
    expectDifferent(AttrValue(kInfinity), AttrValue(std::numeric_limits<float>::max()));
    expectEqual(AttrValue(Floats{kNan, -kInfinity}), AttrValue(Floats{kNan, kInfinity}));
}

TEST(AttrValue, RandomFloatsThatAreEqualHashAlike) {
    std::mt19937 random(test::seed());
    std::uniform_real_distribution<float> value(-2e-6F, 2e-6F);
    int equal = 0;
    for (int i = 0; i < 10'000; ++i) {
        const AttrValue a(Floats{value(random), value(random)});
        const AttrValue b(Floats{value(random), value(random)});
        if (a == b) {
            ++equal;
            ASSERT_EQ(a.hash(), b.hash()) << a.text() << " and " << b.text();
        }
    }
    EXPECT_GT(equal, 0);
}

TEST(AttrValue, UnknownValueEqualsNothing) {
    const AttrValue unknown{AttrValue::Unknown()};
    expectDifferent(unknown, unknown);
    expectDifferent(unknown, AttrValue(int64_t{0}));
}

TEST(AttrValue, UndefinedDataTypeHasTwoNumbers) {
    expectEqual(AttrValue(DataType::kUndefined), AttrValue(static_cast<DataType>(28)));
    expectEqual(AttrValue(DataTypes{DataType::kInt8, DataType::kUndefined}),
                AttrValue(DataTypes{DataType::kInt8, static_cast<DataType>(28)}));
    expectDifferent(AttrValue(int64_t{-1}), AttrValue(int64_t{28}));
}

TEST(AttrValue, HashTellsMostValuesApart) {
    EXPECT_NE(AttrValue(true).hash(), AttrValue(false).hash());
    EXPECT_NE(AttrValue(int64_t{1}).hash(), AttrValue(int64_t{2}).hash());
    EXPECT_NE(AttrValue(int64_t{1}).hash(), AttrValue(DataType::kFloat16).hash());
    EXPECT_NE(AttrValue(std::string("a")).hash(), AttrValue(std::string("b")).hash());
    EXPECT_NE(AttrValue(Ints{1, 2}).hash(), AttrValue(Ints{2, 1}).hash());
    EXPECT_NE(AttrValue(IntLists{{1}, {}}).hash(), AttrValue(IntLists{{}, {1}}).hash());
}

TEST(AttrValue, TellsWhatItIs) {
    EXPECT_EQ(AttrValue(true).text(), "true");
    EXPECT_EQ(AttrValue(int64_t{-3}).text(), "-3");
    EXPECT_EQ(AttrValue(0.5F).text(), "0.5");
    EXPECT_EQ(AttrValue(std::string("ND")).text(), "\"ND\"");
    EXPECT_EQ(AttrValue(DataType::kFloat16).text(), "data type 1");
    EXPECT_EQ(AttrValue(Bools{true, false}).text(), "[true, false]");
    EXPECT_EQ(AttrValue(Strings{"a", "b"}).text(), "[\"a\", \"b\"]");
    EXPECT_EQ(AttrValue(IntLists{{1, 2}, {}}).text(), "[[1, 2], []]");
    EXPECT_EQ(AttrValue(AttrValue::Unknown()).text(), "a value of another type");
}

TEST(AttrValue, TellsTheBeginningOfWhatIsLong) {
    EXPECT_EQ(AttrValue(AttrValue::Ints(33, 1)).text().size(),
              size_t{32} * 3 + sizeof "[... 33 in all]" - 1);
    const std::string text = AttrValue(std::string(1000, 'x')).text();
    EXPECT_LT(text.size(), 300U);
    EXPECT_TRUE(text.ends_with("x...\" (1000 bytes)")) << text;
}

TEST(AttrValue, TellsTheNameOfItsType) {
    EXPECT_EQ(AttrValue(int64_t{1}).typeName(), "Int");
    EXPECT_EQ(AttrValue(DataType::kFloat).typeName(), "DataType");
    EXPECT_EQ(AttrValue(AttrValue::IntLists()).typeName(), "ListListInt");
}

TEST(OpAttrs, SettingAgainReplacesValueAndType) {
    OpAttrs attrs;
    attrs.set("axis", AttrValue(int64_t{1}));
    attrs.set("axis", AttrValue(Ints{2, 3}));
    ASSERT_NE(attrs.find("axis"), nullptr);
    EXPECT_EQ(*attrs.find("axis")->find<Ints>(), (Ints{2, 3}));
    EXPECT_EQ(attrs.find("axis")->find<int64_t>(), nullptr);
    EXPECT_EQ(attrs.find("axi"), nullptr);
    EXPECT_EQ(attrs.values().size(), 1U);
}

TEST(OpAttrs, AreEqualWithTheSameNamesAndEqualValues) {
    OpAttrs a;
    OpAttrs b;
    EXPECT_TRUE(a == b);
    EXPECT_EQ(a.hash(), b.hash());
    a.set("x", AttrValue(int64_t{1}));
    a.set("y", AttrValue(0.25F));
    EXPECT_FALSE(a == b);
    b.set("y", AttrValue(0.25F + 5e-7F));
    b.set("x", AttrValue(int64_t{1}));
    EXPECT_TRUE(a == b);
    EXPECT_EQ(a.hash(), b.hash());
    b.set("z", AttrValue(true));
    EXPECT_FALSE(a == b);
    EXPECT_NE(a.hash(), b.hash());
}

TEST(OpAttrs, NamesMatter) {
    OpAttrs a;
    OpAttrs b;
    a.set("adj_x1", AttrValue(true));
    b.set("adj_x2", AttrValue(true));
    EXPECT_FALSE(a == b);
    EXPECT_NE(a.hash(), b.hash());
}

TEST(OpAttrs, CopiesGoTheirOwnWay) {
    OpAttrs attrs;
    attrs.set("x", AttrValue(std::string("a")));
    const OpAttrs copy = attrs;
    attrs.set("x", AttrValue(std::string("b")));
    EXPECT_EQ(*copy.find("x")->find<std::string>(), "a");
}

TEST(OpAttrs, AnUnknownValueMakesThemDifferFromAll) {
    OpAttrs attrs;
    attrs.set("graph", AttrValue(AttrValue::Unknown()));
    const OpAttrs copy = attrs;
    EXPECT_FALSE(attrs == copy);
}

}  // namespace
}  // namespace belay
