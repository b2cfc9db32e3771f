// How the bytes of an offline model (.om) begin: OmHeader, and the entries of its tables.
// Little-endian.
#pragma once

#include <cstddef>
#include <cstdint>

namespace belay {

/// The first bytes of a file.
struct OmHeader {
    uint32_t mark;
    uint32_t headerBytes;
    uint32_t version;
    uint8_t checksum[64];
    uint32_t bodyBytes32;  ///< of a file with small tables, else 0
    uint8_t isEncrypted;
    uint8_t isUnchecked;
    uint8_t kind;
    uint8_t generationMode;
    char name[32];  ///< cut, with a terminator
    uint32_t ops;
    uint8_t userInfo[32];
    uint32_t irVersion;
    uint32_t modelCount;
    char platformVersion[20];
    uint8_t platformType;
    uint8_t padding[3];
    uint64_t bodyBytes64;  ///< of a file with large tables, else 0
    uint8_t checksHostCpu;
    uint8_t isUnknownModel;
    uint8_t reserved[62];
};

static_assert(sizeof(OmHeader) == 256);
static_assert(offsetof(OmHeader, bodyBytes32) == 76 && offsetof(OmHeader, name) == 84);
static_assert(offsetof(OmHeader, modelCount) == 156 && offsetof(OmHeader, bodyBytes64) == 184);

/// An entry of a table. Offsets count from the end of the table.
struct OmSmallEntry {
    uint32_t type;
    uint32_t offset;
    uint32_t bytes;
};

struct OmLargeEntry {
    uint32_t type;
    uint32_t padding;
    uint64_t offset;
    uint64_t bytes;
};

static_assert(sizeof(OmSmallEntry) == 12 && sizeof(OmLargeEntry) == 24);

}  // namespace belay
