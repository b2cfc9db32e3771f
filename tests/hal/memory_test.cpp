// Memory: allocations, copies, attributes, memory of the host.
#include <sys/mman.h>

#include <cstring>
#include <limits>
#include <vector>

#include "hal/hal_fixture.h"

namespace belay::test {
namespace {

constexpr drvError_t kBusy = DRV_ERROR_BUSY;
constexpr drvError_t kNotThere = DRV_ERROR_NOT_EXIST;

class HalMemoryTest : public HalTest {
  protected:
    void SetUp() override {
        HalTest::SetUp();
        page =
            ::mmap(nullptr, kPageBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        ASSERT_NE(page, MAP_FAILED);
    }

    void TearDown() override {
        HalTest::TearDown();
        ::munmap(page, kPageBytes);
    }

    static constexpr size_t kPageBytes = 4096;
    void* page = nullptr;  // ordinary memory of the process
};

std::vector<uint8_t> pattern(size_t bytes) {
    std::vector<uint8_t> data(bytes);
    for (size_t i = 0; i < bytes; ++i) {
        data[i] = static_cast<uint8_t>(i * 13 + i / 251);
    }
    return data;
}

std::vector<uint8_t> read(uint64_t address, size_t bytes) {
    std::vector<uint8_t> data(bytes);
    EXPECT_EQ(::drvMemcpy(addressOf(data.data()), bytes, address, bytes), kNone);
    return data;
}

void write(uint64_t address, const std::vector<uint8_t>& data) {
    EXPECT_EQ(::drvMemcpy(address, data.size(), addressOf(data.data()), data.size()), kNone);
}

uint32_t typeOf(uint64_t address) {
    DVattribute attribute{};
    EXPECT_EQ(::drvMemGetAttribute(address, &attribute), kNone);
    return attribute.memType;
}

TEST_F(HalMemoryTest, KindsOfAddressesAreWhatTheyAreAskedToBe) {
    for (const uint64_t kind : {HAL_MEM_KIND_DEV, HAL_MEM_KIND_DVPP, HAL_MEM_KIND_SVM}) {
        const uint64_t address = allocate(1000, kind);
        EXPECT_EQ(typeOf(address), uint32_t{DV_MEM_LOCK_DEV}) << kind;
        EXPECT_EQ(release(address), kNone);
    }
    for (const uint64_t kind :
         {HAL_MEM_KIND_HOST, HAL_MEM_KIND_HOST_AGENT, HAL_MEM_KIND_HOST_UVA}) {
        const uint64_t address = allocate(1000, kind);
        EXPECT_EQ(typeOf(address), uint32_t{DV_MEM_LOCK_HOST}) << kind;
        std::memset(pointerTo(address), 1, 1000);
        EXPECT_EQ(release(address), kNone);
    }
}

TEST_F(HalMemoryTest, FlagsForPagesAndPeersAreTaken) {
    void* start = nullptr;
    for (const unsigned bit : {HAL_MEM_HUGE_SHIFT, HAL_MEM_P2P_SHIFT, HAL_MEM_READONLY_SHIFT,
                               HAL_MEM_CONTIGUOUS_SHIFT}) {
        EXPECT_EQ(::halMemAlloc(&start, 4096, memoryFlag(HAL_MEM_KIND_DEV) | 1ULL << bit), kNone);
        EXPECT_EQ(release(addressOf(start)), kNone);
    }
}

TEST_F(HalMemoryTest, BadRequestsAreRefused) {
    void* start = nullptr;
    EXPECT_EQ(::halMemAlloc(nullptr, 1, memoryFlag(HAL_MEM_KIND_DEV)), kInvalidValue);
    EXPECT_EQ(::halMemAlloc(&start, 0, memoryFlag(HAL_MEM_KIND_DEV)), kInvalidValue);
    EXPECT_EQ(::halMemAlloc(&start, 1, memoryFlag(HAL_MEM_KIND_DEV, kNoDevice)), kInvalidDevice);
    EXPECT_EQ(::halMemAlloc(&start, 1, memoryFlag(9)), drvError_t{DRV_ERROR_INVALID_MALLOC_TYPE});
    EXPECT_EQ(::halMemAlloc(&start, 65 * kMiB, memoryFlag(HAL_MEM_KIND_DEV)),
              drvError_t{DRV_ERROR_OUT_OF_MEMORY});
    EXPECT_EQ(::halMemAlloc(&start, std::numeric_limits<unsigned long long>::max(),
                            memoryFlag(HAL_MEM_KIND_DEV)),
              drvError_t{DRV_ERROR_OUT_OF_MEMORY});
    EXPECT_EQ(start, nullptr);
}

TEST_F(HalMemoryTest, ADeviceThatIsNotOpenHasNone) {
    ASSERT_EQ(closeDevice(1), kNone);
    void* start = nullptr;
    EXPECT_EQ(::halMemAlloc(&start, 1, memoryFlag(HAL_MEM_KIND_DEV, 1)), kInvalidDevice);
    EXPECT_EQ(::halMemAlloc(&start, 1, memoryFlag(HAL_MEM_KIND_HOST, 1)), kNone);
    EXPECT_EQ(release(addressOf(start)), kNone);
    ASSERT_EQ(openDevice(1), kNone);
}

TEST_F(HalMemoryTest, OnlyAStartIsFreedAndOnlyOnce) {
    const uint64_t address = allocate(4096);
    EXPECT_EQ(release(address + 512), kInvalidValue);
    EXPECT_EQ(release(address), kNone);
    EXPECT_EQ(release(address), kInvalidValue);
    EXPECT_EQ(release(0), kInvalidValue);
    int ordinary = 0;
    EXPECT_EQ(release(addressOf(&ordinary)), kInvalidValue);
}

TEST_F(HalMemoryTest, ClosingADeviceFreesItsMemory) {
    const uint64_t address = allocate(4096, HAL_MEM_KIND_DEV, 1);
    const uint64_t pinned = allocate(4096, HAL_MEM_KIND_HOST, 1);
    ASSERT_EQ(closeDevice(1), kNone);
    EXPECT_EQ(release(address), kInvalidValue);
    EXPECT_EQ(release(pinned), kNone);
    ASSERT_EQ(openDevice(1), kNone);
}

TEST_F(HalMemoryTest, FreeMemoryGetsLessAndMoreAgain) {
    const auto freeBytes = [] {
        MemInfo info{};
        EXPECT_EQ(::halMemGetInfo(0, MEM_INFO_TYPE_HBM_SIZE, &info), kNone);
        return info.free + info.huge_free;
    };
    const uint64_t before = freeBytes();
    const uint64_t address = allocate(8 * kMiB);
    EXPECT_LE(freeBytes(), before - 8 * kMiB);
    EXPECT_EQ(release(address), kNone);
    EXPECT_EQ(freeBytes(), before);
    MemInfo info{};
    EXPECT_EQ(::halMemGetInfo(0, MEM_INFO_TYPE_DDR_SIZE, &info), kNone);
    EXPECT_EQ(info.total, 0U);
    EXPECT_EQ(::halMemGetInfo(0, 5, &info), kNotSupported);
    EXPECT_EQ(::halMemGetInfo(0, MEM_INFO_TYPE_HBM_SIZE, nullptr), kInvalidValue);
    EXPECT_EQ(::halMemGetInfo(kNoDevice, MEM_INFO_TYPE_HBM_SIZE, &info), kInvalidDevice);
}

TEST_F(HalMemoryTest, CopiesGoAnyWay) {
    const std::vector<uint8_t> data = pattern(10'000);
    const uint64_t first = allocate(10'000);
    const uint64_t second = allocate(10'000, HAL_MEM_KIND_DEV, 1);
    write(first, data);
    EXPECT_EQ(::drvMemcpy(second, 10'000, first, 10'000), kNone);
    EXPECT_EQ(read(second, 10'000), data);
    EXPECT_EQ(::drvMemsetD8(second, 10'000, 0xA5, 100), kNone);
    EXPECT_EQ(read(second, 100), std::vector<uint8_t>(100, 0xA5));
    EXPECT_EQ(read(second + 100, 1)[0], data[100]);
}

TEST_F(HalMemoryTest, CopiesThatDoNotFitAreRefused) {
    const uint64_t address = allocate(4096);
    const uint64_t host = addressOf(page);
    EXPECT_EQ(::drvMemcpy(address, 100, host, 101), kInvalidValue);
    EXPECT_EQ(::drvMemcpy(address, 8192, host, 4097), kInvalidValue);
    EXPECT_EQ(::drvMemcpy(host, 8192, address, 4097), kInvalidValue);
    EXPECT_EQ(::drvMemcpy(0, 10, address, 10), kInvalidValue);
    EXPECT_EQ(::drvMemcpy(address, 10, 0, 10), kInvalidValue);
    EXPECT_EQ(::drvMemcpy(address, SIZE_MAX, host, SIZE_MAX), kInvalidValue);
    EXPECT_EQ(::drvMemcpy(~DVdeviceptr{0}, 10, host, 10), kInvalidValue);
    EXPECT_EQ(::drvMemcpy(address, 10, host, 0), kNone);
    EXPECT_EQ(::drvMemsetD8(address, 100, 0, 101), kInvalidValue);
    EXPECT_EQ(::drvMemsetD8(address, 8192, 0, 4097), kInvalidValue);
    EXPECT_EQ(::drvMemsetD8(0, 10, 0, 10), kInvalidValue);
    EXPECT_EQ(::drvMemsetD8(address, SIZE_MAX, 0, SIZE_MAX), kInvalidValue);
    EXPECT_EQ(release(address), kNone);
    EXPECT_EQ(::drvMemcpy(address, 4096, host, 4096), kInvalidValue);
    EXPECT_EQ(::drvMemsetD8(address, 4096, 0, 4096), kInvalidValue);
}

TEST_F(HalMemoryTest, AttributesTellWhoseMemoryItIs) {
    const uint64_t address = allocate(4 * kMiB, HAL_MEM_KIND_DEV, 1);
    DVattribute attribute{};
    EXPECT_EQ(::drvMemGetAttribute(address + 5, &attribute), kNone);
    EXPECT_EQ(attribute.memType, uint32_t{DV_MEM_LOCK_DEV});
    EXPECT_EQ(attribute.devId, 1U);
    EXPECT_EQ(attribute.pageSize, 2 * kMiB);
    EXPECT_EQ(typeOf(addressOf(page)), uint32_t{DV_MEM_USER_MALLOC});
    EXPECT_EQ(::drvMemGetAttribute(address, nullptr), kInvalidValue);
    EXPECT_EQ(::drvMemGetAttribute(0, &attribute), kInvalidValue);
    EXPECT_EQ(::drvMemGetAttribute(~DVdeviceptr{0}, &attribute), kInvalidValue);
    EXPECT_EQ(release(address), kNone);
    EXPECT_EQ(::drvMemGetAttribute(address, &attribute), kInvalidValue);
}

TEST_F(HalMemoryTest, ARangeIsFoundFromInsideIt) {
    const uint64_t address = allocate(5000);
    DVdeviceptr start = 0;
    size_t bytes = 0;
    EXPECT_EQ(::halMemGetAddressRange(address + 100, &start, &bytes), kNone);
    EXPECT_EQ(start, address);
    EXPECT_EQ(bytes, 5000U);
    EXPECT_EQ(::halMemGetAddressRange(address, nullptr, nullptr), kNone);
    EXPECT_EQ(::halMemGetAddressRange(addressOf(page), &start, &bytes), kInvalidValue);
    EXPECT_EQ(::halMemGetAddressRange(0, &start, &bytes), kInvalidValue);
}

TEST_F(HalMemoryTest, AdviceIsTakenForMemoryOfADevice) {
    const uint64_t address = allocate(4096);
    EXPECT_EQ(::halMemAdvise(address, 4096, ADVISE_ACCESS_READONLY, 0), kNone);
    EXPECT_EQ(::halMemAdvise(address, 4096, ADVISE_ACCESS_READWRITE, 0), kNone);
    EXPECT_EQ(::halMemAdvise(address, 4096, 0, 0), kNotSupported);
    EXPECT_EQ(::halMemAdvise(address, 4097, ADVISE_ACCESS_READONLY, 0), kInvalidValue);
    EXPECT_EQ(::halMemAdvise(addressOf(page), 1, ADVISE_ACCESS_READONLY, 0), kInvalidValue);
    EXPECT_EQ(::halMemAdvise(address, 4096, ADVISE_ACCESS_READONLY, kNoDevice), kInvalidDevice);
}

TEST_F(HalMemoryTest, TheWayBetweenDevicesIsOfTheSdma) {
    const uint64_t address = allocate(4096);
    uint8_t way = 9;
    EXPECT_EQ(::drvDeviceGetTransWay(pointerTo(address), pointerTo(address), &way), kNone);
    EXPECT_EQ(way, 0);
    EXPECT_EQ(::drvDeviceGetTransWay(pointerTo(address), pointerTo(address), nullptr),
              kInvalidValue);
    EXPECT_EQ(::drvDeviceGetTransWay(page, pointerTo(address), &way), kInvalidValue);
    EXPECT_EQ(::drvDeviceGetTransWay(pointerTo(address), nullptr, &way), kInvalidValue);
}

// ---- rows ----

MEMCPY2D rows(uint32_t type, uint64_t target, uint64_t targetPitch, uint64_t source,
              uint64_t sourcePitch, uint64_t width, uint64_t height) {
    MEMCPY2D copy{};
    copy.type = type;
    copy.copy2d.dst = pointerTo(target);
    copy.copy2d.dpitch = targetPitch;
    copy.copy2d.src = pointerTo(source);
    copy.copy2d.spitch = sourcePitch;
    copy.copy2d.width = width;
    copy.copy2d.height = height;
    copy.copy2d.direction = DRV_MEMCPY_HOST_TO_DEVICE;
    return copy;
}

TEST_F(HalMemoryTest, RowsAreCopiedAtOnce) {
    const std::vector<uint8_t> data = pattern(size_t{4} * 100);
    const uint64_t target = allocate(uint64_t{4} * 60);
    MEMCPY2D copy = rows(DEVMM_MEMCPY2D_SYNC, target, 60, addressOf(data.data()), 100, 50, 4);
    EXPECT_EQ(::halMemcpy2D(&copy), kNone);
    for (size_t row = 0; row < 4; ++row) {
        const auto first = data.begin() + static_cast<ptrdiff_t>(row * 100);
        EXPECT_EQ(read(target + row * 60, 50), std::vector<uint8_t>(first, first + 50));
    }
}

TEST_F(HalMemoryTest, RowsAreConvertedForAnEntry) {
    const std::vector<uint8_t> data = pattern(size_t{4} * 100);
    const uint64_t target = allocate(uint64_t{4} * 60);
    DMA_ADDR pieces{};
    MEMCPY2D copy =
        rows(DEVMM_MEMCPY2D_ASYNC_CONVERT, target, 60, addressOf(data.data()), 100, 50, 4);
    copy.dmaAddr = &pieces;
    ASSERT_EQ(::halMemcpy2D(&copy), kNone);
    EXPECT_EQ(pieces.fixed_size, 200U);
    const HalStream stream = makeStream();
    submit(stream, hw::PcieDma{.listAddr = addressOf(pieces.src),
                               .listTail = static_cast<uint16_t>(pieces.len),
                               .isConverted = true});
    finish(stream);
    for (size_t row = 0; row < 4; ++row) {
        const auto first = data.begin() + static_cast<ptrdiff_t>(row * 100);
        EXPECT_EQ(read(target + row * 60, 50), std::vector<uint8_t>(first, first + 50));
    }
    EXPECT_EQ(::halMemFree(pieces.src), kInvalidValue) << "a list is destroyed, not freed";
    copy.type = DEVMM_MEMCPY2D_ASYNC_DESTROY;
    EXPECT_EQ(::halMemcpy2D(&copy), kNone);
    EXPECT_EQ(::halMemcpy2D(&copy), kInvalidValue) << "it is gone already";
    destroyStream(stream);
}

TEST_F(HalMemoryTest, AConversionGoesOnWhereTheLastOneEnded) {
    const std::vector<uint8_t> data = pattern(size_t{4} * 50);
    const uint64_t target = allocate(uint64_t{4} * 50);
    DMA_ADDR pieces{};
    MEMCPY2D copy =
        rows(DEVMM_MEMCPY2D_ASYNC_CONVERT, target, 50, addressOf(data.data()), 50, 50, 4);
    copy.dmaAddr = &pieces;
    copy.copy2d.fixed_size = 150;
    ASSERT_EQ(::halMemcpy2D(&copy), kNone);
    EXPECT_EQ(pieces.fixed_size, 50U);
    EXPECT_EQ(::drvMemDestroyAddr(&pieces), kNone);
    copy.copy2d.fixed_size = 200;
    EXPECT_EQ(::halMemcpy2D(&copy), kInvalidValue);
    copy.copy2d.fixed_size = 51;
    EXPECT_EQ(::halMemcpy2D(&copy), kInvalidValue);
}

TEST_F(HalMemoryTest, RowsThatCannotBeAreRefused) {
    const uint64_t target = allocate(4096);
    const uint64_t host = addressOf(page);
    const auto sync = [&](uint64_t to, uint64_t toPitch, uint64_t from, uint64_t fromPitch,
                          uint64_t width, uint64_t height) {
        MEMCPY2D copy = rows(DEVMM_MEMCPY2D_SYNC, to, toPitch, from, fromPitch, width, height);
        return ::halMemcpy2D(&copy);
    };
    EXPECT_EQ(sync(target, 10, host, 10, 0, 1), kInvalidValue);
    EXPECT_EQ(sync(target, 10, host, 10, 10, 0), kInvalidValue);
    EXPECT_EQ(sync(target, 9, host, 10, 10, 1), kInvalidValue);
    EXPECT_EQ(sync(target, 10, host, 9, 10, 1), kInvalidValue);
    EXPECT_EQ(sync(0, 10, host, 10, 10, 1), kInvalidValue);
    EXPECT_EQ(sync(target, 10, 0, 10, 10, 1), kInvalidValue);
    EXPECT_EQ(sync(target, 64, host, 64, 64, 65), kInvalidValue);
    EXPECT_EQ(sync(target, UINT64_MAX, host, 64, 64, 2), kInvalidValue);
    EXPECT_EQ(sync(target, uint64_t{1} << 40, host, 64, 64, uint64_t{1} << 40), kInvalidValue);
    MEMCPY2D copy = rows(9, target, 10, host, 10, 10, 1);
    EXPECT_EQ(::halMemcpy2D(&copy), kInvalidValue);
    copy.type = DEVMM_MEMCPY2D_SYNC;
    copy.copy2d.direction = 4;
    EXPECT_EQ(::halMemcpy2D(&copy), kInvalidValue);
    copy.copy2d.direction = 0;
    copy.type = DEVMM_MEMCPY2D_ASYNC_CONVERT;
    EXPECT_EQ(::halMemcpy2D(&copy), kInvalidValue) << "there is no place for the list";
    copy.type = DEVMM_MEMCPY2D_ASYNC_DESTROY;
    EXPECT_EQ(::halMemcpy2D(&copy), kInvalidValue);
    EXPECT_EQ(::halMemcpy2D(nullptr), kInvalidValue);
}

TEST_F(HalMemoryTest, AddressesAreConvertedForAnEntry) {
    const std::vector<uint8_t> data = pattern(1000);
    const uint64_t target = allocate(1000);
    DMA_ADDR pieces{};
    ASSERT_EQ(::drvMemConvertAddr(addressOf(data.data()), target, 1000, &pieces), kNone);
    EXPECT_EQ(pieces.fixed_size, 1000U);
    const HalStream stream = makeStream();
    submit(stream, hw::PcieDma{.listAddr = addressOf(pieces.src),
                               .listTail = static_cast<uint16_t>(pieces.len),
                               .isConverted = true});
    finish(stream);
    EXPECT_EQ(read(target, 1000), data);
    EXPECT_EQ(::drvMemDestroyAddr(&pieces), kNone);
    EXPECT_EQ(::drvMemDestroyAddr(&pieces), kInvalidValue);
    EXPECT_EQ(::drvMemDestroyAddr(nullptr), kInvalidValue);
    EXPECT_EQ(::drvMemConvertAddr(addressOf(data.data()), target, 1000, nullptr), kInvalidValue);
    EXPECT_EQ(::drvMemConvertAddr(0, target, 1000, &pieces), kInvalidValue);
    EXPECT_EQ(::drvMemConvertAddr(addressOf(data.data()), 0, 1000, &pieces), kInvalidValue);
    EXPECT_EQ(::drvMemConvertAddr(addressOf(data.data()), target, 0, &pieces), kInvalidValue);
    destroyStream(stream);
}

// ---- memory of the host ----

TEST_F(HalMemoryTest, OrdinaryMemoryIsRegisteredOnce) {
    for (const uint32_t kind : {HOST_MEM_MAP_DEV, HOST_MEM_MAP_DEV_PCIE_TH}) {
        void* mapped = nullptr;
        EXPECT_EQ(::halHostRegister(page, kPageBytes, kind, 0, &mapped), kNone);
        EXPECT_EQ(mapped, page);
        EXPECT_EQ(::halHostRegister(page, kPageBytes, kind, 0, &mapped), kBusy);
        void* again = nullptr;
        EXPECT_EQ(::halMemHostGetDevPointer(page, 0, &again), kNone);
        EXPECT_EQ(again, mapped);
        EXPECT_EQ(::halMemHostGetDevPointer(page, 1, &again), kNotThere);
        EXPECT_EQ(typeOf(addressOf(page)), uint32_t{DV_MEM_USER_MALLOC});
        EXPECT_EQ(::halHostUnregister(page, 1), kNotThere);
        EXPECT_EQ(::halHostUnregister(page, 0), kNone);
        EXPECT_EQ(::halHostUnregister(page, 0), kNotThere);
        EXPECT_EQ(::halMemHostGetDevPointer(page, 0, &again), kNotThere);
    }
}

TEST_F(HalMemoryTest, RegistrationIsUndoneWithAFlagToo) {
    void* mapped = nullptr;
    EXPECT_EQ(::halHostRegister(page, kPageBytes, HOST_MEM_MAP_DEV, 0, &mapped), kNone);
    EXPECT_EQ(::halHostUnregisterEx(page, 0, 6), kNotSupported);
    EXPECT_EQ(::halHostUnregisterEx(page, 0, HOST_MEM_MAP_DEV), kNone);
    EXPECT_EQ(::halHostUnregisterEx(page, 0, HOST_MEM_MAP_DEV), kNotThere);
}

TEST_F(HalMemoryTest, RegistrationsThatCannotBeAreRefused) {
    void* mapped = nullptr;
    EXPECT_EQ(::halHostRegister(nullptr, 1, HOST_MEM_MAP_DEV, 0, &mapped), kInvalidValue);
    EXPECT_EQ(::halHostRegister(page, 0, HOST_MEM_MAP_DEV, 0, &mapped), kInvalidValue);
    EXPECT_EQ(::halHostRegister(page, kPageBytes, HOST_MEM_MAP_DEV, 0, nullptr), kInvalidValue);
    EXPECT_EQ(::halHostRegister(page, kPageBytes, HOST_MEM_MAP_DEV, kNoDevice, &mapped),
              kInvalidDevice);
    EXPECT_EQ(::halHostRegister(page, kPageBytes, 6, 0, &mapped), kNotSupported);
    EXPECT_EQ(::halHostRegister(page, UINT64_MAX, HOST_MEM_MAP_DEV, 0, &mapped), kInvalidValue);
    EXPECT_EQ(::halHostUnregister(nullptr, 0), kInvalidValue);
    EXPECT_EQ(::halHostUnregister(page, kNoDevice), kInvalidDevice);
    EXPECT_EQ(::halMemHostGetDevPointer(nullptr, 0, &mapped), kInvalidValue);
    EXPECT_EQ(::halMemHostGetDevPointer(page, 0, nullptr), kInvalidValue);
    EXPECT_EQ(::halMemHostGetDevPointer(page, kNoDevice, &mapped), kInvalidDevice);
}

TEST_F(HalMemoryTest, TheHostSeesMemoryOfADevice) {
    const uint64_t address = allocate(4096);
    void* view = nullptr;
    ASSERT_EQ(::halHostRegister(pointerTo(address), 4096, DEV_SVM_MAP_HOST, 0, &view), kNone);
    std::memset(view, 0x77, 4096);
    EXPECT_EQ(read(address, 4096), std::vector<uint8_t>(4096, 0x77));
    EXPECT_EQ(::halHostRegister(pointerTo(address), 4096, DEV_SVM_MAP_HOST, 0, &view), kBusy);
    EXPECT_EQ(::halHostUnregister(pointerTo(address), 0), kNone);
    EXPECT_EQ(::halHostUnregister(pointerTo(address), 0), kNotThere);
    EXPECT_EQ(::halHostRegister(pointerTo(address), 4097, DEV_SVM_MAP_HOST, 0, &view),
              kInvalidValue);
    EXPECT_EQ(::halHostRegister(pointerTo(address), 4096, DEV_SVM_MAP_HOST, 1, &view),
              kInvalidValue);
    EXPECT_EQ(::halHostRegister(page, 4096, DEV_SVM_MAP_HOST, 0, &view), kInvalidValue);
}

TEST_F(HalMemoryTest, AViewGoesWithItsMemory) {
    const uint64_t address = allocate(4096);
    void* view = nullptr;
    ASSERT_EQ(::halHostRegister(pointerTo(address), 4096, DEV_SVM_MAP_HOST, 0, &view), kNone);
    EXPECT_EQ(release(address), kNone);
    EXPECT_EQ(::halHostUnregister(pointerTo(address), 0), kNotThere);
    const uint64_t other = allocate(4096, HAL_MEM_KIND_DEV, 1);
    ASSERT_EQ(::halHostRegister(pointerTo(other), 4096, DEV_SVM_MAP_HOST, 1, &view), kNone);
    ASSERT_EQ(closeDevice(1), kNone);
    ASSERT_EQ(openDevice(1), kNone);
    EXPECT_EQ(::halHostUnregister(pointerTo(other), 1), kNotThere);
}

// ---- control ----

TEST_F(HalMemoryTest, TheAreaForFlagsOfCoresIsAlwaysTheSame) {
    AddrMapInPara in{ADDR_MAP_TYPE_REG_C2C_CTRL, 1};
    AddrMapOutPara first{};
    AddrMapOutPara second{};
    size_t bytes = 0;
    EXPECT_EQ(::halMemCtl(CTRL_TYPE_ADDR_MAP, &in, sizeof in, &first, &bytes), kNone);
    EXPECT_EQ(bytes, sizeof first);
    EXPECT_EQ(first.len, 65536U);
    EXPECT_EQ(::halMemCtl(CTRL_TYPE_ADDR_MAP, &in, sizeof in, &second, &bytes), kNone);
    EXPECT_EQ(first.ptr, second.ptr);
    EXPECT_EQ(::drvMemsetD8(first.ptr, first.len, 0, first.len), kNone);
    EXPECT_EQ(::halMemCtl(CTRL_TYPE_ADDR_UNMAP, &in, sizeof in, nullptr, nullptr), kNone);
}

TEST_F(HalMemoryTest, ControlsThatCannotBeAreRefused) {
    AddrMapInPara in{ADDR_MAP_TYPE_REG_C2C_CTRL, 0};
    AddrMapOutPara out{};
    size_t bytes = 0;
    EXPECT_EQ(::halMemCtl(CTRL_TYPE_ADDR_MAP, nullptr, 8, &out, &bytes), kInvalidValue);
    EXPECT_EQ(::halMemCtl(CTRL_TYPE_ADDR_MAP, &in, 7, &out, &bytes), kInvalidValue);
    EXPECT_EQ(::halMemCtl(CTRL_TYPE_ADDR_MAP, &in, 8, nullptr, &bytes), kInvalidValue);
    EXPECT_EQ(::halMemCtl(CTRL_TYPE_ADDR_MAP, &in, 8, &out, nullptr), kInvalidValue);
    in.addr_type = 0;
    EXPECT_EQ(::halMemCtl(CTRL_TYPE_ADDR_MAP, &in, 8, &out, &bytes), kNotSupported);
    EXPECT_EQ(::halMemCtl(CTRL_TYPE_ADDR_UNMAP, &in, 8, nullptr, nullptr), kNotSupported);
    in = {ADDR_MAP_TYPE_REG_C2C_CTRL, kNoDevice};
    EXPECT_EQ(::halMemCtl(CTRL_TYPE_ADDR_MAP, &in, 8, &out, &bytes), kInvalidDevice);
    EXPECT_EQ(::halMemCtl(CTRL_TYPE_ADDR_UNMAP, &in, 8, nullptr, nullptr), kInvalidDevice);
    EXPECT_EQ(::halMemCtl(CTRL_TYPE_SUPPORT_FEATURE, &in, 8, &out, &bytes), kInvalidValue);
    for (const int type : {3, 4, 5, 6, 7, 8, 9, -1}) {
        EXPECT_EQ(::halMemCtl(type, &in, 8, &out, &bytes), kNotSupported) << type;
    }
}

}  // namespace
}  // namespace belay::test
