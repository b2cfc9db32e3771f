#include <vector>

#include "support/cpu_kernels.h"
#include "support/threads.h"

namespace belay::test::aclrtBinaryLoadFromData_test {
namespace {

constexpr const char* kName = "aclrtBinaryLoadFromData";

aclError load(const Bytes& file, const std::vector<aclrtBinaryLoadOption>& options = {}) {
    std::vector<aclrtBinaryLoadOption> copy = options;
    const aclrtBinaryLoadOptions all{copy.data(), copy.size()};
    aclrtBinHandle handle = nullptr;
    const aclError result = aclrtBinaryLoadFromData(file.data(), file.size(), &all, &handle);
    EXPECT_EQ(handle != nullptr, result == ACL_SUCCESS);
    if (result == ACL_SUCCESS) {
        EXPECT_EQ(aclrtBinaryUnLoad(handle), ACL_SUCCESS);
    }
    return result;
}

aclrtBinaryLoadOption option(int type, uint32_t value) {
    aclrtBinaryLoadOption made{};
    made.type = enumOf<aclrtBinaryLoadOptionType>(type);
    made.value.magic = value;
    return made;
}

TEST(aclrtBinaryLoadFromData, TheBytesAreNotNeededAfterwards) {
    const SetDevice session;
    Bytes file = kernelFile();
    aclrtBinHandle handle = nullptr;
    ASSERT_EQ(aclrtBinaryLoadFromData(file.data(), file.size(), nullptr, &handle), ACL_SUCCESS);
    const OwnedBinary binary(handle);
    std::fill(file.begin(), file.end(), std::byte{0});
    EXPECT_NE(functionOf(binary, "scale_3"), nullptr);
}

TEST(aclrtBinaryLoadFromData, CopiesTheLoadedPartToTheDevice) {
    const SetDevice session;
    const OwnedBinary binary = loadKernels();
    void* address = nullptr;
    size_t size = 0;
    ASSERT_EQ(aclrtBinaryGetDevAddress(binary.get(), &address, &size), ACL_SUCCESS);
    Bytes copy(size);
    ASSERT_EQ(aclrtMemcpy(copy.data(), size, address, size, ACL_MEMCPY_DEVICE_TO_HOST),
              ACL_SUCCESS);
    for (size_t i = 0; i < KernelFile::kCodeBytes; ++i) {
        ASSERT_EQ(copy[i], static_cast<std::byte>(i * 7)) << i;
    }
    EXPECT_EQ(copy.back(), std::byte{9});
}

TEST(aclrtBinaryLoadFromData, TakesEveryOption) {
    const SetDevice session;
    const Bytes file = kernelFile();
    EXPECT_EQ(load(file), ACL_SUCCESS);
    for (const uint32_t isLazy : {0U, 1U}) {
        EXPECT_EQ(load(file, {option(ACL_RT_BINARY_LOAD_OPT_LAZY_LOAD, isLazy)}), ACL_SUCCESS);
    }
    for (const uint32_t magic :
         {ACL_RT_BINARY_MAGIC_ELF_AICORE, ACL_RT_BINARY_MAGIC_ELF_VECTOR_CORE,
          ACL_RT_BINARY_MAGIC_ELF_CUBE_CORE}) {
        EXPECT_EQ(load(file, {option(ACL_RT_BINARY_LOAD_OPT_MAGIC, magic)}), ACL_SUCCESS);
    }
}

TEST(aclrtBinaryLoadFromData, TheMagicCountsWhereTheFileSaysNothing) {
    const SetDevice session;
    ElfBuilder builder;
    builder.addSymbol("bare", builder.addCode(64), 0);
    const Bytes file = builder.build();
    const auto typeWith = [&](uint32_t magic) {
        aclrtBinaryLoadOption magicOption = option(ACL_RT_BINARY_LOAD_OPT_MAGIC, magic);
        const aclrtBinaryLoadOptions options{&magicOption, 1};
        aclrtBinHandle handle = nullptr;
        EXPECT_EQ(aclrtBinaryLoadFromData(file.data(), file.size(), &options, &handle),
                  ACL_SUCCESS);
        const OwnedBinary binary(handle);
        int64_t type = -1;
        EXPECT_EQ(
            aclrtGetFunctionAttribute(functionOf(binary, "bare"), ACL_FUNC_ATTR_KERNEL_TYPE, &type),
            ACL_SUCCESS);
        return type;
    };
    EXPECT_EQ(typeWith(ACL_RT_BINARY_MAGIC_ELF_VECTOR_CORE), ACL_KERNEL_TYPE_VECTOR);
    EXPECT_EQ(typeWith(ACL_RT_BINARY_MAGIC_ELF_CUBE_CORE), ACL_KERNEL_TYPE_CUBE);
}

TEST(aclrtBinaryLoadFromData, BadOptionsAreRefused) {
    const SetDevice session;
    const Bytes file = kernelFile();
    const auto isRefused = [&](const char* subject, int type, uint32_t value) {
        return refusedWith(ACL_ERROR_RT_PARAM_INVALID, kName, subject,
                           [&] { return load(file, {option(type, value)}); });
    };
    EXPECT_TRUE(isRefused("LAZY_LOAD", ACL_RT_BINARY_LOAD_OPT_LAZY_LOAD, 2));
    EXPECT_TRUE(isRefused("MAGIC", ACL_RT_BINARY_LOAD_OPT_MAGIC, 0x12345678));
    EXPECT_TRUE(isRefused("'options'", 0, 0));
    EXPECT_TRUE(isRefused("'options'", 4, 0));
    for (const uint32_t mode : {0U, 1U}) {
        EXPECT_TRUE(
            isRefused("aclrtBinaryLoadFromFile()", ACL_RT_BINARY_LOAD_OPT_CPU_KERNEL_MODE, mode));
    }
    EXPECT_TRUE(isRefused("CPU_KERNEL_MODE is 3", ACL_RT_BINARY_LOAD_OPT_CPU_KERNEL_MODE, 3));
    aclrtBinHandle handle = nullptr;
    const aclrtBinaryLoadOptions missing{nullptr, 1};
    EXPECT_TRUE(refusedArgument(kName, "options->options", [&] {
        return aclrtBinaryLoadFromData(file.data(), file.size(), &missing, &handle);
    }));
}

TEST(aclrtBinaryLoadFromData, TakesLibrariesOfAiCpuKernels) {
    const SetDevice session;
    const Bytes file = cpuLibrary();
    for (const uint32_t isLazy : {0U, 1U}) {
        EXPECT_EQ(load(file, {option(ACL_RT_BINARY_LOAD_OPT_CPU_KERNEL_MODE, 2),
                              option(ACL_RT_BINARY_LOAD_OPT_LAZY_LOAD, isLazy)}),
                  ACL_SUCCESS)
            << recentMessage();
    }
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, kName, "CPU_KERNEL_MODE",
                            [&] { return load(file); }));
    const Bytes cut(file.begin(), file.begin() + 300);
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, kName, "library", [&] {
        return load(cut, {option(ACL_RT_BINARY_LOAD_OPT_CPU_KERNEL_MODE, 2)});
    }));
}

TEST(aclrtBinaryLoadFromData, BadFilesAreRefused) {
    const SetDevice session;
    const Bytes file = kernelFile();
    const auto isRefused = [&](const char* subject, const Bytes& bytes) {
        return refusedWith(ACL_ERROR_RT_PARAM_INVALID, kName, subject, [&] { return load(bytes); });
    };
    EXPECT_TRUE(isRefused("ELF", Bytes(200)));
    EXPECT_TRUE(isRefused("section", Bytes(file.begin(), file.end() - 1)));
    EXPECT_TRUE(isRefused("nothing to load", ElfBuilder().build()));
    ElfBuilder host;
    host.addCode(64);
    for (const uint16_t machine : {uint16_t{EM_X86_64}, uint16_t{EM_AARCH64}}) {
        host.header.e_machine = machine;
        EXPECT_TRUE(isRefused("AI CPU", host.build()));
    }
}

TEST(aclrtBinaryLoadFromData, BadArgumentsAreRefused) {
    const SetDevice session;
    const Bytes file = kernelFile();
    aclrtBinHandle handle = &handle;
    EXPECT_TRUE(refusedArgument(kName, "data", [&] {
        return aclrtBinaryLoadFromData(nullptr, file.size(), nullptr, &handle);
    }));
    EXPECT_TRUE(refusedArgument(kName, "binHandle", [&] {
        return aclrtBinaryLoadFromData(file.data(), file.size(), nullptr, nullptr);
    }));
    for (const size_t length : {size_t{0}, SIZE_MAX}) {
        EXPECT_TRUE(refusedArgument(kName, "length", [&] {
            return aclrtBinaryLoadFromData(file.data(), length, nullptr, &handle);
        }));
    }
    EXPECT_EQ(handle, &handle);
}

TEST(aclrtBinaryLoadFromData, NeedsAContext) {
    const Bytes file = kernelFile();
    expectNeedsContext(kName, [&] {
        aclrtBinHandle handle = nullptr;
        return aclrtBinaryLoadFromData(file.data(), file.size(), nullptr, &handle);
    });
}

TEST(aclrtBinaryLoadFromData, ManyThreadsLoadAtOnce) {
    onThreads(8, [](size_t) {
        const SetDevice session;
        for (int i = 0; i < 20; ++i) {
            const OwnedBinary binary = loadKernels();
            EXPECT_NE(functionOf(binary, "both"), nullptr);
        }
    });
}

TEST(aclrtBinaryLoadFromData, MemoryOfTheDeviceComesBack) {
    const SetDevice session;
    size_t before = 0;
    size_t after = 0;
    size_t total = 0;
    ASSERT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &before, &total), ACL_SUCCESS);
    loadKernels();
    ASSERT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &after, &total), ACL_SUCCESS);
    EXPECT_EQ(before, after);
}

TEST(aclrtBinaryLoadFromData, AResetTakesTheCopyButNotTheHandle) {
    aclrtBinHandle handle = nullptr;
    {
        const SetDevice session;
        handle = loadKernels().release();
    }
    const SetDevice again;
    aclrtFuncHandle function = nullptr;
    EXPECT_EQ(aclrtBinaryGetFunction(handle, "sum", &function), ACL_SUCCESS);
    EXPECT_EQ(aclrtBinaryUnLoad(handle), ACL_SUCCESS);
}

}  // namespace
}  // namespace belay::test::aclrtBinaryLoadFromData_test
