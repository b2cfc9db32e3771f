// Ids of streams, events, notifies and models.
#include <array>
#include <set>

#include "hal/hal_fixture.h"

namespace belay::test {
namespace {

using HalIdsTest = HalTest;

constexpr std::array kTypes = {DRV_STREAM_ID, DRV_EVENT_ID, DRV_MODEL_ID, DRV_NOTIFY_ID};

std::pair<uint32_t, uint32_t> useOf(uint32_t device, drvResourceType_t type) {
    halResourceInfo info{};
    EXPECT_EQ(::halResourceInfoQuery(device, 0, type, &info), kNone);
    return {info.capacity, info.usedNum};
}

TEST_F(HalIdsTest, AreDifferentUntilTheyAreGivenBack) {
    for (const int32_t type : kTypes) {
        std::set<uint32_t> ids;
        for (int i = 0; i < 20; ++i) {
            const auto [error, id] = allocateId(0, type);
            ASSERT_EQ(error, kNone);
            EXPECT_TRUE(ids.insert(id).second) << "type " << type << ", id " << id;
        }
        for (const uint32_t id : ids) {
            EXPECT_EQ(freeId(0, type, id), kNone);
            EXPECT_EQ(freeId(0, type, id), kInvalidValue);
        }
    }
}

TEST_F(HalIdsTest, AreCounted) {
    struct Kind {
        int32_t idType;
        drvResourceType_t resourceType;
    };

    for (const Kind& kind :
         {Kind{DRV_STREAM_ID, DRV_RESOURCE_STREAM_ID}, Kind{DRV_EVENT_ID, DRV_RESOURCE_EVENT_ID},
          Kind{DRV_MODEL_ID, DRV_RESOURCE_MODEL_ID}, Kind{DRV_NOTIFY_ID, DRV_RESOURCE_NOTIFY_ID}}) {
        const auto [capacity, before] = useOf(1, kind.resourceType);
        EXPECT_GT(capacity, 0U);
        EXPECT_EQ(before, 0U);
        const auto [error, id] = allocateId(1, kind.idType);
        ASSERT_EQ(error, kNone);
        EXPECT_EQ(useOf(1, kind.resourceType), std::pair(capacity, 1U));
        EXPECT_EQ(useOf(0, kind.resourceType).second, 0U) << "of the other device";
        EXPECT_EQ(freeId(1, kind.idType, id), kNone);
        EXPECT_EQ(useOf(1, kind.resourceType), std::pair(capacity, 0U));
    }
}

TEST_F(HalIdsTest, QueuesAreCounted) {
    EXPECT_EQ(useOf(0, DRV_RESOURCE_SQ_ID).second, 0U);
    const HalStream stream = makeStream();
    EXPECT_EQ(useOf(0, DRV_RESOURCE_SQ_ID).second, 1U);
    EXPECT_EQ(useOf(0, DRV_RESOURCE_CQ_ID).second, 1U);
    destroyStream(stream);
    EXPECT_EQ(useOf(0, DRV_RESOURCE_SQ_ID).second, 0U);
}

TEST_F(HalIdsTest, RunOut) {
    struct Limit {
        int32_t idType;
        drvResourceType_t resourceType;
        drvError_t error;
    };

    for (const Limit& limit :
         {Limit{DRV_STREAM_ID, DRV_RESOURCE_STREAM_ID, DRV_ERROR_NO_STREAM_RESOURCES},
          Limit{DRV_MODEL_ID, DRV_RESOURCE_MODEL_ID, DRV_ERROR_NO_MODEL_RESOURCES},
          Limit{DRV_EVENT_ID, DRV_RESOURCE_EVENT_ID, DRV_ERROR_NO_EVENT_RESOURCES},
          Limit{DRV_NOTIFY_ID, DRV_RESOURCE_NOTIFY_ID, DRV_ERROR_NO_NOTIFY_RESOURCES}}) {
        const uint32_t capacity = useOf(0, limit.resourceType).first;
        std::vector<uint32_t> ids;
        for (uint32_t i = 0; i < capacity; ++i) {
            const auto [error, id] = allocateId(0, limit.idType);
            ASSERT_EQ(error, kNone) << i;
            ids.push_back(id);
        }
        EXPECT_EQ(allocateId(0, limit.idType).first, limit.error);
        EXPECT_EQ(freeId(0, limit.idType, ids.back()), kNone);
        EXPECT_EQ(allocateId(0, limit.idType).first, kNone);
        for (const uint32_t id : ids) {
            EXPECT_EQ(freeId(0, limit.idType, id), kNone);
        }
    }
}

TEST_F(HalIdsTest, ClosingTheDeviceGivesThemBack) {
    for (const int32_t type : kTypes) {
        EXPECT_EQ(allocateId(1, type).first, kNone);
    }
    ASSERT_EQ(closeDevice(1), kNone);
    for (const drvResourceType_t type : {DRV_RESOURCE_STREAM_ID, DRV_RESOURCE_EVENT_ID,
                                         DRV_RESOURCE_MODEL_ID, DRV_RESOURCE_NOTIFY_ID}) {
        EXPECT_EQ(useOf(1, type).second, 0U);
    }
    for (const int32_t type : kTypes) {
        EXPECT_EQ(allocateId(1, type).first, kInvalidDevice);
        EXPECT_EQ(freeId(1, type, 0), kInvalidDevice);
    }
    ASSERT_EQ(openDevice(1), kNone);
}

TEST_F(HalIdsTest, OfOtherTypesAreNotSupported) {
    for (const int32_t type : {int32_t{DRV_CMO_ID}, int32_t{DRV_CNT_NOTIFY_ID}, int32_t{DRV_SQ_ID},
                               int32_t{DRV_CQ_ID}, 8, -1}) {
        EXPECT_EQ(allocateId(0, type).first, kNotSupported);
        EXPECT_EQ(freeId(0, type, 0), kNotSupported);
        EXPECT_EQ(configureId(0, type, 0, DRV_ID_RECORD), kNotSupported);
    }
    halResourceInfo info{};
    EXPECT_EQ(::halResourceInfoQuery(0, 0, DRV_RESOURCE_CMO_ID, &info), kNotSupported);
    EXPECT_EQ(::halResourceInfoQuery(0, 0, 99, &info), kNotSupported);
}

TEST_F(HalIdsTest, BadArgumentsAreRefused) {
    halResourceIdInputInfo in{};
    halResourceIdOutputInfo out{};
    halResourceConfigInfo para{};
    halResourceInfo info{};
    EXPECT_EQ(::halResourceIdAlloc(0, nullptr, &out), kInvalidValue);
    EXPECT_EQ(::halResourceIdAlloc(0, &in, nullptr), kInvalidValue);
    EXPECT_EQ(::halResourceIdAlloc(kNoDevice, &in, &out), kInvalidDevice);
    EXPECT_EQ(::halResourceIdFree(0, nullptr), kInvalidValue);
    EXPECT_EQ(::halResourceIdFree(kNoDevice, &in), kInvalidDevice);
    EXPECT_EQ(::halResourceConfig(0, nullptr, &para), kInvalidValue);
    EXPECT_EQ(::halResourceConfig(0, &in, nullptr), kInvalidValue);
    EXPECT_EQ(::halResourceConfig(kNoDevice, &in, &para), kInvalidDevice);
    EXPECT_EQ(::halResourceInfoQuery(0, 0, DRV_RESOURCE_EVENT_ID, nullptr), kInvalidValue);
    EXPECT_EQ(::halResourceInfoQuery(kNoDevice, 0, DRV_RESOURCE_EVENT_ID, &info), kInvalidDevice);
    EXPECT_EQ(::halResourceInfoQuery(0, 1, DRV_RESOURCE_EVENT_ID, &info), kInvalidValue);
    in.tsId = 1;
    EXPECT_EQ(::halResourceIdAlloc(0, &in, &out), kInvalidValue);
    for (const int32_t type : kTypes) {
        EXPECT_EQ(freeId(0, type, 5), kInvalidValue);
        EXPECT_EQ(freeId(0, type, UINT32_MAX), kInvalidValue);
    }
}

TEST_F(HalIdsTest, FlagsAreRecordedAndResetByTheHost) {
    const auto [error, event] = allocateId(0, DRV_EVENT_ID);
    ASSERT_EQ(error, kNone);
    const HalStream stream = makeStream();
    EXPECT_EQ(configureId(0, DRV_EVENT_ID, event, DRV_ID_RECORD), kNone);
    submit(stream, hw::EventWait{.eventId = static_cast<uint16_t>(event)});
    finish(stream);
    EXPECT_EQ(configureId(0, DRV_EVENT_ID, event, DRV_ID_RESET), kNone);
    submit(stream, hw::EventWait{.eventId = static_cast<uint16_t>(event)});
    EXPECT_NE(headOf(stream), tailOf(stream));
    EXPECT_EQ(configureId(0, DRV_EVENT_ID, event, DRV_ID_RECORD), kNone);
    finish(stream);
    EXPECT_EQ(configureId(0, DRV_EVENT_ID, event, DRV_STREAM_ENABLE_EVENT), kNotSupported);
    EXPECT_EQ(configureId(0, DRV_EVENT_ID, event + 1, DRV_ID_RECORD), kInvalidValue);
    EXPECT_EQ(configureId(0, DRV_NOTIFY_ID, UINT32_MAX, DRV_ID_RECORD), kInvalidValue);
    destroyStream(stream);
    EXPECT_EQ(freeId(0, DRV_EVENT_ID, event), kNone);
}

TEST_F(HalIdsTest, StreamsAreBoundToQueuesThatAreThere) {
    const auto [error, id] = allocateId(0, DRV_STREAM_ID);
    ASSERT_EQ(error, kNone);
    EXPECT_EQ(configureId(0, DRV_STREAM_ID, id, DRV_STREAM_BIND_LOGIC_CQ, 5), kInvalidValue);
    EXPECT_EQ(configureId(0, DRV_STREAM_ID, id, DRV_STREAM_UNBIND_LOGIC_CQ), kInvalidValue);
    EXPECT_EQ(configureId(0, DRV_STREAM_ID, id, DRV_STREAM_ENABLE_EVENT), kNotSupported);
    EXPECT_EQ(configureId(0, DRV_STREAM_ID, id + 1, DRV_STREAM_BIND_LOGIC_CQ), kInvalidValue);
    EXPECT_EQ(configureId(0, DRV_STREAM_ID, UINT32_MAX, DRV_STREAM_BIND_LOGIC_CQ), kInvalidValue);
    EXPECT_EQ(freeId(0, DRV_STREAM_ID, id), kNone);
}

}  // namespace
}  // namespace belay::test
