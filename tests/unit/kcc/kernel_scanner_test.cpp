#include "kcc/kernel_scanner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace belay::kcc {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<ScannedKernel> scan(std::string_view text) {
    auto kernels = scanKernels(text);
    EXPECT_TRUE(kernels.isOk()) << kernels.status().message();
    return kernels.isOk() ? std::move(kernels).value() : std::vector<ScannedKernel>();
}

// "namespaces / name (parameters)" of each kernel.
std::vector<std::string> kernelsIn(std::string_view text) {
    std::vector<std::string> found;
    for (const ScannedKernel& kernel : scan(text)) {
        std::string line;
        for (const std::string& opener : kernel.namespaces) {
            line += opener + " / ";
        }
        found.push_back(line + kernel.name + " (" + kernel.parameters + ")");
    }
    return found;
}

std::string refusal(std::string_view text) {
    const auto kernels = scanKernels(text);
    EXPECT_EQ(kernels.status().code(), Code::kInvalidParam);
    return std::string(kernels.status().message());
}

TEST(KernelScanner, FindsNothingInOtherCode) {
    EXPECT_THAT(kernelsIn(""), IsEmpty());
    EXPECT_THAT(kernelsIn("void f(int a) { if (a) { f(0); } } struct S { int x{3}; } s;"),
                IsEmpty());
    EXPECT_THAT(kernelsIn("}}}} ))) ]]] '\" \\"), IsEmpty());
}

TEST(KernelScanner, FindsPlainKernels) {
    EXPECT_THAT(
        kernelsIn("extern \"C\" __global__ void add(unsigned char* x, int n) { *x = n; }\n"
                  "__global__ void none() {}\n"
                  "void __global__ late(void) {}\n"
                  "static __global__\nvoid\nmine(float) noexcept {}"),
        ElementsAre("add (unsigned char * x , int n)", "none ()", "late ()", "mine (float)"));
}

TEST(KernelScanner, FindsNamespaces) {
    EXPECT_THAT(kernelsIn("namespace a { namespace b::c { __global__ void k() {} } }\n"
                          "inline namespace v1 { __global__ void k() {} }\n"
                          "namespace { __global__ void k() {} }\n"
                          "namespace [[deprecated]] d { extern \"C\" { __global__ void k() {} } }\n"
                          "namespace e::inline f { __global__ void k() {} }\n"
                          "__global__ void last() {}"),
                ElementsAre("namespace a / namespace b / namespace c / k ()",
                            "inline namespace v1 / k ()", "namespace / k ()", "namespace d / k ()",
                            "namespace e / inline namespace f / k ()", "last ()"));
}

TEST(KernelScanner, DeclarationsAndPrimaryTemplatesAreNoKernels) {
    EXPECT_THAT(kernelsIn("__global__ void later(int);\n"
                          "template <typename T> __global__ void all(T* x) {}\n"
                          "template <> __global__ void all<int>(int* x) {}\n"
                          "template __global__ void all<float>(float* x);\n"
                          "template __global__ void both<a::B<int>, (3 > 2)>(int);\n"
                          "extern template __global__ void all<char>(char* x);\n"),
                ElementsAre("all < int > (int * x)", "all < float > (float * x)",
                            "both < a::B < int > , ( 3 > 2 ) > (int)"));
}

TEST(KernelScanner, CutsDefaultArguments) {
    EXPECT_THAT(kernelsIn("__global__ void k(int a = 3, P<int, 2> p = P<int, 2>(1, 2), "
                          "int c = int{4}, char d = ',') {}"),
                ElementsAre("k (int a , P < int , 2 > p , int c , char d)"));
}

TEST(KernelScanner, LooksPastAttributes) {
    EXPECT_THAT(
        kernelsIn("__attribute__((visibility(\"default\"))) __global__ [[gnu::hot]] alignas(4) "
                  "__declspec(x) void k(int (*table)[4], void (*f)(int, int)) {}"),
        ElementsAre("k (int ( * table ) [ 4 ] , void ( * f ) ( int , int ))"));
}

TEST(KernelScanner, LooksPastTextThatOnlySeemsToBeCode) {
    EXPECT_THAT(kernelsIn("const char* a = \"__global__ void no() {\"; // __global__ void no() {}\n"
                          "const char* b = R\"x({ __global__ )\" )x\"; /* } */ char c = '{';\n"
                          "int d = 1'000'000; char e = '\\''; const auto f = u8\"}\";\n"
                          "__global__ void yes() {}"),
                ElementsAre("yes ()"));
}

TEST(KernelScanner, ReadsMarksOfCores) {
    const auto kernels = scan(
        "__global__ void a() {}\n"
        "__global__ __vector__ void b() {}\n"
        "__cube__ __global__ void c() {}\n"
        "__global__ __mix__(1, 2) void d(int x) {}\n"
        "__global__ void e() { if (1) { __belay_task_type__(KERNEL_TYPE_MIX_AIC_1_1); } }\n"
        "__global__ void f() { __belay_task_type__(KERNEL_TYPE_AIC_ONLY); }");
    ASSERT_EQ(kernels.size(), 6U);
    EXPECT_EQ(kernels[0].marks.cores, CoreMark::kNone);
    EXPECT_EQ(kernels[1].marks.cores, CoreMark::kVector);
    EXPECT_EQ(kernels[2].marks.cores, CoreMark::kCube);
    EXPECT_EQ(kernels[3].marks.cores, CoreMark::kMix);
    EXPECT_EQ(kernels[3].name, "d");
    EXPECT_EQ(kernels[3].marks.cubes, 1U);
    EXPECT_EQ(kernels[3].marks.vectors, 2U);
    EXPECT_EQ(kernels[4].marks.cores, CoreMark::kMix);
    EXPECT_EQ(kernels[4].marks.vectors, 1U);
    EXPECT_EQ(kernels[5].marks.cores, CoreMark::kCube);
}

TEST(KernelScanner, PlacesAreThoseOfTheSource) {
    const auto kernels = scan(
        "# 1 \"main.cpp\"\n# 1 \"kernels.h\" 1\nint x;\n\n__global__ void first() {}\n"
        "# 2 \"main.cpp\" 2\n#pragma once\n__global__ void second() {}\n");
    ASSERT_EQ(kernels.size(), 2U);
    EXPECT_EQ(kernels[0].place(), "kernels.h:3");
    EXPECT_EQ(kernels[1].place(), "main.cpp:3");
}

TEST(KernelScanner, RefusesKernelsOfClassesAndFunctions) {
    EXPECT_THAT(refusal("# 7 \"a.cpp\"\nstruct S { __global__ void k() {} };"),
                HasSubstr("a.cpp:7: a kernel must be a function of a namespace"));
    EXPECT_THAT(refusal("void f() { __global__ void k(); }"), HasSubstr("not of a class"));
}

TEST(KernelScanner, RefusesKernelsThatReturnSomething) {
    EXPECT_THAT(refusal("# 3 \"a.cpp\"\n__global__ int k() { return 1; }"),
                HasSubstr("a.cpp:3: a kernel returns void"));
    EXPECT_THAT(refusal("__global__ int k(void) { return 1; }"), HasSubstr("returns void"));
}

TEST(KernelScanner, RefusesMarksOfWhatIsNoFunction) {
    EXPECT_THAT(refusal("__global__ int x {3};"), HasSubstr("marks what is no function"));
}

TEST(KernelScanner, RefusesTaskTypesThatHaveNoKernel) {
    EXPECT_THAT(refusal("void f() { __belay_task_type__(KERNEL_TYPE_AIV_ONLY); }"),
                HasSubstr("belongs into the body of a kernel"));
    EXPECT_THAT(refusal("__global__ void k() { __belay_task_type__(KERNEL_TYPE_NONE); }"),
                HasSubstr("'KERNEL_TYPE_NONE' is no task type"));
}

TEST(KernelScanner, RefusesLaunches) {
    EXPECT_THAT(refusal("void f() {\n k<<<8, nullptr, s>>>(x); }"),
                HasSubstr(":2: a launch with <<<...>>> is not supported"));
    EXPECT_THAT(kernelsIn("int f(int a) { return a << 3 < 1; } int b = a< <c;"), IsEmpty());
}

TEST(KernelScanner, AKernelHasOneTaskType) {
    EXPECT_THAT(refusal("__global__ void k() { __belay_task_type__(KERNEL_TYPE_AIV_ONLY);\n"
                        "__belay_task_type__(KERNEL_TYPE_AIC_ONLY); }"),
                HasSubstr(":2: 'KERNEL_TYPE_AIC_ONLY' is another task type"));
    EXPECT_EQ(kernelsIn("__global__ void k() { __belay_task_type__(KERNEL_TYPE_AIV_ONLY);\n"
                        "__belay_task_type__(KERNEL_TYPE_AIV_ONLY); }\n"
                        "__global__ void l() { __belay_task_type__(KERNEL_TYPE_AIC_ONLY); }")
                  .size(),
              2U);
}

}  // namespace
}  // namespace belay::kcc
