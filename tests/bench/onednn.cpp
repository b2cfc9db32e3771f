#include "onednn.h"

#ifdef BELAY_HAS_ONEDNN
#include <omp.h>

#include <dnnl.hpp>
#include <unordered_map>
#endif

namespace belay::bench {

#ifdef BELAY_HAS_ONEDNN
namespace {

class Matmul final : public OneDnn {
  public:
    Matmul(size_t m, size_t n, size_t k)
        : engine_(dnnl::engine::kind::cpu, 0),
          stream_(engine_),
          a_(describe(m, k), engine_),
          b_(describe(k, n), engine_),
          c_(describe(m, n), engine_),
          primitive_(dnnl::matmul::primitive_desc(
              dnnl::matmul::desc(a_.get_desc(), b_.get_desc(), c_.get_desc()), engine_)),
          arguments_{{DNNL_ARG_SRC, a_}, {DNNL_ARG_WEIGHTS, b_}, {DNNL_ARG_DST, c_}} {}

    void run() override {
        primitive_.execute(stream_, arguments_);
        stream_.wait();
    }

  private:
    static dnnl::memory::desc describe(size_t rows, size_t columns) {
        return {{static_cast<dnnl::memory::dim>(rows), static_cast<dnnl::memory::dim>(columns)},
                dnnl::memory::data_type::f32,
                dnnl::memory::format_tag::ab};
    }

    dnnl::engine engine_;
    dnnl::stream stream_;
    dnnl::memory a_;
    dnnl::memory b_;
    dnnl::memory c_;
    dnnl::matmul primitive_;
    std::unordered_map<int, dnnl::memory> arguments_;
};

}  // namespace

std::unique_ptr<OneDnn> OneDnn::matmul(size_t m, size_t n, size_t k) {
    ::omp_set_num_threads(1);
    return std::make_unique<Matmul>(m, n, k);
}
#else
std::unique_ptr<OneDnn> OneDnn::matmul(size_t, size_t, size_t) {
    return nullptr;
}
#endif

}  // namespace belay::bench
