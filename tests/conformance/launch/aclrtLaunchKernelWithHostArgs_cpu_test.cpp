// Kernels of AI CPUs with arguments in host memory.
#include <cstring>

#include "support/cpu_launches.h"

namespace belay::test::aclrtLaunchKernelWithHostArgs_cpu_test {
namespace {

TEST(AclrtLaunchKernelWithHostArgsCpu, CopiesTheBlockAndSetsPointersInIt) {
    const SetDevice session;
    CpuLaunch addPointed("addPointed");

    struct {
        uint64_t* target;
        uint64_t pointer;
        uint64_t numbers[2];
    } block{addPointed.number(), 0, {40, 2}};

    aclrtPlaceHolderInfo pointer{8, 16};
    ASSERT_EQ(aclrtLaunchKernelWithHostArgs(addPointed.function(), 1, addPointed.stream(), nullptr,
                                            &block, sizeof block, &pointer, 1),
              ACL_SUCCESS)
        << recentMessage();
    std::memset(&block, 0, sizeof block);
    EXPECT_EQ(addPointed.value(), 42);
}

TEST(AclrtLaunchKernelWithHostArgsCpu, TakesLargeBlocks) {
    const SetDevice session;
    CpuLaunch addOne("addOne");
    std::vector<uint64_t> block(6000);
    block[0] = reinterpret_cast<uintptr_t>(addOne.number());
    ASSERT_EQ(
        aclrtLaunchKernelWithHostArgs(addOne.function(), 1, addOne.stream(), nullptr, block.data(),
                                      block.size() * sizeof block[0], nullptr, 0),
        ACL_SUCCESS)
        << recentMessage();
    EXPECT_EQ(addOne.value(), 1);
}

}  // namespace
}  // namespace belay::test::aclrtLaunchKernelWithHostArgs_cpu_test
