// Kernels of AI CPUs, by files that list them.
#include <fstream>

#include "support/cpu_kernels.h"
#include "support/temp_folder.h"

namespace belay::test::aclrtBinaryLoadFromFile_cpu_test {
namespace {

constexpr const char* kName = "aclrtBinaryLoadFromFile";
constexpr const char* kList = R"({
    "AddOne": {"opInfo": {"functionName": "addOne", "kernelSo": "libown.so",
                          "opKernelLib": "CUSTAICPUKernel", "userDefined": "True"},
               "input0": {"name": "x"}},
    "Result": {"opInfo": {"functionName": "result"}}
})";

class AclrtBinaryLoadFromFileCpu : public testing::Test {
  protected:
    void writeLibrary(const Bytes& bytes) {
        folder.write("kernels.so", {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    }

    aclError load(const std::string& path, int32_t mode) {
        CpuOptions options(mode);
        handle = &handle;
        const aclError result = aclrtBinaryLoadFromFile(path.c_str(), options.get(), &handle);
        if (result != ACL_SUCCESS) {
            EXPECT_EQ(handle, &handle) << "untouched";
        }
        return result;
    }

    testing::AssertionResult isRefused(const std::string& subject, aclError code,
                                       const std::string& path, int32_t mode) {
        return refusedWith(code, kName, subject, [&] { return load(path, mode); });
    }

    const SetDevice session;
    const TempFolder folder;
    aclrtBinHandle handle = nullptr;
};

TEST_F(AclrtBinaryLoadFromFileCpu, FindsTheLibraryBesideTheList) {
    const std::string list = folder.write("kernels.json", kList);
    writeLibrary(cpuLibrary());
    ASSERT_EQ(load(list, 1), ACL_SUCCESS) << recentMessage();
    const OwnedBinary binary(handle);
    EXPECT_NE(functionOf(binary, "AddOne"), nullptr);
    EXPECT_NE(functionOf(binary, "Result"), functionOf(binary, "AddOne"));
    aclrtFuncHandle function = nullptr;
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_KERNEL_LOOKUP, "aclrtBinaryGetFunction", "'addOne'", [&] {
        return aclrtBinaryGetFunction(binary.get(), "addOne", &function);
    })) << "the name is that of the operator";
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_KERNEL_LOOKUP, "aclrtBinaryGetFunctionByEntry", "1", [&] {
        return aclrtBinaryGetFunctionByEntry(binary.get(), 1, &function);
    }));
    void* address = nullptr;
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_SYMBOL_NOT_FOUND, "aclrtBinaryGetGlobal", "'calls'", [&] {
        return aclrtBinaryGetGlobal(binary.get(), "calls", &address, nullptr);
    }));
}

TEST_F(AclrtBinaryLoadFromFileCpu, BuiltInKernelsNeedNoLibrary) {
    ASSERT_EQ(load(folder.write("kernels.json", kList), 0), ACL_SUCCESS) << recentMessage();
    const OwnedBinary binary(handle);
    EXPECT_NE(functionOf(binary, "AddOne"), nullptr);
    EXPECT_NE(functionOf(binary, "Result"), nullptr);
}

TEST_F(AclrtBinaryLoadFromFileCpu, TheFilesAreNotNeededAfterwards) {
    const std::string list = folder.write("kernels.json", kList);
    writeLibrary(cpuLibrary());
    CpuOptions lazy(1, true);
    ASSERT_EQ(aclrtBinaryLoadFromFile(list.c_str(), lazy.get(), &handle), ACL_SUCCESS);
    const OwnedBinary binary(handle);
    ASSERT_EQ(::remove(list.c_str()), 0);
    ASSERT_EQ(::remove(folder.pathOf("kernels.so").c_str()), 0);
    EXPECT_NE(functionOf(binary, "AddOne"), nullptr);
}

TEST_F(AclrtBinaryLoadFromFileCpu, MissingAndWrongLibrariesAreRefused) {
    const std::string list = folder.write("kernels.json", kList);
    EXPECT_TRUE(isRefused(folder.pathOf("kernels.so"), ACL_ERROR_RT_FILE_OPEN, list, 1));
    writeLibrary(Bytes(500));
    EXPECT_TRUE(isRefused("no ELF file", ACL_ERROR_RT_PARAM_INVALID, list, 1));
    writeLibrary(kernelFile());
    EXPECT_TRUE(isRefused("processors of kind", ACL_ERROR_RT_PARAM_INVALID, list, 1));
}

TEST_F(AclrtBinaryLoadFromFileCpu, ListsThatAreNoneAreRefused) {
    const auto expectRefused = [this](const char* subject, const char* text) {
        EXPECT_TRUE(
            isRefused(subject, ACL_ERROR_RT_PARAM_INVALID, folder.write("kernels.json", text), 0))
            << text;
    };
    expectRefused("JSON", "nonsense");
    expectRefused("JSON array", "[]");
    expectRefused("'AddOne' has no object as opInfo", R"({"AddOne": 1})");
    expectRefused("'AddOne' has no object as opInfo", R"({"AddOne": {}})");
    expectRefused("'AddOne' has no object as opInfo", R"({"AddOne": {"opInfo": []}})");
    expectRefused("opInfo.functionName", R"({"AddOne": {"opInfo": {}}})");
    expectRefused("opInfo.functionName", R"({"AddOne": {"opInfo": {"functionName": ""}}})");
    expectRefused("opInfo.kernelSo",
                  R"({"AddOne": {"opInfo": {"functionName": "f", "kernelSo": 1}}})");
    std::string deep = R"({"AddOne": )";
    deep.append(100000, '[');
    expectRefused("deeper than 64 levels", (deep + std::string(100000, ']') + "}").c_str());
}

TEST_F(AclrtBinaryLoadFromFileCpu, OtherModesAreRefused) {
    const std::string list = folder.write("kernels.json", kList);
    EXPECT_TRUE(isRefused("aclrtBinaryLoadFromData()", ACL_ERROR_RT_PARAM_INVALID, list, 2));
    EXPECT_TRUE(isRefused("CPU_KERNEL_MODE is 3", ACL_ERROR_RT_PARAM_INVALID, list, 3));
    EXPECT_TRUE(isRefused("CPU_KERNEL_MODE is -1", ACL_ERROR_RT_PARAM_INVALID, list, -1));
    EXPECT_TRUE(isRefused(folder.pathOf("missing.json"), ACL_ERROR_RT_FILE_OPEN,
                          folder.pathOf("missing.json"), 0));
}

}  // namespace
}  // namespace belay::test::aclrtBinaryLoadFromFile_cpu_test
