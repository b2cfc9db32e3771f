// Writes a container: what aclrtBinaryLoadFromFile() reads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "hw/kernel_image.h"
#include "kcc/kernel_scanner.h"
#include "kcc/linked_image.h"

namespace belay::kcc {

struct ContainerImage {
    hw::IsaLevel level = hw::IsaLevel::kBaseline;
    uint8_t side = 1;
    LinkedImage image;
};

/// One kernel of all images, in the order of their tables.
struct ContainerKernel {
    std::string name;
    Marks marks;
};

struct Container {
    std::vector<ContainerImage> images;  ///< with equal kernels, globals and shared data
    std::vector<ContainerKernel> kernels;
    std::vector<std::string> imports;  ///< names, in the order of the slots
};

/// How far the shared data will be from each image: where the images have to be linked to expect
/// them. Depends on names, and on the images' sizes without the shared data.
std::vector<uint64_t> distancesOfData(const Container& container);

/// The file's bytes; the same for the same container. Linked files with debug information are kept
/// beside what is loaded, in the section ".belay.debug.<n>" of the n-th image. The images have been
/// linked for distancesOfData().
std::vector<std::byte> writeContainer(const Container& container);

}  // namespace belay::kcc
