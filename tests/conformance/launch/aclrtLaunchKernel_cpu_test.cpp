// Kernels of AI CPUs with arguments in device memory.
#include <array>

#include "support/cpu_launches.h"
#include "support/temp_folder.h"

namespace belay::test::aclrtLaunchKernel_cpu_test {
namespace {

class AclrtLaunchKernelCpu : public testing::Test {
  protected:
    // Arguments in device memory that stay until the end of the test.
    aclError launch(CpuLaunch& to, std::initializer_list<uint64_t> values, uint32_t blocks = 1) {
        const size_t bytes = values.size() * sizeof(uint64_t);
        EXPECT_EQ(aclrtMemcpy(args.get(), bytes, values.begin(), bytes, ACL_MEMCPY_HOST_TO_DEVICE),
                  ACL_SUCCESS);
        return aclrtLaunchKernel(to.function(), blocks, args.get(), bytes, to.stream());
    }

    static uint64_t numberOf(const CpuLaunch& to) {
        return reinterpret_cast<uintptr_t>(to.number());
    }

    const SetDevice session;
    const DeviceMemory args{64};
};

TEST_F(AclrtLaunchKernelCpu, CallsTheFunctionWithTheBlock) {
    CpuLaunch addOne("addOne");
    addOne.set(41);
    ASSERT_EQ(launch(addOne, {numberOf(addOne)}), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(addOne.value(), 42);
}

TEST_F(AclrtLaunchKernelCpu, RunsInTheOrderOfTheStream) {
    CpuLaunch addOne("addOne");
    const PinnedMemory copy(sizeof(uint64_t));
    ASSERT_EQ(launch(addOne, {numberOf(addOne)}), ACL_SUCCESS);
    ASSERT_EQ(aclrtMemcpyAsync(copy.get(), 8, addOne.number(), 8, ACL_MEMCPY_DEVICE_TO_HOST,
                               addOne.stream()),
              ACL_SUCCESS);
    for (int i = 0; i < 99; ++i) {
        ASSERT_EQ(aclrtLaunchKernel(addOne.function(), 1, args.get(), 8, addOne.stream()),
                  ACL_SUCCESS);
    }
    EXPECT_EQ(addOne.value(), 100);
    EXPECT_EQ(*reinterpret_cast<const uint64_t*>(copy.get()), 1);
}

TEST_F(AclrtLaunchKernelCpu, CallsItOnceForEachBlockOfTheLaunch) {
    CpuLaunch addOne("addOne");
    ASSERT_EQ(launch(addOne, {numberOf(addOne)}, 7), ACL_SUCCESS);
    EXPECT_EQ(addOne.value(), 7);
}

TEST_F(AclrtLaunchKernelCpu, AResultOtherThanZeroIsReportedOnce) {
    CpuLaunch result("result");
    ASSERT_EQ(launch(result, {5}), ACL_SUCCESS) << recentMessage();
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_AICPU_EXCEPTION, "aclrtSynchronizeStream", "returned 5",
                            [&] { return result.synchronize(); }));
    EXPECT_EQ(result.synchronize(), ACL_SUCCESS);
    ASSERT_EQ(launch(result, {0}), ACL_SUCCESS);
    EXPECT_EQ(result.synchronize(), ACL_SUCCESS);
}

TEST_F(AclrtLaunchKernelCpu, AFaultEndsTheKernelAndNothingElse) {
    CpuLaunch touchNothing("touchNothing");
    CpuLaunch addOne("addOne");
    ASSERT_EQ(launch(touchNothing, {0}), ACL_SUCCESS) << recentMessage();
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_AICPU_EXCEPTION, "aclrtSynchronizeStream", "0x8",
                            [&] { return touchNothing.synchronize(); }));
    ASSERT_EQ(launch(addOne, {numberOf(addOne)}), ACL_SUCCESS);
    EXPECT_EQ(addOne.value(), 1);
}

TEST_F(AclrtLaunchKernelCpu, AFunctionThatIsNotThereFailsWhenItRuns) {
    CpuLaunch missing("missing");
    ASSERT_EQ(launch(missing, {0}), ACL_SUCCESS) << recentMessage();
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_AICPU_EXCEPTION, "aclrtSynchronizeStream", "'missing'",
                            [&] { return missing.synchronize(); }));
}

TEST_F(AclrtLaunchKernelCpu, UnloadingLeavesWhatWasLaunched) {
    CpuLaunch addOne("addOne");
    Gate gate;
    gate.hold(addOne.stream());
    ASSERT_EQ(launch(addOne, {numberOf(addOne)}), ACL_SUCCESS);
    addOne.unload();
    gate.open();
    EXPECT_EQ(addOne.value(), 1);
}

TEST_F(AclrtLaunchKernelCpu, KernelsOfAListedLibraryRun) {
    const TempFolder folder;
    const Bytes library = cpuLibrary();
    folder.write("own.so", {reinterpret_cast<const char*>(library.data()), library.size()});
    const std::string list =
        folder.write("own.json", R"({"AddOne": {"opInfo": {"functionName": "addOne"}}})");
    CpuOptions options(1);
    aclrtBinHandle handle = nullptr;
    ASSERT_EQ(aclrtBinaryLoadFromFile(list.c_str(), options.get(), &handle), ACL_SUCCESS);
    const OwnedBinary binary(handle);
    CpuLaunch addOne("addOne");  // for its number and stream
    uint64_t target = numberOf(addOne);
    ASSERT_EQ(aclrtMemcpy(args.get(), 8, &target, 8, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    ASSERT_EQ(aclrtLaunchKernel(functionOf(binary, "AddOne"), 1, args.get(), 8, addOne.stream()),
              ACL_SUCCESS);
    EXPECT_EQ(addOne.value(), 1);
}

TEST_F(AclrtLaunchKernelCpu, BuiltInKernelsAreNotThere) {
    const TempFolder folder;
    const std::string list = folder.write(
        "built_in.json",
        R"({"Cast": {"opInfo": {"functionName": "RunCpuKernel", "kernelSo": "libcpu_kernels.so"}},
            "Bare": {"opInfo": {"functionName": "RunBare"}}})");
    CpuOptions options(0);
    aclrtBinHandle handle = nullptr;
    ASSERT_EQ(aclrtBinaryLoadFromFile(list.c_str(), options.get(), &handle), ACL_SUCCESS);
    const OwnedBinary binary(handle);
    const OwnedStream stream;
    const auto fails = [&](const char* name, const char* subject) {
        EXPECT_EQ(aclrtLaunchKernel(functionOf(binary, name), 1, args.get(), 8, stream.get()),
                  ACL_SUCCESS);
        return refusedWith(ACL_ERROR_RT_AICPU_EXCEPTION, "aclrtSynchronizeStream", subject,
                           [&] { return aclrtSynchronizeStream(stream.get()); });
    };
    EXPECT_TRUE(fails("Cast", "libcpu_kernels.so"));
    EXPECT_TRUE(fails("Bare", "RunBare"));
}

TEST_F(AclrtLaunchKernelCpu, StreamsOfOtherDevicesAreRefused) {
    if (deviceCount() < 2) {
        GTEST_SKIP() << "needs two devices";
    }
    CpuLaunch addOne("addOne");
    aclrtContext context = currentContext();
    {
        const SetDevice other(1);
        const OwnedStream stream;
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtLaunchKernel", "device 0", [&] {
            return aclrtLaunchKernel(addOne.function(), 1, nullptr, 0, stream.get());
        }));
    }
    EXPECT_EQ(currentContext(), context);
}

}  // namespace
}  // namespace belay::test::aclrtLaunchKernel_cpu_test
