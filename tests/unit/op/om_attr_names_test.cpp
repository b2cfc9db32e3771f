#include "op/om_attr_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace belay {
namespace {

using testing::HasSubstr;

// 300 names, "n0" to "n299"; those of odd numbers use texts of the other table.
class Tables : public testing::Test {
  protected:
    static constexpr size_t kNames = 300;

    Tables() {
        std::vector<std::string_view> names;
        std::vector<bool> uses;
        for (size_t i = 0; i < kNames; ++i) {
            texts.push_back(fmt::format("n{}", i));
        }
        for (size_t i = 0; i < kNames; ++i) {
            names.emplace_back(texts[i]);
            uses.push_back(i % 2 == 1);
        }
        tables = OmAttrNames::create(names, {"ND", ""}, uses).value();
    }

    std::string decoded(std::string_view code) const {
        auto name = tables.decode(code);
        return name.isOk() ? std::string(name.value().text) : "refused";
    }

    std::vector<std::string> texts;
    OmAttrNames tables;
};

std::string_view operator""_code(const char* text, size_t size) {
    return {text, size};
}

TEST_F(Tables, CodesAreNumbersOfBase127TheLeastDigitFirst) {
    EXPECT_EQ(decoded("\0\1"_code), "n0");
    EXPECT_EQ(decoded("\0\2"_code), "n1");
    EXPECT_EQ(decoded("\0\x7F"_code), "n126");
    EXPECT_EQ(decoded("\0\1\2"_code), "n127");
    EXPECT_EQ(decoded("\0\2\2"_code), "n128");
    EXPECT_EQ(decoded("\0\x2E\3"_code), "n299");
    EXPECT_EQ(decoded("\0\1\1\1"_code), "n0");
}

TEST_F(Tables, OtherNamesAreAsTheyAre) {
    EXPECT_EQ(decoded("origin_shape"), "origin_shape");
    EXPECT_EQ(decoded(""), "");
}

TEST_F(Tables, CodesThatMeanNothingAreRefused) {
    for (const std::string_view code :
         {"\0"_code, "\0\x2F\3"_code, "\0\1\0"_code, "\0\x80"_code, "\0\xFF\1"_code,
          "\0\x7F\x7F\x7F\x7F\x7F\x7F\x7F\x7F\x7F\x7F\x7F\x7F\x7F"_code}) {
        EXPECT_EQ(tables.decode(code).status().code(), Code::kDeserializeModel);
    }
    EXPECT_THAT(std::string(tables.decode("\0\x2F\3"_code).status().message()),
                HasSubstr("code 00 2f 03, but there are 300 names"));
    EXPECT_THAT(std::string(tables.decode("\0\x80"_code).status().message()),
                HasSubstr("digits must be 1 to 127"));
}

TEST_F(Tables, NamesSayWhetherTheirTextsAreNumbers) {
    EXPECT_FALSE(tables.decode("\0\1"_code).value().hasValueIndex);
    EXPECT_TRUE(tables.decode("\0\2"_code).value().hasValueIndex);
    EXPECT_FALSE(tables.decode("plain").value().hasValueIndex);
}

TEST_F(Tables, TextsHaveNumbers) {
    EXPECT_EQ(tables.valueAt(0).value(), "ND");
    EXPECT_EQ(tables.valueAt(1).value(), "");
    for (const int64_t index : {int64_t{2}, int64_t{-1}, INT64_MAX, INT64_MIN}) {
        EXPECT_EQ(tables.valueAt(index).status().code(), Code::kDeserializeModel) << index;
    }
}

TEST(OmAttrNames, WithoutTablesNamesAreAsTheyAre) {
    EXPECT_EQ(OmAttrNames().decode("\0\1"_code).value().text, "\0\1"_code);
}

TEST(OmAttrNames, TablesMustFitEachOther) {
    const auto tables = OmAttrNames::create({"a", "b"}, {}, {true});
    EXPECT_EQ(tables.status().code(), Code::kDeserializeModel);
    EXPECT_THAT(std::string(tables.status().message()), HasSubstr("has 1 entries"));
}

TEST(OmAttrNames, EmptyTablesHaveNoNames) {
    const auto tables = OmAttrNames::create({}, {}, {});
    ASSERT_TRUE(tables.isOk());
    EXPECT_FALSE(tables.value().decode("\0\1"_code).isOk());
    EXPECT_FALSE(tables.value().valueAt(0).isOk());
}

}  // namespace
}  // namespace belay
