#include "hw/cqe.h"

#include <gtest/gtest.h>

namespace belay::hw {
namespace {

TEST(Cqe, AnErrorCarriesItsCauseInTheHardwaresPlaces) {
    const Completion completion{.phase = true,
                                .hasError = true,
                                .sqId = 0x5A5,
                                .sqHead = 0x1234,
                                .streamId = 0x8032,
                                .taskId = 0xABCD,
                                .errorCode = kErrorTimeout,
                                .drop = true,
                                .sqeType = SqeType::kPcieDma,
                                .sqeIndex = 0x4321,
                                .softwareStatus = 0xDEADBEEF};
    const Cqe cqe = stars_v1::encodeCqe(completion);
    EXPECT_EQ(cqe.words[0], 0x12340000U | 1U << 15 | 0x5A5U << 4 | 1U);
    EXPECT_EQ(cqe.words[1], 0xABCD8032U);
    EXPECT_EQ(cqe.words[2], 0x43210000U | 17U << 10 | 1U << 8 | 4U);
    EXPECT_EQ(cqe.words[3], 0xDEADBEEFU);
    EXPECT_EQ(stars_v1::decodeCqe(cqe), completion);
}

TEST(Cqe, AnEventCarriesTheTime) {
    const Completion completion{.warning = true,
                                .isEvent = true,
                                .sqId = 0x7FF,
                                .streamId = 1,
                                .taskId = 2,
                                .timeStamp = 0x1122334455667788};
    const Cqe cqe = stars_v1::encodeCqe(completion);
    EXPECT_EQ(cqe.words[0], 0x7FFU << 4 | 1U << 2 | 1U << 1);
    EXPECT_EQ(cqe.words[2], 0x55667788U);
    EXPECT_EQ(cqe.words[3], 0x11223344U);
    EXPECT_EQ(stars_v1::decodeCqe(cqe), completion);
}

TEST(Cqe, AFailedEventCarriesItsCause) {
    const Completion completion{.isEvent = true,
                                .isPlaceholder = true,
                                .hasError = true,
                                .errorCode = kErrorSqe,
                                .accError = true,
                                .sqeType = SqeType::kEventRecord};
    EXPECT_FALSE(completion.hasTimeStamp());
    const Cqe cqe = stars_v1::encodeCqe(completion);
    EXPECT_EQ(cqe.words[2], 4U << 10 | 1U << 9 | 8U);
    EXPECT_EQ(stars_v1::decodeCqe(cqe), completion);
}

}  // namespace
}  // namespace belay::hw
