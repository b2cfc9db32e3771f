#include "kcc/missing_names.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cctype>
#include <set>
#include <sstream>
#include <vector>

#include "kcc/lexer.h"

namespace belay::kcc {
namespace {

// Names of the namespace AscendC that belong to the vector API and to what stands on it. Sources
// that say "using namespace AscendC" use them bare; a name that is not here is then left to the
// compiler, since it may be just a slip.
constexpr std::string_view kVectorApi =
    " "
    "Abs Acos Acosh Add AddDeqRelu AddRelu AddReluCast Adds AdjustSoftMaxRes AippParams "
    "AllocEventID AllocMutexID And Arange ArithProgression AscendAntiQuant AscendDequant "
    "AscendQuant Asin Asinh Atan Atanh AtomicAdd AtomicCas AtomicExch AtomicMax AtomicMin Axpy "
    "BatchMatmul BatchNorm BinaryRepeatParams BlockReduceMax BlockReduceMin BlockReduceSum Brcb "
    "BroadCast BroadCastVecToMM Broadcast CLEAR_FLAG CMPMODE CacheLine CacheMode Cast CastDeq "
    "CastDequant Ceil CheckLocalMemoryIA Clamp ClampMax ClampMin Compare CompareScalar Concat "
    "ConfusionTranspose Conv3D Conv3dBackprop Coord Copy CopyRepeatParams Cos Cosh "
    "CreateCubeResGroup CreateVecIndex CubeResGroupHandle CumSum DEFAULT_BLK_NUM "
    "DataCacheCleanAndInvalid DataCachePreload DataCopy DataCopyCO12DstParams "
    "DataCopyEnhancedParams DataCopyExtParams DataCopyPad DataCopyPadExtParams "
    "DataCopyPadParams DataCopyParams DcciDst DeepNorm Digamma Div Dropout DumpAccChkPoint "
    "DumpTensor Duplicate Erf Erfc Exp Extract FasterGelu FasterGeluV2 FetchEventID Fill "
    "Fixpipe FixpipeParams FixpipeParamsV220 Floor Fmod Frac FusedMulAdd FusedMulAddRelu Gather "
    "GatherMask Gatherb GeGLU Gelu GetAccVal GetArchVersion GetCmpMask "
    "GetCoreNumForMixVectorCore GetICachePreloadStatus GetMrgSortResult GetProgramCounter "
    "GetReduceMaxMinCount GetRuntimeUBSize GetStoreAtomicConfig GetSysWorkSpacePtr GetTPipePtr "
    "GetTilingKey GetUBSizeInBytes GetUserWorkspace GlobalTensor GroupBarrier GroupNorm Hccl "
    "HcclHandle HcclServerType Hypot IBSet IBWait ICachePreLoad InitConstValue "
    "InitConstValueParams InitDetermineComputeWorkspace InitSocState KfcServer KfcWorkspace "
    "LayerNorm LayerNormGrad LayerNormGradBeta Layout LeakyRelu Lgamma ListTensorDesc Ln "
    "LoadData LoadData2DParams LoadData2dParams LoadData3DParamsV2 LoadDataWithSparse "
    "LoadDataWithTranspose LoadImageToLocal LoadImageToLocalParams LoadUnzipIndex "
    "LocalMemAllocator LocalTensor Log Log10 Log2 LogSoftMax MakeLayout MakeShape MakeStride "
    "MaskMode Matmul MatmulCallBackFunc MatmulImpl MatmulType MatmulTypeWithScale Max Maxs Mean "
    "MetricsProfStart MetricsProfStop Min Mins Mmad MmadParams MmadWithSparse MrgSort MrgSort4 "
    "MrgSort4Info Mul MulAddDst MulCast Muls Mutex Nd2NzParams Normalize Not NotifyNextBlock "
    "Nz2NdParamsFull Or Pad PairReduceSum Philox Power PrintTimeStamp ProposalConcat "
    "ProposalExtract QuePosition ReGlu ReadGmByPassDCache ReadSpmBuffer Reciprocal "
    "ReduceAlgorithm ReduceMax ReduceMin ReduceOrder ReduceSum ReleaseEventID ReleaseMutexID "
    "Relu RepeatReduceSum ResetMask RmsNorm Round RoundModeV2 RpSort16 Rsqrt SELMODE Scatter "
    "Select SelectWithBytesMask SetAippFunctions SetAtomicAdd SetAtomicMax SetAtomicMin "
    "SetAtomicNone SetAtomicType SetCmpMask SetDeqScale SetFixPipeConfig SetFixpipeNz2ndFlag "
    "SetFixpipePreQuantFlag SetFmatrix SetHF32Mode SetHF32TransMode SetL2CacheHint "
    "SetLoadDataBoundary SetLoadDataPaddingValue SetLoadDataRepeat SetMMLayoutTransform "
    "SetMaskCount SetMaskNorm SetNextTaskStart SetPadValue SetStoreAtomicConfig SetSysWorkspace "
    "SetSysWorkspaceForce SetSystolicArray SetVectorMask SetVectorMaskImpl Shape ShapeInfo "
    "ShiftLeft ShiftRight Sigmoid Sign Silu SimpleSoftMax Sin Sinh SliceInfo SoftMax "
    "SoftmaxFlash SoftmaxFlashV2 SoftmaxFlashV3 SoftmaxGrad SoftmaxGradFront Sort Sort32 Sqrt "
    "Stride Sub SubRelu SubReluCast Sum SwiGLU Swish TBuf TBufHandle TBufPool TCubeTiling TPipe "
    "TPosition TQue TQueBind TQueConfig Tan Tanh TaskDependency TensorDesc TensorTrait TopK "
    "TransDataTo5HD Transpose TransposeParamsExt TransposeType Trunc UnPad UnaryRepeatParams "
    "VectorPadding WaitPreBlock WaitPreTaskEnd WelfordFinalize WelfordUpdate Where "
    "WholeReduceMax WholeReduceMin WholeReduceSum WriteGmByPassDCache WriteSpmBuffer Xor ";

// The same outside of a namespace: instructions of cores, and macros.
constexpr std::string_view kGlobal =
    " "
    "BEGIN_TILING_DATA_DEF COPY_TILING_WITH_STRUCT GET_TILING_DATA GET_TILING_DATA_MEMBER "
    "GET_TILING_DATA_WITH_STRUCT REGISTER_TILING_DEFAULT REGISTER_TILING_FOR_TILINGKEY "
    "REGIST_CUBE_OBJ REGIST_MATMUL_OBJ TILING_DATA_FIELD_DEF TILING_KEY_IS copy_cbuf_to_gm "
    "copy_cbuf_to_ubuf copy_gm_to_cbuf copy_gm_to_ubuf copy_gm_to_ubuf_align "
    "copy_matrix_cc_to_gm copy_matrix_cc_to_ubuf copy_ubuf_to_cbuf copy_ubuf_to_gm "
    "copy_ubuf_to_gm_align copy_ubuf_to_ubuf dcci get_imm load_cbuf_to_ca load_cbuf_to_cb "
    "load_cbuf_to_cb_transpose load_gm_to_ca load_gm_to_cb mad scatter_vnchwconv_b16 "
    "scatter_vnchwconv_b32 set_atomic_add set_atomic_f16 set_atomic_f32 set_atomic_none set_fpc "
    "set_mask_count set_mask_norm set_nd_para set_padding set_vector_mask vabs vadd vadds vand "
    "vbitsort vcadd vcgadd vcgmax vcgmin vcmax vcmin vcmp_eq vcmpv_eq vconv_f162f32 "
    "vconv_f322f16 vconv_f322s32 vconv_s322f32 vcpadd vdiv vector_dup vexp vgather vgatherb vln "
    "vmax vmaxs vmin vmins vmrgsort4 vmul vmuls vnot vor vrec vreducev2 vrelu vrsqrt vsel vsqrt "
    "vsub vtranspose ";

struct Use {
    std::string scope;  // "AscendC::" or nothing
    std::string name;
    std::string place;  // "file:line:"

    std::string fullName() const { return scope + name; }
};

bool isIn(std::string_view names, std::string_view name) {
    return names.find(fmt::format(" {} ", name)) != names.npos;
}

/// Reads a source once and keeps what could be a use of a missing name.
class UseFinder {
  public:
    UseFinder(std::string_view preprocessed, std::string_view library)
        : lexer_(preprocessed), library_(library) {}

    std::vector<Use> find() {
        for (Token token = lexer_.next(); token.kind != Token::Kind::kEnd; token = lexer_.next()) {
            if (token.isIdentifier()) {
                take(token);
            }
            beforeLast_ = last_;
            last_ = token.text;
        }
        std::erase_if(uses_, [this](const Use& use) { return known_.contains(use.name); });
        return std::move(uses_);
    }

  private:
    void take(const Token& token) {
        // What the library itself mentions is there.
        if (lexer_.file().starts_with(library_)) {
            known_.emplace(token.text);
            return;
        }
        if (token.is("AscendC") && last_ == "namespace" && beforeLast_ == "using") {
            usesNamespace_ = true;
        }
        const bool isQualified = last_ == "::" && beforeLast_ == "AscendC";
        const bool isBare = last_ != "::" && last_ != ".";
        if (isQualified || (usesNamespace_ && isBare && isIn(kVectorApi, token.text))) {
            add("AscendC::", token);
        } else if (isBare && isIn(kGlobal, token.text)) {
            add("", token);
        }
    }

    void add(std::string_view scope, const Token& token) {
        uses_.push_back({std::string(scope), std::string(token.text),
                         fmt::format("{}:{}:", lexer_.file(), token.line)});
    }

    Lexer lexer_;
    std::string library_;
    std::string_view last_;
    std::string_view beforeLast_;
    bool usesNamespace_ = false;
    std::set<std::string> known_;
    std::vector<Use> uses_;
};

bool isWordAt(std::string_view line, size_t start, size_t length) {
    const auto continues = [&](size_t i) {
        const auto c = static_cast<unsigned char>(i < line.size() ? line[i] : ' ');
        return c < 0x80 && (std::isalnum(c) != 0 || c == '_');
    };
    return !continues(start - 1) && !continues(start + length);
}

// Whether a message about the place is about the name, too.
bool mentions(std::string_view messages, const Use& use) {
    std::istringstream lines{std::string(messages)};
    for (std::string line; std::getline(lines, line);) {
        size_t found = line.starts_with(use.place) ? use.place.size() : line.npos;
        while ((found = line.find(use.name, found)) != line.npos) {
            if (isWordAt(line, found, use.name.size())) {
                return true;
            }
            ++found;
        }
    }
    return false;
}

bool isForLater(const Use& use) {
    return isIn(use.scope.empty() ? kGlobal : kVectorApi, use.name);
}

}  // namespace

std::optional<std::string> explainMissingNames(std::string_view preprocessed,
                                               std::string_view library,
                                               std::string_view messages) {
    std::vector<Use> uses = UseFinder(preprocessed, library).find();
    std::erase_if(uses, [&](const Use& use) { return !mentions(messages, use); });
    if (uses.empty()) {
        return std::nullopt;
    }
    const Use& first = uses.front();
    std::set<std::string> others;
    for (const Use& use : uses) {
        others.insert(use.fullName());
    }
    others.erase(first.fullName());
    std::string text = fmt::format(
        "{} {} {}", first.place, first.fullName(),
        isForLater(first) ? "is not part of belay's kernel library yet, which has no vector API"
                          : "is not known to belay's kernel library");
    if (!others.empty()) {
        text += fmt::format("; the same goes for {}", fmt::join(others, ", "));
    }
    return text;
}

}  // namespace belay::kcc
