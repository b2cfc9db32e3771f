#include "drivers/hal/hal_errors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace belay::hal {
namespace {

using testing::HasSubstr;

struct Row {
    drvError_t error;
    int code;
    const char* name;
};

// As the vendor's runtime maps them.
const std::vector<Row>& rows() {
    static const std::vector<Row> all = {
        {1, 207004, "NO_DEVICE"},
        {2, 107001, "INVALID_DEVICE"},
        {3, 107000, "INVALID_VALUE"},
        {4, 107017, "INVALID_HANDLE"},
        {5, 107018, "INVALID_MALLOC_TYPE"},
        {6, 207001, "OUT_OF_MEMORY"},
        {10, 207015, "REPEATED_INIT"},
        {14, 207005, "NO_RESOURCES"},
        {16, 507012, "WAIT_TIMEOUT"},
        {17, 507899, "IOCRL_FAIL"},
        {25, 507901, "SOCKET_CLOSE"},
        {27, 507051, "SEND_MESG"},
        {33, 507010, "BUS_DOWN"},
        {37, 207012, "OVER_LIMIT"},
        {40, 207005, "MALLOC_FAIL"},
        {43, 507000, "DEV_PROCESS_HANG"},
        {46, 207006, "OPER_NOT_PERMITTED"},
        {47, 207007, "NO_EVENT_RESOURCES"},
        {48, 207008, "NO_STREAM_RESOURCES"},
        {49, 207009, "NO_NOTIFY_RESOURCES"},
        {50, 207010, "NO_MODEL_RESOURCES"},
        {58, 107000, "MEMORY_OPT_FAIL"},
        {74, 507052, "COPY_USER_FAIL"},
        {75, 207013, "QUEUE_EMPTY"},
        {76, 207014, "QUEUE_FULL"},
        {82, 507037, "CDQ_ABNORMAL"},
        {83, 107000, "CDQ_NOT_EXIST"},
        {84, 207011, "NO_CDQ_RESOURCES"},
        {89, 207020, "RESUME"},
        {0xFFFE, 207000, "NOT_SUPPORT"},
    };
    return all;
}

TEST(HalErrors, EachListedErrorHasItsCodeAndName) {
    for (const Row& row : rows()) {
        EXPECT_EQ(static_cast<int>(codeOfHal(row.error)), row.code) << row.name;
        EXPECT_EQ(nameOfHal(row.error), row.name);
    }
}

TEST(HalErrors, AllOthersAreInternalErrorsOfTheDriver) {
    for (drvError_t error = 1; error < 0x200; ++error) {
        const bool isListed = std::any_of(rows().begin(), rows().end(),
                                          [error](const Row& row) { return row.error == error; });
        if (!isListed) {
            EXPECT_EQ(codeOfHal(error), Code::kRtDrvInternalError) << error;
        }
    }
    EXPECT_EQ(codeOfHal(-1), Code::kRtDrvInternalError);
}

TEST(HalErrors, TheTextNamesTheFunctionItsAnswerAndWhatWasAsked) {
    const Status status = halStatus("halMemAlloc", DRV_ERROR_OUT_OF_MEMORY, "{} bytes", 42);
    EXPECT_EQ(status.code(), Code::kRtMemoryAllocation);
    const std::string text(status.message());
    EXPECT_THAT(text, HasSubstr("halMemAlloc"));
    EXPECT_THAT(text, HasSubstr("6 (OUT_OF_MEMORY)"));
    EXPECT_THAT(text, HasSubstr("42 bytes"));
}

TEST(HalErrors, NoErrorIsSuccess) {
    EXPECT_TRUE(halStatus("halMemFree", DRV_ERROR_NONE, "nothing").isOk());
}

TEST(HalErrors, AFunctionThatIsNotThereIsNotSupported) {
    const Status status = notInLibrary("halCqReportGet", "calling functions of the host");
    EXPECT_EQ(status.code(), Code::kRtFeatureNotSupport);
    EXPECT_THAT(std::string(status.message()), HasSubstr("halCqReportGet"));
}

}  // namespace
}  // namespace belay::hal
