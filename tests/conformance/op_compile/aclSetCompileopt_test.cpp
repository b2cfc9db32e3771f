#include <gtest/gtest.h>

#include <vector>

#include "support/fresh_process.h"
#include "support/op_refusals.h"

namespace belay::test::aclSetCompileopt_test {
namespace {

const char* const kName = "aclSetCompileopt";

struct OptionTexts {
    aclCompileOpt option;
    const char* name;
    std::vector<const char*> good;
};

const std::vector<OptionTexts>& optionTexts() {
    static const std::vector<OptionTexts> texts = {
        {ACL_PRECISION_MODE,
         "ACL_PRECISION_MODE",
         {"force_fp16", "force_fp32", "cube_fp16in_fp32out", "allow_fp32_to_fp16",
          "must_keep_origin_dtype", "allow_mix_precision", "allow_mix_precision_fp16",
          "allow_mix_precision_bf16", "allow_fp32_to_bf16"}},
        {ACL_AICORE_NUM, "ACL_AICORE_NUM", {"1", "20"}},
        {ACL_OP_SELECT_IMPL_MODE,
         "ACL_OP_SELECT_IMPL_MODE",
         {"high_precision", "high_performance", "high_precision_for_all",
          "high_performance_for_all"}},
        {ACL_OP_DEBUG_LEVEL, "ACL_OP_DEBUG_LEVEL", {"0", "1", "2", "3", "4"}},
        {ACL_OP_COMPILER_CACHE_MODE, "ACL_OP_COMPILER_CACHE_MODE", {"disable", "enable", "force"}},
        {ACL_OP_PERFORMANCE_MODE, "ACL_OP_PERFORMANCE_MODE", {"normal", "high"}},
        {ACL_OP_DETERMINISTIC, "ACL_OP_DETERMINISTIC", {"0", "1"}},
        {ACL_ALLOW_HF32, "ACL_ALLOW_HF32", {"true", "false", "1", "10"}},
        {ACL_PRECISION_MODE_V2,
         "ACL_PRECISION_MODE_V2",
         {"fp16", "origin", "cube_fp16in_fp32out", "mixed_float16", "mixed_bfloat16", "mixed_hif8",
          "cube_hif8"}},
        {ACL_OP_DEBUG_OPTION, "ACL_OP_DEBUG_OPTION", {"oom"}},
    };
    return texts;
}

// A shape that was not compiled before, so that the compiler is asked.
aclError compileSomethingNew() {
    static int64_t size = 0;
    const OwnedDesc desc = makeDesc({++size, 41});
    OpCall call("Add", {}, {});
    call.inputDescs = {desc.get(), desc.get()};
    call.outputDescs = {desc.get()};
    return call.compile();
}

// Options hold for the process, so the tests that compile have one of their own.
TEST(aclSetCompileopt, AnyTextIsKept) {
    expectEndsWell([] {
        for (int option = ACL_PRECISION_MODE; option <= ACL_OP_DEBUG_OPTION; ++option) {
            if (option != ACL_AUTO_TUNE_MODE && option != ACL_OP_JIT_COMPILE) {
                EXPECT_EQ(aclSetCompileopt(static_cast<aclCompileOpt>(option), "some text"),
                          ACL_SUCCESS)
                    << option;
                EXPECT_EQ(aclGetCompileoptSize(static_cast<aclCompileOpt>(option)),
                          sizeof "some text");
            }
        }
        EXPECT_TRUE(nothingFailed());
    });
}

TEST(aclSetCompileopt, DocumentedTextsCompile) {
    expectEndsWell([] {
        const SetDevice device;
        for (const OptionTexts& option : optionTexts()) {
            for (const char* text : option.good) {
                ASSERT_EQ(aclSetCompileopt(option.option, text), ACL_SUCCESS);
                EXPECT_EQ(compileSomethingNew(), ACL_SUCCESS) << text << ": " << recentMessage();
            }
            ASSERT_EQ(aclSetCompileopt(option.option, ""), ACL_SUCCESS);
        }
        for (const aclCompileOpt any :
             {ACL_OPTYPELIST_FOR_IMPLMODE, ACL_DEBUG_DIR, ACL_OP_COMPILER_CACHE_DIR,
              ACL_OP_JIT_COMPILE, ACL_CUSTOMIZE_DTYPES, ACL_OP_PRECISION_MODE}) {
            ASSERT_EQ(aclSetCompileopt(any, "Add,Relu"), ACL_SUCCESS);
            EXPECT_EQ(compileSomethingNew(), ACL_SUCCESS) << any << ": " << recentMessage();
        }
    });
}

TEST(aclSetCompileopt, CompilingRefusesOtherTexts) {
    expectEndsWell([] {
        const SetDevice device;
        for (const OptionTexts& option : optionTexts()) {
            ASSERT_EQ(aclSetCompileopt(option.option, "some text"), ACL_SUCCESS);
            EXPECT_TRUE(refusedWith(ACL_ERROR_GE_FAILURE, "aclopCompile", option.name,
                                    [] { return compileSomethingNew(); }));
            ASSERT_EQ(aclSetCompileopt(option.option, ""), ACL_SUCCESS);
            EXPECT_EQ(compileSomethingNew(), ACL_SUCCESS) << option.name;
        }
    });
}

TEST(aclSetCompileopt, CompilingRefusesBothPrecisionModes) {
    expectEndsWell([] {
        const SetDevice device;
        ASSERT_EQ(aclSetCompileopt(ACL_PRECISION_MODE, "force_fp16"), ACL_SUCCESS);
        ASSERT_EQ(aclSetCompileopt(ACL_PRECISION_MODE_V2, "fp16"), ACL_SUCCESS);
        EXPECT_TRUE(refusedWith(ACL_ERROR_GE_FAILURE, "aclopCompile", "only one of the two",
                                [] { return compileSomethingNew(); }));
    });
}

TEST(aclSetCompileopt, BadArgumentsAreRefused) {
    EXPECT_TRUE(
        refused(kName, "value", [] { return aclSetCompileopt(ACL_PRECISION_MODE, nullptr); }));
    EXPECT_TRUE(refusedWith(ACL_ERROR_FEATURE_UNSUPPORTED, kName, "'opt'",
                            [] { return aclSetCompileopt(ACL_AUTO_TUNE_MODE, "x"); }));
    for (const int option : {-1, 17}) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_INTERNAL_ERROR, kName, "'opt'", [&] {
            return aclSetCompileopt(enumOf<aclCompileOpt>(option), "x");
        }));
    }
}

TEST(aclSetCompileopt, CompilingForTheShapeTriesModelsForOneShapeFirst) {
    expectEndsWell([] {
        const SetDevice device;
        ASSERT_EQ(aclSetCompileopt(ACL_OP_JIT_COMPILE, "enable"), ACL_SUCCESS);
        const OwnedDesc unknown = makeDesc({-1});
        const Addition add({1});
        OpCall call = add.call();
        call.inputDescs[0] = unknown.get();
        call.outputDescs[0] = unknown.get();
        EXPECT_TRUE(refusedWith(ACL_ERROR_INVALID_PARAM, "aclopExecuteV2", "not known",
                                [&] { return call.execute(); }));
        ASSERT_EQ(aclSetCompileopt(ACL_OP_JIT_COMPILE, "disable"), ACL_SUCCESS);
        EXPECT_EQ(call.execute(), ACL_ERROR_OP_NOT_FOUND);
    });
}

}  // namespace
}  // namespace belay::test::aclSetCompileopt_test
