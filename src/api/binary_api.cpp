// Public functions about files of kernels: loading them, finding kernels, asking what they are.
#include <cstring>
#include <filesystem>
#include <span>
#include <vector>

#include "acl/acl_rt.h"
#include "api/binary_options.h"
#include "api/checks.h"
#include "api/entry.h"
#include "api/kernel_objects.h"
#include "api/objects.h"

using belay::Binary;
using belay::BinaryFile;
using belay::BinaryGlobal;
using belay::BinaryKind;
using belay::BinarySetup;
using belay::Code;
using belay::Context;
using belay::CoreSide;
using belay::CpuLibrarySource;
using belay::Device;
using belay::Function;
using belay::KernelForm;
using belay::KernelInfo;
using belay::KernelParam;
using belay::Ref;
using belay::Result;
using belay::Status;
using belay::api::BinaryOptions;
using belay::api::binaryOptionsOf;
using belay::api::CpuMode;
using belay::api::currentContext;
using belay::api::entry;
using belay::api::entryValue;
using belay::api::fromHandle;
using belay::api::requireNotNull;
using belay::api::Session;
using belay::api::takeHandle;

namespace {

Result<Ref<Binary>> loadOn(Device& device, std::vector<std::byte> file, const BinarySetup& setup) {
    return Binary::load(device, std::move(file), setup);
}

Result<Ref<Binary>> loadOn(Device& device, CpuLibrarySource source, const BinarySetup& setup) {
    return Binary::loadCpu(device, std::move(source), setup.isLazy);
}

template <typename Source>
Status load(Session& session, Source source, const BinarySetup& setup, aclrtBinHandle* binHandle) {
    BELAY_ASSIGN(Context * context, currentContext());
    const Ref<Device> device(&context->device());
    session.leaveGuard();
    BELAY_ASSIGN(const Ref<Binary> binary, loadOn(*device, std::move(source), setup));
    *binHandle = binary->handle();
    return Status::ok();
}

// The file that lists kernels of AI CPUs, and the library that it goes with.
Result<CpuLibrarySource> readCpuLibrary(const std::filesystem::path& list, CpuMode mode) {
    CpuLibrarySource source;
    BELAY_ASSIGN(const std::vector<std::byte> file, belay::readBinaryFile(list.c_str()));
    BELAY_ASSIGN(source.kernels, belay::parseCpuKernelList(file));
    source.name = list.filename();
    if (mode == CpuMode::kLibraryBesideList) {
        std::filesystem::path library = list;
        library.replace_extension(".so");
        BELAY_ASSIGN(source.file, belay::readBinaryFile(library.c_str()));
        source.name = library.filename();
    }
    return source;
}

Status requireMode(bool isRight, CpuMode mode, const char* alternative) {
    return isRight ? Status::ok()
                   : Status::error(Code::kRtParamInvalid,
                                   "the option ACL_RT_BINARY_LOAD_OPT_CPU_KERNEL_MODE is {}, which "
                                   "is for {}",
                                   static_cast<int>(mode), alternative);
}

Status requireText(const char* text, const char* argument) {
    BELAY_TRY(requireNotNull(text, argument, Code::kRtParamInvalid));
    return *text != '\0' ? Status::ok()
                         : Status::error(Code::kRtParamInvalid,
                                         "argument '{}' is empty; it must be a name", argument);
}

// Both ways to find a function; finding one may copy the binary to its device.
template <typename Key>
Status findFunction(Session& session, aclrtBinHandle binHandle, Key key,
                    aclrtFuncHandle* funcHandle) {
    BELAY_TRY(requireNotNull(funcHandle, "funcHandle", Code::kRtParamInvalid));
    BELAY_ASSIGN(Binary * found, fromHandle<Binary>(binHandle, "binHandle"));
    const Ref<Binary> binary(found);
    session.leaveGuard();
    BELAY_ASSIGN(const Ref<Function> function, binary->findFunction(key));
    *funcHandle = function->handle();
    return Status::ok();
}

int64_t typeOf(const KernelInfo& kernel) {
    if (kernel.form == KernelForm::kCpu) {
        return ACL_KERNEL_TYPE_AICPU;
    }
    if (kernel.form == KernelForm::kMix) {
        return ACL_KERNEL_TYPE_MIX;
    }
    if (kernel.mainSide == CoreSide::kVector) {
        return ACL_KERNEL_TYPE_VECTOR;
    }
    return kernel.meta.type == belay::KernelType::kAicore ? ACL_KERNEL_TYPE_AICORE
                                                          : ACL_KERNEL_TYPE_CUBE;
}

// Vector cores in the lower half, cube cores in the upper one.
int64_t ratioOf(const KernelInfo& kernel) {
    const auto ratio = [](int64_t cube, int64_t vector) { return cube << 16 | vector; };
    if (kernel.form == KernelForm::kCpu) {
        return ratio(0, 0);
    }
    if (kernel.vectorsPerCube != 0) {
        return ratio(1, kernel.vectorsPerCube);
    }
    return kernel.mainSide == CoreSide::kCube ? ratio(1, 0) : ratio(0, 1);
}

Result<const KernelInfo*> infoOf(const void* function, const char* argument) {
    BELAY_ASSIGN(const Function* found, fromHandle<Function>(function, argument));
    return &found->info();
}

}  // namespace

aclrtBinary aclrtCreateBinary(const void* data, size_t dataLen) {
    return entryValue<aclrtBinary>(
        BELAY_CALL(data, dataLen), nullptr, [&](Session&) -> Result<aclrtBinary> {
            BELAY_TRY(requireNotNull(data, "data", Code::kRtParamInvalid));
            if (dataLen == 0) {
                return Status::error(Code::kRtParamInvalid,
                                     "argument 'dataLen' is 0; it must be above 0");
            }
            Ref<BinaryFile> file(
                new BinaryFile(std::span(static_cast<const std::byte*>(data), dataLen)));
            return openHandle(std::move(file));
        });
}

aclError aclrtDestroyBinary(aclrtBinary binary) {
    return entry(BELAY_CALL(binary), [&](Session&) -> Status {
        return takeHandle<BinaryFile>(binary, "binary").takeStatus();
    });
}

aclError aclrtBinaryLoad(const aclrtBinary binary, aclrtBinHandle* binHandle) {
    return entry(BELAY_CALL(binary, binHandle), [&](Session& session) -> Status {
        BELAY_TRY(requireNotNull(binHandle, "binHandle", Code::kRtParamInvalid));
        BELAY_ASSIGN(const BinaryFile* file, fromHandle<BinaryFile>(binary, "binary"));
        const auto bytes = file->bytes();
        return load(session, std::vector(bytes.begin(), bytes.end()), {}, binHandle);
    });
}

aclError aclrtBinaryLoadFromFile(const char* binPath, aclrtBinaryLoadOptions* options,
                                 aclrtBinHandle* binHandle) {
    return entry(BELAY_CALL(binPath, options, binHandle), [&](Session& session) -> Status {
        BELAY_TRY(requireNotNull(binPath, "binPath", Code::kRtParamInvalid));
        BELAY_TRY(requireNotNull(binHandle, "binHandle", Code::kRtParamInvalid));
        BELAY_ASSIGN(const BinaryOptions chosen, binaryOptionsOf(options));
        BELAY_TRY(currentContext().takeStatus());
        if (chosen.cpuMode) {
            BELAY_TRY(requireMode(*chosen.cpuMode != CpuMode::kLibrary, *chosen.cpuMode,
                                  "aclrtBinaryLoadFromData()"));
            Result<CpuLibrarySource> source = readCpuLibrary(binPath, *chosen.cpuMode);
            BELAY_TRY(source.takeStatus().withContext(fmt::format("the file \"{}\"", binPath)));
            return load(session, std::move(source).value(), chosen.setup, binHandle)
                .withContext(fmt::format("the library of \"{}\"", binPath));
        }
        BELAY_ASSIGN(std::vector<std::byte> file, belay::readBinaryFile(binPath));
        return load(session, std::move(file), chosen.setup, binHandle)
            .withContext(fmt::format("the file \"{}\"", binPath));
    });
}

aclError aclrtBinaryLoadFromData(const void* data, size_t length,
                                 const aclrtBinaryLoadOptions* options, aclrtBinHandle* binHandle) {
    return entry(BELAY_CALL(data, length, options, binHandle), [&](Session& session) -> Status {
        BELAY_TRY(requireNotNull(data, "data", Code::kRtParamInvalid));
        BELAY_TRY(requireNotNull(binHandle, "binHandle", Code::kRtParamInvalid));
        if (length == 0 || length > belay::kMaxBinaryBytes) {
            return Status::error(Code::kRtParamInvalid,
                                 "argument 'length' is {}; it must be 1 to {}", length,
                                 belay::kMaxBinaryBytes);
        }
        BELAY_ASSIGN(const BinaryOptions chosen, binaryOptionsOf(options));
        BELAY_TRY(currentContext().takeStatus());
        const auto* first = static_cast<const std::byte*>(data);
        std::vector<std::byte> file(first, first + length);
        if (chosen.cpuMode) {
            BELAY_TRY(requireMode(*chosen.cpuMode == CpuMode::kLibrary, *chosen.cpuMode,
                                  "aclrtBinaryLoadFromFile()"));
            return load(session,
                        CpuLibrarySource{.name = "cpu_kernels.so", .file = std::move(file)},
                        chosen.setup, binHandle);
        }
        return load(session, std::move(file), chosen.setup, binHandle);
    });
}

aclError aclrtBinaryUnLoad(aclrtBinHandle binHandle) {
    return entry(BELAY_CALL(binHandle), [&](Session& session) -> Status {
        BELAY_ASSIGN(Binary * found, takeHandle<Binary>(binHandle, "binHandle"));
        const Ref<Binary> binary(found);
        session.leaveGuard();
        binary->unload();
        return Status::ok();
    });
}

aclError aclrtBinaryGetFunction(const aclrtBinHandle binHandle, const char* kernelName,
                                aclrtFuncHandle* funcHandle) {
    return entry(BELAY_CALL(binHandle, kernelName, funcHandle), [&](Session& session) -> Status {
        BELAY_TRY(requireNotNull(kernelName, "kernelName", Code::kRtParamInvalid));
        return findFunction(session, binHandle, std::string_view(kernelName), funcHandle);
    });
}

aclError aclrtBinaryGetFunctionByEntry(aclrtBinHandle binHandle, uint64_t funcEntry,
                                       aclrtFuncHandle* funcHandle) {
    return entry(BELAY_CALL(binHandle, funcEntry, funcHandle), [&](Session& session) -> Status {
        return findFunction(session, binHandle, funcEntry, funcHandle);
    });
}

aclError aclrtRegisterCpuFunc(const aclrtBinHandle handle, const char* funcName,
                              const char* kernelName, aclrtFuncHandle* funcHandle) {
    return entry(
        BELAY_CALL(handle, funcName, kernelName, funcHandle), [&](Session& session) -> Status {
            BELAY_TRY(requireText(funcName, "funcName"));
            BELAY_TRY(requireText(kernelName, "kernelName"));
            BELAY_TRY(requireNotNull(funcHandle, "funcHandle", Code::kRtParamInvalid));
            BELAY_ASSIGN(Binary * found, fromHandle<Binary>(handle, "handle"));
            const Ref<Binary> binary(found);
            session.leaveGuard();
            BELAY_ASSIGN(const Ref<Function> function,
                         binary->addCpuFunction({.name = kernelName, .function = funcName}));
            *funcHandle = function->handle();
            return Status::ok();
        });
}

aclError aclrtBinaryGetDevAddress(const aclrtBinHandle binHandle, void** binAddr, size_t* binSize) {
    return entry(BELAY_CALL(binHandle, binAddr, binSize), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(binAddr, "binAddr", Code::kRtParamInvalid));
        BELAY_TRY(requireNotNull(binSize, "binSize", Code::kRtParamInvalid));
        BELAY_ASSIGN(const Binary* binary, fromHandle<Binary>(binHandle, "binHandle"));
        *binAddr = binary->deviceBytes().data();
        *binSize = static_cast<size_t>(binary->loadedBytes());
        return Status::ok();
    });
}

aclError aclrtBinaryGetGlobal(aclrtBinHandle binHandle, const char* name, void** dptr,
                              size_t* size) {
    return entry(BELAY_CALL(binHandle, name, dptr, size), [&](Session& session) -> Status {
        BELAY_TRY(requireNotNull(name, "name", Code::kRtParamInvalid));
        if (dptr == nullptr && size == nullptr) {
            return Status::error(Code::kRtParamInvalid,
                                 "arguments 'dptr' and 'size' are both null; one must not be");
        }
        BELAY_ASSIGN(Binary * found, fromHandle<Binary>(binHandle, "binHandle"));
        const Ref<Binary> binary(found);
        session.leaveGuard();
        BELAY_ASSIGN(const BinaryGlobal global, binary->findGlobal(name));
        if (dptr != nullptr) {
            *dptr = global.address;
        }
        if (size != nullptr) {
            *size = static_cast<size_t>(global.bytes);
        }
        return Status::ok();
    });
}

aclError aclrtBinarySetExceptionCallback(aclrtBinHandle binHandle,
                                         aclrtOpExceptionCallback callback, void* userData) {
    return entry(BELAY_CALL(binHandle, callback, userData), [&](Session&) -> Status {
        BELAY_ASSIGN(Binary * binary, fromHandle<Binary>(binHandle, "binHandle"));
        binary->setExceptionCallback({callback, userData});
        return Status::ok();
    });
}

aclError aclrtGetFunctionAddr(aclrtFuncHandle funcHandle, void** aicAddr, void** aivAddr) {
    return entry(BELAY_CALL(funcHandle, aicAddr, aivAddr), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(aicAddr, "aicAddr", Code::kRtParamInvalid));
        BELAY_TRY(requireNotNull(aivAddr, "aivAddr", Code::kRtParamInvalid));
        BELAY_ASSIGN(const Function* function, fromHandle<Function>(funcHandle, "funcHandle"));
        *aicAddr = function->address(CoreSide::kCube);
        *aivAddr = function->address(CoreSide::kVector);
        return Status::ok();
    });
}

aclError aclrtGetFunctionSize(aclrtFuncHandle funcHandle, size_t* aicSize, size_t* aivSize) {
    return entry(BELAY_CALL(funcHandle, aicSize, aivSize), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(aicSize, "aicSize", Code::kRtParamInvalid));
        BELAY_TRY(requireNotNull(aivSize, "aivSize", Code::kRtParamInvalid));
        BELAY_ASSIGN(const Function* function, fromHandle<Function>(funcHandle, "funcHandle"));
        *aicSize = static_cast<size_t>(function->codeBytes(CoreSide::kCube));
        *aivSize = static_cast<size_t>(function->codeBytes(CoreSide::kVector));
        return Status::ok();
    });
}

aclError aclrtGetFunctionName(aclrtFuncHandle funcHandle, uint32_t maxLen, char* name) {
    return entry(BELAY_CALL(funcHandle, maxLen, name), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(name, "name", Code::kRtParamInvalid));
        BELAY_ASSIGN(const KernelInfo* kernel, infoOf(funcHandle, "funcHandle"));
        if (maxLen <= kernel->name.size()) {
            return Status::error(Code::kRtParamInvalid,
                                 "argument 'maxLen' is {}; the name '{}' takes {} bytes with its "
                                 "terminating zero",
                                 maxLen, kernel->name, kernel->name.size() + 1);
        }
        std::memcpy(name, kernel->name.c_str(), kernel->name.size() + 1);
        return Status::ok();
    });
}

aclError aclrtGetFunctionAttribute(aclrtFuncHandle funcHandle, aclrtFuncAttribute attrType,
                                   int64_t* attrValue) {
    return entry(BELAY_CALL(funcHandle, attrType, attrValue), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(attrValue, "attrValue", Code::kRtParamInvalid));
        BELAY_ASSIGN(const KernelInfo* kernel, infoOf(funcHandle, "funcHandle"));
        switch (attrType) {
            case ACL_FUNC_ATTR_KERNEL_TYPE:
                *attrValue = typeOf(*kernel);
                return Status::ok();
            case ACL_FUNC_ATTR_KERNEL_RATIO:
                *attrValue = ratioOf(*kernel);
                return Status::ok();
            case ACL_FUNC_ATTR_KERNEL_SCHED_MODE:
                *attrValue = kernel->meta.scheduleMode.value_or(0);
                return Status::ok();
        }
        return Status::error(Code::kRtParamInvalid,
                             "argument 'attrType' is {}, which is no value of aclrtFuncAttribute",
                             static_cast<int>(attrType));
    });
}

aclError aclrtFunctionGetBinary(const aclrtFuncHandle funcHandle, aclrtBinHandle* binHandle) {
    return entry(BELAY_CALL(funcHandle, binHandle), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(binHandle, "binHandle", Code::kRtParamInvalid));
        BELAY_ASSIGN(const Function* function, fromHandle<Function>(funcHandle, "funcHandle"));
        *binHandle = function->binary().handle();
        return Status::ok();
    });
}

aclError aclrtFunctionGetParamCount(const void* func, size_t* paramCount) {
    return entry(BELAY_CALL(func, paramCount), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(paramCount, "paramCount", Code::kRtParamInvalid));
        BELAY_ASSIGN(const KernelInfo* kernel, infoOf(func, "func"));
        BELAY_TRY(kernel->requireParams());
        *paramCount = kernel->meta.params.size();
        return Status::ok();
    });
}

aclError aclrtFunctionGetParamInfo(const void* func, size_t paramIndex, size_t* paramOffset,
                                   size_t* paramSize) {
    return entry(BELAY_CALL(func, paramIndex, paramOffset, paramSize), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(paramOffset, "paramOffset", Code::kRtParamInvalid));
        BELAY_TRY(requireNotNull(paramSize, "paramSize", Code::kRtParamInvalid));
        BELAY_ASSIGN(const KernelInfo* kernel, infoOf(func, "func"));
        BELAY_TRY(kernel->requireParams());
        if (paramIndex >= kernel->meta.params.size()) {
            return Status::error(Code::kRtParamInvalid,
                                 "argument 'paramIndex' is {}; the kernel '{}' has {} parameters",
                                 paramIndex, kernel->name, kernel->meta.params.size());
        }
        const KernelParam& param = kernel->meta.params[paramIndex];
        *paramOffset = param.offset;
        *paramSize = param.size;
        return Status::ok();
    });
}

aclError aclrtFunctionGetAvailDynUbufPerBlock(void* func, uint32_t flags, size_t* dynamicUbufSize) {
    return entry(BELAY_CALL(func, flags, dynamicUbufSize), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(dynamicUbufSize, "dynamicUbufSize", Code::kRtParamInvalid));
        if (flags != 0) {
            return Status::error(Code::kRtParamInvalid, "argument 'flags' is {}; it must be 0",
                                 flags);
        }
        BELAY_TRY(infoOf(func, "func").takeStatus());
        *dynamicUbufSize = 0;  // only SIMT kernels ask for some, and no chip of today has those
        return Status::ok();
    });
}
