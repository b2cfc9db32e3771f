// Public functions about the numbers of devices, and what else tells one from the other.
#include <algorithm>
#include <cctype>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include "acl/acl_rt.h"
#include "api/checks.h"
#include "api/entry.h"
#include "runtime/devices.h"

using belay::Code;
using belay::DeviceNumbers;
using belay::Devices;
using belay::Result;
using belay::Status;
using belay::api::entry;
using belay::api::requireNotNull;
using belay::api::Session;

namespace {

// One kind of number into another. The C names of the arguments are for messages.
template <typename Call>
aclError convert(const Call& call, uint32_t DeviceNumbers::*from, int32_t number,
                 const char* fromName, uint32_t DeviceNumbers::*to, int32_t* result,
                 const char* resultName) {
    return entry(call, [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(result, resultName));
        BELAY_ASSIGN(const DeviceNumbers numbers,
                     Devices::instance().numbers(from, number, fromName));
        *result = static_cast<int32_t>(numbers.*to);
        return Status::ok();
    });
}

// Hexadecimal digits up to `end` or the end of the text, which are taken off; nothing when there
// are none or more than `mostDigits`.
std::optional<uint32_t> takeHex(std::string_view& text, char end, size_t mostDigits) {
    const size_t digits = std::min(text.find(end), text.size());
    if (digits == 0 || digits > mostDigits) {
        return std::nullopt;
    }
    uint32_t value = 0;
    for (const char digit : text.substr(0, digits)) {
        if (std::isxdigit(static_cast<unsigned char>(digit)) == 0) {
            return std::nullopt;
        }
        const int lower = std::tolower(static_cast<unsigned char>(digit));
        value = value * 16 + static_cast<uint32_t>(lower <= '9' ? lower - '0' : lower - 'a' + 10);
    }
    text.remove_prefix(std::min(digits + 1, text.size()));
    return value;
}

struct PciAddress {
    uint32_t domain = 0;
    uint32_t bus = 0;
    uint32_t device = 0;
    uint32_t function = 0;

    bool operator==(const PciAddress&) const = default;
};

// domain:bus:device.function; the domain and the function may be left out, and are 0 then.
std::optional<PciAddress> parsePciAddress(std::string_view text) {
    PciAddress address;
    const auto take = [&text](uint32_t& part, char end, size_t mostDigits) {
        const auto value = takeHex(text, end, mostDigits);
        part = value.value_or(0);
        return value.has_value();
    };
    const size_t colons = static_cast<size_t>(std::count(text.begin(), text.end(), ':'));
    if (colons != 1 && colons != 2) {
        return std::nullopt;
    }
    const bool hasFunction = text.find('.') != std::string_view::npos;
    const bool isAddress = (colons == 1 || take(address.domain, ':', 8)) &&
                           take(address.bus, ':', 2) && take(address.device, '.', 2) &&
                           (!hasFunction || take(address.function, '\0', 1));
    return isAddress && text.empty() ? std::optional(address) : std::nullopt;
}

}  // namespace

aclError aclrtGetLogicDevIdByUserDevId(const int32_t userDevid, int32_t* const logicDevId) {
    return convert(BELAY_CALL(userDevid, logicDevId), &DeviceNumbers::user, userDevid, "userDevid",
                   &DeviceNumbers::logical, logicDevId, "logicDevId");
}

aclError aclrtGetUserDevIdByLogicDevId(const int32_t logicDevId, int32_t* const userDevid) {
    return convert(BELAY_CALL(logicDevId, userDevid), &DeviceNumbers::logical, logicDevId,
                   "logicDevId", &DeviceNumbers::user, userDevid, "userDevid");
}

// In these two the number that the interface calls logical is the application's own: so the
// vendor's documents say of one of them, and programs rely on it.

aclError aclrtGetLogicDevIdByPhyDevId(const int32_t phyDevId, int32_t* const logicDevId) {
    return convert(BELAY_CALL(phyDevId, logicDevId), &DeviceNumbers::physical, phyDevId, "phyDevId",
                   &DeviceNumbers::user, logicDevId, "logicDevId");
}

aclError aclrtGetPhyDevIdByLogicDevId(const int32_t logicDevId, int32_t* const phyDevId) {
    return convert(BELAY_CALL(logicDevId, phyDevId), &DeviceNumbers::user, logicDevId, "logicDevId",
                   &DeviceNumbers::physical, phyDevId, "phyDevId");
}

aclError aclrtGetUserDevIdByPhyDevId(const int32_t phyDevId, int32_t* const userDevId) {
    return convert(BELAY_CALL(phyDevId, userDevId), &DeviceNumbers::physical, phyDevId, "phyDevId",
                   &DeviceNumbers::user, userDevId, "userDevId");
}

aclError aclrtGetPhyDevIdByUserDevId(const int32_t userDevId, int32_t* const phyDevId) {
    return convert(BELAY_CALL(userDevId, phyDevId), &DeviceNumbers::user, userDevId, "userDevId",
                   &DeviceNumbers::physical, phyDevId, "phyDevId");
}

aclError aclrtDeviceGetUuid(int32_t deviceId, aclrtUuid* uuid) {
    return entry(BELAY_CALL(deviceId, uuid), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(uuid, "uuid"));
        BELAY_ASSIGN(const belay::driver::DeviceInfo info, Devices::instance().info(deviceId));
        static_assert(sizeof uuid->bytes == sizeof info.uuid);
        // NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker): checked above
        std::memcpy(uuid->bytes, info.uuid.data(), sizeof uuid->bytes);
        return Status::ok();
    });
}

aclError aclrtDeviceGetPCIBusId(int32_t deviceId, char* pciBusId, int32_t len) {
    return entry(BELAY_CALL(deviceId, pciBusId, len), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(pciBusId, "pciBusId"));
        BELAY_ASSIGN(const belay::driver::DeviceInfo info, Devices::instance().info(deviceId));
        const std::string& address = info.pciAddress;
        if (len < 0 || static_cast<size_t>(len) <= address.size()) {
            return Status::error(Code::kInvalidParam,
                                 "argument 'len' is {}; the address takes {} bytes with its "
                                 "terminating zero",
                                 len, address.size() + 1);
        }
        std::memcpy(pciBusId, address.c_str(), address.size() + 1);
        return Status::ok();
    });
}

aclError aclrtDeviceGetByPCIBusId(const char* pciBusId, int32_t* deviceId) {
    return entry(BELAY_CALL(pciBusId, deviceId), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(pciBusId, "pciBusId"));
        BELAY_TRY(requireNotNull(deviceId, "deviceId"));
        const std::optional<PciAddress> wanted = parsePciAddress(pciBusId);
        if (!wanted) {
            return Status::error(
                Code::kInvalidParam,
                "argument 'pciBusId' is \"{}\"; it must be "
                "domain:bus:device.function in hexadecimal, as in \"0000:c1:00.0\"",
                pciBusId);
        }
        BELAY_ASSIGN(const uint32_t count, Devices::instance().count());
        for (uint32_t device = 0; device < count; ++device) {
            const auto number = static_cast<int32_t>(device);
            BELAY_ASSIGN(const belay::driver::DeviceInfo info, Devices::instance().info(number));
            if (parsePciAddress(info.pciAddress) == wanted) {
                *deviceId = number;
                return Status::ok();
            }
        }
        return Status::error(Code::kRtInvalidDeviceid,
                             "argument 'pciBusId' is \"{}\"; none of the {} devices is there",
                             pciBusId, count);
    });
}
