// What the public setters of attributes leave in the object: the public API cannot read it back.
#include <gtest/gtest.h>

#include <array>
#include <climits>

#include "acl/acl_op.h"
#include "api/handles.h"
#include "op/op_attr.h"

namespace belay::api {
namespace {

class OpAttrApi : public testing::Test {
  protected:
    void TearDown() override { aclopDestroyAttr(attr); }

    // The value of the attribute "a".
    template <typename T>
    T stored() const {
        const EpochGuard guard;
        const auto object = fromHandle<OpAttr>(attr, "attr");
        const AttrValue* value = object.value()->attrs().find("a");
        const T* found = value == nullptr ? nullptr : value->find<T>();
        EXPECT_NE(found, nullptr) << (value == nullptr ? "not set" : value->text());
        return found == nullptr ? T() : *found;
    }

    aclopAttr* attr = aclopCreateAttr();
};

TEST_F(OpAttrApi, ABooleanIsTrueUnlessZero) {
    aclopSetAttrBool(attr, "a", 255);
    EXPECT_TRUE(stored<bool>());
    aclopSetAttrBool(attr, "a", 0);
    EXPECT_FALSE(stored<bool>());
}

TEST_F(OpAttrApi, NumbersKeepTypeAndValue) {
    aclopSetAttrInt(attr, "a", INT64_MIN);
    EXPECT_EQ(stored<int64_t>(), INT64_MIN);
    aclopSetAttrFloat(attr, "a", 0.1F);
    EXPECT_EQ(stored<float>(), 0.1F);
}

TEST_F(OpAttrApi, TextIsCopied) {
    std::string text = "NCHW";
    aclopSetAttrString(attr, "a", text.c_str());
    text.assign("gone");
    EXPECT_EQ(stored<std::string>(), "NCHW");
}

TEST_F(OpAttrApi, ADataTypeIsNoInteger) {
    aclopSetAttrDataType(attr, "a", ACL_BF16);
    EXPECT_EQ(stored<DataType>(), DataType::kBfloat16);
    aclopSetAttrDataType(attr, "a", static_cast<aclDataType>(28));
    EXPECT_EQ(stored<DataType>(), DataType::kUndefined);
}

TEST_F(OpAttrApi, ListsAreCopied) {
    const std::array<uint8_t, 3> flags = {0, 1, 255};
    aclopSetAttrListBool(attr, "a", 3, flags.data());
    EXPECT_EQ(stored<AttrValue::Bools>(), (AttrValue::Bools{false, true, true}));
    std::array<int64_t, 2> numbers = {1, -1};
    aclopSetAttrListInt(attr, "a", 2, numbers.data());
    numbers = {};
    EXPECT_EQ(stored<AttrValue::Ints>(), (AttrValue::Ints{1, -1}));
    const std::array<float, 2> floats = {0.5F, 2.0F};
    aclopSetAttrListFloat(attr, "a", 2, floats.data());
    EXPECT_EQ(stored<AttrValue::Floats>(), (AttrValue::Floats{0.5F, 2.0F}));
    std::array<const char*, 2> texts = {"x", ""};
    aclopSetAttrListString(attr, "a", 2, texts.data());
    EXPECT_EQ(stored<AttrValue::Strings>(), (AttrValue::Strings{"x", ""}));
    const std::array<aclDataType, 2> types = {ACL_INT8, ACL_DT_UNDEFINED};
    aclopSetAttrListDataType(attr, "a", 2, types.data());
    EXPECT_EQ(stored<AttrValue::DataTypes>(),
              (AttrValue::DataTypes{DataType::kInt8, DataType::kUndefined}));
}

TEST_F(OpAttrApi, ListsOfListsAreCopied) {
    const std::array<int64_t, 2> first = {1, 2};
    const std::array<int64_t, 1> second = {3};
    const std::array<const int64_t*, 3> arrays = {first.data(), second.data(), second.data()};
    const std::array<int, 3> counts = {2, 1, -1};
    aclopSetAttrListListInt(attr, "a", 3, counts.data(), arrays.data());
    EXPECT_EQ(stored<AttrValue::IntLists>(), (AttrValue::IntLists{{1, 2}, {3}, {}}));
}

TEST_F(OpAttrApi, CountsOfZeroOrLessMakeEmptyLists) {
    for (const int count : {0, -1, INT_MIN}) {
        const int64_t value = 1;
        aclopSetAttrBool(attr, "a", 1);
        aclopSetAttrListInt(attr, "a", count, &value);
        EXPECT_EQ(stored<AttrValue::Ints>(), AttrValue::Ints());
        aclopSetAttrListListInt(attr, "a", count, &count, nullptr);
        EXPECT_EQ(stored<AttrValue::IntLists>(), AttrValue::IntLists());
    }
}

TEST_F(OpAttrApi, ARefusalLeavesTheAttributeAsItWas) {
    aclopSetAttrInt(attr, "a", 5);
    std::array<const char*, 2> texts = {"x", nullptr};
    EXPECT_NE(aclopSetAttrListString(attr, "a", 2, texts.data()), ACL_SUCCESS);
    EXPECT_NE(aclopSetAttrListInt(attr, "a", 1, nullptr), ACL_SUCCESS);
    EXPECT_NE(aclopSetAttrString(attr, "a", nullptr), ACL_SUCCESS);
    EXPECT_EQ(stored<int64_t>(), 5);
}

}  // namespace
}  // namespace belay::api
