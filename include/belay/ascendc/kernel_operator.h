// So that kernels find the library by the name they know: this folder is on belay-kcc's path.
#pragma once

#include "belay/kernel/kernel_operator.h"
