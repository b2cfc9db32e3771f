#include "runtime/host_task.h"

#include <gtest/gtest.h>

#include <vector>

#include "runtime/subscriptions.h"

namespace belay {
namespace {

Ref<HostTask> makeTask() {
    return makeRef<HostTask>(HostTask::Setup{[](void*) {}, nullptr, true}, nullptr);
}

TEST(HostTaskListTest, GivesTheOldestFirst) {
    HostTaskList list;
    EXPECT_TRUE(list.isEmpty());
    std::vector<Ref<HostTask>> tasks;
    for (int i = 0; i < 3; ++i) {
        tasks.push_back(makeTask());
        list.add(tasks.back());
    }
    EXPECT_EQ(list.count(), 3U);
    EXPECT_EQ(list.take(), tasks[0]);
    list.add(tasks[0]);
    for (const size_t expected : {size_t{1}, size_t{2}, size_t{0}}) {
        EXPECT_EQ(list.take(), tasks[expected]);
    }
    EXPECT_TRUE(list.isEmpty());
    EXPECT_EQ(list.count(), 0U);
}

TEST(HostTaskListTest, HoldsReferencesUntilItsEnd) {
    const Ref<HostTask> task = makeTask();
    {
        HostTaskList list;
        list.add(task);
        const HostTaskList moved = std::move(list);
        EXPECT_FALSE(task->hasOneReference());
        EXPECT_EQ(moved.count(), 1U);
    }
    EXPECT_TRUE(task->hasOneReference());
}

// The report's reference goes with the report, or with the end that makes it impossible.
TEST(HostTaskTest, ADroppedTaskIsNotReportedAnyMore) {
    const Ref<HostTask> task = makeTask();
    task->place(5);
    EXPECT_EQ(task->serial(), 5U);
    EXPECT_FALSE(task->hasOneReference());
    task->ended(TaskEnd::kDropped);
    EXPECT_TRUE(task->hasOneReference());
    task->ended(TaskEnd::kDropped);
    EXPECT_TRUE(task->hasOneReference());
}

TEST(HostTaskTest, ATaskThatIsDoneMayBeReportedLater) {
    const Ref<HostTask> task = makeTask();
    task->place(5);
    task->ended(TaskEnd::kDone);
    EXPECT_FALSE(task->hasOneReference());
    task->unplace();
    EXPECT_TRUE(task->hasOneReference());
}

}  // namespace
}  // namespace belay
